/* prove.h - what the exact solver can show within a fixed number of nodes, so always the same */
#ifndef REFEREE_COURSE_PROVE_H
#define REFEREE_COURSE_PROVE_H

#include "game/game.h"

enum proof { PROOF_NONE, PROOF_YES, PROOF_NO };

/* Can the side to move make sure of a higher score in the end? */
enum proof prove_win(const struct position *);

/* Is every move of the side to move, or the end that this is, a lower score in the end? */
enum proof prove_loss(const struct position *);

#endif
