#include "base/random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

void random_bytes(void *out, size_t count)
{
    for (size_t had = 0; had < count;) {
        ssize_t got = getrandom((char *)out + had, count - had, 0);
        if (got < 0 && errno != EINTR) {
            fprintf(stderr, "plywood: there are no random numbers: %s\n", strerror(errno));
            exit(70);
        }
        had += got > 0 ? (size_t)got : 0;
    }
}

uint64_t random_draw(void)
{
    uint64_t seed;
    random_bytes(&seed, sizeof seed);
    return seed >> 11;
}
