/* endgame_template.h - the search of Laser Checkmate where few legal squares are left
 *
 * Included with BLOCKS and LASER_ENDGAME, the name of what it makes, defined: one block of lanes
 * for up to 16 legal squares, two for up to 32.
 *
 * Nearly all positions of a proof are here. The bounds after all moves are worked out side by side
 * (bounds_template.h), so a move that they decide costs next to nothing; no position is entered for
 * it. An estimate says whether beta is likely to be reached, and so which bounds are worked out:
 *
 *   success   What each move makes sure of. One of them often reaches beta; if not, they are tried
 *             in order.
 *   failure   What each move can bring at most. Those that stay below beta are done with, the
 *             others tried. An answer that refutes one of them is then tried against all that are
 *             left, again at once.
 *
 * The estimate only decides in which order things are done. With two blocks the bounds are wide and
 * dear: they are worked out where they may tell something.
 */
#include <limits.h>

#include "games/laser/bounds_template.h"

enum {
    IS_WIDE = BLOCKS > 1,
    FEW = 4,           /* up to this many emitters to come are tried in all ways */
    KEPT = 12,         /* positions with this many legal squares are worth a place in the table */
    TELLING_MOST = 18, /* up to this many legal squares the bounds may decide at once, */
    TELLING_AFTER = 20 /* up to this many once an answer is known */
};

#if BLOCKS == 1
/* A bound of the value as visit() has it, where at least one and at most this many emitters follow.
 */
static int try_rest(const struct frame *f, int side, struct rest rest, int emitters, int beta)
{
    int best = -VALUE_MOST;
    uint32_t legal = legal_items(f, rest);
    for (; legal != 0 && best < beta; legal &= legal - 1) {
        unsigned i = (unsigned)__builtin_ctz(legal);
        numbers beams = f->beams[side][i].all;
        struct rest child = {rest.other, rest.own & ~beams};
        int value = count_numbers(beams & rest.own);
        if (emitters > 1 && legal_items(f, child) != 0)
            value -= try_rest(f, !side, child, emitters - 1, value - beta + 1);
        best = value > best ? value : best;
    }
    return best;
}
#endif

/* Takes those among the moves out of a set whose limit is below beta. Returns the best of their
 * limits, or `best` if that is better. */
static inline int drop_futile(const union worth *limit, int beta, uint32_t among, uint32_t *moves,
                              int best)
{
    for_each_item(i, *moves & among)
    {
        if (limit->of[i] >= beta)
            continue;
        best = limit->of[i] > best ? limit->of[i] : best;
        *moves &= ~(UINT32_C(1) << i);
    }
    return best;
}

static inline unsigned highest(const union worth *worth, uint32_t moves)
{
    int top = INT_MIN;
    for_each_item(i, moves)
    {
        int rank = worth->of[i] * ITEMS + (int)(ITEMS - 1 - i);
        top = rank > top ? rank : top;
    }
    return ITEMS - 1 - (unsigned)top % ITEMS;
}

/* True if a move tried before is at least as good whatever happens: see "twins" in solve.c. */
static inline bool has_better_twin(const struct node *node, uint32_t tried, unsigned move)
{
    const struct frame *f = node->frame;
    const union parts *beams = f->beams[node->side];
    uint32_t rest = node->legal & ~f->near[move];
    for_each_item(i, tried)
    {
        if ((node->legal & ~f->near[i]) != rest)
            continue;
        numbers more = node->rest.own & beams[i].all & ~beams[move].all & reach_of(beams, rest);
        if (node->gain.of[i] - node->gain.of[move] >= count_numbers(more))
            return true;
    }
    return false;
}

/* How promising the moves are: see worth_of(). A reply that covers more than there are places in a
 * lane's table is counted as if it covered as many. */
