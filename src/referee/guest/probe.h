/* probe.h - asks a program a single question that the caller controls to the byte
 *
 * A seat (contender.h) asks for the moves of a game. A probe writes any bytes to input.txt, puts
 * any files beside it, and judges the answer by any position. A program that is asked by pipes gets
 * the bytes on its standard input, and then an end of file; it must write a line with its name and
 * a line with its answer.
 */
#ifndef REFEREE_GUEST_PROBE_H
#define REFEREE_GUEST_PROBE_H

#include "game/game.h"
#include "referee/guest/answer.h"
#include "referee/guest/program.h"
#include "referee/sandbox/folder.h"

struct question {
    const struct position
        *position; /* by which the answer is judged; NULL: only the run is judged */
    const char *input;
    size_t input_length;
    const char *playdata, *calibration, *stale_output; /* contents of these files; NULL: no file */
    struct move_time time;
    bool uncalibrated; /* do not run the program's calibrate command */
    bool goes_on;      /* pipes: the input does not end after the question, as in a game */
    bool keeps_quiet;  /* pipes: the game is over, and only the program's name is expected */
};

struct probe;

/* Makes a fresh directory for one question; several may exist at once. NULL, with a fault noted, on
 * a failure of ours, or if the program wants a protocol that the game does not have. The program
 * and the options must outlive the probe. */
struct probe *probe_new(const struct program *, const struct contender_options *,
                        const struct game *, struct notes *);
void probe_free(struct probe *);

/* The facts of its cell. */
const struct warden_hello *probe_facts(const struct probe *);
/* Puts a file into the directory before the question. False, errno set, if that fails. */
bool probe_put(struct probe *, const char *name, const char *bytes, size_t count);

/* Writes the input that asks for a move in this position: a position file, or, with pipes, a whole
 * conversation. */
void probe_write(const struct probe *, const struct position *, double seconds, struct text *);

/* The texts of the answer belong to the probe. */
void probe_ask(struct probe *, const struct question *, struct answer *);

/* The first file in its directory that is not in the list, as folder_find_other() has it. */
bool probe_find_other(const struct probe *, const char *const *known, char name[FOLDER_NAME]);

/* Writes a repro bundle, as seat_write_bundle() does. */
bool probe_write_bundle(const struct probe *, const struct answer *, const char *spec,
                        const char *dir, struct notes *);

#endif
