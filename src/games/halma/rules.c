/* rules.c - Halma's moves; how a piece jumps is told in jumps.h */
#include "games/halma/jumps.h"
#include "games/halma/net.h"

#include "base/memory.h"
#include "base/random.h"

const board16 halma_camp[2] = {
    {0x1f, 0x1f, 0x0f, 0x07, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc000, 0xe000, 0xf000, 0xf800, 0xf800},
};

/* What the pieces of one position have in common as they move. */
struct ground {
    board16 empty;
    struct landings landings;
};

static void ground_init(struct ground *ground, const struct halma *p)
{
    const board16 pieces = p->piece[0] | p->piece[1];
    ground->empty = ~pieces;
    const struct quarters occupied = quarters_of(pieces), empty = quarters_of(ground->empty);
    find_landings(&empty, &occupied, &ground->landings);
}

/* Appends the moves of some pieces that end in an area. */
static int add_moves(const struct halma *p, const struct ground *ground, board16 pieces,
                     board16 area, struct move *out, int count)
{
    if (board16_is_empty(pieces))
        return count;
    const struct halma_world *world = (const struct halma_world *)p->head.world;
    const int32_t *cost = world->cost[p->head.side];
    const board16 ends = area & ground->empty;
    const struct quarters end_part = quarters_of(ends);
    uint16_t end_row[HALMA_EDGE];
    memcpy(end_row, &ends, sizeof end_row);
    /* Only a salvaged board with too many pieces can ever exceed the list. */
    const int room = MOVES_MAX - board16_count(ground->empty);

    for_each_square16 (from, pieces) {
        if (count > room)
            return count;
        unsigned x = halma_x(from), y = halma_y(from);
        for (unsigned row = y > 0 ? y - 1 : 0; row <= y + 1 && row < HALMA_EDGE; row++)
            for (unsigned near = end_row[row] & (7u << x >> 1); near; near &= near - 1) {
                unsigned to = halma_square((unsigned)__builtin_ctz(near), row);
                out[count++] = (struct move){(uint16_t)halma_code(from, to),
                                             (int16_t)((cost[from] - cost[to]) / HALMA_SCALE)};
            }
        unsigned q = quarter_of(from);
        uint64_t far = flood_jumps(UINT64_C(1) << quarter_bit(from), ground->landings.part[q]);
        for (far &= end_part.part[q]; far; far &= far - 1) {
            unsigned to = quarter_square(q, (unsigned)__builtin_ctzll(far));
            out[count++] = (struct move){(uint16_t)halma_code(from, to),
                                         (int16_t)((cost[from] - cost[to]) / HALMA_SCALE)};
        }
    }
    return count;
}

/* Keeps the moves that go farther from the side's own corner: neither coordinate nearer. */
static int keep_onward(int side, struct move *list, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        unsigned from = halma_from(list[i].code), to = halma_to(list[i].code);
        unsigned near = side == SIDE_FIRST ? from : to, off = side == SIDE_FIRST ? to : from;
        if (halma_x(off) >= halma_x(near) && halma_y(off) >= halma_y(near))
            list[kept++] = list[i];
    }
    return kept;
}

/* The addendum's order: out of the camp, else onward in it, else anything that does not enter. */
static int add_addendum_moves(const struct halma *p, const struct ground *ground, struct move *out)
{
    const int side = p->head.side;
    const board16 own = p->piece[side], camp = halma_camp[side], goal = halma_camp[1 - side];
    int count = add_moves(p, ground, own & camp, ~camp, out, 0);
    if (count > 0)
        return count;
    int inside = add_moves(p, ground, own & camp, camp, out, 0);
    count = keep_onward(side, out, inside);
    if (count > 0)
        return count;
    count = add_moves(p, ground, own & camp, camp, out, 0);
    count = add_moves(p, ground, own & goal, goal, out, count);
    return add_moves(p, ground, own & ~camp & ~goal, ~camp, out, count);
}

static int list_moves(const struct position *head, struct move out[MOVES_MAX])
{
    const struct halma *p = halma_of(head);
    if (head->over)
        return 0;
    struct ground ground;
    ground_init(&ground, p);
    if (head->world->variant == HALMA_ADDENDUM)
        return add_addendum_moves(p, &ground, out);
    const board16 own = p->piece[head->side], goal = halma_camp[1 - head->side];
    int count = add_moves(p, &ground, own & ~goal, ~board16_zero(), out, 0);
    return add_moves(p, &ground, own & goal, goal, out, count);
}

/* Zobrist's numbers, made when needed: that is no slower than a table that must stay in cache. */
static uint64_t piece_key(int side, unsigned square)
{
    return hash64((uint64_t)side << 8 | square);
}

static uint64_t side_key(int side)
{
    return side == SIDE_FIRST ? 0 : hash64(1 << 9);
}

static uint64_t key_afresh(const struct position *head)
{
    const struct halma *p = halma_of(head);
    uint64_t key = hash64(1 << 10 | (uint64_t)head->world->variant) ^ side_key(head->side);
    for (int side = 0; side < 2; side++)
        for_each_square16 (square, p->piece[side])
            key ^= piece_key(side, square);
    return key;
}

static void toggle(board16 *board, unsigned square)
{
    uint16_t lane;
    char *at = (char *)board + 2 * halma_y(square);
    memcpy(&lane, at, sizeof lane);
    lane = (uint16_t)(lane ^ 1u << halma_x(square));
    memcpy(at, &lane, sizeof lane);
}

