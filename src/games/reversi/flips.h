/* flips.h - what a claim turns over, without a branch
 *
 * For boards of up to 8 x 8 as grid8.h keeps them. From a square eight rays go out, four towards
 * higher bits and four towards lower ones; the four of a kind are worked out side by side.
 *
 *   up    All bits outside of the ray and all of the other side's discs are set, and 1 is added:
 *         the carry stops at the first square of the ray that is not the other side's. If that is
 *         one's own disc, what lies below it on the ray is turned over.
 *   down  No carry runs that way. The squares of the ray that are not the other side's are smeared
 *         down the ray; what the smear leaves is the run beside the square, and the smear's upper
 *         end must be one's own disc.
 *
 * With one empty square left the discs of one side tell the whole board, and a line through that
 * square is eight bits: a table has the number of discs that they turn over.
 */
#ifndef GAMES_REVERSI_FLIPS_H
#define GAMES_REVERSI_FLIPS_H

#include <stdint.h>

#if defined __BMI2__
#include <immintrin.h>
#endif

enum { FLIPS_SQUARES = 64, FLIPS_RAYS = 4 };

/* The rays by their step from square to square: 1, 7, 8, 9 bits. */
struct flips_rays {
    uint64_t up[FLIPS_RAYS], down[FLIPS_RAYS];
} __attribute__((aligned(32)));

extern const struct flips_rays flips_rays[FLIPS_SQUARES];

/* The squares beside a square. */
extern const uint64_t flips_beside[FLIPS_SQUARES];

#if defined __AVX2__
typedef uint64_t flips_lanes __attribute__((vector_size(32)));

static inline uint64_t flips_of(uint64_t own, uint64_t other, unsigned square)
{
    const flips_lanes *rays = (const flips_lanes *)&flips_rays[square];
    const flips_lanes up = rays[0], down = rays[1];
    const flips_lanes step = {1, 7, 8, 9}, one = {1, 1, 1, 1};
    const flips_lanes owned = {own, own, own, own}, others = {other, other, other, other};
    flips_lanes end_up = ((others | ~up) + one) & up & owned;
    flips_lanes run_up = up & (end_up - one - (flips_lanes)(end_up == 0));
    flips_lanes smear = down & ~others;
    smear |= smear >> step;
    smear |= smear >> (step + step);
    smear |= smear >> 4 * step;
    flips_lanes end_down = smear & ~(smear >> step) & owned;
    flips_lanes run_down = down & ~smear & ~(flips_lanes)(end_down == 0);
    flips_lanes runs = run_up | run_down;
    return (runs[0] | runs[2]) | (runs[1] | runs[3]);
}
#else
static inline uint64_t flips_of(uint64_t own, uint64_t other, unsigned square)
{
    const struct flips_rays *rays = &flips_rays[square];
    uint64_t runs = 0;
    for (int i = 0; i < FLIPS_RAYS; i++) {
        uint64_t up = rays->up[i], down = rays->down[i], stops = down & ~other;
        uint64_t end_up = ((other | ~up) + 1) & up & own;
        uint64_t end_down = UINT64_C(1) << (63 - __builtin_clzll(stops | 1));
        end_down &= own & stops;
        runs |= up & (end_up - (end_up != 0));
        runs |= down & -(end_down << 1) & -(uint64_t)(end_down != 0);
    }
    return runs;
}
#endif

/* By a square's place on a line of eight and the own discs of that line, all others being the other
 * side's: the discs turned over. */
extern const uint8_t flips_on_line[8][256];

/* The lines through a square, and its place on each. */
struct flips_lines {
    uint64_t line[4];
    uint8_t place[4];
};

extern const struct flips_lines flips_lines[FLIPS_SQUARES];

/* How many discs a claim of the last empty square turns over. Squares outside of a smaller board
 * may pass for the other side's: no own disc lies behind them. */
static inline int flips_of_last(uint64_t own, unsigned square)
{
#if defined __BMI2__
    const struct flips_lines *l = &flips_lines[square];
    return flips_on_line[l->place[0]][_pext_u64(own, l->line[0])] +
           flips_on_line[l->place[1]][_pext_u64(own, l->line[1])] +
           flips_on_line[l->place[2]][_pext_u64(own, l->line[2])] +
           flips_on_line[l->place[3]][_pext_u64(own, l->line[3])];
#else
    return __builtin_popcountll(flips_of(own, ~own, square));
#endif
}

#endif
