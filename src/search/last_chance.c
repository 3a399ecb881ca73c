#include "search/last_chance.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/solving.h"
#include "search/solve.h"
#include "search/table.h"

enum { SOLVER_BYTES = 16 << 20, CACHE_BYTES = 4 << 20, POLL_NODES = 16, REPLIES_MAX = 100 };

static const double parts = 1 << 30; /* of a chance, in the cache */

struct last_chance {
    const struct rules *rules;
    bool wins_only; /* a tie is no better than a loss */
    struct solver *solver;
    struct table *cache;
    struct budget budget;
    bool complete; /* no line has been left before its end */
};

bool last_chance_takes(const struct world *world)
{
    return !game_may_draw(world->game) && solver_takes(world);
}

struct last_chance *last_chance_new(const struct world *world)
{
    assert(last_chance_takes(world));
    struct last_chance *l = memory_zero(sizeof *l);
    l->rules = world->rules;
    l->wins_only = world->rules->solving && world->rules->solving->wins_only;
    l->solver = solver_new(world, SOLVER_BYTES);
    l->cache = table_new(CACHE_BYTES);
    return l;
}

void last_chance_free(struct last_chance *l)
{
    if (!l)
        return;
    solver_free(l->solver);
    table_free(l->cache);
    free(l);
}

/* What a finished game is worth to us. */
static double worth_of_end(const struct last_chance *l, const struct position *p, bool our_turn)
{
    double margin = position_points(p, l->rules->end_value(p));
    margin = our_turn ? margin : -margin;
    return margin > 0 ? 1 : margin == 0 && !l->wins_only ? 0.5 : 0;
}

/* Whether the side to move has a sure win. Means nothing once the budget is spent. */
static bool is_won(struct last_chance *l, const struct position *p)
{
    struct limits limits = l->budget.limits;
    if (limits.nodes > 0)
        limits.nodes = l->budget.nodes < limits.nodes ? limits.nodes - l->budget.nodes : 1;
    int wanted = 1 - position_banked(p);
    struct solution solution = solver_ask(l->solver, p, wanted, &limits);
    l->budget.nodes += solution.nodes;
    if (solution.low < wanted && solution.high >= wanted)
        l->budget.stopped = true; /* no answer: the limits were reached */
    return solution.low >= wanted;
}

static double chance_of(struct last_chance *, const struct position *, int replies);

/* The chance to win after a move of ours, over this many replies. */
static double chance_after(struct last_chance *l, const struct position *p, unsigned move,
                           int replies)
{
    struct move moves[MOVES_MAX];
    double chance = 0;
    struct position *child = position_new(p->world), *next = position_new(p->world);
    l->rules->play(p, move, child);
    int count = child->over ? 0 : l->rules->moves(child, moves);
    if (count == 0)
        chance = worth_of_end(l, child, false);
    for (int i = 0; i < count && !l->budget.stopped; i++) {
        l->rules->play(child, moves[i].code, next);
        chance += chance_of(l, next, replies - 1) / count;
    }
    free(child);
    free(next);
    return chance;
}

/* The board, the side to move and the score: all that a chance depends on. */
static uint64_t state_of(const struct position *p)
{
    return p->key ^ hash64((uint64_t)(uint32_t)position_margin(p) << 1 | p->side);
}

/* The chance to win where it is our turn. A position that is not won yet is worth nothing where no
 * more replies are looked at. */
static double chance_of(struct last_chance *l, const struct position *p, int replies)
{
    struct move moves[MOVES_MAX];
    int count = p->over ? 0 : l->rules->moves(p, moves);
    if (count == 0)
        return worth_of_end(l, p, true);
    if (budget_spend(&l->budget, 1))
        return 0;
    struct table_hit hit = table_find(l->cache, state_of(p));
    if (hit.bound == BOUND_EXACT && (hit.depth == TABLE_SOLVED || hit.depth == replies)) {
        l->complete = l->complete && hit.depth == TABLE_SOLVED;
        return hit.value / parts;
    }
    bool before = l->complete;
    double best = 0;
    l->complete = true;
    if (is_won(l, p)) {
        best = 1;
    } else if (replies == 0) {
        l->complete = false;
    } else {
        for (int i = 0; i < count && !l->budget.stopped; i++)
            best = fmax(best, chance_after(l, p, moves[i].code, replies));
    }
    if (!l->budget.stopped)
        table_store(l->cache, state_of(p),
                    (struct table_hit){(int)(best * parts), TABLE_NO_MOVE,
                                       l->complete ? TABLE_SOLVED : replies, BOUND_EXACT});
    l->complete = l->complete && before;
    return best;
}

struct chance last_chance_choose(struct last_chance *l, const struct position *p,
                                 const struct limits *limits, search_filter *admits, void *context)
{
    struct chance best = {0};
    struct move moves[MOVES_MAX];
    int count = filter_keep(admits, context, p, moves, l->rules->moves(p, moves));
    l->budget = budget_begin(limits, POLL_NODES);
    for (int replies = 1; replies < REPLIES_MAX && best.replies >= 0; replies++) {
        struct chance round = {.found = true, .replies = replies, .chance = -1};
        l->complete = true;
        for (int i = 0; i < count && !l->budget.stopped; i++) {
            double chance = chance_after(l, p, moves[i].code, replies);
            if (chance > round.chance) {
                round.chance = chance;
                round.move = moves[i].code;
            }
        }
        if (l->budget.stopped)
            break;
        if (l->complete)
            round.replies = -1;
        best = round;
    }
    best.nodes = l->budget.nodes;
    return best;
}
