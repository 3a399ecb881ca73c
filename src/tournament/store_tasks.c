#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournament/store_inside.h"
#include "tournament/tally.h"

/* --- planning --- */

struct plan {
    int round, count, pause;
    const struct store_task *task;
    int64_t token;
    bool planned;
};

struct entrant {
    int64_t version;
    bool entered;
};

/* What every agent plays with, by id; free() it. */
static struct entrant *read_entrants(struct database *d, int *count)
{
    *count = (int)store_next_id(d, "SELECT max(id) FROM agent");
    struct entrant *entrant = memory_zero((size_t)*count * sizeof *entrant);
    struct statement *s = statement(d, "SELECT id, version, state FROM agent");
    while (statement_row(s)) {
        int id = (int)column_integer(s, 0);
        assert(0 <= id && id < *count);
        entrant[id].version = column_integer(s, 1);
        entrant[id].entered = column_integer(s, 2) == AGENT_ENTERED;
    }
    return entrant;
}

/* A task may have been opened again since the planner looked: by a replacement, by a purge. */
static bool has_open_tasks(struct database *d)
{
    struct statement *s = statement(d, "SELECT 1 FROM task WHERE live = 1 AND done = 0 LIMIT 1");
    bool found = statement_row(s);
    statement_end(s);
    return found;
}

/* True if this transaction is to plan the round; an earlier try of it may have. */
static bool claim_round(struct database *d, struct plan *p)
{
    p->planned = false;
    if (!database_again(d) && has_open_tasks(d))
        return false;
    struct statement *s = statement(
        d, "INSERT INTO round (round, token, pause, entries) VALUES (?, ?, ?, "
           "(SELECT coalesce(max(entry), 0) FROM version)) ON CONFLICT (round) DO NOTHING");
    statement_integer(s, p->round);
    statement_integer(s, p->token);
    statement_integer(s, p->pause);
    if (statement_run(s) == 1)
        return p->planned = true;
    s = statement(d, "SELECT 1 FROM round WHERE round = ? AND token = ?");
    statement_integer(s, p->round);
    statement_integer(s, p->token);
    p->planned = statement_row(s);
    statement_end(s);
    return false;
}

#define TASK_ROW  "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
#define TASK_ROWS TASK_ROW ", " TASK_ROW ", " TASK_ROW ", " TASK_ROW
#define INSERT_TASK                                                                            \
    "INSERT INTO task (id, round, number, a, b, version_a, version_b, start, games, best_of, " \
    "live) VALUES "
enum { ROWS_AT_ONCE = 32 };

static void bind_task(struct statement *s, int64_t id, int round, const struct store_task *t,
                      const struct entrant *entrant)
{
    const struct entrant *a = &entrant[t->a], *b = &entrant[t->b];
    const int64_t values[] = {id,
                              round,
                              t->number,
                              t->a,
                              t->b,
                              a->version,
                              b->version,
                              t->start,
                              t->games,
                              t->best_of,
                              a->entered && b->entered};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        statement_integer(s, values[i]);
}

static void plan_round(struct database *d, void *context)
{
    /* many rows a statement: a server is asked over a network */
    static const char many[] = INSERT_TASK TASK_ROWS ", " TASK_ROWS ", " TASK_ROWS ", " TASK_ROWS
                                                     ", " TASK_ROWS ", " TASK_ROWS ", " TASK_ROWS
                                                     ", " TASK_ROWS;
    static const char one[] = INSERT_TASK TASK_ROW;
    struct plan *p = context;
    if (!claim_round(d, p))
        return;
    int agents;
    struct entrant *entrant = read_entrants(d, &agents);
    int64_t id = store_next_id(d, "SELECT max(id) FROM task");
    for (int i = 0; i < p->count && !database_failed(d);) {
        int rows = p->count - i >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1;
        struct statement *s = statement(d, rows > 1 ? many : one);
        for (int k = 0; k < rows; k++, i++) {
            const struct store_task *t = &p->task[i];
            assert(0 < t->a && t->a < agents && 0 < t->b && t->b < agents && t->a != t->b);
            if (t->games < 1 || t->games > TALLY_GAMES)
                database_refuse(d, "a task has from 1 to %d games, this one %d", TALLY_GAMES,
                                t->games);
            bind_task(s, id++, p->round, t, entrant);
        }
        statement_run(s);
    }
    free(entrant);
}

bool store_plan_round(struct store *store, int round, const struct store_task *tasks, int count,
                      int pause, bool *planned, struct notes *notes)
{
    struct plan p = {
        .round = round, .count = count, .pause = pause, .task = tasks, .token = store_token()};
    bool done = store_change(store, plan_round, &p, notes);
    *planned = done && p.planned;
    return done;
}

/* --- leases --- */

struct taking {
    int64_t worker, token, host;
    double seconds;
    int most, count;
    struct store_task *task;
};

