/* prove.h - what the exact solver proves within a fixed number of nodes, so that results repeat */
#ifndef REFEREE_COURSE_PROVE_H
#define REFEREE_COURSE_PROVE_H

#include "game/game.h"

enum proof { PROOF_NONE, PROOF_YES, PROOF_NO };

/* Does the side to move win with best play? */
enum proof prove_win(const struct position *);

/* Does the side to move lose, whatever it plays? Of a finished game: has it lost? */
enum proof prove_loss(const struct position *);

#endif
