#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "tournament/store_inside.h"
#include "tournament/tally.h"

enum { FIRST_LIFE = 20 }; /* seconds of a host until its leases are kept alive */

static int64_t find_host(struct database *d, const char *name)
{
    struct statement *s = statement(d, "SELECT id FROM host WHERE name = ?");
    statement_foreign(s, name);
    int64_t id = statement_row(s) ? column_integer(s, 0) : 0;
    statement_end(s);
    return id;
}

static void enter_host(struct database *d, void *context)
{
    struct store_host *h = context;
    h->id = find_host(d, h->name);
    bool is_new = h->id == 0;
    if (is_new)
        h->id = store_next_id(d, "SELECT max(id) FROM host");
    struct statement *s =
        is_new ? statement(d, "INSERT INTO host (name, confinement, missing, speed, detail, id) "
                              "VALUES (?, ?, ?, ?, ?, ?)")
               : statement(d, "UPDATE host SET name = ?, confinement = ?, missing = ?, speed = ?, "
                              "detail = ? WHERE id = ?");
    statement_foreign(s, h->name);
    statement_foreign(s, h->confinement ? h->confinement : "");
    statement_foreign(s, h->missing ? h->missing : "");
    statement_real(s, h->speed);
    statement_foreign(s, h->detail ? h->detail : "");
    statement_integer(s, h->id);
    statement_run(s);
    s = statement(d, "DELETE FROM unfit WHERE host = ?"); /* it may be in order by now */
    statement_integer(s, h->id);
    statement_run(s);
    store_prolong_host(d, h->id, FIRST_LIFE);
}

bool store_enter_host(struct store *store, struct store_host *host, struct notes *notes)
{
    bool done = store_change(store, enter_host, host, notes);
    store->host = done ? host->id : 0;
    return done;
}

/* --- reading --- */

/* What a host charged for a version's moves against what all others charged for them. */
struct comparison {
    int64_t host;
    double weight, log_ratio; /* sums */
};

struct hosts {
    struct store_host *host;
    int count;
};

static struct store_host *host_of_id(struct hosts *all, int64_t id)
{
    for (int i = 0; i < all->count; i++)
        if (all->host[i].id == id)
            return &all->host[i];
    return NULL;
}

static void read_names(struct database *d, struct hosts *all)
{
    struct statement *s = statement(d, "SELECT id, name, confinement, missing, speed, detail, "
                                       "purged FROM host ORDER BY id");
    while (statement_row(s)) {
        if ((all->count & (all->count - 1)) == 0)
            all->host = memory_resize(all->host, (all->count ? 2 * (size_t)all->count : 1) *
                                                     sizeof *all->host);
        all->host[all->count++] = (struct store_host){
            .id = column_integer(s, 0),
            .name = memory_string(column_text(s, 1)),
            .confinement = memory_string(column_text(s, 2)),
            .missing = memory_string(column_text(s, 3)),
            .speed = column_real(s, 4),
            .detail = memory_string(column_text(s, 5)),
            .is_purged = column_integer(s, 6) != 0};
    }
}

/* The ratio is the mean over versions, on the scale of logarithms, each weighted by the games that
 * there are to compare. */
static void read_ratios(struct database *d, struct hosts *all)
{
    double *weight = memory_zero((size_t)(all->count + 1) * sizeof *weight);
    double *sum = memory_zero((size_t)(all->count + 1) * sizeof *sum);
    struct statement *s = statement(
        d, "SELECT timing.host, timing.games, timing.plies, timing.cpu, total.games - "
           "timing.games, total.plies - timing.plies, total.cpu - timing.cpu FROM timing JOIN "
           "(SELECT version, sum(games) AS games, sum(plies) AS plies, sum(cpu) AS cpu "
           "FROM timing GROUP BY version) AS total ON total.version = timing.version");
    while (statement_row(s)) {
        struct store_host *h = host_of_id(all, column_integer(s, 0));
        if (!h)
            continue;
        double games = column_real(s, 1), plies = column_real(s, 2), cpu = column_real(s, 3);
        double others = column_real(s, 4), their_plies = column_real(s, 5);
        double their_cpu = column_real(s, 6);
        h->games += (int64_t)games;
        if (cpu <= 0 || their_cpu <= 0 || plies <= 0 || their_plies <= 0)
            continue;
        double w = games * others / (games + others);
        weight[h - all->host] += w;
        sum[h - all->host] += w * log(cpu / plies / (their_cpu / their_plies));
    }
    for (int i = 0; i < all->count; i++) {
        all->host[i].games /= 2; /* a game is in two versions' sums */
        all->host[i].cpu_ratio = weight[i] > 0 ? exp(sum[i] / weight[i]) : 0;
    }
    free(weight);
    free(sum);
}

