/* Boards up to 16 x 16. */
#include "games/reversi/grid16.h"

#include "games/reversi/rules_template.h"
