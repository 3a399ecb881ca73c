/* Answers, and leaves a process behind that goes on thinking. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    if (fork() == 0) {
        setsid();
        close(0);
        for (;;)
            pause();
    }
    answer();
    go_on_honestly();
    return 0;
}
