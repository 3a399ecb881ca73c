/* racing.c - race counts, and what they say about the game
 *
 * Beams look for short lines, a narrow one first, then ever wider ones by several tables; after
 * each width a proof is tried for a share of what was spent so far.
 *
 * When is a race won for certain? The side plays its line and the other does what it likes. Where
 * the other's pieces can be after j moves is known from above: R(0) is where they stand, and R(j +
 * 1) is what R(j) reaches by a step, or by jumps over whatever stands, or can stand, on the way. If
 * no square on which the line's i-th move lands lies in the R(j) of that time, and all that it
 * jumps over is its own, nothing disturbs it. The other needs as many moves as classes of squares
 * tell (least.h), which holds for all it can do, as no move of the line ends in its goal. If R(j)
 * never even comes beside the side's pieces the other races as if alone on the board, and what is
 * proven about that race holds too.
 */
#include "games/halma/racing.h"

#include <stdlib.h>

#include "games/halma/least.h"

enum {
    WIDTH_FIRST = 20,
    WIDTH_GROWTH = 3,
    WIDTH_DEAR = 4000, /* from here on two tables have to do */
    TABLES_DEAR = 2,
    PROOF_SHARE = 4,     /* a proof may take this part of what was spent before */
    PROOF_NODES = 200,   /* and this many */
    INTERVAL = 16,       /* nodes between two looks at the clock */
    DIAGONALS_APART = 3, /* neighbours differ by two diagonals at most */
    FIXED_NODES = 100000 /* of a proof without limits */
};

/* True if the line can be played to the end of the race. */
static bool is_line(const struct race *race, const struct race_line *line)
{
    struct solo s;
    struct quarters own;
    uint16_t moves[SOLO_MOVES_MAX];
    solo_init(&s, race, &own);
    if (!solo_can_end(&s, &own))
        return false;
    for (int i = 0; i < line->moves; i++) {
        const int count = solo_moves(&s, &own, moves);
        int at = 0;
        while (at < count && solo_code(&s, moves[at]) != line->code[i])
            at++;
        if (at == count)
            return false;
        solo_toggle(&own, halma_from(moves[at]));
        solo_toggle(&own, halma_to(moves[at]));
    }
    return line->moves > 0 && solo_holes(&s, &own) == 0;
}

/* A part of a budget, for a proof. */
static struct budget share_of(const struct budget *whole)
{
    struct limits limits = whole->limits;
    const uint64_t most = whole->nodes / PROOF_SHARE + PROOF_NODES;
    const uint64_t left = limits.nodes > whole->nodes ? limits.nodes - whole->nodes : 1;
    limits.nodes = limits.nodes > 0 && left < most ? left : most;
    return budget_begin(&limits, INTERVAL);
}

static void improve(const struct race *race, struct budget *budget, struct race_line *line,
                    int *least)
{
    struct race_line found;
    for (int width = WIDTH_FIRST; width <= RACE_WIDTH_MAX; width *= WIDTH_GROWTH) {
        const int tables = width < WIDTH_DEAR ? RACE_TABLES : TABLES_DEAR;
        for (int table = 0; table < tables; table++) {
            if (line->moves == *least || budget_is_spent(budget))
                return;
            const int below = line->moves < 0 ? RACE_MOVES_MAX + 1 : line->moves;
            if (race_beam(race, table, width, below, budget, &found))
                *line = found;
        }
        if (line->moves < 0 || line->moves == *least)
            continue;
        struct budget share = share_of(budget);
        if (race_prove(race, line->moves, &share, least, &found))
            *line = found;
        budget->nodes += share.nodes;
    }
}

uint64_t race_count_moves(const struct position *head, int side, bool alone,
                          const struct limits *limits, struct race_count *out)
{
    const struct race race = race_of(halma_of(head), side, alone);
    struct limits own_limits = *limits;
    if (limits->soft > 0)
        own_limits.hard = limits->soft;
    struct budget budget = budget_begin(&own_limits, INTERVAL);
    struct race_line line = {.moves = out->moves};
    for (int i = 0; i < out->moves; i++)
        line.code[i] = out->line[i];
    if (!is_line(&race, &line))
        line.moves = -1;
    out->least = race_least(&race);
    improve(&race, &budget, &line, &out->least);
    out->moves = line.moves;
    for (int i = 0; i < line.moves; i++)
        out->line[i] = line.code[i];
    return budget.nodes;
}

