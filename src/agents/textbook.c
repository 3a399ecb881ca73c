#include "agents/textbook.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "search/table.h"

enum { CACHE_BYTES = 64 << 20, POLL_NODES = 64, INFINITE = VALUE_MAX };

struct textbook {
    struct textbook_options options;
    struct budget budget;
    struct table *cached_states; /* NULL without caching */
    uint64_t cache_hits;
    bool cut_short; /* in this search the plies ran out, not the limit: cache nothing more */
    int ply;
    size_t position_bytes;
    struct position *child[LIMIT_MAX + 1]; /* the positions on the way, by ply */
    struct position *glimpse;              /* of what a move leads to, for ordering */
    textbook_listener *listener;           /* of textbook_choose(); may be NULL */
    void *listener_context;
};

struct textbook *textbook_new(const struct textbook_options *options)
{
    struct textbook *t = memory_zero(sizeof *t);
    t->options = *options;
    t->budget = budget_begin(&(struct limits){0}, POLL_NODES);
    if (options->caching)
        t->cached_states = table_new(CACHE_BYTES);
    return t;
}

static void free_positions(struct textbook *t)
{
    for (int i = 0; i <= LIMIT_MAX; i++) {
        free(t->child[i]);
        t->child[i] = NULL;
    }
    free(t->glimpse);
    t->glimpse = NULL;
}

void textbook_free(struct textbook *t)
{
    if (!t)
        return;
    free_positions(t);
    table_free(t->cached_states);
    free(t);
}

void textbook_set_ordering(struct textbook *t, bool ordering)
{
    t->options.ordering = ordering;
}

void textbook_forget(struct textbook *t)
{
    if (t->cached_states)
        table_clear(t->cached_states);
}

/* --- positions on the way --- */

/* Room for a position; it is made when it is needed first. */
static struct position *room(struct textbook *t, const struct position *p, struct position **place)
{
    if (t->position_bytes != p->world->position_bytes) {
        free_positions(t);
        t->position_bytes = p->world->position_bytes;
    }
    if (!*place)
        *place = memory_aligned(POSITION_ALIGN, t->position_bytes);
    return *place;
}

/* The position after a move; step_back() ends the look at it. */
static const struct position *step(struct textbook *t, const struct position *p, unsigned code)
{
    struct position *child = room(t, p, &t->child[t->ply]);
    p->world->rules->play(p, code, child);
    t->ply++;
    return child;
}

static void step_back(struct textbook *t)
{
    t->ply--;
}

/* --- cached states --- */

/* A state is the board, the side to move, the score so far, and whose utility is meant. */
static uint64_t state_of(const struct position *p, int color)
{
    return p->key ^
           hash64((uint64_t)(uint32_t)position_margin(p) << 2 | (unsigned)(p->side << 1 | color));
}

/* How the cache keeps a limit: a utility holds only for the limit it was computed with. */
static int cached_limit(int limit)
{
    return limit < 0 ? TABLE_SOLVED : limit;
}

/* True, with its utility, if the state was visited and what is known of it settles the question
 * that alpha and beta ask. */
static bool is_cached(struct textbook *t, const struct position *p, int color, int alpha, int beta,
                      int limit, int *utility)
{
    if (!t->cached_states)
        return false;
    struct table_hit hit = table_find(t->cached_states, state_of(p, color));
    bool settled = hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && hit.value >= beta) ||
                   (hit.bound == BOUND_UPPER && hit.value <= alpha);
    if (!settled || hit.depth != cached_limit(limit))
        return false;
    t->cache_hits++;
    *utility = hit.value;
    return true;
}

/* A utility outside of alpha and beta is only a bound. */
static void cache(struct textbook *t, const struct position *p, int color, int alpha, int beta,
                  int limit, int utility)
{
    if (!t->cached_states || t->budget.stopped || t->cut_short)
        return;
    enum bound bound = utility >= beta ? BOUND_LOWER : utility <= alpha ? BOUND_UPPER : BOUND_EXACT;
    table_store(t->cached_states, state_of(p, color),
                (struct table_hit){utility, TABLE_NO_MOVE, cached_limit(limit), bound});
}

/* --- the steps --- */

int get_possible_moves(const struct position *p, struct move out[MOVES_MAX])
{
    return p->over ? 0 : p->world->rules->moves(p, out);
}

int compute_utility(const struct position *p, int color)
{
    int utility = p->world->game->unit * p->world->rules->textbook(p);
    return p->side == color ? utility : -utility;
}

int compute_heuristic(const struct position *p, int color)
{
    int estimate = position_banked(p) + p->world->rules->evaluate(p);
    return p->side == color ? estimate : -estimate;
}

