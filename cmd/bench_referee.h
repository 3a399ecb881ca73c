/* bench_referee.h - what the referee itself costs a move */
#ifndef CMD_BENCH_REFEREE_H
#define CMD_BENCH_REFEREE_H

#include "cmd/cli.h"

/* Plays the same question to a program that does nothing: by a bare spawn, by the referee without
 * sandbox, and with it, in turn, and prints the lower quartiles as seconds and as ratios. Returns
 * the exit status of the command. */
int bench_referee(const struct command *, bool json);

#endif
