#include "games/reversi/patterns.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/* --- the layout --- */

static int power_of_three(int exponent)
{
    int power = 1;
    while (exponent-- > 0)
        power *= 3;
    return power;
}

/* A square under one of the eight symmetries of the board. */
static unsigned turned(int n, unsigned square, int symmetry)
{
    int row = (int)square / 8, column = (int)square % 8;
    if (symmetry & 1)
        row = n - 1 - row;
    if (symmetry & 2)
        column = n - 1 - column;
    return (unsigned)(symmetry & 4 ? 8 * column + row : 8 * row + column);
}

static void add_square(struct pattern_shape *shape, int row, int column)
{
    assert(shape->squares < PATTERN_SQUARES);
    shape->at[shape->squares++] = (uint8_t)(8 * row + column);
}

static struct pattern_shape *new_shape(struct pattern_layout *layout)
{
    assert(layout->shapes < PATTERN_SHAPES);
    return &layout->shape[layout->shapes++];
}

static void add_block(struct pattern_layout *layout, int rows, int columns)
{
    struct pattern_shape *shape = new_shape(layout);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            add_square(shape, row, column);
}

/* The edge with the X squares, the other lines, the diagonals of four squares or more, the corner
 * as a square and as an oblong. */
static void add_shapes(struct pattern_layout *layout)
{
    int n = layout->size;
    for (int row = 0; row < n / 2; row++) {
        struct pattern_shape *line = new_shape(layout);
        for (int column = 0; column < n; column++)
            add_square(line, row, column);
        if (row == 0) {
            add_square(line, 1, 1);
            add_square(line, 1, n - 2);
        }
    }
    for (int length = 4; length <= n; length++) {
        struct pattern_shape *diagonal = new_shape(layout);
        for (int i = 0; i < length; i++)
            add_square(diagonal, i, length - 1 - i);
    }
    add_block(layout, 3, 3);
    add_block(layout, 2, 5);
}

static uint64_t squares_of(const uint8_t *at, int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= UINT64_C(1) << at[i];
    return set;
}

/* If these are the shape's own squares in another order: that is its mirror image. */
static void note_mirror(struct pattern_shape *shape, const uint8_t *image)
{
    for (int i = 0; i < shape->squares; i++) {
        int digit = 0;
        while (image[digit] != shape->at[i]) // NOLINT: it is an image of these squares
            digit++;
        shape->mirror[i] = (uint8_t)digit;
        shape->is_mirrored = shape->is_mirrored || digit != i;
    }
}

static void set_step(struct pattern_layout *layout, int square, int lane, int step)
{
    uint16_t value = (uint16_t)step;
    memcpy((char *)&layout->step[square] + (size_t)lane * sizeof value, &value, sizeof value);
}

/* Lays a shape out in all its places. */
static void place_shape(struct pattern_layout *layout, struct pattern_shape *shape)
{
    uint64_t seen[8];
    uint8_t image[PATTERN_SQUARES];
    shape->first = layout->cells;
    shape->cells = power_of_three(shape->squares);
    layout->cells += shape->cells;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        for (int i = 0; i < shape->squares; i++)
            image[i] = (uint8_t)turned(layout->size, shape->at[i], symmetry);
        uint64_t set = squares_of(image, shape->squares);
        bool is_new = true;
        for (int i = 0; i < shape->places; i++)
            is_new = is_new && seen[i] != set; // NOLINT: places counts what is seen
        if (!is_new) {
            if (set == seen[0] && !shape->is_mirrored)
                note_mirror(shape, image);
            continue;
        }
        assert(layout->lanes < PATTERN_LANES);
        seen[shape->places++] = set;
        layout->base[layout->lanes] = shape->first + shape->cells / 2;
        for (int i = 0; i < shape->squares; i++)
            set_step(layout, image[i], layout->lanes, power_of_three(i)); // NOLINT: image is set
        layout->lanes++;
    }
}

static int add_table(struct pattern_layout *layout, int cells)
{
    layout->cells += cells;
    return layout->cells - cells;
}

static void lay_out(struct pattern_layout *layout, int n, int plies)
{
    layout->size = n;
    layout->plies = plies;
    layout->stages = (n * n - 4 + plies - 1) / plies;
    assert(layout->stages <= PATTERN_STAGES);
    add_shapes(layout);
    for (int i = 0; i < layout->shapes; i++)
        place_shape(layout, &layout->shape[i]);
    layout->moves = add_table(layout, PATTERN_MOVES * PATTERN_MOVES);
    layout->own_dry = add_table(layout, PATTERN_DRY * PATTERN_LEADS);
    layout->other_dry = add_table(layout, PATTERN_DRY * PATTERN_LEADS);
    layout->discs = add_table(layout, plies);
    layout->nothing = add_table(layout, 1);
    for (int lane = layout->lanes; lane < PATTERN_LANES; lane++)
        layout->base[lane] = layout->nothing;
}

