#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tournament/store_inside.h"
#include "tournament/tally.h"

struct condensing {
    bool without_faults;
    int round;
    struct encounters *encounters;
};

/* In whatever order the tasks are: to sort a quarter of a million of them takes the database longer
 * than all the rest. */
#define CONDENSE(pairs, odds) \
    "SELECT a, b, " pairs ", " odds " FROM task WHERE live = 1 AND there > 0 AND round <= ?"

/* Where the encounter of a couple is in the list, by agents; from 1, as 0 is none. */
static struct encounter *encounter_of(struct encounters *e, int *index, int a, int b)
{
    int *at = &index[(size_t)a * (size_t)e->agents + (size_t)b];
    if (!*at) {
        if ((e->count & (e->count - 1)) == 0) /* as encounters_of() wants it */
            e->encounter = memory_resize(e->encounter, (e->count ? 2 * (size_t)e->count : 1) *
                                                           sizeof *e->encounter);
        e->encounter[e->count++] = (struct encounter){.a = a, .b = b};
        *at = e->count;
    }
    return &e->encounter[*at - 1];
}

static int by_agents(const void *left, const void *right)
{
    const struct encounter *x = left, *y = right;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void condense(struct database *d, void *context)
{
    const struct condensing *c = context;
    struct encounters *e = c->encounters;
    encounters_free(e);
    e->agents = (int)store_next_id(d, "SELECT max(id) FROM agent") - 1;
    int *index = memory_zero(((size_t)e->agents * (size_t)e->agents + 1) * sizeof *index);
    struct statement *s = statement(d, c->without_faults ? CONDENSE("clean_pairs", "clean_odds")
                                                         : CONDENSE("pairs", "odds"));
    statement_integer(s, c->round > 0 ? c->round : INT32_MAX);
    while (statement_row(s)) {
        int a = (int)column_integer(s, 0) - 1, b = (int)column_integer(s, 1) - 1;
        int64_t pairs = column_integer(s, 2), odds = column_integer(s, 3);
        bool swapped = a > b;
        if (pairs || odds) /* without faults there may be none */
            tally_add(encounter_of(e, index, swapped ? b : a, swapped ? a : b), pairs, odds,
                      swapped);
    }
    free(index);
    if (e->count > 0)
        qsort(e->encounter, (size_t)e->count, sizeof *e->encounter, by_agents);
}

bool store_condense(struct store *store, bool without_faults, int round,
                    struct encounters *encounters, struct notes *notes)
{
    *encounters = (struct encounters){0};
    struct condensing c = {without_faults, round, encounters};
    bool done = store_look(store, condense, &c, notes);
    if (!done)
        encounters_free(encounters);
    return done;
}

struct fault_count {
    int agent;
    char *ending;
    int64_t count;
};

struct fault_counts {
    struct fault_count *row;
    int count;
};

static void free_faults(struct fault_counts *all)
{
    for (int i = 0; i < all->count; i++)
        free(all->row[i].ending);
    free(all->row);
    *all = (struct fault_counts){0};
}

static void count_faults(struct database *d, void *context)
{
    struct fault_counts *all = context;
    free_faults(all);
    struct statement *s = statement(
        d, "SELECT CASE WHEN fault = 0 THEN task.a ELSE task.b END AS agent, ending, count(*) "
           "FROM game JOIN task ON task.id = game.task WHERE fault >= 0 AND retired = 0 AND "
           "void = 0 AND live = 1 GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2");
    while (statement_row(s)) {
        if ((all->count & (all->count - 1)) == 0)
            all->row = memory_resize(all->row,
                                     (all->count ? 2 * (size_t)all->count : 1) * sizeof *all->row);
        all->row[all->count++] = (struct fault_count){.agent = (int)column_integer(s, 0),
                                                      .ending = memory_string(column_text(s, 1)),
                                                      .count = column_integer(s, 2)};
    }
}

bool store_count_faults(struct store *store,
                        void (*take)(void *context, int agent, const char *ending, int64_t count),
                        void *context, struct notes *notes)
{
    struct fault_counts all = {0};
    bool done = store_look(store, count_faults, &all, notes);
    for (int i = 0; done && i < all.count; i++)
        take(context, all.row[i].agent, all.row[i].ending, all.row[i].count);
    free_faults(&all);
    return done;
}
