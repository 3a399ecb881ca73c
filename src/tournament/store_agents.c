#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "tournament/store_inside.h"

enum { NAME_MOST = 250 }; /* bytes; a key of an index has its limits */

struct adding {
    struct store_agent *agent;
    const struct text *const *archive;
    int count;
    const char *settings;
    int64_t token; /* of the first agent; the others' follow */
};

struct program {
    const char *hash;
    const struct text *put;
    struct text *got;
};

/* The id of this version of an agent, which is made if there is none. */
static int64_t enter_version(struct database *d, const struct store_agent *a)
{
    struct statement *s = statement(d, "SELECT id FROM version WHERE agent = ? AND hash = ?");
    statement_integer(s, a->id);
    statement_text(s, a->hash);
    int64_t id = statement_row(s) ? column_integer(s, 0) : 0;
    statement_end(s);
    bool is_new = id == 0;
    if (is_new)
        id = store_next_id(d, "SELECT max(id) FROM version");
    s = is_new ? statement(d, "INSERT INTO version (agent, hash, spec, program, id) "
                              "VALUES (?, ?, ?, ?, ?)")
               : statement(d, "UPDATE version SET agent = ?, hash = ?, spec = ?, program = ? "
                              "WHERE id = ?");
    statement_integer(s, a->id);
    statement_text(s, a->hash);
    statement_foreign(s, a->spec);
    statement_integer(s, a->is_program);
    statement_integer(s, id);
    statement_run(s);
    return id;
}

/* The agent of this name: its id and token; false if there is none. */
static bool find_name(struct database *d, const char *name, int *id, int64_t *token)
{
    struct statement *s = statement(d, "SELECT id, token FROM agent WHERE name = ?");
    statement_foreign(s, name);
    bool found = statement_row(s);
    if (found) {
        *id = (int)column_integer(s, 0);
        *token = column_integer(s, 1);
    }
    statement_end(s);
    return found;
}

/* Programs are numbered when they take part for the first time. */
static void number_version(struct database *d, int64_t version, enum agent_state state)
{
    if (state != AGENT_ENTERED)
        return;
    struct statement *s = statement(
        d, "UPDATE version SET entry = (SELECT max(entry) FROM version) + 1 "
           "WHERE id = ? AND entry = 0");
    statement_integer(s, version);
    statement_run(s);
}

