#include "core/search.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/order.h"
#include "core/solve.h"
#include "core/table.h"

enum {
    HASH_DEFAULT = 64 << 20,
    POLL_NODES = 64, /* between two looks at the clock, about 0.3 µs each */
    CODES = 1 << 16,
    KILLERS = 2,
    HISTORY_MAX = 1 << 14,
    ORDER_TABLE = INT_MAX,
    ORDER_KILLER = 1 << 29,
};

/* What the search remembers of each ply of the line it is looking at. */
struct frame {
    struct position *position;
    bool proven; /* the value last returned from this ply rests on no estimate */
    unsigned killer[KILLERS];
    int line_length;
    unsigned line[SEARCH_PLIES];
};

struct search {
    const struct world *world;
    const struct rules *rules;
    struct search_options options;
    struct table *table;
    int (*history)[CODES]; /* how often a move of a side cut, by code */
    struct frame *frame;   /* SEARCH_PLIES + 1 of them */
    void *positions;
    struct move *moves; /* one stack for the lists of all plies */
    size_t moves_capacity, moves_used;
    uint64_t *past;
    int past_count;
    struct solver *solver; /* made when first needed */

    struct limits limits;
    uint64_t nodes, table_hits, next_poll;
    bool stopped;
};

struct search *search_new(const struct world *world, const struct search_options *options)
{
    struct search *s = memory_zero(sizeof *s);
    s->world = world;
    s->rules = world->rules;
    s->options = *options;
    s->table = table_new(options->hash_bytes ? options->hash_bytes : HASH_DEFAULT);
    s->history = memory_zero(2 * sizeof *s->history);
    s->frame = memory_zero((SEARCH_PLIES + 1) * sizeof *s->frame);
    s->positions = memory_aligned(POSITION_ALIGN, (SEARCH_PLIES + 1) * world->position_bytes);
    for (int i = 0; i <= SEARCH_PLIES; i++)
        s->frame[i].position = (struct position *)((char *)s->positions +
                                                   (size_t)i * world->position_bytes);
    s->moves_capacity = 4 * MOVES_MAX;
    s->moves = memory_new(s->moves_capacity * sizeof *s->moves);
    return s;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    table_free(s->table);
    free(s->history);
    free(s->frame);
    free(s->positions);
    free(s->moves);
    free(s->past);
    solver_free(s->solver);
    free(s);
}

void search_set_past(struct search *s, const uint64_t *keys, int count)
{
    size_t bytes = (size_t)count * sizeof *keys;
    s->past = memory_resize(s->past, bytes);
    if (count > 0)
        memcpy(s->past, keys, bytes);
    s->past_count = count;
}

/* Looks at the limits every few nodes; once true, everything unwinds. */
static bool must_stop(struct search *s)
{
    if (s->stopped || s->nodes < s->next_poll)
        return s->stopped;
    s->next_poll = s->nodes + POLL_NODES;
    s->stopped = limits_are_reached(&s->limits, s->nodes);
    return s->stopped;
}

/* True if the position at this ply stood on the board before, in the game or on this line. */
static bool is_repetition(const struct search *s, int ply)
{
    uint64_t key = s->frame[ply].position->key;
    for (int i = ply - 2; i >= 0; i -= 2)
        if (s->frame[i].position->key == key)
            return true;
    for (int i = 0; i < s->past_count; i++)
        if (s->past[i] == key)
            return true;
    return false;
}

/* A list of moves on the common stack, with the order in which to try them. */
struct move_list {
    size_t base;
    int count;
};

static struct move *list_moves(struct search *s, struct move_list list)
{
    return s->moves + list.base;
}

static struct move_list generate(struct search *s, const struct position *p)
{
    if (s->moves_capacity - s->moves_used < MOVES_MAX) {
        s->moves_capacity += 8 * MOVES_MAX;
        s->moves = memory_resize(s->moves, s->moves_capacity * sizeof *s->moves);
    }
    struct move_list list = {s->moves_used, s->rules->moves(p, s->moves + s->moves_used)};
    s->moves_used += (size_t)list.count;
    return list;
}

static int order_of(const struct search *s, const struct frame *frame, int side, struct move move,
                    unsigned table_move)
{
    if (move.code == table_move)
        return ORDER_TABLE;
    for (int i = 0; i < KILLERS; i++)
        if (move.code == frame->killer[i])
            return ORDER_KILLER - i;
    return move.hint * 256 + s->history[side][move.code];
}

/* Remembers a move that refuted, for ordering; the losers before it are remembered as such. */
static void reward(struct search *s, struct frame *frame, int side, const struct move *tried,
                   int count, int depth)
{
    unsigned code = tried[count - 1].code;
    if (frame->killer[0] != code) {
        frame->killer[1] = frame->killer[0];
        frame->killer[0] = code;
    }
    int bonus = depth * depth < 400 ? depth * depth : 400;
    for (int i = 0; i < count; i++) {
        int *h = &s->history[side][tried[i].code];
        int change = i == count - 1 ? bonus : -bonus;
        *h += change - *h * bonus / HISTORY_MAX; /* drifts towards ±HISTORY_MAX, never past */
    }
}

