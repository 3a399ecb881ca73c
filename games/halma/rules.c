/* rules.c - Halma's moves
 *
 * A jump changes each coordinate by 0 or 2, so a jumping piece keeps the parities of x and y. The
 * board falls apart into four quarters by these parities, each of them 8 x 8 squares in one word:
 *
 *     quarter 2 * (y & 1) + (x & 1),   bit 8 * (y >> 1) + (x >> 1)
 *
 * In its quarter a jump is a single step, and all that a piece can reach by jumps is a flood
 * fill with eight shifts. The squares jumped over lie in other quarters. That also settles the
 * subtle rule that there is nothing to jump over on the square the mover has left: it never comes
 * past that square. It may come back into it, but from there it reaches nothing new. So one set of
 * landing squares, made once, serves all pieces.
 */
#include "game/caution.h"
#include "games/halma/halma.h"

#include "base/memory.h"
#include "base/random.h"

const board16 halma_camp[2] = {
    {0x1f, 0x1f, 0x0f, 0x07, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc000, 0xe000, 0xf000, 0xf800, 0xf800},
};

/* The directions are board16's. */
static const int step_x[DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int step_y[DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};

enum { QUARTERS = 4 };

struct quarters {
    uint64_t part[QUARTERS];
};

/* What the pieces of one position have in common as they move. */
struct ground {
    board16 empty;
    uint64_t landing[QUARTERS][DIRECTIONS]; /* empty squares that a jump in a direction can hit */
};

static struct quarters quarters_of(board16 board)
{
    struct quarters q = {{0}};
    for (int x = 0; x < 2; x++) {
        board16 half = (x ? board >> 1 : board) & 0x5555;
        half = (half | half >> 1) & 0x3333;
        half = (half | half >> 2) & 0x0f0f;
        half = (half | half >> 4) & 0x00ff;
        struct words16 rows = board16_words(half);
        for (int i = 0; i < 4; i++) {
            uint64_t even = rows.word[i], odd = rows.word[i] >> 16;
            q.part[x] |= ((even | even >> 24) & 0xffff) << 16 * i;
            q.part[2 + x] |= ((odd | odd >> 24) & 0xffff) << 16 * i;
        }
    }
    return q;
}

static uint64_t rotate(uint64_t bits, int by)
{
    return bits << (by & 63) | bits >> (-by & 63);
}

/* Where a coordinate's neighbour lies in its quarter, relative to the coordinate in its own: an
 * even one shares its place with the odd one above it. */
static int neighbour(int parity, int step)
{
    return step == 0 ? 0 : parity ? (step + 1) / 2 : (step - 1) / 2;
}

/* Rotated bits that wrap come to stand where no shift of the flood arrives or in the column that
 * is masked here. */
static void find_landings(struct ground *ground)
{
    static const uint64_t columns[3] = {UINT64_C(0x7f7f7f7f7f7f7f7f), UINT64_MAX,
                                        UINT64_C(0xfefefefefefefefe)};
    struct quarters empty = quarters_of(ground->empty);
    for (int q = 0; q < QUARTERS; q++)
        for (int d = 0; d < DIRECTIONS; d++) {
            int x = step_x[d], y = step_y[d];
            int over = q ^ ((y != 0) << 1 | (x != 0));
            int by = -8 * neighbour(q >> 1, -y) - neighbour(q & 1, -x);
            ground->landing[q][d] = empty.part[q] & rotate(~empty.part[over], by) & columns[x + 1];
        }
}

static uint64_t flood(uint64_t front, const uint64_t landing[DIRECTIONS])
{
    uint64_t reached = 0;
    while (front) {
        uint64_t next = (front >> 9 & landing[0]) | (front >> 8 & landing[1]) |
                        (front >> 7 & landing[2]) | (front >> 1 & landing[3]) |
                        (front << 1 & landing[4]) | (front << 7 & landing[5]) |
                        (front << 8 & landing[6]) | (front << 9 & landing[7]);
        front = next & ~reached;
        reached |= next;
    }
    return reached;
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
        unsigned q = (y & 1) << 1 | (x & 1);
        uint64_t far = flood(UINT64_C(1) << (y >> 1 << 3 | x >> 1), ground->landing[q]);
        for (far &= end_part.part[q]; far; far &= far - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(far);
            unsigned to = halma_square((bit & 7) << 1 | (x & 1), bit >> 3 << 1 | (y & 1));
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
    struct ground ground = {.empty = ~(p->piece[0] | p->piece[1])};
    find_landings(&ground);
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
            int x = (int)halma_x(at) + 2 * step_x[d], y = (int)halma_y(at) + 2 * step_y[d];
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

/* A grader may go by the addendum, which allows nothing that the plain rules forbid: a move that it
 * forbids is a risk, and so is a way that leaves the opposing camp. */
static bool is_risky(const struct position *head, unsigned code)
{
    const struct halma *p = halma_of(head);
    struct ground ground = {.empty = ~(p->piece[0] | p->piece[1])};
    struct move allowed[MOVES_MAX];
    find_landings(&ground);
    int count = add_addendum_moves(p, &ground, allowed);
    bool found = false;
    for (int i = 0; i < count; i++)
        found = found || allowed[i].code == code;
    if (!found)
        return true;
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    halma_way(p, code, way, &settled);
    return !settled;
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
    return problem_new(&world->head);
}

void halma_settle(struct halma *p)
{
    const struct halma_world *world = (const struct halma_world *)p->head.world;
    for (int side = 0; side < 2; side++) {
        p->cost[side] = 0;
        for_each_square16 (square, p->piece[side])
            p->cost[side] += world->cost[side][square];
    }
    p->head.key = key_afresh(&p->head);
}

static const struct caution caution = {is_risky};

const struct rules halma_rules = {
    .moves = list_moves,
    .play = play,
    .end_value = halma_end_value,
    .evaluate = halma_evaluate,
    .textbook = halma_plain,
    .key = key_afresh,
    .moves_left = halma_moves_left,
    .caution = &caution,
};
