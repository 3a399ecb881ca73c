/* race.c - a beam of positions in which one side alone moves
 *
 * A level of the beam is made in three steps. Every move of every position becomes a candidate of
 * some bytes: score, key, parent, code. A histogram of the scores tells which of them can be among
 * the best, so that most are dropped at once. What is left is sorted by score, equal positions are
 * put out, and only those that remain become boards. The way back is kept as a code and the
 * parent's number for each position.
 */
#include "games/halma/race.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"

enum {
    SCORES = 1 << 14, /* a position's score is below */
    SPARE = 3,        /* candidates kept for each place, because many are equal positions */
    ROOM = 4,         /* times that many are held before the worst are swept out */
    REAR = 3          /* pieces at the rear that are known one by one */
};

/* What a position is scored by, less is better: sums over the pieces, and what the last two have to
 * go. Without these two, beams leave stragglers behind, whom nobody helps to jump later. With dx
 * and dy the distances from the goal's corner and s = dx + dy: */
struct taste {
    int steps;          /* s */
    int squared;        /* s * s / 32 */
    int king;           /* the larger of dx and dy */
    int beside;         /* |dx - dy| */
    int beside_squared; /* (dx - dy)^2 / 16 */
    int outside;        /* 1 outside the goal */
    int last, second;   /* s of the piece that has the most to go, and of the next one */
};

/* Four of the best of 171 at random, by the mean length of the lines that beams of width 50 found
 * in 109 positions of noisy games. They come in the order of what beams of width 60,000 find from
 * the start, alone on the board: 44, 46, 47 and 47 moves. */
static const struct taste tastes[RACE_TABLES] = {
    {5, 3, 6, 6, 17, 40, 75, 23},
    {9, 5, 2, 0, 13, 48, 53, 24},
    {10, 3, 2, 0, 20, 30, 68, 18},
    {7, 6, 0, 1, 23, 35, 36, 5},
};

struct node {
    struct quarters own;
    uint64_t key;
    uint32_t trail;     /* number of this node in the beam's trail */
    uint16_t score;     /* without what the last ones add */
    uint8_t rear[REAR]; /* what the last pieces have to go, the last one first */
    uint8_t holes;      /* goal squares that nobody occupies */
};

struct candidate {
    uint64_t key;
    uint32_t parent; /* index in the level */
    uint16_t code;
    uint16_t score;
};

/* How a node was reached. */
struct step {
    uint32_t parent; /* in the trail */
    uint16_t code;
};

struct beam {
    struct solo solo;
    const struct taste *taste;
    int cost[HALMA_SQUARES]; /* of a piece on a square */
    uint64_t key[HALMA_SQUARES];
    int width;
    struct node *level, *next;
    int count; /* nodes of the level */
    struct candidate *candidate, *sorted;
    int candidates, room;
    int histogram[SCORES];
    int counted; /* candidates with scores up to worst */
    int worst;
    uint64_t *seen; /* keys of a level's candidates, some overwritten by others */
    uint64_t seen_mask;
    struct step *trail;
    uint32_t trail_length, trail_room;
};

static int cost_of(const struct taste *taste, unsigned square)
{
    const int dx = HALMA_EDGE - 1 - (int)halma_x(square);
    const int dy = HALMA_EDGE - 1 - (int)halma_y(square);
    const int s = dx + dy, beside = abs(dx - dy);
    return taste->steps * s + taste->squared * s * s / 32 + taste->king * (dx > dy ? dx : dy) +
           taste->beside * beside + taste->beside_squared * beside * beside / 16 +
           taste->outside * !board16_has(&halma_camp[SIDE_SECOND], square);
}

/* What the last pieces have to go; 0 where there are fewer. */
static void find_rear(struct node *node)
{
    uint8_t count[SOLO_FARTHEST + 1] = {0};
    for (unsigned q = 0; q < QUARTERS; q++)
        for (uint64_t rest = node->own.part[q]; rest; rest &= rest - 1)
            count[solo_way(quarter_square(q, (unsigned)__builtin_ctzll(rest)))]++;
    int found = 0;
    for (int way = SOLO_FARTHEST; way > 0 && found < REAR; way--)
        for (int i = 0; i < count[way] && found < REAR; i++)
            node->rear[found++] = (uint8_t)way;
    while (found < REAR)
        node->rear[found++] = 0;
}

