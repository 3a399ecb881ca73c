/* Boards up to 8 x 8. */
#include "games/reversi/grid8.h"

#include "games/reversi/rules_template.h"
