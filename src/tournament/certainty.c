/* relations.c finds what is certain. Here that becomes published relations, places and an order,
 * and the next games are chosen.
 *
 * If strengths are not transitive, two things still hold. A relation marked direct does, because
 * its couple's own pairs are evidence against "it scores at most half against this one", and the
 * error is shared among all ordered couples; so do cycles of such relations. "Not better by more
 * than the margin" may be shown with the same share: of the two hypotheses about an ordered couple,
 * at most half and better by the margin, at most one is true.
 *
 * Choosing games needs no theory: whatever is played, what is shown stays valid. Open couples that
 * are asked for are played directly. The pairs that one still takes are estimated as the evidence
 * that it lacks over the mean growth by a pair, at the estimated strengths, for the shorter of two
 * ways: to a strict order or to equality. Games against third agents were tried too; they pay only
 * if those couples are asked for as well.
 */
#include "tournament/certainty.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "tournament/bradley_terry.h"
#include "tournament/e_process.h"
#include "tournament/relations.h"

static const double elo_unit = 0.0057564627324851142; /* ln(10) / 400 */

/* --- what is published --- */

/* Whether a is shown not to be better than b by more than the margin. By their own pairs, if
 * strengths are not transitive. */
static bool is_near(const struct relations *s, const struct certainty *c, int a, int b)
{
    size_t n = (size_t)c->agents;
    if (s->is_transitive)
        return relations_has(s, s->near, a, b);
    return c->direct[(size_t)b * n + (size_t)a] ||
           s->less[(size_t)a * n + (size_t)b] >= s->threshold[(size_t)a * n + (size_t)b];
}

static void find_relations(const struct relations *s, struct certainty *c)
{
    int n = c->agents;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            enum relation relation = RELATION_OPEN;
            bool above = s->is_transitive ? relations_has(s, s->below, a, b) : c->direct[a * n + b];
            bool below = s->is_transitive ? relations_has(s, s->above, a, b) : c->direct[b * n + a];
            bool equal = is_near(s, c, a, b) && is_near(s, c, b, a);
            if (above != below)
                relation = above ? RELATION_ABOVE : RELATION_BELOW;
            else if (equal && a != b)
                relation = RELATION_EQUAL;
            c->relation[a * n + b] = (unsigned char)relation;
            c->near[a * n + b] = is_near(s, c, a, b);
        }
}

static void find_direct(const struct encounters *e, const struct relations *s, struct certainty *c)
{
    size_t n = (size_t)c->agents;
    struct e_process bets = e_process_for(c->options.margin);
    for (int i = 0; i < e->count; i++) {
        size_t a = (size_t)e->encounter[i].a, b = (size_t)e->encounter[i].b;
        struct decided_pairs pairs = decided_pairs_of(&e->encounter[i]);
        c->direct[a * n + b] = e_process_better(&bets, pairs) >= s->threshold[a * n + b];
        c->direct[b * n + a] = e_process_better(&bets, decided_pairs_swapped(pairs)) >=
                               s->threshold[b * n + a];
    }
}

static void find_split(const struct encounters *e, struct certainty *c)
{
    enum { MANY = 200, SELDOM = 100 };
    size_t n = (size_t)c->agents;
    for (int i = 0; i < e->count; i++) {
        size_t a = (size_t)e->encounter[i].a, b = (size_t)e->encounter[i].b;
        struct decided_pairs won = decided_pairs_of(&e->encounter[i]);
        long pairs = encounter_pairs(&e->encounter[i]);
        long decided = won.clean + won.shut_out + won.ahead + won.behind;
        c->split[a * n + b] = c->split[b * n + a] = pairs >= MANY && decided * SELDOM < pairs;
    }
}

static void find_places(struct certainty *c)
{
    int n = c->agents;
    for (int a = 0; a < n; a++) {
        c->place[a] = (struct place){1, n};
        for (int b = 0; b < n; b++) {
            c->place[a].best += c->relation[a * n + b] == RELATION_BELOW;
            c->place[a].worst -= c->relation[a * n + b] == RELATION_ABOVE;
        }
    }
}

