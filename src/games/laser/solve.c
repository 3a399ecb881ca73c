/* solve.c - the proofs of Laser Checkmate
 *
 * What is left of a game is two sets, what the side to move still wants and what the other one
 * still wants (laser.h); a square in both is legal, and a square that no legal square covers is in
 * neither. The value is counted in squares.
 *
 * The search asks one question at a time: is the value at least x? It follows the moves to
 * the end of the game unless something cheaper answers:
 *
 *   mirrors   see mirror_limit();
 *   bounds    see bounds_template.h, and most_on_board();
 *   endgame   where at most 32 legal squares are left, which is nearly always, all the rest is done
 *             in a way that is faster there: see endgame_template.h;
 *   table     both bounds of each position searched (known.h), and where there are many moves and
 *             success is likely, what it knows of the positions that they lead to;
 *   twins     of two moves after which the same squares are legal, one is often no better than the
 *             other. Say that after a, its side has gained g(a) and still wants w(a); likewise b;
 *             the other side wants the same after both. Whoever played b can go on as if it had
 *             been a: it gains what a's player gains, but for squares in w(a) that are not in w(b).
 *             So if g(b) - g(a) >= |w(a) - w(b)|, a need not be tried after b.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/processor.h"
#include "games/laser/proof.h"

enum {
    LOOKUP_MOVES = 30,     /* from this many moves on, each is worth a look into the table */
    SYMMETRIC_PLIES = 4,   /* mirrored positions are one as long as this */
    WORTH_SYMMETRY = 200,  /* a symmetry that a move keeps */
    WORTH_FIRST = 1 << 20, /* the table's move */
    WORTH_OFFSET = 1 << 19 /* keeps the worth of all moves above 0 */
};

/* A move that was tried. */
struct attempt {
    struct view child;
    int gain;
    unsigned square;
};

static inline int count_both(board16 a, board16 b)
{
    return board16_count(a & b);
}

static inline board16 reach(const struct proof *proof, board16 squares)
{
    board16 all = {0};
    for_each_square16 (square, squares)
        all |= proof->world->beams[square];
    return all;
}

/* The position after a move, seen by the other side. */
static inline struct view play(const struct proof *proof, const struct view *v, unsigned square)
{
    board16 own = v->own & ~proof->world->beams[square];
    board16 within = reach(proof, own & v->other);
    return (struct view){v->other & within, own & within};
}

static inline board16 turn(const struct proof *proof, board16 squares, int way)
{
    return laser_turn(squares, proof->turned[way]);
}

static uint64_t key_of(const struct proof *proof, const struct view *v, int ply)
{
    uint64_t least = plain_key(proof, v);
    for (int way = 1; ply <= SYMMETRIC_PLIES && way < proof->turns; way++) {
        struct view turned = {turn(proof, v->own, way), turn(proof, v->other, way)};
        uint64_t key = plain_key(proof, &turned);
        least = key < least ? key : least;
    }
    return least;
}

/* True where symmetry is worth a look: at the beginning of a game, and next to the position that is
 * asked about, since whoever mirrors has to find the mirror image there. */
static inline bool is_early(const struct proof *proof, int ply)
{
    return ply <= SYMMETRIC_PLIES || ply <= proof->asked_ply + 1;
}

static inline bool looks_the_same(const struct proof *proof, const struct view *v, int way)
{
    return board16_equal(turn(proof, v->own, way), v->own) &&
           board16_equal(turn(proof, v->other, way), v->other);
}

/* What the side to move is ahead by at most if the other side answers every emitter with its mirror
 * image. It can do so if the position looks the same in the mirror and no legal square sees its own
 * image: after each pair of emitters the legal squares look the same again, so the image of a legal
 * square is legal, and the emitter just placed does not cover it. In the end the one has covered
 * some set of squares and the other its image. Both gain the same of what both want now, so all
 * that is left to be ahead by is what the mover alone wants.
 *
 * That is how an empty board with a middle square is won: take the middle, and then mirror by half
 * a turn. A square that saw its image would see the middle on the way, so it is not legal; and the
 * middle itself is a square more than the other side will have. */
