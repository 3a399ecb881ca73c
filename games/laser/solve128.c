/* Boards of up to 128 open squares. */
#define WORDS       2
#define LASER_EXACT laser_exact_128

#include "games/laser/solve_template.h"
