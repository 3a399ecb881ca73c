/* manifest.h - plywood.json: what the author of a program tells about it
 *
 *   {"name": "Ada", "command": "java Agent", "build": "javac Agent.java", "calibrate": "…",
 *    "protocol": "files", "memory": 512}
 *
 * Only command is needed; memory is in megabytes, and may only lower the limit.
 */
#ifndef REFEREE_GUEST_MANIFEST_H
#define REFEREE_GUEST_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/notes.h"

enum protocol_kind { PROTOCOL_BY_GAME, PROTOCOL_FILES, PROTOCOL_PIPES };

struct manifest {
    char *name, *command, *build, *calibrate; /* NULL if not given */
    char *told;                               /* for people: what was found, and how it is run */
    enum protocol_kind protocol;
    size_t memory; /* bytes; 0: not given */
    /* of a program that was found by its name */
    bool found;
    bool python2;                 /* the course's text means that by its name */
    const char *builder, *runner; /* programs that are needed for it; NULL: none */
};

/* Reads DIR/plywood.json. False, with a fault noted, if that cannot be done. */
bool manifest_read(const char *dir, struct manifest *, struct notes *);
void manifest_free(struct manifest *);

#endif
