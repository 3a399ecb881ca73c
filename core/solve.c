#include "core/solve.h"

#include <assert.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/order.h"
#include "core/table.h"

enum {
    POLL_NODES = 256,
    CODES = 1 << 16,
    HISTORY_MAX = 1 << 12,
    MOVES_STACK = (1 << 18) + MOVES_MAX, /* the longest game's lists: 676 + 675 + … */
    GLIMPSE_MOVES = 10,                  /* so many moves are worth a look ahead each */
    POSITION_BYTES = 1024                /* no game's position is larger */
};

struct solver {
    const struct world *world;
    const struct rules *rules;
    struct table *table;
    int (*history)[CODES];
    struct move *moves; /* one stack for the lists of all plies, and the order of each */
    int *order;
    size_t moves_used;
    struct limits limits;
    uint64_t nodes, next_poll;
    bool stopped;
};

struct solver *solver_new(const struct world *world, size_t hash_bytes)
{
    struct solver *s = memory_zero(sizeof *s);
    s->world = world;
    s->rules = world->rules;
    s->table = table_new(hash_bytes);
    s->history = memory_zero(2 * sizeof *s->history);
    s->moves = memory_new(MOVES_STACK * sizeof *s->moves);
    s->order = memory_new(MOVES_STACK * sizeof *s->order);
    return s;
}

void solver_free(struct solver *s)
{
    if (!s)
        return;
    table_free(s->table);
    free(s->history);
    free(s->moves);
    free(s->order);
    free(s);
}

static bool must_stop(struct solver *s)
{
    if (s->stopped || s->nodes < s->next_poll)
        return s->stopped;
    s->next_poll = s->nodes + POLL_NODES;
    s->stopped = limits_are_reached(&s->limits, s->nodes);
    return s->stopped;
}

/* What the table knows for certain. */
static void known_bounds(const struct solver *s, const struct position *p, int *low, int *high,
                         unsigned *move)
{
    *low = -VALUE_MAX;
    *high = VALUE_MAX;
    struct table_hit hit = table_find(s->table, p->key);
    *move = hit.move;
    if (hit.bound == BOUND_LOWER || hit.bound == BOUND_EXACT)
        *low = hit.value;
    if (hit.bound == BOUND_UPPER || hit.bound == BOUND_EXACT)
        *high = hit.value;
}

/* The order of the moves. Where there are many, each is looked at through our estimate of what it
 * leads to and through the table, which may know enough to end the visit: then it returns true.
 * Where there are few, that would cost more than it saves. */
static bool order_children(const struct solver *s, const struct position *p,
                           const struct move *moves, int count, unsigned table_move, int beta,
                           struct position *child, int *order, int *refutation)
{
    for (int i = 0; i < count; i++) {
        int quiet = s->history[p->side][moves[i].code];
        if (count < GLIMPSE_MOVES) {
            order[i] = moves[i].code == table_move ? 1 << 30 : moves[i].hint * 256 + quiet;
            continue;
        }
        int gain = s->rules->play(p, moves[i].code, child), low, high;
        unsigned ignored;
        known_bounds(s, child, &low, &high, &ignored);
        if (gain - high >= beta) {
            *refutation = gain - high;
            return true;
        }
        order[i] = moves[i].code == table_move ? 1 << 30
                                               : (gain - s->rules->evaluate(child)) * 64 + quiet;
    }
    return false;
}

static void learn(struct solver *s, int side, const struct move *tried, int count)
{
    for (int i = 0; i < count; i++) {
        int *h = &s->history[side][tried[i].code];
        int aim = i == count - 1 ? HISTORY_MAX : -HISTORY_MAX / 4;
        *h += (aim - *h) / 32;
    }
}

static int visit(struct solver *s, const struct position *p, int alpha, int beta);

/* Tries the moves in turn until one reaches beta, and returns the best value. */
static int try_moves(struct solver *s, const struct position *p, struct move *moves, int *order,
                     int count, int beta, unsigned *best_move)
{
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    assert(s->world->position_bytes <= sizeof memory);
    struct position *child = (struct position *)memory;
    int best = -VALUE_MAX;
    if (order_children(s, p, moves, count, *best_move, beta, child, order, &best))
        return best;
    for (int i = 0; i < count && best < beta; i++) {
        order_pick(moves, order, i, count);
        int gain = s->rules->play(p, moves[i].code, child);
        int value = gain - visit(s, child, gain - beta, gain - beta + 1);
        if (s->stopped)
            return 0;
        if (value > best) {
            best = value;
            *best_move = moves[i].code;
        }
        if (best >= beta)
            learn(s, p->side, moves, i + 1);
    }
    return best;
}

