#include "tournament/store_inside.h"

#include <stdio.h>

#include "base/random.h"
#include "tournament/schema.h"

bool store_look(struct store *store, database_work *work, void *context, struct notes *notes)
{
    return database_transact(store->database, DATABASE_READING, work, context, notes);
}

struct change {
    database_work *work;
    void *context;
};

static void change(struct database *d, void *context)
{
    const struct change *c = context;
    struct statement *s = statement(d, "UPDATE meta SET writes = writes + 1 WHERE version = ?");
    statement_integer(s, SCHEMA_VERSION);
    if (statement_run(s) != 1)
        database_refuse(d, "a newer plywood has changed the store meanwhile");
    if (!database_failed(d))
        c->work(d, c->context);
}

bool store_change(struct store *store, database_work *work, void *context, struct notes *notes)
{
    struct change c = {work, context};
    return database_transact(store->database, DATABASE_WRITING, change, &c, notes);
}

int64_t store_next_id(struct database *d, const char *select_max)
{
    struct statement *s = statement(d, select_max);
    int64_t next = statement_row(s) ? column_integer(s, 0) + 1 : 1;
    statement_end(s);
    return next;
}

int64_t store_token(void)
{
    return (int64_t)random_draw();
}

void store_copy(char *out, size_t room, const char *text)
{
    snprintf(out, room, "%s", text);
}
