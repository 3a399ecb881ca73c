/* boards.h - start positions from files: games from given boards
 *
 * Every board is read when it is added, exactly, and a game is begun from it only if it has a
 * move; its bytes are kept, and each game reads a position of its own from them.
 */
#ifndef REFEREE_MATCH_BOARDS_H
#define REFEREE_MATCH_BOARDS_H

#include <stdint.h>

#include "game/game.h"

struct board {
    char *path;
    struct text bytes;
};

struct boards {
    int count;
    struct board *board;
};

/* Adds a file, all files of a directory by their names, or all that a pattern (glob) matches.
 * False, with a fault noted that names the file, if there is none, or one cannot be read, is no
 * position of this game, or is one without a move. */
bool boards_add(struct boards *, const char *where, const struct game *, const char *variant,
                struct notes *);
void boards_free(struct boards *);

/* The position on a board that was added for this game and variant. */
struct problem *board_problem(const struct board *, const struct game *, const char *variant);

/* Tells boards apart, whatever their files are called. */
uint64_t board_hash(const struct board *);

#endif
