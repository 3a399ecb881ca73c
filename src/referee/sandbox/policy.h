/* policy.h - what a guest may have and do, sent from the referee to the porter
 *
 * A guest is somebody's program; referee/sandbox/cell.h tells how its processes hang together.
 */
#ifndef REFEREE_SANDBOX_POLICY_H
#define REFEREE_SANDBOX_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/sandbox/meter.h"

enum { POLICY_PATH = 1024, POLICY_READABLE = 6 };

enum sandbox { SANDBOX_ON, SANDBOX_OFF };

struct policy {
    enum sandbox sandbox;
    enum meter_rung rung;     /* no better one is used */
    char home[POLICY_PATH];   /* its working directory, where it may write */
    char stage[POLICY_PATH];  /* an empty directory, where its view is put together */
    char hidden[POLICY_PATH]; /* the referee's own directory: nothing of it is seen */
    char readable[POLICY_READABLE][POLICY_PATH]; /* the program's directories; "" for none */
    size_t memory;
    size_t disk; /* bytes that its home may hold */
    int entries; /* files and directories there */
    int processes;
    size_t file_bytes;
    int open_files;
    int niceness;           /* of all its processes */
    bool looks_for_network; /* its runtime does so at its start: there is none, and no offence */
};

#endif
