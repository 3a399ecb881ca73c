/* plain.h - the rules of a game once more, plain enough to be believed
 *
 * A proof is worth as much as the rules by which it is checked. So each game whose positions can be
 * proven has its rules a second time, in games/<name>/plain.c: written from the rules page, short,
 * with none of the code of the fast rules, and with no include but this one. The program
 * `build/proofcheck` is made of them and of this folder alone.
 *
 * Squares are numbered row by row from 0, so the square in row r and column c is r * size + c, and
 * a move is the number of its square. A position is four words, seen by the side to move, and says
 * all that matters for the rest of the game: positions with equal words have equal values. What a
 * position is worth is what the side to move will yet gain more than the other side, in points:
 *
 *       value(p) = end(p)                                           if it has no moves
 *       value(p) = max over moves of  play(p, move, child) - value(child)   otherwise
 */
#ifndef VERIFY_PLAIN_H
#define VERIFY_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAIN_WORDS = 4,
    PLAIN_SQUARES = 121, /* of the largest board */
    PLAIN_MOVES = PLAIN_SQUARES + 1,
    PLAIN_DEPTH = 2 * PLAIN_SQUARES, /* moves of the longest game */
    PLAIN_TURNS = 8,                 /* ways to turn and mirror a board; way 0 leaves it alone */
    PLAIN_NAME = 32                  /* bytes of a move's name */
};

struct plain_position {
    uint64_t word[PLAIN_WORDS];
};

/* What does not change in the course of a game. */
struct plain_board {
    int size;                         /* of the edge */
    int words;                        /* of a position that are used; the others are 0 */
    bool passes;                      /* for games that have a rule about it */
    unsigned turns;                   /* bits of the ways that leave board and rules the same */
    uint64_t table[PLAIN_SQUARES][2]; /* what a game works out once, for its own use */
};

struct plain_rules {
    const char *game; /* its name */
    /* Reads the game's own position file, by the rules of this name. Gets a board of zeroes. False
     * if it is none, or one that is too large. */
    bool (*read)(const char *text, const char *rules, struct plain_board *,
                 struct plain_position *start);
    /* Lists the moves, each once, those that are likely good first; none: the game is over. */
    int (*moves)(const struct plain_board *, const struct plain_position *,
                 uint8_t moves[PLAIN_MOVES]);
    /* Makes a move and returns its gain. */
    int (*play)(const struct plain_board *, const struct plain_position *, int move,
                struct plain_position *child);
    /* The value at the end of the game. */
    int (*end)(const struct plain_board *, const struct plain_position *);
    /* How much of the game is left: a number that tells large subtrees from small ones. */
    int (*left)(const struct plain_board *, const struct plain_position *);
    /* The position on a board that is turned one of the ways in board->turns. */
    void (*turn)(const struct plain_board *, const struct plain_position *, int way,
                 struct plain_position *turned);
    void (*name)(const struct plain_board *, int move, char out[PLAIN_NAME]);
};

/* All of them, NULL at the end: games/plain.c. */
extern const struct plain_rules *const plain_games[];

/* Where a square comes to lie: bit 0 of the way mirrors left and right, bit 1 top and bottom,
 * bit 2 exchanges rows and columns after that. */
static inline int plain_turn(int size, int way, int square)
{
    int row = square / size, column = square % size;
    column = way & 1 ? size - 1 - column : column;
    row = way & 2 ? size - 1 - row : row;
    return way & 4 ? column * size + row : row * size + column;
}

#endif
