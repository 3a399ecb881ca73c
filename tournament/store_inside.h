/* store_inside.h - what the files of the store share */
#ifndef TOURNAMENT_STORE_INSIDE_H
#define TOURNAMENT_STORE_INSIDE_H

#include "tournament/database.h"
#include "tournament/store.h"

struct store {
    struct database *database;
};

/* A transaction that reads. */
bool store_look(struct store *, database_work *, void *context, struct notes *);

/* One that writes. They come one by one, on both backends, and know that the schema is ours; only
 * leases are taken and kept without this (store_lease.c). */
bool store_change(struct store *, database_work *, void *context, struct notes *);

/* The id of the next row of a table, within store_change(). */
int64_t store_next_id(struct database *, const char *select_max);

/* A number that nobody else draws, to know an own row again when a transaction is tried again. */
int64_t store_token(void);

/* Copies at most room - 1 bytes and a 0 byte. */
void store_copy(char *out, size_t room, const char *text);

#endif
