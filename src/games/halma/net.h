/* net.h - what the plain estimate does not see, by a small net
 *
 * The plain estimate adds up what each piece costs by itself. How fast a side comes home hangs on
 * how the pieces stand together too: who jumps over whom, who is in whose way, who is left behind.
 * A net with one layer of units learns that from games (train.c), as a correction in moves. Its
 * inputs are the 256 squares twice, with the side's own pieces and with the other's; it sees the
 * board turned so that the side's goal is the corner at 0. The board mirrored in its diagonal is
 * worth the same, so units come in pairs: the second of a pair is the first, looking at the
 * mirrored board.
 *
 *     unit[k]   = bias[k] + the rows of all pieces, at [k]
 *     moves     = sum of out[k] * max(0, unit[k])
 *     lead      = the plain one + the other's moves - one's own + tempo
 *
 * The units of both sides are kept in the position and change with every move by four rows.
 */
#ifndef GAMES_HALMA_NET_H
#define GAMES_HALMA_NET_H

#include <stddef.h>
#include <stdint.h>

#include "games/halma/halma.h"

enum {
    NET_PAIRS = HALMA_UNITS / 2,
    NET_UNIT_SCALE = 128,       /* rows and biases: a unit's 1 */
    NET_OUT_SCALE = HALMA_UNIT, /* out and tempo: a move */
    /* No weight is larger: with all 38 pieces a unit then stays within 16 bits. */
    NET_WEIGHT_MOST = 800
};

/* What a net is made of, for one unit of each pair; numbers of 16 bits throughout, so that a net is
 * packed as it is. */
struct net_core {
    int16_t row[2][HALMA_SQUARES][NET_PAIRS]; /* [0: own, 1: the other's][square][pair] */
    int16_t bias[NET_PAIRS];
    int16_t out[NET_PAIRS];
    int16_t tempo; /* what it is worth to be on the move */
    int16_t unused[3];
};

/* The same, unfolded to be used. */
struct halma_net {
    struct halma_units row[2][HALMA_SQUARES];
    struct halma_units bias, out;
    int32_t tempo;
};

/* The net that is built in. */
const struct halma_net *net_built_in(void);

void net_unfold(const struct net_core *, struct halma_net *);

/* The units of a side, computed afresh. */
void net_look(const struct halma_net *, const board16 piece[2], int side, struct halma_units *);

/* The units of both sides after a piece of one has moved. */
void net_move(const struct halma_net *, int mover, unsigned from, unsigned to,
              struct halma_units unit[2]);

/* The moves that a side needs beyond what the plain estimate says, in value steps. */
int net_moves(const struct halma_net *, const struct halma_units *);

#endif
