#include "search/tree.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/guidance.h"
#include "game/shortcuts.h"
#include "search/order.h"
#include "search/table.h"

enum {
    LAST_BYTES = 1 << 20, /* of the last ply's table: it stays in the processor's cache */
    POLL_NODES = 64,      /* between two looks at the clock, about 0.3 µs each, … */
    POLL_EDGE = 26,       /* … on boards up to this; on larger ones a node may cost 50 µs */
    POLL_LARGE = 4,
    MOVES_A_NODE = 8, /* listing this many moves takes as long as a node */
    HISTORY_MAX = 1 << 14,
    ORDER_TABLE = INT_MAX,
    ORDER_KILLER = 1 << 29,
    REDUCTION_DEPTH = 2, /* the least depth at which late moves are reduced */
    REDUCTION_FIRST = 3  /* the first three moves are always looked at in full */
};

/* Late move reductions: rules->reductions hundredths of log(depth) * log(place), or the even number
 * below. */
static void fill_late_depths(struct tree *t, bool no_reductions)
{
    int strength = no_reductions ? 0 : t->rules->reductions;
    for (int depth = 1; depth < TREE_REDUCTIONS; depth++)
        for (int place = 0; place < TREE_REDUCTIONS; place++) {
            bool is_reduced = depth >= REDUCTION_DEPTH && place >= REDUCTION_FIRST;
            int plies = is_reduced ? (int)(strength / 100.0 * log(depth) * log(place)) : 0;
            if (t->rules->even_reductions)
                plies -= plies % 2;
            t->late_depth[depth][place] = (uint8_t)(plies < depth ? depth - plies : 1);
        }
}

struct tree *tree_new(const struct world *world, struct table *table, bool no_reductions,
                      bool no_probcut)
{
    struct tree *t = memory_zero(sizeof *t);
    t->world = world;
    t->rules = world->rules;
    t->shortcuts = world->rules->shortcuts;
    t->guidance = world->rules->guidance;
    t->uses_probcut = t->guidance && !no_probcut;
    t->table = table;
    t->last_ply_table = t->shortcuts ? table_new(LAST_BYTES) : NULL;
    fill_late_depths(t, no_reductions);
    t->draws = world->game->draws;
    t->leaf_depth = 1;
    t->history = memory_zero(2 * sizeof *t->history);
    t->frame = memory_zero((SEARCH_PLIES + 1) * sizeof *t->frame);
    size_t bytes = world->position_bytes;
    t->positions = memory_aligned(POSITION_ALIGN, 2 * (SEARCH_PLIES + 1) * bytes);
    for (size_t i = 0; i <= SEARCH_PLIES; i++) {
        t->frame[i].position = (struct position *)((char *)t->positions + 2 * i * bytes);
        t->frame[i].prebuilt = (struct position *)((char *)t->positions + (2 * i + 1) * bytes);
    }
    t->moves_capacity = 4 * MOVES_MAX;
    t->moves = memory_new(t->moves_capacity * sizeof *t->moves);
    return t;
}

void tree_free(struct tree *t)
{
    table_free(t->last_ply_table);
    free(t->history);
    free(t->frame);
    free(t->positions);
    free(t->moves);
    past_free(&t->past);
    free(t);
}

void tree_set_past(struct tree *t, const uint64_t *keys, int count, int ply_limit)
{
    past_set(&t->past, keys, count);
    t->draws.ply_limit = ply_limit > count ? ply_limit : 0;
}

/* Killers and prepared children are void once the position before this ply has changed. */
static void forget(struct frame *frame)
{
    frame->killer[0] = frame->killer[1] = TABLE_NO_MOVE;
    frame->step.move = frame->prebuilt_step.move = TABLE_NO_MOVE;
}

void tree_begin(struct tree *t, const struct position *p, const struct limits *limits)
{
    t->budget = budget_begin(limits, t->world->size <= POLL_EDGE ? POLL_NODES : POLL_LARGE);
    t->table_hits = 0;
    t->moves_used = 0;
    for (int i = 0; i <= SEARCH_PLIES; i++)
        forget(&t->frame[i]);
    memcpy(t->frame[0].position, p, t->world->position_bytes);
    if (t->last_ply_table)
        table_age(t->last_ply_table);
}

