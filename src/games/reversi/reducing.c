/* reducing.c - land bidding made smaller: a row and a column less, or a piece of land less */
#include "game/reducing.h"
#include "games/reversi/reversi.h"

const struct reducing reversi_reducing = {
    .ways = reduction_cuts_and_squares,
    .reduce = reduction_cut_or_empty,
    .things = "pieces of land",
    .count = reduction_count,
};
