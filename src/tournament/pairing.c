/* A couple costs what speaks against it; couples are exchanged, two against two, as long as that
 * lowers the sum. Meeting again costs more than everything else together. For r rounds of N agents,
 * N even, that leaves no couple meeting again as long as r is at most N / 2: two that have met have
 * each met at most r - 2 others before round r; an exchange with another couple is barred only by
 * at least two of these 2 (r - 2) meetings, so at most r - 2 of the N / 2 - 1 other couples are
 * barred, and one is left. A pause is a meeting with an agent that is not there. */
#include "tournament/pairing.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"

void pairing_open(struct pairing *p, int count, int round, uint64_t seed)
{
    assert(count >= 0 && round >= 1);
    size_t n = (size_t)count;
    *p = (struct pairing){.count = count, .round = round, .seed = seed, .pause = -1};
    p->met = memory_zero(n * n * sizeof *p->met + 1);
    p->pauses = memory_zero(n * sizeof *p->pauses + 1);
    p->points = memory_zero(n * sizeof *p->points + 1);
    p->is_out = memory_zero(n * sizeof *p->is_out + 1);
    p->couple = memory_zero((n / 2 + 1) * sizeof *p->couple);
}

void pairing_close(struct pairing *p)
{
    free(p->met);
    free(p->pauses);
    free(p->points);
    free(p->is_out);
    free(p->couple);
    *p = (struct pairing){0};
}

void pairing_met(struct pairing *p, int x, int y)
{
    p->met[x * p->count + y]++;
    p->met[y * p->count + x]++;
}

/* How often two have met; the number after the last agent stands for a pause. */
static int times_met(const struct pairing *p, int x, int y)
{
    if (x == p->count || y == p->count)
        return p->pauses[x == p->count ? y : x];
    return p->met[x * p->count + y];
}

/* --- the order in which agents are looked at --- */

struct placed {
    int agent;
    long points;
    uint64_t draw;
};

static int by_points(const void *x, const void *y)
{
    const struct placed *a = x, *b = y;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    return a->draw < b->draw ? -1 : 1;
}

/* Lists the agents that are in, and a pause if their number is odd. Returns how many. */
static int line_up(const struct pairing *p, struct placed *out)
{
    int count = 0;
    for (int i = 0; i < p->count; i++)
        if (!p->is_out[i])
            out[count++] = (struct placed){
                i, p->points[i],
                hash64(p->seed ^ hash64((uint64_t)p->round << 32 | (uint64_t)(unsigned)i))};
    qsort(out, (size_t)count, sizeof *out, by_points);
    if (count % 2)
        out[count++] = (struct placed){.agent = p->count};
    return count;
}

/* --- couples --- */

struct table {
    const struct pairing *pairing;
    const struct placed *placed;
    int *at; /* places 2k and 2k + 1 are a couple */
    int count;
};

/* Distance in the order, squared: a few small steps are better than a large one. */
static int64_t cost(const struct table *t, int x, int y)
{
    int64_t away = x - y, again = times_met(t->pairing, t->placed[x].agent, t->placed[y].agent);
    return away * away + again * ((int64_t)t->count * t->count * t->count);
}

/* Tries both other ways to seat two couples. */
static bool exchange(struct table *t, int *one, int *two)
{
    int a = one[0], b = one[1], c = two[0], d = two[1];
    int64_t now = cost(t, a, b) + cost(t, c, d);
    int64_t across = cost(t, a, c) + cost(t, b, d), crossed = cost(t, a, d) + cost(t, b, c);
    if (across >= now && crossed >= now)
        return false;
    bool is_across = across <= crossed;
    one[1] = is_across ? c : d;
    two[0] = b;
    two[1] = is_across ? d : c;
    return true;
}

static void settle(struct table *t)
{
    for (bool better = true; better;) {
        better = false;
        for (int i = 0; i < t->count; i += 2)
            for (int k = i + 2; k < t->count; k += 2)
                better |= exchange(t, &t->at[i], &t->at[k]);
    }
}

static void pair_up(struct pairing *p)
{
    struct placed *placed = memory_new(((size_t)p->count + 1) * sizeof *placed);
    struct table table = {.pairing = p, .placed = placed};
    table.count = line_up(p, placed);
    table.at = memory_new((size_t)table.count * sizeof *table.at + 1);
    for (int i = 0; i < table.count; i++)
        table.at[i] = i;
    if (table.count > 2 || (table.count == 2 && placed[1].agent != p->count))
        settle(&table);
    for (int i = 0; i + 1 < table.count; i += 2) {
        int x = placed[table.at[i]].agent, y = placed[table.at[i + 1]].agent;
        if (x == p->count || y == p->count) {
            p->pause = x == p->count ? y : x;
        } else {
            p->couple[p->couple_count][0] = x;
            p->couple[p->couple_count++][1] = y;
        }
    }
    free(table.at);
    free(placed);
}

void pairing_swiss(struct pairing *p)
{
    pair_up(p);
}

void pairing_draw(struct pairing *p)
{
    for (int i = 0; i < p->count; i++)
        p->points[i] = 0;
    pair_up(p);
}
