/* plain.c - Laser Checkmate, to check proofs by (verify/plain.h)
 *
 * Words 0 and 1 hold the squares that the side to move can still gain: it does not cover them yet,
 * and an emitter on some legal square would cover them. Words 2 and 3 hold those of the other side.
 * A square that nobody covers can be gained by both, for an emitter on it covers it; and a
 * square that both can gain is covered by nobody. So the legal squares are those in both sets, and
 * nothing else of the past matters. table[square] is what an emitter covers there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/plain.h"

enum { EDGE_MAX = 11, RANGE = 3, WORDS = 2 };

static inline bool has(const uint64_t set[WORDS], int square)
{
    return set[square / 64] >> square % 64 & 1;
}

static inline void put(uint64_t set[WORDS], int square)
{
    set[square / 64] |= UINT64_C(1) << square % 64;
}

/* Works out what each square's emitter covers: beams end at the border and at blocks. */
static void prepare(struct plain_board *b, const char *cell)
{
    for (int square = 0; square < b->size * b->size; square++) {
        if (cell[square] == '3')
            continue;
        for (int direction = 0; direction < 9; direction++) /* the middle one is the square */
            for (int i = 0; i <= RANGE; i++) {
                int row = square / b->size + i * (direction / 3 - 1);
                int column = square % b->size + i * (direction % 3 - 1);
                if (row < 0 || row >= b->size || column < 0 || column >= b->size ||
                    cell[row * b->size + column] == '3')
                    break;
                put(b->table[square], row * b->size + column);
            }
    }
    for (int way = 0; way < PLAIN_TURNS; way++) {
        bool same = true;
        for (int square = 0; square < b->size * b->size; square++)
            same = same && (cell[square] == '3') == (cell[plain_turn(b->size, way, square)] == '3');
        b->turns |= (unsigned)same << way;
    }
}

/* Drops what no legal square covers any more. */
static void normalise(const struct plain_board *b, struct plain_position *p)
{
    uint64_t reach[WORDS] = {0};
    for (int i = 0; i < WORDS; i++)
        for (uint64_t legal = p->word[i] & p->word[2 + i]; legal; legal &= legal - 1) {
            const uint64_t *beams = b->table[64 * i + __builtin_ctzll(legal)];
            reach[0] |= beams[0];
            reach[1] |= beams[1];
        }
    for (int i = 0; i < PLAIN_WORDS; i++)
        p->word[i] &= reach[i % WORDS];
}

/* The size, then its rows of digits: 0 empty, 1 mine, 2 the opponent's, 3 a block. */
static bool plain_read(const char *text, const char *rules, struct plain_board *b,
                       struct plain_position *start)
{
    char *at, cell[EDGE_MAX * EDGE_MAX];
    long size = strtol(text, &at, 10);
    if (strcmp(rules, "default") != 0 || size < 1 || size > EDGE_MAX)
        return false;
    b->size = (int)size;
    b->words = PLAIN_WORDS;
    for (int square = 0; square < b->size * b->size; square++) {
        at += strspn(at, " \t\r\n");
        if (*at < '0' || *at > '3')
            return false;
        cell[square] = *at++;
    }
    if (at[strspn(at, " \t\r\n")])
        return false;
    prepare(b, cell);
    memset(start, 0, sizeof *start);
    for (int square = 0; square < b->size * b->size; square++)
        if (cell[square] != '3') { // NOLINT: every cell was read
            put(start->word, square);
            put(start->word + WORDS, square);
        }
    for (int square = 0; square < b->size * b->size; square++)
        for (int i = 0; i < WORDS && (cell[square] == '1' || cell[square] == '2'); i++)
            start->word[cell[square] == '1' ? i : WORDS + i] &= ~b->table[square][i];
    normalise(b, start);
    return true;
}

/* The squares that gain most come first. */
static int plain_moves(const struct plain_board *b, const struct plain_position *p,
                       uint8_t moves[PLAIN_MOVES])
{
    int count = 0, gain[PLAIN_MOVES];
    for (int i = 0; i < WORDS; i++)
        for (uint64_t legal = p->word[i] & p->word[2 + i]; legal; legal &= legal - 1) {
            int square = 64 * i + __builtin_ctzll(legal), at = count++;
            int gains = __builtin_popcountll(b->table[square][0] & p->word[0]) +
                        __builtin_popcountll(b->table[square][1] & p->word[1]);
            for (; at > 0 && gain[at - 1] < gains; at--) {
                gain[at] = gain[at - 1];
                moves[at] = moves[at - 1];
            }
            gain[at] = gains;
            moves[at] = (uint8_t)square;
        }
    return count;
}

static int plain_play(const struct plain_board *b, const struct plain_position *p, int move,
                      struct plain_position *child)
{
    int gain = 0;
    for (int i = 0; i < WORDS; i++) {
        gain += __builtin_popcountll(p->word[i] & b->table[move][i]);
        child->word[i] = p->word[2 + i];
        child->word[2 + i] = p->word[i] & ~b->table[move][i];
    }
    normalise(b, child);
    return gain;
}

static int plain_end(const struct plain_board *b, const struct plain_position *p)
{
    (void)b, (void)p;
    return 0;
}

static int plain_left(const struct plain_board *b, const struct plain_position *p)
{
    (void)b;
    return __builtin_popcountll(p->word[0] & p->word[2]) +
           __builtin_popcountll(p->word[1] & p->word[3]);
}

static void plain_turned(const struct plain_board *b, const struct plain_position *p, int way,
                         struct plain_position *turned)
{
    memset(turned, 0, sizeof *turned);
    for (int square = 0; square < b->size * b->size; square++)
        for (int i = 0; i < PLAIN_WORDS; i += WORDS)
            if (has(p->word + i, square))
                put(turned->word + i, plain_turn(b->size, way, square));
}

static void plain_name(const struct plain_board *b, int move, char out[PLAIN_NAME])
{
    snprintf(out, PLAIN_NAME, "%d,%d", move / b->size, move % b->size);
}

const struct plain_rules plain_laser = {
    .game = "laser",
    .read = plain_read,
    .moves = plain_moves,
    .play = plain_play,
    .end = plain_end,
    .left = plain_left,
    .turn = plain_turned,
    .name = plain_name,
};
