/* proof.h - what the parts of Laser Checkmate's solver share
 *
 *   solve.c              the search at the top, on boards;
 *   endgame_template.h   the search where few legal squares are left, on numbers: compiled for up
 *                        to 16 legal squares (narrow) and up to 32 (wide), each once more for
 *                        processors that can count bits in vectors (_v4);
 *   bounds_template.h    its bounds;
 *   known.h              the table.
 */
#ifndef GAMES_LASER_PROOF_H
#define GAMES_LASER_PROOF_H

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "game/board16.h"
#include "game/solving.h"
#include "games/laser/known.h"
#include "games/laser/laser.h"

#if defined __BMI2__
#include <immintrin.h>
#endif

enum {
    VALUE_MOST = LASER_SQUARES, /* in squares; no value is further from 0 */
    OUTLINE_ITEMS = 32,
    OUTLINE_NUMBERS = 128,
    NO_ITEM = OUTLINE_ITEMS,
};

/* What is left of a game, as the side to move sees it. */
struct view {
    board16 own, other;
};

/* Where few legal squares are left, the squares that still matter are numbered: the legal ones, the
 * items, come first, then the squares that only one side wants. So a number above the items is a
 * different square for either side. */
typedef unsigned __int128 outline_set;

struct outline {
    int items;
    uint8_t square[OUTLINE_ITEMS];
    uint32_t near[OUTLINE_ITEMS];        /* the items that an item covers, */
    outline_set beams[2][OUTLINE_ITEMS]; /* and all that it covers of what a side wants */
    board16 legal, only[2];              /* what the numbers stand for */
};

/* What is left of a game in the numbers of an outline. */
struct remains {
    outline_set own, other;
};

struct proof;

/* A search on an outline. The side to move is given, and what is left. */
struct endgame {
    int items;   /* the most legal squares, */
    int numbers; /* and the most squares that a side wants, that it can take */
    /* As visit() in solve.c. If beta is reached, the item that does, NO_ITEM if none is known. */
    int (*visit)(struct proof *, const struct outline *, int side, struct remains, int ply,
                 int beta, unsigned *item);
    void (*bounds)(const struct outline *, int side, struct remains, int *low, int *high);
};

extern const struct endgame laser_narrow, laser_wide, laser_narrow_v4, laser_wide_v4;

enum { HISTORY_MOST = 1 << 12, COVER_MOST = 26 /* what an emitter covers is less */ };

/* What a reply takes, by how many legal squares it covers: see worth_of(). */
struct reply_cost {
    int worth;
    int16_t of[COVER_MOST]; /* in parts of COST_UNIT */
};

enum { COST_UNIT = 1 << 10 };

struct proof {
    const struct laser_world *world;
    const struct endgame *narrow, *wide;
    int words; /* of a board that are in use */
    int turns; /* ways to turn the board onto itself; the first leaves it as it is */
    const uint8_t *turned[LASER_TURNS]; /* where squares come to lie; of the first NULL */
    bool is_mirror[LASER_TURNS];        /* the ways that undo themselves */
    struct known known;
    int history[2][LASER_SQUARES];
    struct reply_cost cost; /* where few legal squares are left */
    struct budget *budget;
    int asked_ply; /* of the position that the question is about */
};

/* The constants are digits of pi. */
static inline uint64_t plain_key(const struct proof *proof, const struct view *v)
{
    struct words16 own = board16_words(v->own), other = board16_words(v->other);
    uint64_t key = UINT64_C(0x9216d5d98979fb1b);
    for (int i = 0; i < proof->words; i++)
        key = laser_fold(key ^ own.word[i], UINT64_C(0x243f6a8885a308d3)) +
              laser_fold(key ^ UINT64_C(0xbe5466cf34e90c6c),
                         other.word[i] ^ UINT64_C(0x452821e638d01377));
    return laser_fold(key, UINT64_C(0xc0ac29b7c97c50dd)) | 1;
}

/* The bits of a word in the places of a mask, side by side, and the other way round. */
static inline uint64_t gather_word(uint64_t word, uint64_t mask)
{
#if defined __BMI2__
    return _pext_u64(word, mask);
#else
    uint64_t bits = 0;
    for (int i = 0; mask != 0; mask &= mask - 1, i++)
        bits |= (word >> __builtin_ctzll(mask) & 1) << i;
    return bits;
#endif
}

static inline uint64_t scatter_word(uint64_t bits, uint64_t mask)
{
#if defined __BMI2__
    return _pdep_u64(bits, mask);
#else
    uint64_t word = 0;
    for (; mask != 0; mask &= mask - 1, bits >>= 1)
        word |= (bits & 1) << __builtin_ctzll(mask);
    return word;
#endif
}

static inline outline_set scatter_set(outline_set bits, outline_set mask)
{
    uint64_t low = scatter_word((uint64_t)bits, (uint64_t)mask);
    bits >>= __builtin_popcountll((uint64_t)mask);
    return (outline_set)scatter_word((uint64_t)bits, (uint64_t)(mask >> 64)) << 64 | low;
}