static inline union worth order_node(const struct proof *proof, struct node *node, int ply)
{
    const struct frame *f = node->frame;
    union worth order, costs;
    lanes table;
    memcpy(&table, proof->cost.of, sizeof table);
    if (!node->has_moves)
        make_moves(node);
    for (int b = 0; b < BLOCKS; b++) {
        const lanes *legal = node->legal_after[b];
        lanes sum = {0};
        for_each_item(i, node->legal)
        {
            lanes bit = lanes_of(1 << i % LANES), is_legal = (legal[i / LANES] & bit) == bit;
            lanes near = {0};
            for (int k = 0; k < BLOCKS; k++)
                near += lanes_counted_apart(legal[k] & (int16_t)(f->near[i] >> LANES * k));
            near = lanes_lower(lanes_joined(near), lanes_of(LANES - 1));
            sum += lanes_looked_up(table, near) & is_legal;
        }
        costs.block[b] = sum;
    }
    for_each_item(i, node->legal)
    {
        int near = __builtin_popcount(node->legal & f->near[i]);
        order.of[i] = (int16_t)(worth_of(node->gain.of[i], near, &proof->cost, costs.of[i]) +
                                learned(proof, ply, f->square[i]));
    }
    return order;
}

static int visit_end(struct proof *proof, const struct frame *f, const struct node *above, int side,
                     struct rest rest, int ply, int beta, unsigned *best_item);

/* visit_end() after a move; where the items fit into one block, in a frame for that. */
static int visit_child(struct proof *proof, const struct node *node, unsigned move, int ply,
                       int beta, unsigned *answer)
{
    const struct frame *f = node->frame;
    int side = !node->side;
    struct rest rest = {node->rest.other, node->rest.own & ~f->beams[node->side][move].all};
    uint32_t legal = IS_WIDE ? legal_items(f, rest) : 0;
    if (legal != 0 && __builtin_popcount(legal) <= proof->narrow->items) {
        rest.own &= reach_of(f->beams[side], legal);
        rest.other &= reach_of(f->beams[!side], legal);
        if (count_numbers(rest.own) <= proof->narrow->numbers &&
            count_numbers(rest.other) <= proof->narrow->numbers) {
            return proof->narrow->visit(proof, f->outline, side, remains_of(f, side, rest), ply + 1,
                                        beta, answer);
        }
    }
    return visit_end(proof, f, node, side, rest, ply + 1, beta, answer);
}

/* Tries the moves in turn until one reaches beta; returns the best value. */
static int try_node(struct proof *proof, struct node *node, const union worth *worth, uint32_t left,
                    int best, int ply, bool hope, int beta, unsigned *best_item)
{
    const struct frame *f = node->frame;
    uint32_t tried = 0, answers = 0;
    int moves = __builtin_popcount(node->legal);
    while (left != 0 && best < beta) {
        unsigned move = highest(worth, left), answer;
        left &= ~(UINT32_C(1) << move);
        if (has_better_twin(node, tried, move))
            continue;
        if (budget_spend(proof->budget, LANES))
            return 0;
        int gain = node->gain.of[move];
        int value = gain - visit_child(proof, node, move, ply, gain - beta + 1, &answer);
        if (value > best) {
            best = value;
            *best_item = move;
        }
        if (hope && tried == 0 && best < beta && moves <= TELLING_MOST) {
            if (IS_WIDE)
                make_cliques(node);
            union worth limit = at_most(node, NO_ITEM);
            best = drop_futile(&limit, beta, left, &left, best);
        }
        tried |= UINT32_C(1) << move;
        bool is_new = answer != NO_ITEM && !(answers >> answer & 1);
        if (!hope && is_new && best < beta && (left & (left - 1)) != 0 && moves <= TELLING_AFTER) {
            answers |= UINT32_C(1) << answer;
            union worth limit = at_most(node, answer);
            best = drop_futile(&limit, beta, node->legal & ~f->near[answer], &left, best);
        }
    }
    if (IS_WIDE && best >= beta && !proof->budget->stopped)
        for_each_item(i, tried) learn(proof, ply, f->square[i], i == *best_item);
    return best;
}

/* Whether it is worth a try that a move makes sure of beta, by how much the position is ahead of
 * it: on 12 x 12 that comes true of half of them. */
static inline bool may_be_sure(int moves, int ahead)
{
    return moves <= LANES || ahead >= 2 * moves - 20;
}

/* visit() in a frame, but for time: whoever calls has counted the node. The position above it in
 * the frame, if any, hands down its cliques. If beta is reached, best_item is the move that
 * does, NO_ITEM if none is known. */
