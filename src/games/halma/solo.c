#include "games/halma/solo.h"

struct race race_of(const struct halma *p, int side, bool alone)
{
    struct race race = {
        .own = p->piece[side], .side = side, .addendum = p->head.world->variant == HALMA_ADDENDUM};
    if (!alone)
        race.frozen = p->piece[1 - side];
    return race;
}

static struct quarters half_turn(struct quarters q)
{
    struct quarters out = {{0}};
    for (unsigned i = 0; i < QUARTERS; i++)
        for (uint64_t rest = q.part[i]; rest; rest &= rest - 1)
            out.part[QUARTERS - 1 - i] |= UINT64_C(1) << (63 - __builtin_ctzll(rest));
    return out;
}

void solo_init(struct solo *s, const struct race *race, struct quarters *own)
{
    *s = (struct solo){.frozen = quarters_of(race->frozen),
                       .camp = quarters_of(halma_camp[SIDE_FIRST]),
                       .goal = quarters_of(halma_camp[SIDE_SECOND]),
                       .addendum = race->addendum,
                       .turned = race->side == SIDE_SECOND};
    *own = quarters_of(race->own);
    if (s->turned) {
        *own = half_turn(*own);
        s->frozen = half_turn(s->frozen);
    }
    for (unsigned square = 0; square < HALMA_SQUARES; square++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const unsigned x = halma_x(square) + (unsigned)jump_x[d];
            const unsigned y = halma_y(square) + (unsigned)jump_y[d];
            if (x < HALMA_EDGE && y < HALMA_EDGE)
                solo_toggle((struct quarters *)s->near[square], halma_square(x, y));
        }
}

int solo_holes(const struct solo *s, const struct quarters *own)
{
    int holes = 0;
    for (int q = 0; q < QUARTERS; q++)
        holes += __builtin_popcountll(s->goal.part[q] & ~(own->part[q] | s->frozen.part[q]));
    return holes;
}

bool solo_can_end(const struct solo *s, const struct quarters *own)
{
    const int holes = solo_holes(s, own);
    int pieces = 0, outside = 0;
    for (int q = 0; q < QUARTERS; q++) {
        pieces += __builtin_popcountll(own->part[q]);
        outside += __builtin_popcountll(own->part[q] & ~s->goal.part[q]);
    }
    return pieces <= HALMA_PIECES && holes <= outside && (holes > 0 || pieces > outside);
}

/* What the pieces of one position have in common as they move. */
struct ground {
    const struct solo *solo;
    const struct quarters *own;
    struct quarters empty;
    struct landings landings;
};

static const struct quarters everywhere = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};

static struct quarters without(struct quarters a, const struct quarters *b)
{
    for (int q = 0; q < QUARTERS; q++)
        a.part[q] &= ~b->part[q];
    return a;
}

/* Appends the moves of a piece, by a step or by jumps, that end in an area. */
static int add_piece(const struct ground *g, unsigned from, const struct quarters *area,
                     uint16_t *out, int count)
{
    const unsigned home = quarter_of(from);
    const uint64_t start = UINT64_C(1) << quarter_bit(from);
    const uint64_t jumps = flood_jumps(start, g->landings.part[home]) & ~start;
    for (unsigned q = 0; q < QUARTERS; q++) {
        uint64_t rest = g->solo->near[from][q] & g->empty.part[q];
        if (q == home)
            rest |= jumps;
        for (rest &= area->part[q]; rest; rest &= rest - 1)
            out[count++] = (uint16_t)halma_code(from,
                                                quarter_square(q, (unsigned)__builtin_ctzll(rest)));
    }
    return count;
}

static int add_pieces(const struct ground *g, const struct quarters *pieces,
                      const struct quarters *area, uint16_t *out, int count)
{
    /* Only a salvaged board with too many pieces can ever exceed the list. */
    for (unsigned q = 0; q < QUARTERS; q++)
        for (uint64_t rest = g->own->part[q] & pieces->part[q];
             rest && count <= SOLO_MOVES_MAX - HALMA_SQUARES; rest &= rest - 1)
            count = add_piece(g, quarter_square(q, (unsigned)__builtin_ctzll(rest)), area, out,
                              count);
    return count;
}

/* Keeps the moves that go farther from the own corner: neither coordinate nearer. */
static int keep_onward(uint16_t *list, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const unsigned from = halma_from(list[i]), to = halma_to(list[i]);
        if (halma_x(to) >= halma_x(from) && halma_y(to) >= halma_y(from))
            list[kept++] = list[i];
    }
    return kept;
}

/* The addendum's order: out of the camp, else onward in it, else anything that does not enter. */
static int add_addendum(const struct ground *g, uint16_t *out)
{
    const struct quarters *camp = &g->solo->camp, *goal = &g->solo->goal;
    const struct quarters outside = without(everywhere, camp);
    const struct quarters between = without(outside, goal);
    int count = add_pieces(g, camp, &outside, out, 0);
    if (count > 0)
        return count;
    count = keep_onward(out, add_pieces(g, camp, camp, out, 0));
    if (count > 0)
        return count;
    count = add_pieces(g, camp, camp, out, 0);
    count = add_pieces(g, goal, goal, out, count);
    return add_pieces(g, &between, &outside, out, count);
}

int solo_moves(const struct solo *s, const struct quarters *own, uint16_t out[SOLO_MOVES_MAX])
{
    struct ground g = {.solo = s, .own = own};
    struct quarters pieces;
    for (int q = 0; q < QUARTERS; q++) {
        pieces.part[q] = own->part[q] | s->frozen.part[q];
        g.empty.part[q] = ~pieces.part[q];
    }
    find_landings(&g.empty, &pieces, &g.landings);
    if (s->addendum)
        return add_addendum(&g, out);
    const struct quarters others = without(everywhere, &s->goal);
    const int count = add_pieces(&g, &others, &everywhere, out, 0);
    return add_pieces(&g, &s->goal, &s->goal, out, count);
}

struct quarters solo_spread(const struct solo *s, const struct quarters *at,
                            const struct quarters *others)
{
    struct quarters free, over, out = *at;
    struct landings landings;
    for (int q = 0; q < QUARTERS; q++) {
        free.part[q] = ~s->frozen.part[q];
        over.part[q] = others->part[q] | s->frozen.part[q];
    }
    find_landings(&free, &over, &landings);
    for (unsigned q = 0; q < QUARTERS; q++)
        out.part[q] |= flood_jumps(at->part[q], landings.part[q]);
    const struct quarters steps = solo_neighbours(s, at);
    for (int q = 0; q < QUARTERS; q++)
        out.part[q] |= steps.part[q] & free.part[q];
    return out;
}

struct quarters solo_neighbours(const struct solo *s, const struct quarters *at)
{
    struct quarters out = {{0}};
    for (unsigned q = 0; q < QUARTERS; q++)
        for (uint64_t rest = at->part[q]; rest; rest &= rest - 1) {
            const unsigned from = quarter_square(q, (unsigned)__builtin_ctzll(rest));
            for (int to = 0; to < QUARTERS; to++)
                out.part[to] |= s->near[from][to];
        }
    return out;
}
