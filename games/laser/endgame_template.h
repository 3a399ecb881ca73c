/* endgame_template.h - the search of Laser Checkmate where few legal squares are left
 *
 * Included by solve_template.h after what the two share.
 *
 * Nearly all positions of a proof have no more than sixteen legal squares, the items. There the
 * squares that still matter are numbered anew, so that a set of them is one word (struct frame),
 * and the bounds of bounds_template.h are worked out for the positions after all moves at once, one
 * in each lane of a vector register. The cliques are those of the position that the frame was made
 * for, less the items that are gone; what is a nest depends on the lane. So a move that the bounds
 * decide costs next to nothing; no position is entered for it.
 *
 * What is worked out depends on what is hoped for, which alternates from move to move:
 *
 *   success   What each move makes sure of. One of them often reaches beta; if not, the best is
 *             tried first.
 *   failure   What each move can bring at most. Those that stay below beta are done with, the
 *             others tried. An answer that refutes one of them is then tried against all that are
 *             left, again at once.
 *
 * Hopes only decide in which order things are done.
 */
enum {
    PARTS = 4,     /* of LANES bits make a word */
    END_FEW = 4,   /* so many emitters to come are tried in all ways */
    END_KEPT = 10, /* positions with so many legal squares are worth their place in the table */
};

/* What is left of a game, as the side to move sees it, in the numbers of a frame. */
struct rest {
    uint64_t own, other;
};

/* The items come first, then the squares that only one side wants: so a number above the items is a
 * different square for either side. */
struct frame {
    int items;
    uint64_t item_bits;
    struct set legal, only[2]; /* what the numbers stand for */
    uint8_t square[LANES];
    uint16_t near[LANES];              /* the items that an item covers, */
    uint64_t beams[2][LANES];          /* all that it covers of what a side wants, */
    uint16_t part[2][LANES][PARTS];    /* the same in parts, */
    lanes near_lanes, slice[2][PARTS]; /* and one part of all items */
};

/* False if there are too many squares. The side to move is side 0. */
static bool make_frame(const struct set *beams, const struct view *v, struct frame *f,
                       struct rest *rest)
{
    enum { BITS = 63 }; /* one less than a word has, so that no shift is as wide as that */
    f->legal = both(v->own, v->other);
    f->only[0] = without(v->own, f->legal);
    f->only[1] = without(v->other, f->legal);
    f->items = count(f->legal);
    int own = f->items + count(f->only[0]), other = f->items + count(f->only[1]);
    if (f->items > LANES || own > BITS || other > BITS)
        return false;
    *rest = (struct rest){(UINT64_C(1) << own) - 1, (UINT64_C(1) << other) - 1};
    f->item_bits = (UINT64_C(1) << f->items) - 1;
    memset(f->slice, 0, sizeof f->slice);
    int item = 0;
    for_each(square, f->legal)
    {
        uint64_t near = gather(beams[square], f->legal);
        f->square[item] = (uint8_t)square;
        f->near[item] = (uint16_t)near;
        for (int side = 0; side < 2; side++) {
            uint64_t bits = gather(beams[square], f->only[side]) << f->items | near;
            f->beams[side][item] = bits;
            for (int i = 0; i < PARTS; i++) {
                f->part[side][item][i] = (uint16_t)(bits >> LANES * i);
                f->slice[side][i][item] = (int16_t)(bits >> LANES * i);
            }
        }
        item++;
    }
    f->near_lanes = f->slice[0][0] & (int16_t)f->item_bits;
    return true;
}

static inline struct set squares_of(const struct frame *f, int side, uint64_t wanted)
{
    return either(scatter(wanted & f->item_bits, f->legal),
                  scatter(wanted >> f->items, f->only[side]));
}

/* The same key as the position has without the frame. */
static inline uint64_t rest_key(const struct frame *f, int side, struct rest rest)
{
    struct view v = {squares_of(f, side, rest.own), squares_of(f, !side, rest.other)};
    return plain_key(&v);
}

static inline unsigned legal_items(const struct frame *f, struct rest rest)
{
    return (unsigned)(rest.own & rest.other & f->item_bits);
}

