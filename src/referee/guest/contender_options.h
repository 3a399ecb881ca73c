/* contender_options.h - the sandbox and the limits of contenders, and how they are asked */
#ifndef REFEREE_GUEST_CONTENDER_OPTIONS_H
#define REFEREE_GUEST_CONTENDER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/sandbox/policy.h"

/* What 0 stands for in the limits below. */
enum {
    CONTENDER_MEMORY_MIB = 1024, /* only the person who runs the match can grant more */
    CONTENDER_DISK_MIB = 64,
    CONTENDER_PROCESSES = 128,
    CONTENDER_WALL_RATIO = 2
};

struct contender_options {
    const char *name;        /* its name in records, copied; NULL: its own name */
    const char *build, *run; /* commands for programs without plywood.json; NULL: by their names
                                (names.h). Not copied */
    bool *lacking; /* set if a program cannot be prepared because this machine lacks something, such
                      as a compiler, which is not the program's fault; may be NULL */
    int niceness;  /* of a program's processes, or of a built-in agent's thread */
    enum sandbox sandbox;
    double grace;        /* CPU seconds over the remaining time after which a guest is killed */
    size_t memory;       /* bytes; 0: the default */
    size_t disk;         /* bytes in its directory; 0: the default */
    int processes;       /* 0: the default */
    size_t output_bytes; /* of stdout, stderr and any file; 0: the default */
    uint64_t nodes;      /* limit of a move for built-in agents; 0: none */
    int depth;           /* likewise */
    double wall_ratio;   /* the wall budget of a game is its clock times this, plus 10 s; 0: the
                            default */
    double patience;     /* instead, a wall budget for each move; 0: none */
    double calibrate;    /* CPU seconds that its calibrate command may take; 0: the default */
    double
        build_seconds; /* that its build may take, not counting waits for a core; 0: the default */
    int rung;    /* the best rung that may be used (referee/sandbox/meter.h), for tests; 0: any */
    bool exact;  /* answers must be exact to the byte (base/exact.h) */
    int dialect; /* pipes: the game manager that we imitate (game/conversation.h) */
};

#endif