/* Fills places from the top: among agents with nobody shown above them who has no place yet, the
 * one with the highest estimate; where relations form a cycle, the highest of all. */
static void find_order(struct certainty *c)
{
    int n = c->agents;
    int *waits = memory_zero((size_t)n * sizeof *waits); /* for so many; -1: has a place */
    for (int a = 0; a < n; a++)
        waits[a] = c->place[a].best - 1;
    for (int place = 0; place < n; place++) {
        int best = -1;
        for (int a = 0; a < n; a++)
            if (waits[a] >= 0 &&
                (best < 0 || (waits[a] > 0) < (waits[best] > 0) ||
                 ((waits[a] > 0) == (waits[best] > 0) && c->strength[a] > c->strength[best])))
                best = a;
        c->order[place] = best;
        waits[best] = -1;
        for (int a = 0; a < n; a++)
            waits[a] -= waits[a] > 0 && c->relation[best * n + a] == RELATION_ABOVE;
    }
    free(waits);
}

static void estimate(const struct encounters *e, struct certainty *c)
{
    struct bt_data data;
    bt_data_of(e, &data);
    bt_fit(&data, c->strength, NULL);
    bt_data_free(&data);
}

static void fill_relations(const struct encounters *e, const struct certainty *c,
                           struct relations *s)
{
    const struct certainty_options *o = &c->options;
    relations_find(e, &(struct relations_options){o->error, o->margin, o->entry, o->field}, s);
}

void certainty_find(const struct encounters *e, const struct certainty_options *options,
                    struct certainty *c)
{
    size_t n = (size_t)e->agents;
    struct relations relations;
    *c = (struct certainty){.agents = e->agents,
                            .options = *options,
                            .relation = memory_zero(n * n * sizeof *c->relation),
                            .direct = memory_zero(n * n * sizeof *c->direct),
                            .near = memory_zero(n * n * sizeof *c->near),
                            .split = memory_zero(n * n * sizeof *c->split),
                            .place = memory_zero(n * sizeof *c->place),
                            .order = memory_zero(n * sizeof *c->order),
                            .strength = memory_zero((n + BT_EXTRA) * sizeof *c->strength)};
    if (c->options.error <= 0)
        c->options.error = 0.05;
    if (c->options.margin <= 0)
        c->options.margin = 50;
    if (options->entry) {
        c->options.entry = c->entry = memory_new(n * sizeof *c->entry);
        memcpy(c->entry, options->entry, n * sizeof *c->entry);
    }
    fill_relations(e, c, &relations);
    c->is_transitive = relations.is_transitive;
    find_direct(e, &relations, c);
    find_split(e, c);
    find_relations(&relations, c);
    find_places(c);
    estimate(e, c);
    find_order(c);
    relations_free(&relations);
}

void certainty_free(struct certainty *c)
{
    free(c->relation);
    free(c->direct);
    free(c->near);
    free(c->split);
    free(c->place);
    free(c->order);
    free(c->strength);
    free(c->entry);
    *c = (struct certainty){0};
}

/* How many neighbours are asked for. */
static int neighbours(const struct certainty *c, int top)
{
    int all = c->agents > 0 ? c->agents - 1 : 0;
    return top > 0 && top < all ? top : all;
}

static bool is_open(const struct certainty *c, int a, int b)
{
    return c->relation[a * c->agents + b] == RELATION_OPEN;
}

/* An agent further down that may be better than the last of the top. */
static bool is_outsider(const struct certainty *c, int top, int place)
{
    int last = neighbours(c, top);
    if (place <= last)
        return false;
    int couple = c->order[place] * c->agents + c->order[last - 1];
    return !c->near[couple] && c->relation[couple] != RELATION_ABOVE;
}

bool certainty_is_settled(const struct certainty *c, int top)
{
    int last = neighbours(c, top);
    for (int i = 0; i < c->agents - 1; i++)
        if ((i < last && is_open(c, c->order[i], c->order[i + 1])) || is_outsider(c, top, i + 1))
            return false;
    return true;
}

