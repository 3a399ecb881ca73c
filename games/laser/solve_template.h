/* solve_template.h - the proofs of Laser Checkmate, for boards of up to 64 * WORDS open squares
 *
 * Included by solve64.c … solve256.c, each with its WORDS.
 *
 * The board becomes a graph: the open squares are numbered, and of each one the set of squares that
 * an emitter there covers is known. Geometry plays no further part. What is left of a game is two
 * sets, what the side to move still wants and what the other one still wants (laser.h); a square in
 * both is legal, and a square that no legal square covers is in neither. The value is counted in
 * squares.
 *
 * The search asks one question at a time: is the value at least so much? It follows the moves to
 * the end of the game unless something cheaper answers:
 *
 *   bounds    see bounds_template.h;
 *   mirrors   see mirror_limit();
 *   few left  where at most three emitters can follow, all ways are tried, without the table;
 *   endgame   where few legal squares are left, all the rest is done in a way that is faster there:
 *             see endgame_template.h;
 *   table     both bounds of each position searched (known.h), and where there are many moves and
 *             success is hoped for, what it knows of the positions that they lead to;
 *   futility  the bound of one move, a by-product of the bound of the position;
 *   twins     of two moves after which the same squares are legal, one is often no better than
 *             the other. Say that after a, its side has gained g(a) and still wants w(a); likewise
 *             b; the other side wants the same after both. Whoever played b can go on as if it had
 *             been a: it gains what a's player gains, but for squares in w(a) that are not in w(b).
 *             So if g(b) - g(a) >= |w(a) - w(b)|, a need not be tried after b.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/solve.h"
#include "games/laser/known.h"
#include "games/laser/laser.h"
#include "games/laser/set_template.h"

#include "games/laser/bounds_template.h"

enum {
    LOOKUP_ITEMS = 30,   /* so many moves are worth a look into the table each */
    FEW = 3,             /* so many emitters to come are tried in all ways */
    SYMMETRIC_PLIES = 4, /* mirrored positions are one as long as this */
    HISTORY_MOST = 1 << 12,
    WORTH_GAIN = 100,      /* weights of the order of moves: a square gained, */
    WORTH_LEGAL = 300,     /* a legal square taken away, */
    WORTH_TIES = 500,      /* a legal square that each of those left covers, on average, */
    WORTH_LOST = 60,       /* a square that the other can no longer gain, */
    WORTH_SYMMETRY = 200,  /* a symmetry that the move keeps */
    WORTH_FIRST = 1 << 18, /* the table's move */
    WORTH_OFFSET = 1 << 16 /* keeps them above 0 */
};

/* A move that was tried. */
struct attempt {
    struct view child;
    int gain;
    unsigned square;
};

struct proof {
    const struct laser_world *world;
    int squares;
    uint8_t code[SQUARES];        /* the move on a square */
    uint8_t index[LASER_SQUARES]; /* the square of a move */
    struct set beams[SQUARES];
    int turns; /* ways to turn the board onto itself; the first leaves it as it is */
    uint8_t turned[8][SQUARES];
    bool is_mirror[8]; /* the ways that undo themselves */
    struct known known;
    int history[2][SQUARES];
    struct item *items; /* stacks for the lists of all plies */
    struct attempt *attempts;
    struct effort *effort;
    int asked_ply; /* of the position that the question is about */
    int hope[2];   /* of success at even and odd plies, learned in endgames: see is_hoped() */
};

static inline struct set reach(const struct proof *proof, struct set squares)
{
    struct set all = {{0}};
    for_each(square, squares) all = either(all, proof->beams[square]);
    return all;
}

/* The position after a move, seen by the other side. */
static inline struct view play(const struct proof *proof, const struct view *v, unsigned square)
{
    struct set own = without(v->own, proof->beams[square]);
    struct set within = reach(proof, both(own, v->other));
    return (struct view){both(v->other, within), both(own, within)};
}

static inline uint64_t fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The constants are digits of pi. */
static inline uint64_t plain_key(const struct view *v)
{
    uint64_t key = UINT64_C(0x9216d5d98979fb1b);
    for (int i = 0; i < WORDS; i++)
        key = fold(key ^ v->own.word[i], UINT64_C(0x243f6a8885a308d3)) +
              fold(key ^ UINT64_C(0xbe5466cf34e90c6c),
                   v->other.word[i] ^ UINT64_C(0x452821e638d01377));
    return fold(key, UINT64_C(0xc0ac29b7c97c50dd)) | 1;
}

