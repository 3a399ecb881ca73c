/* Honest: several processes have one piece of memory, which is counted once. */
#include "misbehaving.h"

#include <sys/mman.h>
#include <sys/wait.h>

int main(void)
{
    enum { PIECE = 20 << 20, PROCESSES = 6 };
    be_asked();
    char *memory = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ready[2], end[2];
    char byte;
    if (memory == MAP_FAILED || pipe(ready) != 0 || pipe(end) != 0)
        return 1;
    for (int i = 0; i < PROCESSES; i++)
        if (fork() == 0) {
            memset(memory, i, PIECE);
            close(end[1]);
            if (write(ready[1], "x", 1) == 1 && read(end[0], &byte, 1) == 0)
                _exit(0);
            _exit(1);
        }
    for (int i = 0; i < PROCESSES; i++)
        if (read(ready[0], &byte, 1) != 1)
            return 1;
    usleep(100000); /* for whoever looks */
    close(end[1]);
    while (wait(NULL) > 0) {
    }
    answer();
    go_on_honestly();
    return 0;
}
