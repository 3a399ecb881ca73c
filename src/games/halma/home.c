/* home.c - pieces that stay at home
 *
 * A side wins when the squares of the opposing camp are occupied, by whomever. So an opponent who
 * keeps its pieces at home does most of the work: what is left are the holes between them. A search
 * does not see that, because the opponent could come out in time. Where it has shown that it does
 * not, by having many more pieces at home than we, one piece of ours goes for each hole, on the
 * shortest way that there is while all others stand still.
 *
 * It can also make the work impossible. While its pieces stay, a hole is filled by a piece that
 * steps or jumps into it, and every square from which one comes must be reached before. A flood
 * over the board, with the pieces at home as the only obstacles, reaches all that ever can be: a
 * square beside a reached one, since one of ours steps there, and a square behind a piece at home,
 * since one of ours jumps over it. A jump over a piece elsewhere reaches nothing else, because the
 * square of that piece was reached and the one behind lies beside it. What the flood does not reach
 * is sealed: nobody wins there against the owner's will. The fewest pieces that seal a hole are
 * six, around the corner. By the addendum nobody may stay, and nothing is sealed.
 */
#include "games/halma/home.h"

#include "games/halma/jumps.h"

enum {
    SEAL_LEAST = 6,    /* pieces */
    KEEPERS_MANY = 13, /* pieces at home that look like staying, … */
    KEEPERS_MORE = 4,  /* … if the other side has so many fewer left at its own */
    STAY_LEAST = 17,   /* pieces at home of who has not begun to come out */
    HOLES_FEW = 6,
    WAY_LONG = 16, /* moves of one piece */
    HURRY_MIN = 2, /* one move is the search's to see */
    HURRY_MAX = 20 /* in more the opponent has come out */
};

/* One step or one jump over a piece that stays, to squares where none stands. */
static board16 spread_over(board16 from, board16 stay)
{
    board16 next = board16_spread(from);
    for (int d = 0; d < DIRECTIONS; d++)
        next |= board16_step(board16_step(from, d) & stay, d);
    return next & ~stay;
}

void home_find_sealed(const struct halma *p, int owner, board16 *sealed)
{
    const board16 camp = halma_camp[owner], stay = p->piece[owner] & camp;
    *sealed = camp & ~stay;
    if (p->head.world->variant == HALMA_ADDENDUM || board16_count(stay) < SEAL_LEAST) {
        *sealed = board16_zero();
        return;
    }
    board16 reached = ~camp | p->piece[1 - owner], before;
    do {
        before = reached;
        reached |= spread_over(reached, stay);
        *sealed &= ~reached;
    } while (!board16_is_empty(*sealed) && !board16_equal(reached, before));
}

/* How one piece comes to one of some squares while all others stand still: level[i] are the squares
 * that are i moves away from there. Steps and jumps can be made backwards, so the way is looked for
 * from its end. */
struct way {
    int moves; /* WAY_LONG if it would take that many or more */
    unsigned from;
    board16 level[WAY_LONG];
};

static board16 reach_by_jumps(board16 from, const struct landings *landings)
{
    const struct quarters start = quarters_of(from);
    board16 reached = board16_zero();
    for (unsigned q = 0; q < QUARTERS; q++)
        for (uint64_t far = flood_jumps(start.part[q], landings->part[q]); far; far &= far - 1)
            reached |= board16_square(quarter_square(q, (unsigned)__builtin_ctzll(far)));
    return reached;
}

static void find_ground(board16 others, struct landings *landings)
{
    const struct quarters free_parts = quarters_of(~others), other_parts = quarters_of(others);
    find_landings(&free_parts, &other_parts, landings);
}

static struct way way_to(board16 ends, board16 others, unsigned from)
{
    struct way way = {.from = from, .level = {ends}};
    struct landings landings;
    find_ground(others, &landings);
    board16 seen = ends;
    for (; way.moves < WAY_LONG && !board16_has(&seen, from); way.moves++) {
        const board16 last = way.level[way.moves];
        const board16 next = (board16_spread(last) & ~others) | reach_by_jumps(last, &landings);
        if (way.moves + 1 < WAY_LONG)
            way.level[way.moves + 1] = next & ~seen;
        seen |= next;
    }
    return way;
}

/* The piece that is nearest to some squares. */
static struct way nearest_way(board16 ends, board16 all, board16 runners)
{
    struct way best = {.moves = WAY_LONG};
    for_each_square16 (from, runners) {
        struct way way = way_to(ends, all & ~board16_square(from), from);
        if (way.moves < best.moves)
            best = way;
    }
    return best;
}

