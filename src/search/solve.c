#include "search/solve.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "game/solving.h"
#include "search/order.h"
#include "search/table.h"

enum {
    CODES = 1 << 16,
    HISTORY_MAX = 1 << 12,
    MOVES_STACK = (1 << 18) + MOVES_MAX, /* the longest game's lists: 676 + 675 + … */
    NODE_WORK = 8,                       /* of the average node, in moves */
    POLL_WORK = 2048,                    /* between two looks at the clock */
    GLIMPSE_MOVES = 10                   /* this many moves are worth a look ahead each */
};

struct solver {
    const struct world *world;
    const struct rules *rules;
    const struct solving *solving;
    const struct own_solver *own; /* the game's own solver, or NULL … */
    void *own_state;
    struct table *table; /* … and then all this serves the common one */
    int (*history)[CODES];
    struct move *moves; /* one stack for the lists of all plies, and the order of each */
    int *order;
    size_t moves_used;
    struct position **child; /* the position being looked at, by the ply below the root */
    size_t depth, depth_capacity;
    struct budget budget;
    struct solver_aid aid;
    struct solver_news news; /* what the aid hears next */
};

bool solver_takes(const struct world *world)
{
    int most = world->game->size_solved;
    return most == 0 || world->size <= most;
}

struct solver *solver_new(const struct world *world, size_t hash_bytes)
{
    assert(solver_takes(world));
    struct solver *s = memory_zero(sizeof *s);
    s->world = world;
    s->rules = world->rules;
    s->solving = world->rules->solving;
    if (s->solving && s->solving->own) {
        s->own = s->solving->own;
        s->own_state = s->own->create(world, hash_bytes);
        return s;
    }
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
    if (s->own)
        s->own->destroy(s->own_state);
    table_free(s->table);
    free(s->history);
    free(s->moves);
    free(s->order);
    for (size_t i = 0; i < s->depth_capacity; i++)
        free(s->child[i]);
    free(s->child);
    free(s);
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

/* Room for a position one ply further down. A game lasts as long as it lasts, so this grows. */
static struct position *go_down(struct solver *s)
{
    if (s->depth == s->depth_capacity) {
        size_t capacity = s->depth_capacity + 64;
        s->child = memory_resize(s->child, capacity * sizeof(struct position *));
        for (; s->depth_capacity < capacity; s->depth_capacity++)
            s->child[s->depth_capacity] = position_new(s->world);
    }
    return s->child[s->depth++];
}

/* Tries the moves in turn until one reaches beta, and returns the best value. */
static int try_moves(struct solver *s, const struct position *p, struct position *child,
                     struct move *moves, int *order, int count, int beta, unsigned *best_move)
{
    int best = -VALUE_MAX;
    if (order_children(s, p, moves, count, *best_move, beta, child, order, &best))
        return best;
    for (int i = 0; i < count && best < beta; i++) {
        order_pick(moves, order, i, count);
        int gain = s->rules->play(p, moves[i].code, child);
        int value = gain - visit(s, child, gain - beta, gain - beta + 1);
        if (s->budget.stopped)
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
    if (budget_spend(&s->budget, NODE_WORK))
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
    if (s->solving) {
        int least, most;
        s->solving->bounds(p, &least, &most);
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
    if (s->moves_used + MOVES_MAX > MOVES_STACK) /* a line without an end: as if time were up */
        s->budget.stopped = true;
    if (s->budget.stopped)
        return 0;
    int count = s->rules->moves(p, moves);
    if (count == 0)
        return s->rules->end_value(p);
    s->moves_used += (size_t)count;
    int best = try_moves(s, p, go_down(s), moves, order, count, beta, &move);
    s->depth--;
    s->moves_used -= (size_t)count;
    if (s->budget.stopped)
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

static void hear(void *context, double share, uint64_t nodes)
{
    struct solver *s = context;
    s->news.share = share;
    s->news.nodes = nodes;
    s->aid.hear(s->aid.context, &s->news);
}

static void keep(void *context, const char *line)
{
    const struct solver *s = context;
    s->aid.keep(s->aid.context, line);
}

bool solver_set_aid(struct solver *s, const struct solver_aid *aid)
{
    if (!s->own || !s->own->set_aid)
        return false;
    s->aid = *aid;
    s->own->set_aid(s->own_state, &(struct solving_aid){.threads = aid->threads,
                                                        .keep = aid->keep ? keep : NULL,
                                                        .hear = aid->hear ? hear : NULL,
                                                        .context = s});
    return true;
}

bool solver_recall(struct solver *s, const char *line)
{
    return s->own && s->own->recall && s->own->recall(s->own_state, line);
}

uint64_t solver_nodes(const struct solver *s)
{
    return s->budget.nodes;
}

static void begin(struct solver *s, const struct limits *limits)
{
    s->budget = budget_begin(limits, POLL_WORK);
    s->moves_used = s->depth = 0;
}

/* A value that the position reaches, bound or more, or else one that it does not exceed, less than
 * the bound. */
static int answer(struct solver *s, const struct position *p, int bound)
{
    return s->own ? s->own->ask(s->own_state, p, bound, &s->budget) : visit(s, p, bound - 1, bound);
}

/* A likely value. */
static int guess_value(const struct solver *s, const struct position *p)
{
    return s->own && s->own->guess ? s->own->guess(s->own_state, p) : s->rules->evaluate(p);
}

/* Narrows a solution by one question. */
static void ask(struct solver *s, const struct position *p, int bound, struct solution *solution)
{
    s->news = (struct solver_news){.low = solution->low, .high = solution->high, .asked = bound};
    int value = answer(s, p, bound);
    if (!s->budget.stopped && value >= bound)
        solution->low = value;
    if (!s->budget.stopped && value < bound)
        solution->high = value;
}

static void certain_bounds(const struct solver *s, const struct position *p, int *low, int *high)
{
    *low = -VALUE_MAX;
    *high = VALUE_MAX;
    if (s->own)
        s->own->bounds(s->own_state, p, low, high);
    else if (s->solving)
        s->solving->bounds(p, low, high);
}

/* Asks on, each time where the last answer was, from a guess. A game's own solver is asked with
 * longer and longer strides once three answers pointed the same way; the common one took more nodes
 * so, since its guesses are near. */
static void narrow(struct solver *s, const struct position *p, int guess, struct solution *solution)
{
    int same = 0, stride = s->own ? s->world->game->unit : 0;
    bool was_less = false;
    while (solution->low < solution->high && !s->budget.stopped) {
        if (guess <= solution->low)
            guess = solution->low + 1;
        if (guess > solution->high)
            guess = solution->high;
        int high = solution->high;
        ask(s, p, guess, solution);
        bool is_less = solution->high < high;
        same = is_less == was_less ? same + 1 : 1;
        was_less = is_less;
        int ahead = same < 3 ? 0 : stride << (same < 8 ? same - 3 : 5);
        guess = is_less ? solution->high - ahead : solution->low + 1 + ahead;
    }
}

static void finish(const struct solver *s, struct solution *solution)
{
    solution->nodes = s->budget.nodes;
    solution->seconds = limits_elapsed(&s->budget.limits);
}

struct solution solver_ask(struct solver *s, const struct position *p, int bound,
                           const struct limits *limits)
{
    assert(p->world == s->world);
    struct solution solution = {.low = -VALUE_MAX, .high = VALUE_MAX};
    begin(s, limits);
    ask(s, p, bound, &solution);
    finish(s, &solution);
    return solution;
}

struct solution solver_run(struct solver *s, const struct position *p, const struct limits *limits)
{
    assert(p->world == s->world);
    struct solution solution;
    begin(s, limits);
    certain_bounds(s, p, &solution.low, &solution.high);
    narrow(s, p, guess_value(s, p), &solution);
    finish(s, &solution);
    return solution;
}

/* The moves, the one that the table remembers first, then by the game's own hint. */
static int list_moves(const struct solver *s, const struct position *p, struct move *moves)
{
    int order[MOVES_MAX], low, high, count = s->rules->moves(p, moves);
    unsigned first;
    if (s->own)
        first = s->own->remembered(s->own_state, p);
    else
        known_bounds(s, p, &low, &high, &first);
    for (int i = 0; i < count; i++)
        order[i] = moves[i].code == first ? VALUE_MAX : moves[i].hint;
    for (int i = 0; i < count; i++)
        order_pick(moves, order, i, count);
    return count;
}

/* Looks for a move that makes sure of the value; false if the limits were reached first. */
static bool find_move(struct solver *s, const struct position *p, int value, unsigned *move)
{
    struct move moves[MOVES_MAX];
    int count = list_moves(s, p, moves);
    assert(count > 0);
    struct position *child = position_new(p->world);
    bool found = false;
    for (int i = 0; i < count && !found && !s->budget.stopped; i++) {
        int gain = s->rules->play(p, moves[i].code, child), most = gain - value;
        found = answer(s, child, most + 1) <= most && !s->budget.stopped;
        *move = moves[i].code;
    }
    free(child);
    return found;
}

bool solver_best(struct solver *s, const struct position *p, int value, const struct limits *limits,
                 unsigned *move)
{
    begin(s, limits);
    return find_move(s, p, value, move);
}

/* The least value that makes a final margin above 0. */
static int winning_value(const struct position *p)
{
    return 1 - position_banked(p);
}

/* Enlarges the margin of a win as far as the limits allow. */
static void enlarge(struct solver *s, const struct position *p, struct choice *choice)
{
    struct solution *solution = &choice->solution;
    int secured = solution->low, guess = guess_value(s, p);
    choice->has_move = find_move(s, p, secured, &choice->move);
    while (choice->has_move && solution->low < solution->high && !s->budget.stopped) {
        if (guess <= solution->low)
            guess = solution->low + 1;
        if (guess > solution->high)
            guess = solution->high;
        ask(s, p, guess, solution);
        guess = solution->high;
        unsigned move;
        if (solution->low > secured && find_move(s, p, solution->low, &move)) {
            choice->move = move;
            secured = solution->low;
            guess = secured + 1;
        }
    }
    solution->low = secured;
}

/* How likely the other side slips: the weight of the replies after which we would have a sure win,
 * in parts per thousand of all. Most players look at what a move gains first, so a reply that gains
 * a point less weighs half as much, down to a small rest. -1 if the limits were reached. */
static int chance_of_slip(struct solver *s, const struct position *child)
{
    enum { HEAVIEST = 6, WEIGHTS = 1000 };
    struct move moves[MOVES_MAX];
    int gains[MOVES_MAX], count = s->rules->moves(child, moves), most = 0;
    int unit = child->world->game->unit;
    struct position *next = position_new(child->world);
    for (int i = 0; i < count; i++) {
        gains[i] = s->rules->play(child, moves[i].code, next);
        most = gains[i] > most ? gains[i] : most;
    }
    int64_t slips = 0, all = 0;
    for (int i = 0; i < count && !s->budget.stopped; i++) {
        int behind = (most - gains[i]) / unit;
        int weight = 1 + (behind <= HEAVIEST ? 1 << (HEAVIEST - behind) : 0);
        s->rules->play(child, moves[i].code, next);
        int wanted = winning_value(next);
        slips += answer(s, next, wanted) >= wanted ? weight : 0;
        all += weight;
    }
    free(next);
    return s->budget.stopped ? -1 : all > 0 ? (int)(WEIGHTS * slips / all) : 0;
}

/* Looks for the move after which the other side is the most likely to slip. */
static void set_trap(struct solver *s, const struct position *p, struct choice *choice)
{
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = s->rules->moves(p, moves), best = -1;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++)
        order[i] = moves[i].code == choice->move; /* it stays unless another is better */
    for (int i = 0; i < count && !s->budget.stopped; i++) {
        order_pick(moves, order, i, count);
        s->rules->play(p, moves[i].code, child);
        int chance = chance_of_slip(s, child);
        if (chance > best) {
            best = chance;
            choice->move = moves[i].code;
        }
    }
    free(child);
}

/* Whether there is a win is known: what is left to find out gets a little more time, no more. */
static void shorten(struct budget *b)
{
    const double seconds = 1;
    double until = limits_elapsed(&b->limits) + seconds;
    if (b->limits.hard > until)
        b->limits.hard = until;
}

struct choice solver_choose(struct solver *s, const struct position *p, const struct limits *limits)
{
    assert(p->world == s->world && !position_is_over(p));
    struct choice choice = {.prospect = PROSPECT_OPEN};
    struct solution *solution = &choice.solution;
    int wanted = winning_value(p);
    begin(s, limits);
    certain_bounds(s, p, &solution->low, &solution->high);
    if (solution->low < wanted && solution->high >= wanted)
        ask(s, p, wanted, solution);
    if (solution->low >= wanted) {
        choice.prospect = PROSPECT_WIN;
        shorten(&s->budget);
        enlarge(s, p, &choice);
    } else if (solution->high < wanted) {
        choice.prospect = PROSPECT_NO_WIN;
        narrow(s, p, guess_value(s, p), solution);
        if (!s->budget.stopped)
            choice.has_move = find_move(s, p, solution->low, &choice.move);
        shorten(&s->budget);
        if (choice.has_move)
            set_trap(s, p, &choice);
    }
    finish(s, solution);
    return choice;
}
