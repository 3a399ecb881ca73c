/* evaluate.c - the estimate of a land bidding position
 *
 * A weighted sum of what can be counted, for the side to move less for the other; the weights
 * depend on the size and change with the phase, the share of the board that is filled.
 *
 * The weights are a logistic regression: the logarithm of the odds of winning, times 8 discs,
 * fitted to the results of bidding games in self-play at depth 3 after a random opening, in four
 * rounds, each played with the weights found so far; the last three are pooled (5000 games a round
 * on 6 x 6 and 8 x 8, 2000 on 10 x 10). Fitting the odds beat fitting the margin on 8 x 8: 57.3 %
 * of 600 games at depth 4. The lead when moves run dry helps little, if at all (the table below
 * against one fitted without it: 52.0 % of 1000 games, give or take 3).
 *
 * Variant othello shares the tables: one fitted to it did no better there (8 x 8, depth 4, 600
 * games: 48.0 %). The sizes in between use the table that won: on 7 x 7 and 9 x 9 that of 8 x 8
 * (58 % and 64 % of 300 and 200 games at depth 4), from 11 x 11 on that of 10 x 10 (70 % to 86 %
 * of 150 to 300 games a size, depth 3 or 2).
 */
#include <assert.h>

#include "games/reversi/reversi.h"

enum {
    TEMPO,    /* having the move */
    PARITY,   /* having it with an odd number of empty squares, less with an even one */
    DISCS,    /* discs owned */
    MOVES,    /* moves to choose from */
    CORNERS,  /* corners owned */
    DIAGONAL, /* discs on X squares, and */
    STRAIGHT, /* on C squares, of empty corners */
    EDGES,    /* on other border squares */
    FRONTIER, /* discs beside an empty square */
    DRY,      /* lead in discs, the more the fewer moves either side has; in DRY_STEPS */
    COUNTS
};

/* The phases for which there are weights; between them the value is interpolated. */
enum { PHASES = 5, PHASE_STEPS = 256 };

/* In value steps, by size and phase, in the order of the enum. */
static const int16_t weights[][PHASES][COUNTS] = {
    {
        /* 6 x 6 */
        {-101, -193, -15, 36, 758, -786, -350, -71, -83, 94},
        {-57, 28, 75, 25, 893, -407, -272, 62, -133, 48},
        {28, 86, 104, 96, 597, -249, -269, 2, -101, 10},
        {90, 104, 56, 115, 551, -114, -85, 31, -86, 69},
        {382, 595, 261, 620, 163, -108, 27, 27, -84, -43},
    },
    {
        /* 8 x 8 */
        {-35, 21, -57, 25, 126, -393, -115, 3, 13, 41},
        {-43, 66, -3, 15, 835, -761, -124, 67, -33, 18},
        {-34, 62, 14, 19, 724, -505, -81, 56, -48, -2},
        {-21, 91, -2, 64, 619, -268, -119, 32, -12, 35},
        {245, 370, 107, 326, 296, -104, -67, -7, -81, 9},
    },
    {
        /* 10 x 10 */
        {-13, 58, 7, 4, 116, -218, -109, -85, -19, 1},
        {-29, 50, -6, 5, 772, -520, -362, 11, -11, 6},
        {-22, 57, 8, 15, 619, -525, -64, 8, -24, -7},
        {-47, 56, -1, 19, 672, -334, -99, 18, -17, 8},
        {121, 255, 47, 171, 308, -160, -120, 6, -64, 22},
    },
};

static int lead(const int count[2])
{
    return count[0] - count[1];
}

enum { DRY_STEPS = 16 }; /* of one count, which is a fraction of a disc */

/* lead / (1 + own moves) + lead / (1 + other's moves) */
static int dry_lead(const struct reversi_features *f)
{
    int own = 1 + f->moves[0], other = 1 + f->moves[1];
    return DRY_STEPS * lead(f->discs) * (own + other) / (own * other);
}

static int weigh(const int16_t weight[COUNTS], const int count[COUNTS])
{
    int sum = 0;
    for (int i = 0; i < DRY; i++)
        sum += weight[i] * count[i];
    return sum + weight[DRY] * count[DRY] / DRY_STEPS;
}

int reversi_estimate(const struct reversi_world *world, const struct reversi_features *f)
{
    enum { LIMIT = 90000 }; /* no estimate passes for a win */
    int n = world->head.size, discs = f->discs[0] + f->discs[1];
    int count[COUNTS] = {
        [TEMPO] = 1,
        [PARITY] = (n * n - discs) % 2 ? 1 : -1,
        [DISCS] = lead(f->discs),
        [MOVES] = lead(f->moves),
        [CORNERS] = lead(f->corners),
        [DIAGONAL] = lead(f->diagonal),
        [STRAIGHT] = lead(f->straight),
        [EDGES] = lead(f->edges),
        [FRONTIER] = lead(f->frontier),
        [DRY] = dry_lead(f),
    };
    int filled = discs > 4 ? discs - 4 : 0;
    int phase = filled * (PHASES - 1) * PHASE_STEPS / (n * n - 4);
    int before = phase / PHASE_STEPS < PHASES - 2 ? phase / PHASE_STEPS : PHASES - 2;
    int past = phase - before * PHASE_STEPS;
    assert(past >= 0 && past <= PHASE_STEPS);

    const int16_t(*table)[COUNTS] = weights[n <= 6 ? 0 : n <= 9 ? 1 : 2] + before;
    int value = (weigh(table[0], count) * (PHASE_STEPS - past) + weigh(table[1], count) * past) /
                PHASE_STEPS;
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value;
}
