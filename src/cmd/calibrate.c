/* calibrate - measures this machine in at most two seconds and writes calibration.txt
 *
 * Two things are worth knowing before a game: what a move costs outside the search (starting the
 * program, reading, writing, leaving), and how many positions a second the search visits. The
 * first is measured by starting this program again and again as a probe that does the same
 * chores; the kernel tells the CPU time of each.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/drop_in.h"
#include "base/file.h"
#include "game/registry.h"
#include "search/search.h"

static const char probe_file[] = "calibration.txt.probe";
static const double probing_seconds = 0.3, searching_seconds = 0.25;

/* What every move does besides thinking. */
static int probe(void)
{
    struct text out = {0};
    for (int i = 0; i < 700; i++)
        text_add(&out, "*");
    bool good = file_replace(probe_file, out.data, out.length);
    struct notes ignored = {0};
    struct lines lines;
    good = good && lines_read(probe_file, &lines, &ignored);
    return good ? 0 : 1;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* CPU seconds of one probe; below 0 if it cannot be run. */
static double run_probe(void)
{
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "calibrate", "--probe", (char *)NULL);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        return -1;
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

/* The worst of many probes: the reserve must do on a bad day too. 0 if it cannot be told. */
static double measure_overhead(void)
{
    double worst = 0, began = clock_seconds(CLOCK_OF_WALL);
    while (clock_seconds(CLOCK_OF_WALL) - began < probing_seconds) {
        double cost = run_probe();
        if (cost < 0) {
            worst = 0;
            break;
        }
        if (cost > worst)
            worst = cost;
    }
    unlink(probe_file);
    return worst;
}

static double measure_speed(const struct game *game)
{
    struct notes notes = {0};
    struct problem *problem = game->create(&(struct setup)SETUP_DEFAULT, &notes);
    struct search *search = search_new(problem->world, &(struct search_options){0});
    /* bounded by the wall clock, for somebody is waiting; measured by the CPU's */
    double began = clock_seconds(CLOCK_OF_PROCESS);
    struct limits limits = {.source = CLOCK_OF_WALL,
                            .started = clock_seconds(CLOCK_OF_WALL),
                            .hard = searching_seconds,
                            .soft = searching_seconds};
    struct search_result result = search_run(search, problem->position, &limits, NULL, NULL);
    search_free(search);
    problem_free(problem);
    double seconds = clock_seconds(CLOCK_OF_PROCESS) - began;
    return seconds > 0 ? (double)result.nodes / seconds : 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--probe") == 0)
        return probe();
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        printf("usage: calibrate\n\nMeasures this machine in two seconds and writes "
               "calibration.txt for homework.\n");
        return 0;
    }
    double overhead = measure_overhead();
    struct calibration_line line[REGISTRY_MAX];
    int count = 0;
    for (int i = 0; games[i] && i < REGISTRY_MAX; i++)
        line[count++] = (struct calibration_line){games[i], measure_speed(games[i])};
    if (!calibration_write("calibration.txt", overhead, line, count)) {
        fprintf(stderr, "calibration.txt: cannot be written: %s\n", strerror(errno));
        return 70;
    }
    return 0;
}
