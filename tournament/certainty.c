/* What is certain is found in shown.c, the theory included. Here it becomes relations, places and
 * an order, and the next games are chosen.
 *
 * Without transitive strengths two things still hold: a relation marked direct, since its couple's
 * own pairs are evidence against "it scores at most half against this one" and the error is shared
 * among all ordered couples alike; and therefore a cycle of such relations.
 *
 * Wishes need no theory to be valid, only to be cheap: whatever is played, what is shown holds.
 * Neighbours whose order is open are targets. What a target still takes in pairs is estimated: the
 * evidence that it lacks over what a pair adds on average, if strengths are as estimated, for the
 * shorter of two ways, to a strict order or to equality. Couples further apart are played first
 * where that pays: what they show narrows the span of targets and so lowers their price.
 */
#include "tournament/certainty.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "tournament/bradley_terry.h"
#include "tournament/evidence.h"
#include "tournament/shown.h"

static const double elo_unit = 0.0057564627324851142; /* ln(10) / 400 */

/* --- what is published --- */

static void find_relations(const struct shown *s, struct certainty *c)
{
    int n = c->agents;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            enum relation relation = RELATION_OPEN;
            bool above = s->is_transitive ? shown_has(s, s->below, a, b) : c->direct[a * n + b];
            bool below = s->is_transitive ? shown_has(s, s->above, a, b) : c->direct[b * n + a];
            bool equal = s->is_transitive && shown_has(s, s->near, a, b) &&
                         shown_has(s, s->near, b, a);
            if (above != below)
                relation = above ? RELATION_ABOVE : RELATION_BELOW;
            else if (equal && a != b)
                relation = RELATION_EQUAL;
            c->relation[a * n + b] = (unsigned char)relation;
        }
}