static void add_agent(struct database *d, struct store_agent *a, int64_t own_token)
{
    int64_t token;
    if (find_name(d, a->name, &a->id, &token)) {
        if (token != own_token) /* else an earlier try went through */
            database_refuse(d, "there is an agent of the name %s already", shown(a->name));
        return;
    }
    a->id = (int)store_next_id(d, "SELECT max(id) FROM agent");
    int64_t version = enter_version(d, a);
    number_version(d, version, a->state);
    struct statement *s = statement(
        d, "INSERT INTO agent (id, name, alias, version, ladder, state, reason, token) "
           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    statement_integer(s, a->id);
    statement_foreign(s, a->name);
    statement_foreign(s, a->alias ? a->alias : "");
    statement_integer(s, version);
    statement_integer(s, a->is_ladder);
    statement_integer(s, (int)a->state);
    statement_foreign(s, a->reason ? a->reason : "");
    statement_integer(s, own_token);
    statement_run(s);
}

static void put_program(struct database *d, void *context)
{
    const struct program *p = context;
    struct statement *s = statement(
        d, "INSERT INTO program (hash, archive) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING");
    statement_text(s, p->hash);
    statement_bytes(s, p->put->data, p->put->length);
    statement_run(s);
}

/* An earlier try of the same may have gone through. */
static void set_first_settings(struct database *d, const char *settings)
{
    struct statement *s = statement(d, "UPDATE meta SET settings = ? WHERE settings = ''");
    statement_text(s, settings);
    if (statement_run(s) != 1 && !database_again(d))
        database_refuse(d, "there is a tournament in it already");
}

static void add_agents(struct database *d, void *context)
{
    const struct adding *adding = context;
    if (adding->settings)
        set_first_settings(d, adding->settings);
    for (int i = 0; i < adding->count && !database_failed(d); i++) {
        struct store_agent *a = &adding->agent[i];
        const struct text *archive = adding->archive ? adding->archive[i] : NULL;
        if (archive && archive->length > 0)
            put_program(d, &(struct program){.hash = a->hash, .put = archive});
        add_agent(d, a, adding->token + i);
    }
}

static bool is_name(const char *name, struct notes *notes)
{
    char *fit = foreign_copy(name);
    size_t length = strlen(fit);
    free(fit);
    return (0 < length && length <= NAME_MOST) ||
           (notes_fault(notes, 0, "an agent's name has from 1 to %d bytes, this one %zu", NAME_MOST,
                        length) &&
            false);
}

bool store_add_agents(struct store *store, struct store_agent *agents,
                      const struct text *const *archive, int count, const char *settings,
                      struct notes *notes)
{
    for (int i = 0; i < count; i++)
        if (!is_name(agents[i].name, notes))
            return false;
    struct adding adding = {agents, archive, count, settings, store_token()};
    return store_change(store, add_agents, &adding, notes);
}

bool store_add_agent(struct store *store, struct store_agent *agent, struct notes *notes)
{
    return store_add_agents(store, agent, NULL, 1, NULL, notes);
}

/* --- replacing and withdrawing --- */

/* Which tasks of an agent are live, after its program or state has changed: those between entered
 * agents with the programs that they have now. Where a round has none for two such agents that had
 * one with other programs, it is made. A worker that still plays an old task ends it in vain. */
static void renew_tasks(struct database *d, int agent)
{
    struct statement *s = statement(
        d, "UPDATE task SET live = 0, worker = 0, lease = 0 WHERE a = ? OR b = ?");
    statement_integer(s, agent);
    statement_integer(s, agent);
    statement_run(s);
    s = statement(d, "UPDATE task SET live = 1 WHERE (a = ? OR b = ?) AND purged = 0 "
                     "AND EXISTS (SELECT 1 FROM agent WHERE id = a AND state = 0 "
                     "AND version = version_a) "
                     "AND EXISTS (SELECT 1 FROM agent WHERE id = b AND state = 0 "
                     "AND version = version_b)");
    statement_integer(s, agent);
    statement_integer(s, agent);
    statement_run(s);
    int64_t next = store_next_id(d, "SELECT max(id) FROM task");
    s = statement(d, "INSERT INTO task (id, round, number, a, b, version_a, version_b, start, "
                     "games, best_of, live) "
                     "SELECT ? + row_number() OVER (ORDER BY t.round, t.number), t.round, "
                     "t.number, t.a, t.b, x.version, y.version, t.start, t.games, t.best_of, 1 "
                     "FROM (SELECT round, number, max(id) AS id FROM task WHERE a = ? OR b = ? "
                     "GROUP BY round, number HAVING max(live) = 0) AS slot "
                     "JOIN task t ON t.id = slot.id JOIN agent x ON x.id = t.a "
                     "JOIN agent y ON y.id = t.b WHERE x.state = 0 AND y.state = 0");
    statement_integer(s, next - 1);
    statement_integer(s, agent);
    statement_integer(s, agent);
    statement_run(s);
}

static void replace_agent(struct database *d, void *context)
{
    const struct store_agent *a = context;
    int64_t version = enter_version(d, a);
    number_version(d, version, a->state);
    struct statement *s = statement(
        d, "UPDATE agent SET version = ?, state = ?, reason = ? WHERE id = ?");
    statement_integer(s, version);
    statement_integer(s, (int)a->state);
    statement_foreign(s, a->reason ? a->reason : "");
    statement_integer(s, a->id);
    if (statement_run(s) != 1)
        database_refuse(d, "there is no agent with the number %d", a->id);
    renew_tasks(d, a->id);
}

bool store_replace_agent(struct store *store, const struct store_agent *agent, struct notes *notes)
{
    struct store_agent copy = *agent;
    return store_change(store, replace_agent, &copy, notes);
}

static void withdraw_agent(struct database *d, void *context)
{
    const int *id = context;
    struct statement *s = statement(d, "UPDATE agent SET state = ? WHERE id = ?");
    statement_integer(s, AGENT_WITHDRAWN);
    statement_integer(s, *id);
    if (statement_run(s) != 1)
        database_refuse(d, "there is no agent with the number %d", *id);
    renew_tasks(d, *id);
}

bool store_withdraw_agent(struct store *store, int id, struct notes *notes)
{
    return store_change(store, withdraw_agent, &id, notes);
}

/* --- reading --- */

struct agents {
    struct store_agent *agent;
    int count;
};

static void read_agents(struct database *d, void *context)
{
    struct agents *all = context;
    store_free_agents(all->agent, all->count);
    *all = (struct agents){0};
    struct statement *s = statement(
        d, "SELECT agent.id, name, alias, spec, hash, program, ladder, state, reason, "
           "entry "
           "FROM agent JOIN version ON version.id = agent.version ORDER BY agent.id");
    while (statement_row(s)) {
        if ((all->count & (all->count - 1)) == 0)
            all->agent = memory_resize(all->agent, (all->count ? 2 * (size_t)all->count : 1) *
                                                       sizeof *all->agent);
        struct store_agent *a = &all->agent[all->count++];
        *a = (struct store_agent){.id = (int)column_integer(s, 0),
                                  .name = memory_string(column_text(s, 1)),
                                  .alias = memory_string(column_text(s, 2)),
                                  .spec = memory_string(column_text(s, 3)),
                                  .is_program = column_integer(s, 5) != 0,
                                  .is_ladder = column_integer(s, 6) != 0,
                                  .state = (enum agent_state)column_integer(s, 7),
                                  .reason = memory_string(column_text(s, 8)),
                                  .entry = (int)column_integer(s, 9)};
        store_copy(a->hash, sizeof a->hash, column_text(s, 4));
    }
}

bool store_agents(struct store *store, struct store_agent **agents, int *count, struct notes *notes)
{
    struct agents all = {0};
    bool done = store_look(store, read_agents, &all, notes);
    if (!done) {
        store_free_agents(all.agent, all.count);
        all = (struct agents){0};
    }
    *agents = all.agent;
    *count = all.count;
    return done;
}

void store_free_agents(struct store_agent *agents, int count)
{
    for (int i = 0; i < count; i++) {
        free(agents[i].name);
        free(agents[i].alias);
        free(agents[i].spec);
        free(agents[i].reason);
    }
    free(agents);
}

/* --- programs --- */

bool store_put_program(struct store *store, const char *hash, const struct text *archive,
                       struct notes *notes)
{
    struct program p = {.hash = hash, .put = archive};
    return store_change(store, put_program, &p, notes);
}

static void get_program(struct database *d, void *context)
{
    const struct program *p = context;
    text_clear(p->got);
    struct statement *s = statement(d, "SELECT archive FROM program WHERE hash = ?");
    statement_text(s, p->hash);
    if (statement_row(s)) {
        size_t count;
        const char *bytes = column_bytes(s, 0, &count);
        text_add_bytes(p->got, bytes, count);
    } else {
        database_refuse(d, "there is no program with the hash %s", shown(p->hash));
    }
    statement_end(s);
}

bool store_get_program(struct store *store, const char *hash, struct text *archive,
                       struct notes *notes)
{
    struct program p = {.hash = hash, .got = archive};
    return store_look(store, get_program, &p, notes);
}
