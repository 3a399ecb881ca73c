/* Endgames with up to 16 legal squares. */
#define BLOCKS        1
#define LASER_ENDGAME laser_narrow

#include "games/laser/endgame_template.h"
