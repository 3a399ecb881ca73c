/* session.h - one game that is being played: all its positions, and how it ends
 *
 * A single position does not know how often it has occurred or how long the game is; a session
 * does.
 */
#ifndef GAME_SESSION_H
#define GAME_SESSION_H

#include <stdint.h>

#include "game/game.h"

enum ending {
    ENDING_NONE,       /* the game goes on */
    ENDING_SCORE,      /* no move is left: the higher score wins */
    ENDING_RULE,       /* won by the rule of the game */
    ENDING_REPETITION, /* the same position too often: a draw */
    ENDING_PLY_LIMIT,  /* too many moves: a draw */
    ENDING_COUNT
};

/* A word for records and a sentence for people. */
const char *ending_name(enum ending);
const char *ending_meaning(enum ending);

struct session {
    const struct world *world;
    int ply_limit; /* 0: none */
    int count;     /* moves made */
    int capacity;
    struct position **position; /* count + 1 of them, the start first */
    unsigned *move;             /* count of them */
};

/* Copies the start position; its world must outlive the session. */
struct session *session_new(const struct position *start, int ply_limit);
void session_free(struct session *);

const struct position *session_now(const struct session *);
void session_play(struct session *, unsigned code); /* a legal move */
void session_take_back(struct session *);           /* at least one was made */

enum ending session_ending(const struct session *);

/* 0 or 1 for the side that has won, -1 for a draw; the game must have ended. */
int session_winner(const struct session *);

/* Keys of all positions before the present one; the caller frees them. Returns their number. */
int session_past(const struct session *, uint64_t **keys);

#endif
