/* names.h - a program found in a directory by the names that courses ask for
 *
 * A name is a stem (agent, and those of the games' courses: game/course.h) and an ending that tells
 * the language (languages.h). If there are several, the one whose language comes first in enum
 * language is taken; what can be executed as it is counts only if no source of its stem lies beside
 * it. A source of another name is taken if it lies there alone. A Makefile is used where something
 * has to be built. Whoever grades a class may say how all are built and run.
 */
#ifndef REFEREE_GUEST_NAMES_H
#define REFEREE_GUEST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/guest/manifest.h"

/* How a program is to be built and run that brings no plywood.json; 0 and NULL leave it open. */
struct names_wishes {
    const char *build, *run;
    size_t memory; /* bytes that it will have */
};

/* Reads DIR/plywood.json; without one, finds a program by its name and fills in command, build and
 * calibrate, and what is told about them; the command is NULL if it shows only after the build.
 * wishes: NULL for none. False, with a fault noted, if there is no program. */
bool names_read(const char *dir, const struct names_wishes *, struct manifest *, struct notes *);

/* The command, after a build that could have made anything. memory: bytes that it will have. */
bool names_find_built(const char *dir, size_t memory, struct manifest *, struct notes *);

/* True for what this kernel can execute: other systems' programs have the same names. */
bool names_can_execute(int folder, const char *file);

/* True if this is the name of a course's program, which tells nothing about who wrote it. */
bool names_know(const char *file);

#endif
