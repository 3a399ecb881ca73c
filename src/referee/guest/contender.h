/* contender.h - who takes part in a match: a built-in agent or somebody's program
 *
 * A contender is named by
 *
 *   a spec of agents/agent.h   plywood:nodes=5000
 *   cmd:COMMAND                a command line, run in the game's own directory, by the shell if
 *                              it is more than words;
 *                              the protocol (files or pipes) is the game's
 *   a submission               a directory, an archive or a file (submission.h), with a manifest,
 *                              plywood.json: name, command, build, calibrate, protocol ("files"
 *                              or "pipes"), memory; or, without one, with a program by one of the
 *                              courses' names (names.h)
 *
 * and is prepared once: its manifest read, its build command run. For every game it takes a seat:
 * there a program has its own fresh directory, its CPU meter and its confinement, which last for
 * the game. seat_ask() gets one move and charges for it. Whatever a program does wrong becomes a
 * verdict in the answer; whatever goes wrong on our side becomes VERDICT_OUR_FAILURE.
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

/* NULL, with a fault noted, if the spec names nobody or the program cannot be prepared. */
struct contender *contender_new(const char *spec, const struct game *,
                                const struct contender_options *, struct notes *);
/* The same with a program that has been prepared: it is not built again. It is copied. */
struct contender *contender_of(const struct program *, const char *spec, const struct game *,
                               const struct contender_options *, struct notes *);
void contender_free(struct contender *);

const char *contender_spec(const struct contender *);
const char *contender_name(const struct contender *);
bool contender_is_program(const struct contender *);
const struct program *contender_program(const struct contender *); /* NULL: a built-in agent */
/* The program's hash for records: 16 hex digits; of a built-in agent that of its spec. */
const char *contender_hash(const struct contender *);
const struct contender_options *contender_limits(const struct contender *);
/* How programs are metered and confined here: "cgroup v1; namespaces, landlock, seccomp, limits"
 * and what is missing, if anything. For built-in agents "in process". */
const char *contender_rung(const struct contender *);
const char *contender_missing(const struct contender *); /* "" if no layer is missing */

/* Runs its calibrate command, unless it has been run before; else the first question does. Then, or
 * if it was run: what came of it, for people; "" if it has none. *failed: there is no
 * calibration.txt. */
void contender_calibrate(struct contender *);
void contender_calibration(const struct contender *, char words[CALIBRATED_WORDS], bool *failed);

/* The seconds in which its build and its calibrate command did not compute. */
double contender_idle(const struct contender *);

/* Its wall budget in a game with this clock. */
double contender_wall_budget(const struct contender *, double clock);

struct seat;

/* Takes a seat for one game, as the side 0 or 1; seed: what chance depends on. Several seats may be
 * taken at once, from several threads. NULL with a fault noted if it cannot be prepared: our
 * failure. */
struct seat *seat_new(struct contender *, const struct session *, int side, uint64_t seed,
                      struct notes *);
void seat_free(struct seat *); /* ends every process it started, removes its directory */

/* Asks for a move in the session's present position, which is not over. */
void seat_ask(struct seat *, const struct session *, const struct move_time *, struct answer *);

/* Called by another thread when the answer is not wanted any more: a question that is under way
 * ends at once, with an answer that means nothing. After that only seat_free() may be called. */
void seat_interrupt(struct seat *);

/* Tells a pipe agent the final score; nothing for the others. */
void seat_tell_final(struct seat *, const struct session *);

/* The first file in a program's directory that is not in the list, as folder_find_other() has it;
 * false for a built-in agent. */
bool seat_find_other(const struct seat *, const char *const *known, char name[FOLDER_NAME]);

/* Keeps what is needed to run the last question again: DIR/input.txt, output.txt, stderr.txt,
 * fault.json, rerun.sh. False, with a fault noted, if it cannot be written. */
bool seat_write_bundle(const struct seat *, const struct answer *, const char *dir, struct notes *);

#endif
