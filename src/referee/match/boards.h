/* boards.h - start positions that are read from files
 *
 * boards_add() reads and checks each file strictly, and accepts it only if the position has a legal
 * move. It keeps the bytes of the file, and each game reads a position of its own from them.
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

/* Adds a file, all files of a directory in the order of their names, or all files that a pattern
 * (glob(7)) matches. False, with a fault noted that names the file, if there is none, or if one
 * cannot be read, is no position of this game, or has no legal move. */
bool boards_add(struct boards *, const char *where, const struct game *, const char *variant,
                struct notes *);
void boards_free(struct boards *);

/* The position on a board that was added for this game and variant. */
struct problem *board_problem(const struct board *, const struct game *, const char *variant);

/* Hashes the contents of a board, not the name of its file. */
uint64_t board_hash(const struct board *);

#endif