static struct set turn(const struct proof *proof, struct set s, int way)
{
    struct set turned = {{0}};
    for_each(square, s) turned = either(turned, set_of(proof->turned[way][square]));
    return turned;
}

static uint64_t key_of(const struct proof *proof, const struct view *v, int ply)
{
    uint64_t least = plain_key(v);
    for (int way = 1; ply <= SYMMETRIC_PLIES && way < proof->turns; way++) {
        struct view turned = {turn(proof, v->own, way), turn(proof, v->other, way)};
        uint64_t key = plain_key(&turned);
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

static bool is_involution(const struct proof *proof, int way)
{
    for (int i = 0; i < proof->squares; i++)
        if (proof->turned[way][proof->turned[way][i]] != i)
            return false;
    return true;
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
    struct set legal = both(v->own, v->other);
    for (int way = 1; way < proof->turns; way++) {
        if (!proof->is_mirror[way] || !are_equal(turn(proof, v->own, way), v->own) ||
            !are_equal(turn(proof, v->other, way), v->other))
            continue;
        bool is_free = true; /* every legal square covers itself, so its image must be another */
        for_each(square, legal)
            is_free = is_free &&
                      is_none(both(proof->beams[square], set_of(proof->turned[way][square])));
        if (is_free)
            return count(without(v->own, v->other));
    }
    return SQUARES;
}

/* The exact value where at most so many emitters, one or more, can follow. */
static int try_all(const struct proof *proof, const struct view *v, struct set legal, int emitters)
{
    int best = -SQUARES;
    for_each(square, legal)
    {
        struct set beams = proof->beams[square], rest = without(legal, beams);
        int value = count_both(beams, v->own);
        if (emitters > 1 && !is_none(rest)) {
            struct view child = {v->other, without(v->own, beams)};
            value -= try_all(proof, &child, rest, emitters - 1);
        }
        best = value > best ? value : best;
    }
    return best;
}

/* How many of the ways to turn the board leave both the position and the square as they are. */
static int kept_symmetries(const struct proof *proof, const struct view *v, unsigned square)
{
    int kept = 0;
    for (int way = 1; way < proof->turns; way++)
        kept += proof->turned[way][square] == square &&
                are_equal(turn(proof, v->own, way), v->own) &&
                are_equal(turn(proof, v->other, way), v->other);
    return kept;
}

/* Whether the side to move will reach beta more often than not, by how it went with others at
 * plies of the same kind. */
static bool is_hoped(const struct proof *proof, int ply)
{
    return proof->hope[ply & 1] > 0;
}

static void learn_hope(struct proof *proof, int ply, bool is_success)
{
    enum { HOPE_MOST = 256 };
    int *hope = &proof->hope[ply & 1];
    *hope += ((is_success ? HOPE_MOST : -HOPE_MOST) - *hope) / 16;
}

/* How much the moves are worth for what they leave. Every reply has to be answered: if the legal
 * squares left cover many of one another, each reply again leaves few. What the other side can no
 * longer gain is counted roughly: squares that a single legal square covers, if the move takes that
 * one away. */
static inline void weigh_rest(const struct proof *proof, const struct view *v,
                              const struct cover *cover, int worth[SQUARES])
{
    struct set once = {{0}}, twice = {{0}}; /* covered by at least so many */
    int16_t lost[SQUARES], legal[SQUARES];
    int ties = 0; /* ordered pairs of legal squares of which one covers the other */
    for (int i = 0; i < cover->items_count; i++) {
        struct set beams = proof->beams[cover->items[i].square];
        twice = either(twice, both(once, beams));
        once = either(once, beams);
    }
    struct set single = without(without(once, twice), cover->legal);
    struct set own = both(v->own, single), other = both(v->other, single);
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        struct set beams = proof->beams[item->square];
        lost[item->square] = (int16_t)(count_both(beams, other) - count_both(beams, own));
        legal[item->square] = item->legal;
        ties += item->legal;
    }
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        struct set beams = proof->beams[item->square], taken = both(beams, cover->legal);
        int losses = count_both(beams, own), ties_left = ties;
        int items_left = cover->items_count - item->legal;
        for_each(square, taken)
        {
            losses += lost[square];
            ties_left += count_both(proof->beams[square], taken) - 2 * legal[square];
        }
        worth[i] += WORTH_LOST * losses;
        if (items_left > 0)
            worth[i] += WORTH_TIES * ties_left / items_left;
    }
}

