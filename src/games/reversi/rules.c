#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "games/reversi/learned.h"
#include "games/reversi/reversi.h"

extern const struct game game_reversi;

static void mark(struct words16 *set, int n, int row, int column)
{
    unsigned stride = n <= REVERSI_EDGE_SMALL ? 8 : 16;
    unsigned index = stride * (unsigned)row + (unsigned)column;
    set->word[index >> 6] |= UINT64_C(1) << (index & 63);
}

/* How far a row or column is from the nearer edge. */
static int depth_of(int n, int line)
{
    return line < n - 1 - line ? line : n - 1 - line;
}

/* What a square is worth to try first: corners, then edges and the middle; the squares that give
 * a corner away last. */
int16_t reversi_hint(int n, int row, int column)
{
    enum { KNOWN = 4 };
    static const int16_t value[KNOWN][KNOWN] = {
        {120, -20, 20, 12}, /* near 0: the border, from the corner on */
        {0, -50, -8, -6},   /* near 1: the line inside it */
        {0, 0, 6, 2},
        {0, 0, 0, 0},
    };
    int a = depth_of(n, row), b = depth_of(n, column);
    int near = a < b ? a : b, far = a < b ? b : a;
    return value[near < KNOWN ? near : KNOWN - 1][far < KNOWN ? far : KNOWN - 1];
}

static void describe_squares(struct reversi_world *world)
{
    int n = world->head.size;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            int a = depth_of(n, row), b = depth_of(n, column);
            int near = a < b ? a : b, far = a < b ? b : a;
            mark(&world->inside, n, row, column);
            if (far == 0)
                mark(&world->corners, n, row, column);
            else if (near == 0 && far == 1)
                mark(&world->straight_neighbours, n, row, column);
            else if (near == 1 && far == 1)
                mark(&world->diagonal_neighbours, n, row, column);
            else if (near == 0)
                mark(&world->edges, n, row, column);
            world->hint[reversi_code(&world->head, row, column)] = reversi_hint(n, row, column);
        }
}

void reversi_prepare(struct world *head)
{
    struct reversi_world *world = (struct reversi_world *)head;
    struct random random = {(uint64_t)(1000 * head->size + head->variant)};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            world->salt[j][i] = random_next(&random);
    describe_squares(world);
    world->patterns = pattern_set(head->size, head->variant);
}

const struct reversi_kind *reversi_kind(int n)
{
    static const struct reversi_kind *const kinds[] = {&reversi_small, &reversi_wide,
                                                       &reversi_large};
    int i = 0;
    while (n > kinds[i]->edge_max) // NOLINT: no edge is larger than the last kind's
        i++;
    return kinds[i];
}

void reversi_final_score(const struct position *p, int out[2])
{
    int n = p->world->size, margin = reversi_final_margin(p);
    int shared = p->world->variant == REVERSI_OTHELLO && margin != 0 ? n * n
                                                                     : p->score[0] + p->score[1];
    out[p->side] = (shared + margin) / 2;
    out[!p->side] = (shared - margin) / 2;
}

struct problem *reversi_problem(int n, const reversi_cells cells, int side, int variant)
{
    assert(n >= REVERSI_EDGE_MIN && n <= REVERSI_EDGE_MAX);
    assert(side == SIDE_FIRST || side == SIDE_SECOND);
    assert(variant == REVERSI_BIDDING || variant == REVERSI_OTHELLO);
    const struct reversi_kind *kind = reversi_kind(n);
    struct world *world = memory_zero(kind->world_bytes);
    *world = (struct world){
        .game = &game_reversi,
        .rules = kind->rules,
        .bytes = kind->world_bytes,
        .position_bytes = kind->position_bytes,
        .size = n,
        .variant = variant,
        .weights = reversi_weights(n),
    };
    kind->prepare(world);
    struct problem *problem = problem_new(world);
    struct position *p = problem->position;
    p->side = (uint8_t)side;
    kind->set(p, cells);
    int discs = p->score[0] + p->score[1];
    p->ply = (uint16_t)(discs > 4 ? discs - 4 : 0);
    return problem;
}

void reversi_get(const struct position *p, reversi_cells cells)
{
    memset(cells, 0, sizeof(reversi_cells));
    reversi_kind(p->world->size)->get(p, cells);
}
