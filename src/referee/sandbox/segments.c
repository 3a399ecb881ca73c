#include "referee/sandbox/segments.h"

#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

/* The kernel's tables have gaps. The INFO call returns the last index, and STAT_ANY takes an index.
 */

static void remove_memory(void)
{
    struct shm_info info;
    struct shmid_ds segment;
    int last = shmctl(0, SHM_INFO, (struct shmid_ds *)(void *)&info);
    for (int i = 0; i <= last; i++) {
        int id = shmctl(i, SHM_STAT_ANY, &segment);
        if (id >= 0)
            shmctl(id, IPC_RMID, NULL);
    }
}

static void remove_semaphores(void)
{
    union semun { /* semctl(2) has the caller define it */
        int value;
        struct semid_ds *set;
        struct seminfo *info;
    };
    struct seminfo info;
    struct semid_ds set;
    int last = semctl(0, 0, SEM_INFO, (union semun){.info = &info});
    for (int i = 0; i <= last; i++) {
        int id = semctl(i, 0, SEM_STAT_ANY, (union semun){.set = &set});
        if (id >= 0)
            semctl(id, 0, IPC_RMID);
    }
}

static void remove_queues(void)
{
    struct msginfo info;
    struct msqid_ds queue;
    int last = msgctl(0, MSG_INFO, (struct msqid_ds *)(void *)&info);
    for (int i = 0; i <= last; i++) {
        int id = msgctl(i, MSG_STAT_ANY, &queue);
        if (id >= 0)
            msgctl(id, IPC_RMID, NULL);
    }
}

void segments_remove(void)
{
    remove_memory();
    remove_semaphores();
    remove_queues();
}
