#include <assert.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/solving.h"
#include "games/laser/laser.h"

enum { SYMMETRIC_PLIES = 3 };

/* The squares that emitters on all of these squares would cover: a beam of many at a time, three
 * steps in each direction, dying on blocks. */
static inline board16 reach(board16 squares, board16 open)
{
    board16 all = squares;
    for (int d = 0; d < DIRECTIONS; d++) {
        board16 beam = squares;
        for (int i = 0; i < LASER_RANGE; i++) {
            beam = board16_step(beam, d) & open;
            all |= beam;
        }
    }
    return all;
}

/* About seventeen squares change a move: mixing the two sets afresh, in five multiplications, is
 * faster than a table entry for each. The constants are the first digits of pi. */
static inline uint64_t key_of(board16 own, board16 other, uint64_t salt)
{
    struct words16 a = board16_words(own), b = board16_words(other);
    uint64_t mixed = laser_fold(a.word[0] ^ UINT64_C(0x243f6a8885a308d3),
                                a.word[1] ^ UINT64_C(0x13198a2e03707344)) ^
                     laser_fold(a.word[2] ^ UINT64_C(0xa4093822299f31d0),
                                a.word[3] ^ UINT64_C(0x082efa98ec4e6c89)) ^
                     laser_fold(b.word[0] ^ UINT64_C(0x452821e638d01377),
                                b.word[1] ^ UINT64_C(0xbe5466cf34e90c6c)) ^
                     laser_fold(b.word[2] ^ UINT64_C(0xc0ac29b7c97c50dd),
                                b.word[3] ^ UINT64_C(0x3f84d5b5b5470917));
    return laser_fold(mixed ^ salt, UINT64_C(0x9216d5d98979fb1b));
}

/* Turned positions are one position as long as the board itself looks the same from there. After a
 * few moves that hardly ever comes true again, so only early positions are worth the turning. */
static uint64_t symmetric_key(board16 own, board16 other, const struct laser_world *world)
{
    uint64_t least = key_of(own, other, world->salt);
    for (int way = 1; way < LASER_TURNS; way++) {
        if (!(world->symmetries & 1u << way))
            continue;
        const uint8_t *turned = world->turned[way];
        uint64_t key = key_of(laser_turn(own, turned), laser_turn(other, turned), world->salt);
        least = key < least ? key : least;
    }
    return least;
}

/* Drops from want[] what no legal square reaches, and makes the key. */
static inline void settle(struct laser_position *p)
{
    const struct laser_world *world = laser_world(p);
    board16 within = reach(laser_legal(p), world->open);
    p->want[0] &= within;
    p->want[1] &= within;
    board16 own = p->want[p->head.side], other = p->want[!p->head.side];
    p->head.key = p->head.ply <= SYMMETRIC_PLIES && world->symmetries
                      ? symmetric_key(own, other, world)
                      : key_of(own, other, world->salt);
}

/* Where a square comes to lie: bit 0 of the way flips rows, bit 1 columns, bit 2 swaps the two. */
static uint8_t turned_square(unsigned square, unsigned last, unsigned way)
{
    unsigned row = square / 16, column = square % 16;
    if (way & 1)
        row = last - row;
    if (way & 2)
        column = last - column;
    return (uint8_t)(way & 4 ? 16 * column + row : 16 * row + column);
}

static struct laser_world *world_new(const struct laser_sheet *sheet)
{
    struct laser_world *world = memory_aligned(POSITION_ALIGN, sizeof *world);
    world->head = (struct world){
        .game = &game_laser,
        .rules = &laser_rules,
        .bytes = sizeof *world,
        .position_bytes = sizeof(struct laser_position),
        .size = sheet->size,
        .weights = laser_weights,
    };
    world->open = board16_corner(sheet->size);
    for (unsigned row = 0; row < (unsigned)sheet->size; row++)
        for (unsigned column = 0; column < (unsigned)sheet->size; column++)
            if (sheet->cell[row][column] == LASER_BLOCK) {
                world->open ^= board16_square(16 * row + column);
                world->head.option[LASER_BLOCKS]++;
            }

    world->salt = (uint64_t)sheet->size;
    for (int i = 0; i < 4; i++)
        world->salt = hash64(world->salt ^ board16_words(world->open).word[i]);
    board16 corner = board16_corner(sheet->size);
    for (unsigned way = 1; way < LASER_TURNS; way++) {
        for_each_square16 (square, corner)
            world->turned[way][square] = turned_square(square, (unsigned)sheet->size - 1, way);
        if (board16_equal(laser_turn(world->open, world->turned[way]), world->open))
            world->symmetries |= 1u << way;
    }
    for_each_square16 (square, world->open)
        world->beams[square] = reach(board16_square(square), world->open);
    return world;
}

static struct problem *usual_problem(const struct laser_sheet *sheet)
{
    struct laser_world *world = world_new(sheet);
    struct problem *problem = problem_new(&world->head);
    struct laser_position *p = (struct laser_position *)problem->position;

    board16 of[4] = {{0}};
    for (unsigned row = 0; row < (unsigned)sheet->size; row++)
        for (unsigned column = 0; column < (unsigned)sheet->size; column++)
            of[sheet->cell[row][column]] |= board16_square(16 * row + column);

    int ply = board16_count(of[LASER_MINE] | of[LASER_THEIRS]);
    p->head.ply = (uint16_t)ply;
    p->head.side = SIDE_FIRST;
    p->emitters[SIDE_FIRST] = of[LASER_MINE];
    p->emitters[SIDE_SECOND] = of[LASER_THEIRS];
    for (int side = 0; side < 2; side++) {
        board16 covered;
        laser_covered(p, side, &covered);
        p->head.score[side] = board16_count(covered);
        p->want[side] = world->open & ~covered;
    }
    settle(p);
    return problem;
}

