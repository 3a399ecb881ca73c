/* Connections and transactions; database_statement.c has the statements. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/foreign.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "tournament/database_driver.h"

/* --- names --- */

static bool is_server(const char *where)
{
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(where, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return false;
}

/* The parameters of a URL that tell where the server is; a password has many names. */
static void add_parameters(struct text *name, const char *parameter)
{
    static const char *const told[] = {
        "host=", "hostaddr=", "port=", "dbname=", "user=", "sslmode="};
    char sign = '?';
    for (size_t length; *parameter; parameter += length + (parameter[length] == '&')) {
        length = strcspn(parameter, "&");
        for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
            if (strncmp(parameter, told[i], strlen(told[i])) != 0)
                continue;
            text_add_bytes(name, &sign, 1);
            text_add_bytes(name, parameter, length);
            sign = '&';
        }
    }
}

/* A password may hold a '@' or a '?' that ought to have been written as %40 or %3F; where it is not
 * clear what is what, nothing but the scheme is told. */
static void add_without_password(struct text *name, const char *where)
{
    const char *rest = strstr(where, "://") + 3;
    const char *at = strrchr(rest, '@'), *end = rest + strcspn(rest, "?");
    text_add_bytes(name, where, (size_t)(rest - where));
    if (at && at > end) {
        text_add(name, "...");
        return;
    }
    if (at) {
        text_add_bytes(name, rest, strcspn(rest, ":@"));
        text_add(name, "@");
        rest = at + 1;
    }
    text_add_bytes(name, rest, (size_t)(end - rest));
    if (*end)
        add_parameters(name, end + 1);
}

char *database_name_of(const char *where)
{
    struct text name = {0};
    if (strstr(where,
               "://")) /* a scheme with a slip in it is a file's name, and yet meant as one */
        add_without_password(&name, where);
    else
        text_add(&name, "%s", where);
    char *fit = foreign_copy(name.data);
    text_free(&name);
    return fit;
}

/* --- opening --- */

void driver_error(struct database *d, enum database_error error, const char *format, ...)
{
    if (d->error)
        return;
    d->error = error;
    va_list list;
    va_start(list, format);
    vsnprintf(d->message, sizeof d->message, format, list);
    va_end(list);
    size_t length = strlen(d->message);
    while (length > 0 && strchr("\n .", d->message[length - 1]))
        d->message[--length] = '\0';
}

struct database *database_open(const char *where, enum database_access access, struct notes *notes)
{
    struct database *d = memory_zero(sizeof *d);
    d->driver = is_server(where) ? &driver_postgres : &driver_sqlite;
    d->where = memory_string(where);
    d->name = database_name_of(where);
    d->access = access;
    d->patience = 60;
    pthread_mutex_init(&d->lock, NULL);
    d->connection = d->driver->connect(d);
    if (d->connection)
        return d;
    notes_fault(notes, 0, "%s: %s", d->name, d->message);
    database_close(d);
    return NULL;
}

/* Statements live as long as their connection; their texts stay. */
static void disconnect(struct database *d)
{
    for (int i = 0; i < d->statements; i++) {
        struct statement *s = d->statement[i];
        if (s->prepared)
            d->driver->dispose(s->prepared);
        s->prepared = NULL;
        s->running = false;
    }
    if (d->connection)
        d->driver->disconnect(d->connection);
    d->connection = NULL;
}

void database_close(struct database *d)
{
    if (!d)
        return;
    disconnect(d);
    for (int i = 0; i < d->statements; i++) {
        free(d->statement[i]->sql);
        free(d->statement[i]);
    }
    pthread_mutex_destroy(&d->lock);
    free(d->where);
    free(d->name);
    free(d);
}

const char *database_name(const struct database *d)
{
    return d->name;
}

void database_set_patience(struct database *d, double seconds)
{
    d->patience = seconds;
}

/* --- transactions --- */

bool database_again(const struct database *d)
{
    return d->again;
}

bool database_failed(const struct database *d)
{
    return d->error != ERROR_NONE;
}

void database_refuse(struct database *d, const char *format, ...)
{
    char why[DATABASE_ERROR];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    driver_error(d, ERROR_FOR_GOOD, "%s", why);
}

static void end_statements(struct database *d)
{
    for (int i = 0; i < d->statements; i++)
        statement_end(d->statement[i]);
}

/* One try. */
static void transact_once(struct database *d, enum database_mode mode, database_work *work,
                          void *context)
{
    d->error = ERROR_NONE;
    if (!d->connection)
        d->connection = d->driver->connect(d);
    if (!d->connection)
        return;
    d->driver->begin(d, mode);
    if (!d->error)
        work(d, context);
    end_statements(d);
    if (!d->error)
        d->driver->commit(d);
    if (d->error == ERROR_DISCONNECTED)
        disconnect(d);
    else if (d->error)
        d->driver->roll_back(d);
}

/* Waits before the next try: longer each time, up to a second or two, and not all clients alike. */
static void back_off(int tries)
{
    int shift = tries < 7 ? tries : 7;
    uint64_t most = UINT64_C(16000) << shift, drawn;
    random_bytes(&drawn, sizeof drawn);
    usleep((useconds_t)(most / 2 + drawn % (most / 2)));
}

bool database_transact(struct database *d, enum database_mode mode, database_work *work,
                       void *context, struct notes *notes)
{
    pthread_mutex_lock(&d->lock);
    double began = clock_seconds(CLOCK_OF_WALL);
    d->again = false;
    for (int tries = 0;; tries++) {
        transact_once(d, mode, work, context);
        bool may_pass = d->error == ERROR_CONFLICT || d->error == ERROR_DISCONNECTED;
        if (!may_pass || clock_seconds(CLOCK_OF_WALL) - began > d->patience)
            break;
        d->again = true;
        back_off(tries);
    }
    bool done = !d->error;
    if (!done)
        notes_fault(notes, 0, "%s: %s", d->name, d->message);
    pthread_mutex_unlock(&d->lock);
    return done;
}