/* What cut the search before this one short says nothing about this one. */
static void begin_search(struct textbook *t)
{
    assert(t->ply == 0);
    t->cut_short = false;
}

/* Returns true if the budget is spent. A node that is nobody's child begins a search. */
static bool begin_node(struct textbook *t)
{
    if (t->ply == 0)
        begin_search(t);
    return budget_spend(&t->budget, 1);
}

/* Who looks further ahead has one ply less to look. */
static int less(int limit)
{
    return limit > 0 ? limit - 1 : limit;
}

static bool is_limit_reached(struct textbook *t, int limit)
{
    if (t->ply == LIMIT_MAX && limit != 0)
        t->cut_short = true;
    return limit == 0 || t->ply == LIMIT_MAX;
}

/* That of a terminal state, where some rules count more than the textbook's estimate does. */
static int utility_at_end(const struct position *p, int color)
{
    if (!p->world->rules->final_score)
        return compute_utility(p, color);
    int score[2];
    p->world->rules->final_score(p, score);
    return p->world->game->unit * (score[color] - score[!color]);
}

static int utility_at_limit(const struct textbook *t, const struct position *p, int color)
{
    return t->options.heuristic ? compute_heuristic(p, color) : compute_utility(p, color);
}

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

void order_moves(struct textbook *t, const struct position *p, struct move *moves, int count)
{
    struct ranked ranked[MOVES_MAX];
    struct position *after = room(t, p, &t->glimpse);
    for (int i = 0; i < count; i++) {
        p->world->rules->play(p, moves[i].code, after);
        ranked[i] = (struct ranked){compute_utility(after, p->side), moves[i]};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, by_worth);
    for (int i = 0; i < count; i++)
        moves[i] = ranked[i].move;
}

/* The legal moves as a node goes through them. */
static int moves_in_order(struct textbook *t, const struct position *p, struct move *moves)
{
    int count = get_possible_moves(p, moves);
    if (t->options.ordering)
        order_moves(t, p, moves, count);
    return count;
}

/* Minimax: a side takes its best move, knowing that its opponent will do the same. */
int mm_max_node(struct textbook *t, const struct position *p, int color, int limit)
{
    int best = -INFINITE, known;
    if (begin_node(t))
        return 0;
    if (is_cached(t, p, color, -INFINITE, INFINITE, limit, &known))
        return known;
    struct move moves[MOVES_MAX];
    int count = get_possible_moves(p, moves);
    if (count == 0)
        return utility_at_end(p, color);
    if (is_limit_reached(t, limit))
        return utility_at_limit(t, p, color);

    for (int i = 0; i < count; i++) {
        int utility = mm_min_node(t, step(t, p, moves[i].code), color, less(limit));
        step_back(t);
        if (utility > best)
            best = utility;
    }
    cache(t, p, color, -INFINITE, INFINITE, limit, best);
    return best;
}

int mm_min_node(struct textbook *t, const struct position *p, int color, int limit)
{
    int best = INFINITE, known;
    if (begin_node(t))
        return 0;
    if (is_cached(t, p, color, -INFINITE, INFINITE, limit, &known))
        return known;
    struct move moves[MOVES_MAX];
    int count = get_possible_moves(p, moves);
    if (count == 0)
        return utility_at_end(p, color);
    if (is_limit_reached(t, limit))
        return utility_at_limit(t, p, color);

    for (int i = 0; i < count; i++) {
        int utility = mm_max_node(t, step(t, p, moves[i].code), color, less(limit));
        step_back(t);
        if (utility < best)
            best = utility;
    }
    cache(t, p, color, -INFINITE, INFINITE, limit, best);
    return best;
}

/* Alpha-beta: the same utility, but a move is not followed further once it is clear that one side
 * would not let it happen: color is sure of alpha elsewhere, its opponent of beta. */
int ab_max_node(struct textbook *t, const struct position *p, int color, int alpha, int beta,
                int limit)
{
    int best = -INFINITE, known;
    if (begin_node(t))
        return 0;
    if (is_cached(t, p, color, alpha, beta, limit, &known))
        return known;
    struct move moves[MOVES_MAX];
    int count = moves_in_order(t, p, moves);
    if (count == 0)
        return utility_at_end(p, color);
    if (is_limit_reached(t, limit))
        return utility_at_limit(t, p, color);

    for (int i = 0; i < count && best < beta; i++) {
        int sure = best > alpha ? best : alpha;
        int utility = ab_min_node(t, step(t, p, moves[i].code), color, sure, beta, less(limit));
        step_back(t);
        if (utility > best)
            best = utility;
    }
    cache(t, p, color, alpha, beta, limit, best);
    return best;
}

