#include "base/random.h"

#include <sys/random.h>

uint64_t random_draw(void)
{
    uint64_t seed = 0;
    while (getrandom(&seed, sizeof seed, 0) != sizeof seed) /* a signal may cut it short */
        continue;
    return seed >> 11;
}