static void find_direct(const struct encounters *e, struct certainty *c)
{
    size_t n = (size_t)c->agents;
    struct evidence bets = evidence_for(c->options.margin);
    double enough = log((double)n * ((double)n - 1) / c->options.error);
    for (int i = 0; i < e->count; i++) {
        size_t a = (size_t)e->encounter[i].a, b = (size_t)e->encounter[i].b;
        struct bouts bouts = bouts_of(&e->encounter[i]);
        c->direct[a * n + b] = evidence_better(&bets, bouts) >= enough;
        c->direct[b * n + a] = evidence_better(&bets, bouts_turned(bouts)) >= enough;
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

/* Each place goes to the strongest by estimate among those above whom nobody is shown that has no
 * place yet. Where relations form a cycle, to the strongest of all. */
static void find_order(struct certainty *c)
{
    int n = c->agents;
    int *waits = memory_zero((size_t)n * sizeof *waits); /* for how many; -1: has a place */
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

void certainty_find(const struct encounters *e, const struct certainty_options *options,
                    struct certainty *c)
{
    size_t n = (size_t)e->agents;
    struct shown shown;
    *c = (struct certainty){.agents = e->agents,
                            .options = *options,
                            .relation = memory_zero(n * n * sizeof *c->relation),
                            .direct = memory_zero(n * n * sizeof *c->direct),
                            .place = memory_zero(n * sizeof *c->place),
                            .order = memory_zero(n * sizeof *c->order),
                            .strength = memory_zero((n + BT_EXTRA) * sizeof *c->strength)};
    if (c->options.error <= 0)
        c->options.error = 0.05;
    if (c->options.margin <= 0)
        c->options.margin = 50;
    shown_find(e, c->options.error, c->options.margin, c->options.top, &shown);
    c->is_transitive = shown.is_transitive;
    find_direct(e, c);
    find_relations(&shown, c);
    find_places(c);
    estimate(e, c);
    find_order(c);
    shown_free(&shown);
}

void certainty_free(struct certainty *c)
{
    free(c->relation);
    free(c->direct);
    free(c->place);
    free(c->order);
    free(c->strength);
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

bool certainty_is_settled(const struct certainty *c, int top)
{
    for (int i = 0; i < neighbours(c, top); i++)
        if (is_open(c, c->order[i], c->order[i + 1]))
            return false;
    return true;
}

/* --- what is to be played --- */

/* A couple whose order is open, upper being the better one by estimate. */
struct target {
    int upper, lower;
    bool to_equality; /* the shorter way */
    double growth;    /* of the evidence in a pair */
    double pairs;     /* that it still takes */
};

struct planner {
    const struct certainty *certainty;
    struct shown shown;
    struct target *target;
    int targets;
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

/* What a purse loses by betting on more than one difference. */
static const double spread_loss = 1;

static double strict_need(const struct planner *p, int a, int b, double growth)
{
    const struct shown *s = &p->shown;
    double lacks = shown_price(s, b, a) - s->strict[a * s->agents + b] + spread_loss;
    return fmax(1, lacks / growth);
}

static double equal_need(const struct planner *p, int a, int b, double growth)
{
    const struct shown *s = &p->shown;
    double one = shown_price(s, a, b) - s->less[a * s->agents + b];
    double other = shown_price(s, b, a) - s->less[b * s->agents + a];
    return growth > 0 ? fmax(1, (fmax(one, other) + spread_loss) / growth) : INFINITY;
}

static struct target aim(const struct planner *p, int a, int b)
{
    double difference = strength_above(p->certainty, a, b);
    struct target t = {.upper = a, .lower = b};
    double strict = strict_growth(p->certainty, difference);
    double equal = equal_growth(p->certainty, difference);
    double to_strict = strict_need(p, a, b, strict), to_equal = equal_need(p, a, b, equal);
    t.to_equality = to_equal < to_strict;
    t.growth = t.to_equality ? equal : strict;
    t.pairs = t.to_equality ? to_equal : to_strict;
    return t;
}

/* How many agents leave the span from upper to lower if a is shown above b. */
static int narrowed(const struct shown *s, int upper, int lower, int a, int b)
{
    const uint64_t *above = shown_set(s, s->above, upper), *below = shown_set(s, s->below, lower);
    bool adds_above = upper == b || shown_has(s, s->below, b, upper);
    bool adds_below = lower == a || shown_has(s, s->above, a, lower);
    int count = 0;
    if (!adds_above && !adds_below)
        return 0;
    for (int i = 0; i < s->words; i++) {
        uint64_t more = 0;
        if (adds_above)
            more |= shown_set(s, s->above, a)[i] | (a / 64 == i ? UINT64_C(1) << a % 64 : 0);
        if (adds_below)
            more |= shown_set(s, s->below, b)[i] | (b / 64 == i ? UINT64_C(1) << b % 64 : 0);
        count += __builtin_popcountll(more & ~above[i] & ~below[i]);
    }
    return count;
}

/* What leaving a span is worth in evidence: the mean over all that are in it, since the last ones
 * to leave are worth more than the first. */
static double worth(const struct shown *s, int upper, int lower, int leaving)
{
    int span = shown_span(s, upper, lower);
    return span > 2 ? s->span_price[span] * leaving / (span - 2) : 0;
}

/* Pairs that targets save if a is shown above b. */
static double savings(const struct planner *p, int a, int b)
{
    double sum = 0;
    for (int i = 0; i < p->targets; i++) {
        const struct target *t = &p->target[i];
        int one = narrowed(&p->shown, t->lower, t->upper, a, b);
        int other = t->to_equality ? narrowed(&p->shown, t->upper, t->lower, a, b) : 0;
        double saved = 0;
        if (one > 0)
            saved += worth(&p->shown, t->lower, t->upper, one);
        if (other > 0)
            saved += worth(&p->shown, t->upper, t->lower, other);
        sum += saved / t->growth / (t->to_equality ? 2 : 1);
    }
    return sum;
}

struct choice {
    int a, b;
    double pairs, value;
};

static int by_value(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

/* Couples that save more than they cost, the best first; all that fit into the list. */
static int find_choices(const struct planner *p, struct choice *list)
{
    const struct certainty *c = p->certainty;
    int count = 0;
    for (int i = 0; i < c->agents; i++)
        for (int k = i + 2; k < c->agents; k++) {
            int a = c->order[i], b = c->order[k];
            if (shown_has(&p->shown, p->shown.below, a, b))
                continue;
            double saved = savings(p, a, b);
            if (saved <= 0)
                continue;
            double pairs = strict_need(p, a, b, strict_growth(c, strength_above(c, a, b)));
            if (saved > pairs)
                list[count++] = (struct choice){a, b, pairs, saved / pairs};
        }
    qsort(list, (size_t)count, sizeof *list, by_value);
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

/* Nothing is known of some agents: everybody plays somebody. */
static bool explore(const struct encounters *e, uint64_t seed, struct list *l)
{
    enum { ENOUGH = 6 };
    int n = e->agents, known = 0;
    long *pairs = memory_zero((size_t)n * sizeof *pairs), all = 0;
    int *hat = memory_new((size_t)n * sizeof *hat);
    for (int i = 0; i < e->count; i++) {
        pairs[e->encounter[i].a] += encounter_pairs(&e->encounter[i]);
        pairs[e->encounter[i].b] += encounter_pairs(&e->encounter[i]);
    }
    for (int i = 0; i < n; i++) {
        hat[i] = i;
        known += pairs[i] >= ENOUGH;
        all += pairs[i];
    }
    struct random random = {hash64(seed + hash64((uint64_t)all))};
    for (int i = n - 1; i > 0; i--) {
        int k = (int)random_below(&random, (unsigned)i + 1), held = hat[i];
        hat[i] = hat[k];
        hat[k] = held;
    }
    for (int i = 0; known < n && i < n; i += 2)
        if (pairs[hat[i]] < ENOUGH || pairs[hat[(i + 1) % n]] < ENOUGH)
            add_wish(l, hat[i], hat[(i + 1) % n], 1);
    free(pairs);
    free(hat);
    return l->count > 0;
}

static void choose(const struct planner *p, struct list *l)
{
    size_t n = (size_t)p->certainty->agents;
    struct choice *choice = memory_new((n * n / 2 + 1) * sizeof *choice);
    int choices = find_choices(p, choice), batch = l->left;
    for (int i = 0; i < choices && l->left > batch / 2; i++)
        add_wish(l, choice[i].a, choice[i].b, fmin(choice[i].pairs, 1 + batch / 8));
    for (int i = 0; i < p->targets; i++) {
        const struct target *t = &p->target[i];
        add_wish(l, t->upper, t->lower, fmin(t->pairs, ceil((double)l->left / (p->targets - i))));
    }
    free(choice);
}

int certainty_wishes(const struct encounters *e, const struct certainty *c, int top, int batch,
                     uint64_t seed, struct wish *wish, int most)
{
    struct list list = {.wish = wish, .most = most, .left = batch};
    assert(c->agents == e->agents && batch > 0);
    if (certainty_is_settled(c, top) || explore(e, seed, &list))
        return list.count;
    struct planner p = {.certainty = c};
    shown_find(e, c->options.error, c->options.margin, c->options.top, &p.shown);
    p.target = memory_new((size_t)c->agents * sizeof *p.target);
    for (int i = 0; i < neighbours(c, top); i++)
        if (is_open(c, c->order[i], c->order[i + 1]))
            p.target[p.targets++] = aim(&p, c->order[i], c->order[i + 1]);
    choose(&p, &list);
    free(p.target);
    shown_free(&p.shown);
    return list.count;
}