static int play(const struct position *head, unsigned code, struct position *child_head)
{
    const struct halma *p = halma_of(head);
    const struct halma_world *world = (const struct halma_world *)head->world;
    struct halma *child = (struct halma *)child_head;
    const int side = head->side;
    const unsigned from = halma_from(code), to = halma_to(code);
    assert(p != child && !head->over && code < 1 << 16);
    assert(board16_has(&p->piece[side], from) && halma_glyph(p, to) == '.');

    memcpy(child, p, sizeof *child);
    toggle(&child->piece[side], from);
    toggle(&child->piece[side], to);
    if (world->net)
        net_move(world->net, side, from, to, child->unit);
    child->cost[side] += world->cost[side][to] - world->cost[side][from];
    child->head.key ^= piece_key(side, from) ^ piece_key(side, to) ^ side_key(SIDE_SECOND);
    child->head.ply++;
    child->head.side = (uint8_t)(1 - side);
    if (halma_has_won(child, side)) {
        child->head.over = true;
        child->head.score[side] = 1;
    }
    return 0;
}

bool halma_has_won(const struct halma *p, int side)
{
    const board16 goal = halma_camp[1 - side];
    return board16_is_empty(goal & ~(p->piece[0] | p->piece[1])) &&
           !board16_is_empty(goal & p->piece[side]);
}

/* The shortest chain of jumps; if stay, it does not leave the opposing camp once inside. */
static int find_chain(const struct halma *p, unsigned code, bool stay, uint8_t way[HALMA_WAY_MAX])
{
    const board16 *goal = &halma_camp[1 - p->head.side];
    uint8_t queue[HALMA_SQUARES], before[HALMA_SQUARES], depth[HALMA_SQUARES] = {0};
    int head = 0, tail = 0;
    queue[tail++] = (uint8_t)halma_from(code);
    depth[halma_from(code)] = 1;
    while (head < tail && depth[halma_to(code)] == 0) {
        unsigned at = queue[head++];
        for (int d = 0; d < DIRECTIONS; d++) {
            int x = (int)halma_x(at) + 2 * jump_x[d], y = (int)halma_y(at) + 2 * jump_y[d];
            if (x < 0 || y < 0 || x >= HALMA_EDGE || y >= HALMA_EDGE)
                continue;
            unsigned land = halma_square((unsigned)x, (unsigned)y);
            unsigned over = (at + land) / 2; /* the mean of the indices is the square between */
            if (depth[land] || halma_glyph(p, land) != '.' || halma_glyph(p, over) == '.')
                continue;
            if (stay && board16_has(goal, at) && !board16_has(goal, land))
                continue;
            depth[land] = (uint8_t)(depth[at] + 1);
            before[land] = (uint8_t)at;
            queue[tail++] = (uint8_t)land;
        }
    }
    int count = depth[halma_to(code)];
    unsigned at = halma_to(code);
    for (int i = count - 1; i >= 0; i--) {
        way[i] = (uint8_t)at;
        if (i > 0)
            at = before[at];
    }
    return count;
}

int halma_way(const struct halma *p, unsigned code, uint8_t way[HALMA_WAY_MAX], bool *settled)
{
    const unsigned from = halma_from(code), to = halma_to(code);
    *settled = true;
    if (from == to || halma_glyph(p, to) != '.')
        return 0;
    if (halma_king_steps(from, to) == 1) {
        way[0] = (uint8_t)from;
        way[1] = (uint8_t)to;
        return 2;
    }
    int count = find_chain(p, code, true, way);
    if (count > 0)
        return count;
    *settled = false;
    return find_chain(p, code, false, way);
}

unsigned halma_forbidding_readings(const struct position *head, unsigned code)
{
    const struct halma *p = halma_of(head);
    struct ground ground;
    struct move allowed[MOVES_MAX];
    ground_init(&ground, p);
    int count = add_addendum_moves(p, &ground, allowed);
    unsigned readings = HALMA_BY_ADDENDUM;
    for (int i = 0; i < count; i++)
        if (allowed[i].code == code)
            readings = 0;
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    halma_way(p, code, way, &settled);
    return settled ? readings : readings | HALMA_BY_EVERY_JUMP;
}

struct problem *halma_problem(int variant)
{
    struct halma_world *world = memory_zero(sizeof *world);
    world->head = (struct world){.game = &game_halma,
                                 .rules = &halma_rules,
                                 .bytes = sizeof *world,
                                 .position_bytes = sizeof(struct halma),
                                 .size = HALMA_EDGE,
                                 .variant = variant,
                                 .weights = halma_weights};
    halma_fill_costs(world);
    world->net = net_built_in();
    return problem_new(&world->head);
}

void halma_settle(struct halma *p)
{
    const struct halma_world *world = (const struct halma_world *)p->head.world;
    for (int side = 0; side < 2; side++) {
        p->cost[side] = 0;
        for_each_square16 (square, p->piece[side])
            p->cost[side] += world->cost[side][square];
        if (world->net)
            net_look(world->net, p->piece, side, &p->unit[side]);
    }
    p->head.key = key_afresh(&p->head);
}

const struct rules halma_rules = {
    .moves = list_moves,
    .play = play,
    .end_value = halma_end_value,
    .evaluate = halma_evaluate,
    .textbook = halma_plain,
    .key = key_afresh,
    .moves_left = halma_moves_left,
    .reductions = 80,
    .even_reductions = true,
};