int ab_min_node(struct textbook *t, const struct position *p, int color, int alpha, int beta,
                int limit)
{
    int best = INFINITE, known;
    if (begin_node(t))
        return 0;
    if (is_cached(t, p, color, alpha, beta, limit, &known))
        return known;
    struct move moves[MOVES_MAX];
    int count = moves_in_order(t, p, moves);
    if (count == 0)
        return utility_at_end(p, color);
    if (is_limit_reached(t, limit))
        return utility_at_limit(t, p, color);

    for (int i = 0; i < count && best > alpha; i++) {
        int sure = best < beta ? best : beta;
        int utility = ab_max_node(t, step(t, p, moves[i].code), color, alpha, sure, less(limit));
        step_back(t);
        if (utility < best)
            best = utility;
    }
    cache(t, p, color, alpha, beta, limit, best);
    return best;
}

struct claim claim_mm(struct textbook *t, const struct position *p, const struct move *moves,
                      int count, int limit)
{
    struct claim best = {moves[0].code, -INFINITE};
    begin_search(t);
    for (int i = 0; i < count && !t->budget.stopped; i++) {
        int utility = mm_min_node(t, step(t, p, moves[i].code), p->side, less(limit));
        step_back(t);
        if (utility > best.utility)
            best = (struct claim){moves[i].code, utility};
    }
    return best;
}

struct claim claim_ab(struct textbook *t, const struct position *p, const struct move *moves,
                      int count, int limit)
{
    struct claim best = {moves[0].code, -INFINITE};
    begin_search(t);
    for (int i = 0; i < count && !t->budget.stopped; i++) {
        int utility = ab_min_node(t, step(t, p, moves[i].code), p->side, best.utility, INFINITE,
                                  less(limit));
        step_back(t);
        if (utility > best.utility)
            best = (struct claim){moves[i].code, utility};
    }
    return best;
}

/* --- whole searches --- */

/* Chooses the first of the best moves. False, and the result is what it was, if time ran out. */
static bool search_to(struct textbook *t, const struct position *p, const struct move *moves,
                      int count, int depth, struct textbook_result *result)
{
    struct claim claim = (t->options.pruning ? claim_ab : claim_mm)(t, p, moves, count, depth);
    if (t->budget.stopped)
        return false;
    result->move = claim.move;
    result->value = claim.utility;
    result->depth = depth;
    return true;
}

static int depth_of(const struct textbook *t)
{
    assert(t->options.depth >= 1);
    return t->options.depth < LIMIT_MAX ? t->options.depth : LIMIT_MAX;
}

struct textbook_result textbook_search(const struct position *p,
                                       const struct textbook_options *options)
{
    double began = clock_seconds(CLOCK_OF_PROCESS);
    struct textbook *t = textbook_new(options);
    struct textbook_result result = {0};
    struct move moves[MOVES_MAX];
    int count = moves_in_order(t, p, moves);
    assert(count > 0);
    search_to(t, p, moves, count, depth_of(t), &result);
    result.nodes = t->budget.nodes;
    result.cache_hits = t->cache_hits;
    textbook_free(t);
    result.seconds = clock_seconds(CLOCK_OF_PROCESS) - began;
    return result;
}

void textbook_set_listener(struct textbook *t, textbook_listener *listener, void *context)
{
    t->listener = listener;
    t->listener_context = context;
}

struct textbook_result textbook_choose(struct textbook *t, const struct position *p,
                                       const struct limits *limits, search_filter *admits,
                                       void *context)
{
    t->budget = budget_begin(limits, POLL_NODES);
    t->budget.next_poll = POLL_NODES; /* a search of depth 1 is done in any case */
    t->cache_hits = 0;
    struct move moves[MOVES_MAX];
    int count = moves_in_order(t, p, moves);
    assert(count > 0);
    count = filter_keep(admits, context, p, moves, count);
    struct textbook_result result = {.move = moves[0].code};
    int deepest = depth_of(t);
    if (limits->depth > 0 && limits->depth < deepest)
        deepest = limits->depth;
    for (int depth = 1; depth <= deepest; depth++) {
        double before = limits_elapsed(limits);
        if (!search_to(t, p, moves, count, depth, &result))
            break;
        if (t->listener)
            t->listener(t->listener_context, result.move);
        /* the next depth costs about as many times more as there are moves: is there time? */
        double took = limits_elapsed(limits) - before;
        if (limits->hard > 0 && limits_elapsed(limits) + took * count > limits->hard)
            break;
    }
    result.nodes = t->budget.nodes;
    result.cache_hits = t->cache_hits;
    result.seconds = limits_elapsed(limits);
    return result;
}
