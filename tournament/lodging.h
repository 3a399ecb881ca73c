/* lodging.h - where programs from a store live on this machine
 *
 * A directory of this process's own, beside the referee's, from which guests see nothing but the
 * program that they are. It is removed when the process ends; if that is killed, by the next one
 * (referee/sandbox/claim.h).
 */
#ifndef TOURNAMENT_LODGING_H
#define TOURNAMENT_LODGING_H

#include <stdbool.h>

#include "base/notes.h"
#include "base/text.h"

enum { LODGING_PATH = 600 };

/* Unpacks a program's archive into a directory of its own, whose path is set. False, with a fault
 * noted, if that fails. Threads may call at the same time. */
bool lodging_unpack(const struct text *archive, char path[LODGING_PATH], struct notes *);

#endif
