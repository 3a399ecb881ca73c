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

/* By couples, the smaller id first: encounters are sorted, and are best added in their order. */
#define CONDENSE(pairs, odds)                                                                    \
    "SELECT CASE WHEN a < b THEN a ELSE b END, CASE WHEN a < b THEN b ELSE a END, "              \
    "CASE WHEN a < b THEN 0 ELSE 1 END, " pairs ", " odds ", count(*) FROM task WHERE live = 1 " \
    "AND there > 0 AND round <= ? GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2"

static void condense(struct database *d, void *context)
{
    const struct condensing *c = context;
    encounters_free(c->encounters);
    c->encounters->agents = (int)store_next_id(d, "SELECT max(id) FROM agent") - 1;
    struct statement *s = statement(d, c->without_faults ? CONDENSE("clean_pairs", "clean_odds")
                                                         : CONDENSE("pairs", "odds"));
    statement_integer(s, c->round > 0 ? c->round : INT32_MAX);
    while (statement_row(s)) {
        struct encounter *e = encounters_of(c->encounters, (int)column_integer(s, 0) - 1,
                                            (int)column_integer(s, 1) - 1);
        tally_add(e, column_integer(s, 3), column_integer(s, 4), (long)column_integer(s, 5),
                  column_integer(s, 2) != 0);
    }
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
