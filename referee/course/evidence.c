#include "referee/course/evidence.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "referee/sandbox/folder.h"

static _Thread_local size_t measured; /* nftw() knows no context */

static int measure_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)path, (void)where;
    measured += kind == FTW_F ? (size_t)status->st_size : 0;
    return 0;
}

/* Removes a bundle, and the folder of its case, where it has one. */
static void remove_bundle(const struct evidence *e, const char *path)
{
    char above[sizeof((struct case_result){0}).bundle];
    folder_remove(AT_FDCWD, path);
    snprintf(above, sizeof above, "%s", path);
    char *slash = strrchr(above, '/');
    if (!slash)
        return;
    *slash = 0;
    if (strcmp(above, e->folder) != 0)
        rmdir(above);
}

void evidence_take(struct evidence *e, struct evidence_of_agent *agent, struct case_result *r,
                   bool wanted)
{
    if (!r->bundle[0])
        return;
    measured = 0;
    bool there = access(r->bundle, F_OK) == 0;
    if (there)
        nftw(r->bundle, measure_entry, 4, FTW_PHYS);
    if (there && wanted && agent->kept[r->verdict] < EVIDENCE_OF_A_KIND &&
        e->count < EVIDENCE_MOST && e->bytes + measured <= EVIDENCE_BYTES) {
        agent->kept[r->verdict]++;
        e->count++;
        e->bytes += measured;
        return;
    }
    if (there)
        remove_bundle(e, r->bundle);
    r->bundle[0] = 0;
}
