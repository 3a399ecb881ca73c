/* slurm.h - workers of a tournament as one Slurm job array
 *
 * Slurm decides where and when workers run; they take their games from the store. So all that is
 * done here is to submit them, to look now and then whether any is left, and to submit again if all
 * have ended and games remain. A worker that Slurm starts again, or runs twice, is one more worker.
 */
#ifndef CMD_SLURM_H
#define CMD_SLURM_H

#include <stdatomic.h>

#include "tournament/store.h"

struct slurm_options {
    const char *where;        /* the store */
    int workers, jobs;        /* jobs of each */
    double lease;             /* 0: the default */
    const char *partition;    /* NULL: the site's default; likewise the others */
    const char *time_limit;   /* as sbatch takes it */
    const char *program;      /* plywood as the nodes see it; NULL: as it is here */
    const char *const *words; /* further words for sbatch */
    int word_count;
};

enum slurm_end {
    SLURM_FINISHED,
    SLURM_LEFT,  /* on request; the workers go on */
    SLURM_FAILED /* as noted */
};

/* tick: called several times a second. */
enum slurm_end slurm_run(struct store *, const struct slurm_options *, void (*tick)(void *context),
                         void *context, const atomic_bool *stop, struct notes *);

/* The largest array that fits: wanted, or what "scontrol show config" says. */
int slurm_array_size(const char *config, int wanted);

#endif
