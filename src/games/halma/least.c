#include "games/halma/least.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"

enum {
    TABLE_BITS = 16, /* of the number of entries */
    DEPTH_MAX = 64,  /* longer lines are not looked through */
    TIMES_MAX = 40   /* moves after which a piece is taken to have come everywhere */
};

static int count_bits(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* The squares beside the goal. */
static struct quarters rim_of(const struct solo *s)
{
    struct quarters rim = {{0}};
    for (unsigned square = 0; square < HALMA_SQUARES; square++)
        for (int q = 0; q < QUARTERS; q++)
            if (!solo_has(&s->goal, square) && (s->near[square][q] & s->goal.part[q]))
                rim.part[quarter_of(square)] |= UINT64_C(1) << quarter_bit(square);
    return rim;
}

static int bound_by_class(const struct solo *s, const struct quarters *rim,
                          const struct quarters *own)
{
    int holes = 0, missing = 0, beside = 0;
    for (int q = 0; q < QUARTERS; q++) {
        const uint64_t wanted = s->goal.part[q] & ~s->frozen.part[q];
        const int lack = count_bits(wanted) - count_bits(own->part[q]);
        holes += count_bits(wanted & ~own->part[q]);
        missing += lack > 0 ? lack : 0;
        beside += count_bits(own->part[q] & rim->part[q]);
    }
    return holes + (missing > beside ? missing - beside : 0);
}

/* Counts for each move the pieces outside the goal that cannot enter it before. */
static void count_entries(const struct solo *s, const struct quarters *own,
                          int entries[TIMES_MAX + 1])
{
    struct quarters all[TIMES_MAX]; /* where anybody can be after some moves */
    all[0] = *own;
    for (int i = 1; i < TIMES_MAX; i++)
        all[i] = solo_spread(s, &all[i - 1], &all[i - 1]);
    for (int i = 0; i <= TIMES_MAX; i++)
        entries[i] = 0;
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        if (!solo_has(own, square) || solo_has(&s->goal, square))
            continue;
        struct quarters at = {{0}};
        solo_toggle(&at, square);
        int moves = 0;
        while (moves < TIMES_MAX && !solo_meet(&at, &s->goal)) {
            at = solo_spread(s, &at, &all[moves]);
            moves++;
        }
        entries[moves]++;
    }
}

static int bound_by_times(const struct solo *s, const struct quarters *own)
{
    int entries[TIMES_MAX + 1], bound = 0, rest = solo_holes(s, own);
    count_entries(s, own, entries);
    for (int moves = 1; moves <= TIMES_MAX && rest > 0; moves++)
        for (int i = 0; i < entries[moves] && rest > 0; i++, rest--)
            if (bound < moves + rest - 1)
                bound = moves + rest - 1;
    return bound;
}

int race_least_by_class(const struct race *race)
{
    struct solo s;
    struct quarters own;
    solo_init(&s, race, &own);
    const struct quarters rim = rim_of(&s);
    const int bound = bound_by_class(&s, &rim, &own);
    return bound > 0 ? bound : 1;
}

int race_least(const struct race *race)
{
    struct solo s;
    struct quarters own;
    solo_init(&s, race, &own);
    const int by_class = race_least_by_class(race), by_times = bound_by_times(&s, &own);
    return by_class > by_times ? by_class : by_times;
}

/* Positions from which so many moves do not suffice. */
struct entry {
    uint64_t key;
    int left;
};

struct proof {
    struct solo solo;
    struct quarters rim;
    struct budget *budget;
    uint64_t key[HALMA_SQUARES];
    struct entry *table;
    uint16_t line[DEPTH_MAX]; /* from its end */
};

struct option {
    uint16_t code;
    int16_t rank;
};

static int compare_options(const void *a, const void *b)
{
    return ((const struct option *)a)->rank - ((const struct option *)b)->rank;
}

/* The moves after which the bound still allows a line of this length, the best looking first. */
static int list_options(const struct proof *p, const struct quarters *own, int left,
                        struct option *out)
{
    uint16_t moves[SOLO_MOVES_MAX];
    const int count = solo_moves(&p->solo, own, moves);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const unsigned from = halma_from(moves[i]), to = halma_to(moves[i]);
        struct quarters child = *own;
        solo_toggle(&child, from);
        solo_toggle(&child, to);
        const int bound = bound_by_class(&p->solo, &p->rim, &child);
        if (bound < left)
            out[kept++] = (struct option){moves[i],
                                          (int16_t)(64 * bound + solo_way(to) - solo_way(from))};
    }
    qsort(out, (size_t)kept, sizeof *out, compare_options);
    return kept;
}

/* True, with the line, if the race ends within so many more moves. False too when the budget is
 * spent. */
static bool ends_within(struct proof *p, const struct quarters *own, uint64_t key, int left)
{
    struct entry *entry = &p->table[key >> (64 - TABLE_BITS)];
    if (budget_spend(p->budget, 1) || (entry->key == key && entry->left >= left))
        return false;
    struct option options[SOLO_MOVES_MAX];
    const int count = list_options(p, own, left, options);
    for (int i = 0; i < count; i++) {
        const unsigned from = halma_from(options[i].code), to = halma_to(options[i].code);
        struct quarters child = *own;
        solo_toggle(&child, from);
        solo_toggle(&child, to);
        const bool ends = solo_holes(&p->solo, &child) == 0;
        assert(!ends || left == 1);
        if (ends ||
            (left > 1 && ends_within(p, &child, key ^ p->key[from] ^ p->key[to], left - 1))) {
            p->line[left - 1] = options[i].code;
            return true;
        }
        if (p->budget->stopped)
            return false;
    }
    *entry = (struct entry){key, left};
    return false;
}

bool race_prove(const struct race *race, int below, struct budget *budget, int *least,
                struct race_line *line)
{
    struct proof *p = memory_zero(sizeof *p);
    struct quarters own;
    uint64_t key = hash64(HALMA_SQUARES);
    bool found = false;
    solo_init(&p->solo, race, &own);
    p->rim = rim_of(&p->solo);
    p->budget = budget;
    p->table = memory_zero((sizeof *p->table) << TABLE_BITS);
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        p->key[square] = hash64(square);
        if (solo_has(&own, square))
            key ^= p->key[square];
    }
    const int start = race_least(race);
    *least = *least > start ? *least : start;
    while (*least < below && *least <= DEPTH_MAX && !found && solo_can_end(&p->solo, &own)) {
        found = ends_within(p, &own, key, *least);
        if (budget->stopped)
            break;
        if (!found)
            ++*least;
    }
    if (found) {
        line->moves = *least;
        for (int i = 0; i < *least; i++)
            line->code[i] = solo_code(&p->solo, p->line[*least - 1 - i]);
    }
    free(p->table);
    free(p);
    return found;
}
