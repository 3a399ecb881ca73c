/* Boards of up to 256 open squares. */
#define WORDS       4
#define LASER_EXACT laser_exact_256

#include "games/laser/solve_template.h"
