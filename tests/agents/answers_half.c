/* Stops in the midst of a line. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    answer_with("A", "0");
    return 0;
}
