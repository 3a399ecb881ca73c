/* names.h - finds a program in a directory by the names that courses ask for
 *
 * A name is a stem ("agent", or one of the games' courses: game/course.h) and an ending that gives
 * the language (languages.h). If there are several, the first by the order of enum language is
 * taken; but an executable counts only if there is no source with its stem. A source with another
 * name is taken if it is the only one. A Makefile is used if something must be built. The grader of
 * a class may set the commands by which all submissions are built and run.
 */
#ifndef REFEREE_GUEST_NAMES_H
#define REFEREE_GUEST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/guest/manifest.h"

/* The grader's commands for a program without plywood.json; NULL and 0: none given. */
struct names_wishes {
    const char *build, *run;
    size_t memory; /* the program's limit in bytes */
};

/* Reads DIR/plywood.json; without one, finds a program by its name and fills in command, build,
 * calibrate and told. The command stays NULL if it depends on the result of the build. wishes: NULL
 * for none. False, with a fault noted, if there is no program. */
bool names_read(const char *dir, const struct names_wishes *, struct manifest *, struct notes *);

/* After the build: finds the command by the files that the build has made. memory: the program's
 * limit in bytes. */
bool names_find_built(const char *dir, size_t memory, struct manifest *, struct notes *);

/* True if this kernel can execute the file: an executable of another system may have the same name.
 */
bool names_can_execute(int folder, const char *file);

/* True if this name is one that courses ask for, so that it does not identify the author. */
bool names_know(const char *file);

#endif