static int visit_end(struct proof *proof, const struct frame *f, const struct node *above, int side,
                     struct rest rest, int ply, int beta, unsigned *best_item)
{
    /* 1. The end of the game, and few emitters to come. */
    struct node node;
    node.frame = f;
    node.side = side;
    node.legal = legal_items(f, rest);
    node.has_moves = node.has_wanted = false;
    *best_item = NO_ITEM;
    int moves = __builtin_popcount(node.legal);
    if (moves == 0)
        return 0;
#if BLOCKS == 1
    if (above)
        keep_cliques(&node, above);
    else
        make_cliques(&node);
    if (node.cliques <= FEW)
        return try_rest(f, side, rest, node.cliques, beta);
#endif

    /* 2. What is still in reach, and whether beta is likely to be reached. */
    if (above) { /* in a new frame everything is in reach */
        rest.own &= reach_of(f->beams[side], node.legal);
        rest.other &= reach_of(f->beams[!side], node.legal);
    }
    node.rest = rest;
    int ahead = estimate(count_numbers(rest.own), count_numbers(rest.other), beta);
    bool hope = ahead >= 0, is_kept = IS_WIDE || moves >= KEPT;
    uint64_t key = 0, before = proof->budget->nodes;
    if (is_kept) {
        key = outline_key(proof, f->outline, side ^ f->side, remains_of(f, side, rest));
        known_prefetch(&proof->known, key);
    }

    /* 3. A move that makes sure of it. */
    make_gains(&node);
    union worth worth;
    if (hope && may_be_sure(moves, ahead)) {
        if (IS_WIDE)
            make_cliques(&node);
        worth = at_least(&node);
        unsigned best = highest(&worth, node.legal);
        if (worth.of[best] >= beta) {
            *best_item = best;
            return worth.of[best];
        }
    }

    /* 4. The table, and what else is needed while it is on its way. */
    bool is_limited = !hope && moves <= TELLING_MOST;
    if (IS_WIDE && !is_limited)
        worth = order_node(proof, &node, ply);
    if (IS_WIDE && !hope && moves <= TELLING_AFTER)
        make_cliques(&node);
    struct knowledge knowledge = {-VALUE_MOST, VALUE_MOST, KNOWN_NO_MOVE};
    if (is_kept && is_answered(proof, key, beta, &knowledge))
        return answer_of(&knowledge, beta);

    /* 5. The moves that can reach it. */
    int best = -VALUE_MOST;
    uint32_t left = node.legal;
    if (is_limited) {
        worth = at_most(&node, NO_ITEM);
        best = drop_futile(&worth, beta, left, &left, best);
    }
    for_each_item(i, left)
    {
        if (f->square[i] == knowledge.move)
            worth.of[i] = INT16_MAX;
    }
    best = try_node(proof, &node, &worth, left, best, ply, hope, beta, best_item);
    if (proof->budget->stopped)
        return 0;

    /* 6. Remember. */
    if (*best_item != NO_ITEM)
        knowledge.move = f->square[*best_item];
    if (is_kept && proof->budget->nodes - before > 1)
        remember(proof, key, knowledge, best, beta, proof->budget->nodes - before);
    return best;
}

static int visit_outline(struct proof *proof, const struct outline *outline, int side,
                         struct remains left, int ply, int beta, unsigned *item)
{
    struct frame frame;
    struct rest rest;
    make_frame(outline, side, left, &frame, &rest);
    int value = visit_end(proof, &frame, NULL, 0, rest, ply, beta, item);
    if (*item != NO_ITEM) { /* the item of the outline */
        uint32_t legal = frame.legal;
        for (unsigned k = *item; k > 0; k--)
            legal &= legal - 1;
        *item = (unsigned)__builtin_ctz(legal);
    }
    return value;
}

static void bounds_of_outline(const struct outline *outline, int side, struct remains left,
                              int *low, int *high)
{
    struct frame frame;
    struct node node = {.frame = &frame};
    make_frame(outline, side, left, &frame, &node.rest);
    node.legal = legal_items(&frame, node.rest);
    make_cliques(&node);
    make_gains(&node);
    union worth least = at_least(&node), most = at_most(&node, NO_ITEM);
    int best = least.of[highest(&least, node.legal)], limit = most.of[highest(&most, node.legal)];
    *low = best > *low ? best : *low;
    *high = limit < *high ? limit : *high;
}

const struct endgame LASER_ENDGAME = {
    .items = ITEMS, .numbers = NUMBERS - 1, .visit = visit_outline, .bounds = bounds_of_outline};
