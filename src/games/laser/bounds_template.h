/* bounds_template.h - what the rest of a game of Laser Checkmate can bring at most, without a
 * search, after each of the moves
 *
 * Included by endgame_template.h, with BLOCKS defined.
 *
 * The bound. Let O be the squares that only one side wants, T those that only the other wants, and
 * L the legal ones. The rest of the game is a picking of items, the legal squares; who picks one
 * takes it and the items that it covers off the board. Let A be the items that the one side picks
 * and H those that the other picks. The margin of the first is
 *
 *     |O covered by A| - |T covered by H| + |L covered by A| - |L covered by H|.
 *
 * Let the items be parted into cliques, in which all cover one another: there is at most one pick
 * in each. The squares of a clique c count
 *
 *     |c|                       at most, if A picks in it;
 *     -|c| and what A covers    if H picks in it, for whoever picks there covers all of it;
 *     what A covers             at most, if nobody does, since picks elsewhere took it away.
 *
 * If H picks in it, T loses at least what each of its items covers of it, sure(c). A square of T
 * may be sure in one clique only. So
 *
 *     margin <= sum over A's picks of (|c| + what the item covers of O and of L outside of c)
 *               - sum over H's cliques of (|c| + sure(c)).
 *
 * Call |c| + sure(c) the price of c, and its price and the best of those first sums its worth. Then
 * the margin is at most the worth of A's cliques less the prices of all cliques in which somebody
 * picks.
 *
 * Let the other side always pick in the clique that is worth most among those that have items left.
 * When A makes its r-th pick, the other side has picked in r - 1 cliques (r if it began) that are
 * worth at least as much as any that A picks in from then on; so the r-th best of A's cliques is no
 * better than rank 2r - 1 (2r) of all that are picked. That leaves which ones are: the best for A
 * is found by going through the ranks and either leaving a clique out or letting it be the turn of
 * the next.
 *
 * If an item of a clique covers no item outside, the clique is a nest and that item its centre.
 * Nothing but a pick in the nest takes the centre away, so it cannot be left out, and the other
 * side can pick the centre: sure is what that covers.
 *
 * The same with the sides exchanged is a lower bound.
 *
 * Tighter bounds were found, and dropped for what they cost or because they bring little: centres
 * that a few items outside of their clique can take away; centres with surroundings that are no
 * clique; what several picks of A would cover, counted once in advance. To look for parts of the
 * board that have nothing to do with one another is of no use: of the positions with 12 legal
 * squares on 12 x 12, three in four are all of a piece.
 *
 * The frame. What is left of an outline (proof.h) is numbered anew, again the items first. The
 * bound is worked out for the positions after all moves at once, each in a lane of its own; a set
 * of numbers is cut into parts as wide as a lane. The cliques are those of the position before the
 * move, less the items that are gone; what is a nest depends on the lane.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "games/laser/lanes.h"
#include "games/laser/proof.h"

enum {
    ITEMS = LANES * BLOCKS, /* a lane for each move */
    PARTS = 4 * BLOCKS,     /* of LANES bits make a set of numbers */
    NUMBERS = LANES * PARTS
};

#if BLOCKS == 1
typedef uint64_t numbers;
#else
typedef outline_set numbers;
#endif

static inline int count_numbers(numbers n)
{
    return count_set(n);
}

/* What is left of a game, as the side to move sees it, in the numbers of a frame. */
struct rest {
    numbers own, other;
};

union parts {
    int16_t of[PARTS];
    numbers all;
};

struct frame {
    const struct outline *outline;
    int side;            /* of the outline, that is side 0 of the frame */
    outline_set only[2]; /* the numbers of the outline, beside the items, */
    uint32_t legal;      /* and its items */
    int items, parts;    /* as many as there are */
    numbers item_bits;
    uint8_t square[ITEMS];
    uint32_t near[ITEMS];          /* the items that an item covers, */
    union parts beams[2][ITEMS];   /* all that it covers of what a side wants, */
    lanes slice[2][BLOCKS][PARTS]; /* and one part of that for all items of a block */
};

