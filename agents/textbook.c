#include "agents/textbook.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "search/table.h"

enum { DEPTH_MAX = 100, CACHE_BYTES = 64 << 20, POLL_NODES = 64, INFINITE = VALUE_MAX };

struct textbook {
    const struct rules *rules;
    struct textbook_options options;
    struct budget budget;
    struct table *cache;
    void *children; /* one position for each ply */
    struct position *child[DEPTH_MAX];
    struct position *glimpse; /* of what a move leads to, for ordering */
    uint64_t cache_hits;
};

int textbook_utility(const struct position *p)
{
    return p->world->game->unit * p->world->rules->textbook(p);
}

/* The estimate at the depth limit. */
static int estimate(const struct textbook *t, const struct position *p)
{
    if (!t->options.heuristic)
        return textbook_utility(p);
    return position_banked(p) + t->rules->evaluate(p);
}

/* A state is the board, the side to move and the score so far. */
static uint64_t state_of(const struct position *p)
{
    return p->key ^ hash64((uint64_t)(uint32_t)position_margin(p) << 1 | p->side);
}

/* Ordering: moves that look best one ply ahead come first. */
struct ranked {
    int worth;
    struct move move;
};

static int by_worth(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth > y->worth ? -1 : 1;
    return (x->move.code > y->move.code) - (x->move.code < y->move.code);
}

static void order_moves(const struct textbook *t, const struct position *p, struct move *moves,
                        int count)
{
    struct ranked ranked[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        t->rules->play(p, moves[i].code, t->glimpse);
        ranked[i] = (struct ranked){-textbook_utility(t->glimpse), moves[i]};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, by_worth);
    for (int i = 0; i < count; i++)
        moves[i] = ranked[i].move;
}

/* Minimax: the side to move takes the best move, knowing that the opponent will do the same. */
static int minimax(struct textbook *t, const struct position *p, int depth)
{
    if (budget_spend(&t->budget, 1))
        return 0;
    if (t->options.caching) {
        struct table_hit hit = table_find(t->cache, state_of(p));
        if (hit.bound == BOUND_EXACT && hit.depth == depth) {
            t->cache_hits++;
            return hit.value;
        }
    }
    struct move moves[MOVES_MAX];
    int count = t->rules->moves(p, moves);
    if (count == 0)
        return textbook_utility(p);
    if (depth == 0)
        return estimate(t, p);
    if (t->options.ordering)
        order_moves(t, p, moves, count);

    int best = -INFINITE;
    for (int i = 0; i < count; i++) {
        struct position *child = t->child[depth];
        t->rules->play(p, moves[i].code, child);
        int value = -minimax(t, child, depth - 1);
        if (value > best)
            best = value;
    }
    if (t->options.caching && !t->budget.stopped)
        table_store(t->cache, state_of(p),
                    (struct table_hit){best, TABLE_NO_MOVE, depth, BOUND_EXACT});
    return best;
}

/* Alpha-beta: the same value, but a move is not followed further once it is clear that the
 * opponent (who has beta already) or the side to move (who has alpha) would not let it happen. */
static int alphabeta(struct textbook *t, const struct position *p, int alpha, int beta, int depth)
{
    if (budget_spend(&t->budget, 1))
        return 0;
    if (t->options.caching) {
        struct table_hit hit = table_find(t->cache, state_of(p));
        bool settled = hit.bound == BOUND_EXACT ||
                       (hit.bound == BOUND_LOWER && hit.value >= beta) ||
                       (hit.bound == BOUND_UPPER && hit.value <= alpha);
        if (settled && hit.depth == depth) {
            t->cache_hits++;
            return hit.value;
        }
    }
    struct move moves[MOVES_MAX];
    int count = t->rules->moves(p, moves);
    if (count == 0)
        return textbook_utility(p);
    if (depth == 0)
        return estimate(t, p);
    if (t->options.ordering)
        order_moves(t, p, moves, count);

    int best = -INFINITE;
    for (int i = 0; i < count && best < beta; i++) {
        struct position *child = t->child[depth];
        t->rules->play(p, moves[i].code, child);
        int value = -alphabeta(t, child, -beta, -(best > alpha ? best : alpha), depth - 1);
        if (value > best)
            best = value;
    }
    if (t->options.caching && !t->budget.stopped) {
        enum bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
        table_store(t->cache, state_of(p), (struct table_hit){best, TABLE_NO_MOVE, depth, bound});
    }
    return best;
}

