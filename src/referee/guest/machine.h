/* machine.h - what this machine grants to the programs that are run on it */
#ifndef REFEREE_GUEST_MACHINE_H
#define REFEREE_GUEST_MACHINE_H

#include "base/notes.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/warden.h"

enum { MACHINE_MISSING = 600 };

/* Runs a harmless program with these options. False, with a fault noted, if that fails: then it is
 * our failure, and no program's, that none can be run here. missing: the layers of confinement and
 * metering that are not there, "" for none; may be NULL. */
bool machine_examine(const struct contender_options *, char missing[MACHINE_MISSING],
                     struct notes *);

/* The same with the usual options, and what was found as the warden tells it. */
bool machine_ask(struct warden_hello *, struct notes *);

#endif
