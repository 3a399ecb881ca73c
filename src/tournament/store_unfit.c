/* Agents that cannot be prepared on a host, though they passed their smoke test: no interpreter
 * there, a full disk, another build of ours.
 *
 * Such a host would be the fastest of all to get rid of tasks, so it is kept from them: as long as
 * another host lives that may play a task, it is left to that one. A host that has not tried may.
 * Where none is left the games are void; store_retry_voids() opens them again.
 */
#include "tournament/store_inside.h"

struct refusal {
    int64_t worker, host;
    const struct store_task *task;
    const bool *unfit;
    bool hopeless;
};

void store_prolong_host(struct database *d, int64_t host, double seconds)
{
    /* workers have leases of several lengths: none makes it shorter */
    struct statement *s = statement(
        d, "UPDATE host SET alive = @now + ? WHERE id = ? AND alive < @now + ?");
    statement_real(s, seconds);
    statement_integer(s, host);
    statement_real(s, seconds / 2);
    statement_run(s);
}

static void refuse_task(struct database *d, void *context)
{
    static const char *const enter[2] = {
        "INSERT INTO unfit (host, version) SELECT ?, version_a FROM task WHERE id = ? "
        "ON CONFLICT (host, version) DO NOTHING",
        "INSERT INTO unfit (host, version) SELECT ?, version_b FROM task WHERE id = ? "
        "ON CONFLICT (host, version) DO NOTHING"};
    struct refusal *r = context;
    struct statement *s;
    for (int who = 0; who < 2; who++)
        if (r->unfit[who]) {
            s = statement(d, enter[who]);
            statement_integer(s, r->host);
            statement_integer(s, r->task->id);
            statement_run(s);
        }
    s = statement(d, "SELECT 1 FROM task WHERE id = ? AND " STORE_HAS_OTHER_HOST);
    statement_integer(s, r->task->id);
    statement_integer(s, r->host);
    r->hopeless = !statement_row(s);
    statement_end(s);
    if (r->hopeless)
        return;
    s = statement(d, "UPDATE task SET worker = 0, lease = 0 WHERE id = ? AND worker = ?");
    statement_integer(s, r->task->id);
    statement_integer(s, r->worker);
    statement_run(s);
}

bool store_refuse_task(struct store *store, int64_t worker, const struct store_task *task,
                       const bool unfit[2], bool *hopeless, struct notes *notes)
{
    struct refusal r = {.worker = worker, .host = store->host, .task = task, .unfit = unfit};
    bool done = store_change(store, refuse_task, &r, notes);
    *hopeless = done && r.hopeless;
    return done;
}

static void retry_voids(struct database *d, void *context)
{
    struct statement *s = statement(
        d, "UPDATE task SET done = 0 WHERE live = 1 AND done = 1 AND voids > 0 AND round >= ?");
    statement_integer(s, *(int *)context);
    statement_run(s);
    statement_run(statement(d, "DELETE FROM unfit"));
}

bool store_retry_voids(struct store *store, int round, struct notes *notes)
{
    return store_change(store, retry_voids, &round, notes);
}