/* --- what is to be played --- */

/* Games between these two carry no evidence, or cannot be played. */
static bool is_barred(const struct certainty *c, const struct wish_options *o, int a, int b)
{
    int couple = a < b ? a * c->agents + b : b * c->agents + a;
    return c->split[couple] || (o->barred && o->barred[couple]);
}

/* A couple that is asked for, and the pairs that it still takes. */
struct target {
    int upper, lower; /* by estimate */
    double pairs;
};

/* The chances of a pair's results, 0 to 4 half points, at this difference. */
static void pair_chances(const struct certainty *c, double difference, double chance[5])
{
    double seat = c->strength[c->agents], draw = exp(c->strength[c->agents + 1]);
    double game[2][3];
    for (int i = 0; i < 2; i++) {
        double win = exp((difference + (i == 0 ? seat : -seat)) / 2), all = win + 1 / win + draw;
        game[i][ENCOUNTER_WON] = win / all;
        game[i][ENCOUNTER_DRAWN] = draw / all;
        game[i][ENCOUNTER_LOST] = 1 / win / all;
    }
    for (int i = 0; i < 5; i++)
        chance[i] = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            chance[i + k] += game[0][i] * game[1][k];
}

/* By how much a pair adds to the evidence for a strict order. */
static double strict_growth(const struct certainty *c, double difference)
{
    double chance[5], x = tanh(difference);
    pair_chances(c, difference, chance);
    return chance[4] * log1p(x) + chance[0] * log1p(-x) + chance[3] * log1p(x / 2) +
           chance[1] * log1p(-x / 2);
}

/* … and for equality, of the two sides on the one that is harder to show. */
static double equal_growth(const struct certainty *c, double difference)
{
    double margin = c->options.margin * elo_unit, chance[5];
    if (difference >= margin)
        return 0;
    pair_chances(c, difference, chance);
    double p = 1 / (1 + exp(-2 * margin)), q = 1 / (1 + exp(-2 * difference));
    return (chance[4] + chance[0]) * (q * log(q / p) + (1 - q) * log((1 - q) / (1 - p)));
}

static double strength_above(const struct certainty *c, int a, int b)
{
    static const double least = 0.03; /* 5 Elo: estimates are not that exact */
    return fmax(least, c->strength[a] - c->strength[b]);
}

/* The evidence that a mixture loses against its best bet, about. */
static const double spread_loss = 1;

static double pairs_for(double missing, double growth)
{
    return growth > 0 ? fmax(1, (missing + spread_loss) / growth) : INFINITY;
}

/* Neighbours: to a strict order, or to equality. */
static double neighbour_pairs(const struct certainty *c, const struct relations *s, int a, int b)
{
    size_t n = (size_t)c->agents, ab = (size_t)a * n + (size_t)b, ba = (size_t)b * n + (size_t)a;
    double difference = strength_above(c, a, b);
    double price = s->threshold[ab] + s->discount;
    double to_equal = fmax(price - s->less[ab], price - s->less[ba]);
    return fmin(pairs_for(price - s->strict[ab], strict_growth(c, difference)),
                pairs_for(to_equal, equal_growth(c, difference)));
}

/* An outsider b: that it is not better than a by more than the margin. */
static double outsider_pairs(const struct certainty *c, const struct relations *s, int a, int b)
{
    size_t couple = (size_t)b * (size_t)c->agents + (size_t)a;
    double missing = s->threshold[couple] + s->discount - s->less[couple];
    return pairs_for(missing, equal_growth(c, -strength_above(c, a, b)));
}

static int by_pairs(const void *a, const void *b)
{
    const struct target *x = a, *y = b;
    if (x->pairs != y->pairs)
        return x->pairs > y->pairs ? 1 : -1;
    return x->upper != y->upper ? x->upper - y->upper : x->lower - y->lower;
}

