/* transfer.h - files by content, between a directory of somebody's and a guest's home
 *
 * Only bytes, names and whether a file can be executed pass. Whatever else a file may have stays
 * behind: setuid, setgid, sticky bits, capabilities and other attributes, owners, links to the same
 * file elsewhere. Devices, pipes and sockets do not pass at all. Nothing here follows a link.
 */
#ifndef REFEREE_SANDBOX_TRANSFER_H
#define REFEREE_SANDBOX_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/notes.h"

struct transfer_limit {
    size_t bytes;
    int entries;
};

/* Copies a directory into an empty home. False, with a fault noted, if it has more than that, is
 * nested more than 40 levels deep, or cannot be read or written; or if the thread has to leave
 * (cancel.h) before it is done. */
bool transfer_in(int from, int home, const struct transfer_limit *, struct notes *);

/* Takes back what differs; what is not in the home stays as it is. A symbolic link comes back only
 * if it leads to a place inside; what does not come back is remarked. All is looked at before the
 * first file is written, and every file is replaced whole. */
bool transfer_back(int home, int to, const struct transfer_limit *, struct notes *);

#endif
