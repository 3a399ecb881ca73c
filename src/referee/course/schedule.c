#include "referee/course/schedule.h"

#include <stdlib.h>

/* Compares by the share of its part that comes before a case; negative if a comes first. */
static int compare(const void *a, const void *b, void *context)
{
    const struct syllabus *s = context;
    int one = *(const int *)a, two = *(const int *)b;
    const struct syllabus_case *k = &s->cases[one], *l = &s->cases[two];
    if (!k->opponent != !l->opponent)
        return k->opponent ? 1 : -1;
    long before = (long)(k->number - 1) * s->part[l->part].cases;
    long other = (long)(l->number - 1) * s->part[k->part].cases;
    if (k->opponent && before != other)
        return before < other ? -1 : 1;
    return one - two;
}

void schedule_make(const struct syllabus *s, int *order)
{
    for (int i = 0; i < s->case_count; i++)
        order[i] = i;
    qsort_r(order, (size_t)s->case_count, sizeof *order, compare, (void *)s);
}
