/* large.c - boards from 17 x 17 to 64 x 64: the rules on plain rows
 *
 * A position keeps the same sets as on smaller boards (laser.h), a word for each row. An emitter
 * covers squares of at most seven rows, so what it covers is kept as these rows. There is no solver
 * for these boards, and turned positions are not taken for one.
 */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "games/laser/laser.h"

enum { WINDOW = 2 * LASER_RANGE + 1 };

/* Of the rows around an emitter's own, which is in the middle. */
struct window {
    uint64_t row[WINDOW];
};

struct large_world {
    struct world head;
    struct rows64 open; /* squares that hold no block */
    uint64_t salt[2][ROWS64_EDGE];
    struct window beams[ROWS64_SQUARES]; /* what an emitter there covers; empty unless open */
};

struct large {
    struct position head;
    struct rows64 emitters[2];
    struct rows64 want[2]; /* not covered by this side, and in reach of some legal square */
};

static const struct rules rules;

static const struct large *large_of(const struct position *p)
{
    assert(p->world->rules == &rules && p->side < 2);
    return (const struct large *)p;
}

static const struct large_world *world_of(const struct large *p)
{
    return (const struct large_world *)p->head.world;
}

static const struct step {
    int rows, columns;
} directions[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

enum { DIRECTION_COUNT = sizeof directions / sizeof *directions };

/* What beams from these squares cover in one direction, without the squares themselves: three
 * steps, which follow from those that ended in the row before. */
static inline void shine(const struct rows64 *from, const struct rows64 *open, int n,
                         struct step step, struct rows64 *out)
{
    uint64_t last = 0, once = 0, twice = 0; /* in the row before: the sources, one step, two */
    for (int i = 0; i < n; i++) {
        int row = step.rows < 0 ? n - 1 - i : i;
        uint64_t free = open->row[row];
        if (step.rows == 0) {
            once = rows64_shift(from->row[row], step.columns) & free;
            twice = rows64_shift(once, step.columns) & free;
            out->row[row] = once | twice | (rows64_shift(twice, step.columns) & free);
            continue;
        }
        uint64_t third = rows64_shift(twice, step.columns) & free;
        twice = rows64_shift(once, step.columns) & free;
        once = rows64_shift(last, step.columns) & free;
        last = from->row[row];
        out->row[row] = once | twice | third;
    }
}

/* The squares that emitters on all of these squares would cover. */
static void reach(const struct rows64 *squares, const struct rows64 *open, int n,
                  struct rows64 *out)
{
    for (int row = 0; row < n; row++)
        out->row[row] = squares->row[row];
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        struct rows64 beams;
        shine(squares, open, n, directions[d], &beams);
        for (int row = 0; row < n; row++)
            out->row[row] |= beams.row[row];
    }
}

static void find_legal(const struct large *p, struct rows64 *out)
{
    for (int row = 0; row < ROWS64_EDGE; row++)
        out->row[row] = p->want[0].row[row] & p->want[1].row[row];
}

static uint64_t key_of(const struct large *p)
{
    const struct large_world *world = world_of(p);
    uint64_t hash = rows64_hash(&p->want[p->head.side], &p->want[!p->head.side], world->salt,
                                world->head.size);
    return laser_fold(hash, UINT64_C(0x9216d5d98979fb1b));
}

/* Drops from want[] what no legal square reaches, and makes the key. */
static void settle(struct large *p)
{
    int n = p->head.world->size;
    struct rows64 legal, within;
    find_legal(p, &legal);
    reach(&legal, &world_of(p)->open, n, &within);
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < n; row++)
            p->want[side].row[row] &= within.row[row];
    p->head.key = key_of(p);
}

/* want[] from the emitters; returns how many squares the side covers. */
static int find_wanted(struct large *p, int side)
{
    const struct rows64 *open = &world_of(p)->open;
    int n = p->head.world->size, covered_count;
    struct rows64 covered;
    reach(&p->emitters[side], open, n, &covered);
    covered_count = rows64_count(&covered, n);
    for (int row = 0; row < n; row++)
        p->want[side].row[row] = open->row[row] & ~covered.row[row];
    return covered_count;
}

static void find_beams(struct large_world *world, int row, int column)
{
    int n = world->head.size;
    struct window *window = &world->beams[rows64_index(row, column)];
    window->row[LASER_RANGE] = UINT64_C(1) << column;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        for (int i = 1; i <= LASER_RANGE; i++) {
            int r = row + i * directions[d].rows, c = column + i * directions[d].columns;
            if (r < 0 || r >= n || c < 0 || c >= n || !rows64_has(&world->open, r, c))
                break;
            window->row[LASER_RANGE + r - row] |= UINT64_C(1) << c;
        }
}

static struct large_world *world_new(const struct laser_sheet *sheet)
{
    int n = sheet->size;
    struct large_world *world = memory_aligned(POSITION_ALIGN, sizeof *world);
    world->head = (struct world){
        .game = &game_laser,
        .rules = &rules,
        .bytes = sizeof *world,
        .position_bytes = (sizeof(struct large) + POSITION_ALIGN - 1) & -(size_t)POSITION_ALIGN,
        .size = n,
        .weights = laser_weights,
    };
    struct random random = {(uint64_t)n};
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++)
            if (sheet->cell[row][column] == LASER_BLOCK)
                world->head.option[LASER_BLOCKS]++;
            else
                rows64_add(&world->open, row, column);
        random.state = hash64(random.state ^ world->open.row[row]);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; j++)
            world->salt[j][i] = random_next(&random);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            if (rows64_has(&world->open, row, column))
                find_beams(world, row, column);
    return world;
}