/* for_each_item(i, items) { … }: every item of a set in ascending order. */
#define for_each_item(i, items)              \
    for (uint32_t left_##i = (items), i = 0; \
         left_##i != 0 && (i = (uint32_t)__builtin_ctz(left_##i), 1); left_##i &= left_##i - 1)

/* A set whose members are to be gathered. */
struct gathering {
    uint64_t low, high;
    int low_count;
};

static inline struct gathering gathering_of(outline_set s)
{
    return (struct gathering){(uint64_t)s, (uint64_t)(s >> 64), __builtin_popcountll((uint64_t)s)};
}

static inline numbers gather_set(outline_set s, const struct gathering *g, int shift)
{
    numbers high = gather_word((uint64_t)(s >> 64), g->high);
    return (high << g->low_count | gather_word((uint64_t)s, g->low)) << shift;
}

/* The frame of what is left in an outline, of which nothing wanted is out of reach. A wide frame is
 * one of the whole outline. */
static void make_frame(const struct outline *o, int side, struct remains left, struct frame *f,
                       struct rest *rest)
{
    f->outline = o;
    f->side = side;
    f->legal = (uint32_t)(left.own & left.other & (((outline_set)1 << o->items) - 1));
    f->only[0] = left.own & ~(outline_set)f->legal;
    f->only[1] = left.other & ~(outline_set)f->legal;
    f->items = __builtin_popcount(f->legal);
    int own = count_set(left.own), other = count_set(left.other);
    assert(f->items <= ITEMS && own < NUMBERS && other < NUMBERS);
    assert(BLOCKS == 1 || (side == 0 && f->items == o->items));
    f->parts = ((own > other ? own : other) + LANES - 1) / LANES;
    *rest = (struct rest){((numbers)1 << own) - 1, ((numbers)1 << other) - 1};
    f->item_bits = ((numbers)1 << f->items) - 1;
    memset(f->slice, 0, sizeof f->slice);
    const struct gathering only[2] = {gathering_of(f->only[0]), gathering_of(f->only[1])};
    int item = 0;
    for_each_item(i, f->legal)
    {
        uint32_t near = (uint32_t)gather_word(o->near[i], f->legal);
        f->square[item] = o->square[i];
        f->near[item] = near;
        for (int s = 0; s < 2; s++) {
            union parts beams = {.all = gather_set(o->beams[side ^ s][i], &only[s], f->items) |
                                        near};
            f->beams[s][item] = beams;
            for (int k = 0; k < PARTS; k++)
                f->slice[s][item / LANES][k][item % LANES] = beams.of[k];
        }
        item++;
    }
}

/* What is left, in the numbers of the outline; a wide frame has the same. */
static inline struct remains remains_of(const struct frame *f, int side, struct rest rest)
{
    if (BLOCKS > 1)
        return (struct remains){rest.own, rest.other};
    return (struct remains){scatter_set(rest.own >> f->items, f->only[side]) |
                                scatter_word((uint64_t)(rest.own & f->item_bits), f->legal),
                            scatter_set(rest.other >> f->items, f->only[!side]) |
                                scatter_word((uint64_t)(rest.other & f->item_bits), f->legal)};
}

static inline uint32_t legal_items(const struct frame *f, struct rest rest)
{
    return (uint32_t)(rest.own & rest.other & f->item_bits);
}

static inline numbers reach_of(const union parts beams[ITEMS], uint32_t items)
{
    numbers all = 0;
    for_each_item(i, items) all |= beams[i].all;
    return all;
}

union worth {
    lanes block[BLOCKS];
    int16_t of[ITEMS];
};

/* A position, with all its moves side by side. */
struct node {
    const struct frame *frame;
    int side;
    struct rest rest;
    uint32_t legal;
    int cliques;
    uint32_t clique[ITEMS];
    union worth gain;
    /* what is left after each move, in its lane: see make_moves() */
    bool has_moves;
    lanes legal_after[BLOCKS][BLOCKS], own_after[BLOCKS][PARTS];
    /* what the mover then wants of what an item covers: see make_wanted() */
    bool has_wanted;
    lanes wanted[ITEMS][BLOCKS];
};

/* Parts the items into cliques. Nests come first; one that shares an item with a nest taken before
 * is none. */
static void make_cliques(struct node *node)
{
    enum { CLIQUE_MOST = 5 }; /* squares that can all cover one another */
    const uint32_t *near = node->frame->near;
    uint32_t left = node->legal;
    node->cliques = 0;
    for_each_item(i, node->legal)
    {
        uint32_t nest = near[i] & node->legal, common = nest & left;
        if (__builtin_popcount(nest) > CLIQUE_MOST)
            continue;
        for_each_item(k, nest) common &= near[k];
        if (common == nest) {
            node->clique[node->cliques++] = nest;
            left &= ~nest;
        }
    }
    while (left != 0) {
        uint32_t candidates = near[__builtin_ctz(left)] & left, clique = 0;
        while (candidates != 0) {
            unsigned i = (unsigned)__builtin_ctz(candidates);
            clique |= UINT32_C(1) << i;
            candidates &= near[i] & ~(UINT32_C(1) << i);
        }
        node->clique[node->cliques++] = clique;
        left &= ~clique;
    }
}

/* What is left of the cliques of a position above it. They could be fewer if they were made anew,
 * which is not worth the time. */
static inline void keep_cliques(struct node *node, const struct node *above)
{
    node->cliques = 0;
    for (int k = 0; k < above->cliques; k++) {
        node->clique[node->cliques] = above->clique[k] & node->legal;
        node->cliques += node->clique[node->cliques] != 0;
    }
}

static inline void make_gains(struct node *node)
{
    const union parts *beams = node->frame->beams[node->side];
    for (int b = 0; b < BLOCKS; b++)
        node->gain.block[b] = (lanes){0};
    for_each_item(i, node->legal)
        node->gain.of[i] = (int16_t)count_numbers(beams[i].all & node->rest.own);
}

/* The parts that matter. */
static inline int parts_of(const struct frame *f)
{
    return BLOCKS == 1 ? PARTS : f->parts;
}

/* All ones in the lanes of these items. */
static inline lanes lanes_in(uint32_t items)
{
    const lanes bits = {1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                        1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, INT16_MIN};
    return (bits & (int16_t)items) != 0;
}

static inline lanes count_covered(const lanes *set, const union parts *covered, int parts)
{
    lanes sum = {0};
    for (int i = 0; i < parts; i++)
        sum += lanes_counted_apart(set[i] & covered->of[i]);
    return lanes_joined(sum);
}

static void make_moves(struct node *node)
{
    const struct frame *f = node->frame;
    union parts own = {.all = node->rest.own};
    for (int b = 0; b < BLOCKS; b++) {
        const lanes *slice = f->slice[node->side][b];
        lanes is_move = lanes_in(node->legal >> LANES * b);
        for (int i = 0; i < BLOCKS; i++)
            node->legal_after[b][i] = is_move & (int16_t)(node->legal >> LANES * i) & ~slice[i];
        for (int i = 0; i < parts_of(f); i++)
            node->own_after[b][i] = own.of[i] & ~slice[i];
    }
    node->has_moves = true;
}

/* A side that makes picks in the positions of all lanes of a block, against another. */
struct picker {
    int side;
    int first;                /* 0 if it picks first, else 1 */
    bool has_moved;           /* if so, what it wants differs from lane to lane: node->wanted */
    int16_t fixed[ITEMS];     /* if not, this is what it wants of what an item covers */
    union parts sure[ITEMS];  /* what the other side covers from all items of a clique */
    lanes legal[BLOCKS];      /* the legal squares, */
    lanes only_theirs[PARTS]; /* and what only the other side wants */
};

static inline void make_sure(const struct node *node, struct picker *p)
{
    for (int k = 0; k < node->cliques; k++) {
        p->sure[k].all = ~(numbers)0;
        for_each_item(i, node->clique[k]) p->sure[k].all &= node->frame->beams[!p->side][i].all;
    }
}

/* Counts what the other side is sure of in these lanes; it is not open to other cliques. */
static inline lanes take_sure(lanes open[PARTS], const union parts *sure, lanes in, int parts)
{
    lanes sum = {0};
    for (int i = 0; i < parts; i++) {
        lanes taken = open[i] & in & sure->of[i];
        open[i] ^= taken;
        sum += lanes_counted_apart(taken);
    }
    return lanes_joined(sum);
}

enum { PRICE_BITS = 6 };

/* A clique's worth in every lane, with its price in the lowest bits if it can be left out. */
static inline __attribute__((always_inline)) lanes weigh_clique(const struct node *node, int block,
                                                                const struct picker *p, int clique,
                                                                lanes open[PARTS], lanes *price)
{
    const struct frame *f = node->frame;
    uint32_t items = node->clique[clique];
    lanes best = {0}, size = {0}, is_nest = {0};
    for (int i = 0; i < BLOCKS; i++)
        size += lanes_counted_apart(p->legal[i] & (int16_t)(items >> LANES * i));
    *price = size = lanes_joined(size);
    for_each_item(i, items)
    {
        lanes bit = lanes_of(1 << i % LANES), is_legal = (p->legal[i / LANES] & bit) == bit;
        lanes near = {0};
        for (int k = 0; k < BLOCKS; k++)
            near += lanes_counted_apart(p->legal[k] & (int16_t)(f->near[i] >> LANES * k));
        near = lanes_joined(near);
        lanes wanted = p->has_moved ? node->wanted[i][block] : lanes_of(p->fixed[i]);
        best = lanes_higher(best, wanted & is_legal);
        lanes is_centre = (near == size) & is_legal & ~is_nest;
        if (!lanes_are_zero(is_centre)) {
            *price += take_sure(open, &f->beams[!p->side][i], is_centre, parts_of(f));
            is_nest |= is_centre;
        }
    }
    lanes is_open = (size > 0) & ~is_nest;
    if (p->sure[clique].all != 0 && !lanes_are_zero(is_open))
        *price += take_sure(open, &p->sure[clique], is_open, parts_of(f));
    return ((best + *price) << PRICE_BITS) + (*price & is_open);
}

/* What the picker is ahead by at most in every lane of a block. Always inline, for what is known of
 * the picker. */
static inline __attribute__((always_inline)) lanes most(const struct node *node, int block,
                                                        const struct picker *p)
{
    lanes ranked[ITEMS], open[PARTS], sum = {0};
    for (int i = 0; i < parts_of(node->frame); i++)
        open[i] = p->only_theirs[i];
    for (int k = 0; k < node->cliques; k++) {
        lanes price, clique = weigh_clique(node, block, p, k, open, &price);
        sum -= price;
        for (int j = 0; j < k; j++) {
            lanes higher = lanes_higher(ranked[j], clique);
            clique = lanes_lower(ranked[j], clique);
            ranked[j] = higher;
        }
        ranked[k] = clique;
    }
    /* the best if it is the picker's turn in the ranks, or the other's */
    enum { NEVER = -4096 };
    lanes ours = lanes_of(p->first == 0 ? 0 : NEVER), theirs = lanes_of(p->first == 0 ? NEVER : 0);
    for (int k = 0; k < node->cliques; k++) {
        lanes worth = ranked[k] >> PRICE_BITS, refund = ranked[k] & ((1 << PRICE_BITS) - 1);
        lanes ours_next = lanes_higher(ours + refund, theirs);
        theirs = lanes_higher(theirs + refund, ours + worth);
        ours = ours_next;
    }
    return sum + lanes_higher(ours, theirs);
}

/* What each move makes sure of. */
static union worth at_least(struct node *node)
{
    const struct frame *f = node->frame;
    union worth least;
    struct picker p;
    p.side = !node->side;
    p.first = 0;
    p.has_moved = false;
    for_each_item(i, node->legal)
        p.fixed[i] = (int16_t)count_numbers(f->beams[p.side][i].all & node->rest.other);
    make_sure(node, &p);
    if (!node->has_moves)
        make_moves(node);
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < parts_of(f); i++)
            p.only_theirs[i] = node->own_after[b][i];
        for (int i = 0; i < BLOCKS; i++) {
            p.legal[i] = node->legal_after[b][i];
            p.only_theirs[i] &= ~p.legal[i];
        }
        least.block[b] = node->gain.block[b] - most(node, b, &p);
    }
    return least;
}

