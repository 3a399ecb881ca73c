#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "base/text.h"
#include "tournament/database_driver.h"

/* The driver's word for one of ours that begins here; NULL: there is none. */
static const char *translated(const struct database_driver *driver, const char *at, size_t *length)
{
    const struct {
        const char *word, *means;
    } words[] = {{"@now", driver->now},
                 {"@id", driver->id},
                 {"@bytes", driver->bytes},
                 {"@skip_locked", driver->skip_locked}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(at, words[i].word, strlen(words[i].word)) == 0) {
            *length = strlen(words[i].word);
            return words[i].means;
        }
    return NULL;
}

/* SQL as the driver understands it; free() it. No text of ours has a '?' or '@' in quotes. */
static char *translate(const struct database_driver *driver, const char *sql, int *parameters)
{
    struct text out = {0};
    *parameters = 0;
    while (*sql) {
        size_t length = 0;
        const char *word = *sql == '@' ? translated(driver, sql, &length) : NULL;
        if (word) {
            text_add(&out, "%s", word);
            sql += length;
            continue;
        }
        *parameters += *sql == '?';
        if (*sql == '?' && driver->numbered)
            text_add(&out, "$%d", *parameters);
        else
            text_add_bytes(&out, sql, 1);
        sql++;
    }
    return out.data;
}

static struct statement *new_statement(struct database *d, const char *sql)
{
    struct statement *s = memory_zero(sizeof *s);
    s->database = d;
    s->key = sql;
    s->sql = translate(d->driver, sql, &s->parameters);
    return s;
}

struct statement *statement(struct database *d, const char *sql)
{
    int at = 0;
    while (at < d->statements && d->statement[at]->key != sql)
        at++;
    if (at == d->statements) {
        assert(d->statements < DATABASE_STATEMENTS);
        d->statement[d->statements++] = new_statement(d, sql);
    }
    struct statement *s = d->statement[at];
    assert(!s->running);
    s->bound = 0;
    if (!d->error && !s->prepared)
        s->prepared = d->driver->prepare(s);
    return s;
}

void database_execute(struct database *d, const char *sql)
{
    if (d->error)
        return;
    struct statement *s = new_statement(d, sql);
    s->prepared = d->driver->prepare(s);
    statement_run(s);
    if (s->prepared)
        d->driver->dispose(s->prepared);
    free(s->sql);
    free(s);
}

bool database_has_table(struct database *d, const char *name)
{
    struct statement *s = statement(d, d->driver->has_table);
    statement_text(s, name);
    bool has = statement_row(s);
    statement_end(s);
    return has;
}

void statement_integer(struct statement *s, int64_t value)
{
    if (!s->database->error)
        s->database->driver->bind_integer(s, s->bound, value);
    s->bound++;
}

void statement_real(struct statement *s, double value)
{
    if (!s->database->error)
        s->database->driver->bind_real(s, s->bound, value);
    s->bound++;
}

void statement_text(struct statement *s, const char *text)
{
    if (!s->database->error)
        s->database->driver->bind_bytes(s, s->bound, text, strlen(text), true);
    s->bound++;
}

void statement_bytes(struct statement *s, const char *bytes, size_t count)
{
    if (!s->database->error)
        s->database->driver->bind_bytes(s, s->bound, bytes, count, false);
    s->bound++;
}

void statement_foreign(struct statement *s, const char *text)
{
    const char *p = text;
    while (*p >= ' ' && *p <= '~')
        p++;
    if (*p == '\0') { /* nearly always */
        statement_text(s, text);
        return;
    }
    char *fit = foreign_copy(text);
    statement_text(s, fit);
    free(fit);
}

bool statement_row(struct statement *s)
{
    struct database *d = s->database;
    assert(s->bound == s->parameters);
    bool row = false;
    if (!d->error) {
        s->running = true;
        row = d->driver->step(s);
    }
    if (!row)
        statement_end(s);
    return row;
}

void statement_end(struct statement *s)
{
    if (s->running)
        s->database->driver->reset(s);
    s->running = false;
}

int64_t statement_run(struct statement *s)
{
    struct database *d = s->database;
    assert(s->bound == s->parameters);
    if (d->error)
        return 0;
    s->running = true;
    while (d->driver->step(s))
        ;
    int64_t changes = d->error ? 0 : d->driver->changes(s);
    statement_end(s);
    return changes;
}

int64_t column_integer(struct statement *s, int column)
{
    return s->database->driver->integer(s, column);
}

double column_real(struct statement *s, int column)
{
    return s->database->driver->real(s, column);
}

const char *column_bytes(struct statement *s, int column, size_t *count)
{
    return s->database->driver->bytes_of(s, column, count);
}

const char *column_text(struct statement *s, int column)
{
    size_t count;
    return column_bytes(s, column, &count);
}
