/* fitting.h - fits a net (net.h) to positions of games
 *
 * A position teaches by how many moves its side to move is ahead. The plain estimate says some of
 * that; the net is fitted to what is left.
 */
#ifndef GAMES_HALMA_FITTING_H
#define GAMES_HALMA_FITTING_H

#include <stddef.h>
#include <stdint.h>

#include "games/halma/net.h"

/* A position as the side to move sees it: turned so that its goal is the corner at 0. */
struct fit_sample {
    uint8_t own[HALMA_PIECES], other[HALMA_PIECES]; /* squares */
    float lead;                                     /* of the side to move, in moves, … */
    float plain;                                    /* … and what the plain estimate says of it */
    uint32_t game;                                  /* one game in ten is held out */
};

struct fit_options {
    int epochs;
    uint64_t seed;
};

struct fit_report {
    size_t trained, held_out;
    double held_out_off; /* how far the net is off in the leads held out, mean absolute, in moves */
};

/* The same samples and options give the same net. */
void fit_net(const struct fit_sample *, size_t count, const struct fit_options *, struct net_core *,
             struct fit_report *);

#endif