static int mirror_limit(const struct proof *proof, const struct view *v)
{
    board16 legal = v->own & v->other;
    for (int way = 1; way < proof->turns; way++) {
        if (!proof->is_mirror[way] || !looks_the_same(proof, v, way))
            continue;
        bool is_free = true; /* every legal square covers itself, so its image must be another */
        for_each_square16 (square, legal)
            is_free = is_free &&
                      !board16_has(&proof->world->beams[square], proof->turned[way][square]);
        if (is_free)
            return board16_count(v->own & ~v->other);
    }
    return VALUE_MOST;
}

/* True if the squares all cover one another. */
static bool is_clique(const struct proof *proof, board16 squares)
{
    for_each_square16 (square, squares)
        if (!board16_is_empty(squares & ~proof->world->beams[square]))
            return false;
    return true;
}

struct clique {
    int worth, refund;
};

/* Takes a clique off those left: a nest around its centre, or what covers this square and one
 * another. Returns its price. */
static int take_clique(const struct proof *proof, board16 own, unsigned square, bool is_nest,
                       board16 *left, board16 *open, struct clique *clique)
{
    const board16 *beams = proof->world->beams;
    board16 candidates = beams[square] & *left, squares = {0}, sure = *open & beams[square];
    int best = 0;
    while (!board16_is_empty(candidates)) {
        unsigned next = board16_first(candidates);
        squares |= board16_square(next);
        candidates &= beams[next] & ~board16_square(next);
        if (!is_nest)
            sure &= beams[next];
        int wanted = count_both(beams[next], own);
        best = wanted > best ? wanted : best;
    }
    *left &= ~squares;
    *open &= ~sure;
    int price = board16_count(squares) + board16_count(sure);
    *clique = (struct clique){best + price, is_nest ? 0 : price};
    return price;
}

static int by_worth(const void *a, const void *b)
{
    return ((const struct clique *)b)->worth - ((const struct clique *)a)->worth;
}

/* The bound of bounds_template.h: what the side that wants `own` is ahead by at most, if it makes
 * the first pick or not. */
static int most_on_board(const struct proof *proof, board16 own, board16 other, bool is_first)
{
    enum { NEVER = -4 * LASER_SQUARES };
    struct clique cliques[LASER_SQUARES];
    board16 legal = own & other, left = legal, open = other & ~legal;
    int count = 0, sum = 0;
    for_each_square16 (square, legal) {
        board16 near = proof->world->beams[square] & legal;
        if (board16_is_empty(near & ~left) && is_clique(proof, near))
            sum -= take_clique(proof, own, square, true, &left, &open, &cliques[count++]);
    }
    while (!board16_is_empty(left))
        sum -= take_clique(proof, own, board16_first(left), false, &left, &open, &cliques[count++]);
    qsort(cliques, (size_t)count, sizeof *cliques, by_worth);
    int ours = is_first ? 0 : NEVER, theirs = is_first ? NEVER : 0;
    for (int i = 0; i < count; i++) {
        int skipped = ours + cliques[i].refund, ours_next = skipped > theirs ? skipped : theirs;
        int picked = ours + cliques[i].worth;
        theirs += cliques[i].refund;
        theirs = picked > theirs ? picked : theirs;
        ours = ours_next;
    }
    return sum + (ours > theirs ? ours : theirs);
}

/* True if the bounds might answer the question. Where there are many moves they are wide: they
 * never do unless the sets alone say that the value is some squares a move away from beta. */
static inline bool may_tell(const struct view *v, int moves, int beta)
{
    int distance = board16_count(v->own) - board16_count(v->other) - 2 * beta;
    return distance >= 2 * moves || distance <= -2 * moves;
}

static void add_bounds(const struct proof *proof, const struct view *v, int *low, int *high)
{
    int least = -most_on_board(proof, v->other, v->own, false);
    int most = most_on_board(proof, v->own, v->other, true);
    *low = least > *low ? least : *low;
    *high = most < *high ? most : *high;
}

