/* Boards of up to 192 open squares. */
#define WORDS       3
#define LASER_EXACT laser_exact_192

#include "games/laser/solve_template.h"