/* How promising the moves are. Most moves that win win by far, so what counts is how short the
 * proof is: few legal squares make few replies, few symmetries kept make many different answers.
 * Where success is not hoped for all moves have to be tried anyhow, and less care is taken. */
static inline void order_items(const struct proof *proof, const struct view *v,
                               const struct cover *cover, int ply, unsigned table_move,
                               int order[SQUARES])
{
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        order[i] = WORTH_GAIN * count_both(proof->beams[item->square], v->own) +
                   WORTH_LEGAL * item->legal + proof->history[ply & 1][item->square] / 16;
        if (is_early(proof, ply))
            order[i] += WORTH_SYMMETRY * kept_symmetries(proof, v, item->square);
    }
    if (is_hoped(proof, ply) || is_early(proof, ply))
        weigh_rest(proof, v, cover, order);
    for (int i = 0; i < cover->items_count; i++) {
        int worth = cover->items[i].square == table_move ? WORTH_FIRST : order[i];
        order[i] = (WORTH_OFFSET + worth) * SQUARES + i;
    }
}

/* The item that comes next, or -1; its order is erased. */
static inline int pick_item(int order[SQUARES], int items)
{
    int top = -1;
    for (int i = 0; i < items; i++)
        top = order[i] > top ? order[i] : top;
    if (top < 0)
        return -1;
    order[top % SQUARES] = -1;
    return top % SQUARES;
}

/* True if an attempt before the last is at least as good whatever happens: see "twins". */
static inline bool is_dominated(const struct attempt *attempts, int last)
{
    const struct attempt *a = &attempts[last];
    for (const struct attempt *b = attempts; b < a; b++)
        if (are_equal(a->child.own, b->child.own) &&
            are_equal(both(a->child.own, a->child.other), both(b->child.own, b->child.other)) &&
            b->gain - a->gain >= count(without(a->child.other, b->child.other)))
            return true;
    return false;
}

static void learn(struct proof *proof, int side, const struct attempt *attempts, int last)
{
    for (int i = 0; i <= last; i++) {
        int *h = &proof->history[side][attempts[i].square];
        int aim = i == last ? HISTORY_MOST : -HISTORY_MOST / 4;
        *h += (aim - *h) / 32;
    }
}

/* What is known of the position that is searched. */
struct knowledge {
    int low, high;
    unsigned move;
};

/* Adds what the table knows. True if it is at least beta, or less, for certain. */
static inline bool is_answered(const struct proof *proof, uint64_t key, int beta,
                               struct knowledge *k)
{
    const struct known_entry *entry = known_find(&proof->known, key);
    if (entry) {
        k->low = entry->low > k->low ? entry->low : k->low;
        k->high = entry->high < k->high ? entry->high : k->high;
        k->move = entry->move;
    }
    return k->low >= beta || k->high < beta;
}

static inline int answer_of(const struct knowledge *k, int beta)
{
    return k->low >= beta ? k->low : k->high;
}

static void remember(struct proof *proof, uint64_t key, struct knowledge k, int best, int beta,
                     uint64_t work)
{
    if (best >= beta)
        k.low = best > k.low ? best : k.low;
    else
        k.high = best < k.high ? best : k.high;
    known_put(&proof->known,
              (struct known_entry){.key = key,
                                   .low = (int16_t)k.low,
                                   .high = (int16_t)k.high,
                                   .move = (uint16_t)k.move,
                                   .work = (uint16_t)(64 - __builtin_clzll(work | 1))});
}

#include "games/laser/endgame_template.h"

static int visit(struct proof *proof, const struct view *v, uint64_t key, int ply, int beta);

/* True if the table alone knows a move that reaches beta. */
static bool table_knows(const struct proof *proof, const struct view *v, const struct cover *cover,
                        int ply, int beta, int *value, unsigned *move)
{
    uint64_t keys[SQUARES];
    for (int i = 0; i < cover->items_count; i++) {
        struct view child = play(proof, v, cover->items[i].square);
        keys[i] = key_of(proof, &child, ply + 1);
        known_prefetch(&proof->known, keys[i]);
    }
    for (int i = 0; i < cover->items_count; i++) {
        const struct known_entry *entry = known_find(&proof->known, keys[i]);
        int gain = count_both(v->own, proof->beams[cover->items[i].square]);
        if (entry && gain - entry->high >= beta) {
            *value = gain - entry->high;
            *move = cover->items[i].square;
            return true;
        }
    }
    return false;
}