static void update_line(struct search *s, int ply, unsigned code)
{
    struct frame *frame = &s->frame[ply];
    const struct frame *next = &s->frame[ply + 1];
    frame->line[0] = code;
    memcpy(frame->line + 1, next->line, (size_t)next->line_length * sizeof *next->line);
    frame->line_length = next->line_length + 1;
}

/* Tells whether what the table knows ends the visit. */
static bool settles(struct table_hit hit, int alpha, int beta, int depth)
{
    if (hit.bound == BOUND_NONE || hit.depth < depth)
        return false;
    return hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && hit.value >= beta) ||
           (hit.bound == BOUND_UPPER && hit.value <= alpha);
}

static int visit(struct search *s, int ply, int alpha, int beta, int depth);

/* The value of a move for the player who makes it. */
static int try_move(struct search *s, int ply, unsigned code, int alpha, int beta, int depth)
{
    struct position *child = s->frame[ply + 1].position;
    int gain = s->rules->play(s->frame[ply].position, code, child);
    table_prefetch(s->table, child->key);
    return gain - visit(s, ply + 1, gain - beta, gain - alpha, depth - 1);
}

/* The value of the position at a ply, exact between alpha and beta, else a bound. */
static int visit(struct search *s, int ply, int alpha, int beta, int depth)
{
    struct frame *frame = &s->frame[ply];
    const struct position *p = frame->position;
    frame->line_length = 0;
    frame->proven = false;

    /* 1. Time. */
    s->nodes++;
    if (must_stop(s))
        return 0;

    /* 2. A position seen before is a draw, if the game has such draws. It is one of this path
     *    only, so it proves nothing. */
    if (ply > 0 && s->world->game->repetition_limit > 0 && is_repetition(s, ply))
        return 0;

    /* 3. The table. */
    struct table_hit hit = table_find(s->table, p->key);
    if (ply > 0 && settles(hit, alpha, beta, depth)) {
        s->table_hits++;
        frame->proven = hit.depth == TABLE_SOLVED;
        return hit.value;
    }

    /* 4. The horizon. */
    if (depth <= 0 || ply == SEARCH_PLIES) {
        frame->proven = p->over;
        return s->rules->evaluate(p);
    }

    /* 5. The moves, or the end of the game. */
    struct move_list list = generate(s, p);
    if (list.count == 0) {
        frame->proven = true;
        return s->rules->end_value(p);
    }

    /* 6. Their order. */
    int order[MOVES_MAX];
    for (int i = 0; i < list.count; i++)
        order[i] = order_of(s, frame, p->side, list_moves(s, list)[i], hit.move);
    if (ply + 1 <= SEARCH_PLIES)
        s->frame[ply + 1].killer[0] = s->frame[ply + 1].killer[1] = TABLE_NO_MOVE;

    /* 7. The first move with the full window, the others against it with an empty one. */
    int best = -VALUE_MAX;
    unsigned best_move = TABLE_NO_MOVE;
    int floor = alpha;
    bool all_proven = true, best_proven = false;
    for (int i = 0; i < list.count; i++) {
        order_pick(list_moves(s, list), order, i, list.count);
        unsigned code = list_moves(s, list)[i].code;
        int value;
        if (i == 0) {
            value = try_move(s, ply, code, floor, beta, depth);
        } else {
            value = try_move(s, ply, code, floor, floor + 1, depth);
            if (value > floor && value < beta && !s->stopped)
                value = try_move(s, ply, code, floor, beta, depth);
        }
        if (s->stopped)
            break;
        bool proven = s->frame[ply + 1].proven;
        all_proven = all_proven && proven;
        if (value > best) {
            best = value;
            best_move = code;
            best_proven = proven;
        }
        if (value > floor) {
            floor = value;
            update_line(s, ply, code);
        }
        if (floor >= beta) {
            reward(s, frame, p->side, list_moves(s, list), i + 1, depth);
            break;
        }
    }
    s->moves_used = list.base;
    if (s->stopped)
        return 0;

    /* 8. Remember. A lower bound needs one proven move, everything else all of them. */
    enum bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    frame->proven = bound == BOUND_LOWER ? best_proven : all_proven;
    table_store(s->table, p->key,
                (struct table_hit){.value = best,
                                   .move = best_move,
                                   .depth = frame->proven ? TABLE_SOLVED : depth,
                                   .bound = bound});
    return best;
}

bool search_refuses_risk(void *unused, const struct position *p, unsigned code)
{
    (void)unused;
    const struct rules *rules = p->world->rules;
    return !rules->risky || !rules->risky(p, code);
}