/* Drops what can no longer be among the best. */
static void sweep(struct beam *b)
{
    int kept = 0;
    for (int i = 0; i < b->candidates; i++)
        if (b->candidate[i].score <= b->worst)
            b->candidate[kept++] = b->candidate[i];
    b->candidates = kept;
}

static void add_candidate(struct beam *b, const struct candidate *c)
{
    uint64_t *slot = &b->seen[c->key & b->seen_mask];
    if (*slot == c->key)
        return;
    *slot = c->key;
    if (b->candidates == b->room)
        sweep(b);
    if (b->candidates == b->room)
        return; /* no better than the worst of those that are kept */
    b->candidate[b->candidates++] = *c;
    b->histogram[c->score]++;
    b->counted++;
    while (b->counted - b->histogram[b->worst] >= SPARE * b->width)
        b->counted -= b->histogram[b->worst--];
}

/* The score of a node's child, with what the last two have to go. */
static int score_of(const struct beam *b, const struct node *node, unsigned from, unsigned to)
{
    const int gone = solo_way(from), come = solo_way(to);
    const int first = node->rear[gone == node->rear[0]];
    const int next = node->rear[gone >= node->rear[1] ? 2 : 1];
    const int last = come > first ? come : first;
    const int second = come > first ? first : come > next ? come : next;
    const int score = node->score - b->cost[from] + b->cost[to] + b->taste->last * last +
                      b->taste->second * second;
    return score < SCORES ? score : SCORES - 1;
}

/* Makes candidates of a node's moves. Returns the one that ends the race, or -1. */
static int expand(struct beam *b, int index)
{
    const struct node *node = &b->level[index];
    uint16_t moves[SOLO_MOVES_MAX];
    const int count = solo_moves(&b->solo, &node->own, moves);
    for (int i = 0; i < count; i++) {
        const unsigned from = halma_from(moves[i]), to = halma_to(moves[i]);
        if (node->holes <= 1 &&
            node->holes + solo_has(&b->solo.goal, from) == solo_has(&b->solo.goal, to))
            return moves[i];
        const int score = score_of(b, node, from, to);
        if (score > b->worst)
            continue;
        const struct candidate c = {node->key ^ b->key[from] ^ b->key[to], (uint32_t)index,
                                    moves[i], (uint16_t)score};
        add_candidate(b, &c);
    }
    return -1;
}

/* Expands a level; false, with the last move of the race and the node it is made in, if that is
 * found, or if the budget is spent. */
static bool expand_level(struct beam *b, struct budget *budget, int *last, int *last_node)
{
    memset(b->histogram, 0, sizeof b->histogram);
    memset(b->seen, 0, (b->seen_mask + 1) * sizeof *b->seen);
    b->candidates = b->counted = 0;
    b->worst = SCORES - 1;
    *last = -1;
    for (int i = 0; i < b->count; i++) {
        if (budget_spend(budget, 1))
            return false;
        *last = expand(b, i);
        *last_node = i;
        if (*last >= 0)
            return false;
    }
    return true;
}

static uint32_t remember(struct beam *b, uint32_t parent, uint16_t code)
{
    if (b->trail_length == b->trail_room) {
        b->trail_room = 2 * b->trail_room + 1024;
        b->trail = memory_resize(b->trail, b->trail_room * sizeof *b->trail);
    }
    b->trail[b->trail_length] = (struct step){parent, code};
    return b->trail_length++;
}

static void make_child(struct beam *b, const struct candidate *c, struct node *child)
{
    const unsigned from = halma_from(c->code), to = halma_to(c->code);
    const struct node *parent = &b->level[c->parent];
    *child = *parent;
    solo_toggle(&child->own, from);
    solo_toggle(&child->own, to);
    child->key = c->key;
    child->score = (uint16_t)(parent->score - b->cost[from] + b->cost[to]);
    child->trail = remember(b, parent->trail, c->code);
    child->holes = (uint8_t)(parent->holes + solo_has(&b->solo.goal, from) -
                             solo_has(&b->solo.goal, to));
    find_rear(child);
}

