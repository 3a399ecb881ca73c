/* hierarchy.h - where control groups are mounted, and which of them we are in
 *
 * cgroup v2 is one hierarchy with all controllers. cgroup v1 has one hierarchy for each controller,
 * or for a few together. Either may be mounted, or both, or none.
 */
#ifndef REFEREE_SANDBOX_HIERARCHY_H
#define REFEREE_SANDBOX_HIERARCHY_H

#include <stdbool.h>

enum { HIERARCHY_PATH = 400 };

/* Finds where the v1 hierarchy of a controller is mounted; with controller NULL, the v2 hierarchy.
 * False if it is not mounted. */
bool hierarchy_mount(const char *controller, char out[HIERARCHY_PATH]);

/* The group of the calling process, as a path below the mount point; "" for the root group. */
void hierarchy_own(const char *controller, char out[HIERARCHY_PATH]);

#endif
