#include "referee/guest/lodging.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/foreign.h"
#include "referee/sandbox/claim.h"
#include "referee/sandbox/cleaner.h"

static struct {
    pthread_mutex_t lock;
    bool made;
    char base[LODGING_PATH / 2];
    int count, claim;
    pid_t owner;
} lodging = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void leave(void)
{
    if (getpid() != lodging.owner)
        return;
    cleaner_stop();
    if (!claim_clear(lodging.base))
        fprintf(stderr, "plywood: %s cannot be removed: %s\n", shown(lodging.base),
                strerror(errno));
}

/* The claim is held until the process ends or gives up. */
static bool settle(struct notes *notes)
{
    const char *parent = getenv("TMPDIR");
    if (lodging.made)
        return true;
    lodging.claim = claim_make(parent && *parent == '/' ? parent : "/tmp", lodging.base,
                               sizeof lodging.base);
    if (lodging.claim < 0)
        return notes_fault(notes, 0, "%s: cannot be made: %s", lodging.base, strerror(errno)) &&
               false;
    lodging.made = true;
    lodging.owner = getpid();
    atexit(leave);
    return true;
}

int lodging_make(char path[LODGING_PATH], struct notes *notes)
{
    pthread_mutex_lock(&lodging.lock);
    bool good = settle(notes);
    int number = lodging.count++;
    pthread_mutex_unlock(&lodging.lock);
    if (!good)
        return -1;
    snprintf(path, LODGING_PATH, "%s/%d", lodging.base, number);
    int folder = mkdir(path, 0700) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0)
        notes_fault(notes, 0, "%s: %s", path, strerror(errno));
    return folder;
}

void lodging_leave(const char *path)
{
    if (path[0])
        cleaner_remove(path);
}

void lodging_give_up(void)
{
    pthread_mutex_lock(&lodging.lock);
    if (lodging.made)
        close(lodging.claim);
    pthread_mutex_unlock(&lodging.lock);
}
