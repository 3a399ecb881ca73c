/* machine.h - finds out which layers of confinement this machine grants */
#ifndef REFEREE_GUEST_MACHINE_H
#define REFEREE_GUEST_MACHINE_H

#include "base/notes.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/warden.h"

enum { MACHINE_MISSING = 600 };

/* Runs a harmless program with these options. False, with a fault noted, if that fails: then no
 * program can be run here, which is our failure. missing: the layers of confinement and metering
 * that are missing, "" for none; may be NULL. */
bool machine_examine(const struct contender_options *, char missing[MACHINE_MISSING],
                     struct notes *);

/* The same with default options; fills in the warden's hello. */
bool machine_ask(struct warden_hello *, struct notes *);

#endif
