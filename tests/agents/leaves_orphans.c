/* Starts one process after the other by way of a child that ends at once, so that nobody of its own
 * waits for them. */
#include "misbehaving.h"

#include <sys/wait.h>

int main(void)
{
    be_asked();
    for (int i = 0; i < 60; i++) {
        int ends[2];
        char byte;
        if (pipe(ends) != 0)
            return 1;
        pid_t child = fork();
        if (child == 0)
            _exit(fork() < 0); /* the last of both closes the pipe */
        close(ends[1]);
        if (child < 0 || waitpid(child, NULL, 0) != child || read(ends[0], &byte, 1) != 0)
            return 1;
        close(ends[0]);
        usleep(3000);
    }
    answer();
    go_on_honestly();
    return 0;
}