static bool next_move(const struct position *head, const struct way *way, unsigned *move)
{
    struct move list[MOVES_MAX];
    const int count = head->world->rules->moves(head, list);
    for (int i = 0; i < count; i++)
        if (halma_from(list[i].code) == way->from &&
            board16_has(&way->level[way->moves - 1], halma_to(list[i].code))) {
            *move = list[i].code;
            return true;
        }
    return false;
}

/* The squares to which a piece comes by a move, or from which it has come; others: where the other
 * pieces are. */
static board16 beside(unsigned square, board16 others)
{
    const board16 only = board16_square(square);
    struct landings landings;
    find_ground(others, &landings);
    return ((board16_spread(only) & ~others) | reach_by_jumps(only, &landings)) & ~only;
}

/* Where a piece at home that goes out would leave a hole to which nobody else can come. */
static board16 find_exits(const struct halma *p, int owner)
{
    const board16 all = p->piece[0] | p->piece[1], camp = halma_camp[owner];
    board16 exits = board16_zero();
    for_each_square16 (from, p->piece[owner] & camp) {
        const board16 others = all & ~board16_square(from);
        for_each_square16 (to, beside(from, others) & ~camp)
            if (board16_is_empty(beside(from, others | board16_square(to))))
                exits |= board16_square(to);
    }
    return exits;
}

/* Where a runner ought to be while the camp is full, or its only holes are sealed as long as nobody
 * moves: a piece that goes out and comes back again and again is stopped by standing where it goes,
 * which takes a piece beside it while it is out. Then another hole must open; somebody is to be
 * beside the camp. */
static board16 waiting_squares(const struct halma *p, int owner, bool is_full)
{
    const board16 all = p->piece[0] | p->piece[1], camp = halma_camp[owner];
    if (!is_full)
        return board16_spread(p->piece[owner] & ~camp) & ~all & ~camp;
    const board16 exits = find_exits(p, owner);
    return board16_is_empty(exits) ? board16_spread(camp) & ~all & ~camp : exits;
}

/* The piece with the longest way goes first: what is foreseen last is prevented last. */
bool home_hurry(const struct position *head, unsigned *move)
{
    const struct halma *p = halma_of(head);
    const int side = head->side, other = 1 - side;
    const board16 goal = halma_camp[other], all = p->piece[0] | p->piece[1];
    const int keepers = board16_count(p->piece[other] & goal);
    if (keepers < KEEPERS_MANY ||
        keepers < board16_count(p->piece[side] & halma_camp[side]) + KEEPERS_MORE)
        return false;
    board16 holes = goal & ~all, runners = p->piece[side] & ~goal;
    if (board16_count(holes) > HOLES_FEW)
        return false;
    struct way longest = {0};
    int moves = 0;
    bool is_shut = board16_is_empty(holes);
    for_each_square16 (hole, holes) {
        struct way way = nearest_way(board16_square(hole), all, runners);
        is_shut = is_shut || way.moves >= WAY_LONG;
        runners &= ~board16_square(way.from);
        moves += way.moves;
        if (way.moves > longest.moves)
            longest = way;
    }
    if (is_shut) {
        runners = p->piece[side] & ~goal;
        longest = nearest_way(waiting_squares(p, other, board16_is_empty(holes)), all, runners);
        moves = longest.moves + 1;
    }
    return moves >= HURRY_MIN && moves <= HURRY_MAX && longest.moves < WAY_LONG &&
           next_move(head, &longest, move);
}

/* Where all holes that are left in a camp are sealed, and who fills it has come out, there is
 * nothing to be done any more. Early in a game a seal means little: its pieces are about to leave.
 */
bool home_is_dead(const struct halma *p, unsigned *hole)
{
    for (int owner = 0; owner < 2; owner++) {
        const int other = 1 - owner;
        board16 sealed, holes = halma_camp[owner] & ~(p->piece[0] | p->piece[1]);
        home_find_sealed(p, owner, &sealed);
        if (board16_is_empty(sealed) || !board16_is_empty(holes & ~sealed) ||
            !board16_is_empty(p->piece[other] & halma_camp[other]))
            continue;
        *hole = board16_first(sealed);
        return true;
    }
    return false;
}

bool home_stays(const struct position *head)
{
    const int other = 1 - head->side;
    return board16_count(halma_of(head)->piece[other] & halma_camp[other]) >= STAY_LEAST;
}
