/* laser.h - Laser Checkmate: what the files of this game share
 *
 * An emitter covers its own square and up to three squares in each of eight directions, as far as
 * the border and the blocks let it. It goes on a square that nothing covers; a square that one's
 * own beams newly cover is a point. Emitters never stop beams.
 *
 * All that decides the rest of the game is, for each side, the set of squares that it does not
 * cover and that some emitter yet to come can still cover. A position keeps these two sets, want[0]
 * and want[1], and nothing of the past but the emitters, which the texts need:
 *
 *   - legal squares are those which both want. Who stands there covers his own square, so a legal
 *     square is in both sets; and a square in both is covered by nobody, so it is legal;
 *   - a move gains the squares of its beams that its side wants, and nobody wants what no legal
 *     square reaches;
 *   - two positions with equal sets are one and the same to the search, however they arose. That
 *     is what the key is made of, own set first, so that it is the mover's view that counts.
 *
 * A move's code is the index of its square, 16 * row + column.
 */
#ifndef GAMES_LASER_LASER_H
#define GAMES_LASER_LASER_H

#include "game/board16.h"
#include "game/game.h"

enum {
    LASER_BLOCKS = 0, /* the row of the set-up options */
    LASER_EDGE = 16,  /* the largest board */
    LASER_RANGE = 3,  /* squares a beam reaches */
    LASER_UNIT = 64,  /* value steps of one square */
    LASER_SQUARES = LASER_EDGE * LASER_EDGE,
    LASER_TURNS = 8 /* ways to turn and mirror a board; way 0 leaves it as it is */
};

/* A board as the position file shows it to the side to move. */
enum laser_cell { LASER_EMPTY, LASER_MINE, LASER_THEIRS, LASER_BLOCK };

struct laser_sheet {
    int size;
    uint8_t cell[LASER_EDGE][LASER_EDGE]; /* row, column */
};

struct laser_world {
    struct world head;
    uint64_t salt;       /* of the board's shape, for the keys */
    unsigned symmetries; /* bits of the turns under which the board is the same */
    uint8_t turned[LASER_TURNS][LASER_SQUARES]; /* where squares come to lie; [0] is not used */
    board16 open;                               /* squares of the board that hold no block */
    board16 beams[LASER_SQUARES]; /* what an emitter there covers; empty unless open */
};

struct laser_position {
    struct position head;
    board16 emitters[2];
    board16 want[2]; /* not covered by this side, and in reach of some legal square */
};

static inline const struct laser_world *laser_world(const struct laser_position *p)
{
    return (const struct laser_world *)p->head.world;
}

static inline const struct laser_position *laser_position(const struct position *p)
{
    return (const struct laser_position *)p;
}

static inline board16 laser_legal(const struct laser_position *p)
{
    return p->want[0] & p->want[1];
}

extern const struct game game_laser;
extern const struct rules laser_rules;

/* The world and the position that a sheet shows. Its emitters may stand anywhere but on blocks.
 * The side to move is the first, as the sheet is drawn for it. */
struct problem *laser_problem(const struct laser_sheet *);

/* The squares that a side's emitters cover. */
void laser_covered(const struct laser_position *, int side, board16 *out);

/* A board with each square where the table of a way to turn it says. */
static inline board16 laser_turn(board16 board, const uint8_t turned[LASER_SQUARES])
{
    struct words16 result = {{0}};
    for_each_square16 (square, board) {
        unsigned to = turned[square];
        result.word[to / 64] |= UINT64_C(1) << to % 64;
    }
    return board16_from_words(result);
}

/* Both halves of a product: for keys. */
static inline uint64_t laser_fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* solve.c */
extern const struct own_solver laser_solver;

/* evaluate.c */
extern const int laser_weights[];
extern const struct tuning laser_tuning;
extern const struct looks laser_looks;
int laser_evaluate(const struct position *);
int laser_plain(const struct position *);
int laser_moves_left(const struct position *);

bool laser_recognise(const struct lines *);
struct problem *laser_read(const struct lines *, const char *variant, struct notes *);

/* course.c */
extern const struct course laser_course;

#endif
