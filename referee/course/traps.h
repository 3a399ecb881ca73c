/* traps.h - where programs trip: questions and short games, each with one difficulty
 *
 * Every game has a list. The first trap is the plain question, without any difficulty; what fails
 * there will fail elsewhere. A trap tells its difficulty in a few words, and what its author
 * should look at if the program falls into it.
 */
#ifndef REFEREE_COURSE_TRAPS_H
#define REFEREE_COURSE_TRAPS_H

#include "game/game.h"

/* How the bytes of a question differ from the plain text. */
enum trap_form {
    FORM_PLAIN,
    FORM_CRLF,
    FORM_NO_NEWLINE, /* the last line has none */
    FORM_BLANKS,     /* at the end of every line */
    FORM_EMPTY_LINES /* at the end */
};

struct trap {
    const char *id;   /* for the names of directories */
    const char *name; /* for people */
    const char *advice;
    enum trap_form form;

    /* The position: a position file, or a board that is drawn. */
    const char *text;
    struct setup setup;
    int plies; /* random moves before */
    double seconds;
    bool single;
    bool about_time; /* the difficulty is the clock */

    const char *playdata, *calibration, *stale_output; /* files that lie there; NULL: none */
    bool uncalibrated;                                 /* the calibrate command is not run */
    bool keeps_win; /* the position is won, and the answer must not let the win go */

    /* Pipes. */
    const char *first_line; /* what the program is told first; its number is put for the % */
    bool as_tuples;         /* the board has round brackets, else square ones */
    bool compact;           /* the board has no blanks */
    bool silent;            /* no turn follows: the game is over */
    bool no_final;          /* the input just ends */

    /* A game instead of a question: so many plies against somebody who plays at random, in one
     * directory; 0: a question. */
    int game_plies;
    bool second; /* the other one begins */
};

/* The traps of a game; the id of the last is NULL. NULL if the game has none. */
const struct trap *traps_of(const struct game *);

/* The position of a trap, by the game's default rules. */
struct problem *trap_problem(const struct game *, const struct trap *);

/* The exact bytes that the program gets. */
void trap_input(const struct trap *, const struct problem *, struct text *);

#endif
