/* manifest.h - plywood.json: how a program is built and run, by its author
 *
 *   {"name": "Ada", "command": "java Agent", "build": "javac Agent.java", "calibrate": "…",
 *    "protocol": "files", "memory": 512}
 *
 * Only command is required. memory is in megabytes and can only lower the limit.
 */
#ifndef REFEREE_GUEST_MANIFEST_H
#define REFEREE_GUEST_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/notes.h"

enum protocol_kind { PROTOCOL_BY_GAME, PROTOCOL_FILES, PROTOCOL_PIPES };

struct manifest {
    char *name, *command, *build, *calibrate; /* NULL if not given */
    char *told;                               /* for people: which program was found, how it runs */
    enum protocol_kind protocol;
    size_t memory; /* bytes; 0: not given */
    /* for a program that was found by its name */
    bool found;
    bool python2;                 /* by the course's text its name means Python 2 */
    const char *builder, *runner; /* programs that it needs; NULL: none */
};

/* Reads DIR/plywood.json. False, with a fault noted, if it is missing or wrong. */
bool manifest_read(const char *dir, struct manifest *, struct notes *);
void manifest_free(struct manifest *);

#endif
