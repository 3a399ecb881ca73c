/* reducing.c - Laser Checkmate made smaller: a row and a column less, an emitter or a block less */
#include "game/reducing.h"
#include "games/laser/laser.h"

const struct reducing laser_reducing = {
    .ways = reduction_cuts_and_squares,
    .reduce = reduction_cut_or_empty,
    .things = "emitters and blocks",
    .count = reduction_count,
};
