/* verdict.h - every way in which a game under the referee can end
 *
 * A verdict has a word for records, a sentence for people, and a kind. From the kind follows who
 * gets the point, and whether it is a fault, for which a repro bundle is written.
 */
#ifndef REFEREE_GUEST_VERDICT_H
#define REFEREE_GUEST_VERDICT_H

#include "game/session.h"

enum verdict {
    VERDICT_NONE,       /* the game goes on; of an answer: a legal move */
    VERDICT_SCORE,      /* won on score */
    VERDICT_RULE,       /* won by the rule of the game */
    VERDICT_TIME_TIE,   /* equal scores; the side with more time left has won */
    VERDICT_TIE,        /* equal scores, and no tie-break */
    VERDICT_MOVE_CAP,   /* too many moves: drawn, or decided on time if the game says so */
    VERDICT_REPETITION, /* the same position too often: likewise */
    VERDICT_RESIGNED,   /* resigned by a person; programs cannot resign */
    VERDICT_OUT_OF_TIME,
    VERDICT_WALL_BUDGET, /* too much wall time, while using little CPU time */
    VERDICT_ILLEGAL_MOVE,
    VERDICT_WRONG_BOARD, /* the move is legal, but the board in the answer does not follow from it
                          */
    VERDICT_BAD_FORMAT,
    VERDICT_NO_ANSWER, /* ended, or closed its output, without an answer */
    VERDICT_CRASHED,   /* ended by a signal that we did not send */
    VERDICT_EXIT_ERROR,
    VERDICT_MEMORY,
    VERDICT_DISK, /* filled its directory */
    VERDICT_PROCESSES,
    VERDICT_OUTPUT, /* wrote more than it may */
    VERDICT_SYSTEM_CALL,
    VERDICT_SABOTAGE,    /* made its warden fail each time (sabotage.h) */
    VERDICT_OUR_FAILURE, /* never counts against an agent; the game is void */
    VERDICT_COUNT
};

enum verdict_kind {
    VERDICT_IS_NONE,
    VERDICT_IS_RESULT, /* the game itself came to an end */
    VERDICT_IS_GIVEN,  /* resigned: the result does not follow from the moves */
    VERDICT_IS_FAULT,  /* the side to move has lost by its own fault */
    VERDICT_IS_VOID
};

const char *verdict_name(enum verdict);    /* "out of time" is written out-of-time */
const char *verdict_meaning(enum verdict); /* one sentence */
enum verdict_kind verdict_kind(enum verdict);
enum verdict verdict_of_name(const char *); /* VERDICT_COUNT if there is none of that name */

/* A failure of ours is tried again at most this often. */
enum { OUR_FAILURE_RETRIES = 3 };

/* The verdict of a session that has ended by itself. */
enum verdict verdict_of_ending(enum ending, int winner);

#endif