/* The root's moves, without those that the filter refuses unless there are no others. */
static struct move_list generate_root(struct search *s, const struct position *p)
{
    struct move_list list = generate(s, p);
    struct move *moves = list_moves(s, list);
    if (!s->options.admits)
        return list;
    int kept = 0;
    for (int i = 0; i < list.count; i++)
        if (s->options.admits(s->options.admits_context, p, moves[i].code))
            moves[kept++] = moves[i];
    if (kept > 0)
        list.count = kept;
    return list;
}

/* One iteration. The best move stands at the front of the list and stays there unless another
 * one beats it, so even an iteration that is cut short leaves the list no worse. Returns false if
 * it was cut short. */
static bool search_root(struct search *s, struct move_list list, int depth,
                        struct search_result *result)
{
    struct frame *root = &s->frame[0];
    int best = -VALUE_MAX;
    bool all_proven = true;
    for (int i = 0; i < list.count; i++) {
        struct move move = list_moves(s, list)[i];
        int value = i == 0 ? try_move(s, 0, move.code, -VALUE_MAX, VALUE_MAX, depth)
                           : try_move(s, 0, move.code, best, best + 1, depth);
        if (i > 0 && value > best && !s->stopped)
            value = try_move(s, 0, move.code, best, VALUE_MAX, depth);
        if (s->stopped)
            return false;
        all_proven = all_proven && s->frame[1].proven;
        if (value > best) {
            best = value;
            update_line(s, 0, move.code);
            result->move = move.code;
            result->value = value;
            result->line_length = root->line_length;
            memcpy(result->line, root->line, sizeof root->line);
            memmove(list_moves(s, list) + 1, list_moves(s, list), (size_t)i * sizeof move);
            list_moves(s, list)[0] = move;
        }
    }
    result->depth = depth;
    result->proven = all_proven;
    return true;
}

static void report(struct search *s, struct search_result *result, search_listener *listener,
                   void *context)
{
    result->nodes = s->nodes;
    result->table_hits = s->table_hits;
    result->seconds = limits_elapsed(&s->limits);
    if (listener)
        listener(context, result);
}

/* Near the end of the game: the exact value, if a part of the time is enough for it. */
static bool solve_root(struct search *s, const struct position *p, struct search_result *result)
{
    const double part = 0.4;
    struct limits limits = s->limits;
    bool is_limited = limits.hard > 0 || limits.nodes > 0;
    if (s->options.no_solver || !is_limited || limits.depth > 0 || !s->rules->nearly_over ||
        !s->rules->nearly_over(p))
        return false;
    double elapsed = limits_elapsed(&limits);
    if (limits.hard > 0)
        limits.hard = elapsed + part * (limits.hard - elapsed);
    if (limits.nodes > 0)
        limits.nodes = 1 + (uint64_t)(part * (double)limits.nodes); /* 0 would mean no limit */
    if (!s->solver)
        s->solver = solver_new(s->world,
                               s->options.hash_bytes ? s->options.hash_bytes : HASH_DEFAULT);
    struct solution solution = solver_run(s->solver, p, &limits);
    s->nodes += solution.nodes;
    unsigned move;
    bool found = solution.low == solution.high &&
                 solver_best(s->solver, p, solution.low, &limits, &move) &&
                 (!s->options.admits || s->options.admits(s->options.admits_context, p, move));
    if (!found)
        return false;
    *result = (struct search_result){
        .move = move, .value = solution.low, .proven = true, .line_length = 1, .line = {move}};
    return true;
}

struct search_result search_run(struct search *s, const struct position *p,
                                const struct limits *limits, search_listener *listener,
                                void *context)
{
    assert(p->world == s->world);
    s->limits = *limits;
    s->nodes = s->table_hits = s->next_poll = 0;
    s->stopped = false;
    s->moves_used = 0;
    for (int i = 0; i <= SEARCH_PLIES; i++)
        s->frame[i].killer[0] = s->frame[i].killer[1] = TABLE_NO_MOVE;
    memcpy(s->frame[0].position, p, s->world->position_bytes);
    table_age(s->table);

    /* The quick answer, by the game's own hint. */
    struct move_list list = generate_root(s, p);
    assert(list.count > 0);
    int order[MOVES_MAX];
    for (int i = 0; i < list.count; i++)
        order[i] = list_moves(s, list)[i].hint;
    for (int i = 0; i < list.count; i++)
        order_pick(list_moves(s, list), order, i, list.count);
    struct search_result result = {.move = list_moves(s, list)[0].code, .line_length = 1};
    result.line[0] = result.move;
    report(s, &result, listener, context);
    if (list.count == 1)
        return result;
    if (solve_root(s, p, &result)) {
        report(s, &result, listener, context);
        return result;
    }

    int deepest = limits->depth > 0 && limits->depth < SEARCH_DEPTH_MAX ? limits->depth
                                                                        : SEARCH_DEPTH_MAX;
    for (int depth = 1; depth <= deepest && !result.proven; depth++) {
        bool finished = search_root(s, list, depth, &result);
        report(s, &result, listener, context);
        if (!finished || (limits->soft > 0 && limits_elapsed(limits) >= limits->soft))
            break;
    }
    return result;
}