/* True if the position at this ply is drawn: by the number of its occurrences, in the game and on
 * this line, or by the cap on plies. No earlier occurrence counts as a draw: a side that saw a draw
 * in every repetition would not race when it is behind. */
static bool is_drawn(const struct tree *t, int ply)
{
    if (t->draws.repetition_limit == 0 || t->frame[ply].position->over)
        return false;
    if (t->draws.ply_limit > 0 && t->past.count + ply >= t->draws.ply_limit)
        return true;
    uint64_t key = t->frame[ply].position->key;
    int times = 1 + past_times(&t->past, key);
    for (int i = ply - 2; i >= 0; i -= 2)
        times += t->frame[i].position->key == key;
    return times >= t->draws.repetition_limit;
}

/* True if a search of this depth reaches the cap on plies. Its values depend on the ply, so they
 * are neither stored nor taken from the table. */
static inline bool comes_to_cap(const struct tree *t, int ply, int depth)
{
    return t->draws.ply_limit > 0 && t->past.count + ply + depth >= t->draws.ply_limit;
}

/* True if a stored value is a win that the cap on plies would prevent here. */
static inline bool is_too_late(const struct tree *t, int value)
{
    const int win = t->draws.win_value;
    return t->draws.ply_limit > 0 && abs(value) > win / 2 &&
           t->past.count + win - abs(value) - t->frame[0].position->ply > t->draws.ply_limit;
}

struct move_list tree_generate(struct tree *t, const struct position *p)
{
    if (t->moves_capacity - t->moves_used < MOVES_MAX) {
        t->moves_capacity += 8 * MOVES_MAX;
        t->moves = memory_resize(t->moves, t->moves_capacity * sizeof *t->moves);
    }
    struct move_list list = {t->moves_used, t->rules->moves(p, t->moves + t->moves_used)};
    t->moves_used += (size_t)list.count;
    return list;
}

static int order_of(const struct tree *t, const struct frame *frame, int side, struct move move,
                    unsigned table_move)
{
    if (move.code == table_move)
        return ORDER_TABLE;
    for (int i = 0; i < TREE_KILLERS; i++)
        if (move.code == frame->killer[i])
            return ORDER_KILLER - i;
    return move.hint * 256 + t->history[side][move.code];
}

/* Hands out the moves of a position, best first: the table's move before the others are generated,
 * if the game can tell that it is legal, because it mostly causes a cutoff; then the list, sorted
 * no further than it is read. */
struct move_picker {
    unsigned table_move;
    bool is_early; /* the table's move comes before the list exists */
    bool is_listed;
    int depth;
    int sorted; /* moves of the list that are at their places */
    struct move_list list;
    int order[MOVES_MAX];
};

static void picker_begin(const struct tree *t, const struct position *p, unsigned table_move,
                         int depth, struct move_picker *picker)
{
    picker->depth = depth;
    picker->table_move = table_move;
    picker->is_early = table_move != TABLE_NO_MOVE && t->shortcuts &&
                       t->shortcuts->is_legal(p, table_move);
    picker->is_listed = false;
}

static void picker_list(struct tree *t, int ply, struct move_picker *picker)
{
    const struct position *p = t->frame[ply].position;
    picker->is_listed = true;
    picker->sorted = 0;
    picker->list = tree_generate(t, p);
    /* a long list takes time of its own, whether its moves become nodes or not */
    budget_add_work(&t->budget, (uint64_t)(picker->list.count / MOVES_A_NODE));
    struct move *moves = tree_moves(t, picker->list);
    if (t->guidance && picker->depth >= t->guidance->rank_depth)
        t->guidance->rank(p, moves, picker->list.count);
    for (int i = 0; i < picker->list.count; i++)
        picker->order[i] = order_of(t, &t->frame[ply], p->side, moves[i], picker->table_move);
    if (picker->is_early)
        order_pick(moves, picker->order, picker->sorted++, picker->list.count);
}

/* The move at this place, TABLE_NO_MOVE after the last one. Places are asked for in order, each as
 * often as needed. */
