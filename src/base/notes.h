/* notes.h - faults and remarks of a reader about its input
 *
 * An input's fault is never our failure. The reader notes it with file, line, what was expected and
 * what was found, and the caller decides what follows. A remark is an oddity that the rules
 * tolerate. A note is one line, and text of the input in it is escaped (foreign.h). A fault ends
 * the reading, except in salvage mode (the drop-in agent), which goes on with what can be read.
 */
#ifndef BASE_NOTES_H
#define BASE_NOTES_H

#include <stdbool.h>

enum { NOTES_KEPT = 8, NOTE_BYTES = 240 };

struct notes {
    const char *file; /* named in front of every note; NULL: no file */
    bool salvage;     /* go on after a fault if the rest can be read */
    int faults;
    int remarks;
    int kept; /* of text[]; later notes are counted, not kept */
    char text[NOTES_KEPT][NOTE_BYTES];
    char fault[NOTE_BYTES]; /* the first fault, however many remarks came before; "" if none */
};

#define NOTES_PRINTF(a, b) __attribute__((format(printf, a, b)))

/* Notes a fault at a line (0: the whole file). Returns true if the reader may go on. */
bool notes_fault(struct notes *, int line, const char *format, ...) NOTES_PRINTF(3, 4);

/* Notes a tolerated oddity. */
void notes_remark(struct notes *, int line, const char *format, ...) NOTES_PRINTF(3, 4);

/* Prints what was kept to stderr, a line each. */
void notes_print(const struct notes *);

/* Why something failed: the first fault; if there is none, the first remark, or "". */
const char *notes_why(const struct notes *);

#endif
