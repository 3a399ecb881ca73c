/* Theory. Assumed is that strengths are transitive: there is an order of all agents, ties allowed,
 * in which whoever stands higher scores at least half against whoever stands lower. Each such order
 * is a hypothesis. Against each one there is a purse (evidence.c), and an order is given up when
 * its purse exceeds 1 / error. The true order is given up, ever, with a probability of at most the
 * error; what holds in all orders that are left is therefore shown, all of it together.
 *
 * The purse against an order is shared among all its couples: if upper stands above lower, a part
 * is bet on lower being the better one; if both are tied, two parts, one on each. By how much upper
 * may be better is free, so an order comes with a list of the couples that are further apart than
 * the margin; for those the part is bet on "not that far apart" instead. The sum of e-processes
 * with weights that add up to at most 1 is an e-process, whatever the dependence.
 *
 * How large the parts are is free too, and may differ from order to order. Most orders that are
 * hard to refute differ from the true one by neighbours swapped, so neighbours get most: the part
 * is v(s) w(r), where s is how many agents lie from upper to lower in this order, both and their
 * ties included, and r is the place of upper, the last one of its ties. v and w fall. The parts of
 * one order add up to at most V W, V and W being the sums of v(2), v(3) … and w(1), w(2) …:
 *
 *   Charge each part to its upper agent. One with m - 1 others in its tie is charged (m - 1) v(m)
 * for these, at most v(2) + … + v(m) since v falls. The t-th agent after its tie lies in a span of
 * at least m + t, so those after it cost at most v(m + 1) + v(m + 2) + …. Together that is at most
 * V, times w(r). The places r of all agents are at least 1, 2, … in turn, and w falls.
 *
 * So neighbours in a field of N pay log(N V / v(2)), with V / v(2) about 2.2, where all couples
 * alike would pay log(N (N - 1)).
 *
 * To show that a is above b, all orders with b above or equal to a have to be given up. It is not
 * needed to go through them. Let some relations be shown already: they hold in each order that is
 * left. Then nobody who is shown above b or below a lies between b and a in it, which bounds the
 * span; those shown below b are below it, which bounds its place; so the part is at least v(span)
 * w(place), and if that part alone is worth 1 / error, the order is given up. What is shown narrows
 * spans and places, so this is repeated until nothing new is found. The result does not depend on
 * the sequence.
 */
#include "tournament/shown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournament/evidence.h"

static const double span_power = 1.5;  /* v(s) = (s - 1) ^ -span_power */
static const double place_power = 1.5; /* w(r) = max(r, top + 1) ^ -place_power */

/* --- prices --- */

static void set_prices(struct shown *s, double error, int top)
{
    int n = s->agents;
    double spans = 0, places = 0;
    s->span_price = memory_zero(((size_t)n + 1) * sizeof *s->span_price);
    s->place_price = memory_zero(((size_t)n + 1) * sizeof *s->place_price);
    for (int i = 2; i <= n; i++) {
        s->span_price[i] = span_power * log(i - 1);
        spans += exp(-s->span_price[i]);
    }
    for (int i = 1; i <= n; i++) {
        s->place_price[i] = top > 0 ? place_power * log(i > top ? i : top + 1) : 0;
        places += exp(-s->place_price[i]);
    }
    s->base_price = log(spans) + log(places) - log(error);
}

/* --- sets --- */

static int count_bits(const uint64_t *set, int words)
{
    int count = 0;
    for (int i = 0; i < words; i++)
        count += __builtin_popcountll(set[i]);
    return count;
}

int shown_span(const struct shown *s, int upper, int lower)
{
    const uint64_t *above = shown_set(s, s->above, upper), *below = shown_set(s, s->below, lower);
    int outside = 0;
    for (int i = 0; i < s->words; i++)
        outside += __builtin_popcountll(above[i] | below[i]);
    int span = s->agents - outside;
    return span < 2 ? 2 : span;
}

double shown_price(const struct shown *s, int upper, int lower)
{
    int place = s->agents - count_bits(shown_set(s, s->below, upper), s->words);
    return s->base_price + s->span_price[shown_span(s, upper, lower)] + s->place_price[place];
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

/* Contradictions are sought everywhere, so relations that are shown already are looked at, too,
 * but from the other side. */
static void find_strict(struct shown *s)
{
    size_t n = (size_t)s->agents;
    for (bool again = true; again && s->is_transitive;) {
        again = false;
        for (int a = 0; a < s->agents; a++)
            for (int b = 0; b < s->agents; b++) {
                double evidence = s->strict[(size_t)a * n + (size_t)b];
                if (evidence < s->base_price || a == b || shown_has(s, s->below, a, b) ||
                    evidence < shown_price(s, b, a))
                    continue;
                add_relation(s, a, b);
                again = true;
                if (!s->is_transitive)
                    return;
            }
    }
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
            if (a != b && s->less[(size_t)a * n + (size_t)b] >= s->base_price &&
                s->less[(size_t)a * n + (size_t)b] >= shown_price(s, a, b))
                add_near(s, a, b);
    for (int a = 0; a < s->agents; a++) /* whoever is below is not better */
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

void shown_find(const struct encounters *e, double error, double margin, int top, struct shown *s)
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
    set_prices(s, error, top);
    weigh(s, e, margin);
    find_strict(s);
    find_near(s);
}

void shown_free(struct shown *s)
{
    free(s->above);
    free(s->below);
    free(s->near);
    free(s->strict);
    free(s->less);
    free(s->span_price);
    free(s->place_price);
    *s = (struct shown){0};
}
