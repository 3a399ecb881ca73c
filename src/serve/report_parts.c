#include "serve/report_parts.h"

#include <stddef.h>

int report_row(const struct report *report, int id)
{
    const struct standings *s = &report->standings;
    int low = 0, high = s->count; /* participants are sorted by order of entry */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->agents[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && s->agents[low].id == id ? report->row_of[low] : -1;
}

enum relation report_relation(const struct report *report, int row, int other)
{
    const struct standings *s = &report->standings;
    ptrdiff_t a = s->row[row].agent - s->agents, b = s->row[other].agent - s->agents;
    return (enum relation)s->certainty.relation[a * s->certainty.agents + b];
}

double report_superiority(const struct report *report, int row, int other)
{
    const struct standings *s = &report->standings;
    ptrdiff_t a = s->row[row].agent - s->agents, b = s->row[other].agent - s->agents;
    return (double)s->ratings.superiority[a * s->ratings.agents + b];
}
