/* single.h - one game of a match or tournament, played until it has a result
 *
 * A game that fails on our side is played again, at most three times; then it is void. A level game
 * that nothing decides is played again from another start where the game's convention wants that.
 * Everything that is drawn follows from the options' seed, the number of the start and the chance
 * that is given here.
 */
#ifndef REFEREE_MATCH_SINGLE_H
#define REFEREE_MATCH_SINGLE_H

#include "referee/match/bout.h"

struct single {
    struct bout bout;          /* but for opening plies, board, chance and failures */
    int number;                /* from 1, for records */
    int first;                 /* 0: a moves first */
    int start;                 /* number of the start position, from 0 */
    const struct board *board; /* where it starts; NULL: a new game from seed and start */
    uint64_t chance;           /* what the agents' own chance depends on */
};

/* The seed of a start; boards: how many boards before it were level. It is short enough for every
 * reader of JSON. */
uint64_t single_seed(uint64_t seed, int start, int boards);

/* Returns how many boards were level before. */
int single_play(const struct single *, struct match_game *);

#endif
