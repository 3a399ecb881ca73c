/* proof_template.h - the search of proof.h, compiled once for each rule
 *
 * PROOF_PASSES: 1 if a side that cannot move passes, 0 if that ends the game; PROOF_SEARCH and
 * PROOF_GUESS name the instance. By the number of empty squares:
 *
 *   up to 4      last_template.h
 *   FEW          claims in odd quadrants first, nothing remembered: what a position costs is less
 *                than what order and memory cost
 *   more         claims by how few answers they leave; answers remembered; from LOOK_AHEAD on a
 *                look into the table at each position that a claim leads to; from FORESEE on claims
 *                by an estimate, from LEARNED on by that of patterns.h where the board has one
 */
#include "base/budget.h"
#include "games/reversi/flips.h"
#include "games/reversi/grid8.h"
#include "games/reversi/patterns.h"
#include "games/reversi/proof.h"
#include "games/reversi/stability.h"

#include "games/reversi/last_template.h"

/* From how many empty squares on something pays. */
enum {
    FEW = 6,         /* up to here: see above */
    REMEMBER = 8,    /* a place in the table */
    LOOK_AHEAD = 10, /* a look into the table for each claim, and one at the clock */
    FORESEE = 11,    /* claims ordered by an estimate, … */
    LEARNED = 12,    /* … by the learned one, … */
    FORESEE_1 = 13,  /* … of what they lead to one ply on, */
    FORESEE_2 = 16,  /* two plies on */
    SHARE = 14       /* several threads take different claims */
};

/* What one answer less is worth in the order of claims, in the steps of the two estimates: a
 * position with few of them is done with sooner. Without it the learned estimate takes more nodes
 * than the quick one. */
enum { FEWER_LEARNED = 300, FEWER_QUICK = 32 };

/* A claim and where it leads. */
struct claim {
    struct proof_node child;
    int order; /* larger first */
    unsigned square;
    uint64_t busy; /* its name where threads tell each other what they are at */
};

static inline uint64_t moves_of(const struct proof *proof, uint64_t own, uint64_t other)
{
    return grid_moves(own, other, proof_empty(proof, own, other));
}

/* Four empty squares: those in odd quadrants first. */
static int four(struct proof *proof, uint64_t own, uint64_t other, unsigned parity, int beta)
{
    uint64_t empty = proof_empty(proof, own, other);
    uint64_t odd = empty & proof->board->in_odd[parity], even = empty & ~odd;
    unsigned square[4];
    int n = 0;
    for (; odd; odd &= odd - 1)
        square[n++] = (unsigned)__builtin_ctzll(odd);
    for (; even; even &= even - 1)
        square[n++] = (unsigned)__builtin_ctzll(even);
    return last_four(proof, own, other, square, beta, false);
}

static int few(struct proof *proof, uint64_t own, uint64_t other, unsigned parity, int empties,
               int beta, bool passed)
{
    proof->nodes++;
    uint64_t moves = moves_of(proof, own, other);
    if (moves == 0) {
        if (PROOF_PASSES && !passed)
            return -few(proof, other, own, parity, empties, 1 - beta, true);
        return end_margin(proof, own, other);
    }
    int best = PROOF_NONE;
    uint64_t odd = moves & proof->board->in_odd[parity];
    for (uint64_t rest = odd ? odd : moves; rest != 0;) {
        unsigned square = (unsigned)__builtin_ctzll(rest);
        uint64_t bit = UINT64_C(1) << square, turned = flips_of(own, other, square);
        unsigned quadrant = proof->board->quadrant[square];
        int margin = empties == 5 ? -four(proof, other ^ turned, own ^ turned ^ bit,
                                          parity ^ quadrant, 1 - beta)
                                  : -few(proof, other ^ turned, own ^ turned ^ bit,
                                         parity ^ quadrant, empties - 1, 1 - beta, false);
        best = margin > best ? margin : best;
        if (best >= beta)
            return best;
        moves ^= bit;
        rest ^= bit;
        if (rest == 0)
            rest = moves;
    }
    return best;
}

/* What can be gained at most, by the discs that the other side keeps for certain. */
static int most_by_stability(const struct proof *proof, uint64_t own, uint64_t other)
{
    struct stability_lines lines = stability_lines(proof->board->inside,
                                                   proof_empty(proof, own, other));
    return proof->board->squares - 2 * count(stability_of(&lines, other));
}

static int visit(struct proof *proof, const struct proof_node *node, int empties, int beta);

