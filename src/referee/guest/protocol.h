/* protocol.h - how a program is asked for a move: by files or by pipes
 *
 * A guest is a program in its seat. With files every move is a run of its own: input.txt is there,
 * output.txt is expected, the directory lasts for the game. With pipes one run lasts for the game,
 * and is frozen while the other side moves.
 */
#ifndef REFEREE_GUEST_PROTOCOL_H
#define REFEREE_GUEST_PROTOCOL_H

#include "game/session.h"
#include "referee/guest/bundle.h"
#include "referee/guest/program.h"
#include "referee/sandbox/cell.h"

struct guest {
    const struct program *program;
    const struct contender_options *options;
    const struct game *game;
    struct cell *cell;
    int side;
    bool calibrated;
    bool begun;                           /* with pipes: it was started and has told its name */
    struct text input, output, complaint; /* of the last question */
    struct text said; /* its standard output; the output too, until a file is read */
    struct bundle_file memory[BUNDLE_FILES]; /* with files: before the last question */
    struct move_time time;                   /* of the last question */
    struct warden_order order;
};

/* Ends its cell and frees its texts. */
void guest_clear(struct guest *);

struct protocol {
    const char *name;
    void (*ask)(struct guest *, const struct session *, const struct move_time *, struct answer *);
    void (*tell_final)(struct guest *, const struct session *); /* may be NULL */
};

extern const struct protocol protocol_files, protocol_pipes;

/* With pipes: starts it and says these bytes, at most WARDEN_TEXT, instead of a session's.
 * now: what the answer is judged by; NULL: only the run is judged. */
void protocol_begin_with(struct guest *, const struct position *now, const char *bytes, size_t,
                         const struct move_time *, struct answer *);

/* With pipes: judges a line as the manager of the options' dialect reads it; line[length] is 0. */
void protocol_judge_line(const struct guest *, const struct position *now, const char *line,
                         size_t length, struct answer *);

/* The protocol of a program for this game. NULL, with a fault noted, if the program asks for pipes
 * and the game has no conversation. */
const struct protocol *protocol_of(const struct program *, const struct game *, struct notes *);

/* Puts the program's calibration.txt, if there is one, into the guest's directory, the first time
 * only. */
void protocol_calibrate(struct guest *);

/* Keeps what it remembers now, which is needed to ask it again. */
void protocol_keep_memory(struct guest *);

/* Carries out guest->order with the limits that follow from the time granted, keeps what it said
 * and complained about, and judges how it went. */
enum verdict protocol_run(struct guest *, const struct move_time *, struct answer *);

/* The limit on files is one on each; this is the one on all that a program leaves in its directory,
 * for after a good answer. The warden's looks do not replace it: where the directory is a file
 * system of its own the warden sees only whether that is full, and it allows deeper nests. */
void protocol_judge_home(const struct guest *, struct answer *);

#endif
