/* twin.h - the slow and obvious second implementation of each game
 *
 * A twin plays on cell arrays, without bit tricks, and shares no code with games/: it reads the
 * start position from the position file's own text, as a program written from the rules page
 * would. tests/engine/test_twins.c plays random games on both and compares them move by move.
 */
#ifndef TESTS_TWIN_H
#define TESTS_TWIN_H

#include <stdbool.h>

enum { TWIN_MOVES_MAX = 4200, TWIN_NAME_MAX = 32 };

struct twin {
    const char *game; /* its name in the registry */
    /* The state described by a position file, by a variant's rules; free() ends it. */
    void *(*read)(const char *text, const char *variant);
    /* Names of all legal moves, in any order, as game->move_name gives them; 0: the game is over.
     */
    int (*moves)(const void *state, char names[TWIN_MOVES_MAX][TWIN_NAME_MAX]);
    void (*play)(void *state, const char *name);
    /* The scores gained since the state was read (or, in Reversi, the land owned now and at
     * the end the final score; in Halma 1 for the winner), first side first. */
    void (*score)(const void *state, int score[2]);
    /* The board lines alone (not the header) as the position file shows them to the side to
     * move, each ended by a newline. */
    void (*board)(const void *state, char *out);
};

extern const struct twin twin_fruit, twin_halma, twin_reversi, twin_laser;

#endif
