/* Moves well, and writes a board that does not follow. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    answer_with("A1\n0\n", "");
    return 0;
}