void laser_covered(const struct laser_position *p, int side, board16 *out)
{
    const struct laser_world *world = laser_world(p);
    *out = reach(p->emitters[side], world->open);
}

/* First what gains much and leaves few squares to the other: both counted alike, an exact
 * alpha-beta over 7 x 7 and 8 x 8 boards visits a fifth fewer positions than by gain alone. */
static int moves(const struct position *position, struct move out[MOVES_MAX])
{
    const struct laser_position *p = laser_position(position);
    const struct laser_world *world = laser_world(p);
    board16 legal = laser_legal(p), own = p->want[position->side];
    int count = 0;
    for_each_square16 (square, legal) {
        board16 beams = world->beams[square];
        int hint = board16_count(beams & own) + board16_count(beams & legal);
        out[count++] = (struct move){(uint16_t)square, (int16_t)hint};
    }
    return count;
}

static int play(const struct position *position, unsigned code, struct position *child)
{
    const struct laser_position *p = laser_position(position);
    struct laser_position *c = (struct laser_position *)child;
    int side = position->side;
    assert(position != child && code < LASER_SQUARES);
    assert(board16_has(&p->want[0], code) && board16_has(&p->want[1], code));

    board16 beams = laser_world(p)->beams[code];
    int gain = board16_count(beams & p->want[side]);
    memcpy(c, p, sizeof *c);
    c->head.score[side] += gain;
    c->head.ply++;
    c->head.side = !side;
    c->emitters[side] |= board16_square(code);
    c->want[side] &= ~beams;
    settle(c);
    return LASER_UNIT * gain;
}

/* What counts was paid for on the way. */
static int end_value(const struct position *position)
{
    (void)position;
    return 0;
}

/* Afresh from the emitters, so that it checks want[] too. */
static uint64_t key(const struct position *position)
{
    struct laser_position p = *laser_position(position);
    for (int side = 0; side < 2; side++) {
        board16 covered;
        laser_covered(&p, side, &covered);
        p.want[side] = laser_world(&p)->open & ~covered;
    }
    settle(&p);
    return p.head.key;
}

/* A win on the empty 9 x 9 board is proven in 10 ms, its value in 0.1 s, the win on 10 x 10 in less
 * than half a second; positions of larger boards with as many legal squares about as soon. */
static bool is_near_end(const struct position *position)
{
    enum { SOLVABLE = 90, HALF_TURN = 3 };
    const struct laser_world *world = (const struct laser_world *)position->world;
    /* where mirroring by half a turn may win, size does not matter (solve.c) */
    bool has_mirror = world->head.size % 2 == 1 && world->symmetries & 1u << HALF_TURN;
    return has_mirror || board16_count(laser_legal(laser_position(position))) <= SOLVABLE;
}

/* Nobody gains more than what it wants; own solver's bounds are tighter and cost more. */
static void bounds(const struct position *position, int *low, int *high)
{
    const struct laser_position *p = laser_position(position);
    *low = -LASER_UNIT * board16_count(p->want[!position->side]);
    *high = LASER_UNIT * board16_count(p->want[position->side]);
}

static const struct solving solving = {
    .bounds = bounds,
    .is_near_end = is_near_end,
    .wins_only = true,
    .own = &laser_solver,
};

const struct rules laser_rules = {
    .moves = moves,
    .play = play,
    .end_value = end_value,
    .evaluate = laser_evaluate,
    .textbook = laser_plain,
    .key = key,
    .solving = &solving,
    .moves_left = laser_moves_left,
};

static void show(const struct position *position, struct laser_scene *out)
{
    const struct laser_position *p = laser_position(position);
    int n = position->world->size;
    board16 covered[2];
    laser_covered(p, 0, &covered[0]);
    laser_covered(p, 1, &covered[1]);
    out->size = n;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            unsigned square = laser_code(position->world, row, column);
            out->cell[row][column] = board16_has(&p->emitters[0], square)         ? LASER_MINE
                                     : board16_has(&p->emitters[1], square)       ? LASER_THEIRS
                                     : board16_has(&laser_world(p)->open, square) ? LASER_EMPTY
                                                                                  : LASER_BLOCK;
            out->covered[row][column] = (uint8_t)(board16_has(&covered[0], square) +
                                                  2 * board16_has(&covered[1], square));
        }
}

const struct laser_kind laser_usual = {usual_problem, show, laser_count};

/* --- both kinds of boards --- */

struct problem *laser_problem(const struct laser_sheet *sheet)
{
    assert(sheet->size >= 1 && sheet->size <= LASER_EDGE_MAX);
    return laser_kind(sheet->size)->problem(sheet);
}

bool laser_emitter_near(const struct laser_scene *scene, int *row, int *column)
{
    int best = LASER_EDGE_MAX * LASER_EDGE_MAX;
    for (int rows = -1; rows <= 1; rows++)
        for (int columns = -1; columns <= 1; columns++)
            for (int i = 1; i <= LASER_RANGE && (rows != 0 || columns != 0); i++) {
                int r = *row + i * rows, c = *column + i * columns;
                if (r < 0 || r >= scene->size || c < 0 || c >= scene->size ||
                    scene->cell[r][c] == LASER_BLOCK)
                    break;
                if (scene->cell[r][c] != LASER_EMPTY && r * LASER_EDGE_MAX + c < best)
                    best = r * LASER_EDGE_MAX + c;
            }
    if (best == LASER_EDGE_MAX * LASER_EDGE_MAX)
        return false;
    *row = best / LASER_EDGE_MAX;
    *column = best % LASER_EDGE_MAX;
    return true;
}
