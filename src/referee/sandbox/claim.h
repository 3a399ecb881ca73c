/* claim.h - what one referee has on this machine, and how others know that it is gone
 *
 * A referee has a directory of its own, plywood-XXXXXX, and in it a file "owner". All its processes
 * hold a lock on that file, which ends with the last of them, however that ends; and before a
 * control group is made its path is written there. So whoever can lock the file knows that nobody
 * is left, and what to remove.
 */
#ifndef REFEREE_SANDBOX_CLAIM_H
#define REFEREE_SANDBOX_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the directory below the parent; its path, in full, goes to base[room]. Returns the owner's
 * file, open and locked, to be kept by all processes of the referee; -1, errno set, if it cannot be
 * made. */
int claim_make(const char *parent, char *base, size_t room);

/* What tells a referee's control groups from those of others: the end of its directory's name. */
const char *claim_mark(const char *base);

/* Ends the control groups that are written down, with all that is in them, and removes the
 * directory. False, errno set, if that stays. */
bool claim_clear(const char *base);

/* Clears all below the parent that are ours, by the user they belong to, and whose referee is gone.
 * What is in doubt stays; one without an owner is one that is being made, for a minute. */
void claim_sweep(const char *parent);

#endif
