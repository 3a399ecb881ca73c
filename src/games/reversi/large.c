/* large.c - boards from 17 x 17 to 64 x 64: the rules on plain rows
 *
 * The same rules, estimate and kind of key as rules_template.h, but for the way a board is kept.
 * Claims are found in one sweep a direction: which runs of enemies end in a row follows from the
 * runs of the row before. So a list costs a few steps a row, however long the runs are.
 */
#include <assert.h>
#include <stddef.h>

#include "base/random.h"
#include "games/reversi/reversi.h"

struct large_world {
    struct world head;
    uint64_t salt[2][ROWS64_EDGE]; /* of the key */
};

struct land {
    struct position head;
    struct rows64 owned[2]; /* by side */
};

static const struct rules rules;

static const struct land *land_of(const struct position *p)
{
    assert(p->world->rules == &rules && p->side < 2);
    return (const struct land *)p;
}

static void prepare(struct world *head)
{
    struct large_world *world = (struct large_world *)head;
    struct random random = {(uint64_t)(1000 * head->size + head->variant)};
    for (int i = 0; i < ROWS64_EDGE; i++)
        for (int j = 0; j < 2; j++)
            world->salt[j][i] = random_next(&random);
}

/* See rules_template.h. */
static uint64_t key_of(const struct land *p)
{
    const struct large_world *world = (const struct large_world *)p->head.world;
    uint64_t key = rows64_hash(&p->owned[p->head.side], &p->owned[!p->head.side], world->salt,
                               world->head.size);
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

static struct rows64 free_squares(const struct land *p)
{
    int n = p->head.world->size;
    uint64_t inside = rows64_full_row(n);
    struct rows64 free = {{0}};
    for (int row = 0; row < n; row++)
        free.row[row] = inside & ~(p->owned[0].row[row] | p->owned[1].row[row]);
    return free;
}

/* Adds the squares that end a run of enemies, seen from row to row in one direction: down or up,
 * and by -1, 0 or 1 columns. */
static inline void sweep(const uint64_t *own, const uint64_t *other, int n, bool is_down,
                         int columns, uint64_t *reach)
{
    uint64_t own_before = 0, run = 0; /* of the row before; the run may end here */
    for (int i = 0; i < n; i++) {
        int row = is_down ? i : n - 1 - i;
        uint64_t ends = rows64_shift(run, columns);
        reach[row] |= ends;
        run = other[row] & (ends | rows64_shift(own_before, columns));
        own_before = own[row];
    }
}

/* The same within a row, to both sides. */
static inline uint64_t reach_in_row(uint64_t own, uint64_t other)
{
    uint64_t reach = 0;
    for (uint64_t run = other & own << 1; run != 0; run = other & run << 1)
        reach |= run << 1;
    for (uint64_t run = other & own >> 1; run != 0; run = other & run >> 1)
        reach |= run >> 1;
    return reach;
}

/* Where a side may claim, among the empty squares of the board. */
static void find_claims(const struct land *p, int side, const struct rows64 *empty,
                        struct rows64 *out)
{
    int n = p->head.world->size;
    const uint64_t *own = p->owned[side].row, *other = p->owned[!side].row;
    for (int row = 0; row < n; row++)
        out->row[row] = reach_in_row(own[row], other[row]);
    for (int columns = -1; columns <= 1; columns++) {
        sweep(own, other, n, true, columns, out->row);
        sweep(own, other, n, false, columns, out->row);
    }
    for (int row = 0; row < n; row++)
        out->row[row] &= empty->row[row];
}

static int moves(const struct position *head, struct move out[MOVES_MAX])
{
    const struct land *p = land_of(head);
    int n = head->world->size, count = 0;
    struct rows64 empty = free_squares(p), claims;
    find_claims(p, head->side, &empty, &claims);
    for (int row = 0; row < n; row++)
        for (uint64_t rest = claims.row[row]; rest != 0; rest &= rest - 1) {
            int column = __builtin_ctzll(rest);
            out[count++] = (struct move){(uint16_t)rows64_index(row, column),
                                         reversi_hint(n, row, column)};
        }
    if (count == 0 && head->world->variant == REVERSI_OTHELLO) {
        find_claims(p, !head->side, &empty, &claims);
        if (rows64_count(&claims, n) > 0)
            out[count++] = (struct move){REVERSI_PASS, 0};
    }
    return count;
}

/* Turns over the enemies bracketed in one direction from a square; returns their number. */
static int turn_over(struct land *p, int side, int row, int column, int down, int right)
{
    int n = p->head.world->size, length = 0;
    struct rows64 *own = &p->owned[side], *other = &p->owned[!side];
    int r = row + down, c = column + right;
    while (r >= 0 && r < n && c >= 0 && c < n && rows64_has(other, r, c)) {
        length++;
        r += down;
        c += right;
    }
    if (r < 0 || r >= n || c < 0 || c >= n || !rows64_has(own, r, c))
        return 0;
    for (int i = 1; i <= length; i++) {
        uint64_t bit = UINT64_C(1) << (column + i * right);
        own->row[row + i * down] |= bit;
        other->row[row + i * down] &= ~bit;
    }
    return length;
}

static int play(const struct position *head, unsigned code, struct position *child_head)
{
    const struct land *p = land_of(head);
    struct land *child = (struct land *)child_head;
    int side = head->side;
    assert(head != child_head);
    *child = *p;
    child->head.ply++;
    child->head.side = (uint8_t)!side;
    if (code == REVERSI_PASS) {
        assert(head->world->variant == REVERSI_OTHELLO);
    } else {
        int row = rows64_row(code), column = rows64_column(code), turned = 0;
        assert(!rows64_has(&p->owned[0], row, column) && !rows64_has(&p->owned[1], row, column));
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++)
                if (down != 0 || right != 0)
                    turned += turn_over(child, side, row, column, down, right);
        assert(turned > 0);
        rows64_add(&child->owned[side], row, column);
        child->head.score[side] += turned + 1;
        child->head.score[!side] -= turned;
    }
    child->head.key = key_of(child);
    return 0;
}

