/* store_look STORE - what a look at a store costs: the seconds of each call that reports make, by
 * the clock and of this process's CPU */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "tournament/store.h"

static double began, began_cpu;

static void told(const char *what, bool done, const struct notes *notes)
{
    double now = clock_seconds(CLOCK_OF_WALL), cpu = clock_seconds(CLOCK_OF_PROCESS);
    if (!done) {
        fprintf(stderr, "store_look: %s\n", notes_why(notes));
        exit(1);
    }
    printf("%-12s %.3f s, CPU %.3f s\n", what, now - began, cpu - began_cpu);
    began_cpu = cpu;
    began = clock_seconds(CLOCK_OF_WALL);
}

static void count(void *context, const struct store_game *game)
{
    (void)game;
    ++*(int64_t *)context;
}

static void ignore_fault(void *context, int agent, const char *ending, int64_t faults)
{
    (void)context;
    (void)agent;
    (void)ending;
    (void)faults;
}

int main(int argc, char **argv)
{
    struct notes notes = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: store_look STORE\n");
        return 2;
    }
    began = clock_seconds(CLOCK_OF_WALL);
    struct store *store = store_open(argv[1], STORE_READ, &notes);
    told("open", store, &notes);
    struct store_progress progress;
    told("progress", store_progress(store, &progress, &notes), &notes);
    struct encounters all, clean;
    told("condense", store_condense(store, false, 0, &all, &notes), &notes);
    told("without", store_condense(store, true, 0, &clean, &notes), &notes);
    told("faults", store_count_faults(store, ignore_fault, NULL, &notes), &notes);
    struct store_host *host;
    int hosts;
    told("hosts", store_hosts(store, &host, &hosts, &notes), &notes);
    struct store_task *task;
    int64_t tasks, games = 0;
    told("tasks", store_tasks(store, &task, &tasks, &notes), &notes);
    struct store_filter couple = {.agent = {1, 2}}, one = {.agent = {1, 0}}, every = {0};
    told("a couple's", store_games(store, &couple, count, &games, &notes), &notes);
    told("an agent's", store_games(store, &one, count, &games, &notes), &notes);
    games = 0;
    told("all games", store_games(store, &every, count, &games, &notes), &notes);
    printf("%lld tasks, %lld games, %d encounters\n", (long long)progress.tasks, (long long)games,
           all.count);
    encounters_free(&all);
    encounters_free(&clean);
    store_free_hosts(host, hosts);
    free(task);
    store_close(store);
    return 0;
}
