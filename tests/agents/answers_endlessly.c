/* Begins a line that has no end, and waits. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    for (int i = 0; i < 9000; i++)
        putchar('0');
    fflush(stdout);
    sleep(1000);
    return 0;
}