/* Tries the moves in turn until one reaches beta; returns the best value. */
static int try_items(struct proof *proof, const struct view *v, const struct cover *cover,
                     const struct ranking *ranking, int ply, int beta, unsigned *best_move)
{
    struct attempt *attempts = proof->attempts;
    int best = -SQUARES, all = cover->items_count, tried = 0, order[SQUARES];
    if (all >= LOOKUP_ITEMS && is_hoped(proof, ply) &&
        table_knows(proof, v, cover, ply, beta, &best, best_move))
        return best;
    order_items(proof, v, cover, ply, *best_move, order);
    proof->items += all;
    proof->attempts += all;
    for (int i; best < beta && !proof->effort->stopped && (i = pick_item(order, all)) >= 0;) {
        const struct item *item = &cover->items[i];
        if (tried > 0 && ranking->vectors > 0) {
            int limit = most_with(ranking, i, item->clique);
            if (limit < beta) {
                best = limit > best ? limit : best;
                continue;
            }
        }
        struct attempt *a = &attempts[tried];
        a->square = item->square;
        a->gain = count_both(v->own, proof->beams[item->square]);
        a->child = play(proof, v, item->square);
        if (is_dominated(attempts, tried))
            continue;
        uint64_t key = key_of(proof, &a->child, ply + 1);
        known_prefetch(&proof->known, key);
        int value = a->gain - visit(proof, &a->child, key, ply + 1, a->gain - beta + 1);
        if (value > best) {
            best = value;
            *best_move = item->square;
        }
        if (best >= beta)
            learn(proof, ply & 1, attempts, tried);
        tried++;
    }
    proof->items -= all;
    proof->attempts -= all;
    return best;
}

/* What a move makes sure of that makes the position look the same in a mirror, or less. */
static int try_mirrors(const struct proof *proof, const struct view *v, struct set legal,
                       unsigned *move)
{
    int best = -SQUARES;
    struct set mirrored = proof->turns > 1 ? legal : (struct set){{0}};
    for_each(square, mirrored)
    {
        struct view child = play(proof, v, square);
        int value = count_both(v->own, proof->beams[square]) - mirror_limit(proof, &child);
        if (value > best) {
            best = value;
            *move = square;
        }
    }
    return best;
}

/* True if the bounds might answer the question. Where there are many moves they are wide: they
 * never do unless the sets alone say that the value is some squares a move away from beta. */
static inline bool may_tell(const struct view *v, int moves, int beta)
{
    int distance = count(v->own) - count(v->other) - 2 * beta;
    return moves <= LANES || distance >= 2 * moves || distance <= -2 * moves;
}

/* A bound of the value: at least beta if the value is, else less than beta. */
static int visit(struct proof *proof, const struct view *v, uint64_t key, int ply, int beta)
{
    /* 1. Time, and the end of the game. */
    int moves = count_both(v->own, v->other);
    unsigned work = (unsigned)(is_early(proof, ply) ? moves * moves : 1 + moves);
    if (effort_is_spent(proof->effort, work) || moves == 0)
        return 0;

    /* 2. The table. */
    struct knowledge knowledge = {-count(v->other), count(v->own), KNOWN_NO_MOVE};
    if (is_answered(proof, key, beta, &knowledge))
        return answer_of(&knowledge, beta);

    /* 3. Few squares left. */
    struct frame frame;
    struct rest rest;
    if (moves <= LANES && !is_early(proof, ply) && make_frame(proof->beams, v, &frame, &rest)) {
        unsigned item;
        int value = visit_end(proof, &frame, NULL, 0, rest, is_hoped(proof, ply), beta, &item);
        learn_hope(proof, ply, value >= beta);
        return value;
    }

    /* 4. What can be said without a search. */
    struct cover cover;
    struct ranking ranking = {.vectors = 0};
    list_items(proof->beams, v, proof->items, &cover);
    if (may_tell(v, moves, beta)) {
        int low, high;
        cover_items(proof->beams, &cover);
        if (cover.cliques <= FEW)
            return try_all(proof, v, cover.legal, cover.cliques);
        bound(proof->beams, v, &cover, beta, &ranking, &low, &high);
        knowledge.low = low > knowledge.low ? low : knowledge.low;
        knowledge.high = high < knowledge.high ? high : knowledge.high;
    }
    if (knowledge.high >= beta && is_early(proof, ply)) {
        int limit = mirror_limit(proof, v);
        knowledge.high = limit < knowledge.high ? limit : knowledge.high;
    }
    if (knowledge.low >= beta || knowledge.high < beta)
        return answer_of(&knowledge, beta);

    /* 5. The moves: first one that lets us mirror from then on. */
    uint64_t before = proof->effort->nodes;
    unsigned image = KNOWN_NO_MOVE;
    int best = -SQUARES;
    if (ply == proof->asked_ply)
        best = try_mirrors(proof, v, cover.legal, &image);
    if (best >= beta)
        knowledge.move = image;
    else
        best = try_items(proof, v, &cover, &ranking, ply, beta, &knowledge.move);
    if (proof->effort->stopped)
        return 0;
    remember(proof, key, knowledge, best, beta, proof->effort->nodes - before);
    return best;
}

