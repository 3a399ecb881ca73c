/* version.h - what a report of a fault has to name: which program this is and how it was built */
#ifndef CMD_VERSION_H
#define CMD_VERSION_H

/* The release, as the file VERSION has it. */
extern const char version_number[];

/* Prints release, commit, instructions, agents and compiler. */
void version_print(const char *program);

#endif
