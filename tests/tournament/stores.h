/* stores.h - what the tests of the store share
 *
 * The same cases run on a file of SQLite and, where PLYWOOD_POSTGRES names a database that may be
 * emptied, on PostgreSQL (tests/cli/store.sh starts one).
 */
#ifndef TESTS_TOURNAMENT_STORES_H
#define TESTS_TOURNAMENT_STORES_H

#include "tests/check.h"
#include "tournament/store.h"

extern bool on_postgres;
extern char file[96]; /* of SQLite, in a folder of the test's own */

/* Set-up and tear-down of a group of tests. */
int make_folder(void **state);
int remove_folder(void **state);

const char *where(void);
void nothing_there(void);
struct store *open_store(enum store_access);
struct store *fresh(void); /* a new one, with settings */

#define DONE(call)                                        \
    do {                                                  \
        struct notes notes = {0};                         \
        if (!(call))                                      \
            fail_msg("%s: %s", #call, notes_why(&notes)); \
        assert_int_equal(notes.faults, 0);                \
    } while (0)

#define REFUSED(call, word)                                        \
    do {                                                           \
        struct notes notes = {0};                                  \
        assert_false(call);                                        \
        if (!strstr(notes_why(&notes), word))                      \
            fail_msg("no \"%s\" in: %s", word, notes_why(&notes)); \
    } while (0)

int add_agent(struct store *, const char *name, const char *hash);
/* Agents named "1" to count with hashes "h1" … */
void add_agents(struct store *, int count);
/* Every couple, a pair each, from this start; returns how many. */
int plan_pairs(struct store *, int round, int agents, int start);
/* A game of a task with a result that depends on its number. */
struct store_game game_of(const struct store_task *, int number);
/* Saves the pair of a task and ends it. */
void save_task(struct store *, const struct store_task *);
int take(struct store *, int64_t worker, double seconds, int most, struct store_task *);
void play_all(struct store *);
struct store_progress progress(struct store *);

/* A taker of games that keeps them; their texts are not kept. free() game. */
struct kept {
    int games;
    struct store_game *game;
};

/* The context is a struct kept. */
void keep_game(void *context, const struct store_game *);

/* The counts of the tasks are what the games themselves come to. */
void check_counts(struct store *);

#endif
