#include "tournament/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_BITS = 31 };

/* When a process began, in the kernel's ticks since the machine did; 0 if there is none. */
static uint64_t began(long process)
{
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "re");
    size_t length = file ? fread(line, 1, sizeof line - 1, file) : 0;
    if (file)
        fclose(file);
    line[length] = 0;
    char *at = strrchr(line, ')'); /* the name before may hold anything */
    enum { FIELDS = 20 };          /* from there to the time */
    for (int i = 0; at && i < FIELDS; i++) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return at ? strtoull(at, NULL, 10) & ((UINT64_C(1) << TICK_BITS) - 1) : 0;
}

int64_t identity_own(void)
{
    return (int64_t)((uint64_t)getpid() << TICK_BITS | began(getpid()));
}

bool identity_is_gone(int64_t identity)
{
    uint64_t bits = (uint64_t)identity;
    return began((long)(bits >> TICK_BITS)) != (bits & ((UINT64_C(1) << TICK_BITS) - 1));
}
