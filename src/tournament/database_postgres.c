/* PostgreSQL, by libpq. All tables are in a schema of our own. Nobody waits for ever: for a
 * connection, for a lock, for a statement there are limits on the server's side, and we stop
 * waiting for an answer somewhat later, in case there is no server any more. Rows come one by one,
 * so that no answer has to fit in memory. */
#include "tournament/database_driver.h"

#ifndef HAVE_POSTGRES

static struct connection *connect(struct database *d)
{
    driver_error(d, ERROR_FOR_GOOD,
                 "this plywood was built without PostgreSQL: install libpq-dev and build it anew, "
                 "or name a file");
    return NULL;
}

const struct database_driver driver_postgres = {.connect = connect};

#else

#include <errno.h>
#include <inttypes.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

struct connection {
    PGconn *pg;
    int statements; /* prepared so far: gives them names */
};

enum { NUMBER_BYTES = 32 };

struct prepared {
    char name[16];
    char **value; /* parameters, as texts or bytes, in memory of their own */
    int *length, *is_bytes;
    int parameters;
    PGresult *row;
    unsigned char *unescaped; /* bytes of the present row */
    int64_t changes;
    bool sent;
};

static PGconn *handle(struct database *d)
{
    return d->connection->pg;
}

/* --- errors --- */

/* Replaces the password in a message of the server or the library. */
static void hide_password(char *message, const char *password)
{
    if (!password || !*password)
        return;
    size_t length = strlen(password);
    for (char *at; (at = strstr(message, password));)
        memset(at, '*', length);
}

static void note_message(struct database *d, PGconn *pg, enum database_error error,
                         const char *libpq)
{
    char *message = memory_string(libpq);
    hide_password(message, pg ? PQpass(pg) : NULL);
    for (char *p = message; *p; p++)
        if (*p == '\n' || *p == '\t')
            *p = ' ';
    driver_error(d, error, "%s", message);
    free(message);
}

/* Conflicts of transactions, and limits of time that were ours: classes 40, 55P03, 57014. Servers
 * that start or stop: 57P0x, 53300, 08. */
static enum database_error error_of(PGconn *pg, const char *state)
{
    static const char *const conflicts[] = {"40", "55P03", "57014", "25P03"};
    static const char *const gone[] = {"57P", "53300", "08"};
    if (PQstatus(pg) != CONNECTION_OK)
        return ERROR_DISCONNECTED;
    for (size_t i = 0; state && i < sizeof gone / sizeof *gone; i++)
        if (strncmp(state, gone[i], strlen(gone[i])) == 0)
            return ERROR_DISCONNECTED;
    for (size_t i = 0; state && i < sizeof conflicts / sizeof *conflicts; i++)
        if (strncmp(state, conflicts[i], strlen(conflicts[i])) == 0)
            return ERROR_CONFLICT;
    return ERROR_FOR_GOOD;
}

static void note_result(struct database *d, const PGresult *result)
{
    PGconn *pg = handle(d);
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *text = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    enum database_error error = error_of(pg, state);
    if (error == ERROR_DISCONNECTED && !text)
        text = "the server is gone";
    note_message(d, pg, error, text ? text : PQerrorMessage(pg));
}

/* --- answers --- */

/* The next result, within the limit; NULL: no more, or an error was noted. */
static PGresult *next_result(struct database *d)
{
    PGconn *pg = handle(d);
    double until = clock_seconds(CLOCK_OF_WALL) +
                   1.25 * d->patience; /* above the server's limits */
    while (PQisBusy(pg)) {
        PQflush(pg);
        struct pollfd wait = {.fd = PQsocket(pg), .events = POLLIN};
        double left = until - clock_seconds(CLOCK_OF_WALL);
        int ready = left > 0 ? poll(&wait, 1, (int)(1000 * left) + 1) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            driver_error(d, ERROR_DISCONNECTED, "the server does not answer");
            return NULL;
        }
        if (!PQconsumeInput(pg)) {
            note_result(d, NULL);
            return NULL;
        }
    }
    return PQgetResult(pg);
}

/* Reads all results there are; the first error counts. */
static void drain(struct database *d)
{
    for (PGresult *r; d->error != ERROR_DISCONNECTED && (r = next_result(d)); PQclear(r)) {
        ExecStatusType status = PQresultStatus(r);
        if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE)
            note_result(d, r);
    }
}