static void fill_turns(struct proof *proof)
{
    const struct laser_world *world = proof->world;
    unsigned last = (unsigned)world->head.size - 1;
    for (unsigned way = 0; way < 8; way++) {
        if (way > 0 && !(world->symmetries & 1u << way))
            continue;
        for (int i = 0; i < proof->squares; i++) {
            unsigned to = laser_turned(proof->code[i], last, way);
            proof->turned[proof->turns][i] = proof->index[to];
        }
        proof->is_mirror[proof->turns] = is_involution(proof, proof->turns);
        proof->turns++;
    }
}

static struct set set_from(const struct proof *proof, board16 board)
{
    struct set s = {{0}};
    for_each_square16 (square, board)
        s = either(s, set_of(proof->index[square]));
    return s;
}

static void *create(const struct world *w, size_t hash_bytes)
{
    /* a line's lists get shorter by a square at least with each move */
    enum { LISTS = SQUARES * (SQUARES + 1) / 2 };
    const struct laser_world *world = (const struct laser_world *)w;
    struct proof *proof = memory_zero(sizeof *proof);
    proof->world = world;
    for_each_square16 (square, world->open) {
        assert(proof->squares < SQUARES);
        proof->index[square] = (uint8_t)proof->squares;
        proof->code[proof->squares++] = (uint8_t)square;
    }
    for (int i = 0; i < proof->squares; i++)
        proof->beams[i] = set_from(proof, world->beams[proof->code[i]]);
    fill_turns(proof);
    known_begin(&proof->known, hash_bytes);
    proof->items = memory_new(LISTS * sizeof *proof->items);
    proof->attempts = memory_new(LISTS * sizeof *proof->attempts);
    return proof;
}

static void destroy(void *state)
{
    struct proof *proof = state;
    known_end(&proof->known);
    free(proof->items);
    free(proof->attempts);
    free(proof);
}

static struct view view_of(const struct proof *proof, const struct position *position)
{
    const struct laser_position *p = laser_position(position);
    return (struct view){set_from(proof, p->want[position->side]),
                         set_from(proof, p->want[!position->side])};
}

static int ask(void *state, const struct position *position, int wanted, struct effort *effort)
{
    struct proof *proof = state;
    struct view v = view_of(proof, position);
    /* no value lies between two whole squares, and none beyond all of them */
    int beta = wanted > 0 ? (wanted - 1) / LASER_UNIT + 1 : -(-wanted / LASER_UNIT);
    beta = beta > SQUARES + 1 ? SQUARES + 1 : beta < -SQUARES ? -SQUARES : beta;
    proof->effort = effort;
    proof->asked_ply = position->ply;
    proof->hope[position->ply & 1] = 1;
    proof->hope[!(position->ply & 1)] = -1;
    return LASER_UNIT * visit(proof, &v, key_of(proof, &v, position->ply), position->ply, beta);
}

static void bounds(void *state, const struct position *position, int *low, int *high)
{
    struct proof *proof = state;
    struct view v = view_of(proof, position);
    struct cover cover;
    struct ranking ranking;
    list_items(proof->beams, &v, proof->items, &cover);
    cover_items(proof->beams, &cover);
    bound(proof->beams, &v, &cover, SQUARES + 1, &ranking, low, high);
    int limit = mirror_limit(proof, &v);
    *high = limit < *high ? limit : *high;
    *low *= LASER_UNIT;
    *high *= LASER_UNIT;
}

static unsigned remembered(void *state, const struct position *position)
{
    struct proof *proof = state;
    struct view v = view_of(proof, position);
    const struct known_entry *entry = known_find(&proof->known, key_of(proof, &v, position->ply));
    return entry && entry->move != KNOWN_NO_MOVE ? proof->code[entry->move] : EXACT_NO_MOVE;
}

const struct exact LASER_EXACT = {create, destroy, ask, bounds, remembered};
