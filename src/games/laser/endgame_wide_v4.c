/* Endgames with up to 32 legal squares, for processors that count the bits in vectors (see the
 * Makefile). */
#define BLOCKS        2
#define LASER_ENDGAME laser_wide_v4

#include "games/laser/endgame_template.h"
