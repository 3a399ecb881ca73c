/* Lets a child do the thinking, so that its own clock stands still. */
#include "misbehaving.h"

#include <sys/wait.h>

int main(void)
{
    be_asked();
    if (fork() == 0) {
        burn(0.1);
        _exit(0);
    }
    wait(NULL);
    answer();
    go_on_honestly();
    return 0;
}
