/* bounds.c - what a side can gain at most
 *
 * No two emitters to come can stand in each other's beams. So the legal squares are covered with
 * cliques, sets whose squares all see one another: as many cliques, as many placements at most.
 * They alternate, and no placement gains more than it would now. So a side gains no more than its
 * best squares now, as many as it has placements, and no more than the squares it wants.
 */
#include "games/laser/laser.h"

/* The shapes of the cliques, by the steps from their first square in reading order. */
enum { SHAPES = LASER_SHAPES, SHAPE_SQUARES = 4 };
static const int8_t shapes[SHAPES][SHAPE_SQUARES][2] = {
    {{0, 1}, {0, 2}, {0, 3}},          /* along a row */
    {{1, 0}, {2, 0}, {3, 0}},          /* down a column */
    {{1, 1}, {2, 2}, {3, 3}},          /* down right */
    {{1, -1}, {2, -2}, {3, -3}},       /* down left */
    {{0, 1}, {1, 0}, {1, 1}},          /* a small block */
    {{0, 2}, {1, 1}, {2, 0}, {2, 2}},  /* a cross with its corners */
    {{1, -1}, {1, 0}, {1, 1}, {2, 0}}, /* a plus: arms and middle see one another */
};

/* The squares of a shape that are open and really see one another, blocks considered. */
static board16 clique_at(const struct laser_world *world, unsigned square, int shape)
{
    board16 clique = board16_square(square);
    for (int i = 0; i < SHAPE_SQUARES; i++) {
        int row = (int)square / 16 + shapes[shape][i][0];
        int column = (int)square % 16 + shapes[shape][i][1];
        bool is_filler = shapes[shape][i][0] == 0 && shapes[shape][i][1] == 0;
        if (is_filler || row >= LASER_EDGE || column < 0 || column >= LASER_EDGE)
            continue;
        unsigned next = (unsigned)(16 * row + column);
        if (!board16_has(&world->open, next))
            continue;
        /* next must see all squares so far */
        if (board16_is_empty(clique & ~world->beams[next]))
            clique |= board16_square(next);
    }
    return clique;
}

void laser_fill_cliques(struct laser_world *world)
{
    for_each_square16 (square, world->open)
        for (int shape = 0; shape < SHAPES; shape++)
            world->clique[square][shape] = clique_at(world, square, shape);
}

/* The number of cliques that a greedy cover needs: each time the first square left, with the shape
 * that covers the most. */
static int cover(const struct laser_world *world, board16 legal)
{
    int cliques = 0;
    for (; !board16_is_empty(legal); cliques++) {
        unsigned square = board16_first(legal);
        board16 best = world->clique[square][0];
        int best_count = board16_count(best & legal);
        for (int shape = 1; shape < SHAPES; shape++) {
            int count = board16_count(world->clique[square][shape] & legal);
            if (count > best_count) {
                best_count = count;
                best = world->clique[square][shape];
            }
        }
        legal &= ~best;
    }
    return cliques;
}

/* The sum of the best so many gains, from how often each gain occurs. */
static int best_gains(const int16_t count[32], int placements)
{
    int sum = 0;
    for (int gain = 31; gain > 0 && placements > 0; gain--) {
        int taken = count[gain] < placements ? count[gain] : placements;
        sum += taken * gain;
        placements -= taken;
    }
    return sum;
}

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

void laser_bounds(const struct position *position, int *low, int *high)
{
    const struct laser_position *p = laser_position(position);
    const struct laser_world *world = laser_world(p);
    board16 legal = laser_legal(p);
    board16 own = p->want[position->side], other = p->want[!position->side];
    int16_t own_gains[32] = {0}, other_gains[32] = {0};
    int least = 32;
    for_each_square16 (square, legal) {
        int gain = board16_count(world->beams[square] & own);
        own_gains[gain]++;
        other_gains[board16_count(world->beams[square] & other)]++;
        least = gain < least ? gain : least;
    }
    int placements = cover(world, legal);
    int mine = at_most(board16_count(own), best_gains(own_gains, (placements + 1) / 2));
    int theirs = at_most(board16_count(other), best_gains(other_gains, placements / 2));
    *high = LASER_UNIT * mine;
    *low = -LASER_UNIT * theirs;
    if (placements == 1) /* one more emitter, then nothing */
        *low = *high;
    else if (placements > 1) /* the side to move gets at least the worst of its gains */
        *low += LASER_UNIT * least;
}