/* All that is open and asked for, the cheapest first. */
static int find_targets(const struct encounters *e, const struct certainty *c,
                        const struct wish_options *o, struct target *list)
{
    struct relations relations;
    int count = 0, last = neighbours(c, o->top);
    fill_relations(e, c, &relations);
    for (int i = 0; i < last; i++) {
        int a = c->order[i], b = c->order[i + 1];
        if (is_open(c, a, b) && !is_barred(c, o, a, b))
            list[count++] = (struct target){a, b, neighbour_pairs(c, &relations, a, b)};
    }
    for (int i = last + 1; i < c->agents; i++) {
        int a = c->order[last - 1], b = c->order[i];
        if (is_outsider(c, o->top, i) && !is_barred(c, o, a, b))
            list[count++] = (struct target){a, b, outsider_pairs(c, &relations, a, b)};
    }
    relations_free(&relations);
    qsort(list, (size_t)count, sizeof *list, by_pairs);
    return count;
}

/* Wishes as they are gathered; a couple that is wished twice is one wish. */
struct list {
    struct wish *wish;
    int count, most, left; /* left: pairs of the batch */
};

static void add_wish(struct list *l, int a, int b, double pairs)
{
    int lower = a < b ? a : b, higher = a < b ? b : a;
    int number = pairs < 1 ? 1 : pairs > l->left ? l->left : (int)ceil(pairs);
    if (l->left <= 0)
        return;
    number = number > l->left ? l->left : number;
    for (int i = 0; i < l->count; i++)
        if (l->wish[i].a == lower && l->wish[i].b == higher) {
            l->wish[i].pairs += number;
            l->left -= number;
            return;
        }
    if (l->count == l->most)
        return;
    l->wish[l->count++] = (struct wish){lower, higher, number};
    l->left -= number;
}

enum { KNOWN = 12 }; /* pairs that tell enough of an agent to estimate it */

static void shuffle(struct random *random, int *hat, int count)
{
    for (int i = 0; i < count; i++)
        hat[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int k = (int)random_below(random, (unsigned)i + 1), held = hat[i];
        hat[i] = hat[k];
        hat[k] = held;
    }
}

/* While some agents are unknown, all agents are paired at random. If no unknown agent gets an
 * opponent that it may play, each plays the next one in the drawn order that it may. */
static bool explore(const struct encounters *e, const struct certainty *c,
                    const struct wish_options *o, struct list *l)
{
    int n = e->agents;
    long *pairs = memory_zero((size_t)n * sizeof *pairs), all = 0;
    int *hat = memory_new((size_t)n * sizeof *hat);
    for (int i = 0; i < e->count; i++) {
        long played = encounter_pairs(&e->encounter[i]);
        pairs[e->encounter[i].a] += played;
        pairs[e->encounter[i].b] += played;
        all += 2 * played;
    }
    shuffle(&(struct random){hash64(o->seed + hash64((uint64_t)all))}, hat, n);
    for (int step = 1; step < n && l->count == 0; step++)
        for (int i = 0; i < n; i += step == 1 ? 2 : 1) {
            int a = hat[i], b = hat[(i + step) % n];
            if ((pairs[a] < KNOWN || pairs[b] < KNOWN) && !is_barred(c, o, a, b))
                add_wish(l, a, b, 1);
        }
    free(pairs);
    free(hat);
    return l->count > 0;
}

int certainty_wishes(const struct encounters *e, const struct certainty *c,
                     const struct wish_options *o, struct wish *wish, int most)
{
    struct list list = {.wish = wish, .most = most, .left = o->batch};
    assert(c->agents == e->agents && o->batch > 0);
    if (certainty_is_settled(c, o->top) || explore(e, c, o, &list))
        return list.count;
    struct target *target = memory_new((size_t)c->agents * sizeof *target);
    int targets = find_targets(e, c, o, target);
    for (int i = 0; i < targets; i++)
        add_wish(&list, target[i].upper, target[i].lower,
                 fmin(target[i].pairs, ceil((double)list.left / (targets - i))));
    free(target);
    return list.count;
}
