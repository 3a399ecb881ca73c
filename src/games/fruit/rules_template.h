/* rules_template.h - the moves of Fruit Rage, for any width and number of planes
 *
 * The includer has defined: PLANES, lane, plane (a vector of LANES lanes of LANES bits), lane_up(),
 * lane_down(), is_empty(), first_lane() and last_lane(), the first and the last one with a cell,
 * FRUIT_WIDTH, the name of the width that evaluate_template.h defines, and BY_COLUMNS, which says
 * how regions are flooded.
 *
 * Regions. Links tell which cells equal the one above and the one to the right. Most regions are of
 * one, two or three cells, and those are found for the whole board at once: a single has no link,
 * the cells of a pair have no other link, and the middle of three has two links, to cells that have
 * no other. What remains is flooded, region by region; they are few. Where a plane is a register, a
 * region grows in all columns at once. Else each step would cost several, and most of them would be
 * for columns that it does not touch; so it is followed from column to column.
 *
 * Gravity. A hole is an empty cell below a fruit. All columns at once lose their lowest hole until
 * there is none: a region is seldom more than three cells high, and fruit taken from the top leaves
 * no hole. A salvaged board may hold floating fruit from the start; it falls at the first move
 * without further ado.
 *
 * The loops over the planes are unrolled at every level of optimisation: that is what keeps the
 * planes in registers.
 *
 * Keys. A key is computed afresh after each move: that takes a narrow board eight multiplications,
 * and no bookkeeping of what has changed.
 */
#include <assert.h>
#include <string.h>

#include "game/shortcuts.h"
#include "game/solving.h"
#include "games/fruit/fruit.h"

enum {
    CELLS = LANES * LANES,
    WORDS = CELLS / 64, /* of 64 cells, in a plane */
    LARGE = 4           /* cells that a region has at least if it must be flooded */
};

struct board {
    struct position head;
    _Alignas(POSITION_ALIGN) lane plane[PLANES][LANES];
};

/* A plane for walking: word i has the cells 64 i … 64 i + 63; a cell is LANES * column + height. */
union words {
    plane plane;
    uint64_t word[WORDS];
};

/* A plane for looking at columns. */
union lanes {
    plane plane;
    lane lane[LANES];
};

static inline plane load(const lane *from)
{
    plane p;
    memcpy(&p, from, sizeof p);
    return p;
}

static inline void load_board(const struct board *b, plane planes[PLANES])
{
#pragma GCC unroll 4
    for (int i = 0; i < PLANES; i++)
        planes[i] = load(b->plane[i]);
}

static inline plane occupied_cells(const plane planes[PLANES])
{
    plane occupied = planes[0];
#pragma GCC unroll 4
    for (int i = 1; i < PLANES; i++)
        occupied |= planes[i];
    return occupied;
}

static inline int count_cells(plane p)
{
    union words w = {p};
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        count += __builtin_popcountll(w.word[i]);
    return count;
}

/* The first cell of a plane that is not empty. */
static inline unsigned first_cell(plane p)
{
    union words w = {p};
    unsigned i = 0;
    while (w.word[i] == 0)
        i++;
    return 64 * i + (unsigned)__builtin_ctzll(w.word[i]);
}

static inline unsigned code_of(unsigned cell)
{
    return fruit_code(cell / LANES, cell % LANES);
}

/* One column. Read from a window, since a vector that is read back from memory just after one of
 * its lanes was written makes the processor wait. */
static inline plane only_column(unsigned column)
{
    static const lane window[2 * LANES] = {[LANES] = (lane)-1};
    return load(window + LANES - column);
}

static inline plane square(unsigned column, unsigned height)
{
    return only_column(column) & (lane)((lane)1 << height);
}

/* A column's lowest cell in a plane, as a plane. */
static inline plane lowest_square(plane p, unsigned column)
{
    return p & -p & only_column(column);
}

/* --- regions --- */

