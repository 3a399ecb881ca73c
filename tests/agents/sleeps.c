/* Sleeps for ever. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    for (;;)
        pause();
}
