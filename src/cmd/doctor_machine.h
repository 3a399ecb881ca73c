/* doctor_machine.h - plywood doctor --machine: what this machine grants to the referee */
#ifndef CMD_DOCTOR_MACHINE_H
#define CMD_DOCTOR_MACHINE_H

#include "cmd/cli.h"

/* Prints it as a table or as JSON; returns the exit status: 0, 1 if something is missing, 70 if no
 * program can be run here at all. */
int doctor_machine(const struct command *, bool json);

#endif
