/* Sleeps for ever. */
#include "sin.h"

int main(void)
{
    be_asked();
    for (;;)
        pause();
}
