#include "referee/sandbox/ledger.h"

#include <stddef.h>
#include <string.h>

/* /proc has cutime and cstime in steps of 10 ms each. */
#define COARSE 0.02

static struct ledger_line *find(struct ledger *l, int pid)
{
    for (int i = 0; i < l->count; i++)
        if (l->line[i].pid == pid)
            return &l->line[i];
    return NULL;
}

void ledger_reaped(struct ledger *l, int pid, double cpu)
{
    l->reaped += cpu;
    struct ledger_line *line = find(l, pid);
    if (!line)
        return;
    l->told += cpu - line->cpu - line->children;
    *line = l->line[--l->count];
}

double ledger_look(struct ledger *l, const struct ledger_line *now, int count)
{
    double alive = 0, grown = l->told, vanished = 0;
    for (int i = 0; i < count; i++) {
        alive += now[i].cpu + now[i].children;
        struct ledger_line *before = find(l, now[i].pid);
        if (!before || before->started != now[i].started)
            continue;
        grown += now[i].children - before->children;
        *before = l->line[--l->count];
    }
    for (int i = 0; i < l->count; i++) /* the lines left are those of vanished processes */
        vanished += l->line[i].cpu + l->line[i].children;
    l->told = 0;
    l->owed += vanished - grown;
    if (l->owed < -COARSE) /* the rest was used by processes that no sample has seen */
        l->owed = -COARSE;
    l->count = count < LEDGER_LINES ? count : LEDGER_LINES;
    memcpy(l->line, now, (size_t)l->count * sizeof *now);
    return l->reaped + alive + (l->owed > 0 ? l->owed : 0);
}