/* How many of the ways to turn the board leave both the position and the square as they are. */
static int kept_symmetries(const struct proof *proof, const struct view *v, unsigned square)
{
    int kept = 0;
    for (int way = 1; way < proof->turns; way++)
        kept += proof->turned[way][square] == square && looks_the_same(proof, v, way);
    return kept;
}

/* How promising the moves are: see worth_of(). Few symmetries kept make many different answers. */
static void order_moves(const struct proof *proof, const struct view *v, board16 legal, int ply,
                        unsigned table_move, int order[LASER_SQUARES])
{
    const board16 *beams = proof->world->beams;
    struct reply_cost cost = reply_cost_for(board16_count(legal));
    struct words16 near[LASER_SQUARES];
    for_each_square16 (square, legal)
        near[square] = board16_words(beams[square] & legal);
    memset(order, -1, LASER_SQUARES * sizeof *order);
    for_each_square16 (square, legal) {
        board16 left = legal & ~beams[square];
        struct words16 words = board16_words(left);
        int sum = 0;
        for_each_square16 (reply, left) {
            int covers = 0;
            for (int i = 0; i < proof->words; i++)
                covers += __builtin_popcountll(near[reply].word[i] & words.word[i]);
            sum += cost.of[covers];
        }
        int worth = worth_of(count_both(beams[square], v->own), count_both(beams[square], legal),
                             &cost, sum) +
                    learned(proof, ply, square);
        if (is_early(proof, ply))
            worth += WORTH_SYMMETRY * kept_symmetries(proof, v, square);
        if (square == table_move)
            worth = WORTH_FIRST;
        order[square] = (WORTH_OFFSET + worth) * LASER_SQUARES + (int)square;
    }
}

/* The move that comes next, or -1; its order is erased. */
static inline int pick_move(int order[LASER_SQUARES])
{
    int top = -1;
    for (int i = 0; i < LASER_SQUARES; i++)
        top = order[i] > top ? order[i] : top;
    if (top < 0)
        return -1;
    order[top % LASER_SQUARES] = -1;
    return top % LASER_SQUARES;
}

/* True if an attempt before the last is at least as good whatever happens: see "twins". */
static inline bool is_dominated(const struct attempt *attempts, int last)
{
    const struct attempt *a = &attempts[last];
    for (const struct attempt *b = attempts; b < a; b++)
        if (board16_equal(a->child.own, b->child.own) &&
            board16_equal(a->child.own & a->child.other, b->child.own & b->child.other) &&
            b->gain - a->gain >= board16_count(a->child.other & ~b->child.other))
            return true;
    return false;
}

static int visit(struct proof *proof, const struct view *v, uint64_t key, int ply, int beta);

/* True if the table alone knows a move that reaches beta. */
static bool table_knows(const struct proof *proof, const struct view *v, board16 legal, int ply,
                        int beta, int *value, unsigned *move)
{
    uint64_t keys[LASER_SQUARES];
    for_each_square16 (square, legal) {
        struct view child = play(proof, v, square);
        keys[square] = key_of(proof, &child, ply + 1);
        known_prefetch(&proof->known, keys[square]);
    }
    for_each_square16 (square, legal) {
        const struct known_entry *entry = known_find(&proof->known, keys[square]);
        int gain = count_both(v->own, proof->world->beams[square]);
        if (entry && gain - entry->high >= beta) {
            *value = gain - entry->high;
            *move = square;
            return true;
        }
    }
    return false;
}