static int go_on(struct proof *proof, const struct proof_node *node, int empties, int beta)
{
    if (empties > FEW)
        return visit(proof, node, empties, beta);
    if (empties > 4)
        return few(proof, node->own, node->other, node->parity, empties, beta, false);
    return four(proof, node->own, node->other, node->parity, beta);
}

/* The side to move cannot. */
static int dry(struct proof *proof, const struct proof_node *node, int empties, int beta)
{
#if PROOF_PASSES
    struct proof_node other = {node->other, node->own, 0, node->parity};
    other.moves = moves_of(proof, other.own, other.other);
    if (other.moves != 0)
        return -visit(proof, &other, empties, 1 - beta);
#else
    (void)empties, (void)beta;
#endif
    return end_margin(proof, node->own, node->other);
}

/* How promising a claim is: few answers, few squares that may become answers, corners. */
static inline int order_of(const struct proof *proof, const struct proof_node *parent,
                           const struct claim *claim)
{
    const struct proof_board *board = proof->board;
    const struct proof_node *child = &claim->child;
    uint64_t empty = proof_empty(proof, child->own, child->other);
    int answers = count(child->moves) + count(child->moves & board->corners);
    int open = count(grid_spread(child->other) & empty);
    int odd = (board->in_odd[parent->parity] >> claim->square & 1) != 0;
    return board->worth[claim->square] + (odd ? 8 : 0) - 32 * answers - 8 * open;
}

/* A quick estimate for the side to move: freedom to move now and later, and corners. */
static inline int outlook(const struct proof *proof, const struct proof_node *node)
{
    uint64_t corners = proof->board->corners, answers = moves_of(proof, node->other, node->own);
    uint64_t empty = proof_empty(proof, node->own, node->other);
    int moves = count(node->moves) + count(node->moves & corners) - count(answers) -
                count(answers & corners);
    int open = count(grid_spread(node->other) & empty) - count(grid_spread(node->own) & empty);
    int taken = count(node->own & corners) - count(node->other & corners);
    return 16 * moves + 4 * open + 48 * taken;
}

/* A position that is looked at, with the patterns on its board. */
struct sight {
    struct proof_node node;
    bool is_learned; /* the learned estimate is taken, else the outlook … */
    int side;        /* … and this is the side to move; the patterns' first side is 0 */
    struct pattern_indices indices;
};

static struct sight sight_of(const struct proof *proof, const struct proof_node *node,
                             bool is_learned)
{
    struct sight sight = {.node = *node, .is_learned = is_learned};
    const uint64_t owned[2] = {node->own, node->other};
    if (is_learned)
        pattern_begin(proof->board->patterns->layout, owned, &sight.indices);
    return sight;
}

static inline struct sight sight_after(const struct proof *proof, const struct sight *parent,
                                       unsigned square)
{
    const struct proof_node *node = &parent->node;
    uint64_t turned = flips_of(node->own, node->other, square);
    struct sight child = *parent;
    child.node.own = node->other ^ turned;
    child.node.other = node->own ^ turned ^ UINT64_C(1) << square;
    child.node.moves = moves_of(proof, child.node.own, child.node.other);
    child.side = !parent->side;
    if (parent->is_learned)
        pattern_play(proof->board->patterns->layout, parent->side, square, turned, &child.indices);
    return child;
}

static int estimate(const struct proof *proof, const struct sight *sight)
{
    const struct proof_node *node = &sight->node;
    if (!sight->is_learned)
        return outlook(proof, node);
    struct pattern_counts counts = {
        .discs = {count(node->own), count(node->other)},
        .moves = {count(node->moves), count(moves_of(proof, node->other, node->own))}};
    return pattern_estimate(proof->board->patterns, &sight->indices, sight->side, &counts);
}

/* The estimate of a position after this many plies of best play. */
static int foresee(const struct proof *proof, const struct sight *sight, int depth, int alpha,
                   int beta)
{
    const struct proof_node *node = &sight->node;
    if (node->moves == 0) {
        uint64_t answers = PROOF_PASSES ? moves_of(proof, node->other, node->own) : 0;
        if (answers == 0)
            return reversi_end_value(end_margin(proof, node->own, node->other));
        struct sight passed = *sight;
        passed.node = (struct proof_node){node->other, node->own, answers, node->parity};
        passed.side = !sight->side;
        return -foresee(proof, &passed, depth, -beta, -alpha);
    }
    if (depth == 0)
        return estimate(proof, sight);
    int best = -VALUE_MAX;
    for (uint64_t rest = node->moves; rest != 0 && best < beta; rest &= rest - 1) {
        struct sight child = sight_after(proof, sight, (unsigned)__builtin_ctzll(rest));
        int value = -foresee(proof, &child, depth - 1, -beta, best > alpha ? -best : -alpha);
        best = value > best ? value : best;
    }
    return best;
}

