/* guests.h - what the tests of the referee share: programs to run, and places for them */
#ifndef TESTS_GUESTS_H
#define TESTS_GUESTS_H

#include "referee/guest/contender.h"
#include "tests/check.h"

extern const struct game game_fruit, game_reversi;

/* The boards that the programs in tests/agents expect (see misbehaving.h there), by protocol. */
enum { FILES, PIPES };

struct guest_board {
    const struct game *game;
    struct setup setup;
    struct move_time time;
};
extern const struct guest_board guest_boards[2];

/* Limits that are reached soon. */
extern const struct contender_options guest_limits;

extern char guest_agents[4096]; /* where the programs of tests/agents are */
extern char guest_place[64];    /* a directory of the test's own; TMPDIR leads there */

/* To be called first and last; status: what the last one is to return. */
bool guests_begin(void);
int guests_end(int status);

/* From here on the programs are copies in guest_place: everybody can read them there, as the build
 * may lie in somebody's own directory, and their processes are told from those of other tests. */
bool guests_copy_agents(void);

/* A game for one program. */
struct play {
    struct problem *problem;
    struct session *session;
    struct contender *contender;
    struct seat *seat;
    struct move_time time;
};

/* name: a program in tests/agents, perhaps with words after it. */
struct play play_begin(const char *name, int protocol, const struct contender_options *);
/* The same with any spec. */
struct play play_begin_spec(const char *spec, int protocol, const struct contender_options *);
struct answer play_ask(struct play *);
void play_end(struct play *);

/* A file in a directory of guest_place, which is made if needed. */
void guest_write(const char *directory, const char *name, const char *text);
/* The text lasts until the next call. dir: any directory. */
const char *guest_read(const char *dir, const char *name);
/* The program in a directory of guest_place; NULL, with a fault noted, if it cannot be prepared. */
struct contender *guest_in_directory(const char *directory, struct notes *);

/* How many files match a pattern. */
int guest_count_matches(const char *pattern);

#endif