static inline outline_set gather_board(board16 board, board16 mask)
{
    struct words16 b = board16_words(board), m = board16_words(mask);
    outline_set bits = 0;
    for (int i = 0, at = 0; i < 4; i++) {
        bits |= (outline_set)gather_word(b.word[i], m.word[i]) << at;
        at += __builtin_popcountll(m.word[i]);
        assert(at < OUTLINE_NUMBERS);
    }
    return bits;
}

static inline board16 scatter_board(outline_set bits, board16 mask)
{
    struct words16 b, m = board16_words(mask);
    for (int i = 0; i < 4; i++) {
        b.word[i] = scatter_word((uint64_t)bits, m.word[i]);
        bits >>= __builtin_popcountll(m.word[i]);
    }
    return board16_from_words(b);
}

static inline int count_set(outline_set s)
{
    return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64));
}

/* The same key as the position has without the outline. */
static inline uint64_t outline_key(const struct proof *proof, const struct outline *o, int side,
                                   struct remains left)
{
    outline_set items = ((outline_set)1 << o->items) - 1;
    struct view v = {scatter_board(left.own & items, o->legal) |
                         scatter_board(left.own >> o->items, o->only[side]),
                     scatter_board(left.other & items, o->legal) |
                         scatter_board(left.other >> o->items, o->only[!side])};
    return plain_key(proof, &v);
}

/* By how many squares the side to move will be ahead of beta, or behind if less than 0, by how many
 * squares it still wants and how many the other side. (Of 2,360 positions with up to 16 legal
 * squares from a proof on 12 x 12 the value was 0.55 times the difference + 4.4, with an error of
 * 2.7. So whether it is ahead is told rightly in 98 of 100 positions with eleven legal squares or
 * more; with six in 85.) */
static inline int estimate(int own, int other, int beta)
{
    int twentieths = 11 * (own - other) + 88 - 20 * beta;
    return twentieths >= 0 ? twentieths / 20 : -1 - (-1 - twentieths) / 20;
}

/* How promising a move is. Most moves that win win by far, so what counts is how short the proof
 * is. Every reply has to be answered: so there should be few, and they should cover many legal
 * squares in turn. How many nodes a reply takes grows like 2^(0.45 n) with the number n of legal
 * squares that it leaves, more slowly if there are many; so what is added up over the replies is
 * 2^(-0.45 n), n being how many each one covers. */
enum {
    WORTH_GAIN = 90,   /* a square gained, */
    WORTH_LEGAL = 400, /* a legal square taken away, */
    WORTH_COVER = 1800 /* a legal square more that every reply covers */
};

static inline struct reply_cost reply_cost_for(int legal)
{
    /* on an empty board, 0.24 leads to the first move with the shortest proof: of 12 x 12 it takes
     * 107 million nodes; with 18 / 144 it took 131 */
    float growth = legal <= 40 ? 0.45f : legal <= 120 ? 18.0f / (float)legal : 0.24f;
    struct reply_cost cost = {.worth = (int)(WORTH_COVER / growth)};
    for (int i = 0; i < COVER_MOST; i++)
        cost.of[i] = (int16_t)(COST_UNIT * exp2f(-growth * (float)i));
    return cost;
}

/* The binary logarithm in parts of LOGARITHM_UNIT, within 0.01, and the same on every machine. */
enum { LOGARITHM_BITS = 15, LOGARITHM_UNIT = 1 << LOGARITHM_BITS };

static inline int logarithm(unsigned x)
{
    assert(x != 0);
    int whole = 31 - __builtin_clz(x);
    int part = (int)((uint64_t)x << LOGARITHM_BITS >> whole) - LOGARITHM_UNIT;
    part = part * (44122 - (11354 * part >> LOGARITHM_BITS)) / LOGARITHM_UNIT;
    return whole * LOGARITHM_UNIT + part;
}

static inline int worth_of(int gain, int legal, const struct reply_cost *cost, int sum)
{
    enum { NO_REPLY = COST_UNIT / 16 };
    int64_t costs = logarithm((unsigned)(sum + NO_REPLY)) - logarithm(COST_UNIT);
    return WORTH_GAIN * gain + WORTH_LEGAL * legal - (int)(cost->worth * costs / LOGARITHM_UNIT);
}

/* Learns how a move did that was tried. */
static inline void learn(struct proof *proof, int ply, unsigned square, bool is_success)
{
    int *h = &proof->history[ply & 1][square];
    *h += ((is_success ? HISTORY_MOST : -HISTORY_MOST / 4) - *h) / 32;
}

static inline int learned(const struct proof *proof, int ply, unsigned square)
{
    return proof->history[ply & 1][square] / 4;
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

static inline void remember(struct proof *proof, uint64_t key, struct knowledge k, int best,
                            int beta, uint64_t work)
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

#endif
