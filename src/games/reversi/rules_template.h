/* rules_template.h - the rules, compiled once for each kind of grid
 *
 * small.c and wide.c include a grid, which says up to which GRID_EDGE it goes, and then this file;
 * GRID_KIND names the instance. With GRID_PATTERNS it knows the estimate that was learned
 * (patterns.h), of which evaluate() makes use where the world has it.
 *
 * The key is not kept up move by move, since a claim changes many squares at once: it is computed
 * afresh from the boards, as the sum over their words of (own + salt)(other + salt) in 128 bits.
 * That is the universal hash NH, a multiplication a word. It sees the board as the side to move
 * does, so that positions that differ by an exchange of colours share a key, and a value.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "game/guidance.h"
#include "games/reversi/reversi.h"

struct land {
    struct position head;
    grid owned[2]; /* by side */
#ifdef GRID_PATTERNS
    struct pattern_indices indices; /* kept up where the world has learned patterns */
#endif
};

static const struct rules rules;

static const struct land *land_of(const struct position *p)
{
    assert(p->world->rules == &rules && p->side < 2);
    return (const struct land *)p;
}

static grid free_squares(const struct land *p)
{
    return grid_from_words(reversi_world_of(&p->head)->inside) & ~(p->owned[0] | p->owned[1]);
}

