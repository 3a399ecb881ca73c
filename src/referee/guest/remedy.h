/* remedy.h - what a machine lacks for a referee, what that means, and how to fix it
 *
 * The warden finds out which layers work (referee/guest/machine.h); the surroundings only explain
 * why. A row is about a layer of confinement, the metering, or a resource:
 *
 *   row->state    present, worth a note, or missing
 *   row->follows  what that means for clocks and for safety; "" if all is well
 *   row->mend     commands for an administrator, each with the system that it is for
 */
#ifndef REFEREE_GUEST_REMEDY_H
#define REFEREE_GUEST_REMEDY_H

#include "referee/guest/surroundings.h"
#include "referee/sandbox/warden.h"

enum remedy_state { REMEDY_THERE, REMEDY_NOTE, REMEDY_MISSING };

enum { REMEDY_ROWS = 32, REMEDY_LINES = 4, REMEDY_TEXT = 240 };

struct remedy_line {
    const char *where;      /* "Ubuntu 24.04", "Docker" … */
    char line[REMEDY_TEXT]; /* a command, or an option for one */
};

struct remedy_row {
    char name[60], found[REMEDY_TEXT], follows[REMEDY_TEXT];
    enum remedy_state state;
    int lines;
    struct remedy_line mend[REMEDY_LINES];
};

struct remedies {
    int rows, missing;
    struct remedy_row row[REMEDY_ROWS];
};

/* "ok", "note", "missing" */
const char *remedy_word(enum remedy_state);

void remedies_find(struct remedies *, const struct warden_hello *, const struct surroundings *);

#endif
