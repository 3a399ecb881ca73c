/* database_driver.h - what a kind of database does for database.c, its only user */
#ifndef TOURNAMENT_DATABASE_DRIVER_H
#define TOURNAMENT_DATABASE_DRIVER_H

#include <pthread.h>

#include "tournament/database.h"

/* What is to be thought of an error. */
enum database_error {
    ERROR_NONE,
    ERROR_FOR_GOOD,
    ERROR_CONFLICT,    /* of transactions: roll back and try again */
    ERROR_DISCONNECTED /* the server is gone: connect again, then try again */
};

struct connection; /* each driver has its own */
struct prepared;

struct statement {
    struct database *database;
    const char *key; /* as the store wrote it */
    char *sql;       /* as the driver understands it */
    int parameters;
    struct prepared *prepared; /* NULL: not yet, or not since the last connection */
    int bound;
    bool running; /* has been stepped and not ended */
};

struct database_driver {
    const char *now, *id, *bytes, *skip_locked, *has_table;
    bool numbered; /* parameters are $1, $2 … */

    /* Each of these notes its error by driver_error(). */
    struct connection *(*connect)(struct database *);
    void (*disconnect)(struct connection *);
    void (*begin)(struct database *, enum database_mode);
    void (*commit)(struct database *);
    void (*roll_back)(struct database *);
    struct prepared *(*prepare)(struct statement *);
    void (*dispose)(struct prepared *);
    void (*bind_integer)(struct statement *, int at, int64_t); /* at: from 0 */
    void (*bind_real)(struct statement *, int at, double);
    void (*bind_bytes)(struct statement *, int at, const char *, size_t count, bool is_text);
    bool (*step)(struct statement *); /* true: there is a row */
    int64_t (*changes)(struct statement *);
    void (*reset)(struct statement *);
    int64_t (*integer)(struct statement *, int column);
    double (*real)(struct statement *, int column);
    const char *(*bytes_of)(struct statement *, int column, size_t *count); /* ends with a 0 byte */
};

enum { DATABASE_STATEMENTS = 192, DATABASE_ERROR = 200 };

struct database {
    const struct database_driver *driver;
    char *where; /* as given, with a password if there is one */
    char *name;
    enum database_access access;
    double patience;
    pthread_mutex_t lock;
    struct connection *connection; /* NULL: lost */
    struct statement *statement[DATABASE_STATEMENTS];
    int statements;
    bool again;
    enum database_error error; /* of this transaction */
    char message[DATABASE_ERROR];
};

/* Notes what has gone wrong, unless something has already. */
void driver_error(struct database *, enum database_error, const char *format, ...)
    NOTES_PRINTF(3, 4);

extern const struct database_driver driver_sqlite, driver_postgres;

#endif