static uint64_t key_of(const struct land *p)
{
    __extension__ typedef unsigned __int128 product;
    const struct reversi_world *world = reversi_world_of(&p->head);
    struct words16 own = grid_words(p->owned[p->head.side]);
    struct words16 other = grid_words(p->owned[!p->head.side]);
    product sum = 0;
    for (int i = 0; i < GRID_WORDS; i++)
        sum += (product)(own.word[i] + world->salt[0][i]) * (other.word[i] + world->salt[1][i]);
    uint64_t key = (uint64_t)sum ^ (uint64_t)(sum >> 64);
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

static int moves(const struct position *head, struct move out[MOVES_MAX])
{
    const struct land *p = land_of(head);
    const struct reversi_world *world = reversi_world_of(head);
    grid own = p->owned[head->side], other = p->owned[!head->side], empty = free_squares(p);
    struct words16 legal = grid_words(grid_moves(own, other, empty));
    int count = 0;
    for (unsigned i = 0; i < GRID_WORDS; i++)
        for (uint64_t rest = legal.word[i]; rest != 0; rest &= rest - 1) {
            unsigned code = grid_code(64 * i + (unsigned)__builtin_ctzll(rest));
            out[count++] = (struct move){(uint16_t)code, world->hint[code]};
        }
    if (count == 0 && world->head.variant == REVERSI_OTHELLO &&
        !grid_is_empty(grid_moves(other, own, empty)))
        out[count++] = (struct move){REVERSI_PASS, 0};
    return count;
}

static int count_moves(const struct position *head)
{
    const struct land *p = land_of(head);
    grid own = p->owned[head->side], other = p->owned[!head->side], empty = free_squares(p);
    int count = grid_count(grid_moves(own, other, empty));
    if (count == 0 && head->world->variant == REVERSI_OTHELLO)
        count = !grid_is_empty(grid_moves(other, own, empty));
    return count;
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
        unsigned index = grid_index(code);
        grid flips = grid_flips(p->owned[side], p->owned[!side], index);
        assert(!grid_is_empty(flips) && !grid_is_empty(free_squares(p) & grid_square(index)));
        int count = grid_count(flips);
        child->owned[side] ^= flips | grid_square(index);
        child->owned[!side] ^= flips;
        child->head.score[side] += count + 1;
        child->head.score[!side] -= count;
#ifdef GRID_PATTERNS
        const struct pattern_set *patterns = reversi_world_of(head)->patterns;
        if (patterns)
            pattern_play(patterns->layout, side, index, flips, &child->indices);
#endif
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

static bool look(const struct position *head, struct reversi_features *f)
{
    const struct land *p = land_of(head);
    const struct reversi_world *world = reversi_world_of(head);
    grid empty = free_squares(p), beside_empty = grid_spread(empty);
    grid corners = grid_from_words(world->corners);
    grid beside_open_corner = grid_spread(corners & empty);
    grid diagonal = grid_from_words(world->diagonal_neighbours) & beside_open_corner;
    grid straight = grid_from_words(world->straight_neighbours) & beside_open_corner;
    grid edges = grid_from_words(world->edges);
    for (int i = 0; i < 2; i++) {
        int side = head->side ^ i;
        grid own = p->owned[side];
        f->moves[i] = grid_count(grid_moves(own, p->owned[!side], empty));
        if (i == 0 && f->moves[0] == 0 && head->world->variant == REVERSI_BIDDING)
            return false;
        f->discs[i] = head->score[side];
        f->corners[i] = grid_count(own & corners);
        f->diagonal[i] = grid_count(own & diagonal);
        f->straight[i] = grid_count(own & straight);
        f->edges[i] = grid_count(own & edges);
        f->frontier[i] = grid_count(own & beside_empty);
    }
    return f->moves[0] + f->moves[1] > 0;
}

#ifdef GRID_PATTERNS
/* The estimate of a world that has learned patterns. */
static int evaluate_patterns(const struct position *head)
{
    const struct land *p = land_of(head);
    int side = head->side;
    grid own = p->owned[side], other = p->owned[!side], empty = free_squares(p);
    struct pattern_counts c = {
        .discs = {head->score[side], head->score[!side]},
        .moves = {grid_count(grid_moves(own, other, empty)),
                  grid_count(grid_moves(other, own, empty))},
    };
    bool is_over = c.moves[0] == 0 && (head->world->variant == REVERSI_BIDDING || c.moves[1] == 0);
    return is_over ? end_value(head)
                   : pattern_estimate(reversi_world_of(head)->patterns, &p->indices, side, &c);
}
#endif

/* The search may ask before it finds that there is no move. */
static int evaluate(const struct position *head)
{
#ifdef GRID_PATTERNS
    if (reversi_world_of(head)->patterns)
        return evaluate_patterns(head);
#endif
    struct reversi_features f;
    return look(head, &f) ? reversi_estimate(head->world, &f) : end_value(head);
}

#ifdef GRID_PATTERNS
/* Moves by the estimate of what they lead to. */
static void rank(const struct position *head, struct move *list, int count)
{
    enum { STEPS = 16 }; /* of value make one of a hint */
    struct land child;
    if (!reversi_world_of(head)->patterns)
        return;
    for (int i = 0; i < count; i++) {
        play(head, list[i].code, &child.head);
        list[i].hint = (int16_t)(-evaluate_patterns(&child.head) / STEPS);
    }
}

static bool probcut(const struct position *head, int depth, struct probcut *out)
{
    enum { TRUST = 140 }; /* hundredths of a standard deviation */
    const struct pattern_set *set = reversi_world_of(head)->patterns;
    if (!set || depth < PATTERN_DEPTH_MIN)
        return false;
    int row = depth - PATTERN_DEPTH_MIN;
    while (row >= PATTERN_DEPTHS)
        row -= 2;
    int error = set->error[pattern_stage(set->layout, head->score[0] + head->score[1])][row];
    *out = (struct probcut){pattern_shallow(depth), error * TRUST / 100};
    return error > 0;
}

static const struct guidance guidance = {
    .rank_depth = 3,
    .rank = rank,
    .probcut = probcut,
    .limit = REVERSI_WIN / 2,
};
#endif

static uint64_t key(const struct position *p)
{
    return key_of(land_of(p));
}

/* Half of the empty squares; fewer if the game ends early, which the clock need not bet on. */
static int moves_left(const struct position *p)
{
    int n = p->world->size;
    return (n * n - p->score[0] - p->score[1]) / 2 + 1;
}

static void set(struct position *head, const reversi_cells cells)
{
    struct land *p = (struct land *)head;
    int n = head->world->size;
    p->owned[0] = p->owned[1] = p->owned[0] ^ p->owned[0];
    head->score[0] = head->score[1] = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            if (cells[row][column] == 0)
                continue;
            int side = cells[row][column] - 1;
            assert(side == 0 || side == 1);
            p->owned[side] |= grid_square(grid_index(reversi_code(head->world, row, column)));
            head->score[side]++;
        }
    head->key = key_of(p);
#ifdef GRID_PATTERNS
    if (reversi_world_of(head)->patterns)
        pattern_begin(reversi_world_of(head)->patterns->layout, p->owned, &p->indices);
#endif
}

static void get(const struct position *head, reversi_cells cells)
{
    const struct land *p = land_of(head);
    int n = head->world->size;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            grid square = grid_square(grid_index(reversi_code(head->world, row, column)));
            for (int side = 0; side < 2; side++)
                if (!grid_is_empty(p->owned[side] & square))
                    cells[row][column] = (unsigned char)(side + 1);
        }
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
    .count_moves = count_moves,
    .reductions = 50,
    .solving = GRID_SOLVING,
#ifdef GRID_PATTERNS
    .guidance = &guidance,
#endif
};

const struct reversi_kind GRID_KIND = {
    .edge_max = GRID_EDGE,
    .world_bytes = sizeof(struct reversi_world),
    .position_bytes = (sizeof(struct land) + POSITION_ALIGN - 1) & -(size_t)POSITION_ALIGN,
    .rules = &rules,
    .prepare = reversi_prepare,
    .set = set,
    .get = get,
    .look = look,
};
