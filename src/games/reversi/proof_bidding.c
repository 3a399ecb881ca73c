/* Land bidding: a side that cannot move ends the game. */
#define PROOF_PASSES 0
#define PROOF_SEARCH proof_bidding
#define PROOF_GUESS  proof_bidding_guess
#include "games/reversi/proof_template.h"