/* The value if it lies between alpha and beta, which are one step apart: so a bound, at least beta
 * or at most alpha. */
static int visit(struct solver *s, const struct position *p, int alpha, int beta)
{
    /* 1. Time. */
    s->nodes++;
    if (must_stop(s))
        return 0;

    /* 2. The table. */
    int low, high;
    unsigned move;
    known_bounds(s, p, &low, &high, &move);
    if (low >= beta || low == high)
        return low;
    if (high <= alpha)
        return high;

    /* 3. What the game knows. */
    if (s->rules->bounds) {
        int least, most;
        s->rules->bounds(p, &least, &most);
        if (least >= beta || least == most)
            return least;
        if (most <= alpha)
            return most;
        low = least > low ? least : low;
        high = most < high ? most : high;
    }

    /* 4. The moves, or the end of the game. */
    struct move *moves = s->moves + s->moves_used;
    int *order = s->order + s->moves_used;
    assert(s->moves_used + MOVES_MAX <= MOVES_STACK);
    int count = s->rules->moves(p, moves);
    if (count == 0)
        return s->rules->end_value(p);
    s->moves_used += (size_t)count;
    int best = try_moves(s, p, moves, order, count, beta, &move);
    s->moves_used -= (size_t)count;
    if (s->stopped)
        return 0;

    /* 5. Remember; the two bounds may have met. */
    enum bound bound = best >= beta ? BOUND_LOWER : BOUND_UPPER;
    if ((bound == BOUND_LOWER && best == high) || (bound == BOUND_UPPER && best == low))
        bound = BOUND_EXACT;
    table_store(
        s->table, p->key,
        (struct table_hit){.value = best, .move = move, .depth = TABLE_SOLVED, .bound = bound});
    return best;
}

static void begin(struct solver *s, const struct limits *limits)
{
    s->limits = *limits;
    s->stopped = false;
    s->nodes = s->next_poll = 0;
    s->moves_used = 0;
}

/* Narrows a solution by one question. */
static void ask(struct solver *s, const struct position *p, int bound, struct solution *solution)
{
    int value = visit(s, p, bound - 1, bound);
    if (!s->stopped && value >= bound)
        solution->low = value;
    if (!s->stopped && value < bound)
        solution->high = value;
}

struct solution solver_ask(struct solver *s, const struct position *p, int bound,
                           const struct limits *limits)
{
    assert(p->world == s->world);
    struct solution solution = {.low = -VALUE_MAX, .high = VALUE_MAX};
    begin(s, limits);
    ask(s, p, bound, &solution);
    solution.nodes = s->nodes;
    solution.seconds = limits_elapsed(limits);
    return solution;
}

struct solution solver_run(struct solver *s, const struct position *p, const struct limits *limits)
{
    assert(p->world == s->world);
    struct solution solution = {.low = -VALUE_MAX, .high = VALUE_MAX};
    if (s->rules->bounds)
        s->rules->bounds(p, &solution.low, &solution.high);
    begin(s, limits);
    /* each answer is where the next question is asked */
    for (int guess = s->rules->evaluate(p); solution.low < solution.high && !s->stopped;) {
        if (guess <= solution.low)
            guess = solution.low + 1;
        if (guess > solution.high)
            guess = solution.high;
        int high = solution.high;
        ask(s, p, guess, &solution);
        guess = solution.high < high ? solution.high : solution.low + 1;
    }
    solution.nodes = s->nodes;
    solution.seconds = limits_elapsed(limits);
    return solution;
}

bool solver_best(struct solver *s, const struct position *p, int value, const struct limits *limits,
                 unsigned *move)
{
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = s->rules->moves(p, moves), low, high;
    assert(count > 0);
    struct position *child = position_new(p->world);
    bool found = false;
    begin(s, limits);
    known_bounds(s, p, &low, &high, move);
    for (int i = 0; i < count; i++)
        order[i] = moves[i].code == *move ? VALUE_MAX : moves[i].hint;
    for (int i = 0; i < count && !found && !s->stopped; i++) {
        order_pick(moves, order, i, count);
        int gain = s->rules->play(p, moves[i].code, child), bound = gain - value;
        found = visit(s, child, bound, bound + 1) <= bound && !s->stopped;
        *move = moves[i].code;
    }
    free(child);
    return found;
}
