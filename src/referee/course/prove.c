#include "referee/course/prove.h"

#include "search/solve.h"

enum { NODES = 2000000, HASH_BYTES = 64 << 20 };

/* Proves whether the side to move can force a final margin of at least this many value steps. */
static enum proof prove(const struct position *p, int margin)
{
    int banked = position_banked(p);
    if (position_is_over(p)) {
        int value = banked + p->world->rules->end_value(p);
        return value >= margin ? PROOF_YES : PROOF_NO;
    }
    if (!solver_takes(p->world))
        return PROOF_NONE;
    struct solver *solver = solver_new(p->world, HASH_BYTES);
    struct limits limits = {.nodes = NODES};
    int bound = margin - banked;
    struct solution s = solver_ask(solver, p, bound, &limits);
    solver_free(solver);
    return s.low >= bound ? PROOF_YES : s.high < bound ? PROOF_NO : PROOF_NONE;
}

enum proof prove_win(const struct position *p)
{
    return prove(p, 1);
}

enum proof prove_loss(const struct position *p)
{
    static const enum proof turned[] = {PROOF_NONE, PROOF_NO, PROOF_YES};
    return turned[prove(p, 0)];
}