static inline unsigned picker_move(struct tree *t, int ply, struct move_picker *picker, int place)
{
    if (place == 0 && picker->is_early)
        return picker->table_move;
    if (!picker->is_listed)
        picker_list(t, ply, picker);
    if (place >= picker->list.count)
        return TABLE_NO_MOVE;
    struct move *moves = tree_moves(t, picker->list);
    assert(place <= picker->sorted);
    if (place == picker->sorted)
        order_pick(moves, picker->order, picker->sorted++, picker->list.count);
    return moves[place].code;
}

/* Killers and history: the move that caused the cutoff gains, those tried before it lose. */
static void update_history(struct tree *t, int ply, const struct move_picker *picker, int place,
                           int depth)
{
    assert(picker->is_listed || place == 0);
    struct frame *frame = &t->frame[ply];
    const struct move only = {.code = (uint16_t)picker->table_move};
    const struct move *tried = picker->is_listed ? tree_moves(t, picker->list) : &only;
    unsigned code = tried[place].code;
    if (frame->killer[0] != code) {
        frame->killer[1] = frame->killer[0];
        frame->killer[0] = code;
    }
    int bonus = depth * depth < 400 ? depth * depth : 400;
    for (int i = 0; i <= place; i++) {
        int *h = &t->history[frame->position->side][tried[i].code];
        int change = i == place ? bonus : -bonus;
        *h += change - *h * bonus / HISTORY_MAX; /* drifts towards ±HISTORY_MAX, never past */
    }
}

void tree_update_line(struct tree *t, int ply, unsigned code)
{
    struct frame *frame = &t->frame[ply];
    const struct frame *next = &t->frame[ply + 1];
    frame->line[0] = code;
    memcpy(frame->line + 1, next->line, (size_t)next->line_length * sizeof *next->line);
    frame->line_length = next->line_length + 1;
}

/* Transposition cutoff: true if the entry is deep enough and its bound decides this window. */
static bool is_table_cutoff(struct table_hit hit, int alpha, int beta, int depth)
{
    if (hit.bound == BOUND_NONE || hit.depth < depth)
        return false;
    return hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && hit.value >= beta) ||
           (hit.bound == BOUND_UPPER && hit.value <= alpha);
}

/* Positions at depth 1 are a third of all nodes, so they have a small table of their own that stays
 * in the processor's cache. */
static struct table *table_for(const struct tree *t, int depth)
{
    return depth == 1 && t->last_ply_table ? t->last_ply_table : t->table;
}

/* A win counts the plies from the start of the game, and a position may be met at different plies:
 * the table holds how far off the win is. sign: 1 on the way in, -1 on the way out. */
static int by_distance(const struct tree *t, const struct position *p, int value, int sign)
{
    const int sure = t->draws.win_value / 2;
    if (sure == 0 || abs(value) <= sure)
        return value;
    return value > 0 ? value + sign * p->ply : value - sign * p->ply;
}

/* Probes the transposition table. A position without an entry may have been at depth 1 one
 * iteration ago; then at least its best move is known. */
static struct table_hit probe_table(const struct tree *t, const struct position *p, int depth)
{
    struct table_hit hit = table_find(table_for(t, depth), p->key);
    if (depth > 1 && t->last_ply_table && hit.move == TABLE_NO_MOVE)
        hit.move = table_find(t->last_ply_table, p->key).move;
    hit.value = by_distance(t, p, hit.value, -1);
    return hit;
}

static void store_result(struct tree *t, const struct position *p, int alpha, int beta,
                         struct table_hit result)
{
    int depth = result.depth;
    result.bound = result.value >= beta   ? BOUND_LOWER
                   : result.value > alpha ? BOUND_EXACT
                                          : BOUND_UPPER;
    result.value = by_distance(t, p, result.value, 1);
    table_store(table_for(t, depth), p->key, result);
}

static int search_node(struct tree *t, int ply, int alpha, int beta, int depth);

/* Static evaluation at the horizon. */
static int evaluate_leaf(struct tree *t, int ply)
{
    struct frame *frame = &t->frame[ply];
    t->budget.nodes++;
    frame->line_length = 0;
    frame->proven = frame->position->over;
    return is_drawn(t, ply) ? 0 : t->rules->evaluate(frame->position);
}

/* Leaves bypass the table: there are too many of them to wait for memory at each. */
static inline bool is_leaf(const struct tree *t, int depth)
{
    return depth <= t->leaf_depth;
}

