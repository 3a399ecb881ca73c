/* store_inside.h - what the files of the store share */
#ifndef TOURNAMENT_STORE_INSIDE_H
#define TOURNAMENT_STORE_INSIDE_H

#include "tournament/database.h"
#include "tournament/store.h"

struct store {
    struct database *database;
    int64_t host; /* on which this process plays, from store_enter_host() on; 0: none */
};

/* A transaction that reads. */
bool store_look(struct store *, database_work *, void *context, struct notes *);

/* One that writes. They come one by one, on both backends, and know that the schema is ours; only
 * leases are taken and kept without this. */
bool store_change(struct store *, database_work *, void *context, struct notes *);

/* A condition on a row of task, with one parameter, a host: another one lives that may play it. */
#define STORE_HAS_OTHER_HOST                                                                   \
    "EXISTS (SELECT 1 FROM host WHERE host.id <> ? AND alive > @now AND NOT EXISTS (SELECT 1 " \
    "FROM unfit WHERE unfit.host = host.id AND unfit.version IN (version_a, version_b)))"

/* This host lives for that many seconds at least. */
void store_prolong_host(struct database *, int64_t host, double seconds);

/* The id of the next row of a table, within store_change(). */
int64_t store_next_id(struct database *, const char *select_max);

/* A random token, by which a repeated transaction recognises its own row. */
int64_t store_token(void);

/* Copies at most room - 1 bytes and a 0 byte. */
void store_copy(char *out, size_t room, const char *text);

#endif
