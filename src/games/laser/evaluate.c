/* The estimate.
 *
 * Only squares that one side covers and the other does not yet tell the two apart; those that
 * nobody covers are open to both alike. Such a square is worth the more to the side that lacks it,
 * the more directions there are from which a legal square reaches it: that many ways to get it in
 * passing. Being to move is worth about four squares more, a little less near the end.
 *
 * The weights are fitted by plywood tune (weights.inc has the call), from nothing, on 16 x 16.
 * Against an earlier fit to the exact values of 8,000 end games, at 2000 nodes a move: 52.6 % of
 * 800 games on 16 x 16, 49.4 % of 400 on 14 x 14, 50.3 % of 400 on 12 x 12. A fit on 12 x 12, with
 * more for being to move, loses on 16 x 16: 45.6 % of 400. Against the difference of the two sets'
 * sizes alone, with its best weight, both at depth 2, the earlier one won 65 % of the points on
 * 12 x 12 (2,000 games) and 83 % on 16 x 16 (1,000 games).
 */
#include "game/tuning.h"
#include "games/laser/laser.h"

enum {
    LACK,           /* squares that only the other side covers */
    LACK_DIRECTION, /* more for each direction they can be reached from */
    MOVE,           /* being to move */
    MOVE_LEGAL,     /* more for each legal square … */
    FEATURES,
    LEGAL_MOST = 22, /* … up to this */
    SCALE = 16       /* a weight of 16 is one value step */
};

const int laser_weights[FEATURES] = {
#include "games/laser/weights.inc"
};

static const char *const names[FEATURES] = {
    [LACK] = "a square that only the other side covers",
    [LACK_DIRECTION] = "more for each direction it can be reached from",
    [MOVE] = "being to move",
    [MOVE_LEGAL] = "more for each legal square",
};

/* For every square the number of directions from which a square of `from` reaches it, in binary:
 * digit[i] holds the digits of worth 1 << i. */
static inline void count_directions(board16 from, board16 open, board16 digit[4])
{
    for (int i = 0; i < 4; i++)
        digit[i] = board16_zero();
    for (int d = 0; d < DIRECTIONS; d++) {
        board16 beam = from, carry = board16_zero();
        for (int i = 0; i < LASER_RANGE; i++) {
            beam = board16_step(beam, d) & open;
            carry |= beam;
        }
        for (int i = 0; i < 4; i++) {
            board16 both = digit[i] & carry;
            digit[i] ^= carry;
            carry = both;
        }
    }
}

static inline void count(const struct position *position, struct laser_counts *out)
{
    const struct laser_position *p = laser_position(position);
    board16 legal = laser_legal(p);
    board16 own = p->want[position->side] & ~legal;
    board16 other = p->want[!position->side] & ~legal;
    board16 digit[4];
    count_directions(legal, laser_world(p)->open, digit);

    int directions = 0;
    for (int i = 0; i < 4; i++)
        directions += (board16_count(own & digit[i]) - board16_count(other & digit[i])) * (1 << i);
    *out = (struct laser_counts){board16_count(own) - board16_count(other), directions,
                                 board16_count(legal)};
}

void laser_count(const struct position *position, struct laser_counts *out)
{
    count(position, out);
}

static inline void list_features(const struct laser_counts *counts, int out[FEATURES])
{
    out[LACK] = counts->lack;
    out[LACK_DIRECTION] = counts->directions;
    out[MOVE] = counts->legal > 0;
    out[MOVE_LEGAL] = counts->legal < LEGAL_MOST ? counts->legal : LEGAL_MOST;
}

static inline int estimate(const struct world *world, const struct laser_counts *counts)
{
    int feature[FEATURES], sum = 0;
    list_features(counts, feature);
    for (int i = 0; i < FEATURES; i++)
        sum += world->weights[i] * feature[i];
    return sum / SCALE;
}

int laser_estimate(const struct world *world, const struct laser_counts *counts)
{
    return counts->legal > 0 ? estimate(world, counts) : 0;
}

int laser_evaluate(const struct position *position)
{
    if (board16_is_empty(laser_legal(laser_position(position))))
        return 0;
    struct laser_counts counts;
    count(position, &counts);
    return estimate(position->world, &counts);
}

static void features(const struct position *p, int out[])
{
    struct laser_counts counts;
    laser_kind(p->world->size)->count(p, &counts);
    list_features(&counts, out);
}

const struct tuning laser_tuning = {
    .count = FEATURES,
    .names = names,
    .limit = 30000,
    .scale = SCALE,
    .spread = 2,
    .features = features,
};

int laser_plain(const struct position *p)
{
    return p->score[p->side] - p->score[!p->side];
}

/* Over games on 16 x 16 both sides together made about twice the square root of the number of
 * legal squares. */
int laser_moves_left(const struct position *position)
{
    int legal = board16_count(laser_legal(laser_position(position))), left = 1;
    while (left * left < legal)
        left++;
    return left;
}
