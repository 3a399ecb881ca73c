/* Endgames with up to 32 legal squares. */
#define BLOCKS        2
#define LASER_ENDGAME laser_wide

#include "games/laser/endgame_template.h"
