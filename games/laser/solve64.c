/* Boards of up to 64 open squares. */
#define WORDS       1
#define LASER_EXACT laser_exact_64

#include "games/laser/solve_template.h"
