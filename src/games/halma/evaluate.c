/* evaluate.c - how far the sides are from home
 *
 * Halma is a race, and the estimate is what each side's pieces still cost to get home: the other's
 * cost less one's own, corrected by a net that knows how pieces stand together (net.h). A piece's
 * cost comes from a table; with dx and dy its distances from the goal's corner and s = dx + dy it
 * is a weighted sum of
 *
 *     s and s²         convex, so that stragglers, whom nobody helps to jump, come first;
 *     |dx - dy|        the pieces meet along the diagonal; beside it there is less to jump over;
 *     1                outside the goal, because s alone does not know its ragged edge;
 *     1                in one's own camp: leave early, the last ones find no ladder.
 *
 * The table alone gets stuck at the mouth of a camp that is nearly full, with the last hole on one
 * wing and the last piece before the other, since neither can come nearer without a loss on the
 * way. So from HOLES_MANY holes down each hole is charged for its distance from the nearest piece
 * outside, which makes both the piece walk round and the pieces inside pass the hole on.
 *
 * Six pieces seal their own camp's corner if it is empty and they stay: every neighbour of the
 * corner and every square from which to jump into it is theirs. While the seal holds the other
 * side cannot win, and without these six the owner hardly can: most of the difference is worth
 * nothing. But the draw has its price for the owner, lest it seal whenever it is a little behind:
 * it is the resort of a side that has lost the race. By the addendum nobody may stay.
 */
#include "game/tuning.h"
#include "games/halma/halma.h"
#include "games/halma/net.h"

/* What the estimate is made of; the first ones are the sums over the pieces. */
enum {
    STEPS,
    STEPS_SQUARED,
    BESIDE,
    OUTSIDE,
    CAMP,
    OF_A_PIECE,
    HOLE = OF_A_PIECE, /* a step between a hole and the next piece to fill it */
    TEMPO,             /* it is worth something to be on the move */
    FEATURES
};

const int halma_weights[FEATURES] = {
#include "games/halma/weights.inc"
};

static const char *const names[FEATURES] = {
    [STEPS] = "a step from the goal's corner",
    [STEPS_SQUARED] = "the steps of a piece squared",
    [BESIDE] = "a square off the diagonal",
    [OUTSIDE] = "outside the goal",
    [CAMP] = "in the own camp",
    [HOLE] = "a step between a hole and the next piece",
    [TEMPO] = "being to move",
};

enum {
    HOLES_MANY = 6,   /* more are not looked at one by one */
    HOLE_FAR = 7,     /* steps beyond this count no more */
    SEALED_SHARE = 8, /* once a camp is sealed, a difference counts for an eighth */
    SEAL_PRICE = 7 * HALMA_UNIT,
    PLAIN_WIN = 100000,
    ESTIMATE_MOST = HALMA_WIN / 4 /* no estimate passes for a win */
};

/* The corner and the squares that seal it. */
static const board16 seal_corner[2] = {{1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x8000}};
static const board16 seal[2] = {
    {0x06, 0x03, 0x05},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xa000, 0xc000, 0x6000},
};

/* A piece of White's: its goal is the corner where x and y are 0. */
static void look_at_piece(unsigned square, int out[OF_A_PIECE])
{
    const int dx = (int)halma_x(square), dy = (int)halma_y(square);
    out[STEPS] = dx + dy;
    out[STEPS_SQUARED] = (dx + dy) * (dx + dy);
    out[BESIDE] = dx > dy ? dx - dy : dy - dx;
    out[OUTSIDE] = !board16_has(&halma_camp[SIDE_FIRST], square);
    out[CAMP] = board16_has(&halma_camp[SIDE_SECOND], square);
}

void halma_fill_costs(struct halma_world *world)
{
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        int feature[OF_A_PIECE], cost = 0;
        look_at_piece(square, feature);
        for (int i = 0; i < OF_A_PIECE; i++)
            cost += world->head.weights[i] * feature[i];
        /* the difference of two is a move's hint */
        const int most = INT16_MAX / 2 * HALMA_SCALE;
        cost = cost > most ? most : cost < -most ? -most : cost;
        world->cost[SIDE_SECOND][square] = cost;
        world->cost[SIDE_FIRST][HALMA_SQUARES - 1 - square] = cost;
    }
}

