/* cell.h - one program's place for one game
 *
 * A cell is a fresh directory and the confinement of one guest, that is, somebody's program:
 *
 *   referee ─────────── porter            forked once; keeps control groups and directories
 *      │                  │ forks, with new namespaces
 *      └─── socket ──── warden            one a cell; first process of the guest's namespaces
 *                         │ forks, adds Landlock, seccomp, limits, executes
 *                       guest …           one run a move, or one a game, and all its children
 *
 * Namespaces and control groups take tens of milliseconds to make, so they last for the game; what
 * is done for each run is cheap. The referee only speaks with the warden; it waits for no guest
 * itself, so several threads can each have their cells. If a process dies, those below it end too:
 * a warden whose socket closes kills its guest and goes, and the porter cleans up after it.
 */
#ifndef REFEREE_SANDBOX_CELL_H
#define REFEREE_SANDBOX_CELL_H

#include "base/notes.h"
#include "referee/sandbox/policy.h"
#include "referee/sandbox/warden.h"

struct cell;

/* Makes a cell. The policy tells all but the directories: home "" asks for a fresh one, which is
 * removed in the end. NULL, with a fault noted, if that fails: our failure. */
struct cell *cell_new(const struct policy *, struct notes *);
/* Ends every process, removes the directory; when it returns nothing is left. */
void cell_free(struct cell *);

/* Its home, open, for referee/sandbox/folder.h; and its path. */
int cell_home(const struct cell *);
const char *cell_path(const struct cell *);
const struct warden_hello *cell_facts(const struct cell *);
/* True if files can be written beside the home: what fails in it then is the program's doing. */
bool cell_is_sound(const struct cell *);

/* Has the warden carry out an order. The report is the cell's and lasts until the next order. */
const struct warden_report *cell_order(struct cell *, const struct warden_order *);

/* Ends the program, from any thread: an order that is under way, and every later one, fails. */
void cell_interrupt(struct cell *);

#endif
