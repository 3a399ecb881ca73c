/* kept_bundles.h - limits the number of repro bundles
 *
 * One bundle of a kind says as much as a hundred, and hundreds fill a disk. All bundles are in one
 * directory. For each agent the first few of each verdict are kept. There is also a limit on the
 * number and on the bytes of all bundles, with those of earlier calls. A bundle that exceeds a
 * limit is removed as soon as that is known.
 */
#ifndef REFEREE_COURSE_KEPT_BUNDLES_H
#define REFEREE_COURSE_KEPT_BUNDLES_H

#include "referee/course/candidate.h"

enum { KEPT_BUNDLES_PER_VERDICT = 3, KEPT_BUNDLES_MOST = 1000, KEPT_BUNDLES_BYTES = 256 << 20 };

struct kept_bundles {
    const char *folder;
    atomic_int count; /* count and bytes of the bundles in the folder */
    _Atomic size_t bytes;
};

/* Counts the bundles that are in the folder already. */
void kept_bundles_begin(struct kept_bundles *, const char *folder);

/* Removes the bundles that an earlier call has left at the path of a case, before it is run again.
 * May be called by any thread. */
void kept_bundles_clear(struct kept_bundles *, const char *path);

/* How many bundles of one agent are kept, by verdict. */
struct kept_bundles_of_agent {
    unsigned char kept[VERDICT_COUNT];
};

/* Decides about the bundle of a result, of this call or an earlier one: keeps it, or removes it and
 * clears its path in the result. wanted: false if the result does not count. The path is cleared
 * too if the bundle has been deleted meanwhile. */
void kept_bundles_take(struct kept_bundles *, struct kept_bundles_of_agent *, struct case_result *,
                       bool wanted);

#endif
