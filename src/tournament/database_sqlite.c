/* SQLite: a file with a log beside it (WAL), so that readers and one writer do not wait for each
 * other. A commit is on the disk when it returns (synchronous = FULL). The log needs memory that
 * all processes share, which there is on one machine alone: on a network file system two machines
 * would damage the file without knowing, hence file_system.h. */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "tournament/database_driver.h"
#include "tournament/file_system.h"

/* Marks a file as ours, "Plyw". */
#define APPLICATION_ID "1349286263"

struct connection {
    sqlite3 *sqlite;
};

static sqlite3 *handle(struct database *d)
{
    return d->connection->sqlite;
}

static sqlite3_stmt *prepared_of(struct statement *s)
{
    return (sqlite3_stmt *)s->prepared;
}

static void note_error(struct database *d, sqlite3 *sqlite, int code)
{
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        driver_error(d, ERROR_CONFLICT, "another process has kept it locked for too long");
        return;
    case SQLITE_NOTADB: driver_error(d, ERROR_FOR_GOOD, "this is no tournament's file"); return;
    case SQLITE_CORRUPT:
        driver_error(d, ERROR_FOR_GOOD, "the file is damaged (%s)", sqlite3_errmsg(sqlite));
        return;
    case SQLITE_FULL:
        driver_error(d, ERROR_FOR_GOOD, "the disk is full; nothing was changed");
        return;
    case SQLITE_IOERR:
        driver_error(d, ERROR_FOR_GOOD, "%s (%s); nothing was changed", sqlite3_errmsg(sqlite),
                     strerror(sqlite3_system_errno(sqlite)));
        return;
    default: driver_error(d, ERROR_FOR_GOOD, "%s", sqlite3_errmsg(sqlite));
    }
}

static void execute(struct database *d, sqlite3 *sqlite, const char *sql)
{
    if (!d->error)
        note_error(d, sqlite, sqlite3_exec(sqlite, sql, NULL, NULL, NULL));
}

/* The whole number that a pragma or SELECT yields. */
static int64_t number_of(struct database *d, sqlite3 *sqlite, const char *sql)
{
    sqlite3_stmt *s = NULL;
    int64_t value = 0;
    int code = sqlite3_prepare_v2(sqlite, sql, -1, &s, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW)
        value = sqlite3_column_int64(s, 0);
    note_error(d, sqlite, code);
    sqlite3_finalize(s);
    return value;
}

/* A file that holds something else is not touched; one without any table may become ours. */
static void claim_file(struct database *d, sqlite3 *sqlite)
{
    int64_t id = number_of(d, sqlite, "PRAGMA application_id");
    int64_t tables = number_of(d, sqlite, "SELECT count(*) FROM sqlite_schema");
    if (d->error || id == atol(APPLICATION_ID))
        return;
    if (id != 0 || tables != 0)
        driver_error(d, ERROR_FOR_GOOD, "this is some other program's SQLite file");
    else if (d->access != DATABASE_CREATE)
        driver_error(d, ERROR_FOR_GOOD, "the file is empty: there is no tournament in it");
    execute(d, sqlite, "PRAGMA application_id = " APPLICATION_ID);
}

/* Opens the file; read-only access is enough for a caller that only reads. */
static int open_file(struct database *d, sqlite3 **sqlite)
{
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE;
    if (d->access == DATABASE_CREATE)
        flags |= SQLITE_OPEN_CREATE;
    if (d->access == DATABASE_READ && access(d->where, W_OK) != 0)
        flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY;
    /* a name such as ":memory:" or "file:…" means something to SQLite, but not behind a "./" */
    struct text path = {0};
    text_add(&path, "%s%s", d->where[0] == '/' ? "" : "./", d->where);
    int code = sqlite3_open_v2(path.data, sqlite, flags, NULL);
    text_free(&path);
    return code;
}

