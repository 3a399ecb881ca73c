/* schema.h - the tables of a store, and how older ones become today's
 *
 * A schema has a version. Each version is a step from the one before it, so a new store and an old
 * one come the same way. What is written here stays: to change the tables, add a step.
 */
#ifndef TOURNAMENT_SCHEMA_H
#define TOURNAMENT_SCHEMA_H

#include "tournament/database.h"

enum { SCHEMA_VERSION = 4 };

/* The version of the store in this database, 0 if there is none. Within a transaction, as all. */
int schema_version(struct database *);

/* Takes the steps from a version to another; tests stop before the last one. */
void schema_migrate(struct database *, int from, int to);

#endif
