#include "core/search.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/order.h"
#include "core/solve.h"
#include "core/table.h"

enum {
    HASH_DEFAULT = 64 << 20,
    LAST_BYTES = 1 << 20, /* of the last ply's table: it stays in the processor's cache */
    POLL_NODES = 64,      /* between two looks at the clock, about 0.3 µs each */
    CODES = 1 << 16,
    KILLERS = 2,
    HISTORY_MAX = 1 << 14,
    ORDER_TABLE = INT_MAX,
    ORDER_KILLER = 1 << 29,
    REDUCTION_DEPTH = 2, /* the least depth at which late moves are reduced */
    REDUCTION_FIRST = 3, /* so many moves are always looked at in full */
    REDUCTIONS = 64,     /* edge of the table of reductions */
    THREADS_MAX = 64,
    THREAD_STACK = 16 << 20
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
    struct table *last;    /* of the last ply, where the game looks at it by itself; else NULL */
    int (*history)[CODES]; /* how often a move of a side cut, by code */
    struct frame *frame;   /* SEARCH_PLIES + 1 of them */
    void *positions;
    struct move *moves; /* one stack for the lists of all plies */
    size_t moves_capacity, moves_used;
    uint64_t *past;
    int past_count;
    struct solver *solver;                 /* made when first needed */
    int reduction[REDUCTIONS][REDUCTIONS]; /* plies, by depth and place of the move */

    struct limits limits;
    uint64_t nodes, table_hits, next_poll;
    bool stopped;
};

/* A late move is looked at less deeply, the less the later it comes and the deeper the search is:
 * by so many hundredths of the product of the two logarithms. */
static void fill_reductions(struct search *s)
{
    int strength = s->options.no_reductions ? 0 : s->rules->reductions;
    for (int depth = 1; depth < REDUCTIONS; depth++)
        for (int place = 1; place < REDUCTIONS; place++)
            s->reduction[depth][place] = depth < REDUCTION_DEPTH || place < REDUCTION_FIRST
                                             ? 0
                                             : (int)(strength / 100.0 * log(depth) * log(place));
}

