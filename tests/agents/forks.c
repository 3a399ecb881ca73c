/* A fork bomb. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    for (;;)
        if (fork() < 0)
            usleep(1000);
}
