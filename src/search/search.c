#include "search/search.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "game/solving.h"
#include "search/order.h"
#include "search/solve.h"
#include "search/table.h"
#include "search/tree.h"

enum { HASH_DEFAULT = 64 << 20, THREADS_MAX = 64 };

struct search {
    struct search_options options;
    struct table *table;
    struct tree *tree;
    struct solver *solver; /* made when first needed */
    unsigned suggested;    /* for the next run; TABLE_NO_MOVE: none */
};

/* A search that shares a table; the caller owns it. */
static struct search *new_with_table(const struct world *world,
                                     const struct search_options *options, struct table *table)
{
    struct search *s = memory_zero(sizeof *s);
    s->options = *options;
    s->table = table;
    s->tree = tree_new(world, table, options->no_reductions, options->no_probcut);
    s->suggested = TABLE_NO_MOVE;
    return s;
}

struct search *search_new(const struct world *world, const struct search_options *options)
{
    size_t bytes = options->hash_bytes ? options->hash_bytes : HASH_DEFAULT;
    return new_with_table(world, options, table_new(bytes));
}

static void free_but_table(struct search *s)
{
    tree_free(s->tree);
    solver_free(s->solver);
    free(s);
}

void search_free(struct search *s)
{
    if (!s)
        return;
    table_free(s->table);
    free_but_table(s);
}

void search_set_past(struct search *s, const uint64_t *keys, int count, int ply_limit)
{
    /* once one more occurrence of a position draws, stored values that rest on it are wrong */
    const int drawn = s->tree->world->game->draws.repetition_limit - 1;
    const int before = drawn > 0 ? past_often(&s->tree->past, drawn) : 0;
    tree_set_past(s->tree, keys, count, ply_limit);
    if (drawn > 0 && past_often(&s->tree->past, drawn) != before)
        table_clear(s->table);
}

int search_times_before(const struct search *s, uint64_t key)
{
    return past_times(&s->tree->past, key);
}

int search_plies_left(const struct search *s)
{
    const int limit = s->tree->draws.ply_limit;
    return limit > 0 ? limit - s->tree->past.count : 0;
}

/* Root moves that pass the filter, or all of them if none does. */
static struct move_list generate_root(struct search *s, const struct position *p)
{
    struct move_list list = tree_generate(s->tree, p);
    list.count = filter_keep(s->options.admits, s->options.admits_context, p,
                             tree_moves(s->tree, list), list.count);
    return list;
}

static void keep_line(struct search *s, unsigned move, int value, struct search_line *line)
{
    const struct frame *root = &s->tree->frame[0];
    *line = (struct search_line){.move = move, .value = value, .length = root->line_length};
    memcpy(line->code, root->line, (size_t)root->line_length * sizeof *root->line);
}

/* Searches the root's moves from `first` on, between alpha and beta. A new best move goes to the
 * front of the list, so a round that is cut short leaves the list no worse. Returns false if it was
 * cut short. */
static bool try_root_moves(struct search *s, struct move_list list, int first, int depth, int alpha,
                           int beta, struct search_line *line)
{
    int best = -VALUE_MAX;
    bool all_proven = true, best_proven = false;
    for (int i = first; i < list.count && best < beta; i++) {
        struct move move = tree_moves(s->tree, list)[i];
        int value = i == first
                        ? tree_try(s->tree, 0, move.code, alpha, beta, depth)
                        : tree_try_late(s->tree, 0, move.code, i - first, alpha, beta, depth);
        if (s->tree->budget.stopped)
            return false;
        bool proven = s->tree->frame[1].proven;
        all_proven = all_proven && proven;
        if (value <= best)
            continue;
        best = value;
        best_proven = proven;
        if (value > alpha) {
            alpha = value;
            tree_update_line(s->tree, 0, move.code);
            keep_line(s, move.code, value, line);
            memmove(tree_moves(s->tree, list) + first + 1, tree_moves(s->tree, list) + first,
                    (size_t)(i - first) * sizeof move);
            tree_moves(s->tree, list)[first] = move;
        }
    }
    line->value = best;
    line->proven = best >= beta ? best_proven : all_proven;
    return true;
}

/* One rank of one iteration: the best move from `first` on, with an aspiration window around the
 * value of the iteration before. A window that fails is widened on the side where it failed. */