static struct connection *connect(struct database *d)
{
    const char *kind = file_system_is_remote(d->where);
    if (kind) {
        driver_error(d, ERROR_FOR_GOOD,
                     "lies on a network file system (%s), on which SQLite loses data: choose a "
                     "local disk, or PostgreSQL by postgresql://",
                     kind);
        return NULL;
    }
    if (d->access != DATABASE_CREATE && access(d->where, F_OK) != 0) {
        driver_error(d, ERROR_FOR_GOOD, "%s", strerror(errno));
        return NULL;
    }
    sqlite3 *sqlite = NULL;
    int code = open_file(d, &sqlite);
    if (code != SQLITE_OK)
        driver_error(d, ERROR_FOR_GOOD, "cannot be opened: %s",
                     sqlite ? sqlite3_errmsg(sqlite) : "no memory");
    if (!d->error) {
        sqlite3_busy_timeout(sqlite, 10000);
        claim_file(d, sqlite);
    }
    if (d->access != DATABASE_READ)
        execute(d, sqlite, "PRAGMA journal_mode = WAL");
    execute(d, sqlite, "PRAGMA synchronous = FULL");
    execute(d, sqlite, "PRAGMA cache_size = -16000");
    if (d->error) {
        sqlite3_close(sqlite);
        return NULL;
    }
    struct connection *c = memory_new(sizeof *c);
    c->sqlite = sqlite;
    return c;
}

static void disconnect(struct connection *c)
{
    sqlite3_close(c->sqlite);
    free(c);
}

/* A lease that is lost with the machine's power is no loss, so it does not wait for the disk; it
 * gets there with the next commit that does. */
static void begin(struct database *d, enum database_mode mode)
{
    if (mode != DATABASE_READING)
        execute(d, handle(d),
                mode == DATABASE_LEASING ? "PRAGMA synchronous = NORMAL"
                                         : "PRAGMA synchronous = FULL");
    execute(d, handle(d), mode == DATABASE_READING ? "BEGIN" : "BEGIN IMMEDIATE");
}

static void commit(struct database *d)
{
    execute(d, handle(d), "COMMIT");
}

static void roll_back(struct database *d)
{
    /* some errors have rolled back already */
    if (!sqlite3_get_autocommit(handle(d)))
        sqlite3_exec(handle(d), "ROLLBACK", NULL, NULL, NULL);
}

static struct prepared *prepare(struct statement *s)
{
    sqlite3_stmt *made = NULL;
    sqlite3 *sqlite = handle(s->database);
    note_error(s->database, sqlite,
               sqlite3_prepare_v3(sqlite, s->sql, -1, SQLITE_PREPARE_PERSISTENT, &made, NULL));
    return (struct prepared *)made;
}

static void dispose(struct prepared *prepared)
{
    sqlite3_finalize((sqlite3_stmt *)prepared);
}

static void bind_integer(struct statement *s, int at, int64_t value)
{
    sqlite3_bind_int64(prepared_of(s), at + 1, value);
}

static void bind_real(struct statement *s, int at, double value)
{
    sqlite3_bind_double(prepared_of(s), at + 1, value);
}

static void bind_bytes(struct statement *s, int at, const char *bytes, size_t count, bool is_text)
{
    if (is_text)
        sqlite3_bind_text64(prepared_of(s), at + 1, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
    else
        sqlite3_bind_blob64(prepared_of(s), at + 1, count ? bytes : "", count, SQLITE_TRANSIENT);
}

static bool step(struct statement *s)
{
    int code = sqlite3_step(prepared_of(s));
    note_error(s->database, handle(s->database), code);
    return code == SQLITE_ROW;
}

static int64_t changes(struct statement *s)
{
    return sqlite3_changes64(handle(s->database));
}

static void reset(struct statement *s)
{
    sqlite3_reset(prepared_of(s));
}

static int64_t integer(struct statement *s, int column)
{
    return sqlite3_column_int64(prepared_of(s), column);
}

static double real(struct statement *s, int column)
{
    return sqlite3_column_double(prepared_of(s), column);
}

static const char *bytes_of(struct statement *s, int column, size_t *count)
{
    bool is_blob = sqlite3_column_type(prepared_of(s), column) == SQLITE_BLOB;
    const void *bytes = is_blob ? sqlite3_column_blob(prepared_of(s), column)
                                : (const void *)sqlite3_column_text(prepared_of(s), column);
    *count = (size_t)sqlite3_column_bytes(prepared_of(s), column);
    return bytes ? bytes : "";
}

const struct database_driver driver_sqlite = {
    .now = "((julianday('now') - 2440587.5) * 86400.0)",
    .id = "INTEGER PRIMARY KEY",
    .bytes = "BLOB",
    .skip_locked = "", /* a writing transaction is the only one anyway */
    .has_table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?",
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
