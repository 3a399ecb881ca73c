/* evaluate.c - the plain estimate of a land bidding position
 *
 * Boards for which patterns were learned (learned.h) have a better one, unless somebody brings
 * weights for this one (plywood:weights=FILE).
 *
 * A weighted sum of what can be counted, for the side to move less for the other; the weights
 * depend on the size and change with the phase, the share of the board that is filled.
 *
 * The weights are a logistic regression: the logarithm of the odds of winning, times 8 discs. Each
 * file tells the call of plywood tune that made it, from nothing, in five rounds of self-play.
 * Against an earlier fit to games without random moves (3000 nodes a move): 51.3 % of 600 games on
 * 6 x 6, 59.6 % of 600 on 8 x 8, 54.3 % of 600 on 10 x 10; of 200 games where the tables of 8 x 8
 * and 10 x 10 are shared, 48.0 % on 7 x 7, 63.8 % on 9 x 9, 54.8 % on 12 x 12 (2000 nodes).
 *
 * Variant othello shares the tables: one fitted to it did no better there (8 x 8, depth 4, 600
 * games: 48.0 %).
 */
#include <assert.h>
#include <string.h>

#include "game/tuning.h"
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
    DRY,      /* lead in discs, the more the fewer moves either side has */
    COUNTS
};

/* The phases for which there are weights; between them the value is interpolated. */
enum { PHASES = 5, PHASE_STEPS = 256 };

/* Counts are taken in such steps, since the lead when moves run dry is a fraction. */
enum { COUNT_STEPS = 16 };

/* In value steps, phase by phase, in the order of the enum. */
static const int weights_6[PHASES * COUNTS] = {
#include "games/reversi/weights-6.inc"
};
static const int weights_8[PHASES * COUNTS] = {
#include "games/reversi/weights-8.inc"
};
static const int weights_10[PHASES * COUNTS] = {
#include "games/reversi/weights-10.inc"
};

const int *reversi_weights(int size)
{
    return size <= 6 ? weights_6 : size <= 9 ? weights_8 : weights_10;
}

static int lead(const int count[2])
{
    return count[0] - count[1];
}

/* lead / (1 + own moves) + lead / (1 + other's moves), in steps */
static int dry_lead(const struct reversi_features *f)
{
    int own = 1 + f->moves[0], other = 1 + f->moves[1];
    return COUNT_STEPS * lead(f->discs) * (own + other) / (own * other);
}

/* A position as its weights see it: they are those of one phase and the next. */
struct counts {
    int count[COUNTS];
    int phase, past; /* past: how far on to the next one, in PHASE_STEPS */
};

static inline struct counts take_counts(int n, const struct reversi_features *f)
{
    enum { ONE = COUNT_STEPS };
    int discs = f->discs[0] + f->discs[1], filled = discs > 4 ? discs - 4 : 0;
    int steps = filled * (PHASES - 1) * PHASE_STEPS / (n * n - 4);
    int phase = steps / PHASE_STEPS < PHASES - 2 ? steps / PHASE_STEPS : PHASES - 2;
    struct counts c = {
        .count =
            {
                [TEMPO] = ONE,
                [PARITY] = (n * n - discs) % 2 ? ONE : -ONE,
                [DISCS] = ONE * lead(f->discs),
                [MOVES] = ONE * lead(f->moves),
                [CORNERS] = ONE * lead(f->corners),
                [DIAGONAL] = ONE * lead(f->diagonal),
                [STRAIGHT] = ONE * lead(f->straight),
                [EDGES] = ONE * lead(f->edges),
                [FRONTIER] = ONE * lead(f->frontier),
                [DRY] = dry_lead(f),
            },
        .phase = phase,
        .past = steps - phase * PHASE_STEPS,
    };
    assert(c.past >= 0 && c.past <= PHASE_STEPS);
    return c;
}

static int weigh(const int weight[COUNTS], const int count[COUNTS])
{
    int sum = 0;
    for (int i = 0; i < COUNTS; i++)
        sum += weight[i] * count[i];
    return sum;
}

/* On boards beyond 16 x 16 counts grow so large that the sum may leave an int. */
static int64_t weigh_large(const int weight[COUNTS], const int count[COUNTS])
{
    int64_t sum = 0;
    for (int i = 0; i < COUNTS; i++)
        sum += (int64_t)weight[i] * count[i];
    return sum;
}

int reversi_estimate(const struct world *world, const struct reversi_features *f)
{
    enum { LIMIT = 90000 }; /* no estimate passes for a win */
    const struct counts c = take_counts(world->size, f);
    const int *weights = world->weights + c.phase * COUNTS;
    int64_t now, next;
    if (world->size <= REVERSI_EDGE_WIDE) {
        now = weigh(weights, c.count);
        next = weigh(weights + COUNTS, c.count);
    } else {
        now = weigh_large(weights, c.count);
        next = weigh_large(weights + COUNTS, c.count);
    }
    int64_t value = (now * (PHASE_STEPS - c.past) + next * c.past) / (PHASE_STEPS * COUNT_STEPS);
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : (int)value;
}

static void features(const struct position *p, int out[])
{
    struct reversi_features f;
    memset(out, 0, PHASES * COUNTS * sizeof *out);
    if (!reversi_kind(p->world->size)->look(p, &f))
        return;
    const struct counts c = take_counts(p->world->size, &f);
    for (int i = 0; i < COUNTS; i++) {
        out[c.phase * COUNTS + i] = c.count[i] * (PHASE_STEPS - c.past);
        out[(c.phase + 1) * COUNTS + i] = c.count[i] * c.past;
    }
}

#define NAMES(phase)                                                                        \
    phase ": having the move", phase ": the move with an odd number left", phase ": discs", \
        phase ": moves", phase ": corners", phase ": X squares", phase ": C squares",       \
        phase ": edges", phase ": frontier", phase ": lead when dry"

static const char *const names[PHASES * COUNTS] = {NAMES("empty"), NAMES("a quarter full"),
                                                   NAMES("half full"), NAMES("three quarters full"),
                                                   NAMES("full")};

/* Who brings weights wants the estimate they belong to. */
static void recompute_world(struct world *world)
{
    if (world->size <= REVERSI_EDGE_WIDE)
        ((struct reversi_world *)world)->patterns = NULL;
}

const struct tuning reversi_tuning = {
    .count = PHASES * COUNTS,
    .names = names,
    .limit = 30000,
    .scale = PHASE_STEPS * COUNT_STEPS,
    .spread = 8,
    .features = features,
    .recompute_world = recompute_world,
};