/* A search that uses somebody's table; the table is not its own. */
static struct search *new_with_table(const struct world *world,
                                     const struct search_options *options, struct table *table)
{
    struct search *s = memory_zero(sizeof *s);
    s->world = world;
    s->rules = world->rules;
    s->options = *options;
    s->table = table;
    s->last = s->rules->last_ply ? table_new(LAST_BYTES) : NULL;
    fill_reductions(s);
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

struct search *search_new(const struct world *world, const struct search_options *options)
{
    size_t bytes = options->hash_bytes ? options->hash_bytes : HASH_DEFAULT;
    return new_with_table(world, options, table_new(bytes));
}

static void free_but_table(struct search *s)
{
    table_free(s->last);
    free(s->history);
    free(s->frame);
    free(s->positions);
    free(s->moves);
    free(s->past);
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

/* A long list takes time of its own, whether its moves become nodes or not. */
static void hasten_poll(struct search *s, int moves)
{
    enum { MOVES_A_NODE = 8 };
    uint64_t sooner = (uint64_t)(moves / MOVES_A_NODE);
    s->next_poll = s->next_poll > sooner ? s->next_poll - sooner : 0;
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

/* The moves of a position, one after the other: the table's before the others are even listed, if
 * the game can tell that it is legal, since mostly it is enough; then those of the list, best
 * first. */
struct offer {
    unsigned table_move;
    bool is_early; /* the table's move does without the list */
    bool is_listed;
    struct move_list list;
    int order[MOVES_MAX];
};

static void begin_offer(const struct search *s, const struct position *p, unsigned table_move,
                        struct offer *offer)
{
    offer->table_move = table_move;
    offer->is_early = table_move != TABLE_NO_MOVE && s->rules->is_legal &&
                      s->rules->is_legal(p, table_move);
    offer->is_listed = false;
}

static void list_offer(struct search *s, int ply, struct offer *offer)
{
    const struct position *p = s->frame[ply].position;
    offer->is_listed = true;
    offer->list = generate(s, p);
    hasten_poll(s, offer->list.count);
    struct move *moves = list_moves(s, offer->list);
    for (int i = 0; i < offer->list.count; i++)
        offer->order[i] = order_of(s, &s->frame[ply], p->side, moves[i], offer->table_move);
    if (offer->is_early)
        order_pick(moves, offer->order, 0, offer->list.count);
}

/* The move at this place, TABLE_NO_MOVE after the last one. Ask for one place after the other. */
static unsigned take_offer(struct search *s, int ply, struct offer *offer, int place)
{
    if (place == 0 && offer->is_early)
        return offer->table_move;
    if (!offer->is_listed)
        list_offer(s, ply, offer);
    if (place >= offer->list.count)
        return TABLE_NO_MOVE;
    struct move *moves = list_moves(s, offer->list);
    order_pick(moves, offer->order, place, offer->list.count);
    return moves[place].code;
}

/* Remembers a move that refuted, for ordering; the losers before it are remembered as such. */
static void reward(struct search *s, int ply, const struct offer *offer, int place, int depth)
{
    struct frame *frame = &s->frame[ply];
    const struct move only = {.code = (uint16_t)offer->table_move};
    const struct move *tried = offer->is_listed ? list_moves(s, offer->list) : &only;
    unsigned code = tried[place].code;
    if (frame->killer[0] != code) {
        frame->killer[1] = frame->killer[0];
        frame->killer[0] = code;
    }
    int bonus = depth * depth < 400 ? depth * depth : 400;
    for (int i = 0; i <= place; i++) {
        int *h = &s->history[frame->position->side][tried[i].code];
        int change = i == place ? bonus : -bonus;
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

/* Where a position's result belongs. Positions one move before the horizon are a third of all, so
 * they have a table of their own that is quick to reach. */
static struct table *table_for(const struct search *s, int depth)
{
    return depth == 1 && s->last ? s->last : s->table;
}

/* What the table knows. A position that is new at this depth may have been on the last ply one
 * iteration ago; then its best move is known at least. */
static struct table_hit recall(const struct search *s, const struct position *p, int depth)
{
    struct table_hit hit = table_find(table_for(s, depth), p->key);
    if (depth > 1 && s->last && hit.move == TABLE_NO_MOVE)
        hit.move = table_find(s->last, p->key).move;
    return hit;
}

static void remember(struct search *s, const struct position *p, int alpha, int beta,
                     struct table_hit result)
{
    int depth = result.depth;
    result.bound = result.value >= beta   ? BOUND_LOWER
                   : result.value > alpha ? BOUND_EXACT
                                          : BOUND_UPPER;
    table_store(table_for(s, depth), p->key, result);
}

static int visit(struct search *s, int ply, int alpha, int beta, int depth);

/* The estimate at the horizon. */
static int estimate(struct search *s, int ply)
{
    struct frame *frame = &s->frame[ply];
    s->nodes++;
    frame->line_length = 0;
    frame->proven = frame->position->over;
    return s->rules->evaluate(frame->position);
}

/* The value of a move for the player who makes it. The last ply goes past the table: there are too
 * many leaves to wait for memory at each. */
static int try_move(struct search *s, int ply, unsigned code, int alpha, int beta, int depth)
{
    const struct position *p = s->frame[ply].position;
    struct frame *next = &s->frame[ply + 1];
    bool is_leaf = depth <= 1 && s->world->game->repetition_limit == 0;
    if (is_leaf && s->rules->leaf) {
        s->nodes++;
        next->line_length = 0;
        next->proven = false;
        return s->rules->leaf(p, code);
    }
    int gain = s->rules->play(p, code, next->position);
    if (is_leaf)
        return gain - estimate(s, ply + 1);
    table_prefetch(table_for(s, depth - 1), next->position->key);
    return gain - visit(s, ply + 1, gain - beta, gain - alpha, depth - 1);
}

/* A later move, against what is known: first whether it is better at all, and that at less depth
 * if its place in the list gives little hope; then by how much. */
static int try_late(struct search *s, int ply, unsigned code, int place, int floor, int beta,
                    int depth)
{
    int reduction = s->reduction[depth < REDUCTIONS ? depth : REDUCTIONS - 1]
                                [place < REDUCTIONS ? place : REDUCTIONS - 1];
    if (reduction > depth - 1)
        reduction = depth - 1;
    int value = try_move(s, ply, code, floor, floor + 1, depth - reduction);
    if (reduction > 0 && value > floor && !s->stopped && !s->frame[ply + 1].proven)
        value = try_move(s, ply, code, floor, floor + 1, depth);
    if (value > floor && value < beta && !s->stopped)
        value = try_move(s, ply, code, floor, beta, depth);
    return value;
}

/* A position one move before the horizon, where the game finds the best move by itself. */
static int visit_last(struct search *s, int ply, int alpha, int beta)
{
    struct frame *frame = &s->frame[ply];
    const struct position *p = frame->position;
    struct last_ply last;
    if (!s->rules->last_ply(p, alpha, beta, &last)) {
        frame->proven = true;
        return s->rules->end_value(p);
    }
    s->nodes += (uint64_t)last.tried;
    if (last.value > alpha) {
        frame->line[0] = last.move;
        frame->line_length = 1;
    }
    remember(s, p, alpha, beta,
             (struct table_hit){.value = last.value,
                                .move = last.tried > 0 ? last.move : TABLE_NO_MOVE,
                                .depth = 1});
    return last.value;
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
    struct table_hit hit = recall(s, p, depth);
    if (ply > 0 && settles(hit, alpha, beta, depth)) {
        s->table_hits++;
        frame->proven = hit.depth == TABLE_SOLVED;
        return hit.value;
    }

    /* 4. The horizon. */
    if (depth <= 0 || ply == SEARCH_PLIES) {
        s->nodes--; /* it is counted there */
        return estimate(s, ply);
    }
    if (depth == 1 && s->last)
        return visit_last(s, ply, alpha, beta);

    /* 5. The moves in order: the first with the full window, the others against it with an empty
     *    one. */
    struct offer offer;
    begin_offer(s, p, hit.move, &offer);
    size_t moves_base = s->moves_used;
    s->frame[ply + 1].killer[0] = s->frame[ply + 1].killer[1] = TABLE_NO_MOVE;
    unsigned best_move = TABLE_NO_MOVE, code;
    int best = -VALUE_MAX, floor = alpha, place = 0;
    bool all_proven = true, best_proven = false;
    for (; (code = take_offer(s, ply, &offer, place)) != TABLE_NO_MOVE; place++) {
        int value = place == 0 ? try_move(s, ply, code, floor, beta, depth)
                               : try_late(s, ply, code, place, floor, beta, depth);
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
            reward(s, ply, &offer, place, depth);
            break;
        }
    }
    s->moves_used = moves_base;
    if (s->stopped)
        return 0;

    /* 6. No move: the end of the game. */
    if (place == 0 && code == TABLE_NO_MOVE) {
        frame->proven = true;
        return s->rules->end_value(p);
    }

    /* 7. Remember. A lower bound needs one proven move, everything else all of them. */
    frame->proven = best >= beta ? best_proven : all_proven;
    remember(s, p, alpha, beta,
             (struct table_hit){
                 .value = best, .move = best_move, .depth = frame->proven ? TABLE_SOLVED : depth});
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

static void keep_line(struct search *s, unsigned move, int value, struct search_line *line)
{
    const struct frame *root = &s->frame[0];
    *line = (struct search_line){.move = move, .value = value, .length = root->line_length};
    memcpy(line->code, root->line, (size_t)root->line_length * sizeof *root->line);
}

/* The root's moves from `first` on, between alpha and beta. The best one moves to the front and
 * stays there unless another one beats it, so even a round that is cut short leaves the list no
 * worse. Returns false if it was cut short. */
static bool try_root_moves(struct search *s, struct move_list list, int first, int depth, int alpha,
                           int beta, struct search_line *line)
{
    int best = -VALUE_MAX, floor = alpha;
    bool all_proven = true, best_proven = false;
    for (int i = first; i < list.count && best < beta; i++) {
        struct move move = list_moves(s, list)[i];
        int value = i == first ? try_move(s, 0, move.code, floor, beta, depth)
                               : try_late(s, 0, move.code, i - first, floor, beta, depth);
        if (s->stopped)
            return false;
        bool proven = s->frame[1].proven;
        all_proven = all_proven && proven;
        if (value <= best)
            continue;
        best = value;
        best_proven = proven;
        if (value > floor) {
            floor = value;
            update_line(s, 0, move.code);
            keep_line(s, move.code, value, line);
            memmove(list_moves(s, list) + first + 1, list_moves(s, list) + first,
                    (size_t)(i - first) * sizeof move);
            list_moves(s, list)[first] = move;
        }
    }
    line->value = best;
    line->proven = best >= beta ? best_proven : all_proven;
    return true;
}

/* One rank of one iteration: the best move from `first` on. The value is expected near that of the
 * iteration before; a window that proves too narrow is opened on that side. */
static bool search_rank(struct search *s, struct move_list list, int first, int depth,
                        struct search_line *line)
{
    enum {
        NARROW = 6,
        DEPTH = 3
    }; /* points to either side; the first depth with a narrow window */
    int width = NARROW * s->world->game->unit, guess = line->value;
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
    result->nodes = s->nodes;
    result->table_hits = s->table_hits;
    result->seconds = limits_elapsed(&s->limits);
    if (listener)
        listener(context, result);
}

/* The part of the limits that solving may use, if it is worth trying at all. */
static bool solving_limits(const struct search *s, const struct position *p, struct limits *limits)
{
    const double part = 0.4;
    *limits = s->limits;
    bool is_limited = limits->hard > 0 || limits->nodes > 0;
    if (s->options.no_solver || s->options.lines > 1 || !is_limited || limits->depth > 0 ||
        !s->rules->nearly_over || !s->rules->nearly_over(p))
        return false;
    double elapsed = limits_elapsed(limits);
    if (limits->hard > 0)
        limits->hard = elapsed + part * (limits->hard - elapsed);
    if (limits->nodes > 0)
        limits->nodes = 1 + (uint64_t)(part * (double)limits->nodes); /* 0 would mean no limit */
    return true;
}

/* Near the end of the game: a sure win where that is all that counts, else the exact value, if a
 * part of the time is enough for it. */
static bool solve_root(struct search *s, const struct position *p, struct search_result *result)
{
    struct limits limits;
    if (!solving_limits(s, p, &limits))
        return false;
    if (!s->solver)
        s->solver = solver_new(s->world,
                               s->options.hash_bytes ? s->options.hash_bytes : HASH_DEFAULT);
    struct choice choice = {0};
    if (s->world->game->wins_only) {
        choice = solver_choose(s->solver, p, &limits);
    } else {
        choice.solution = solver_run(s->solver, p, &limits);
        if (limits.nodes > 0)
            limits.nodes = limits.nodes > choice.solution.nodes
                               ? limits.nodes - choice.solution.nodes
                               : 1;
        choice.has_move = choice.solution.low == choice.solution.high &&
                          solver_best(s->solver, p, choice.solution.low, &limits, &choice.move);
        s->nodes += choice.has_move ? solver_nodes(s->solver) : 0;
    }
    s->nodes += choice.solution.nodes;
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
    const struct limits *limits = &s->limits;
    int deepest = limits->depth > 0 && limits->depth < SEARCH_DEPTH_MAX ? limits->depth
                                                                        : SEARCH_DEPTH_MAX;
    int unchanged = 0;
    for (int depth = first_depth; depth <= deepest && !result->proven && !must_stop(s); depth++) {
        unsigned before = result->move;
        bool finished = search_root(s, list, depth, result);
        report(s, result, listener, context);
        unchanged = result->move == before ? unchanged + 1 : 0;
        if (!finished ||
            (limits->soft > 0 && limits_elapsed(limits) >= patience(unchanged) * limits->soft))
            break;
    }
}

static void begin(struct search *s, const struct position *p, const struct limits *limits)
{
    s->limits = *limits;
    s->nodes = s->table_hits = s->next_poll = 0;
    s->stopped = false;
    s->moves_used = 0;
    for (int i = 0; i <= SEARCH_PLIES; i++)
        s->frame[i].killer[0] = s->frame[i].killer[1] = TABLE_NO_MOVE;
    memcpy(s->frame[0].position, p, s->world->position_bytes);
}

/* The root's moves in the order of the game's own hints. */
static struct move_list first_list(struct search *s, const struct position *p)
{
    struct move_list list = generate_root(s, p);
    int order[MOVES_MAX];
    for (int i = 0; i < list.count; i++)
        order[i] = list_moves(s, list)[i].hint;
    for (int i = 0; i < list.count; i++)
        order_pick(list_moves(s, list), order, i, list.count);
    return list;
}

static struct search_result quick_answer(struct search *s, struct move_list list)
{
    struct search_result result = {0};
    for (int rank = 0; rank < ranks_of(s, list); rank++) {
        unsigned move = list_moves(s, list)[rank].code;
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
    struct move_list list = first_list(s, s->frame[0].position);
    helper->result = quick_answer(s, list);
    deepen(s, list, 1 + helper->number % 2, &helper->result, NULL, NULL);
    return NULL;
}

static int start_helpers(struct search *s, const struct position *p, const atomic_bool *done,
                         struct helper *helper)
{
    int count = s->options.threads > THREADS_MAX ? THREADS_MAX - 1 : s->options.threads - 1;
    struct limits limits = {.depth = s->limits.depth, .stop = done};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    for (int i = 0; i < count; i++) {
        helper[i] = (struct helper){.number = i + 1};
        helper[i].search = new_with_table(s->world, &s->options, s->table);
        search_set_past(helper[i].search, s->past, s->past_count);
        begin(helper[i].search, p, &limits);
        if (pthread_create(&helper[i].thread, &attributes, help, &helper[i]) != 0) {
            fprintf(stderr, "plywood: a thread cannot be started\n");
            exit(70);
        }
    }
    pthread_attr_destroy(&attributes);
    return count;
}

static void end_helpers(struct search *s, struct helper *helper, int count)
{
    for (int i = 0; i < count; i++) {
        pthread_join(helper[i].thread, NULL);
        s->nodes += helper[i].search->nodes;
        s->table_hits += helper[i].search->table_hits;
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
    assert(p->world == s->world);
    begin(s, p, limits);
    table_age(s->table);
    if (s->last)
        table_age(s->last);

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
