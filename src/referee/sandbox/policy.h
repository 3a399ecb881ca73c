/* policy.h - what a guest may have and do; the referee sends it to the porter
 *
 * A guest is a program that is not trusted; referee/sandbox/cell.h has a picture of the processes.
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
    enum meter_rung rung;     /* the best one that may be used */
    char home[POLICY_PATH];   /* its working directory, where it may write */
    char stage[POLICY_PATH];  /* an empty directory, where its new root is built */
    char hidden[POLICY_PATH]; /* the referee's own directory, which the guest must not see */
    char readable[POLICY_READABLE][POLICY_PATH]; /* the program's directories; "" for none */
    size_t memory;
    size_t disk; /* bytes that its home may hold */
    int entries; /* files and directories there */
    int processes;
    size_t file_bytes;
    int open_files;
    int niceness;           /* of all its processes */
    bool looks_for_network; /* its runtime opens sockets at its start: they fail, and the guest is
                               not punished for it */
};

#endif
