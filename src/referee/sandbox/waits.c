#include "referee/sandbox/waits.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct waits_line *find(const struct waits_line *line, int count, int thread)
{
    for (int i = 0; i < count; i++)
        if (line[i].thread == thread)
            return &line[i];
    return NULL;
}

/* Keeps the new lines, and the old lines of threads that are missing in the sample, as far as there
 * is room: while threads end, the kernel's list may lack one that lives. */
static void keep(struct waits *w, const struct waits_line *line, int count)
{
    struct waits_line old[WAITS_LINES];
    const int old_count = w->count;
    memcpy(old, w->line, (size_t)old_count * sizeof *old);
    w->count = count;
    if (count > 0)
        memcpy(w->line, line, (size_t)count * sizeof *line);
    for (int i = 0; i < old_count && w->count < WAITS_LINES; i++)
        if (!find(line, count, old[i].thread))
            w->line[w->count++] = old[i];
}

double waits_look(struct waits *w, const struct waits_line *line, int count, double now)
{
    double longest = 0;
    for (int i = 0; i < count; i++) {
        const struct waits_line *before = find(w->line, w->count, line[i].thread);
        /* a new thread may have the id of one that is gone; then its time is less than before */
        const bool same = before && before->seconds <= line[i].seconds;
        longest = fmax(longest, line[i].seconds - (same ? before->seconds : 0));
    }
    w->sum += w->looked > 0 ? fmin(longest, now - w->looked) : longest;
    w->looked = now;
    keep(w, line, count);
    return w->sum;
}