static bool search_rank(struct search *s, struct move_list list, int first, int depth,
                        struct search_line *line)
{
    enum { NARROW = 6, DEPTH = 3 }; /* points to either side; the first depth with a window */
    int width = NARROW * s->tree->world->game->unit, guess = line->value;
    bool open = s->options.no_aspiration || depth < DEPTH;
    int alpha = open ? -VALUE_MAX : guess - width, beta = open ? VALUE_MAX : guess + width;
    for (;;) {
        struct search_line found = *line;
        bool finished = try_root_moves(s, list, first, depth, alpha, beta, &found);
        if (!finished && found.value <= alpha)
            return false;
        if (found.value > alpha)
            *line = found; /* at least as good as that */
        if (found.value >= beta && beta < VALUE_MAX)
            line->proven = false; /* it is a bound */
        if (!finished)
            return false;
        if (found.value <= alpha && alpha > -VALUE_MAX)
            alpha = width < VALUE_MAX / 8 ? guess - width : -VALUE_MAX;
        else if (found.value >= beta && beta < VALUE_MAX)
            beta = width < VALUE_MAX / 8 ? guess + width : VALUE_MAX;
        else
            return true;
        width *= 4;
    }
}

static void show_best(struct search_result *result, const struct search_line *line)
{
    result->move = line->move;
    result->value = line->value;
    result->line_length = line->length;
    memcpy(result->line, line->code, (size_t)line->length * sizeof *line->code);
}

static int ranks_of(const struct search *s, struct move_list list)
{
    int ranks = s->options.lines > 1 ? s->options.lines : 1;
    if (ranks > SEARCH_LINES_MAX)
        ranks = SEARCH_LINES_MAX;
    return ranks < list.count ? ranks : list.count;
}

/* After an iteration that was cut short at some rank: the lines of the iteration before fill the
 * places from there on, as far as their moves have not come up already. */
static void fill_ranks(struct search_result *result, int rank, const struct search_line *before)
{
    for (int i = 0; i < result->line_count && rank < result->line_count; i++) {
        bool known = false;
        for (int j = 0; j < rank && !known; j++)
            known = result->best[j].move == before[i].move;
        if (!known)
            result->best[rank++] = before[i];
    }
}

/* One iteration: as many ranks as lines are asked for. Returns false if it was cut short. */
static bool search_root(struct search *s, struct move_list list, int depth,
                        struct search_result *result)
{
    int ranks = ranks_of(s, list);
    struct search_line before[SEARCH_LINES_MAX];
    memcpy(before, result->best, (size_t)ranks * sizeof *before);
    for (int rank = 0; rank < ranks; rank++) {
        struct search_line *line = &result->best[rank];
        line->value = before[rank].value;
        bool finished = search_rank(s, list, rank, depth, line);
        if (rank == 0)
            show_best(result, line);
        if (!finished) {
            fill_ranks(result, rank == 0 && line->move != before[0].move ? 1 : rank, before);
            return false;
        }
        if (rank == 0) {
            result->depth = depth;
            result->proven = line->proven;
        }
    }
    result->line_count = ranks;
    return true;
}

static void report(struct search *s, struct search_result *result, search_listener *listener,
                   void *context)
{
    result->nodes = s->tree->budget.nodes;
    result->table_hits = s->tree->table_hits;
    result->seconds = limits_elapsed(&s->tree->budget.limits);
    if (listener)
        listener(context, result);
}

/* True if a proof may be done within these limits, as far as the game can tell. By time a cautious
 * rate is reckoned with: a busy machine has less. */
static bool is_within_reach(const struct solving *solving, const struct position *p,
                            const struct limits *limits)
{
    const double nodes_per_second = 8e6, luck = 2;
    if (!solving->proof_nodes)
        return true;
    double nodes = solving->proof_nodes(p) / luck;
    return (limits->hard <= 0 ||
            nodes <= nodes_per_second * (limits->hard - limits_elapsed(limits))) &&
           (limits->nodes == 0 || nodes <= (double)limits->nodes);
}

/* The part of what is left of the limits that solving may use. */
static struct limits solving_part(const struct search *s)
{
    const double part = 0.4;
    struct limits limits = s->tree->budget.limits;
    uint64_t spent = s->tree->budget.nodes;
    double elapsed = limits_elapsed(&limits);
    if (limits.hard > 0)
        limits.hard = elapsed + part * (limits.hard - elapsed);
    if (limits.nodes > 0) { /* 0 would mean no limit */
        uint64_t left = limits.nodes > spent ? limits.nodes - spent : 0;
        limits.nodes = 1 + (uint64_t)(part * (double)left);
    }
    return limits;
}

