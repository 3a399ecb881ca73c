/* protocol.h - how a program is asked for a move: by files or by pipes
 *
 * A guest is a program in its seat. By files every move is a run of its own: it reads input.txt and
 * must write output.txt, and the directory lasts for the game. By pipes one run lasts for the game,
 * and is frozen while the other side thinks.
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
    bool begun;                              /* by pipes: it was started and has sent its name */
    struct text input, output, complaint;    /* of the last question */
    struct text said;                        /* its standard output */
    struct bundle_file memory[BUNDLE_FILES]; /* by files: as they were before the last question */
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

/* By pipes: starts it and sends these bytes, at most WARDEN_TEXT, instead of a session's. now: the
 * position by which the answer is judged; NULL: only the run is judged. */
void protocol_begin_with(struct guest *, const struct position *now, const char *bytes, size_t,
                         const struct move_time *, struct answer *);

/* By pipes: judges a line as the manager of the options' dialect reads it; line[length] is 0. */
void protocol_judge_line(const struct guest *, const struct position *now, const char *line,
                         size_t length, struct answer *);

/* The protocol of a program for this game. NULL, with a fault noted, if the program wants pipes and
 * the game has no conversation. */
const struct protocol *protocol_of(const struct program *, const struct game *, struct notes *);

/* Puts the program's calibration.txt, if there is one, into the guest's directory. Only the first
 * call does that. */
void protocol_calibrate(struct guest *);

/* Reads the files by which it remembers something, for a repro bundle. */
void protocol_keep_memory(struct guest *);

/* Sends guest->order to the warden, with limits that follow from the time granted. Keeps stdout and
 * stderr, and judges the run. */
enum verdict protocol_run(struct guest *, const struct move_time *, struct answer *);

/* After a good answer: checks all that the program leaves in its directory against the limits, also
 * on the depth of directories. The warden's checks do not replace this: where the home is a file
 * system of its own, the warden only sees whether that is full, and it allows deeper directories.
 */
void protocol_judge_home(const struct guest *, struct answer *);

#endif
