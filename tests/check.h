/* check.h - cmocka with the headers it wants, and the positions that many tests need */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/game.h"
#include "game/registry.h"

/* One way to set up one game: the tests that hold for all games walk over these. */
struct scenario {
    const char *game;
    struct setup setup;
};

extern const struct scenario scenarios[];
extern const int scenario_count;

/* Boards so large that a test goes through them once, or in part. */
extern const struct scenario large_scenarios[];
extern const int large_scenario_count;

/* These of every game in the registry, and for a game that has none a start of its own choice.
 * Returns their number. */
int all_scenarios(struct scenario out[], int most);

/* A new game of a scenario with this seed. */
struct problem *scenario_new(const struct scenario *, uint64_t seed);

/* "fruit 10 x 10, default": for messages. */
const char *scenario_name(const struct scenario *);

/* The position file of a position; free() it. */
char *position_text(const struct position *);

/* Reads a position file exactly; fails the test if it is not one. */
struct problem *problem_from_text(const char *text, const char *variant);

/* False in make test and make quick, which give each test few seconds. The log then says that the
 * test was shortened, and tests/run --rest runs it again at full length. */
bool thoroughly(void);

/* How often a test is to go round: `full` times, or at least once and an eighth of that where it is
 * not to be thorough. */
int rounds(int full);

#endif
