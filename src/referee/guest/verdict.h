/* verdict.h - every way in which a game under the referee can end
 *
 * A verdict has a word for records, a sentence for people, and a kind, from which everything else
 * follows: who gets the point, what counts as a fault, for which a repro bundle is written.
 */
#ifndef REFEREE_GUEST_VERDICT_H
#define REFEREE_GUEST_VERDICT_H

#include "game/session.h"

enum verdict {
    VERDICT_NONE,       /* the game goes on; of an answer: a legal move */
    VERDICT_SCORE,      /* won on score */
    VERDICT_RULE,       /* won by the rule of the game */
    VERDICT_TIME_TIE,   /* level; more time left has won */
    VERDICT_TIE,        /* level, and nothing decides */
    VERDICT_MOVE_CAP,   /* too many moves: drawn, then decided on time if the game says so */
    VERDICT_REPETITION, /* the same position too often: likewise */
    VERDICT_RESIGNED,   /* given up by a person; programs have no way to */
    VERDICT_OUT_OF_TIME,
    VERDICT_WALL_BUDGET, /* let too much time pass without using it */
    VERDICT_ILLEGAL_MOVE,
    VERDICT_WRONG_BOARD, /* the move is legal, but the board that was written is not the one after
                            it */
    VERDICT_BAD_FORMAT,
    VERDICT_NO_ANSWER, /* ended, or closed its output, without an answer */
    VERDICT_CRASHED,   /* ended by a signal that it brought upon itself */
    VERDICT_EXIT_ERROR,
    VERDICT_MEMORY,
    VERDICT_DISK, /* filled its directory */
    VERDICT_PROCESSES,
    VERDICT_OUTPUT, /* wrote more than it may */
    VERDICT_SYSTEM_CALL,
    VERDICT_SABOTAGE,    /* brought down the process that looks after it, each time */
    VERDICT_OUR_FAILURE, /* never counts against an agent; the game is void */
    VERDICT_COUNT
};

enum verdict_kind {
    VERDICT_IS_NONE,
    VERDICT_IS_RESULT, /* the game itself came to an end */
    VERDICT_IS_GIVEN,  /* given up: the moves say nothing of it */
    VERDICT_IS_FAULT,  /* the side to move has lost by its own fault */
    VERDICT_IS_VOID
};

const char *verdict_name(enum verdict);    /* "out of time" is written out-of-time */
const char *verdict_meaning(enum verdict); /* one sentence */
enum verdict_kind verdict_kind(enum verdict);
enum verdict verdict_of_name(const char *); /* VERDICT_COUNT if there is none of that name */

/* What fails on our side is tried again, at most this often. */
enum { OUR_FAILURE_RETRIES = 3 };

/* The verdict of a session that has ended by itself. */
enum verdict verdict_of_ending(enum ending, int winner);

#endif
