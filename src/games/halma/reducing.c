/* reducing.c - Halma made smaller: a piece less on its way
 *
 * A position file has 19 pieces of each side, so none can be taken off. A piece that stands in the
 * camp where it wants to go has nothing more to do: a reduction puts one there, on the free square
 * that is nearest to the corner.
 */
#include "game/reducing.h"
#include "games/halma/halma.h"

static unsigned brush_at(const struct reduction *r, unsigned square)
{
    return r->board.brush[halma_y(square)][halma_x(square)];
}

/* The side whose piece stands on a square and has not arrived; -1: there is none. */
static int side_on_way(const struct reduction *r, unsigned square)
{
    int side = (int)brush_at(r, square) - 1;
    return side >= 0 && !board16_has(&halma_camp[1 - side], square) ? side : -1;
}

static int ways(const struct reduction *r)
{
    (void)r;
    return HALMA_SQUARES;
}

static bool reduce(struct reduction *r, int way)
{
    const unsigned square = (unsigned)way;
    const int side = side_on_way(r, square);
    if (side < 0)
        return false;
    int best = -1;
    unsigned nearest = HALMA_SQUARES;
    for (unsigned to = 0; to < HALMA_SQUARES; to++) {
        unsigned steps = halma_king_steps(to, halma_goal_corner(side));
        if (board16_has(&halma_camp[1 - side], to) && brush_at(r, to) == 0 && steps < nearest) {
            best = (int)to;
            nearest = steps;
        }
    }
    if (best < 0)
        return false;
    r->board.brush[halma_y((unsigned)best)][halma_x((unsigned)best)] = (uint8_t)(side + 1);
    r->board.brush[halma_y(square)][halma_x(square)] = 0;
    return true;
}

static int count(const struct reduction *r)
{
    int on_way = 0;
    for (unsigned square = 0; square < HALMA_SQUARES; square++)
        on_way += side_on_way(r, square) >= 0;
    return on_way;
}

const struct reducing halma_reducing = {
    .ways = ways,
    .reduce = reduce,
    .things = "pieces on their way",
    .count = count,
};
