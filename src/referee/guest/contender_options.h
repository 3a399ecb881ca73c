/* contender_options.h - what contenders may have: sandbox, limits, and how they are asked */
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
    const char *name;        /* as records call it, copied; NULL: its own */
    const char *build, *run; /* how to build and run programs that bring no plywood.json; NULL: as
                                they are found. Not copied */
    bool *lacking; /* set if a program cannot be prepared for want of something that this machine
                      lacks, a compiler say, which is nobody's fault; NULL: nobody asks */
    int niceness;  /* of a program's processes; of a built-in agent it is its thread's */
    enum sandbox sandbox;
    double grace;         /* CPU seconds past the remaining time before a runaway is killed */
    size_t memory;        /* bytes; 0: the default */
    size_t disk;          /* bytes in its directory; 0: the default */
    int processes;        /* 0: the default */
    size_t output_bytes;  /* of stdout, stderr and any file; 0: the default */
    uint64_t nodes;       /* a move's limit for built-in agents; 0: none */
    int depth;            /* likewise */
    double wall_ratio;    /* the wall budget of a game is its clock times this, and 10 s; 0: the
                             default */
    double patience;      /* this wall budget for each move instead; 0: none */
    double calibrate;     /* CPU seconds that its calibrate command may take; 0: the default */
    double build_seconds; /* that its build may take, but for waiting; 0: the default */
    int rung;    /* of referee/sandbox/meter.h: no better one is used (for tests); 0: the best */
    bool exact;  /* answers are judged to the letter (base/exact.h) */
    int dialect; /* pipes: which manager of the game's we are (game/conversation.h) */
};

#endif
