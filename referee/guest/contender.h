/* contender.h - who takes part in a match: a built-in agent or somebody's program
 *
 * A contender is named by
 *
 *   a spec of agents/agent.h   plywood:nodes=5000
 *   cmd:COMMAND                a command line, run in the game's own directory, by the shell if
 *                              it is more than words;
 *                              the protocol (files or pipes) is the game's
 *   a directory                with a manifest, plywood.json: name, command, build, calibrate,
 *                              protocol ("files" or "pipes"), memory; or, without one, with an
 *                              executable agent, homework, agent.py, agent.sh …
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
#include "referee/guest/verdict.h"

enum sandbox { SANDBOX_ON, SANDBOX_OFF };

struct contender_options {
    enum sandbox sandbox;
    double grace;        /* CPU seconds past the remaining time before a runaway is killed */
    size_t memory;       /* bytes; 0: the default */
    int processes;       /* 0: the default */
    size_t output_bytes; /* of stdout, stderr and any file; 0: the default */
    uint64_t nodes;      /* a move's limit for built-in agents; 0: none */
    int depth;           /* likewise */
    double patience;     /* wall seconds that a move may last at the most; 0: the default, twice
                            the CPU seconds after which it is killed, and 10 */
    int rung; /* of referee/sandbox/meter.h: no better one is used (for tests); 0: the best */
    bool bare_number; /* pipe agents get "1" or "2" first, and are read as row column; else the
                         five fields colour,limit,minimax,caching,ordering, and column row */
};

struct contender;
struct program;

/* NULL, with a fault noted, if the spec names nobody or the program cannot be prepared. */
struct contender *contender_new(const char *spec, const struct game *,
                                const struct contender_options *, struct notes *);
/* The same with a program that has been prepared: it is not built again. It is copied. */
struct contender *contender_of(const struct program *, const char *spec, const struct game *,
                               const struct contender_options *);
void contender_free(struct contender *);

const char *contender_spec(const struct contender *);
const char *contender_name(const struct contender *);
bool contender_is_program(const struct contender *);
const struct program *contender_program(const struct contender *); /* NULL: a built-in agent */
/* The program's hash for records: 16 hex digits; of a built-in agent that of its spec. */
const char *contender_hash(const struct contender *);
/* How programs are metered and confined here: "cgroup v1; namespaces, landlock, seccomp, limits"
 * and what is missing, if anything. For built-in agents "in process". */
const char *contender_rung(const struct contender *);
const char *contender_missing(const struct contender *); /* "" if every layer stands */

/* What the clock grants for one move. Zeroes mean: no limit of that kind. */
struct move_time {
    double remaining; /* CPU seconds left for the rest of the game */
    double cap;       /* seconds for this move, by the game's own clock (CPU or wall) */
};

enum { LAST_WORDS = 200 }; /* bytes of stderr's last line that are shown beside a fault */

struct answer {
    enum verdict verdict; /* VERDICT_NONE: code is a legal move */
    unsigned code;
    double cpu, wall;      /* seconds charged for, and passed during, this move */
    long switches;         /* involuntary: how often somebody else had its core */
    double stolen;         /* seconds that a core of this machine was stopped (stolen.h) */
    int exit_status;       /* of the program, -1 if it did not exit */
    int signal;            /* that ended it, 0 if none */
    size_t memory;         /* bytes at the most, 0 if not known */
    char detail[400];      /* for people: what exactly is wrong, with the line at fault */
    struct text input;     /* what it was given, what came out, the tail of stderr; */
    struct text output;    /* empty for built-in agents. They belong to the seat and last */
    struct text complaint; /* until the next question */
    bool has_value;        /* built-in agents tell what they think */
    double value;          /* expected final margin for the mover, in points */
    bool proven;
    int depth;
    uint64_t nodes;
};

struct seat;

/* Takes a seat for one game, as the side 0 or 1; seed: what chance depends on. Several seats may be
 * taken at once, from several threads. NULL with a fault noted if it cannot be prepared: our
 * failure. */
struct seat *seat_new(struct contender *, const struct session *, int side, uint64_t seed,
                      struct notes *);
void seat_free(struct seat *); /* ends every process it started, removes its directory */

/* Asks for a move in the session's present position, which is not over. */
void seat_ask(struct seat *, const struct session *, const struct move_time *, struct answer *);

/* Nobody wants the answer any more, says another thread: a question that is under way ends at once,
 * with an answer that means nothing. Then the seat is good for seat_free() alone. */
void seat_interrupt(struct seat *);

/* Tells a pipe agent the final score; nothing for the others. */
void seat_tell_final(struct seat *, const struct session *);

/* Keeps what is needed to run the last question again: DIR/input.txt, output.txt, stderr.txt,
 * fault.json, rerun.sh. False, with a fault noted, if it cannot be written. */
bool seat_write_bundle(const struct seat *, const struct answer *, const char *dir, struct notes *);

#endif
