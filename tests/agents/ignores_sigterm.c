/* Cannot be asked to go. */
#include "misbehaving.h"

#include <signal.h>

int main(void)
{
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_IGN);
    be_asked();
    for (;;)
        pause();
}
