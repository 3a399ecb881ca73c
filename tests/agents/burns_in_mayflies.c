/* Thinks in many processes that live for a millisecond each; it ignores them, so that the kernel
 * forgets what they have used. */
#include "misbehaving.h"

#include <signal.h>

int main(void)
{
    be_asked();
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 120; i++) {
        int ends[2];
        char byte;
        if (pipe(ends) != 0)
            return 1;
        pid_t child = fork();
        if (child == 0) {
            burn(0.001);
            _exit(0); /* which closes its end of the pipe */
        }
        close(ends[1]);
        if (child < 0 || read(ends[0], &byte, 1) != 0)
            return 1;
        close(ends[0]);
    }
    answer();
    go_on_honestly();
    return 0;
}