static int margin(const struct position *p)
{
    return p->score[p->side] - p->score[!p->side];
}

static int end_value(const struct position *p)
{
    return reversi_end_value(reversi_final_margin(p));
}

/* The corners, and what stands beside those that are empty. */
static void look_at_corners(const struct land *p, int side, int n, const struct rows64 *empty,
                            int *corners, int *diagonal, int *straight)
{
    const struct rows64 *own = &p->owned[side];
    *corners = *diagonal = *straight = 0;
    for (int i = 0; i < 4; i++) {
        int row = i & 1 ? n - 1 : 0, column = i & 2 ? n - 1 : 0;
        int row_beside = i & 1 ? n - 2 : 1, column_beside = i & 2 ? n - 2 : 1;
        *corners += rows64_has(own, row, column);
        if (!rows64_has(empty, row, column))
            continue;
        *diagonal += rows64_has(own, row_beside, column_beside);
        *straight += rows64_has(own, row, column_beside) + rows64_has(own, row_beside, column);
    }
}

/* Squares of the border that are neither corners nor beside one. */
static int count_edges(const struct rows64 *own, int n)
{
    uint64_t middle = rows64_full_row(n - 2) & ~UINT64_C(3);
    int count = __builtin_popcountll(own->row[0] & middle) +
                __builtin_popcountll(own->row[n - 1] & middle);
    for (int row = 2; row < n - 2; row++)
        count += rows64_has(own, row, 0) + rows64_has(own, row, n - 1);
    return count;
}

/* Squares beside one that is empty. */
static int count_frontier(const struct rows64 *own, const struct rows64 *empty, int n)
{
    int count = 0;
    for (int row = 0; row < n; row++) {
        uint64_t near = empty->row[row] | (row > 0 ? empty->row[row - 1] : 0) |
                        (row < n - 1 ? empty->row[row + 1] : 0);
        count += __builtin_popcountll(own->row[row] & (near | near << 1 | near >> 1));
    }
    return count;
}

static bool look(const struct position *head, struct reversi_features *f)
{
    const struct land *p = land_of(head);
    int n = head->world->size;
    struct rows64 empty = free_squares(p), claims;
    for (int i = 0; i < 2; i++) {
        int side = head->side ^ i;
        find_claims(p, side, &empty, &claims);
        f->moves[i] = rows64_count(&claims, n);
        if (i == 0 && f->moves[0] == 0 && head->world->variant == REVERSI_BIDDING)
            return false;
        f->discs[i] = head->score[side];
        look_at_corners(p, side, n, &empty, &f->corners[i], &f->diagonal[i], &f->straight[i]);
        f->edges[i] = count_edges(&p->owned[side], n);
        f->frontier[i] = count_frontier(&p->owned[side], &empty, n);
    }
    return f->moves[0] + f->moves[1] > 0;
}

/* The search may ask before it finds that there is no move. */
static int evaluate(const struct position *head)
{
    struct reversi_features f;
    return look(head, &f) ? reversi_estimate(head->world, &f) : end_value(head);
}

static uint64_t key(const struct position *p)
{
    return key_of(land_of(p));
}

/* See rules_template.h. */
static int moves_left(const struct position *p)
{
    int n = p->world->size;
    return (n * n - p->score[0] - p->score[1]) / 2 + 1;
}

static void set(struct position *head, const reversi_cells cells)
{
    struct land *p = (struct land *)head;
    int n = head->world->size;
    p->owned[0] = p->owned[1] = (struct rows64){{0}};
    head->score[0] = head->score[1] = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            if (cells[row][column] == 0)
                continue;
            int side = cells[row][column] - 1;
            assert(side == 0 || side == 1);
            rows64_add(&p->owned[side], row, column);
            head->score[side]++;
        }
    head->key = key_of(p);
}

static void get(const struct position *head, reversi_cells cells)
{
    const struct land *p = land_of(head);
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < head->world->size; row++)
            for (uint64_t rest = p->owned[side].row[row]; rest != 0; rest &= rest - 1)
                cells[row][__builtin_ctzll(rest)] = (unsigned char)(side + 1);
}

static const struct rules rules = {
    .moves = moves,
    .play = play,
    .end_value = end_value,
    .final_score = reversi_final_score,
    .evaluate = evaluate,
    .textbook = margin,
    .key = key,
    .moves_left = moves_left,
    .reductions = 50,
};

const struct reversi_kind reversi_large = {
    .edge_max = REVERSI_EDGE_MAX,
    .world_bytes = sizeof(struct large_world),
    .position_bytes = (sizeof(struct land) + POSITION_ALIGN - 1) & -(size_t)POSITION_ALIGN,
    .rules = &rules,
    .prepare = prepare,
    .set = set,
    .get = get,
    .look = look,
};