/* The cells that equal the one above, and those that equal the one to the right. */
struct links {
    union lanes up, right;
};

/* The regions by their size. */
struct shapes {
    struct links links;
    plane singles; /* regions of one cell */
    plane pairs;   /* first cells of the regions of two */
    plane triples; /* middle cells of the regions of three */
    plane large;   /* all cells of the others */
};

struct regions {
    struct shapes shapes;
    int count; /* of the large ones, in the order of their first cells */
    int size[CELLS / LARGE];
    plane cells[CELLS / LARGE];
};

static inline struct links find_links(const plane p[PLANES])
{
    plane occupied = occupied_cells(p), differs_up = {0}, differs_right = {0};
#pragma GCC unroll 4
    for (int i = 0; i < PLANES; i++) {
        differs_up |= p[i] ^ p[i] >> 1;
        differs_right |= p[i] ^ lane_down(p[i]);
    }
    return (struct links){{occupied & ~differs_up}, {occupied & ~differs_right}};
}

/* One step along the links. Upwards it goes as far as they lead: that is what a carry does. */
static inline plane spread(plane cells, const struct links *links)
{
    plane up = links->up.plane, right = links->right.plane;
    plane risen = ((cells & up) + up) ^ up;
    return cells | risen | (cells >> 1 & up) | lane_up(cells & right) | (lane_down(cells) & right);
}

static inline plane flood_at_once(plane region, const struct links *links)
{
    region = spread(region, links);
    for (;;) {
        plane grown = spread(region, links);
        if (is_empty(grown ^ region))
            return region;
        region = grown;
    }
}

/* The runs of a column that hold one of these cells, by the column's links. */
static inline lane fill_runs(lane cells, lane up)
{
    cells |= (lane)(((cells & up) + up) ^ up);
    for (lane below; (below = (lane)(cells >> 1 & up & ~cells)) != 0;)
        cells |= below;
    return cells;
}

/* To the right as far as it goes, then to the left, until there is nothing new to the left. */
static inline plane flood_by_columns(unsigned column, lane cells, const struct links *links)
{
    const lane *up = links->up.lane, *right = links->right.lane;
    union lanes region = {{0}};
    region.lane[column] = fill_runs(cells, up[column]);
    unsigned first = column, last = column;
    for (bool is_growing = true; is_growing;) {
        for (unsigned i = first; i < LANES - 1; i++) {
            lane fresh = (lane)(region.lane[i] & right[i] & ~region.lane[i + 1]);
            if (fresh == 0 && i >= last)
                break;
            if (fresh != 0)
                region.lane[i + 1] |= fill_runs(fresh, up[i + 1]);
            last = i + 1 > last ? i + 1 : last;
        }
        is_growing = false;
        for (unsigned i = last; i > 0; i--) {
            lane fresh = (lane)(region.lane[i] & right[i - 1] & ~region.lane[i - 1]);
            if (fresh == 0 && i <= first)
                break;
            if (fresh != 0) {
                region.lane[i - 1] |= fill_runs(fresh, up[i - 1]);
                is_growing = true;
            }
            first = i - 1 < first ? i - 1 : first;
        }
    }
    return region.plane;
}

/* The region of a cell. */
static inline plane flood(unsigned column, unsigned height, const struct links *links)
{
    return BY_COLUMNS ? flood_by_columns(column, (lane)((lane)1 << height), links)
                      : flood_at_once(square(column, height), links);
}

/* Takes the region of the first cell out of a set of whole regions that is not empty. */
static inline plane take_region(plane *cells, const struct links *links)
{
    plane region;
    if (BY_COLUMNS) {
        unsigned cell = first_cell(*cells);
        region = flood_by_columns(cell / LANES, (lane)((lane)1 << cell % LANES), links);
    } else
        region = flood_at_once(lowest_square(*cells, first_lane(*cells)), links);
    *cells &= ~region;
    return region;
}

