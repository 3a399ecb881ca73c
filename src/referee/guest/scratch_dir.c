#include "referee/guest/scratch_dir.h"

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
    char base[SCRATCH_DIR_PATH / 2];
    int count, claim;
    pid_t owner;
} scratch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void remove_base(void)
{
    if (getpid() != scratch.owner)
        return;
    cleaner_stop();
    if (!claim_clear(scratch.base))
        fprintf(stderr, "plywood: %s cannot be removed: %s\n", shown(scratch.base),
                strerror(errno));
}

/* The claim's lock is held until the process ends or scratch_dir_abandon(). */
static bool make_base(struct notes *notes)
{
    const char *parent = getenv("TMPDIR");
    if (scratch.made)
        return true;
    scratch.claim = claim_make(parent && *parent == '/' ? parent : "/tmp", scratch.base,
                               sizeof scratch.base);
    if (scratch.claim < 0)
        return notes_fault(notes, 0, "%s: cannot be made: %s", scratch.base, strerror(errno)) &&
               false;
    scratch.made = true;
    scratch.owner = getpid();
    atexit(remove_base);
    return true;
}

int scratch_dir_make(char path[SCRATCH_DIR_PATH], struct notes *notes)
{
    pthread_mutex_lock(&scratch.lock);
    bool good = make_base(notes);
    int number = scratch.count++;
    pthread_mutex_unlock(&scratch.lock);
    if (!good)
        return -1;
    snprintf(path, SCRATCH_DIR_PATH, "%s/%d", scratch.base, number);
    int folder = mkdir(path, 0700) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0)
        notes_fault(notes, 0, "%s: %s", path, strerror(errno));
    return folder;
}

void scratch_dir_remove(const char *path)
{
    if (path[0])
        cleaner_remove(path);
}

void scratch_dir_abandon(void)
{
    pthread_mutex_lock(&scratch.lock);
    if (scratch.made)
        close(scratch.claim);
    pthread_mutex_unlock(&scratch.lock);
}
