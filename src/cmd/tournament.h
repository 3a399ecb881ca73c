/* tournament.h - what the parts of 'plywood tournament' share */
#ifndef CMD_TOURNAMENT_H
#define CMD_TOURNAMENT_H

#include "cmd/cli.h"
#include "cmd/interrupt.h"
#include "tournament/field.h"
#include "tournament/settings.h"
#include "tournament/store.h"

extern const struct command tournament_new, tournament_run, tournament_status, tournament_report,
    tournament_export, tournament_add, tournament_replace, tournament_withdraw, tournament_names,
    tournament_purge;

#define TOURNAMENT_STORE                                           \
    {                                                              \
        "STORE", "the tournament: a file, or postgresql://…", 1, 1 \
    }

/* A store's name as a word of a command that somebody may copy into a shell: without its password,
 * quoted where that is needed. End with free(). */
char *tournament_word(const char *where);

/* Opens a store, and reads its settings unless they are NULL; fails if that cannot be done. */
struct store *tournament_open(const struct command *, const char *where, enum store_access,
                              struct settings *);

/* Tries the entrants and tells each that is to be kept out; fails if no program can be run here. */
void tournament_try(const struct command *, const struct settings *, struct field *, int jobs);

/* Enters them, all at once, and makes the tournament by that if is_new; fails if the store does.
 * Returns how many take part. */
int tournament_enter(const struct command *, struct store *, const struct settings *,
                     struct field *, bool is_new);

/* The agent of this name (or alias); fails if there is none. */
struct store_agent *tournament_agent(const struct command *, struct store_agent *, int count,
                                     const char *name);

#endif