static void make_wanted(struct node *node)
{
    const struct frame *f = node->frame;
    for (int b = 0; b < BLOCKS; b++)
        for_each_item(i, node->legal) node->wanted[i][b] = count_covered(
            node->own_after[b], &f->beams[node->side][i], parts_of(f));
    node->has_wanted = true;
}

/* What each move can bring at most if the answer is this item, for the moves that leave it legal;
 * or whatever the answer is, with NO_ITEM. */
static union worth at_most(struct node *node, unsigned answer)
{
    const struct frame *f = node->frame;
    union worth limit;
    struct picker p;
    p.side = node->side;
    p.first = answer == NO_ITEM;
    p.has_moved = true;
    numbers beams = answer == NO_ITEM ? 0 : f->beams[!node->side][answer].all;
    union parts only_theirs = {.all = node->rest.other & ~beams};
    uint32_t gone = answer == NO_ITEM ? 0 : f->near[answer];
    int16_t loss = (int16_t)count_numbers(node->rest.other & beams);
    if (!node->has_moves)
        make_moves(node);
    if (!node->has_wanted)
        make_wanted(node);
    make_sure(node, &p);
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < parts_of(f); i++)
            p.only_theirs[i] = lanes_of(only_theirs.of[i]);
        for (int i = 0; i < BLOCKS; i++) {
            p.legal[i] = node->legal_after[b][i] & (int16_t) ~(gone >> LANES * i);
            p.only_theirs[i] &= ~p.legal[i];
        }
        limit.block[b] = node->gain.block[b] + most(node, b, &p) - loss;
    }
    return limit;
}