#define TASK_COLUMNS                                                                            \
    "task.id, round, number, a, b, x.hash, y.hash, start, games, best_of, done, there + voids " \
    "FROM task JOIN version x ON x.id = version_a JOIN version y ON y.id = version_b "

static void read_numbers(struct statement *s, struct store_task *t)
{
    *t = (struct store_task){.id = column_integer(s, 0),
                             .round = (int)column_integer(s, 1),
                             .number = (int)column_integer(s, 2),
                             .a = (int)column_integer(s, 3),
                             .b = (int)column_integer(s, 4),
                             .start = (int)column_integer(s, 7),
                             .games = (int)column_integer(s, 8),
                             .best_of = column_integer(s, 9) != 0,
                             .done = column_integer(s, 10) != 0};
}

static void read_task(struct statement *s, struct store_task *t)
{
    read_numbers(s, t);
    store_copy(t->hash[0], sizeof t->hash[0], column_text(s, 5));
    store_copy(t->hash[1], sizeof t->hash[1], column_text(s, 6));
    t->there = (int)column_integer(s, 11);
}

/* A failed try may have leased tasks without our hearing of it; nothing would play them. */
static void give_back_unknown(struct database *d, const struct taking *t)
{
    struct statement *s = statement(
        d, "UPDATE task SET worker = 0, lease = 0 WHERE worker = ? AND token = ?");
    statement_integer(s, t->worker);
    statement_integer(s, t->token);
    statement_run(s);
}

static void take(struct database *d, void *context)
{
    struct taking *t = context;
    t->count = 0;
    if (database_again(d))
        give_back_unknown(d, t);
    struct statement *s = statement(
        d, "WITH picked AS MATERIALIZED (SELECT id FROM task WHERE live = 1 AND "
           "done = 0 AND lease <= @now AND (NOT EXISTS (SELECT 1 FROM unfit WHERE "
           "unfit.host = ? AND unfit.version IN (version_a, version_b)) "
           "OR NOT " STORE_HAS_OTHER_HOST ") ORDER BY round, number LIMIT ? @skip_locked) "
           "UPDATE task SET worker = ?, lease = @now + ?, token = ? "
           "WHERE id IN (SELECT id FROM picked)");
    statement_integer(s, t->host);
    statement_integer(s, t->host);
    statement_integer(s, t->most);
    statement_integer(s, t->worker);
    statement_real(s, t->seconds);
    statement_integer(s, t->token);
    if (statement_run(s) == 0)
        return;
    s = statement(d, "SELECT " TASK_COLUMNS "WHERE worker = ? AND token = ? "
                     "ORDER BY round, number LIMIT ?");
    statement_integer(s, t->worker);
    statement_integer(s, t->token);
    statement_integer(s, t->most);
    while (statement_row(s))
        read_task(s, &t->task[t->count++]);
}

bool store_take(struct store *store, int64_t worker, double seconds, int most,
                struct store_task *tasks, int *count, struct notes *notes)
{
    assert(worker != 0);
    struct taking t = {.worker = worker,
                       .token = store_token(),
                       .host = store->host,
                       .seconds = seconds,
                       .most = most,
                       .task = tasks};
    bool done = database_transact(store->database, DATABASE_LEASING, take, &t, notes);
    *count = done ? t.count : 0;
    return done;
}

static void keep_alive(struct database *d, void *context)
{
    const struct taking *t = context;
    struct statement *s = statement(d, "UPDATE task SET lease = @now + ? WHERE worker = ? "
                                       "AND worker <> 0 AND done = 0");
    statement_real(s, t->seconds);
    statement_integer(s, t->worker);
    statement_run(s);
    store_prolong_host(d, t->host, t->seconds);
}

bool store_keep_alive(struct store *store, int64_t worker, double seconds, struct notes *notes)
{
    struct taking t = {.worker = worker, .host = store->host, .seconds = seconds};
    return database_transact(store->database, DATABASE_LEASING, keep_alive, &t, notes);
}

static void give_back(struct database *d, void *context)
{
    struct statement *s = statement(
        d, "UPDATE task SET worker = 0, lease = 0 WHERE worker = ? AND worker <> 0");
    statement_integer(s, *(int64_t *)context);
    statement_run(s);
}

bool store_give_back(struct store *store, int64_t worker, struct notes *notes)
{
    return database_transact(store->database, DATABASE_LEASING, give_back, &worker, notes);
}

/* --- reading --- */

struct holders {
    int64_t *worker;
    int most, count;
};

static void read_holders(struct database *d, void *context)
{
    struct holders *h = context;
    h->count = 0;
    struct statement *s = statement(d, "SELECT DISTINCT worker FROM task WHERE worker <> 0");
    while (statement_row(s))
        if (h->count < h->most)
            h->worker[h->count++] = column_integer(s, 0);
}

