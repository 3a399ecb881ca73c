/* Fruit Rage on boards from 17 x 17 to 26 x 26: a plane is 32 lanes of 32 bits. The compiler cuts
 * it into the registers it has; only steps from lane to lane go through memory. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t lane;
typedef lane plane __attribute__((vector_size(128)));

enum { PLANES = 4, LANES = 32, BY_COLUMNS = 1 };

static inline plane lane_up(plane p)
{
    lane buffer[LANES + 1] = {0};
    memcpy(buffer + 1, &p, sizeof p);
    memcpy(&p, buffer, sizeof p);
    return p;
}

static inline plane lane_down(plane p)
{
    lane buffer[LANES + 1] = {0};
    memcpy(buffer, &p, sizeof p);
    memcpy(&p, buffer + 1, sizeof p);
    return p;
}

static inline bool is_empty(plane p)
{
    uint64_t word[sizeof p / 8], any = 0;
    memcpy(word, &p, sizeof p);
    for (unsigned i = 0; i < sizeof p / 8; i++)
        any |= word[i];
    return any == 0;
}

static inline unsigned first_lane(plane p)
{
    unsigned i = 0;
    while (p[i] == 0)
        i++;
    return i;
}

static inline unsigned last_lane(plane p)
{
    unsigned i = LANES - 1;
    while (p[i] == 0)
        i--;
    return i;
}

#define FRUIT_WIDTH fruit_wide
#include "games/fruit/rules_template.h"

#include "games/fruit/evaluate_template.h"
