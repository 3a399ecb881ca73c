/* halma.h - Halma for two on 16 x 16
 *
 * x runs right and y runs down from 0; a square's index is 16 * y + x, so a board16 holds row y in
 * lane y. Turning the board half round maps a square s to 255 - s, Black to White and each camp
 * to the other; whatever is made for one side serves the other through that turn.
 *
 *       Black's camp              a move's code
 *         x 0 1 2 3 4               15        8 7         0
 *     y 0   B B B B B              |   from    |    to     |
 *       1   B B B B B
 *       2   B B B B               A step and a chain of jumps never share both ends, because
 *       3   B B B                 jumps change each coordinate by an even number. So the two
 *       4   B B                   ends name the move, and the way is found again for the answer.
 */
#ifndef GAMES_HALMA_HALMA_H
#define GAMES_HALMA_HALMA_H

#include <assert.h>

#include "game/board16.h"
#include "game/game.h"
#include "game/lessons.h"

enum {
    HALMA_EDGE = 16,
    HALMA_SQUARES = 256,
    HALMA_PIECES = 19,
    HALMA_WAY_MAX = 65, /* squares on the shortest way of a move: one parity class and the start */
    HALMA_ADDENDUM = 1, /* the variant's index */
    HALMA_UNIT = 128,   /* value steps of a move's lead */
    HALMA_SCALE = 27,   /* a weight of 27 is one value step */
    HALMA_UNITS = 64,   /* of the net for each side */
    HALMA_UNIT_PARTS = HALMA_UNITS / 16,
    HALMA_WIN = 1000000 /* far above every estimate; less the plies it took */
};

/* What the units of a net (net.h) hold for one side, in vectors and one by one. */
struct halma_units {
    union {
        board16 part[HALMA_UNIT_PARTS];
        int16_t at[HALMA_UNITS];
    };
};

struct halma_net;

struct halma_world {
    struct world head;
    const struct halma_net *net; /* NULL: the estimate is the plain one, of costs alone */
    /* what a side's piece on a square still costs to get home, in 1/HALMA_SCALE of a value step */
    int32_t cost[2][HALMA_SQUARES];
};

struct halma {
    struct position head;
    board16 piece[2];
    struct halma_units unit[2]; /* how the sides see the board, where the world has a net */
    int32_t cost[2];            /* the sides' pieces summed over the world's table */
};

/* The squares in which the sides start. */
extern const board16 halma_camp[2];

extern const struct rules halma_rules;
extern const struct game game_halma;

static inline const struct halma *halma_of(const struct position *p)
{
    return (const struct halma *)p;
}

static inline unsigned halma_square(unsigned x, unsigned y)
{
    return 16 * y + x;
}

static inline unsigned halma_x(unsigned square)
{
    return square & 15;
}

static inline unsigned halma_y(unsigned square)
{
    return square >> 4;
}

static inline unsigned halma_code(unsigned from, unsigned to)
{
    return from << 8 | to;
}

static inline unsigned halma_from(unsigned code)
{
    return code >> 8;
}

static inline unsigned halma_to(unsigned code)
{
    return code & 255;
}

static inline unsigned halma_gap(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static inline unsigned halma_king_steps(unsigned a, unsigned b)
{
    unsigned dx = halma_gap(halma_x(a), halma_x(b));
    unsigned dy = halma_gap(halma_y(a), halma_y(b));
    return dx > dy ? dx : dy;
}

/* The corner where a side wants to go. */
static inline unsigned halma_goal_corner(int side)
{
    return side == SIDE_FIRST ? HALMA_SQUARES - 1 : 0;
}

/* 'B', 'W' or '.'. */
static inline char halma_glyph(const struct halma *p, unsigned square)
{
    return board16_has(&p->piece[0], square) ? 'B' : board16_has(&p->piece[1], square) ? 'W' : '.';
}

/* A problem with an empty board, Black to move. Put pieces on it, then call halma_settle(). */
struct problem *halma_problem(int variant);

/* The readings of the course's text by which a legal move is forbidden, a bit each; 0: none. One is
 * the later addendum, which allows nothing that the plain rules forbid; by the other no jump of a
 * chain may leave the opposing camp. */
enum { HALMA_BY_ADDENDUM = 1, HALMA_BY_EVERY_JUMP = 2, HALMA_READINGS = 3 };
unsigned halma_forbidding_readings(const struct position *, unsigned code);

/* Derives from pieces and side what else a position holds. */
void halma_settle(struct halma *);

/* True if the side's last move, whatever it was, won. */
bool halma_has_won(const struct halma *, int side);

/* The squares of a move from its start to its end; returns their number, 0 if no step and no chain
 * of jumps leads there. The camp rules are not asked. Of several ways it takes one that never
 * leaves the opposing camp again once inside, then the shortest; *settled says whether there is
 * such a way. */
int halma_way(const struct halma *, unsigned code, uint8_t way[HALMA_WAY_MAX], bool *settled);

/* evaluate.c; costs are filled in from the world's weights */
extern const int halma_weights[];
extern const struct tuning halma_tuning;
void halma_fill_costs(struct halma_world *);
int halma_evaluate(const struct position *);
int halma_cost_lead(const struct halma *);
int halma_plain(const struct position *);
int halma_end_value(const struct position *);

/* clock.c */
int halma_moves_left(const struct position *);

/* player.c */
extern const struct playing halma_playing;

/* facts.c */
extern const struct facts halma_facts;

/* looks.c */
extern const struct looks halma_looks;

/* lessons.c */
extern const struct lesson halma_lessons[];
extern const struct reducing halma_reducing;

/* answers.c */
void halma_move_name(const struct position *, unsigned code, char out[MOVE_NAME_MAX]);
bool halma_move_parse(const struct position *, const char *, unsigned *code, struct notes *);
void halma_answer_write(const struct position *, unsigned code, struct text *);
bool halma_answer_read(const struct position *, const struct lines *, unsigned *code,
                       struct notes *);

/* course.c */
extern const struct course halma_course;

#endif