static void execute(struct database *d, const char *sql)
{
    if (d->error)
        return;
    if (!PQsendQuery(handle(d), sql)) {
        note_result(d, NULL);
        return;
    }
    drain(d);
}

/* --- connections --- */

static const char schema[] = "SET search_path = plywood; SET statement_timeout = '60s'; "
                             "SET lock_timeout = '30s'; "
                             "SET idle_in_transaction_session_timeout = '60s'; "
                             "SET client_min_messages = error";

static void disconnect(struct connection *c)
{
    PQfinish(c->pg);
    free(c);
}

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* What the URL does not say we do: PQconnectdbParams() lets a later word win, so that the URL,
 * which is expanded first, would lose; hence only words that it does not have. */
static PGconn *connect_url(const char *url, PQconninfoOption *said)
{
    const char *keys[8] = {"dbname"}, *values[8] = {url};
    static const char *const ours[][2] = {
        {"connect_timeout", "10"},   {"tcp_user_timeout", "30000"},
        {"keepalives_idle", "20"},   {"keepalives_interval", "5"},
        {"client_encoding", "UTF8"}, {"application_name", "plywood"}};
    int count = 1;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        bool has = false;
        for (PQconninfoOption *o = said; o->keyword; o++)
            has |= strcmp(o->keyword, ours[i][0]) == 0 && o->val &&
                   strcmp(ours[i][0], "client_encoding") != 0;
        if (!has) {
            keys[count] = ours[i][0];
            values[count++] = ours[i][1];
        }
    }
    return PQconnectdbParams(keys, values, 1);
}

/* libpq takes what follows the first '@' for the host's name, and tells it. */
static bool has_two_ats(const char *url)
{
    const char *first = strchr(url, '@');
    return first && memchr(first + 1, '@', strcspn(first + 1, "/?"));
}

static struct connection *connect(struct database *d)
{
    if (has_two_ats(d->where)) {
        driver_error(d, ERROR_FOR_GOOD,
                     "this is no valid URL: a '@' in a password is to be written as %%40");
        return NULL;
    }
    char *why = NULL;
    PQconninfoOption *said = PQconninfoParse(d->where, &why);
    if (!said) {
        /* libpq quotes the URL, which may hold a password */
        driver_error(d, ERROR_FOR_GOOD, "this is no valid URL of PostgreSQL");
        PQfreemem(why);
        return NULL;
    }
    PGconn *pg = connect_url(d->where, said);
    PQconninfoFree(said);
    if (PQstatus(pg) != CONNECTION_OK) {
        note_message(d, pg, ERROR_DISCONNECTED, PQerrorMessage(pg));
        PQfinish(pg);
        return NULL;
    }
    PQsetNoticeReceiver(pg, ignore_notice, NULL);
    struct connection *c = memory_zero(sizeof *c);
    c->pg = pg;
    d->connection = c;
    if (PQserverVersion(pg) < 120000)
        driver_error(d, ERROR_FOR_GOOD, "PostgreSQL 12 or newer is needed, this is %d",
                     PQserverVersion(pg) / 10000);
    if (d->access == DATABASE_CREATE)
        execute(d, "CREATE SCHEMA IF NOT EXISTS plywood");
    execute(d, schema);
    d->connection = NULL;
    if (!d->error)
        return c;
    disconnect(c);
    return NULL;
}

/* --- transactions --- */

