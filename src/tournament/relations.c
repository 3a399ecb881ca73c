/* Theory. We assume that strengths are transitive: there is an order of all agents, ties allowed,
 * in which a higher agent scores at least half against a lower one on average. Each such order is a
 * hypothesis. An order is rejected when one of its couples alone has an e-process (e_process.h)
 * above 1 / (error * share), where the shares of its couples add up to at most 1. By Ville's
 * inequality and the union bound the true order is ever rejected with probability at most the
 * error, whatever the dependence between couples. What holds in all orders that are left is shown,
 * all of it together.
 *
 * If an order ranks `upper` above `lower`, the couple's process bets on lower being better. If both
 * are tied, it has two processes, one on each. An order comes with the list of couples that are
 * further apart than the margin; for those the process bets on "not that far apart" instead.
 * Processes of different couples are never added up: that would need one sequence for all couples.
 *
 * To show that a is above b, all orders with b above a, or with both tied, must be rejected. They
 * need not be listed, because all of them have the process that bets on a. A relation that is shown
 * holds in every order that is left, so its couple is not tied there and has one process instead of
 * two; the other shares grow by that. With N agents a couple's threshold is N (N - 1) / error at
 * first and falls to half of it as relations are found. So the search is repeated until nothing new
 * is found. The result does not depend on the sequence, and relations are transitive.
 *
 * Agents come and go, and programs are replaced, after results were seen. So a couple's share must
 * not depend on what happens later. Programs are numbered in the order in which they entered. The
 * field of the first games has nine tenths of the error, in equal parts, even if some of it leaves.
 * The m-th program after that has 6 / (pi^2 m^2) of the last tenth, in equal parts for its couples
 * with all programs before it. The sum over all programs that may ever come is the error.
 *
 * Unequal shares were tried: less the more agents an order has between upper and lower, or more for
 * the top places. Both are valid. But the couples of neighbours gain only after all others are
 * shown to lie elsewhere, and showing that took more games than it saved.
 */
#include "tournament/relations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournament/e_process.h"

double relations_share(int entry, int other, int field)
{
    static const double first = 0.9, pi = 3.14159265358979324;
    double later = entry > other ? entry : other, after = later - field;
    if (after <= 0)
        return first / ((double)field * (field - 1));
    return (1 - first) * 6 / (pi * pi * after * after) / (2 * (later - 1));
}

static void set_thresholds(struct relations *s, const struct relations_options *o)
{
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents; b++) {
            double share = o->entry ? relations_share(o->entry[a], o->entry[b], o->field)
                                    : relations_share(1, 1, s->agents);
            s->threshold[a * s->agents + b] = a == b ? INFINITY : -log(o->error * share);
        }
}

/* Couples whose relation is shown have one process instead of two; the rest of the error is free.
 */
static void set_discount(struct relations *s, double error)
{
    double whole = 1;
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents; b++)
            if (relations_has(s, s->above, a, b))
                whole -= exp(-s->threshold[a * s->agents + b]) / error;
    s->discount = log(whole);
}

static void put(const struct relations *s, uint64_t *sets, int agent, int other)
{
    sets[(size_t)agent * (size_t)s->words + (size_t)(other / 64)] |= UINT64_C(1) << (other % 64);
}

static void join(uint64_t *into, const uint64_t *from, int words)
{
    for (int i = 0; i < words; i++)
        into[i] |= from[i];
}

/* Adds "a above b" and its transitive closure. */
static void add_relation(struct relations *s, int a, int b)
{
    if (relations_has(s, s->below, b, a)) {
        s->is_transitive = false;
        return;
    }
    for (int i = 0; i < s->agents; i++) {
        if (i == a || relations_has(s, s->below, i, a)) {
            join(relations_set(s, s->below, i), relations_set(s, s->below, b), s->words);
            put(s, s->below, i, b);
        }
        if (i == b || relations_has(s, s->above, i, b)) {
            join(relations_set(s, s->above, i), relations_set(s, s->above, a), s->words);
            put(s, s->above, i, a);
        }
    }
}

/* --- relations --- */

/* Adds all relations whose evidence reaches the threshold; true if there were any. A relation that
 * is known is skipped, its contrary is not: it would show that strengths are not transitive. */
static bool find_more(struct relations *s)
{
    size_t n = (size_t)s->agents;
    bool found = false;
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents && s->is_transitive; b++) {
            double evidence = s->strict[(size_t)a * n + (size_t)b];
            if (evidence >= s->threshold[(size_t)a * n + (size_t)b] + s->discount &&
                !relations_has(s, s->below, a, b)) {
                add_relation(s, a, b);
                found = true;
            }
        }
    return found && s->is_transitive;
}

static void find_strict(struct relations *s, double error)
{
    do
        set_discount(s, error);
    while (find_more(s));
}

/* Adds "a is not better than b by more than the margin", and with it the same of all below a and
 * over all above b. */
static void add_near(struct relations *s, int a, int b)
{
    for (int i = 0; i < s->agents; i++)
        if (i == a || relations_has(s, s->above, i, a)) {
            put(s, s->near, i, b);
            join(relations_set(s, s->near, i), relations_set(s, s->above, b), s->words);
        }
}

static void find_near(struct relations *s)
{
    size_t n = (size_t)s->agents;
    for (int a = 0; a < s->agents; a++)
        for (int b = 0; b < s->agents; b++)
            if (s->less[(size_t)a * n + (size_t)b] >=
                s->threshold[(size_t)a * n + (size_t)b] + s->discount)
                add_near(s, a, b);
    for (int a = 0; a < s->agents; a++) /* no agent is better than those above it */
        join(relations_set(s, s->near, a), relations_set(s, s->above, a), s->words);
}

static void collect_evidence(struct relations *s, const struct encounters *e, double margin)
{
    size_t n = (size_t)s->agents;
    struct e_process bets = e_process_for(margin);
    for (int i = 0; i < e->count; i++) {
        struct decided_pairs pairs = decided_pairs_of(&e->encounter[i]),
                             swapped = decided_pairs_swapped(pairs);
        size_t a = (size_t)e->encounter[i].a, b = (size_t)e->encounter[i].b;
        if (pairs.clean + pairs.shut_out + pairs.ahead + pairs.behind == 0)
            continue;
        s->less[a * n + b] = e_process_less(&bets, pairs);
        s->less[b * n + a] = e_process_less(&bets, swapped);
        s->strict[a * n + b] = fmin(e_process_better(&bets, pairs), s->less[b * n + a]);
        s->strict[b * n + a] = fmin(e_process_better(&bets, swapped), s->less[a * n + b]);
    }
}

void relations_find(const struct encounters *e, const struct relations_options *o,
                    struct relations *s)
{
    size_t n = (size_t)e->agents;
    *s = (struct relations){.agents = e->agents, .words = (e->agents + 63) / 64};
    size_t bytes = n * (size_t)s->words * sizeof *s->above;
    s->is_transitive = true;
    s->above = memory_zero(bytes);
    s->below = memory_zero(bytes);
    s->near = memory_zero(bytes);
    s->strict = memory_zero(n * n * sizeof *s->strict);
    s->less = memory_zero(n * n * sizeof *s->less);
    s->threshold = memory_zero(n * n * sizeof *s->threshold);
    set_thresholds(s, o);
    collect_evidence(s, e, o->margin);
    find_strict(s, o->error);
    find_near(s);
}

void relations_free(struct relations *s)
{
    free(s->above);
    free(s->below);
    free(s->near);
    free(s->strict);
    free(s->less);
    free(s->threshold);
    *s = (struct relations){0};
}
