/* hierarchy.h - where the kernel shows its control groups, and which are ours
 *
 * Version 2 is one hierarchy with all controllers; of version 1 there is one for each controller,
 * or for a few together. Either may be mounted, or both, or none.
 */
#ifndef REFEREE_SANDBOX_HIERARCHY_H
#define REFEREE_SANDBOX_HIERARCHY_H

#include <stdbool.h>

enum { HIERARCHY_PATH = 400 };

/* Where the hierarchy of a controller of version 1 is mounted; controller NULL: version 2. */
bool hierarchy_mount(const char *controller, char out[HIERARCHY_PATH]);

/* The group that we are in ourselves, as a path from the top of the hierarchy; "" for the top. */
void hierarchy_own(const char *controller, char out[HIERARCHY_PATH]);

#endif