/* The steps between the last holes in its goal and a side's pieces; never above 0, which stands for
 * many holes, so that no side minds filling them. */
static int hole_steps(const struct halma *p, int side)
{
    const board16 goal = halma_camp[1 - side];
    board16 holes = goal & ~(p->piece[0] | p->piece[1]);
    if (board16_count(holes) > HOLES_MANY)
        return 0;
    board16 reached = p->piece[side] & ~goal;
    int steps = 0;
    for (int i = 1; i < HOLE_FAR && !board16_is_empty(holes); i++) {
        reached = board16_spread(reached);
        holes &= ~reached;
        steps += board16_count(holes);
    }
    return steps - HOLES_MANY * (HOLE_FAR - 1);
}

static bool is_sealed(const struct halma *p, int owner)
{
    const board16 guards = p->piece[owner], others = p->piece[1 - owner];
    return board16_is_empty(seal[owner] & ~guards) &&
           board16_is_empty(seal_corner[owner] & (guards | others));
}

/* The plain estimate. */
int halma_cost_lead(const struct halma *p)
{
    const int side = p->head.side, other = 1 - side;
    const int *weights = p->head.world->weights;
    int sum = p->cost[other] - p->cost[side] + weights[TEMPO];
    sum += weights[HOLE] * (hole_steps(p, other) - hole_steps(p, side));
    return sum / HALMA_SCALE;
}

/* How many moves the side to move is ahead, in value steps. */
static int lead(const struct halma *p)
{
    const struct halma_net *net = ((const struct halma_world *)p->head.world)->net;
    const int side = p->head.side;
    int value = halma_cost_lead(p);
    if (net)
        value += net_moves(net, &p->unit[1 - side]) - net_moves(net, &p->unit[side]) + net->tempo;
    return value;
}

int halma_evaluate(const struct position *head)
{
    const struct halma *p = halma_of(head);
    const int side = head->side, other = 1 - side;
    if (head->over)
        return halma_end_value(head);
    int value = lead(p);
    value = value > ESTIMATE_MOST ? ESTIMATE_MOST : value < -ESTIMATE_MOST ? -ESTIMATE_MOST : value;
    if (head->world->variant == HALMA_ADDENDUM)
        return value;
    const int seals = is_sealed(p, side), others = is_sealed(p, other);
    return seals + others == 0 ? value : value / SEALED_SHARE + SEAL_PRICE * (others - seals);
}

static void features(const struct position *head, int out[])
{
    const struct halma *p = halma_of(head);
    for (int i = 0; i < OF_A_PIECE; i++)
        out[i] = 0;
    for (int side = 0; side < 2; side++)
        for_each_square16 (square, p->piece[side]) {
            int of_piece[OF_A_PIECE];
            look_at_piece(side == SIDE_SECOND ? square : HALMA_SQUARES - 1 - square, of_piece);
            for (int i = 0; i < OF_A_PIECE; i++)
                out[i] += side == head->side ? -of_piece[i] : of_piece[i];
        }
    out[HOLE] = hole_steps(p, 1 - head->side) - hole_steps(p, head->side);
    out[TEMPO] = 1;
}

static void refill(struct world *world)
{
    halma_fill_costs((struct halma_world *)world);
    ((struct halma_world *)world)->net = NULL;
}

static void settle(struct position *p)
{
    halma_settle((struct halma *)p);
}

const struct tuning halma_tuning = {
    .count = FEATURES,
    .names = names,
    .limit = 30000,
    .scale = HALMA_SCALE,
    .spread = 24,
    .features = features,
    .recompute_world = refill,
    .recompute_position = settle,
};

int halma_plain(const struct position *head)
{
    const struct halma *p = halma_of(head);
    int sum[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        for_each_square16 (square, p->piece[side])
            sum[side] += (int)halma_king_steps(square, halma_goal_corner(side));
    const int value = sum[1 - head->side] - sum[head->side];
    return head->over ? value - PLAIN_WIN : value;
}

/* Nobody wins where the side to move is shut in. */
int halma_end_value(const struct position *p)
{
    return (p->score[p->side] - p->score[1 - p->side]) * (HALMA_WIN - p->ply);
}
