/* probe.h - asks a program a single question with every byte of it under control
 *
 * A seat (contender.h) asks as a game goes on. A probe puts any bytes into input.txt, whatever
 * files it likes beside it, and judges the answer by a position of its own. A program that talks by
 * pipes gets the bytes on its standard input, and then the end of it; what it writes until it ends
 * is a line with its name and a line with its answer.
 */
#ifndef REFEREE_GUEST_PROBE_H
#define REFEREE_GUEST_PROBE_H

#include "game/game.h"
#include "referee/guest/answer.h"
#include "referee/guest/program.h"
#include "referee/sandbox/folder.h"

struct question {
    const struct position
        *position; /* what the answer is judged by; NULL: only the run is judged */
    const char *input;
    size_t input_length;
    const char *playdata, *calibration, *stale_output; /* files that lie there; NULL: none */
    struct move_time time;
    bool uncalibrated; /* leave the program's calibrate command out */
    bool goes_on;      /* pipes: the input does not end after the question, as in a game */
    bool keeps_quiet;  /* pipes: the game is over for it, only its name is expected */
};

struct probe;

/* A fresh directory for one question; several may be there at once. NULL, with a fault noted, if it
 * cannot be made: our failure, or the program asks for a protocol that the game does not have. The
 * program and the options must outlive it. */
struct probe *probe_new(const struct program *, const struct contender_options *,
                        const struct game *, struct notes *);
void probe_free(struct probe *);

/* The facts of its cell; and puts a file into it before it is asked. False, errno set, if that
 * fails.
 */
const struct warden_hello *probe_facts(const struct probe *);
bool probe_put(struct probe *, const char *name, const char *bytes, size_t count);

/* Writes what asks for a move in this position: a position file for this move alone, or, with
 * pipes, a whole conversation. */
void probe_write(const struct probe *, const struct position *, double seconds, struct text *);

/* The texts of the answer belong to the probe. */
void probe_ask(struct probe *, const struct question *, struct answer *);

/* The first file in its directory that is not in the list, as folder_find_other() has it. */
bool probe_find_other(const struct probe *, const char *const *known, char name[FOLDER_NAME]);

/* Keeps what is needed to run it again, as seat_write_bundle() does. */
bool probe_write_bundle(const struct probe *, const struct answer *, const char *spec,
                        const char *dir, struct notes *);

#endif