/* Makes a move on the board `child` and prefetches its table entry. */
static struct incoming make_child(const struct tree *t, int ply, unsigned code,
                                  struct position *child, int depth)
{
    int gain = t->rules->play(t->frame[ply].position, code, child);
    if (!is_leaf(t, depth))
        table_prefetch(table_for(t, depth - 1), child->key);
    return (struct incoming){code, gain};
}

/* Puts the position after a move at the next ply, unless it is there already; returns the gain. */
static int enter(struct tree *t, int ply, unsigned code, int depth)
{
    struct frame *next = &t->frame[ply + 1];
    if (next->prebuilt_step.move == code) {
        struct position *position = next->position;
        next->position = next->prebuilt;
        next->prebuilt = position;
        next->step = next->prebuilt_step;
        next->prebuilt_step.move = TABLE_NO_MOVE;
    }
    if (next->step.move != code)
        next->step = make_child(t, ply, code, next->position, depth);
    return next->step.gain;
}

int tree_try(struct tree *t, int ply, unsigned code, int alpha, int beta, int depth)
{
    struct frame *next = &t->frame[ply + 1];
    if (is_leaf(t, depth) && t->shortcuts) {
        t->budget.nodes++;
        next->line_length = 0;
        next->proven = false;
        return t->shortcuts->leaf(t->frame[ply].position, code);
    }
    int gain = enter(t, ply, code, depth);
    if (is_leaf(t, depth))
        return gain - evaluate_leaf(t, ply + 1);
    return gain - search_node(t, ply + 1, gain - beta, gain - alpha, depth - 1);
}

/* The reduced depth of a late move. */
static inline int late_depth(const struct tree *t, int place, int depth)
{
    int row = depth < TREE_REDUCTIONS ? depth : TREE_REDUCTIONS - 1;
    int column = place < TREE_REDUCTIONS ? place : TREE_REDUCTIONS - 1;
    return t->late_depth[row][column] + depth - row;
}

/* Makes a late move and, before it is searched, the move after it too, so that the second one's
 * table entry arrives from memory meanwhile. That is seldom wasted, because late moves seldom cause
 * a cutoff. */
static inline void prebuild(struct tree *t, int ply, struct move_picker *picker, int place,
                            int depth)
{
    int next_depth = late_depth(t, place + 1, depth);
    if (is_leaf(t, next_depth))
        return;
    unsigned next_code = picker_move(t, ply, picker, place + 1);
    if (next_code == TABLE_NO_MOVE)
        return;
    enter(t, ply, picker_move(t, ply, picker, place), next_depth);
    struct frame *next = &t->frame[ply + 1];
    next->prebuilt_step = make_child(t, ply, next_code, next->prebuilt, next_depth);
}

int tree_try_late(struct tree *t, int ply, unsigned code, int place, int alpha, int beta, int depth)
{
    int first_depth = late_depth(t, place, depth);
    int value = tree_try(t, ply, code, alpha, alpha + 1, first_depth);
    if (first_depth < depth && value > alpha && !t->budget.stopped && !t->frame[ply + 1].proven)
        value = tree_try(t, ply, code, alpha, alpha + 1, depth);
    if (value > alpha && value < beta && !t->budget.stopped)
        value = tree_try(t, ply, code, alpha, beta, depth);
    return value;
}

/* A node at depth 1, for which the game finds the best move without lists and positions. */
static int search_last_ply(struct tree *t, int ply, int alpha, int beta)
{
    struct frame *frame = &t->frame[ply];
    const struct position *p = frame->position;
    struct last_ply last;
    if (!t->shortcuts->last_ply(p, alpha, beta, &last)) {
        frame->proven = true;
        return t->rules->end_value(p);
    }
    t->budget.nodes += (uint64_t)last.tried;
    if (last.value > alpha) {
        frame->line[0] = last.move;
        frame->line_length = 1;
    }
    store_result(t, p, alpha, beta,
                 (struct table_hit){.value = last.value,
                                    .move = last.tried > 0 ? last.move : TABLE_NO_MOVE,
                                    .depth = 1});
    return last.value;
}

/* ProbCut: true if a shallow null-window search says that the value lies outside this null window
 * by more than the error that was measured for such searches. *bound is then that end of the
 * window. */