/* Takes two regions out of such a set, from its first and its last column; if that is one region,
 * the other is empty. Side by side two floods take little longer than one, since every step of a
 * flood waits for the step before. */
static inline void take_two_regions(plane *cells, const struct links *links, plane region[2])
{
    plane one = spread(lowest_square(*cells, first_lane(*cells)), links);
    plane two = spread(lowest_square(*cells, last_lane(*cells)), links);
    for (;;) {
        plane one_grown = spread(one, links), two_grown = spread(two, links);
        if (is_empty((one_grown ^ one) | (two_grown ^ two)))
            break;
        one = one_grown;
        two = two_grown;
    }
    region[0] = one;
    region[1] = two & ~one;
    *cells &= ~(one | two);
}

static inline struct shapes find_shapes(const plane p[PLANES])
{
    struct shapes s = {.links = find_links(p)};
    plane up = s.links.up.plane, right = s.links.right.plane;
    plane down = up << 1, left = lane_up(right);
    plane linked = up | down | right | left;

    /* just one of two opposite links, or both */
    plane upright = up ^ down, level = right ^ left;
    plane opposite = (up & down) | (right & left);
    plane one_link = (upright ^ level) & ~opposite;
    plane two_links = (upright & level) | (opposite & ~(upright | level | (up & right)));

    plane end_above = one_link >> 1, end_right = lane_down(one_link);
    s.singles = occupied_cells(p) & ~linked;
    s.pairs = one_link & ((up & end_above) | (right & end_right));
    s.triples = two_links & (end_above | ~up) & (end_right | ~right) & (one_link << 1 | ~down) &
                (lane_up(one_link) | ~left);
    s.large = linked & ~spread(s.pairs | s.triples, &s.links);
    return s;
}

static inline void find_regions(const plane p[PLANES], struct regions *r)
{
    r->shapes = find_shapes(p);
    r->count = 0;
    for (plane rest = r->shapes.large; !is_empty(rest); r->count++) {
        plane region = take_region(&rest, &r->shapes.links);
        r->size[r->count] = count_cells(region);
        r->cells[r->count] = region;
    }
}

static inline struct shapes board_shapes(const struct position *p)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    return find_shapes(planes);
}

/* --- moves --- */

/* The middle of three is their first cell unless one of them is below it or to its left. */
static inline plane first_of_triples(const struct shapes *s)
{
    plane left = s->triples & lane_up(s->links.right.plane),
          down = s->triples & s->links.up.plane << 1 & ~left;
    return (s->triples & ~left & ~down) | down >> 1 | lane_down(left);
}

static int moves(const struct position *p, struct move out[MOVES_MAX])
{
    struct shapes s = board_shapes(p);
    struct move *end = out;
    while (!is_empty(s.large)) {
        unsigned code = code_of(first_cell(s.large));
        plane region = take_region(&s.large, &s.links);
        *end++ = (struct move){(uint16_t)code, (int16_t)count_cells(region)};
    }
    union words pairs = {s.pairs}, triples = {first_of_triples(&s)};
    union words small = {s.singles | pairs.plane | triples.plane};
    for (unsigned i = 0; i < WORDS; i++)
        for (uint64_t rest = small.word[i]; rest != 0; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            uint64_t size = 1 + (pairs.word[i] >> bit & 1) + 2 * (triples.word[i] >> bit & 1);
            *end++ = (struct move){(uint16_t)code_of(64 * i + bit), (int16_t)size};
        }
    return (int)(end - out);
}

static bool is_legal(const struct position *p, unsigned code)
{
    const struct board *b = (const struct board *)p;
    unsigned column = fruit_column(code), height = fruit_height(code), kind = 0;
    for (int i = 0; i < PLANES && column < LANES; i++)
        kind |= (unsigned)b->plane[i][column] >> height;
    return (kind & 1) != FRUIT_EMPTY;
}

