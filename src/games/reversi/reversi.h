/* reversi.h - land bidding: Reversi that ends as soon as the side to move has no claim
 *
 * Variant "othello" has the usual rule instead: who cannot move passes, and the game ends when
 * neither side can move. Its final score gives the empty squares to the winner, as published
 * results count; land bidding counts land only. The score of a position is its land in both, and so
 * is the SCORE line of its file: who has won is known at the end alone.
 *
 * Boards up to 8 x 8 live in one 64-bit word a side, those up to 16 x 16 in a board16. For these
 * the rules are written once, in rules_template.h, and compiled twice, on grid8.h and on grid16.h,
 * which offer the same few operations under the same names. Boards up to 64 x 64 are kept row by
 * row (large.c). Outside of those three nobody knows how a board is stored: the rest of the game
 * works on cells, 0 empty, 1 the first side's, 2 the second's, the numbers of the position file.
 *
 * A move's code is 16 * row + column on boards up to 16 x 16, 64 * row + column beyond, or
 * REVERSI_PASS.
 */
#ifndef GAMES_REVERSI_REVERSI_H
#define GAMES_REVERSI_REVERSI_H

#include "game/board16.h"
#include "game/game.h"
#include "game/lessons.h"
#include "game/rows64.h"
#include "games/reversi/patterns.h"

enum {
    REVERSI_EDGE_MIN = 3,
    REVERSI_EDGE_MAX = 64,
    REVERSI_EDGE_SMALL = 8, /* the largest board that fits a word, … */
    REVERSI_EDGE_WIDE = 16, /* … and a board16 */
    REVERSI_PASS = 4096,    /* codes of squares are below */
    REVERSI_UNIT = 64,      /* value steps of a disc */
    REVERSI_WIN = 100000,   /* a win is a win first */
};

enum reversi_variant { REVERSI_BIDDING, REVERSI_OTHELLO };

typedef unsigned char reversi_cells[REVERSI_EDGE_MAX][REVERSI_EDGE_MAX];

/* Codes of one row to the next. */
static inline unsigned reversi_stride(const struct world *world)
{
    return world->size <= REVERSI_EDGE_WIDE ? 16 : 64;
}

static inline unsigned reversi_code(const struct world *world, int row, int column)
{
    return reversi_stride(world) * (unsigned)row + (unsigned)column;
}

static inline int reversi_row(const struct world *world, unsigned code)
{
    return (int)(code / reversi_stride(world));
}

static inline int reversi_column(const struct world *world, unsigned code)
{
    return (int)(code % reversi_stride(world));
}

/* The world of boards up to 16 x 16. Sets of squares are kept as words in the layout of the world's
 * own grid; a small board uses the first word only. */
struct reversi_world {
    struct world head;
    struct words16 inside;  /* the board */
    struct words16 corners; /* and parts of it that the estimate looks at */
    struct words16 diagonal_neighbours, straight_neighbours; /* of the corners: X and C squares */
    struct words16 edges;                                    /* border squares that are neither */
    uint64_t salt[2][4];                                     /* of the key */
    int16_t hint[256];                                       /* of a move, by code */
    const struct pattern_set *patterns; /* the learned estimate; NULL: that of evaluate.c */
};

static inline const struct reversi_world *reversi_world_of(const struct position *p)
{
    return (const struct reversi_world *)p->world;
}

/* What the estimate looks at, counted for the side to move and for the other one. */
struct reversi_features {
    int discs[2];
    int moves[2];
    int corners[2];
    int diagonal[2]; /* discs on the X squares of empty corners */
    int straight[2]; /* and on the C squares */
    int edges[2];    /* on other border squares */
    int frontier[2]; /* discs beside an empty square */
};

/* The estimate made of them (evaluate.c). At least one side has a move. */
int reversi_estimate(const struct world *, const struct reversi_features *);

/* Its weights: those for boards of this size unless told otherwise. */
const int *reversi_weights(int size);
extern const struct tuning reversi_tuning;
extern const struct looks reversi_looks;
extern const struct lesson reversi_lessons[];
extern const struct reducing reversi_reducing;

/* A way to keep boards. */
struct reversi_kind {
    int edge_max;
    size_t world_bytes, position_bytes;
    const struct rules *rules;
    /* Completes a world whose head is filled, all else 0. */
    void (*prepare)(struct world *);
    /* Puts cells into a position that has its world and side. */
    void (*set)(struct position *, const reversi_cells);
    /* Takes them out into cells that are all 0. */
    void (*get)(const struct position *, reversi_cells);
    /* Counts the features; false, and they mean nothing, if the game is over. */
    bool (*look)(const struct position *, struct reversi_features *);
};

/* The two instances of rules_template.h, up to 8 x 8 and up to 16 x 16, and large.c. */
extern const struct reversi_kind reversi_small, reversi_wide, reversi_large;

/* The one for boards of this size. */
const struct reversi_kind *reversi_kind(int n);

/* The world of the first two, completed; n: its size. */
void reversi_prepare(struct world *);

/* What a square is worth to try first. */
int16_t reversi_hint(int n, int row, int column);

/* A world of this size and a position in it with these cells, this side (0 or 1) to move. */
struct problem *reversi_problem(int n, const reversi_cells, int side, int variant);

/* The cells of a position; those outside the board are 0. */
void reversi_get(const struct position *, reversi_cells);

/* Reads a board as Python prints it, lists or tuples, in any spacing, over one line or several.
 * The line number is that of the text's first line. False, with a fault noted, if it is none; a
 * salvaging reader gets whatever board can be made out, and false only if there is none. */
bool reversi_board_parse(const char *text, int *n, reversi_cells, struct notes *, int line);

/* The line that opens a conversation or a position file: "1", or "1,5,0,1,1". */
struct reversi_opening {
    int side;      /* 0 or 1 */
    bool settings; /* the manager's five fields; else the rest is the default */
    int limit;     /* plies; -1: none */
    bool minimax, caching, ordering;
};

bool reversi_opening_parse(const char *text, struct reversi_opening *);

/* The final score: land, and in othello the winner's empty squares. The game is over. */
void reversi_final_score(const struct position *, int out[2]);

/* Its margin for the side to move. */
static inline int reversi_final_margin(const struct position *p)
{
    int margin = p->score[p->side] - p->score[!p->side];
    if (p->world->variant != REVERSI_OTHELLO || margin == 0)
        return margin;
    int empty = p->world->size * p->world->size - p->score[0] - p->score[1];
    return margin > 0 ? margin + empty : margin - empty;
}

/* The value of a finished game by its final margin: a win is a win first. */
static inline int reversi_end_value(int margin)
{
    return REVERSI_UNIT * margin + (margin > 0 ? REVERSI_WIN : margin < 0 ? -REVERSI_WIN : 0);
}

/* solve.c: proofs, on boards of up to 8 x 8. */
extern const struct solving reversi_solving;

/* The boards of a position of up to 8 x 8, as grid8.h keeps them: the side's to move and the other
 * one's. */
void reversi_boards(const struct position *, uint64_t *own, uint64_t *other);

/* conversation.c: what the manager's first line is like; more about a dialect is told there. */
enum reversi_dialect { REVERSI_FIVE_FIELDS, REVERSI_BARE, REVERSI_DIALECTS };
extern const struct conversation reversi_conversation;

/* facts.c */
extern const struct facts reversi_facts;

/* course.c */
extern const struct course reversi_course;

#endif
