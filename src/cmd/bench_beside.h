/* bench_beside.h - whether two games at once are charged, and last, as one alone
 *
 * A program that does a fixed amount of arithmetic is asked alone, then twice at once, then so
 * again and alone, twenty-four times over. Each of these blocks gives one ratio, in which whatever
 * drifts slowly (the machine's frequency, its other users) cancels; the median of the ratios is the
 * result, and the interval holds the true median with 95 % confidence whatever the noise is like
 * (by order statistics). The same is done with bare processes between the referee's blocks: what
 * two cores take from each other is not the referee's doing.
 */
#ifndef CMD_BENCH_BESIDE_H
#define CMD_BENCH_BESIDE_H

#include "base/statistics.h"
#include "game/session.h"

/* Each is what one of two at once has, as a part of what one alone has. */
struct beside {
    struct interval charged; /* CPU time, by the referee */
    struct interval lasted;  /* wall time, under the referee */
    struct interval bare;    /* CPU time of bare processes, as the kernel tells it */
};

/* print is a shell command that prints an answer to the session's position. NULL if all went well,
 * else why it did not. */
const char *bench_beside(const struct session *, const char *print, struct beside *);

#endif
