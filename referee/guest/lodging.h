/* lodging.h - where programs live on this machine that were unpacked or built for us
 *
 * A directory of this process's own, beside the referee's, from which guests see nothing but the
 * program that they are. It is removed when the process ends; if that is killed, by the next one
 * (referee/sandbox/claim.h).
 */
#ifndef REFEREE_GUEST_LODGING_H
#define REFEREE_GUEST_LODGING_H

#include <stdbool.h>

#include "base/notes.h"

enum { LODGING_PATH = 600 };

/* Makes a directory for a program, whose path is set, and returns it, open; -1, with a fault noted,
 * if that fails. Threads may call at the same time. */
int lodging_make(char path[LODGING_PATH], struct notes *);
/* Removes it; "" is none. */
void lodging_leave(const char *path);

#endif