static void read_hosts(struct database *d, void *context)
{
    struct hosts *all = context;
    store_free_hosts(all->host, all->count);
    *all = (struct hosts){0};
    read_names(d, all);
    read_ratios(d, all);
}

bool store_hosts(struct store *store, struct store_host **hosts, int *count, struct notes *notes)
{
    struct hosts all = {0};
    bool done = store_look(store, read_hosts, &all, notes);
    if (!done) {
        store_free_hosts(all.host, all.count);
        all = (struct hosts){0};
    }
    *hosts = all.host;
    *count = all.count;
    return done;
}

void store_free_hosts(struct store_host *hosts, int count)
{
    for (int i = 0; i < count; i++) {
        free(hosts[i].name);
        free(hosts[i].confinement);
        free(hosts[i].missing);
        free(hosts[i].detail);
    }
    free(hosts);
}

/* --- purging --- */

struct purge {
    const char *name;
    int64_t host, games;
};

/* A task with a game of the host is played anew, as a new task, so that a worker which plays the
 * old one at this moment ends it in vain. Games of other hosts in it stand. */
static void renew_task(struct database *d, int64_t task, int64_t renewed)
{
    struct statement *s = statement(
        d, "INSERT INTO task (id, round, number, a, b, version_a, version_b, start, "
           "games, best_of, live) SELECT ?, round, number, a, b, version_a, version_b, "
           "start, games, best_of, live FROM task WHERE id = ?");
    statement_integer(s, renewed);
    statement_integer(s, task);
    statement_run(s);
    s = statement(d, "UPDATE task SET live = 0, purged = 1, worker = 0, lease = 0 WHERE id = ?");
    statement_integer(s, task);
    statement_run(s);
    s = statement(d, "UPDATE game SET task = ? WHERE task = ? AND retired = 0");
    statement_integer(s, renewed);
    statement_integer(s, task);
    statement_run(s);
    tally_refresh(d, task);
    tally_refresh(d, renewed);
}

static void purge_host(struct database *d, void *context)
{
    struct purge *p = context;
    p->host = find_host(d, p->name);
    if (!p->host)
        database_refuse(d, "there is no host of the name %s", shown(p->name));
    int64_t *task = NULL;
    size_t count = 0;
    struct statement *s = statement(
        d, "SELECT DISTINCT task FROM game WHERE host = ? AND retired = 0");
    statement_integer(s, p->host);
    while (statement_row(s)) {
        if ((count & (count - 1)) == 0)
            task = memory_resize(task, (count ? 2 * count : 1) * sizeof *task);
        task[count++] = column_integer(s, 0);
    }
    s = statement(d, "UPDATE game SET retired = id WHERE host = ? AND retired = 0");
    statement_integer(s, p->host);
    int64_t games = statement_run(s);
    if (games > 0 || !database_again(d)) /* else an earlier try has done it and counted them */
        p->games = games;
    int64_t next = store_next_id(d, "SELECT max(id) FROM task");
    for (size_t i = 0; i < count; i++)
        renew_task(d, task[i], next + (int64_t)i);
    free(task);
    s = statement(d, "DELETE FROM timing WHERE host = ?");
    statement_integer(s, p->host);
    statement_run(s);
    s = statement(d, "UPDATE host SET purged = 1 WHERE id = ?");
    statement_integer(s, p->host);
    statement_run(s);
}

bool store_purge_host(struct store *store, const char *name, int64_t *games, struct notes *notes)
{
    struct purge p = {.name = name};
    bool done = store_change(store, purge_host, &p, notes);
    *games = done ? p.games : 0;
    return done;
}
