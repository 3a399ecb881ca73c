/* bounds_template.h - what the rest of a game of Laser Checkmate can bring at most, without a
 * search
 *
 * Included after set_template.h, with the same WORDS.
 *
 * Let O be the squares that only one side wants, T those that only the other wants, and L the legal
 * ones. The rest of the game is a picking of items, the legal squares; who picks one takes it and
 * the items that it covers off the board. In the end one side has picked the items A, the other
 * the items H, and the margin of the first is
 *
 *     |O covered by A| - |T covered by H| + |L covered by A| - |L covered by H|.
 *
 * What the first can be ahead by at most:
 *
 *   - A covers at most the sum of what each of its items covers of O;
 *   - every square of L is covered in the end, by H if not by A: each counts -1, and 2 more for
 *     every item of A that covers it.
 *
 * So margin <= -|L| - |T covered by H| + sum of the scores of A, a score being what the item
 * counts.
 *
 * Now let the items be parted into cliques, in which all cover one another: there is at most one
 * pick in each. A clique is worth its best score to A. If an item of it covers no item outside, the
 * clique is a nest and that item its centre. Nothing but a pick in the nest takes the centre away,
 * so there is just one pick in it; and if it is the other side's, that can be the centre, which
 * covers for certain what it covers of T. So a nest is worth that much more, and that much is taken
 * off the sum once for all. Squares of T that several centres cover are counted for one of them.
 *
 * Worth is what it is in the position at hand. Let the other side always pick in the clique that is
 * worth most among those that have items left, at the centre if it is a nest. When A makes its r-th
 * pick, the other side has picked in r - 1 cliques (r if it began) that are worth at least as much
 * as any that A picks in from then on; so the r-th best of A's cliques is no better than rank
 * 2r - 1 (2r) of all. A clique in which nobody picks brings A nothing, and is no nest. The bound is
 * the sum of every other of the ranked worths, from the first on or from the second.
 *
 * The same with the sides exchanged is a lower bound.
 *
 * Tighter bounds were found, and dropped for what they cost or because they bring little: to count
 * what several picks of A would cover once; centres that a few items outside of their clique can
 * take away; centres with surroundings that are no clique. To look for parts of the board that have
 * nothing to do with one another is of no use: of the positions with 12 legal squares on 12 x 12,
 * three in four are all of a piece.
 */
#include <assert.h>
#include <stdint.h>

#include "games/laser/lanes.h"

/* A legal square in the position at hand. */
struct item {
    int16_t legal; /* legal squares that it covers, itself among them */
    uint8_t square;
    uint8_t clique;
};

struct cover {
    struct item *items;
    int items_count, cliques;
    uint8_t clique_size[SQUARES];
    struct set legal;
};

enum { CLIQUES_MOST = 64 };

struct ranking {
    int constant;
    int16_t score[SQUARES]; /* of each item, with what its clique is worth more */
    int vectors;            /* of cliques; 0: there are too many, nothing is known */
    union {
        int16_t best[CLIQUES_MOST]; /* score in each clique */
        lanes best_lanes[CLIQUES_MOST / LANES];
    };
    union {
        int16_t rank[CLIQUES_MOST]; /* 0 is the highest */
        lanes rank_lanes[CLIQUES_MOST / LANES];
    };
};

/* Counts for each clique those that have a higher score, or as high a one and come before. */
static inline void rank_cliques(struct ranking *r, int cliques)
{
    const lanes places = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    for (int i = 0; i < r->vectors; i++) {
        int16_t offset = (int16_t)(CLIQUES_MOST - LANES * (i + 1));
        lanes key = r->best_lanes[i] * CLIQUES_MOST + places + offset, rank = {0};
        for (int k = 0; k < cliques; k++)
            rank -= (int16_t)(r->best[k] * CLIQUES_MOST + CLIQUES_MOST - 1 - k) > key;
        r->rank_lanes[i] = rank;
    }
}

/* Whether an item is the centre of a nest: it covers its clique and nothing else. */
static inline bool is_centre(const struct cover *cover, const struct item *item)
{
    assert(item->clique < cover->cliques);
    return item->legal == cover->clique_size[item->clique];
}

/* What a side that only wants `own`, beside the legal squares, can win at most if its first pick
 * is the first (0) or the second (1) of all. */
