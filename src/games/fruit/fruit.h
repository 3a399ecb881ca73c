/* fruit.h - Fruit Rage: take a region of equal fruit, earn its size squared, let the rest fall
 *
 * A position is three or four bit planes. A lane is a column, a bit a cell, bit 0 the bottom; a
 * cell's bits are 0 for an empty cell and kind + 1 for a fruit. So all cells are compared with
 * their neighbours, or fall by one row, at once:
 *
 *      file     codes, from the bottom     plane 0            plane 1
 *      2**      A 1 1 3                    A 1 1 1            A 0 0 1
 *      01*      B 2 2 0                    B 0 0 0            B 1 1 0
 *      010      C 1 0 0                    C 1 0 0            C 0 0 0
 *
 * The planes come in two widths, made from one source (rules_template.h and evaluate_template.h):
 * 16 lanes of 16 bits, a vector register each, for boards up to 16 x 16, and 32 lanes of 32 bits
 * for the others. There are three of them where three bits tell the kinds of a narrow board from
 * one another, else four. Whoever is not in the inner loop uses neither but asks for the board as a
 * grid.
 *
 * A move's code is column << 5 | row from the bottom, of the region's first cell: the lowest one in
 * its leftmost column. play() takes the code of any cell of the region.
 */
#ifndef GAMES_FRUIT_FRUIT_H
#define GAMES_FRUIT_FRUIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/processor.h"
#include "game/game.h"
#include "game/lessons.h"
#include "game/shortcuts.h"

enum {
    FRUIT_EDGE = 26, /* the largest board: columns are the letters A to Z */
    FRUIT_EMPTY = 0,
    FRUIT_KINDS = 0, /* the row of the set-up options */
    FRUIT_KINDS_MAX = 10,
    FRUIT_KINDS_FEW = 7,     /* the most that three planes can tell apart */
    FRUIT_CLASSES = 8,       /* of sizes, in the estimate: 1 and 2, 3, 4, 5, 6, 7 and 8, … */
    FRUIT_WEIGHT_SCALE = 100 /* the estimate's weights are in hundredths */
};

/* The board as a file shows it, rows from the top: FRUIT_EMPTY or kind + 1. */
struct fruit_grid {
    int size;
    uint8_t cell[FRUIT_EDGE][FRUIT_EDGE];
};

/* What one width and number of planes offers. */
struct fruit_width {
    size_t position_bytes;
    struct rules rules;
    /* What the estimate is made of: the alternating sum of squares, by classes of sizes. */
    void (*features)(const struct position *, int out[FRUIT_CLASSES]);
    /* Puts the grid's board into a position, and the key; the rest of the position is kept. */
    void (*set)(struct position *, const struct fruit_grid *);
    void (*get)(const struct position *, struct fruit_grid *);
    /* The code of the move that takes this cell, which must hold a fruit. */
    unsigned (*region)(const struct position *, unsigned cell);

    /* For models of opponents (model.h). The most that one move gains now, in value steps. If that
     * is `enough` or more, the gain of any move that gains at least `enough`. */
    int (*best_gain)(const struct position *, int enough);
    /* An upper bound on what this move gains, without playing it. */
    int (*gain_at_most)(const struct position *, struct move);
    /* The best of gain less best_gain() of the position after it, over all moves: the last two
     * plies of a model at once. False if there is no move. */
    bool (*two_plies)(const struct position *, int alpha, int beta, struct last_ply *);
    /* Where a program that reads the board row by row meets this move: earlier is smaller. */
    int (*place)(const struct position *, unsigned code);
};

extern const struct fruit_width fruit_narrow_few, fruit_narrow_few_v4, fruit_narrow, fruit_wide;

static inline const struct fruit_width *fruit_width(const struct world *world)
{
    if (world->size > 16)
        return &fruit_wide;
    if (world->option[FRUIT_KINDS] > FRUIT_KINDS_FEW)
        return &fruit_narrow;
    return processor_is_v4() ? &fruit_narrow_few_v4 : &fruit_narrow_few;
}

/* The width to which a world's rules belong. */
static inline const struct fruit_width *fruit_width_of(const struct rules *rules)
{
    return (const struct fruit_width *)((const char *)rules - offsetof(struct fruit_width, rules));
}

static inline unsigned fruit_code(unsigned column, unsigned height)
{
    return column << 5 | height;
}

static inline unsigned fruit_column(unsigned code)
{
    return code >> 5;
}

/* Rows from the bottom, from 0. */
static inline unsigned fruit_height(unsigned code)
{
    return code & 31;
}

/* The class of a region's size. */
static inline int fruit_class(int size)
{
    static const uint8_t small[12] = {0, 0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 6};
    return size < 12 ? small[size] : FRUIT_CLASSES - 1;
}

/* A problem with this board, the first side to move; kinds as the text or the setup says, or more
 * if the board shows more. */
struct problem *fruit_problem(const struct fruit_grid *, int kinds);

/* Sets the score, which position files do not tell, of a position that seems to be the first move
 * away from the start, and that move the other side's: its holes tell what it gained. */
void fruit_presume_score(struct position *);

/* The position file's reader, in read.c. */
bool fruit_recognise(const struct lines *);
struct problem *fruit_read(const struct lines *, const char *variant, struct notes *);

extern const struct game game_fruit;
extern const struct playing fruit_playing; /* player.c */
extern const struct looks fruit_looks;
extern const struct lesson fruit_lessons[];
extern const struct reducing fruit_reducing;

/* course.c */
extern const struct course fruit_course;

#endif