/* Tries the moves in turn until one reaches beta; returns the best value. */
static int try_moves(struct proof *proof, const struct view *v, board16 legal, int ply, int beta,
                     unsigned *best_move)
{
    int best = -VALUE_MOST, all = board16_count(legal), tried = 0, order[LASER_SQUARES];
    struct attempt attempts[LASER_SQUARES];
    bool hope = estimate(board16_count(v->own), board16_count(v->other), beta) >= 0;
    if (all >= LOOKUP_MOVES && hope && table_knows(proof, v, legal, ply, beta, &best, best_move))
        return best;
    order_moves(proof, v, legal, ply, *best_move, order);
    for (int i; best < beta && !proof->budget->stopped && (i = pick_move(order)) >= 0;) {
        struct attempt *a = &attempts[tried];
        a->square = (unsigned)i;
        a->gain = count_both(v->own, proof->world->beams[i]);
        a->child = play(proof, v, a->square);
        if (is_dominated(attempts, tried))
            continue;
        uint64_t key = key_of(proof, &a->child, ply + 1);
        known_prefetch(&proof->known, key);
        int value = a->gain - visit(proof, &a->child, key, ply + 1, a->gain - beta + 1);
        if (value > best) {
            best = value;
            *best_move = a->square;
        }
        for (int k = 0; best >= beta && !proof->budget->stopped && k <= tried; k++)
            learn(proof, ply, attempts[k].square, k == tried);
        tried++;
    }
    return best;
}

/* What a move makes sure of that makes the position look the same in a mirror, or less. */
static int try_mirrors(const struct proof *proof, const struct view *v, board16 legal,
                       unsigned *move)
{
    int best = -VALUE_MOST;
    board16 mirrored = proof->turns > 1 ? legal : board16_zero();
    for_each_square16 (square, mirrored) {
        struct view child = play(proof, v, square);
        int value = count_both(v->own, proof->world->beams[square]) - mirror_limit(proof, &child);
        if (value > best) {
            best = value;
            *move = square;
        }
    }
    return best;
}

/* False if there are too many squares. The side to move is side 0. */
static bool make_outline(const struct proof *proof, const struct view *v, struct outline *o,
                         struct remains *left)
{
    o->legal = v->own & v->other;
    o->only[0] = v->own & ~o->legal;
    o->only[1] = v->other & ~o->legal;
    o->items = board16_count(o->legal);
    int own = board16_count(v->own), other = board16_count(v->other);
    if (o->items > proof->wide->items || own > proof->wide->numbers || other > proof->wide->numbers)
        return false;
    *left = (struct remains){((outline_set)1 << own) - 1, ((outline_set)1 << other) - 1};
    int item = 0;
    for_each_square16 (square, o->legal) {
        board16 beams = proof->world->beams[square];
        o->square[item] = (uint8_t)square;
        o->near[item] = (uint32_t)gather_board(beams, o->legal);
        for (int side = 0; side < 2; side++)
            o->beams[side][item] = gather_board(beams, o->only[side]) << o->items | o->near[item];
        item++;
    }
    return true;
}

/* A bound of the value: at least beta if the value is, else less than beta. */
static int visit(struct proof *proof, const struct view *v, uint64_t key, int ply, int beta)
{
    /* 1. Time, and the end of the game. */
    board16 legal = v->own & v->other;
    int moves = board16_count(legal);
    unsigned work = (unsigned)(is_early(proof, ply) ? moves * moves : 1 + moves);
    if (budget_spend(proof->budget, work) || moves == 0)
        return 0;

    /* 2. The table. */
    struct knowledge knowledge = {-board16_count(v->other), board16_count(v->own), KNOWN_NO_MOVE};
    if (is_answered(proof, key, beta, &knowledge))
        return answer_of(&knowledge, beta);

    /* 3. Few squares left. */
    struct outline outline;
    struct remains left;
    if (!is_early(proof, ply) && make_outline(proof, v, &outline, &left)) {
        unsigned item;
        return proof->wide->visit(proof, &outline, 0, left, ply, beta, &item);
    }

    /* 4. Bounds and mirrors. */
    if (may_tell(v, moves, beta))
        add_bounds(proof, v, &knowledge.low, &knowledge.high);
    if (is_early(proof, ply)) {
        int limit = mirror_limit(proof, v);
        knowledge.high = limit < knowledge.high ? limit : knowledge.high;
    }
    if (knowledge.low >= beta || knowledge.high < beta)
        return answer_of(&knowledge, beta);

    /* 5. The moves: first one that lets us mirror from then on. */
    uint64_t before = proof->budget->nodes;
    unsigned image = KNOWN_NO_MOVE;
    int best = -VALUE_MOST;
    if (ply == proof->asked_ply)
        best = try_mirrors(proof, v, legal, &image);
    if (best >= beta)
        knowledge.move = image;
    else
        best = try_moves(proof, v, legal, ply, beta, &knowledge.move);
    if (proof->budget->stopped)
        return 0;
    remember(proof, key, knowledge, best, beta, proof->budget->nodes - before);
    return best;
}

