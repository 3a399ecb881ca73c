#include "referee/course/kept_bundles.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "referee/sandbox/folder.h"

/* The depth: a bundle is in the folder, or in a case's folder in it. */
enum { FOLDERS = 2 };

static _Thread_local size_t measured; /* global, because nftw() passes no context */

static int measure_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)path, (void)where;
    measured += kind == FTW_F ? (size_t)status->st_size : 0;
    return 0;
}

static size_t measure(const char *bundle)
{
    measured = 0;
    nftw(bundle, measure_entry, 4, FTW_PHYS);
    return measured;
}

/* Adds a bundle, or all those in folders below, to the count (in), or subtracts them. */
static void count(struct kept_bundles *e, const char *path, int folders, bool in)
{
    char below[4096];
    snprintf(below, sizeof below, "%.3800s/rerun.sh", path);
    if (access(below, F_OK) == 0) {
        e->count += in ? 1 : -1;
        if (in)
            e->bytes += measure(path);
        else
            e->bytes -= measure(path);
        return;
    }
    DIR *list = folders > 0 ? opendir(path) : NULL;
    for (struct dirent *entry; list && (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof below, "%.3500s/%s", path, entry->d_name);
        count(e, below, folders - 1, in);
    }
    if (list)
        closedir(list);
}

void kept_bundles_begin(struct kept_bundles *e, const char *folder)
{
    e->folder = folder;
    count(e, folder, FOLDERS, true);
}

void kept_bundles_clear(struct kept_bundles *e, const char *path)
{
    count(e, path, FOLDERS - 1, false);
    folder_remove(AT_FDCWD, path);
}

static bool lies_in_folder(const struct kept_bundles *e, const char *path)
{
    size_t length = strlen(e->folder);
    return strncmp(path, e->folder, length) == 0 && path[length] == '/';
}

/* Removes a bundle, and the folder of its case, if there is one and it is empty. */
static void remove_bundle(const struct kept_bundles *e, const char *path)
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

void kept_bundles_take(struct kept_bundles *e, struct kept_bundles_of_agent *agent,
                       struct case_result *r, bool wanted)
{
    if (!r->bundle[0])
        return;
    bool there = access(r->bundle, F_OK) == 0;
    if (there && r->known && lies_in_folder(e, r->bundle)) /* it is counted anew below */
        count(e, r->bundle, 0, false);
    size_t bytes = there ? measure(r->bundle) : 0;
    if (there && wanted && agent->kept[r->verdict] < KEPT_BUNDLES_PER_VERDICT &&
        e->count < KEPT_BUNDLES_MOST && e->bytes + bytes <= KEPT_BUNDLES_BYTES) {
        agent->kept[r->verdict]++;
        count(e, r->bundle, 0, true);
        return;
    }
    if (there)
        remove_bundle(e, r->bundle);
    r->bundle[0] = 0;
}
