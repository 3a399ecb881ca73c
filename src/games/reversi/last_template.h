/* last_template.h - boards with up to four empty squares; part of proof_template.h
 *
 * Every margin here is one for the side to move. `passed` tells that the other side could not move
 * just before: where neither can, the game is over.
 */

static inline int count(uint64_t squares)
{
    return __builtin_popcountll(squares);
}

/* The margin of a finished game. */
static inline int end_margin(const struct proof *proof, uint64_t own, uint64_t other)
{
    int margin = count(own) - count(other);
#if PROOF_PASSES
    int empty = proof->board->squares - count(own | other);
    margin += margin > 0 ? empty : margin < 0 ? -empty : 0;
#else
    (void)proof;
#endif
    return margin;
}

static inline int last_one(struct proof *proof, uint64_t own, unsigned a, int beta)
{
    int lead = 2 * count(own) - proof->board->squares; /* if the other side had the square, too */
    proof->nodes++;
#if PROOF_PASSES
    int turned = flips_of_last(own, a);
    if (turned > 0)
        return lead + 2 * turned + 2;
    if (lead + 2 < beta)
        return lead + 2;
    turned = flips_of_last(proof->board->inside & ~own & ~(UINT64_C(1) << a), a);
    if (turned > 0)
        return lead - 2 * turned;
    return lead + 1 > 0 ? lead + 2 : lead + 1 < 0 ? lead : 0;
#else
    if (lead + 1 >= beta) /* a claim only adds to that */
        return lead + 1;
    int turned = flips_of_last(own, a);
    return turned > 0 ? lead + 2 * turned + 2 : lead + 1;
#endif
}

/* What a claim of `square` turns over; 0 if it is none. */
static inline uint64_t try_flips(uint64_t own, uint64_t other, unsigned square)
{
    return flips_beside[square] & other ? flips_of(own, other, square) : 0;
}

static int last_two(struct proof *proof, uint64_t own, uint64_t other, unsigned a, unsigned b,
                    int beta, bool passed)
{
    int best = PROOF_NONE;
    uint64_t turned;
    proof->nodes++;
    if ((turned = try_flips(own, other, a)) != 0) {
        best = -last_one(proof, other ^ turned, b, 1 - beta);
        if (best >= beta)
            return best;
    }
    if ((turned = try_flips(own, other, b)) != 0) {
        int margin = -last_one(proof, other ^ turned, a, 1 - beta);
        return margin > best ? margin : best;
    }
    if (best != PROOF_NONE)
        return best;
    if (PROOF_PASSES && !passed)
        return -last_two(proof, other, own, a, b, 1 - beta, true);
    return end_margin(proof, own, other);
}

static int last_three(struct proof *proof, uint64_t own, uint64_t other, unsigned a, unsigned b,
                      unsigned c, int beta, bool passed)
{
    const unsigned square[3][3] = {{a, b, c}, {b, a, c}, {c, a, b}};
    int best = PROOF_NONE;
    proof->nodes++;
    for (int i = 0; i < 3; i++) {
        uint64_t turned = try_flips(own, other, square[i][0]);
        if (turned == 0)
            continue;
        uint64_t owned = own ^ turned ^ UINT64_C(1) << square[i][0];
        int margin = -last_two(proof, other ^ turned, owned, square[i][1], square[i][2], 1 - beta,
                               false);
        best = margin > best ? margin : best;
        if (best >= beta)
            return best;
    }
    if (best != PROOF_NONE)
        return best;
    if (PROOF_PASSES && !passed)
        return -last_three(proof, other, own, a, b, c, 1 - beta, true);
    return end_margin(proof, own, other);
}

/* The squares stand in the order in which they are to be tried. */
static int last_four(struct proof *proof, uint64_t own, uint64_t other, const unsigned square[4],
                     int beta, bool passed)
{
    static const uint8_t rest[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    int best = PROOF_NONE;
    proof->nodes++;
    for (int i = 0; i < 4; i++) {
        uint64_t turned = try_flips(own, other, square[i]);
        if (turned == 0)
            continue;
        uint64_t owned = own ^ turned ^ UINT64_C(1) << square[i];
        int margin = -last_three(proof, other ^ turned, owned, square[rest[i][0]],
                                 square[rest[i][1]], square[rest[i][2]], 1 - beta, false);
        best = margin > best ? margin : best;
        if (best >= beta)
            return best;
    }
    if (best != PROOF_NONE)
        return best;
    if (PROOF_PASSES && !passed)
        return -last_four(proof, other, own, square, 1 - beta, true);
    return end_margin(proof, own, other);
}