/* for_each_item(i, items) { … }: every item of a set in ascending order. */
#define for_each_item(i, items)              \
    for (unsigned left_##i = (items), i = 0; \
         left_##i != 0 && (i = (unsigned)__builtin_ctz(left_##i), 1); left_##i &= left_##i - 1)

static inline uint64_t reach_of(const uint64_t beams[LANES], unsigned items)
{
    uint64_t all = 0;
    for_each_item(i, items) all |= beams[i];
    return all;
}

/* A bound of the value as visit() has it, where at most so many emitters, one or more, follow. */
static int try_rest(const struct frame *f, int side, struct rest rest, int emitters, int beta)
{
    int best = -SQUARES;
    unsigned legal = legal_items(f, rest);
    for (; legal != 0 && best < beta; legal &= legal - 1) {
        unsigned i = (unsigned)__builtin_ctz(legal);
        uint64_t beams = f->beams[side][i];
        struct rest child = {rest.other, rest.own & ~beams};
        int value = __builtin_popcountll(beams & rest.own);
        if (emitters > 1 && legal_items(f, child) != 0)
            value -= try_rest(f, !side, child, emitters - 1, value - beta + 1);
        best = value > best ? value : best;
    }
    return best;
}

/* The moves of a position, with what is left after each in its lane. */
struct fan {
    const struct frame *frame;
    int side;
    struct rest rest;
    unsigned legal;
    int cliques;
    uint16_t clique[LANES];
    lanes legal_after, own_after[PARTS];
    union lanes_view gain;
};

/* Parts the items into cliques. Nests come first; one that shares an item with a nest taken before
 * is none. */
static void make_cliques(struct fan *fan)
{
    const uint16_t *near = fan->frame->near;
    unsigned left = fan->legal;
    fan->cliques = 0;
    for_each_item(i, fan->legal)
    {
        unsigned nest = near[i] & fan->legal, common = nest & left;
        for_each_item(k, nest) common &= near[k];
        if (common == nest) {
            fan->clique[fan->cliques++] = (uint16_t)nest;
            left &= ~nest;
        }
    }
    while (left != 0) {
        unsigned candidates = near[__builtin_ctz(left)] & left, clique = 0;
        while (candidates != 0) {
            unsigned i = (unsigned)__builtin_ctz(candidates);
            clique |= 1u << i;
            candidates &= near[i] & ~(1u << i);
        }
        fan->clique[fan->cliques++] = (uint16_t)clique;
        left &= ~clique;
    }
}

/* What is left of the cliques of a position above it. They could be fewer if they were made anew,
 * which is not worth the time. */
static inline void keep_cliques(struct fan *fan, const struct fan *above)
{
    fan->cliques = 0;
    for (int k = 0; k < above->cliques; k++) {
        fan->clique[fan->cliques] = (uint16_t)(above->clique[k] & fan->legal);
        fan->cliques += fan->clique[fan->cliques] != 0;
    }
}

/* All ones in the lanes of these items. */
static inline lanes lanes_in(unsigned items)
{
    const lanes bits = {1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                        1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, INT16_MIN};
    return (bits & (int16_t)items) != 0;
}

static inline lanes count_covered(const lanes set[PARTS], const uint16_t covered[PARTS])
{
    lanes sum = {0};
    for (int i = 0; i < PARTS; i++)
        sum += lanes_halves_counted(set[i] & (int16_t)covered[i]);
    return lanes_halves_joined(sum);
}

static inline lanes count_wanted(const lanes slice[PARTS], uint64_t wanted)
{
    lanes sum = {0};
    for (int i = 0; i < PARTS; i++)
        sum += lanes_halves_counted(slice[i] & (int16_t)(wanted >> LANES * i));
    return lanes_halves_joined(sum);
}

static void make_moves(struct fan *fan)
{
    const struct frame *f = fan->frame;
    fan->legal_after = lanes_in(fan->legal) & (int16_t)fan->legal & ~f->near_lanes;
    for (int i = 0; i < PARTS; i++)
        fan->own_after[i] = (int16_t)(fan->rest.own >> LANES * i) & ~f->slice[fan->side][i];
    fan->gain.all = count_wanted(f->slice[fan->side], fan->rest.own);
}

/* A side that makes picks in the positions of all lanes, against another. */
struct picker {
    int side;
    int first;                /* 0 if it picks first, else 1 */
    bool has_moved;           /* if so, what it wants differs from lane to lane, */
    lanes legal;              /* as the legal squares always do */
    const lanes *own;         /* what it wants, if it has moved, */
    union lanes_view fixed;   /* or else how much of it each item covers */
    lanes only_theirs[PARTS]; /* what only the other side wants */
};

/* What the items of a clique are worth to the picker at best in every lane, and, as a nest, to the
 * other side. The squares that the centre covers are not open to other nests. */
static inline __attribute__((always_inline)) lanes best_in_clique(const struct fan *fan,
                                                                  const struct picker *p,
                                                                  unsigned clique,
                                                                  lanes open[PARTS], lanes *nest)
{
    const struct frame *f = fan->frame;
    lanes best = {0}, size = lanes_counted(p->legal & (int16_t)clique);
    *nest = (lanes){0};
    for_each_item(i, clique)
    {
        lanes bit = lanes_of(1 << i), is_legal = (p->legal & bit) == bit;
        lanes near = lanes_counted(p->legal & (int16_t)f->near[i]);
        lanes wanted = p->has_moved ? count_covered(p->own, f->part[p->side][i])
                                    : lanes_of(p->fixed.of[i]);
        best = lanes_higher(best, (near + wanted) & is_legal);
        lanes centre = (near == size) & is_legal & (*nest == 0);
        if (!lanes_are_zero(centre)) {
            const uint16_t *part = f->part[!p->side][i];
            *nest += count_covered(open, part) & centre;
            for (int k = 0; k < PARTS; k++)
                open[k] &= ~(centre & (int16_t)part[k]);
        }
    }
    return best + *nest;
}

/* most() of bounds_template.h in every lane. Always inline, for what is known of the picker. */
static inline __attribute__((always_inline)) lanes most_in_lanes(const struct fan *fan,
                                                                 const struct picker *p)
{
    lanes ranked[LANES], open[PARTS], sum = -lanes_counted(p->legal);
    memcpy(open, p->only_theirs, sizeof open);
    for (int k = 0; k < fan->cliques; k++) {
        lanes nest, best = best_in_clique(fan, p, fan->clique[k], open, &nest);
        sum -= nest;
        for (int j = 0; j < k; j++) {
            lanes higher = lanes_higher(ranked[j], best);
            best = lanes_lower(ranked[j], best);
            ranked[j] = higher;
        }
        ranked[k] = best;
    }
    for (int k = p->first; k < fan->cliques; k += 2)
        sum += ranked[k];
    return sum;
}

/* What each move makes sure of. */
static lanes at_least(const struct fan *fan)
{
    struct picker p = {.side = !fan->side, .legal = fan->legal_after};
    p.fixed.all = count_wanted(fan->frame->slice[!fan->side], fan->rest.other);
    memcpy(p.only_theirs, fan->own_after, sizeof p.only_theirs);
    p.only_theirs[0] &= ~fan->legal_after;
    return fan->gain.all - most_in_lanes(fan, &p);
}

static inline void spread(uint64_t set, lanes legal, lanes without_legal[PARTS])
{
    for (int i = 0; i < PARTS; i++)
        without_legal[i] = lanes_of((int16_t)(set >> LANES * i));
    without_legal[0] &= ~legal;
}

/* What each move can bring at most. */
static lanes at_most(const struct fan *fan)
{
    struct picker p = {.side = fan->side,
                       .first = 1,
                       .has_moved = true,
                       .legal = fan->legal_after,
                       .own = fan->own_after};
    spread(fan->rest.other, p.legal, p.only_theirs);
    return fan->gain.all + most_in_lanes(fan, &p);
}

/* The same for the moves that leave this answer legal, if it is given. */
static lanes at_most_after(const struct fan *fan, unsigned answer)
{
    uint64_t beams = fan->frame->beams[!fan->side][answer];
    struct picker p = {.side = fan->side,
                       .has_moved = true,
                       .legal = fan->legal_after & (int16_t)~fan->frame->near[answer],
                       .own = fan->own_after};
    spread(fan->rest.other & ~beams, p.legal, p.only_theirs);
    return fan->gain.all - (int16_t)__builtin_popcountll(fan->rest.other & beams) +
           most_in_lanes(fan, &p);
}

/* Takes those among the moves out of a set whose limit is below beta. Returns the best of their
 * limits, or `best` if that is better. */
static inline int drop_futile(const union lanes_view *limit, int beta, unsigned among,
                              unsigned *moves, int best)
{
    for_each_item(i, *moves & among)
    {
        if (limit->of[i] >= beta)
            continue;
        best = limit->of[i] > best ? limit->of[i] : best;
        *moves &= ~(1u << i);
    }
    return best;
}

static inline unsigned highest(const union lanes_view *worth, unsigned moves)
{
    unsigned best = (unsigned)__builtin_ctz(moves);
    for_each_item(i, moves) best = worth->of[i] > worth->of[best] ? i : best;
    return best;
}

/* True if a move tried before is at least as good whatever happens: see "twins". */
static inline bool has_better_twin(const struct fan *fan, unsigned tried, unsigned move)
{
    const struct frame *f = fan->frame;
    const uint64_t *beams = f->beams[fan->side];
    unsigned rest = fan->legal & ~f->near[move];
    for_each_item(i, tried)
    {
        if ((fan->legal & ~f->near[i]) != rest)
            continue;
        uint64_t more = fan->rest.own & beams[i] & ~beams[move] & reach_of(beams, rest);
        if (fan->gain.of[i] - fan->gain.of[move] >= __builtin_popcountll(more))
            return true;
    }
    return false;
}

enum { NO_ITEM = LANES };

static int visit_end(struct proof *proof, const struct frame *f, const struct fan *above, int side,
                     struct rest rest, bool is_hoped, int beta, unsigned *best_item);

/* Tries the moves in turn until one reaches beta; returns the best value. The worth of the moves
 * says which comes first; if success is not hoped for, it is their limit, too. */
static int try_fan(struct proof *proof, const struct fan *fan, union lanes_view worth,
                   bool is_hoped, int beta, unsigned *best_item)
{
    const struct frame *f = fan->frame;
    unsigned left = fan->legal, tried = 0, answers = 0;
    int best = is_hoped ? -SQUARES : drop_futile(&worth, beta, left, &left, -SQUARES);
    while (left != 0 && best < beta) {
        unsigned move = highest(&worth, left), answer;
        left &= ~(1u << move);
        if (has_better_twin(fan, tried, move))
            continue;
        if (effort_is_spent(proof->effort, LANES))
            return 0;
        struct rest child = {fan->rest.other, fan->rest.own & ~f->beams[fan->side][move]};
        int gain = fan->gain.of[move];
        int value = gain - visit_end(proof, f, fan, !fan->side, child, !is_hoped, gain - beta + 1,
                                     &answer);
        if (value > best) {
            best = value;
            *best_item = move;
        }
        if (is_hoped && tried == 0 && best < beta) {
            union lanes_view limit = {at_most(fan)};
            best = drop_futile(&limit, beta, left, &left, best);
        }
        tried |= 1u << move;
        bool is_new = answer != NO_ITEM && !(answers >> answer & 1);
        if (!is_hoped && is_new && best < beta && (left & (left - 1)) != 0) {
            answers |= 1u << answer;
            union lanes_view limit = {at_most_after(fan, answer)};
            best = drop_futile(&limit, beta, fan->legal & ~f->near[answer], &left, best);
        }
    }
    return best;
}

/* visit() in a frame, but for time: whoever calls has counted the node. The position above it in
 * the frame, if any, hands down its cliques. The move that reaches beta is best_item, NO_ITEM if
 * none is known. */
static int visit_end(struct proof *proof, const struct frame *f, const struct fan *above, int side,
                     struct rest rest, bool is_hoped, int beta, unsigned *best_item)
{
    struct fan fan;
    fan.frame = f;
    fan.side = side;
    fan.rest = rest;
    fan.legal = legal_items(f, rest);
    *best_item = NO_ITEM;
    int moves = __builtin_popcount(fan.legal);
    if (moves == 0)
        return 0;
    if (above)
        keep_cliques(&fan, above);
    else
        make_cliques(&fan);
    if (fan.cliques <= END_FEW)
        return try_rest(f, side, rest, fan.cliques, beta);

    union lanes_view worth;
    if (is_hoped) {
        make_moves(&fan);
        worth.all = at_least(&fan);
        unsigned best = highest(&worth, fan.legal);
        if (worth.of[best] >= beta) {
            *best_item = best;
            return worth.of[best];
        }
    }

    uint64_t key = 0, before = proof->effort->nodes;
    struct knowledge knowledge = {-SQUARES, SQUARES, KNOWN_NO_MOVE};
    if (moves >= END_KEPT) {
        rest.own &= reach_of(f->beams[side], fan.legal);
        rest.other &= reach_of(f->beams[!side], fan.legal);
        key = rest_key(f, side, rest);
        if (is_answered(proof, key, beta, &knowledge))
            return answer_of(&knowledge, beta);
    }
    if (!is_hoped) {
        make_moves(&fan);
        worth.all = at_most(&fan);
    }
    /* the table's move first; a limit that is too high is a limit */
    for_each_item(i, fan.legal)
    {
        if (f->square[i] == knowledge.move)
            worth.of[i] += SQUARES;
    }
    int best = try_fan(proof, &fan, worth, is_hoped, beta, best_item);
    if (proof->effort->stopped)
        return 0;
    if (*best_item != NO_ITEM)
        knowledge.move = f->square[*best_item];
    if (moves >= END_KEPT && proof->effort->nodes - before > 1)
        remember(proof, key, knowledge, best, beta, proof->effort->nodes - before);
    return best;
}
