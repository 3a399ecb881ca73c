/* kept_bundles.h - how many repro bundles are kept
 *
 * One of a kind tells as much as a hundred, and hundreds fill a disk. Bundles lie in one folder;
 * of each agent the first few of each verdict are kept, and in all no more than a number and a
 * size, those of earlier calls among them. What is over is removed again as soon as it is known to
 * be.
 */
#ifndef REFEREE_COURSE_KEPT_BUNDLES_H
#define REFEREE_COURSE_KEPT_BUNDLES_H

#include "referee/course/candidate.h"

enum { KEPT_BUNDLES_PER_VERDICT = 3, KEPT_BUNDLES_MOST = 1000, KEPT_BUNDLES_BYTES = 256 << 20 };

struct kept_bundles {
    const char *folder;
    atomic_int count; /* of what is kept in the folder */
    _Atomic size_t bytes;
};

/* Begins with what lies in the folder. */
void kept_bundles_begin(struct kept_bundles *, const char *folder);

/* Removes what an earlier call has left at the path of a case that is run again; in any thread. */
void kept_bundles_clear(struct kept_bundles *, const char *path);

/* What one agent has left. */
struct kept_bundles_of_agent {
    unsigned char kept[VERDICT_COUNT];
};

/* Looks at the bundle of a result, of this call or an earlier one: keeps it, or removes it and
 * takes it out of the result. wanted: false if the result does not count. One that somebody else
 * has removed is taken out too. */
void kept_bundles_take(struct kept_bundles *, struct kept_bundles_of_agent *, struct case_result *,
                       bool wanted);

#endif
