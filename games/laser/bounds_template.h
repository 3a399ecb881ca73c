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
 * An upper bound of it is a sum over A alone plus a constant:
 *
 *   - A covers at most the sum of what each of its items covers of O;
 *   - every square of L is covered in the end, by H if not by A: each counts -1, and 2 more for
 *     every item of A that covers it;
 *   - some items are picked for certain, by A or by H: those that cover no other item. So the
 *     squares of T that such an item covers count -1, and 1 more if A picks it. Of a component of
 *     items which all cover one another just one is picked: what all of them cover counts alike. A
 *     square that two such components cover counts -1 once, a half for each. One that three cover
 *     is left out.
 *
 * So margin <= constant + sum of the scores of A, a score being what the item counts. Now let the
 * other side always pick the highest score that is left. When A makes its r-th pick, the other
 * side has picked r - 1 items (r if it began) with scores at least as high, so the r-th highest
 * score in A is no higher than rank 2r - 1 (2r) of all scores. And as no two items of a clique are
 * ever both picked, ranks need only be counted among the best items of the cliques of a cover. The
 * bound is the constant and every other of the ranked scores, from the first on or from the second.
 *
 * Counted in half squares. The same with the sides exchanged is a lower bound.
 *
 * Tighter bounds were found, and dropped for what they cost. Where the other side keeps items with
 * disjoint surroundings in hand and counts what they cover, and what several picks would cover is
 * counted once, half as many positions are searched on the empty 10 x 10 board, in as much time. To
 * look for parts of the board that have nothing to do with one another is of no use: of the
 * positions with 12 legal squares on 12 x 12, three in four are all of a piece.
 */
#include <stdint.h>

#include "games/laser/lanes.h"

/* A legal square in the position at hand. */
struct item {
    struct set certain; /* what an emitter on any square of its component covers, if one of them
                         * will be taken for certain; else empty */
    int16_t legal;      /* legal squares that it covers, itself among them */
    uint8_t square;
    uint8_t clique;
};

struct tally {
    struct set once, twice, thrice; /* squares covered at least so often */
};

static inline void tally_add(struct tally *t, struct set s)
{
    t->thrice = either(t->thrice, both(t->twice, s));
    t->twice = either(t->twice, both(t->once, s));
    t->once = either(t->once, s);
}

struct cover {
    struct item *items;
    int items_count, cliques;
    struct set legal;
    struct tally by_certain; /* by the components of which one item is picked for certain */
};

enum { CLIQUES_MOST = 64 };

struct ranking {
    int constant;
    int16_t score[SQUARES]; /* of each item */
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

static inline int halved(int x)
{
    return x >> 1; /* towards the lower square */
}

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

/* What a side that only wants `own`, beside the legal squares, can win at most if its first pick
 * is the first (0) or the second (1) of all. */
static inline int most(const struct set *beams, const struct cover *cover, struct set own,
                       struct set other, int16_t first, struct ranking *r)
{
    const struct tally *certain = &cover->by_certain;
    struct set once = both(other, without(certain->once, certain->twice));
    struct set any = both(other, without(certain->once, certain->thrice));
    r->constant = -2 * cover->items_count - 2 * count(any);
    r->vectors = (cover->cliques + LANES - 1) / LANES;
    for (int i = 0; i < r->vectors; i++)
        r->best_lanes[i] = (lanes){0};
    for (int i = 0; i < cover->items_count; i++) {
        const struct item *item = &cover->items[i];
        int score = 4 * item->legal + 2 * count_both(beams[item->square], own) +
                    count_both(item->certain, once) + count_both(item->certain, any);
        r->score[i] = (int16_t)score;
        int16_t *best = &r->best[item->clique];
        *best = (int16_t)(score > *best ? score : *best);
    }
    rank_cliques(r, cover->cliques);
    lanes sum = {0};
    for (int i = 0; i < r->vectors; i++)
        sum += r->best_lanes[i] & ((r->rank_lanes[i] & 1) == first);
    return halved(r->constant + lanes_sum(sum));
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
    return halved(r->constant + r->score[item] + lanes_sum(sum));
}

/* If the items that this one covers all cover one another and no others, they are one clique, and
 * one of them is picked for certain. */
static inline bool take_component(const struct set *beams, struct cover *cover,
                                  const uint8_t item_on[SQUARES], const struct item *item)
{
    enum { CLIQUE_MOST = 5 }; /* squares that can all cover one another */
    if (item->legal > CLIQUE_MOST)
        return false;
    struct set component = both(beams[item->square], cover->legal);
    struct set certain = beams[item->square];
    if (item->legal > 1)
        for_each(square, component)
        {
            if (!are_equal(both(beams[square], cover->legal), component))
                return false;
            certain = both(certain, beams[square]);
        }
    for_each(square, component)
    {
        struct item *member = &cover->items[item_on[square]];
        member->clique = (uint8_t)cover->cliques;
        member->certain = certain;
    }
    tally_add(&cover->by_certain, certain);
    return true;
}

/* The item and all others left that it covers, as far as they cover one another. */
static inline void take_clique(const struct set *beams, struct cover *cover,
                               const uint8_t item_on[SQUARES], const struct item *item,
                               struct set *left)
{
    struct set candidates = both(beams[item->square], *left);
    while (!is_none(candidates)) {
        unsigned square = take_first(&candidates);
        candidates = both(candidates, beams[square]);
        cover->items[item_on[square]].clique = (uint8_t)cover->cliques;
        *left = without(*left, set_of(square));
    }
}

enum { NO_CLIQUE = 255 };

static inline void list_items(const struct set *beams, const struct view *v, struct item *items,
                              struct cover *cover)
{
    *cover = (struct cover){.items = items, .legal = both(v->own, v->other)};
    for_each(square, cover->legal)
    {
        struct set covered = beams[square];
        items[cover->items_count++] = (struct item){
            .legal = (int16_t)count_both(covered, cover->legal),
            .square = (uint8_t)square,
            .clique = NO_CLIQUE};
    }
}

static inline void cover_items(const struct set *beams, struct cover *cover)
{
    uint8_t item_on[SQUARES];
    for (int i = 0; i < cover->items_count; i++)
        item_on[cover->items[i].square] = (uint8_t)i;
    struct set left = cover->legal;
    for (int i = 0; i < cover->items_count; i++) {
        struct item *item = &cover->items[i];
        if (item->clique != NO_CLIQUE)
            continue;
        if (take_component(beams, cover, item_on, item))
            left = without(left, beams[item->square]);
        else
            take_clique(beams, cover, item_on, item, &left);
        cover->cliques++;
    }
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
