/* cell.h - one program's place for one game
 *
 * A guest is a program that is not trusted. A cell is a fresh directory and the confinement of one
 * guest:
 *
 *   referee ─────────── porter            forked once; owns control groups and directories
 *      │                  │ forks, with new namespaces
 *      └─── socket ──── warden            one a cell; first process of the guest's namespaces
 *                         │ forks; the child adds Landlock, seccomp, limits, and calls exec
 *                       guest …           one run a move, or one a game, and all its children
 *
 * Making namespaces and control groups takes tens of milliseconds, so they last for the game; what
 * is done for each run is cheap. The referee only talks to the warden and never calls wait(2) for a
 * guest, so several threads can each have cells. If a process dies, those below it end too: a
 * warden whose socket closes kills its guest and exits, and the porter cleans up after it.
 */
#ifndef REFEREE_SANDBOX_CELL_H
#define REFEREE_SANDBOX_CELL_H

#include "base/notes.h"
#include "referee/sandbox/policy.h"
#include "referee/sandbox/warden.h"

struct cell;

/* Makes a cell. The policy is complete but for its directories. If home is "", a fresh one is made,
 * and cell_free() removes it. NULL, with a fault noted, if that fails: our failure. */
struct cell *cell_new(const struct policy *, struct notes *);
/* Ends every process and removes the directory. When it returns, nothing is left. */
void cell_free(struct cell *);

/* The home: an open directory, for use with referee/sandbox/folder.h, and its path. */
int cell_home(const struct cell *);
const char *cell_path(const struct cell *);
const struct warden_hello *cell_facts(const struct cell *);
/* True if files can be written beside the home. If so, a failure in the home is the program's
 * doing. */
bool cell_is_sound(const struct cell *);

/* Sends an order to the warden and waits for its report. The cell owns the report, which is valid
 * until the next order. */
const struct warden_report *cell_order(struct cell *, const struct warden_order *);

/* Ends the program; may be called by any thread. The current order and all later ones fail. */
void cell_interrupt(struct cell *);

#endif
