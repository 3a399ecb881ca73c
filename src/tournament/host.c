#include "tournament/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "agents/version.h"
#include "base/clock.h"
#include "base/foreign.h"
#include "base/memory.h"
#include "base/random.h"
#include "referee/guest/program.h"

static const double tolerance = 1.3; /* a factor, in both directions */

void host_name(char *name, size_t room)
{
    char own[256] = "";
    const char *node = getenv("SLURMD_NODENAME");
    if (!node && gethostname(own, sizeof own - 1) != 0)
        own[0] = 0;
    foreign_put(name, room, node && *node ? node : own[0] ? own : "localhost");
}

/* CPU seconds of a fixed piece of work, the shortest of a few tries: what disturbs only lengthens
 * it. */
static double measure_speed(void)
{
    enum { TRIES = 5, STEPS = 400000 };
    double best = 0;
    volatile uint64_t kept;
    for (int i = 0; i < TRIES; i++) {
        double began = clock_seconds(CLOCK_OF_THREAD);
        uint64_t x = (uint64_t)i;
        for (int k = 0; k < STEPS; k++)
            x = hash64(x);
        kept = x;
        double took = clock_seconds(CLOCK_OF_THREAD) - began;
        best = i == 0 || took < best ? took : best;
    }
    (void)kept;
    return best;
}

static void describe_processor(char *out, size_t room)
{
    char line[256];
    out[0] = 0;
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && fgets(line, sizeof line, file) && !out[0])
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            line[strcspn(line, "\n")] = 0;
            foreign_put(out, room, strchr(line, ':') + 2);
        }
    if (file)
        fclose(file);
}

bool host_enter(struct store *store, const struct settings *settings, bool programs, int64_t *id,
                struct notes *notes)
{
    char name[256], processor[120], detail[500];
    struct utsname kernel = {0};
    struct program *program = memory_zero(sizeof *program);
    host_name(name, sizeof name);
    describe_processor(processor, sizeof processor);
    uname(&kernel);
    snprintf(detail, sizeof detail, "%s; %s %s; agents %s", processor, kernel.sysname,
             kernel.release, AGENTS_VERSION);
    bool good = !programs || program_prepare(program, "cmd:true", &settings->limits, notes);
    struct store_host host = {.name = name,
                              .confinement = programs ? program->rung : "in process",
                              .missing = program->missing,
                              .speed = measure_speed(),
                              .detail = detail};
    good = good && store_enter_host(store, &host, notes);
    *id = host.id;
    free(program);
    return good;
}

bool host_is_out_of_line(const struct store_host *host)
{
    return host->cpu_ratio > tolerance || (host->cpu_ratio > 0 && host->cpu_ratio < 1 / tolerance);
}
