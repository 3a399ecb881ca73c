/* Endgames with up to 16 legal squares, for processors that count the bits in vectors (see the
 * Makefile). */
#define BLOCKS        1
#define LASER_ENDGAME laser_narrow_v4

#include "games/laser/endgame_template.h"
