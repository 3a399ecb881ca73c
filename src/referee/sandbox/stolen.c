#include "referee/sandbox/stolen.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 1 << 15 }; /* enough for the lines of the cores: they come first, 100 bytes each */

/* In place of the ticks of an offline core, which has no line. A core counts when two readings have
 * it. */
static const unsigned long long is_off = ULLONG_MAX;

void stolen_read_text(const char *text, struct stolen *out)
{
    out->cores = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        int core;
        unsigned long long ticks;
        line += *line == '\n';
        bool is_core = strncmp(line, "cpu", 3) == 0 && line[3] != ' '; /* "cpu " is the sum */
        if (!is_core || sscanf(line + 3, "%d %*u %*u %*u %*u %*u %*u %*u %llu", &core, &ticks) != 2)
            continue;
        while (core >= out->cores && out->cores < STOLEN_CORES)
            out->ticks[out->cores++] = is_off; /* until its line comes, if it has one */
        if (core >= 0 && core < out->cores)
            out->ticks[core] = ticks;
    }
}

void stolen_read(int proc, struct stolen *out)
{
    char text[TEXT] = {0};
    int fd = openat(proc, proc == AT_FDCWD ? "/proc/stat" : "stat", O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read(fd, text, sizeof text - 1) < 0)
        text[0] = 0;
    if (fd >= 0)
        close(fd);
    stolen_read_text(text, out);
}

double stolen_between(const struct stolen *before, const struct stolen *after)
{
    unsigned long long most = 0;
    for (int i = 0; i < before->cores && i < after->cores; i++)
        if (after->ticks[i] != is_off && after->ticks[i] > before->ticks[i] &&
            after->ticks[i] - before->ticks[i] > most)
            most = after->ticks[i] - before->ticks[i];
    return (double)most / (double)sysconf(_SC_CLK_TCK);
}