/* Makes the next level of the best candidates. */
static void select_best(struct beam *b)
{
    sweep(b);
    for (int i = 1; i <= b->worst; i++)
        b->histogram[i] += b->histogram[i - 1];
    for (int i = 0; i < b->candidates; i++)
        b->sorted[--b->histogram[b->candidate[i].score]] = b->candidate[i];
    memset(b->seen, 0, (b->seen_mask + 1) * sizeof *b->seen);
    int kept = 0;
    for (int i = 0; i < b->candidates && kept < b->width; i++) {
        const uint64_t key = b->sorted[i].key;
        uint64_t at = key & b->seen_mask;
        while (b->seen[at] != 0 && b->seen[at] != key)
            at = (at + 1) & b->seen_mask;
        if (b->seen[at] == key)
            continue;
        b->seen[at] = key;
        make_child(b, &b->sorted[i], &b->next[kept++]);
    }
    struct node *swap = b->level;
    b->level = b->next;
    b->next = swap;
    b->count = kept;
}

static void write_line(const struct beam *b, int last, int node, int moves, struct race_line *line)
{
    uint32_t at = b->level[node].trail;
    line->moves = moves;
    line->code[moves - 1] = solo_code(&b->solo, (uint16_t)last);
    for (int i = moves - 2; i >= 0; i--) {
        line->code[i] = solo_code(&b->solo, b->trail[at].code);
        at = b->trail[at].parent;
    }
}

static struct beam *beam_new(const struct race *race, const struct taste *taste, int width)
{
    struct beam *b = memory_zero(sizeof *b);
    b->taste = taste;
    b->width = width;
    b->level = memory_new((size_t)width * sizeof *b->level);
    b->next = memory_new((size_t)width * sizeof *b->next);
    b->room = ROOM * SPARE * width + SOLO_MOVES_MAX;
    b->candidate = memory_new((size_t)b->room * sizeof *b->candidate);
    b->sorted = memory_new((size_t)b->room * sizeof *b->sorted);
    b->seen_mask = 63;
    while (b->seen_mask < 4 * (uint64_t)width)
        b->seen_mask = 2 * b->seen_mask + 1;
    b->seen = memory_new((b->seen_mask + 1) * sizeof *b->seen);

    struct node first = {0};
    solo_init(&b->solo, race, &first.own);
    int score = 0;
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        b->cost[square] = cost_of(taste, square);
        b->key[square] = hash64(square);
        if (solo_has(&first.own, square)) {
            first.key ^= b->key[square];
            score += b->cost[square];
        }
    }
    first.score = (uint16_t)(score < SCORES ? score : SCORES - 1);
    first.holes = (uint8_t)solo_holes(&b->solo, &first.own);
    find_rear(&first);
    b->level[0] = first;
    b->count = solo_can_end(&b->solo, &first.own);
    return b;
}

static void beam_free(struct beam *b)
{
    free(b->level);
    free(b->next);
    free(b->candidate);
    free(b->sorted);
    free(b->seen);
    free(b->trail);
    free(b);
}

bool race_beam(const struct race *race, int table, int width, int below, struct budget *budget,
               struct race_line *line)
{
    assert(width > 0 && width <= RACE_WIDTH_MAX && table >= 0 && table < RACE_TABLES);
    struct beam *b = beam_new(race, &tastes[table], width);
    int last = -1, node = 0;
    line->moves = -1;
    for (int moves = 1; moves < below && moves <= RACE_MOVES_MAX && b->count > 0; moves++) {
        if (!expand_level(b, budget, &last, &node)) {
            if (last >= 0)
                write_line(b, last, node, moves, line);
            break;
        }
        select_best(b);
    }
    beam_free(b);
    return line->moves >= 0;
}
