/* transfer.h - copies files by content between a directory and a guest's home
 *
 * A copy has the bytes, the name and the right to be executed. It does not have setuid, setgid and
 * sticky bits, capabilities and other extended attributes, the owner, and hard links. Devices,
 * FIFOs and sockets are not copied. No function here follows a symbolic link.
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

/* Copies a directory into an empty home. False, with a fault noted, if the directory exceeds the
 * limit, is nested more than 40 levels deep, or cannot be read or written; also if the thread is
 * cancelled (cancel.h). */
bool transfer_in(int from, int home, const struct transfer_limit *, struct notes *);

/* Copies from the home what differs. Files that the home does not have stay as they are. A symbolic
 * link is copied only if its target is inside the directory. What is not copied is noted as a
 * remark. The whole home is checked before the first file is written, and each file is replaced
 * atomically. */
bool transfer_back(int home, int to, const struct transfer_limit *, struct notes *);

#endif