static inline int most(const struct set *beams, const struct cover *cover, struct set own,
                       struct set other, int16_t first, struct ranking *r)
{
    int16_t nest[CLIQUES_MOST] = {0}; /* what the other side covers from its centre */
    r->constant = -cover->items_count;
    r->vectors = (cover->cliques + LANES - 1) / LANES;
    for (int i = 0; i < r->vectors; i++)
        r->best_lanes[i] = (lanes){0};
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        if (nest[item->clique] != 0 || !is_centre(cover, item))
            continue;
        nest[item->clique] = (int16_t)count_both(beams[item->square], other);
        other = without(other, beams[item->square]);
        r->constant -= nest[item->clique];
    }
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        int score = 2 * item->legal + count_both(beams[item->square], own) + nest[item->clique];
        r->score[i] = (int16_t)score;
        int16_t *best = &r->best[item->clique];
        *best = (int16_t)(score > *best ? score : *best);
    }
    rank_cliques(r, cover->cliques);
    lanes sum = {0};
    for (int i = 0; i < r->vectors; i++)
        sum += r->best_lanes[i] & ((r->rank_lanes[i] & 1) == first);
    return r->constant + lanes_sum(sum);
}

/* The same if the first pick is this item: its clique is out, those ranked below it move up. */
static inline int most_with(const struct ranking *r, int item, int clique)
{
    int16_t own_rank = r->rank[clique];
    lanes sum = {0};
    for (int i = 0; i < r->vectors; i++) {
        lanes rank = r->rank_lanes[i] + (r->rank_lanes[i] > own_rank); /* true is -1 */
        sum += r->best_lanes[i] & ((rank & 1) == 1) & (r->rank_lanes[i] != own_rank);
    }
    return r->constant + r->score[item] + lanes_sum(sum);
}

/* True if the items that this one covers, itself among them, all cover one another. */
static inline bool is_nest(const struct set *beams, const struct item *item, struct set near)
{
    enum { CLIQUE_MOST = 5 }; /* squares that can all cover one another */
    if (item->legal > CLIQUE_MOST)
        return false;
    for_each(square, near)
    {
        if (!is_none(without(near, beams[square])))
            return false;
    }
    return true;
}

/* Makes a clique of the item and all others left that it covers, as far as they cover one another.
 */
static inline void take_clique(const struct set *beams, struct cover *cover,
                               const uint8_t item_on[SQUARES], const struct item *item,
                               struct set *left)
{
    struct set candidates = both(beams[item->square], *left);
    int size = 0;
    for (; !is_none(candidates); size++) {
        unsigned square = take_first(&candidates);
        candidates = both(candidates, beams[square]);
        cover->items[item_on[square]].clique = (uint8_t)cover->cliques;
        *left = without(*left, set_of(square));
    }
    cover->clique_size[cover->cliques++] = (uint8_t)size;
}

enum { NO_CLIQUE = 255 };

static inline void list_items(const struct set *beams, const struct view *v, struct item *items,
                              struct cover *cover)
{
    *cover = (struct cover){.items = items, .legal = both(v->own, v->other)};
    for_each(square, cover->legal)
    {
        items[cover->items_count++] = (struct item){
            .legal = (int16_t)count_both(beams[square], cover->legal),
            .square = (uint8_t)square,
            .clique = NO_CLIQUE};
    }
}

/* Parts the items into cliques. Nests come first; one that shares an item with a nest taken before
 * is none. */
static inline void cover_items(const struct set *beams, struct cover *cover)
{
    uint8_t item_on[SQUARES];
    for (int i = 0; i < cover->items_count; i++)
        item_on[cover->items[i].square] = (uint8_t)i;
    struct set left = cover->legal;
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        struct set near = both(beams[item->square], cover->legal);
        if (is_none(without(near, left)) && is_nest(beams, item, near))
            take_clique(beams, cover, item_on, item, &left);
    }
    for (int i = 0; i < cover->items_count; i++)
        if (cover->items[i].clique == NO_CLIQUE)
            take_clique(beams, cover, item_on, &cover->items[i], &left);
}

/* Bounds of the value: of the lower one no more than whether it reaches beta, of the upper one no
 * more than whether it stays below. Leaves the ranking of the side to move. */
static inline void bound(const struct set *beams, const struct view *v, const struct cover *cover,
                         int beta, struct ranking *ranking, int *low, int *high)
{
    *low = -count(v->other);
    *high = count(v->own);
    ranking->vectors = ranking->constant = 0;
    if (cover->cliques > CLIQUES_MOST)
        return;
    struct set own = without(v->own, cover->legal), other = without(v->other, cover->legal);
    struct ranking theirs;
    *low = -most(beams, cover, other, own, 1, &theirs);
    if (*low < beta)
        *high = most(beams, cover, own, other, 0, ranking);
}
