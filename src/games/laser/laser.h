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
 * Boards up to 16 x 16 are kept in board16s (rules.c); all that is proven is proven of them. Larger
 * ones are kept row by row (large.c). The texts and pictures of both are made from scenes, which
 * know nothing of that.
 *
 * A move's code is the index of its square, 16 * row + column on boards up to 16 x 16, else
 * 64 * row + column.
 */
#ifndef GAMES_LASER_LASER_H
#define GAMES_LASER_LASER_H

#include "game/board16.h"
#include "game/game.h"
#include "game/lessons.h"
#include "game/rows64.h"

enum {
    LASER_BLOCKS = 0,             /* the row of the set-up options */
    LASER_EDGE = 16,              /* the largest board in a board16 */
    LASER_EDGE_MAX = ROWS64_EDGE, /* the largest of all */
    LASER_RANGE = 3,              /* squares a beam reaches */
    LASER_UNIT = 64,              /* value steps of one square */
    LASER_SQUARES = LASER_EDGE * LASER_EDGE,
    LASER_TURNS = 8 /* ways to turn and mirror a board; way 0 leaves it as it is */
};

/* A board as the position file shows it to the side to move. */
enum laser_cell { LASER_EMPTY, LASER_MINE, LASER_THEIRS, LASER_BLOCK };

struct laser_sheet {
    int size;
    uint8_t cell[LASER_EDGE_MAX][LASER_EDGE_MAX]; /* row, column */
};

/* A position as people see it. LASER_MINE is the first side's here, whoever is to move. */
struct laser_scene {
    int size;
    uint8_t cell[LASER_EDGE_MAX][LASER_EDGE_MAX];
    uint8_t covered[LASER_EDGE_MAX][LASER_EDGE_MAX]; /* 1: by the first side, 2: by the second */
};

/* What the estimate looks at, counted for the side to move less for the other one. */
struct laser_counts {
    int lack;       /* squares that only the other side covers */
    int directions; /* from which they can be reached, in all */
    int legal;      /* legal squares */
};

/* A way to keep boards. */
struct laser_kind {
    struct problem *(*problem)(const struct laser_sheet *);
    void (*show)(const struct position *, struct laser_scene *);
    void (*count)(const struct position *, struct laser_counts *);
};

extern const struct laser_kind laser_usual, laser_large;

static inline const struct laser_kind *laser_kind(int size)
{
    return size <= LASER_EDGE ? &laser_usual : &laser_large;
}

/* Codes from one row to the next. */
static inline unsigned laser_stride(const struct world *world)
{
    return world->size <= LASER_EDGE ? 16 : 64;
}

static inline unsigned laser_code(const struct world *world, int row, int column)
{
    return laser_stride(world) * (unsigned)row + (unsigned)column;
}

static inline int laser_row(const struct world *world, unsigned code)
{
    return (int)(code / laser_stride(world));
}

static inline int laser_column(const struct world *world, unsigned code)
{
    return (int)(code % laser_stride(world));
}

/* The world and the positions of boards up to 16 x 16. */
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
extern const struct rules laser_rules; /* up to 16 x 16 */

/* The world and the position that a sheet shows. Its emitters may stand anywhere but on blocks.
 * The side to move is the first, as the sheet is drawn for it. */
struct problem *laser_problem(const struct laser_sheet *);

/* The emitter that covers a square, other than one on the square itself; of several the first, by
 * rows. False if there is none. */
bool laser_emitter_near(const struct laser_scene *, int *row, int *column);

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
extern const struct lesson laser_lessons[];
extern const struct reducing laser_reducing;
int laser_evaluate(const struct position *);
void laser_count(const struct position *, struct laser_counts *);
int laser_estimate(const struct world *, const struct laser_counts *);
int laser_plain(const struct position *);
int laser_moves_left(const struct position *);

bool laser_recognise(const struct lines *);
struct problem *laser_read(const struct lines *, const char *variant, struct notes *);

/* course.c */
extern const struct course laser_course;

#endif
