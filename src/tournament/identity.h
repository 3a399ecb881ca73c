/* identity.h - the number of a worker, by which others on its machine can tell whether it lives
 *
 * It is made of the process and the moment at which that began, so that a later process with the
 * same number is not taken for it.
 */
#ifndef TOURNAMENT_IDENTITY_H
#define TOURNAMENT_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

int64_t identity_own(void); /* more than 0; each worker of a process has the same */

/* True if no process of this machine has this identity. */
bool identity_is_gone(int64_t);

#endif