/* Lists the claims. In *best goes the margin of those that end the game at once. */
static int list_claims(const struct proof *proof, const struct proof_node *node,
                       struct claim *claims, int *best, unsigned *best_square)
{
    int n = 0;
    for (uint64_t rest = node->moves; rest != 0; rest &= rest - 1) {
        unsigned square = (unsigned)__builtin_ctzll(rest);
        uint64_t turned = flips_of(node->own, node->other, square);
        struct claim *claim = &claims[n];
        struct proof_node *child = &claim->child;
        child->own = node->other ^ turned;
        child->other = node->own ^ turned ^ UINT64_C(1) << square;
        child->moves = moves_of(proof, child->own, child->other);
        child->parity = node->parity ^ proof->board->quadrant[square];
        claim->square = square;
        if (child->moves == 0 && (!PROOF_PASSES || child->own == 0)) {
            int margin = -end_margin(proof, child->own, child->other);
            if (margin > *best) {
                *best = margin;
                *best_square = square;
            }
            continue;
        }
        claim->order = order_of(proof, node, claim);
        n++;
    }
    return n;
}

/* True if the table alone knows a claim that reaches beta. The claims lead to positions with this
 * many empty squares. */
static bool table_knows(const struct proof *proof, struct claim *claims, int n, int empties,
                        int beta, int *best, unsigned *best_square)
{
    struct answers_key keys[64];
    unsigned way;
    for (int i = 0; i < n; i++) {
        const struct proof_node *child = &claims[i].child;
        keys[i] = proof_key(proof->board, child->own, child->other, empties, &way);
        answers_prefetch(&proof->board->answers, keys[i]);
        claims[i].busy = keys[i].check;
    }
    for (int i = 0; i < n; i++) {
        struct answer answer;
        if (answers_find(&proof->board->answers, keys[i], &answer) && -answer.high >= beta) {
            *best = -answer.high;
            *best_square = claims[i].square;
            return true;
        }
    }
    return false;
}

/* Brings the most promising of the claims from `first` on to the front. */
static inline void pick(struct claim *claims, int first, int n)
{
    int top = first;
    for (int i = first + 1; i < n; i++)
        if (claims[i].order > claims[top].order)
            top = i;
    struct claim swap = claims[first];
    claims[first] = claims[top];
    claims[top] = swap;
}

/* The order of claims where it pays to look further. */
static void foresee_claims(const struct proof *proof, const struct proof_node *node,
                           struct claim *claims, int n, int empties)
{
    int depth = empties >= FORESEE_2 ? 2 : empties >= FORESEE_1 ? 1 : 0;
    bool is_learned = proof->board->patterns && empties >= LEARNED;
    int fewer = is_learned ? FEWER_LEARNED : FEWER_QUICK;
    struct sight sight = sight_of(proof, node, is_learned);
    for (int i = 0; i < n; i++) {
        struct sight child = sight_after(proof, &sight, claims[i].square);
        claims[i].order = -foresee(proof, &child, depth, -VALUE_MAX, VALUE_MAX) -
                          fewer * count(child.node.moves);
    }
}

/* The value of a claim. Other threads see that somebody is at it. */
static int value_of(struct proof *proof, const struct claim *claim, int empties, int beta)
{
    if (proof->board->aid.threads < 2 || empties < SHARE)
        return -go_on(proof, &claim->child, empties - 1, 1 - beta);
    _Atomic uint64_t *place = &proof->board->busy[claim->busy % PROOF_BUSY];
    atomic_store_explicit(place, claim->busy, memory_order_relaxed);
    int margin = -go_on(proof, &claim->child, empties - 1, 1 - beta);
    atomic_store_explicit(place, 0, memory_order_relaxed);
    return margin;
}

/* True if another thread is at the position that a claim leads to. */
static inline bool is_busy(struct proof *proof, const struct claim *claim, int empties)
{
    return proof->board->aid.threads > 1 && empties >= SHARE &&
           atomic_load_explicit(&proof->board->busy[claim->busy % PROOF_BUSY],
                                memory_order_relaxed) == claim->busy;
}