/* True if solving is worth trying at all. */
static bool may_solve(const struct search *s, const struct position *p, struct limits *limits)
{
    const struct solving *solving = s->tree->rules->solving;
    *limits = s->tree->budget.limits;
    bool is_limited = limits->hard > 0 || limits->nodes > 0;
    if (s->options.no_solver || s->options.lines > 1 || !is_limited || limits->depth > 0 ||
        !solving || !solving->is_near_end(p))
        return false;
    *limits = solving_part(s);
    return is_within_reach(solving, p, limits);
}

/* The exact value and a move that keeps it. A win whose margin was not found in time is a win all
 * the same, and a move that makes sure of it is played. */
static struct choice prove_margin(struct search *s, const struct position *p,
                                  const struct limits *limits)
{
    struct choice choice = {.solution = solver_run(s->solver, p, limits)};
    bool is_exact = choice.solution.low == choice.solution.high;
    bool is_won = position_banked(p) + choice.solution.low > 0;
    if (!is_exact && !is_won)
        return choice;
    s->tree->budget.nodes += choice.solution.nodes;
    struct limits rest = solving_part(s);
    choice.has_move = solver_best(s->solver, p, choice.solution.low, &rest, &choice.move);
    choice.prospect = is_won && !is_exact ? PROSPECT_WIN : PROSPECT_OPEN;
    choice.solution.nodes = choice.has_move ? solver_nodes(s->solver) : 0;
    return choice;
}

/* Near the end of the game: a sure win where that is all that counts, else the exact value, if a
 * part of the time is enough for it. */
static bool solve_root(struct search *s, const struct position *p, struct search_result *result)
{
    struct limits limits;
    if (!may_solve(s, p, &limits))
        return false;
    if (!s->solver)
        s->solver = solver_new(s->tree->world,
                               s->options.hash_bytes ? s->options.hash_bytes : HASH_DEFAULT);
    struct choice choice;
    if (s->tree->rules->solving->wins_only) {
        choice = solver_choose(s->solver, p, &limits);
    } else {
        choice = prove_margin(s, p, &limits);
    }
    s->tree->budget.nodes += choice.solution.nodes;
    unsigned move = choice.move;
    if (!choice.has_move ||
        (s->options.admits && !s->options.admits(s->options.admits_context, p, move)))
        return false;
    *result = (struct search_result){.move = move,
                                     .value = choice.solution.low,
                                     .proven = choice.solution.low == choice.solution.high &&
                                               choice.prospect != PROSPECT_NO_WIN,
                                     .won = choice.prospect == PROSPECT_WIN,
                                     .line_length = 1,
                                     .line = {move}};
    return true;
}

/* How much of the soft limit is used: less if the best move has long been the same, more if it has
 * just changed. */
static double patience(int unchanged)
{
    return unchanged == 0 ? 1.4 : unchanged >= 4 ? 0.6 : 1;
}

static void deepen(struct search *s, struct move_list list, int first_depth,
                   struct search_result *result, search_listener *listener, void *context)
{
    const struct limits *limits = &s->tree->budget.limits;
    int deepest = limits->depth > 0 && limits->depth < SEARCH_DEPTH_MAX ? limits->depth
                                                                        : SEARCH_DEPTH_MAX;
    int unchanged = 0;
    for (int depth = first_depth;
         depth <= deepest && !result->proven && !budget_is_spent(&s->tree->budget); depth++) {
        unsigned before = result->move;
        bool finished = search_root(s, list, depth, result);
        report(s, result, listener, context);
        unchanged = result->move == before ? unchanged + 1 : 0;
        if (!finished ||
            (limits->soft > 0 && limits_elapsed(limits) >= patience(unchanged) * limits->soft))
            break;
    }
}

void search_suggest(struct search *s, unsigned move)
{
    s->suggested = move;
}

/* The root's moves in the order of the game's own hints, behind the one that was suggested. */
static struct move_list first_list(struct search *s, const struct position *p)
{
    struct move_list list = generate_root(s, p);
    int order[MOVES_MAX];
    for (int i = 0; i < list.count; i++) {
        const struct move move = tree_moves(s->tree, list)[i];
        order[i] = move.code == s->suggested ? INT_MAX : move.hint;
    }
    s->suggested = TABLE_NO_MOVE;
    for (int i = 0; i < list.count; i++)
        order_pick(tree_moves(s->tree, list), order, i, list.count);
    return list;
}

