/* bench_referee.h - what the referee itself costs a move */
#ifndef CMD_BENCH_REFEREE_H
#define CMD_BENCH_REFEREE_H

#include "cmd/cli.h"

/* Puts the same question to a program that does nothing: by a bare spawn, in bubblewrap if there is
 * any, by the referee without sandbox, and with it, in turn. Each way is timed alike, from writing
 * input.txt to having judged output.txt. Prints the lower quartiles as seconds and as ratios, and
 * beside bubblewrap the median of the rounds' ratios with its 95 % interval. Returns the exit
 * status of the command. */
int bench_referee(const struct command *, bool json);

#endif