static struct pattern_layout layout_6, layout_8;

static void lay_out_all(void)
{
    lay_out(&layout_6, 6, 4);
    lay_out(&layout_8, 8, 6);
}

const struct pattern_layout *pattern_layout(int size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, lay_out_all);
    return size == 6 ? &layout_6 : size == 8 ? &layout_8 : NULL;
}

/* The mirror images of all ways to fill a shape: those with a further square are those without it,
 * moved on by the digit that the square becomes. The digits of a cell's number are one higher than
 * those of the pattern, which is all the same here: the empty pattern is its own mirror image. */
static void mirror_shape(const struct pattern_shape *shape, int32_t *image)
{
    int count = 1;
    image[0] = shape->first;
    for (int square = 0; square < shape->squares; square++) {
        int step = power_of_three(shape->mirror[square]);
        for (int i = 0; i < 2 * count; i++)
            image[count + i] = image[i] + step;
        count *= 3;
    }
}

void pattern_mirror_cells(const struct pattern_layout *layout, int32_t *image)
{
    for (int cell = 0; cell < layout->cells; cell++)
        image[cell] = cell;
    for (int i = 0; i < layout->shapes; i++)
        if (layout->shape[i].is_mirrored)
            mirror_shape(&layout->shape[i], image + layout->shape[i].first);
}

/* --- the estimate --- */

void pattern_begin(const struct pattern_layout *layout, const uint64_t owned[2],
                   struct pattern_indices *out)
{
    *out = (struct pattern_indices){{{0}}};
    for (int side = 0; side < 2; side++)
        for (uint64_t rest = owned[side]; rest != 0; rest &= rest - 1)
            pattern_play(layout, side, (unsigned)__builtin_ctzll(rest), 0, out);
}

static inline int at_most(int count, int limit)
{
    return count < limit ? count : limit;
}

/* The lead as a column of the tables for running dry. */
static inline int lead_column(const struct pattern_counts *c)
{
    enum { STEP = 3, MIDDLE = PATTERN_LEADS / 2 };
    int lead = c->discs[0] - c->discs[1];
    int limited = lead > STEP * MIDDLE    ? STEP * MIDDLE
                  : lead < -STEP * MIDDLE ? -STEP * MIDDLE
                                          : lead;
    return (limited + STEP * MIDDLE) / STEP;
}

static inline void find_cells(const struct pattern_layout *layout,
                              const struct pattern_indices *indices, int side,
                              const struct pattern_counts *c, int32_t out[PATTERN_FEATURES])
{
    const int16_t *index = (const int16_t *)indices;
    int32_t turn = -side; /* x ^ -1 - -1 is -x */
    for (int i = 0; i < PATTERN_LANES; i++)
        out[i] = layout->base[i] + ((index[i] ^ turn) - turn);
    int lead = lead_column(c);
    out[PATTERN_LANES] = layout->moves + PATTERN_MOVES * at_most(c->moves[0], PATTERN_MOVES - 1) +
                         at_most(c->moves[1], PATTERN_MOVES - 1);
    out[PATTERN_LANES + 1] = layout->own_dry +
                             PATTERN_LEADS * at_most(c->moves[0], PATTERN_DRY - 1) + lead;
    out[PATTERN_LANES + 2] = layout->other_dry +
                             PATTERN_LEADS * at_most(c->moves[1], PATTERN_DRY - 1) + lead;
    out[PATTERN_LANES + 3] = layout->discs + (c->discs[0] + c->discs[1]) % layout->plies;
}

void pattern_cells(const struct pattern_layout *layout, const struct pattern_indices *indices,
                   int side, const struct pattern_counts *c, int32_t out[PATTERN_FEATURES])
{
    find_cells(layout, indices, side, c, out);
}

int pattern_estimate(const struct pattern_set *set, const struct pattern_indices *indices, int side,
                     const struct pattern_counts *c)
{
    const struct pattern_layout *layout = set->layout;
    int stage = pattern_stage(layout, c->discs[0] + c->discs[1]);
    const int8_t *weights = pattern_weights(set) + (ptrdiff_t)stage * layout->cells;
    int32_t cell[PATTERN_FEATURES];
    int sum = 0;
    find_cells(layout, indices, side, c, cell);
    for (int i = 0; i < PATTERN_FEATURES; i++)
        sum += weights[cell[i]];
    return PATTERN_UNIT * sum;
}