/* Black goes to higher diagonals, White to lower ones. */
bool race_is_decoupled(const struct position *head)
{
    const struct halma *p = halma_of(head);
    unsigned black = 2 * HALMA_EDGE, white = 0;
    if (board16_is_empty(p->piece[0]) || board16_is_empty(p->piece[1]))
        return false;
    for_each_square16 (square, p->piece[SIDE_FIRST])
        if (halma_x(square) + halma_y(square) < black)
            black = halma_x(square) + halma_y(square);
    for_each_square16 (square, p->piece[SIDE_SECOND])
        if (halma_x(square) + halma_y(square) > white)
            white = halma_x(square) + halma_y(square);
    return black >= white + DIAGONALS_APART;
}

/* A side that plays its line while the other comes wherever it can. */
struct chase {
    struct halma alone;    /* the side's pieces by themselves */
    struct quarters reach; /* where the other's pieces can be */
    struct solo solo;      /* without frozen pieces */
    bool is_apart;         /* the other has never come beside the side's pieces */
};

/* Jumps in a chain may start beside the side's pieces though the first one does not, so what counts
 * is where the other's pieces can be afterwards. */
static void let_other_move(struct chase *c, int side)
{
    const struct quarters own = quarters_of(c->alone.piece[side]);
    struct quarters others = c->reach;
    for (int q = 0; q < QUARTERS; q++)
        others.part[q] |= own.part[q];
    c->reach = solo_spread(&c->solo, &c->reach, &others);
    const struct quarters near = solo_neighbours(&c->solo, &c->reach);
    c->is_apart = c->is_apart && !solo_meet(&near, &own) && !solo_meet(&c->reach, &own);
}

/* Makes a move of the line; false if the other can have disturbed it. */
static bool make_move(struct chase *c, int side, unsigned code)
{
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    const int squares = halma_way(&c->alone, code, way, &settled);
    for (int i = 1; i < squares; i++)
        if (solo_has(&c->reach, way[i]))
            return false;
    if (squares == 0 || board16_has(&halma_camp[side], halma_to(code)))
        return false;
    c->alone.piece[side] ^= board16_square(halma_from(code)) ^ board16_square(halma_to(code));
    return true;
}

/* True if nothing that the other does disturbs the line. */
static bool is_safe(const struct halma *p, int side, const struct race_count *own, bool *is_apart)
{
    struct chase c = {.alone = *p, .is_apart = true};
    const struct race other = {.own = p->piece[1 - side], .side = SIDE_FIRST};
    solo_init(&c.solo, &other, &c.reach);
    c.alone.piece[1 - side] = board16_zero();
    c.alone.head.side = (uint8_t)side;
    for (int i = 0; i < own->moves; i++) {
        if (i > 0 || p->head.side != side)
            let_other_move(&c, side);
        if (!make_move(&c, side, own->line[i]))
            return false;
    }
    *is_apart = c.is_apart;
    return halma_has_won(&c.alone, side);
}

bool race_is_won(const struct position *head, int side, const struct race_count *own,
                 const struct limits *limits, int *by)
{
    const struct halma *p = halma_of(head);
    bool is_apart;
    /* By the addendum what leaves one's camp depends on who stands in the way. */
    if (head->world->variant == HALMA_ADDENDUM &&
        !board16_is_empty(p->piece[side] & halma_camp[side]))
        return false;
    if (own->moves <= 0 || head->over || !is_safe(p, side, own, &is_apart))
        return false;
    const int granted = own->moves - (head->side == side); /* moves of the other until then */
    const struct race among = race_of(p, 1 - side, false), alone = race_of(p, 1 - side, true);
    int least = race_least_by_class(&among);
    if (least <= granted && is_apart) {
        struct race_line line;
        struct limits enough = *limits;
        if (limits->nodes == 0 && limits->hard == 0)
            enough.nodes = FIXED_NODES;
        struct budget budget = budget_begin(&enough, INTERVAL);
        race_prove(&alone, granted + 1, &budget, &least, &line);
    }
    *by = least - granted;
    return least > granted;
}

/* A certain end is worth what it will be when it comes (halma_end_value()). */
int race_value(const struct position *head, const struct race_count *own,
               const struct race_count *other, int verdict)
{
    if (verdict > 0)
        return HALMA_WIN - (head->ply + 2 * own->moves - 1);
    if (verdict < 0)
        return head->ply + 2 * other->moves - HALMA_WIN;
    if (other->moves < 0)
        return 0;
    return HALMA_UNIT * (other->moves - own->moves) + HALMA_UNIT / 2;
}
