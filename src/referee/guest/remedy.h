/* remedy.h - what a machine lacks for a referee, what follows, and what mends it
 *
 * What stands and what does not is the warden's word (referee/guest/machine.h); the surroundings
 * only explain it. A row is a layer of confinement, the metering, or an amount:
 *
 *   row->state    found to be there, worth knowing, or missing
 *   row->follows  what it means for clocks and for safety; "" where all is well
 *   row->mend     lines for whoever may type them, each with where it is for
 */
#ifndef REFEREE_GUEST_REMEDY_H
#define REFEREE_GUEST_REMEDY_H

#include "referee/guest/surroundings.h"
#include "referee/sandbox/warden.h"

enum remedy_state { REMEDY_THERE, REMEDY_NOTE, REMEDY_MISSING };

enum { REMEDY_ROWS = 32, REMEDY_LINES = 4, REMEDY_TEXT = 240 };

struct remedy_line {
    const char *where;      /* "Ubuntu 24.04", "Docker" … */
    char line[REMEDY_TEXT]; /* a command, or an option of the one that is meant */
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