static struct search_result quick_answer(struct search *s, struct move_list list)
{
    struct search_result result = {0};
    for (int rank = 0; rank < ranks_of(s, list); rank++) {
        unsigned move = tree_moves(s->tree, list)[rank].code;
        result.best[rank] = (struct search_line){.move = move, .length = 1, .code = {move}};
    }
    show_best(&result, &result.best[0]);
    return result;
}

/* --- several threads ---
 *
 * Helpers search the same position with the same table and nothing else in common; what they leave
 * in the table speeds up the caller's search, whose word alone counts. */

struct helper {
    pthread_t thread;
    struct search *search;
    int number;
    struct search_result result;
};

static void *help(void *context)
{
    struct helper *helper = context;
    struct search *s = helper->search;
    struct move_list list = first_list(s, s->tree->frame[0].position);
    helper->result = quick_answer(s, list);
    deepen(s, list, 1 + helper->number % 2, &helper->result, NULL, NULL);
    return NULL;
}

static int start_helpers(struct search *s, const struct position *p, const atomic_bool *done,
                         struct helper *helper)
{
    int count = s->options.threads > THREADS_MAX ? THREADS_MAX - 1 : s->options.threads - 1;
    struct limits limits = {.depth = s->tree->budget.limits.depth, .stop = done};
    for (int i = 0; i < count; i++) {
        helper[i] = (struct helper){.number = i + 1};
        helper[i].search = new_with_table(s->tree->world, &s->options, s->table);
        tree_set_past(helper[i].search->tree, s->tree->past.key, s->tree->past.count,
                      s->tree->draws.ply_limit);
        tree_begin(helper[i].search->tree, p, &limits);
        thread_must_start(&helper[i].thread, help, &helper[i]);
    }
    return count;
}

static void end_helpers(struct search *s, struct helper *helper, int count)
{
    for (int i = 0; i < count; i++) {
        pthread_join(helper[i].thread, NULL);
        s->tree->budget.nodes += helper[i].search->tree->budget.nodes;
        s->tree->table_hits += helper[i].search->tree->table_hits;
        free_but_table(helper[i].search);
    }
}

static void deepen_together(struct search *s, const struct position *p, struct move_list list,
                            struct search_result *result, search_listener *listener, void *context)
{
    struct helper *helper = memory_new(THREADS_MAX * sizeof *helper);
    atomic_bool done = false;
    table_share(s->table);
    int helpers = start_helpers(s, p, &done, helper);
    deepen(s, list, 1, result, listener, context);
    atomic_store(&done, true);
    end_helpers(s, helper, helpers);
    free(helper);
    report(s, result, listener, context);
}

struct search_result search_run(struct search *s, const struct position *p,
                                const struct limits *limits, search_listener *listener,
                                void *context)
{
    assert(p->world == s->tree->world);
    tree_begin(s->tree, p, limits);
    table_age(s->table);

    /* The quick answer, by the game's own hint. */
    struct move_list list = first_list(s, p);
    assert(list.count > 0);
    struct search_result result = quick_answer(s, list);
    report(s, &result, listener, context);
    if (list.count == 1)
        return result;
    if (solve_root(s, p, &result)) {
        report(s, &result, listener, context);
        return result;
    }
    if (s->options.threads > 1)
        deepen_together(s, p, list, &result, listener, context);
    else
        deepen(s, list, 1, &result, listener, context);
    return result;
}

int search_move_value(struct search *s, const struct position *p, unsigned move,
                      const struct limits *limits, uint64_t *nodes)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX] = {{.code = (uint16_t)move}};
    struct position *now = position_copy(p), *child = position_new(p->world);
    int value = 0, sign = 1, count = 1;
    for (; count == 1; sign = -sign) {
        value += sign * rules->play(now, moves[0].code, child);
        struct position *swap = now;
        now = child;
        child = swap;
        count = now->over ? 0 : rules->moves(now, moves);
    }
    if (count > 1) {
        struct limits all = *limits;
        all.soft = 0; /* what is left is for this */
        struct search_result reply = search_run(s, now, &all, NULL, NULL);
        value += sign * reply.value;
        *nodes += reply.nodes;
    } else {
        value += sign * rules->end_value(now);
    }
    free(now);
    free(child);
    return value;
}
