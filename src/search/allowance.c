#include "search/allowance.h"

#include <assert.h>

/* Overhead of a move if calibration has not measured it: loading the program, writing the answer,
 * returning memory. Measured 1 to 2 ms; the rest is for slow and busy machines. */
static const double careful_overhead = 0.006;

/* A reserve in seconds for more moves, or dearer ones, than expected; half of the rest if that is
 * less. */
static const double iron_reserve = 0.05, iron_share = 0.5;

/* At least this part of the usable time is shared among the moves to come, however many they are;
 * their overhead must come from the rest. */
static const double least_plan = 0.25;

/* The largest part of the remaining time that one move of a game may take. */
static const double greediest_share = 0.2;

/* The part of a single move's time that is used: clocks differ and graders round. Nothing is saved
 * up for later moves, so there is no soft limit. */
static const double single_share = 0.95;

/* The part of a move's cap that is used. Exiting takes time too, mostly to free a large table, and
 * by the wall clock other programs may be running just then. */
static const double cap_share = 0.97, wall_cap_share = 0.9;

/* The part of the overhead that a move is likely to cost. So much is kept for each move that the
 * cap still allows, expected or not, as part of that reserve. */
static const double likely_part = 0.5;

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Own moves until the cap on plies; 0 if there is none ahead. */
static int moves_to_cap(const struct allowance *a)
{
    return a->ply_limit > a->plies ? (a->ply_limit - a->plies + 1) / 2 : 0;
}

/* The moves among which the time is shared. A game that is more than half the way to its cap will
 * probably go all the way, whatever the board suggests. */
static int moves_expected(const struct position *p, const struct allowance *a)
{
    const int moves = p->world->rules->moves_left(p), most = moves_to_cap(a);
    assert(moves >= 1);
    return 2 * a->plies > a->ply_limit && most > moves ? most : moves;
}

struct limits limits_for(const struct position *p, const struct allowance *allowance)
{
    struct limits limits = {.source = allowance->source,
                            .started = allowance->started,
                            .depth = allowance->depth,
                            .nodes = allowance->nodes,
                            .stop = allowance->stop};
    double overhead = allowance->overhead > 0 ? allowance->overhead : careful_overhead;
    if (allowance->remaining > 0) {
        double usable = allowance->remaining - overhead;
        if (usable < 0)
            usable = 0;
        if (allowance->single) {
            limits.hard = usable * single_share;
        } else {
            const int moves = moves_expected(p, allowance), most = moves_to_cap(allowance);
            usable -= least(iron_reserve + likely_part * overhead * most, iron_share * usable);
            /* every move still to come costs its overhead too; that is a guess, and seldom so much,
             * so a part is used all the same */
            double plan = usable - overhead * moves;
            if (plan < least_plan * usable)
                plan = least_plan * usable;
            const double share = plan / moves;
            limits.soft = least(share, usable * greediest_share);
            limits.hard = least(2.5 * limits.soft, usable * greediest_share);
        }
        /* a limit of 0 would mean none: there is hardly time, so answer at once */
        if (limits.hard <= 0)
            limits.soft = limits.hard = 1e-9;
    }
    if (allowance->move_cap > 0) {
        double share = allowance->source == CLOCK_OF_WALL ? wall_cap_share : cap_share;
        double cap = share * allowance->move_cap - overhead;
        if (cap < allowance->move_cap / 2)
            cap = allowance->move_cap / 2;
        limits.hard = limits.hard > 0 ? least(limits.hard, cap) : cap;
        if (!allowance->single)
            limits.soft = limits.soft > 0 ? least(limits.soft, cap) : cap;
    }
    return limits;
}