static bool is_probcut(struct tree *t, int ply, int alpha, int beta, int depth, int *bound)
{
    const struct position *p = t->frame[ply].position;
    const struct guidance *guidance = t->guidance;
    struct probcut cut;
    if (beta > alpha + 1 || abs(alpha) >= guidance->limit || !guidance->probcut(p, depth, &cut))
        return false;
    int high = beta + cut.error, low = alpha - cut.error, now = t->rules->evaluate(p);
    if (now >= beta) {
        *bound = beta;
        return search_node(t, ply, high - 1, high, cut.depth) >= high && !t->budget.stopped;
    }
    *bound = alpha;
    return search_node(t, ply, low, low + 1, cut.depth) <= low && !t->budget.stopped;
}

/* Negamax with principal variation search, fail-soft: the value of the position at a ply, exact
 * between alpha and beta, else a bound. */
static int search_node(struct tree *t, int ply, int alpha, int beta, int depth)
{
    struct frame *frame = &t->frame[ply];
    const struct position *p = frame->position;
    frame->line_length = 0;
    frame->proven = false;

    /* 1. Limits. */
    t->budget.nodes++;
    if (budget_is_spent(&t->budget))
        return 0;

    /* 2. Draws by repetition or by the cap on moves, if the game has them. They hold on this
     *    path only, so they prove nothing. */
    if (ply > 0 && is_drawn(t, ply))
        return 0;

    /* 3. Probe the transposition table. */
    struct table_hit hit = probe_table(t, p, depth);
    if (ply > 0 && is_table_cutoff(hit, alpha, beta, depth) && !comes_to_cap(t, ply, depth) &&
        !is_too_late(t, hit.value)) {
        t->table_hits++;
        frame->proven = hit.depth == TABLE_SOLVED;
        return hit.value;
    }

    /* 4. Horizon: static evaluation, or the last ply by the game's own means. */
    if (depth <= 0 || ply == SEARCH_PLIES) {
        t->budget.nodes--; /* it is counted there */
        return evaluate_leaf(t, ply);
    }
    if (depth == 1 && t->last_ply_table)
        return search_last_ply(t, ply, alpha, beta);

    /* 5. ProbCut, where the game has measured how far shallow searches are off. */
    int bound;
    if (t->uses_probcut && ply > 0 && is_probcut(t, ply, alpha, beta, depth, &bound)) {
        frame->line_length = 0;
        frame->proven = false;
        return bound;
    }

    /* 6. Moves in order: the first with the full window, the others with a null window, late ones
     * at a reduced depth first. */
    struct move_picker picker;
    picker_begin(t, p, hit.move, depth, &picker);
    size_t moves_base = t->moves_used;
    forget(&t->frame[ply + 1]);
    unsigned best_move = TABLE_NO_MOVE, code;
    const int old_alpha = alpha;
    int best = -VALUE_MAX, place = 0;
    bool all_proven = true, best_proven = false;
    for (; (code = picker_move(t, ply, &picker, place)) != TABLE_NO_MOVE; place++) {
        if (place > 0)
            prebuild(t, ply, &picker, place, depth);
        int value = place == 0 ? tree_try(t, ply, code, alpha, beta, depth)
                               : tree_try_late(t, ply, code, place, alpha, beta, depth);
        if (t->budget.stopped)
            break;
        bool proven = t->frame[ply + 1].proven;
        all_proven = all_proven && proven;
        if (value > best) {
            best = value;
            best_move = code;
            best_proven = proven;
        }
        if (value > alpha) {
            alpha = value;
            tree_update_line(t, ply, code);
        }
        if (alpha >= beta) {
            update_history(t, ply, &picker, place, depth);
            break;
        }
    }
    t->moves_used = moves_base;
    if (t->budget.stopped)
        return 0;

    /* 7. No legal move: the game is over. */
    if (place == 0 && code == TABLE_NO_MOVE) {
        frame->proven = true;
        return t->rules->end_value(p);
    }

    /* 8. Store. A lower bound needs one proven move, everything else all of them. */
    frame->proven = best >= beta ? best_proven : all_proven;
    if (!comes_to_cap(t, ply, depth))
        store_result(t, p, old_alpha, beta,
                     (struct table_hit){.value = best,
                                        .move = best_move,
                                        .depth = frame->proven ? TABLE_SOLVED : depth});
    return best;
}
