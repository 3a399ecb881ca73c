/* Fruit Rage on boards up to 16 x 16: a plane is one board16. */
#include "core/board16.h"

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

static inline unsigned first_lane(plane p)
{
#if defined __AVX2__
    __m256i empty = _mm256_cmpeq_epi16((__m256i)p, _mm256_setzero_si256());
    return (unsigned)__builtin_ctz(~(unsigned)_mm256_movemask_epi8(empty)) / 2;
#else
    return board16_first(p) / 16;
#endif
}

#define FRUIT_WIDTH fruit_narrow
#include "games/fruit/rules.inc"

#include "games/fruit/evaluate.inc"