/* Tries the claims in turn until one reaches beta; returns the best margin. With several threads a
 * claim that another one is at, unless it is the first, is put off until all others are tried. */
static int try_claims(struct proof *proof, const struct proof_node *node, int empties, int beta,
                      unsigned *best_square)
{
    struct claim claims[64];
    int best = PROOF_NONE, ply = proof->board->asked_empties - empties;
    unsigned first = *best_square;
    int n = list_claims(proof, node, claims, &best, best_square);
    if (best >= beta)
        return best;
    if (empties >= LOOK_AHEAD &&
        table_knows(proof, claims, n, empties - 1, beta, &best, best_square))
        return best;
    if (empties >= FORESEE)
        foresee_claims(proof, node, claims, n, empties);
    for (int i = 0; i < n; i++)
        if (claims[i].square == first)
            claims[i].order = VALUE_MAX;
    for (int i = 0, put_off = 0; i < n && best < beta; i++) {
        pick(claims, i, n);
        if (i > 0 && i + put_off < n && is_busy(proof, &claims[i], empties)) {
            claims[i--].order = -VALUE_MAX - ++put_off;
            continue;
        }
        if (ply < PROOF_NEWS_PLIES) {
            proof->path[ply].done = i;
            proof->path[ply].all = n;
            proof->path[ply + 1].all = 0;
        }
        int margin = value_of(proof, &claims[i], empties, beta);
        if (proof->budget->stopped)
            return 0;
        if (margin > best) {
            best = margin;
            *best_square = claims[i].square;
        }
    }
    return best;
}

static int visit(struct proof *proof, const struct proof_node *node, int empties, int beta)
{
    /* 1. Time. */
    proof->nodes++;
    if (empties >= LOOK_AHEAD && proof_is_stopped(proof))
        return 0;

    /* 2. No claim. */
    if (node->moves == 0)
        return dry(proof, node, empties, beta);

    /* 3. Discs that stay. */
    if (beta > proof->board->squares - 2 * count(node->other) && beta >= 2 * empties - 4) {
        int most = most_by_stability(proof, node->own, node->other);
        if (most < beta)
            return most;
    }

    /* 4. The table. */
    struct answer known = {-proof->board->squares, proof->board->squares, ANSWERS_NO_MOVE};
    if (empties < REMEMBER)
        return try_claims(proof, node, empties, beta, &known.move);
    unsigned way;
    struct answers_key key = proof_key(proof->board, node->own, node->other, empties, &way);
    if (proof_recalls(proof->board, node, key, way, &known)) {
        if (known.low >= beta || known.low == known.high)
            return known.low;
        if (known.high < beta)
            return known.high;
    }

    /* 5. The claims. */
    uint64_t before = proof->nodes;
    int best = try_claims(proof, node, empties, beta, &known.move);
    if (proof->budget->stopped)
        return 0;

    /* 6. Remember. */
    if (best >= beta && best > known.low)
        known.low = best;
    if (best < beta && best < known.high)
        known.high = best;
    proof_remembers(proof->board, node, key, way, known, proof->nodes - before);
    return best;
}

int PROOF_GUESS(const struct proof *proof, const struct proof_node *node)
{
    enum { DEPTH = 3, STEPS = 64 }; /* learned value steps that go with a disc */
    struct sight sight = sight_of(proof, node, true);
    int value = foresee(proof, &sight, DEPTH, -VALUE_MAX, VALUE_MAX);
    if (value > REVERSI_WIN)
        return (value - REVERSI_WIN) / REVERSI_UNIT;
    if (value < -REVERSI_WIN)
        return (value + REVERSI_WIN) / REVERSI_UNIT;
    return value / STEPS;
}

int PROOF_SEARCH(struct proof *proof, const struct proof_node *node, int beta)
{
    unsigned square[4] = {0};
    uint64_t empty = proof_empty(proof, node->own, node->other);
    int empties = count(empty);
    if (empties > 4)
        return visit(proof, node, empties, beta);
    for (int i = 0; i < empties; i++, empty &= empty - 1)
        square[i] = (unsigned)__builtin_ctzll(empty);
    switch (empties) {
    case 4: return last_four(proof, node->own, node->other, square, beta, false);
    case 3:
        return last_three(proof, node->own, node->other, square[0], square[1], square[2], beta,
                          false);
    case 2: return last_two(proof, node->own, node->other, square[0], square[1], beta, false);
    case 1: return last_one(proof, node->own, square[0], beta);
    default: return end_margin(proof, node->own, node->other);
    }
}