/* Chooses the first of the best moves. False if time ran out. */
static bool search_to(struct textbook *t, const struct position *p, const struct move *moves,
                      int count, int depth, struct textbook_result *result)
{
    int best = -INFINITE;
    unsigned move = moves[0].code;
    for (int i = 0; i < count; i++) {
        struct position *child = t->child[depth];
        t->rules->play(p, moves[i].code, child);
        int value = t->options.pruning ? -alphabeta(t, child, -INFINITE, -best, depth - 1)
                                       : -minimax(t, child, depth - 1);
        if (t->budget.stopped)
            return false;
        if (value > best) {
            best = value;
            move = moves[i].code;
        }
    }
    result->move = move;
    result->value = best;
    result->depth = depth;
    return true;
}

static void start(struct textbook *t, const struct position *p,
                  const struct textbook_options *options, const struct limits *limits)
{
    *t = (struct textbook){
        .rules = p->world->rules, .options = *options, .budget = budget_begin(limits, POLL_NODES)};
    t->budget.next_poll = POLL_NODES; /* a search of depth 1 is done in any case */
    if (t->options.depth > DEPTH_MAX - 1)
        t->options.depth = DEPTH_MAX - 1;
    if (options->caching)
        t->cache = table_new(CACHE_BYTES);
    size_t bytes = p->world->position_bytes;
    t->children = memory_aligned(POSITION_ALIGN, (DEPTH_MAX + 1) * bytes);
    for (size_t i = 0; i < DEPTH_MAX; i++)
        t->child[i] = (struct position *)((char *)t->children + i * bytes);
    t->glimpse = (struct position *)((char *)t->children + DEPTH_MAX * bytes);
}

static void finish(struct textbook *t, struct textbook_result *result)
{
    result->nodes = t->budget.nodes;
    result->cache_hits = t->cache_hits;
    table_free(t->cache);
    free(t->children);
}

struct textbook_result textbook_search(const struct position *p,
                                       const struct textbook_options *options)
{
    assert(options->depth >= 1);
    struct textbook t;
    struct textbook_result result = {0};
    double began = clock_seconds(CLOCK_OF_PROCESS);
    start(&t, p, options, &(struct limits){0});
    struct move moves[MOVES_MAX];
    int count = t.rules->moves(p, moves);
    assert(count > 0);
    if (options->ordering)
        order_moves(&t, p, moves, count);
    search_to(&t, p, moves, count, t.options.depth, &result);
    finish(&t, &result);
    result.seconds = clock_seconds(CLOCK_OF_PROCESS) - began;
    return result;
}

static int keep_admitted(const struct position *p, struct move *moves, int count,
                         search_filter *admits, void *context)
{
    int kept = 0;
    for (int i = 0; admits && i < count; i++)
        if (admits(context, p, moves[i].code))
            moves[kept++] = moves[i];
    return kept > 0 ? kept : count;
}

struct textbook_result textbook_choose(const struct position *p,
                                       const struct textbook_options *options,
                                       const struct limits *limits, search_filter *admits,
                                       void *context)
{
    assert(options->depth >= 1);
    struct textbook t;
    start(&t, p, options, limits);
    struct move moves[MOVES_MAX];
    int count = t.rules->moves(p, moves);
    assert(count > 0);
    if (options->ordering)
        order_moves(&t, p, moves, count);
    count = keep_admitted(p, moves, count, admits, context);
    struct textbook_result result = {.move = moves[0].code};
    int deepest = t.options.depth;
    if (limits->depth > 0 && limits->depth < deepest)
        deepest = limits->depth;
    for (int depth = 1; depth <= deepest; depth++) {
        double before = limits_elapsed(limits);
        if (!search_to(&t, p, moves, count, depth, &result))
            break;
        /* the next depth costs about as many times more as there are moves: is there time? */
        double took = limits_elapsed(limits) - before;
        if (limits->hard > 0 && limits_elapsed(limits) + took * count > limits->hard)
            break;
    }
    finish(&t, &result);
    result.seconds = limits_elapsed(limits);
    return result;
}
