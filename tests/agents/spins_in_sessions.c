/* Starts as many processes as it may, each in a session of its own, and all of them spin. */
#include "misbehaving.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    be_asked();
    for (int i = argc > 1 ? atoi(argv[1]) : 10; i > 0; i--)
        if (fork() == 0) {
            setsid();
            burn(1e9);
        }
    burn(1e9);
    return 0;
}
