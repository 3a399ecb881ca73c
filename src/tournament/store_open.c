#include <stdlib.h>

#include "base/memory.h"
#include "tournament/schema.h"
#include "tournament/store_inside.h"

struct opening {
    enum store_access access;
    bool migrate; /* it has an older schema */
};

/* A store without settings is one whose maker was killed before they were written. */
static bool has_settings(struct database *d)
{
    struct statement *s = statement(d, "SELECT 1 FROM meta WHERE settings <> ''");
    bool has = statement_row(s);
    statement_end(s);
    return has;
}

static void look_at_schema(struct database *d, void *context)
{
    struct opening *o = context;
    int version = schema_version(d);
    o->migrate = version < SCHEMA_VERSION;
    if (version > SCHEMA_VERSION)
        database_refuse(d,
                        "made by a newer plywood (its schema has version %d, this plywood knows "
                        "%d)",
                        version, SCHEMA_VERSION);
    else if (version == 0 && o->access != STORE_CREATE)
        database_refuse(d, "there is no tournament in it");
    else if (version > 0 && o->access != STORE_CREATE && !has_settings(d))
        database_refuse(d, "there is no tournament in it: its creation was interrupted");
    else if (version > 0 && o->access == STORE_CREATE && has_settings(d))
        database_refuse(d, "there is a tournament in it already");
}

/* Another process may have done it since we looked. */
static void bring_up_to_date(struct database *d, void *context)
{
    struct opening *o = context;
    int version = schema_version(d);
    if (version > 0) { /* the only one to do it */
        statement_run(statement(d, "UPDATE meta SET writes = writes + 1"));
        version = schema_version(d);
    }
    look_at_schema(d, o);
    if (!database_failed(d) && version < SCHEMA_VERSION)
        schema_migrate(d, version, SCHEMA_VERSION);
}

struct store *store_open(const char *where, enum store_access access, struct notes *notes)
{
    static const enum database_access as[] = {[STORE_CREATE] = DATABASE_CREATE,
                                              [STORE_WRITE] = DATABASE_WRITE,
                                              [STORE_READ] = DATABASE_READ};
    struct database *d = database_open(where, as[access], notes);
    if (!d)
        return NULL;
    struct store *store = memory_zero(sizeof *store);
    store->database = d;
    struct opening o = {.access = access};
    if (!store_look(store, look_at_schema, &o, notes) ||
        (o.migrate && !database_transact(d, DATABASE_WRITING, bring_up_to_date, &o, notes))) {
        store_close(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    database_close(store->database);
    free(store);
}

char *store_name(const char *where)
{
    return database_name_of(where);
}

void store_set_patience(struct store *store, double seconds)
{
    database_set_patience(store->database, seconds);
}

/* --- settings --- */

static void write_settings(struct database *d, void *context)
{
    struct statement *s = statement(d, "UPDATE meta SET settings = ?");
    statement_text(s, context);
    statement_run(s);
}

bool store_set_settings(struct store *store, const char *json, struct notes *notes)
{
    char *copy = memory_string(json);
    bool done = store_change(store, write_settings, copy, notes);
    free(copy);
    return done;
}

static void read_settings(struct database *d, void *context)
{
    struct text *json = context;
    text_clear(json);
    struct statement *s = statement(d, "SELECT settings FROM meta");
    if (statement_row(s))
        text_add(json, "%s", column_text(s, 0));
    statement_end(s);
}

bool store_settings(struct store *store, struct text *json, struct notes *notes)
{
    return store_look(store, read_settings, json, notes);
}

static void write_finished(struct database *d, void *context)
{
    struct statement *s = statement(d, "UPDATE meta SET finished = ?");
    statement_integer(s, *(bool *)context);
    statement_run(s);
}

struct finish {
    int64_t writes;
    bool done;
};

/* Our own transaction has counted itself. */
static void finish(struct database *d, void *context)
{
    struct finish *f = context;
    struct statement *s = statement(d, "UPDATE meta SET finished = 1 WHERE writes = ?");
    statement_integer(s, f->writes + 1);
    f->done = statement_run(s) == 1;
}

bool store_finish(struct store *store, int64_t writes, bool *finished, struct notes *notes)
{
    struct finish f = {.writes = writes};
    bool done = store_change(store, finish, &f, notes);
    *finished = done && f.done;
    return done;
}

bool store_set_finished(struct store *store, bool finished, struct notes *notes)
{
    return store_change(store, write_finished, &finished, notes);
}
