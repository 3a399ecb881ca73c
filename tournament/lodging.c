#include "tournament/lodging.h"

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
#include "tournament/archive.h"

static struct {
    pthread_mutex_t lock;
    bool made;
    char base[LODGING_PATH / 2];
    int count;
    pid_t owner;
} lodging = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void leave(void)
{
    if (getpid() == lodging.owner && !claim_clear(lodging.base))
        fprintf(stderr, "plywood: %s cannot be removed: %s\n", shown(lodging.base),
                strerror(errno));
}

/* The claim is held until the process ends. */
static bool settle(struct notes *notes)
{
    const char *parent = getenv("TMPDIR");
    if (lodging.made)
        return true;
    if (claim_make(parent && *parent == '/' ? parent : "/tmp", lodging.base, sizeof lodging.base) <
        0)
        return notes_fault(notes, 0, "%s: cannot be made: %s", lodging.base, strerror(errno)) &&
               false;
    lodging.made = true;
    lodging.owner = getpid();
    atexit(leave);
    return true;
}

bool lodging_unpack(const struct text *archive, char path[LODGING_PATH], struct notes *notes)
{
    pthread_mutex_lock(&lodging.lock);
    bool good = settle(notes);
    int number = lodging.count++;
    pthread_mutex_unlock(&lodging.lock);
    if (!good)
        return false;
    snprintf(path, LODGING_PATH, "%s/%d", lodging.base, number);
    int directory = mkdir(path, 0700) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (directory < 0)
        return notes_fault(notes, 0, "%s: %s", path, strerror(errno)) && false;
    good = archive_unpack(archive, directory, notes);
    close(directory);
    return good;
}