static void begin(struct database *d, enum database_mode mode)
{
    execute(d,
            mode == DATABASE_READING ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
}

static void commit(struct database *d)
{
    execute(d, "COMMIT");
}

/* Leaves the error as it is: it is the reason. */
static void roll_back(struct database *d)
{
    enum database_error error = d->error;
    d->error = ERROR_NONE;
    char message[DATABASE_ERROR];
    memcpy(message, d->message, sizeof message);
    execute(d, "ROLLBACK");
    if (d->error == ERROR_NONE || error == ERROR_FOR_GOOD)
        d->error = error;
    memcpy(d->message, message, sizeof message);
}

/* --- statements --- */

static struct prepared *prepare(struct statement *s)
{
    struct database *d = s->database;
    struct prepared *p = memory_zero(sizeof *p);
    snprintf(p->name, sizeof p->name, "s%d", ++d->connection->statements);
    p->parameters = s->parameters;
    p->value = memory_zero(((size_t)s->parameters + 1) * sizeof *p->value);
    p->length = memory_zero(((size_t)s->parameters + 1) * sizeof *p->length);
    p->is_bytes = memory_zero(((size_t)s->parameters + 1) * sizeof *p->is_bytes);
    if (PQsendPrepare(handle(d), p->name, s->sql, 0, NULL))
        drain(d);
    else
        note_result(d, NULL);
    return p;
}

static void dispose(struct prepared *p)
{
    for (int i = 0; i < p->parameters; i++)
        free(p->value[i]);
    free(p->value);
    free(p->length);
    free(p->is_bytes);
    PQclear(p->row);
    PQfreemem(p->unescaped);
    free(p);
}

static void bind_bytes(struct statement *s, int at, const char *bytes, size_t count, bool is_text)
{
    struct prepared *p = s->prepared;
    p->value[at] = memory_resize(p->value[at], count + 1);
    memcpy(p->value[at], count ? bytes : "", count);
    p->value[at][count] = '\0';
    p->length[at] = (int)count;
    p->is_bytes[at] = !is_text;
}

static void bind_integer(struct statement *s, int at, int64_t value)
{
    char text[NUMBER_BYTES];
    int length = snprintf(text, sizeof text, "%" PRId64, value);
    bind_bytes(s, at, text, (size_t)length, true);
}

static void bind_real(struct statement *s, int at, double value)
{
    char text[NUMBER_BYTES];
    int length = snprintf(text, sizeof text, "%.17g", value);
    bind_bytes(s, at, text, (size_t)length, true);
}

static void send_query(struct statement *s)
{
    struct prepared *p = s->prepared;
    PGconn *pg = handle(s->database);
    p->changes = 0;
    p->sent = PQsendQueryPrepared(pg, p->name, p->parameters, (const char *const *)p->value,
                                  p->length, p->is_bytes, 0) &&
              PQsetSingleRowMode(pg);
    if (!p->sent)
        note_result(s->database, NULL);
}

static bool step(struct statement *s)
{
    struct prepared *p = s->prepared;
    struct database *d = s->database;
    if (!p->sent)
        send_query(s);
    PQclear(p->row);
    p->row = NULL;
    if (d->error)
        return false;
    PGresult *r = next_result(d);
    ExecStatusType status = r ? PQresultStatus(r) : PGRES_COMMAND_OK;
    if (status == PGRES_SINGLE_TUPLE) {
        p->row = r;
        return true;
    }
    if (r && (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK))
        p->changes = atoll(PQcmdTuples(r));
    else if (r)
        note_result(d, r);
    PQclear(r);
    return false;
}

static int64_t changes(struct statement *s)
{
    return s->prepared->changes;
}

/* What is left of an answer is read and forgotten; there is never much of it. */
static void reset(struct statement *s)
{
    struct prepared *p = s->prepared;
    PQclear(p->row);
    p->row = NULL;
    if (p->sent && s->database->connection)
        drain(s->database);
    p->sent = false;
}

static int64_t integer(struct statement *s, int column)
{
    return atoll(PQgetvalue(s->prepared->row, 0, column));
}

static double real(struct statement *s, int column)
{
    return atof(PQgetvalue(s->prepared->row, 0, column));
}

static const char *bytes_of(struct statement *s, int column, size_t *count)
{
    enum { OID_OF_BYTEA = 17 };
    struct prepared *p = s->prepared;
    const char *value = PQgetvalue(p->row, 0, column);
    *count = (size_t)PQgetlength(p->row, 0, column);
    if (PQftype(p->row, column) != OID_OF_BYTEA)
        return value;
    PQfreemem(p->unescaped);
    p->unescaped = PQunescapeBytea((const unsigned char *)value, count);
    return (const char *)p->unescaped;
}

const struct database_driver driver_postgres = {
    .now = "extract(epoch FROM clock_timestamp())::float8",
    .id = "BIGINT PRIMARY KEY",
    .bytes = "BYTEA",
    .skip_locked = "FOR UPDATE SKIP LOCKED",
    .has_table = "SELECT 1 FROM pg_tables WHERE schemaname = 'plywood' AND tablename = ?",
    .numbered = true,
    .connect = connect,
    .disconnect = disconnect,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .prepare = prepare,
    .dispose = dispose,
    .bind_integer = bind_integer,
    .bind_real = bind_real,
    .bind_bytes = bind_bytes,
    .step = step,
    .changes = changes,
    .reset = reset,
    .integer = integer,
    .real = real,
    .bytes_of = bytes_of,
};
#endif
