/* demands.h - what the commands that run somebody's programs ask of the machine
 *
 * Whatever the machine lacks is told before the first game and stands in every result. --strict
 * refuses to begin instead.
 */
#ifndef CMD_DEMANDS_H
#define CMD_DEMANDS_H

#include "cmd/cli.h"
#include "referee/guest/contender_options.h"

/* Exits with EXIT_WRONG, and the list, if a layer is missing; with EXIT_CANNOT if no program can be
 * run at all. */
void demand_all_layers(const struct command *, const struct contender_options *);

/* Exits with EXIT_WRONG, telling how many jobs would do, if there cannot be as many open files as
 * these jobs need. programs: how many run at once in each; others: files opened besides. */
void demand_files(const struct command *, int jobs, int programs, int others);

/* A program could not be prepared, for the reason in the notes. Exits with EXIT_CANNOT if none can
 * be run here, which is our failure, else with EXIT_WRONG. before: "" or "a: ". */
_Noreturn void fail_for_program(const struct command *, const char *spec,
                                const struct contender_options *, const char *before,
                                const struct notes *);

#endif
