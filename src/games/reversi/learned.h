/* learned.h - the sets of pattern weights that are built in
 *
 * They exist for 8 x 8 and 6 x 6 land bidding and for 8 x 8 by Othello's rules. reversi_train
 * (train.c) learned them; patterns-*.inc hold them, packed, and tell the calls that made them and
 * the commit whose search played, as far as it was kept.
 */
#ifndef GAMES_REVERSI_LEARNED_H
#define GAMES_REVERSI_LEARNED_H

#include "games/reversi/patterns.h"

/* The set for this size and variant; NULL if there is none. Its weights are unpacked when they are
 * first asked for. */
const struct pattern_set *pattern_set(int size, int variant);

#endif