static bool is_involution(const struct proof *proof, int way)
{
    for_each_square16 (square, proof->world->open)
        if (proof->turned[way][proof->turned[way][square]] != square)
            return false;
    return true;
}

/* The ways to turn the board onto itself; the first leaves it as it is. */
static void list_turns(struct proof *proof)
{
    const struct laser_world *world = proof->world;
    proof->turns = 1;
    for (unsigned way = 1; way < LASER_TURNS; way++) {
        if (!(world->symmetries & 1u << way))
            continue;
        proof->turned[proof->turns] = world->turned[way];
        proof->is_mirror[proof->turns] = is_involution(proof, proof->turns);
        proof->turns++;
    }
}

static void *create(const struct world *w, size_t hash_bytes)
{
    struct proof *proof = memory_zero(sizeof *proof);
    proof->world = (const struct laser_world *)w;
    proof->words = (w->size + 3) / 4;
    proof->narrow = processor_counts_in_lanes() ? &laser_narrow_v4 : &laser_narrow;
    proof->wide = processor_counts_in_lanes() ? &laser_wide_v4 : &laser_wide;
    proof->cost = reply_cost_for(OUTLINE_ITEMS);
    list_turns(proof);
    known_begin(&proof->known, hash_bytes);
    return proof;
}

static void destroy(void *state)
{
    struct proof *proof = state;
    known_end(&proof->known);
    free(proof);
}

static struct view view_of(const struct position *position)
{
    const struct laser_position *p = laser_position(position);
    return (struct view){p->want[position->side], p->want[!position->side]};
}

static int ask(void *state, const struct position *position, int wanted, struct budget *budget)
{
    struct proof *proof = state;
    struct view v = view_of(position);
    /* no value lies between two whole squares, and none beyond all of them */
    int beta = wanted > 0 ? (wanted - 1) / LASER_UNIT + 1 : -(-wanted / LASER_UNIT);
    beta = beta > VALUE_MOST + 1 ? VALUE_MOST + 1 : beta < -VALUE_MOST ? -VALUE_MOST : beta;
    proof->budget = budget;
    proof->asked_ply = position->ply;
    return LASER_UNIT * visit(proof, &v, key_of(proof, &v, position->ply), position->ply, beta);
}

static void bounds(void *state, const struct position *position, int *low, int *high)
{
    struct proof *proof = state;
    struct view v = view_of(position);
    struct outline outline;
    struct remains left;
    *low = -board16_count(v.other);
    *high = board16_count(v.own);
    add_bounds(proof, &v, low, high);
    if (make_outline(proof, &v, &outline, &left) && outline.items > 0)
        proof->wide->bounds(&outline, 0, left, low, high);
    int limit = mirror_limit(proof, &v);
    *high = limit < *high ? limit : *high;
    *low *= LASER_UNIT;
    *high *= LASER_UNIT;
}

static unsigned remembered(void *state, const struct position *position)
{
    struct proof *proof = state;
    struct view v = view_of(position);
    const struct known_entry *entry = known_find(&proof->known, key_of(proof, &v, position->ply));
    return entry && entry->move != KNOWN_NO_MOVE ? entry->move : SOLVER_NO_MOVE;
}

const struct own_solver laser_solver = {
    .create = create,
    .destroy = destroy,
    .ask = ask,
    .bounds = bounds,
    .remembered = remembered,
};
