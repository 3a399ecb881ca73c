/* narrow_template.h - the boards up to 16 x 16: a plane is one board16 */
#include "game/board16.h"

typedef uint16_t lane;
typedef board16 plane;

#if defined __AVX2__
enum { LANES = 16, BY_COLUMNS = 0 };
#else
enum { LANES = 16, BY_COLUMNS = 1 };
#endif

static inline plane lane_up(plane p)
{
    return board16_lane_up(p);
}

static inline plane lane_down(plane p)
{
    return board16_lane_down(p);
}

static inline bool is_empty(plane p)
{
    return board16_is_empty(p);
}

#if defined __AVX2__
/* Two bits for every lane that is not empty. */
static inline unsigned lanes_in_use(plane p)
{
    __m256i empty = _mm256_cmpeq_epi16((__m256i)p, _mm256_setzero_si256());
    return ~(unsigned)_mm256_movemask_epi8(empty);
}

static inline unsigned first_lane(plane p)
{
    return (unsigned)__builtin_ctz(lanes_in_use(p)) / 2;
}

static inline unsigned last_lane(plane p)
{
    return (unsigned)(31 - __builtin_clz(lanes_in_use(p))) / 2;
}
#else
static inline unsigned first_lane(plane p)
{
    return board16_first(p) / 16;
}

static inline unsigned last_lane(plane p)
{
    unsigned i = 15;
    while (p[i] == 0)
        i--;
    return i;
}
#endif

#include "games/fruit/rules_template.h"

#include "games/fruit/evaluate_template.h"