bool store_holders(struct store *store, int64_t *workers, int most, int *count, struct notes *notes)
{
    struct holders holders = {workers, most, 0};
    bool good = store_look(store, read_holders, &holders, notes);
    *count = good ? holders.count : 0;
    return good;
}

struct tasks {
    struct store_task *task;
    int64_t count;
};

/* The hash of every version, by its id; free() it. */
static char (*read_hashes(struct database *d, int64_t *count))[STORE_HASH]
{
    *count = store_next_id(d, "SELECT max(id) FROM version");
    char(*hash)[STORE_HASH] = memory_zero((size_t)*count * sizeof *hash);
    struct statement *s = statement(d, "SELECT id, hash FROM version");
    while (statement_row(s))
        store_copy(hash[column_integer(s, 0)], STORE_HASH, column_text(s, 1));
    return hash;
}

static int by_round(const void *left, const void *right)
{
    const struct store_task *x = left, *y = right;
    return x->round != y->round ? (x->round > y->round) - (x->round < y->round)
                                : (x->number > y->number) - (x->number < y->number);
}

/* Joined and sorted here, which is several times as fast. */
static void read_tasks(struct database *d, void *context)
{
    struct tasks *all = context;
    all->count = 0;
    int64_t versions;
    char(*hash)[STORE_HASH] = read_hashes(d, &versions);
    bool sorted = true;
    struct statement *s = statement(d, "SELECT id, round, number, a, b, version_a, version_b, "
                                       "start, games, best_of, done FROM task WHERE live = 1");
    while (statement_row(s)) {
        if ((all->count & (all->count - 1)) == 0)
            all->task = memory_resize(all->task, (all->count ? 2 * (size_t)all->count : 1) *
                                                     sizeof *all->task);
        struct store_task *t = &all->task[all->count++];
        read_numbers(s, t);
        memcpy(t->hash[0], hash[column_integer(s, 5)], STORE_HASH);
        memcpy(t->hash[1], hash[column_integer(s, 6)], STORE_HASH);
        sorted = sorted && (all->count == 1 || by_round(t - 1, t) <= 0);
    }
    free(hash);
    if (!sorted)
        qsort(all->task, (size_t)all->count, sizeof *all->task, by_round);
}

bool store_tasks(struct store *store, struct store_task **tasks, int64_t *count,
                 struct notes *notes)
{
    struct tasks all = {0};
    bool done = store_look(store, read_tasks, &all, notes);
    if (!done) {
        free(all.task);
        all = (struct tasks){0};
    }
    *tasks = all.task;
    *count = all.count;
    return done;
}

struct pauses {
    int *agent, rounds;
};

static void read_pauses(struct database *d, void *context)
{
    struct pauses *p = context;
    p->rounds = (int)store_next_id(d, "SELECT max(round) FROM round") - 1;
    size_t bytes = ((size_t)p->rounds + 1) * sizeof *p->agent;
    p->agent = memory_resize(p->agent, bytes);
    memset(p->agent, 0, bytes);
    struct statement *s = statement(d, "SELECT round, pause FROM round WHERE pause <> 0");
    while (statement_row(s))
        p->agent[column_integer(s, 0)] = (int)column_integer(s, 1);
}

bool store_pauses(struct store *store, int **agents, int *rounds, struct notes *notes)
{
    struct pauses p = {0};
    bool done = store_look(store, read_pauses, &p, notes);
    if (!done) {
        free(p.agent);
        p = (struct pauses){0};
    }
    *agents = p.agent;
    *rounds = p.rounds;
    return done;
}

static void read_progress(struct database *d, void *context)
{
    struct store_progress *p = context;
    *p = (struct store_progress){0};
    struct statement *s = statement(
        d, "SELECT count(*), sum(done), "
           "sum(CASE WHEN done = 0 AND lease > @now THEN 1 ELSE 0 END), sum(there), "
           "sum(voids), sum(faults), "
           "sum(CASE WHEN done = 1 THEN there + voids ELSE games END) FROM task WHERE live = 1");
    if (statement_row(s)) {
        p->tasks = column_integer(s, 0);
        p->done = column_integer(s, 1);
        p->leased = column_integer(s, 2);
        p->games = column_integer(s, 3);
        p->voids = column_integer(s, 4);
        p->faults = column_integer(s, 5);
        p->planned_games = column_integer(s, 6);
    }
    statement_end(s);
    s = statement(d, "SELECT finished, (SELECT max(round) FROM round), "
                     "(SELECT entries FROM round WHERE round = 1), writes FROM meta");
    if (statement_row(s)) {
        p->finished = column_integer(s, 0) != 0;
        p->rounds = (int)column_integer(s, 1);
        p->field = (int)column_integer(s, 2);
        p->writes = column_integer(s, 3);
    }
    statement_end(s);
}

bool store_progress(struct store *store, struct store_progress *progress, struct notes *notes)
{
    return store_look(store, read_progress, progress, notes);
}
