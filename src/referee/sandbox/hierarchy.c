#include "referee/sandbox/hierarchy.h"

#include <stdio.h>
#include <string.h>

/* True if a list a,b,c contains the word. */
static bool lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return true;
    return false;
}

bool hierarchy_mount(const char *controller, char out[HIERARCHY_PATH])
{
    FILE *file = fopen("/proc/mounts", "re");
    if (!file)
        return false;
    char line[1024], where[HIERARCHY_PATH], type[32], options[256];
    bool found = false;
    while (!found && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%*s %399s %31s %255s", where, type, options) != 3)
            continue;
        found = controller ? strcmp(type, "cgroup") == 0 && lists(options, controller)
                           : strcmp(type, "cgroup2") == 0;
    }
    fclose(file);
    if (found)
        memcpy(out, where, HIERARCHY_PATH);
    return found;
}

void hierarchy_own(const char *controller, char out[HIERARCHY_PATH])
{
    out[0] = 0;
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file)
        return;
    char line[1024];
    while (fgets(line, sizeof line, file)) {
        char *names = strchr(line, ':');
        char *path = names ? strchr(names + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = 0;
        path[strcspn(path, "\n")] = 0;
        names++;
        if (controller ? lists(names, controller) : !*names)
            snprintf(out, HIERARCHY_PATH, "%s", strcmp(path, "/") == 0 ? "" : path);
    }
    fclose(file);
}
