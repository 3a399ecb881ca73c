/* Variant "othello": a side that cannot move passes. */
#define PROOF_PASSES 1
#define PROOF_SEARCH proof_othello
#include "games/reversi/proof_template.h"
