/* guest_player.h - somebody's program as a player of 'plywood play'
 *
 * The program is prepared and calibrated once, before the first thread; it takes a seat
 * (referee/guest/contender.h) when it is first asked, and keeps it until the game is another one.
 * Its clock is the referee's: the time that the person grants, or else what the game's course does.
 */
#ifndef CMD_GUEST_PLAYER_H
#define CMD_GUEST_PLAYER_H

#include "game/session.h"
#include "referee/guest/calibrated.h"
#include "referee/guest/verdict.h"

struct guest_player;

/* True if the spec names a program and not an agent of ours. */
bool guest_player_is_meant(const char *spec);

/* time: its seconds for the game, cap: for a move; both 0: as the course has it. dialect: how it is
 * talked with (game/conversation.h). NULL, with a fault noted, if there is no such program or it
 * cannot be prepared. */
struct guest_player *guest_player_new(const char *spec, const struct game *, double time,
                                      double cap, int dialect, struct notes *);
void guest_player_free(struct guest_player *);

const char *guest_player_name(const struct guest_player *);
const char *
guest_player_missing(const struct guest_player *); /* layers of the sandbox; "" if none */
/* What came of its calibrate command, as contender_calibration() has it. */
void guest_player_calibration(const struct guest_player *, char words[CALIBRATED_WORDS],
                              bool *failed);

struct guest_move {
    enum verdict verdict; /* VERDICT_NONE: code is a legal move, made in time */
    unsigned code;
    double cpu;       /* seconds that are charged for it */
    double remaining; /* of its time for the game; 0: it has none but a move's */
    char detail[480]; /* what is wrong, in words */
};

/* Asks for a move in a position that is not over. What fails on our side is tried again a few
 * times. */
struct guest_move guest_player_ask(struct guest_player *, const struct session *);

/* Called by another thread: the answer is not wanted any more, and the question ends at once, with
 * an answer that means nothing. guest_player_leave() comes next. */
void guest_player_interrupt(struct guest_player *);

/* Gives up the seat: the game is over, or does not go on from the last answer. The clock stays as
 * it is. */
void guest_player_leave(struct guest_player *);

/* A new game: the clock is as at the start. */
void guest_player_begin(struct guest_player *, uint64_t seed);

/* Tells it how the game ended, if its protocol does. */
void guest_player_tell_end(struct guest_player *, const struct session *);

#endif
