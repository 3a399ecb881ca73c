/* prove.h - proofs by the exact solver, within a fixed number of nodes for reproducible results */
#ifndef REFEREE_COURSE_PROVE_H
#define REFEREE_COURSE_PROVE_H

#include "game/game.h"

enum proof { PROOF_NONE, PROOF_YES, PROOF_NO };

/* Proves whether the side to move wins with best play. */
enum proof prove_win(const struct position *);

/* Proves whether the side to move loses, whatever it plays; in a finished game, whether it has
 * lost.
 */
enum proof prove_loss(const struct position *);

#endif