static inline plane region_at(const plane planes[PLANES], unsigned code)
{
    unsigned column = fruit_column(code), height = fruit_height(code);
    assert(column < LANES && height < LANES);
    struct links links = find_links(planes);
    plane region = flood(column, height, &links);
    assert(!is_empty(region & occupied_cells(planes)));
    return region;
}

static inline void fall(plane p[PLANES])
{
    plane occupied = occupied_cells(p);
    plane covered = occupied | occupied >> 1; /* occupied, or with fruit above */
    for (int step = 2; step < LANES; step *= 2)
        covered |= covered >> step;
    plane holes = covered & ~occupied;
    while (!is_empty(holes)) {
        plane below = (holes & -holes) - 1; /* the lane's lowest hole; all cells if it has none */
        holes = holes >> 1 & ~below;
#pragma GCC unroll 4
        for (int i = 0; i < PLANES; i++)
            p[i] = (p[i] & below) | (p[i] >> 1 & ~below);
    }
}

/* Takes a region off the board. */
static inline void take(plane p[PLANES], plane region)
{
#pragma GCC unroll 4
    for (int i = 0; i < PLANES; i++)
        p[i] &= ~region;
    fall(p);
}

static uint64_t key(const struct position *p)
{
    const struct board *b = (const struct board *)p;
    uint64_t sum = 0, salt = UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < PLANES; i += 2) {
        union words one = {load(b->plane[i])}, two = {{0}};
        if (i + 1 < PLANES)
            two.plane = load(b->plane[i + 1]);
        for (int j = 0; j < WORDS; j++) {
            uint64_t salt_two = salt * UINT64_C(0xd1342543de82ef95);
            unsigned __int128 product = (unsigned __int128)(one.word[j] ^ salt);
            product *= two.word[j] ^ salt_two;
            sum += (uint64_t)product ^ (uint64_t)(product >> 64);
            salt += UINT64_C(0xbf58476d1ce4e5ba); /* even: salt stays odd */
        }
    }
    return sum;
}

static int play(const struct position *p, unsigned code, struct position *child)
{
    const struct board *b = (const struct board *)p;
    struct board *c = (struct board *)child;
    assert(p != child);
    plane planes[PLANES];
    load_board(b, planes);
    plane region = region_at(planes, code);
    take(planes, region);
#pragma GCC unroll 4
    for (int i = 0; i < PLANES; i++)
        memcpy(c->plane[i], &planes[i], sizeof planes[i]);

    int size = count_cells(region), gain = size * size;
    c->head = b->head;
    c->head.score[p->side] += gain;
    c->head.ply++;
    c->head.side ^= 1;
    c->head.key = key(child);
    return gain;
}

static int end_value(const struct position *p)
{
    (void)p;
    return 0; /* what is still to come */
}

/* --- boards as grids --- */

static void set(struct position *p, const struct fruit_grid *grid)
{
    struct board *b = (struct board *)p;
    assert(grid->size == p->world->size && grid->size <= LANES);
    memset(b->plane, 0, sizeof b->plane);
    for (int row = 0; row < grid->size; row++)
        for (int column = 0; column < grid->size; column++)
            for (int i = 0; i < PLANES; i++) {
                lane bit = (lane)(grid->cell[row][column] >> i & 1);
                b->plane[i][column] |= (lane)(bit << (grid->size - 1 - row));
            }
    b->head.key = key(p);
}

static void get(const struct position *p, struct fruit_grid *grid)
{
    const struct board *b = (const struct board *)p;
    memset(grid, 0, sizeof *grid);
    grid->size = p->world->size;
    for (int row = 0; row < grid->size; row++)
        for (int column = 0; column < grid->size; column++)
            for (int i = 0; i < PLANES; i++) {
                unsigned bit = b->plane[i][column] >> (grid->size - 1 - row) & 1;
                grid->cell[row][column] |= (uint8_t)(bit << i);
            }
}

static unsigned region_code(const struct position *p, unsigned cell)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    return code_of(first_cell(region_at(planes, cell)));
}
