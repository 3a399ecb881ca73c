/* Leaves System V memory behind, which outlives its process; with "all" as much as it gets. */
#include "misbehaving.h"

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(int argc, char **argv)
{
    enum { PIECE = 8 << 20, ENOUGH = 40 << 20 };
    be_asked();
    bool all = argc > 1 && strcmp(argv[1], "all") == 0;
    for (int bytes = 0; all ? bytes < 512 << 20 : bytes < ENOUGH; bytes += PIECE) {
        int id = shmget(IPC_PRIVATE, PIECE, IPC_CREAT | 0600);
        char *memory = shmat(id, NULL, 0);
        if (id < 0 || memory == (void *)-1)
            return all ? 1 : 2;
        memset(memory, 1, PIECE);
        shmdt(memory);
    }
    (void)semget(IPC_PRIVATE, 4, IPC_CREAT | 0600);
    (void)msgget(IPC_PRIVATE, IPC_CREAT | 0600);
    answer();
    go_on_honestly();
    return 0;
}
