/* database.h - a connection to SQLite or PostgreSQL, as far as a store needs it
 *
 * Everything happens in transactions. database_transact() begins one, calls the caller's work, and
 * commits. Errors are sticky: after one, every statement of the transaction does nothing and yields
 * no rows, so work needs no error checks, and the transaction is rolled back. After a passing error
 * (a conflict of transactions, a server that restarts) the whole transaction is repeated, for at
 * most the database's patience. If the connection is lost during a commit its outcome is unknown.
 * Work must therefore be idempotent: done twice, it leaves the same as done once.
 *
 * SQL is written once, in the common part of both dialects. Parameters are question marks, bound in
 * order. Where the dialects differ, each driver replaces a word:
 *
 *     @now           the database's clock, in seconds since 1970
 *     @id            the type of a column that is a table's primary key, a whole number
 *     @bytes         the type of a column of bytes
 *     @skip_locked   ends a SELECT whose rows no other transaction may take meanwhile
 *
 * At most one statement of a connection yields rows at a time. Prepared statements are cached.
 * Calls within a transaction are made by the thread that began it.
 */
#ifndef TOURNAMENT_DATABASE_H
#define TOURNAMENT_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/notes.h"

struct database;
struct statement;

enum database_access {
    DATABASE_CREATE, /* a file is made if there is none */
    DATABASE_WRITE,
    DATABASE_READ /* a file may be one that we cannot write */
};

/* A name that begins with postgresql:// or postgres:// is a server's, any other a file's. NULL with
 * a fault noted if it cannot be opened. */
struct database *database_open(const char *where, enum database_access, struct notes *);
void database_close(struct database *);

/* The name of a database for messages, escaped, without the password of a URL. End with free(). */
char *database_name_of(const char *where);
const char *database_name(const struct database *);

/* How many seconds a passing failure is retried; 60 at first. */
void database_set_patience(struct database *, double seconds);

enum database_mode {
    DATABASE_READING,
    DATABASE_WRITING,
    DATABASE_LEASING /* writing what may be lost when the machine loses its power */
};
typedef void database_work(struct database *, void *context);

/* False, with the first error noted as a fault, if the work was not done. Any thread may call. */
bool database_transact(struct database *, enum database_mode, database_work *, void *context,
                       struct notes *);

/* --- within a transaction --- */

/* True if this transaction is tried again: an earlier try may have been committed. */
bool database_again(const struct database *);
/* Rolls back with this fault, when the work finds that it cannot be done. */
void database_refuse(struct database *, const char *format, ...) NOTES_PRINTF(2, 3);
/* True after an error. */
bool database_failed(const struct database *);
/* A statement that is not used again: no parameters, no rows. */
void database_execute(struct database *, const char *sql);
/* True if there is a table of this name. */
bool database_has_table(struct database *, const char *name);

/* The statement with this text, ready for its parameters. */
struct statement *statement(struct database *, const char *sql);
void statement_integer(struct statement *, int64_t);
void statement_real(struct statement *, double);
void statement_text(struct statement *, const char *); /* UTF-8 */
void statement_bytes(struct statement *, const char *, size_t count);
/* Untrusted text is stored escaped (base/foreign.h). */
void statement_foreign(struct statement *, const char *);

/* Runs it to its end; how many rows were changed. */
int64_t statement_run(struct statement *);

/* The next row; false after the last one. Call statement_end() to stop earlier. Columns are
 * numbered from 0; texts are valid until the next row; NULL reads as "" and 0. */
bool statement_row(struct statement *);
void statement_end(struct statement *);
int64_t column_integer(struct statement *, int column);
double column_real(struct statement *, int column);
const char *column_text(struct statement *, int column);
const char *column_bytes(struct statement *, int column, size_t *count);

#endif
