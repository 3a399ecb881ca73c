#include "cmd/bench_beside.h"

#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "game/perft.h"
#include "game/registry.h"
#include "referee/guest/contender.h"

enum { BLOCKS = 24, COMMAND_BYTES = 4096 };

/* Some tenths of a second in the first-level cache: beside them the start of a process is nothing.
 * The path is not quoted, so that the referee sees that a file is meant, which is to be read. */
#define WORK "%s perft %s %d >/dev/null && %s >%s"

static const uint64_t positions_wanted = 10000000; /* which take that long to count */
enum { PERFT_DEPTH_MAX = 60 };

/* One who works: a seat under the referee, and a command for a bare process. */
struct stove {
    struct seat *seat;
    const struct session *session;
    const char *command;
    bool bare;
    double cpu, wall; /* of the last work */
    const char *failure;
    char detail[400];
};

static void ask(struct stove *stove)
{
    struct answer answer;
    seat_ask(stove->seat, stove->session, &(struct move_time){.remaining = 300}, &answer);
    stove->cpu = answer.cpu;
    stove->wall = answer.wall;
    if (answer.verdict == VERDICT_NONE)
        return;
    snprintf(stove->detail, sizeof stove->detail, "%s", answer.detail);
    stove->failure = stove->detail;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static void spawn(struct stove *stove)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    char *arguments[] = {"/bin/sh", "-c", (char *)(uintptr_t)stove->command, NULL};
    pid_t pid;
    int status;
    struct rusage usage;
    if (posix_spawn(&pid, arguments[0], NULL, NULL, arguments, environ) != 0 ||
        wait4(pid, &status, 0, &usage) != pid || status != 0) {
        stove->failure = "a process cannot be run";
        return;
    }
    stove->cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    stove->wall = clock_seconds(CLOCK_OF_WALL) - began;
}

static void *burn(void *context)
{
    struct stove *stove = context;
    if (stove->bare)
        spawn(stove);
    else
        ask(stove);
    return NULL;
}

struct sums {
    double cpu, wall;
};

static void burn_alone(struct stove *stove, struct sums *sums)
{
    burn(stove);
    sums->cpu += stove->cpu;
    sums->wall += stove->wall;
}

static void burn_both(struct stove stove[2], struct sums *sums)
{
    pthread_t thread;
    if (!thread_start(&thread, burn, &stove[1])) {
        stove[1].failure = "a thread cannot be started";
        return;
    }
    burn(&stove[0]);
    pthread_join(thread, NULL);
    sums->cpu += (stove[0].cpu + stove[1].cpu) / 2;
    sums->wall += (stove[0].wall + stove[1].wall) / 2;
}

/* Alone, both, both, alone: what grows or falls meanwhile does so for either. */
static struct sums burn_block(struct stove stove[2], bool bare)
{
    struct sums alone = {0}, both = {0};
    stove[0].bare = stove[1].bare = bare;
    burn_alone(&stove[0], &alone);
    burn_both(stove, &both);
    burn_both(stove, &both);
    burn_alone(&stove[1], &alone);
    return (struct sums){both.cpu / alone.cpu, both.wall / alone.wall};
}

static const char *burn_blocks(struct stove stove[2], struct beside *out)
{
    double charged[BLOCKS], lasted[BLOCKS], bare[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        struct sums ratio = burn_block(stove, false);
        charged[i] = ratio.cpu;
        lasted[i] = ratio.wall;
        bare[i] = burn_block(stove, true).cpu;
        for (int who = 0; who < 2; who++)
            if (stove[who].failure)
                return stove[who].failure;
    }
    *out = (struct beside){median_interval(charged, BLOCKS), median_interval(lasted, BLOCKS),
                           median_interval(bare, BLOCKS)};
    return NULL;
}

/* The game with the fewest moves at its start: counting it goes deep and stays in a few positions.
 * Returns how deep it has to be counted, 0 if there is not enough of it. */
static int find_work(const struct game **game)
{
    struct problem *best = NULL;
    int fewest = MOVES_MAX + 1, depth = 1;
    for (int i = 0; games[i]; i++) {
        struct notes notes = {0};
        struct move moves[MOVES_MAX];
        struct problem *problem = games[i]->create(&(struct setup)SETUP_DEFAULT, &notes);
        int count = problem ? problem->world->rules->moves(problem->position, moves) : 0;
        if (count > 0 && count < fewest) {
            fewest = count;
            *game = games[i];
            problem_free(best);
            best = problem;
        } else {
            problem_free(problem);
        }
    }
    if (!best)
        return 0;
    uint64_t count;
    while ((count = perft(best->position, depth, false)) < positions_wanted && count > 0 &&
           depth < PERFT_DEPTH_MAX)
        depth++;
    problem_free(best);
    return count < positions_wanted ? 0 : depth;
}

const char *bench_beside(const struct session *session, const char *print, struct beside *out)
{
    static char command[COMMAND_BYTES], spec[COMMAND_BYTES], failure[400];
    char own[COMMAND_BYTES / 2];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0)
        return "where this program lies cannot be found out";
    own[length] = 0;
    const struct game *game = NULL;
    int depth = find_work(&game);
    if (depth == 0)
        return "no game has enough positions to count";
    snprintf(command, sizeof command, WORK, own, game->name, depth, print, "/dev/null");
    snprintf(spec, sizeof spec, "cmd:" WORK, own, game->name, depth, print, "output.txt");
    struct contender_options options = {.grace = 10};
    struct notes notes = {0};
    struct contender *worker = contender_new(spec, session->world->game, &options, &notes);
    struct stove stove[2] = {0};
    for (int i = 0; i < 2 && worker; i++)
        stove[i] = (struct stove){.seat = seat_new(worker, session, SIDE_FIRST, 1, &notes),
                                  .session = session,
                                  .command = command};
    const char *why = stove[0].seat && stove[1].seat ? burn_blocks(stove, out) : notes_why(&notes);
    if (why)
        why = (snprintf(failure, sizeof failure, "%s", why), failure);
    for (int i = 0; i < 2; i++)
        seat_free(stove[i].seat);
    contender_free(worker);
    return why;
}
