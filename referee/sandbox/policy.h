/* plan.h - what a guest may have: the text of its confinement, sent from referee to porter
 *
 * A guest is somebody's program; referee/sandbox/cell.h tells how its processes hang together.
 */
#ifndef REFEREE_SANDBOX_POLICY_H
#define REFEREE_SANDBOX_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/guest/contender.h"
#include "referee/sandbox/meter.h"

enum { PLAN_PATH = 1024, PLAN_READABLE = 6 };

struct plan {
    enum sandbox sandbox;
    enum meter_rung rung;   /* no better one is used */
    char home[PLAN_PATH];   /* its working directory, where it may write */
    char stage[PLAN_PATH];  /* an empty directory, where its view is put together */
    char hidden[PLAN_PATH]; /* the referee's own directory: nothing of it is seen */
    char readable[PLAN_READABLE][PLAN_PATH]; /* the program's directories; "" for none */
    size_t memory;
    int processes;
    size_t file_bytes;
    int open_files;
};

#endif