static struct problem *problem(const struct laser_sheet *sheet)
{
    struct problem *problem = problem_new(&world_new(sheet)->head);
    struct large *p = (struct large *)problem->position;
    for (int row = 0; row < sheet->size; row++)
        for (int column = 0; column < sheet->size; column++) {
            int cell = sheet->cell[row][column];
            if (cell == LASER_MINE || cell == LASER_THEIRS) {
                rows64_add(&p->emitters[cell == LASER_THEIRS], row, column);
                p->head.ply++;
            }
        }
    p->head.side = SIDE_FIRST;
    for (int side = 0; side < 2; side++)
        p->head.score[side] = find_wanted(p, side);
    settle(p);
    return problem;
}

/* The first and the last row that an emitter on this row can cover. */
static inline int first_row(int row)
{
    return row > LASER_RANGE ? row - LASER_RANGE : 0;
}

static inline int last_row(int row, int n)
{
    return row + LASER_RANGE < n ? row + LASER_RANGE : n - 1;
}

/* What an emitter on one row covers of another. */
static inline uint64_t row_of(const struct window *beams, int row, int other)
{
    return beams->row[LASER_RANGE + other - row];
}

/* First what gains much and leaves few squares to the other, as on smaller boards. */
static int moves(const struct position *position, struct move out[MOVES_MAX])
{
    const struct large *p = large_of(position);
    const struct rows64 *own = &p->want[position->side];
    int n = position->world->size, count = 0;
    struct rows64 legal;
    find_legal(p, &legal);
    for (int row = 0; row < n; row++)
        for (uint64_t rest = legal.row[row]; rest != 0; rest &= rest - 1) {
            unsigned code = rows64_index(row, __builtin_ctzll(rest));
            const struct window *beams = &world_of(p)->beams[code];
            int hint = 0;
            for (int r = first_row(row); r <= last_row(row, n); r++)
                hint += __builtin_popcountll(row_of(beams, row, r) & own->row[r]) +
                        __builtin_popcountll(row_of(beams, row, r) & legal.row[r]);
            out[count++] = (struct move){(uint16_t)code, (int16_t)hint};
        }
    return count;
}

static int play(const struct position *position, unsigned code, struct position *child)
{
    const struct large *p = large_of(position);
    struct large *c = (struct large *)child;
    int side = position->side, row = rows64_row(code), column = rows64_column(code), gain = 0;
    assert(position != child && code < ROWS64_SQUARES);
    assert(rows64_has(&p->want[0], row, column) && rows64_has(&p->want[1], row, column));
    *c = *p;
    const struct window *beams = &world_of(p)->beams[code];
    for (int r = first_row(row); r <= last_row(row, position->world->size); r++) {
        gain += __builtin_popcountll(row_of(beams, row, r) & p->want[side].row[r]);
        c->want[side].row[r] &= ~row_of(beams, row, r);
    }
    c->head.score[side] += gain;
    c->head.ply++;
    c->head.side = !side;
    rows64_add(&c->emitters[side], row, column);
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
    struct large p = *large_of(position);
    find_wanted(&p, 0);
    find_wanted(&p, 1);
    settle(&p);
    return p.head.key;
}

static void count(const struct position *position, struct laser_counts *out)
{
    const struct large *p = large_of(position);
    int n = position->world->size;
    struct rows64 legal, own, other;
    find_legal(p, &legal);
    for (int row = 0; row < n; row++) {
        own.row[row] = p->want[position->side].row[row] & ~legal.row[row];
        other.row[row] = p->want[!position->side].row[row] & ~legal.row[row];
    }
    *out = (struct laser_counts){.lack = rows64_count(&own, n) - rows64_count(&other, n),
                                 .legal = rows64_count(&legal, n)};
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        struct rows64 beams;
        shine(&legal, &world_of(p)->open, n, directions[d], &beams);
        for (int row = 0; row < n; row++)
            out->directions += __builtin_popcountll(own.row[row] & beams.row[row]) -
                               __builtin_popcountll(other.row[row] & beams.row[row]);
    }
}

static int evaluate(const struct position *position)
{
    struct laser_counts counts;
    count(position, &counts);
    return laser_estimate(position->world, &counts);
}

/* As many squares a move as on 16 x 16, where both sides together made 32 moves. */
static int moves_left(const struct position *position)
{
    enum { SQUARES = 16 };
    struct rows64 legal;
    find_legal(large_of(position), &legal);
    return rows64_count(&legal, position->world->size) / SQUARES + 1;
}

static void mark(const struct rows64 *squares, int n, int mark,
                 uint8_t cells[LASER_EDGE_MAX][LASER_EDGE_MAX])
{
    for (int row = 0; row < n; row++)
        for (uint64_t rest = squares->row[row]; rest != 0; rest &= rest - 1)
            cells[row][__builtin_ctzll(rest)] |= (uint8_t)mark;
}

static void show(const struct position *position, struct laser_scene *out)
{
    const struct large *p = large_of(position);
    int n = position->world->size;
    struct rows64 covered, blocks = {{0}};
    for (int row = 0; row < n; row++)
        blocks.row[row] = rows64_full_row(n) & ~world_of(p)->open.row[row];
    memset(out, 0, sizeof *out);
    out->size = n;
    mark(&blocks, n, LASER_BLOCK, out->cell);
    for (int side = 0; side < 2; side++) {
        mark(&p->emitters[side], n, side == SIDE_FIRST ? LASER_MINE : LASER_THEIRS, out->cell);
        reach(&p->emitters[side], &world_of(p)->open, n, &covered);
        mark(&covered, n, 1 << side, out->covered);
    }
}

static const struct rules rules = {
    .moves = moves,
    .play = play,
    .end_value = end_value,
    .evaluate = evaluate,
    .textbook = laser_plain,
    .key = key,
    .moves_left = moves_left,
};

const struct laser_kind laser_large = {problem, show, count};
