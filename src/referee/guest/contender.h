/* contender.h - an agent of a match: a built-in agent or a program
 *
 * A contender is named by
 *
 *   a spec of agents/agent.h   plywood:nodes=5000
 *   cmd:COMMAND                a command line, run in a fresh directory, by the shell if it uses
 *                              the shell's syntax; the protocol (files or pipes) is the game's
 *   a submission               a directory, an archive or a file (submission.h), with a manifest,
 *                              plywood.json: name, command, build, calibrate, protocol ("files"
 *                              or "pipes"), memory; without one, the program is found by the
 *                              names that courses ask for (names.h)
 *
 * A contender is prepared once: its manifest is read and its build command is run. For every game
 * it takes a seat. There a program has its own fresh directory, CPU meter and sandbox, which last
 * for the game. seat_ask() gets one move and charges its time. An offence of the program becomes a
 * verdict in the answer; a failure of ours becomes VERDICT_OUR_FAILURE.
 */
#ifndef REFEREE_GUEST_CONTENDER_H
#define REFEREE_GUEST_CONTENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/session.h"
#include "referee/guest/answer.h"
#include "referee/guest/calibrated.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/folder.h"

struct contender;
struct program;

/* NULL, with a fault noted, if there is no such agent or the program cannot be prepared. */
struct contender *contender_new(const char *spec, const struct game *,
                                const struct contender_options *, struct notes *);
/* Makes a contender of a program that is prepared already, so it is not built again. The struct is
 * copied. */
struct contender *contender_of(const struct program *, const char *spec, const struct game *,
                               const struct contender_options *, struct notes *);
void contender_free(struct contender *);

const char *contender_spec(const struct contender *);
const char *contender_name(const struct contender *);
bool contender_is_program(const struct contender *);
const struct program *contender_program(const struct contender *); /* NULL: a built-in agent */
/* The hash for records, 16 hex digits: of the program, or of a built-in agent's spec. */
const char *contender_hash(const struct contender *);
const struct contender_options *contender_limits(const struct contender *);
/* How it is metered and confined: "cgroup v1; namespaces, landlock, seccomp, limits", and then what
 * is missing, if anything. For a built-in agent "in process". */
const char *contender_rung(const struct contender *);
const char *contender_missing(const struct contender *); /* "" if no layer is missing */

/* contender_calibrate() runs the calibrate command, unless it has been run; without this call the
 * first question does. contender_calibration(): its result for people; "" if there is no command or
 * it has not run. *failed: there is no calibration.txt. */
void contender_calibrate(struct contender *);
void contender_calibration(const struct contender *, char words[CALIBRATED_WORDS], bool *failed);

/* The seconds in which its build and its calibrate command did not compute (judge.h). */
double contender_idle(const struct contender *);

/* Its limit of wall time in a game with this clock. */
double contender_wall_budget(const struct contender *, double clock);

struct seat;

/* Takes a seat for one game, as side 0 or 1. seed: for agents that play by chance. Threads may take
 * several seats at once. NULL, with a fault noted, if it cannot be prepared: our failure. */
struct seat *seat_new(struct contender *, const struct session *, int side, uint64_t seed,
                      struct notes *);
void seat_free(struct seat *); /* ends all its processes, removes its directory */

/* Asks for a move in the session's current position, which is not over. */
void seat_ask(struct seat *, const struct session *, const struct move_time *, struct answer *);

/* Cancels the current question; called by another thread. The question ends at once, with an answer
 * that is meaningless. After that only seat_free() may be called. */
void seat_interrupt(struct seat *);

/* Tells a pipe agent the final score; nothing for the others. */
void seat_tell_final(struct seat *, const struct session *);

/* The first file in a program's directory that is not in the list, as folder_find_other() has it;
 * false for a built-in agent. */
bool seat_find_other(const struct seat *, const char *const *known, char name[FOLDER_NAME]);

/* Writes a repro bundle of the last question (bundle.h). False, with a fault noted, if it cannot be
 * written. */
bool seat_write_bundle(const struct seat *, const struct answer *, const char *dir, struct notes *);

#endif
