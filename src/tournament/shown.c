/* Theory. Assumed is that strengths are transitive: there is an order of all agents, ties allowed,
 * in which whoever stands higher scores at least half against whoever stands lower. Each such order
 * is a hypothesis. Against each one there is a purse (evidence.c), and an order is given up when
 * its purse exceeds 1 / error. The true order is given up, ever, with a probability of at most the
 * error; what holds in all orders that are left is therefore shown, all of it together.
 *
 * The purse against an order is shared among all its couples: if upper stands above lower, one part
 * is bet on lower being the better one; if both are tied, two parts, one on each. By how much upper
 * is better is open, so an order comes with a list of the couples that are further apart than the
 * margin; for those the part is bet on "not that far apart" instead. An order is given up as soon
 * as one of its parts alone has become 1 / error times the whole purse. Each part does that with a
 * probability of at most its share of the error (Ville, for the couple's own sequence of pairs), so
 * one of them does with at most the error, whatever their dependence. Parts are never added up:
 * that would need one sequence for all couples.
 *
 * To show that a is above b, all orders with b above a or tied have to be given up. It is not
 * needed to go through them: they all have the part that is bet on a. Relations that are shown
 * already hold in each order that is left, so couples that are shown are not tied there and have
 * one part instead of two, and the others may be the larger for it. With N agents the price is N (N
 * - 1) over the error at first and falls to half of it as relations are found; so the search is
 * repeated until nothing new is found. The result does not depend on the sequence. And relations
 * are transitive.
 *
 * Agents come and go, and programs are replaced, after results were seen. So a couple's share must
 * depend on nothing that happens later. Programs have numbers in the order in which they were
 * entered. The field that was there when the first games were planned has nine tenths of the error,
 * in equal parts, whoever of it is left. The m-th program after that has 6 / (pi^2 m^2) of the last
 * tenth, in equal parts for its couples with all before it. The sum over all programs that may ever
 * come is the error.
 *
 * Unequal parts were tried: the more agents an order has between upper and lower the less, or more
 * for the top places. Both are valid. But neighbours become cheaper only after all others are shown
 * to lie elsewhere, and to show that took more games than it saved.
 */
#include "tournament/shown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournament/evidence.h"

double shown_share(int entry, int other, int field)
{
    static const double first = 0.9, pi = 3.14159265358979324;
    double later = entry > other ? entry : other, after = later - field;
    if (after <= 0)
        return first / ((double)field * (field - 1));
    return (1 - first) * 6 / (pi * pi * after * after) / (2 * (later - 1));
}

static void set_prices(struct shown *s, const struct shown_options *o)
{
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents; b++) {
            double share = o->entry ? shown_share(o->entry[a], o->entry[b], o->field)
                                    : shown_share(1, 1, s->agents);
            s->price[a * s->agents + b] = a == b ? INFINITY : -log(o->error * share);
        }
}

/* What couples that are shown do not need any more. */
static void set_relief(struct shown *s, double error)
{
    double whole = 1;
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents; b++)
            if (shown_has(s, s->above, a, b))
                whole -= exp(-s->price[a * s->agents + b]) / error;
    s->relief = log(whole);
}

static void put(const struct shown *s, uint64_t *sets, int agent, int other)
{
    sets[(size_t)agent * (size_t)s->words + (size_t)(other / 64)] |= UINT64_C(1) << (other % 64);
}

static void join(uint64_t *into, const uint64_t *from, int words)
{
    for (int i = 0; i < words; i++)
        into[i] |= from[i];
}

/* a is above b, and with it all above a, above all below b. */
static void add_relation(struct shown *s, int a, int b)
{
    if (shown_has(s, s->below, b, a)) {
        s->is_transitive = false;
        return;
    }
    for (int i = 0; i < s->agents; i++) {
        if (i == a || shown_has(s, s->below, i, a)) {
            join(shown_set(s, s->below, i), shown_set(s, s->below, b), s->words);
            put(s, s->below, i, b);
        }
        if (i == b || shown_has(s, s->above, i, b)) {
            join(shown_set(s, s->above, i), shown_set(s, s->above, a), s->words);
            put(s, s->above, i, a);
        }
    }
}

/* --- what is shown --- */

/* What is shown already is not looked at again, but its contrary is. */
static bool find_more(struct shown *s)
{
    size_t n = (size_t)s->agents;
    bool found = false;
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents && s->is_transitive; b++) {
            double evidence = s->strict[(size_t)a * n + (size_t)b];
            if (evidence >= s->price[(size_t)a * n + (size_t)b] + s->relief &&
                !shown_has(s, s->below, a, b)) {
                add_relation(s, a, b);
                found = true;
            }
        }
    return found && s->is_transitive;
}

static void find_strict(struct shown *s, double error)
{
    do
        set_relief(s, error);
    while (find_more(s));
}

/* a is not better than b by more than the margin; so none below a is, and not over those above b.
 */
static void add_near(struct shown *s, int a, int b)
{
    for (int i = 0; i < s->agents; i++)
        if (i == a || shown_has(s, s->above, i, a)) {
            put(s, s->near, i, b);
            join(shown_set(s, s->near, i), shown_set(s, s->above, b), s->words);
        }
}

static void find_near(struct shown *s)
{
    size_t n = (size_t)s->agents;
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents; b++)
            if (s->less[(size_t)a * n + (size_t)b] >=
                s->price[(size_t)a * n + (size_t)b] + s->relief)
                add_near(s, a, b);
    for (int a = 0; a < s->agents; a++) /* nobody is better than those above */
        join(shown_set(s, s->near, a), shown_set(s, s->above, a), s->words);
}

static void weigh(struct shown *s, const struct encounters *e, double margin)
{
    size_t n = (size_t)s->agents;
    struct evidence bets = evidence_for(margin);
    for (int i = 0; i < e->count; i++) {
        struct bouts bouts = bouts_of(&e->encounter[i]), turned = bouts_turned(bouts);
        size_t a = (size_t)e->encounter[i].a, b = (size_t)e->encounter[i].b;
        if (bouts.clean + bouts.shut_out + bouts.ahead + bouts.behind == 0)
            continue;
        s->less[a * n + b] = evidence_less(&bets, bouts);
        s->less[b * n + a] = evidence_less(&bets, turned);
        s->strict[a * n + b] = fmin(evidence_better(&bets, bouts), s->less[b * n + a]);
        s->strict[b * n + a] = fmin(evidence_better(&bets, turned), s->less[a * n + b]);
    }
}

void shown_find(const struct encounters *e, const struct shown_options *o, struct shown *s)
{
    size_t n = (size_t)e->agents;
    *s = (struct shown){.agents = e->agents, .words = (e->agents + 63) / 64};
    size_t bytes = n * (size_t)s->words * sizeof *s->above;
    s->is_transitive = true;
    s->above = memory_zero(bytes);
    s->below = memory_zero(bytes);
    s->near = memory_zero(bytes);
    s->strict = memory_zero(n * n * sizeof *s->strict);
    s->less = memory_zero(n * n * sizeof *s->less);
    s->price = memory_zero(n * n * sizeof *s->price);
    set_prices(s, o);
    weigh(s, e, o->margin);
    find_strict(s, o->error);
    find_near(s);
}

void shown_free(struct shown *s)
{
    free(s->above);
    free(s->below);
    free(s->near);
    free(s->strict);
    free(s->less);
    free(s->price);
    *s = (struct shown){0};
}
