/* Moves where it must not. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    answer_with("A2\n*\n", "0 0\n");
    go_on_honestly();
    return 0;
}
