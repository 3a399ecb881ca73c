/* Variant "othello": a side that cannot move passes. */
#define PROOF_PASSES 1
#define PROOF_SEARCH proof_othello
#define PROOF_GUESS  proof_othello_guess
#include "games/reversi/proof_template.h"
