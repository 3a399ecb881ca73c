/* bench_referee.c - what the referee costs a move, and whether games beside each other cost more
 *
 *   bench_referee PLYWOOD [--json]
 *
 * A move: a program that does nothing is asked the same question by a bare spawn, in bubblewrap if
 * there is any, by the referee without sandbox, and with it, in turn, 200 times. Each way is timed
 * alike, from writing input.txt to having judged output.txt. Printed are the lower quartiles as
 * seconds and as ratios to the bare spawn, and beside bubblewrap the median of the rounds' ratios
 * with its 95 % interval.
 *
 * A game beside another one: PLYWOOD does a fixed amount of arithmetic (perft) under the referee,
 * alone, then twice at once, then so again and alone, 24 times over. Each of these blocks gives one
 * ratio, in which a slow drift (the machine's frequency, its other users) cancels; the median of
 * the ratios is the result, and the interval holds the true median with 95 % confidence whatever
 * the noise is like (by order statistics). The same is done with bare processes between the
 * referee's blocks: what two cores take from each other is not the referee's doing.
 *
 * The exit status is 70 if something cannot be measured.
 */
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/statistics.h"
#include "base/thread.h"
#include "game/perft.h"
#include "game/registry.h"
#include "referee/guest/contender.h"
#include "referee/sandbox/folder.h"

enum { ROUNDS = 200, BLOCKS = 24, COMMAND_BYTES = 8192, PERFT_DEPTH_MAX = 60, EXIT_CANNOT = 70 };

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "bench_referee: %s\n", why);
    exit(EXIT_CANNOT);
}

static struct contender *invite(const struct game *game, const char *spec, enum sandbox sandbox)
{
    struct contender_options options = {.sandbox = sandbox, .grace = 10};
    struct notes notes = {0};
    struct contender *contender = contender_new(spec, game, &options, &notes);
    if (!contender)
        give_up(notes_why(&notes));
    return contender;
}

static struct seat *seat(struct contender *contender, const struct session *session)
{
    struct notes notes = {0};
    struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
    if (!seat)
        give_up(notes_why(&notes));
    return seat;
}

static void put_interval(struct text *out, const char *name, const struct interval *x)
{
    json_open(out, name, '{');
    json_put_number(out, "median", x->median);
    json_put_number(out, "low", x->low);
    json_put_number(out, "high", x->high);
    json_close(out, '}');
}

/* --- a move --- */

/* The first two are spawned by ourselves, the others asked by the referee. */
enum way { BARE, BUBBLEWRAP, WITHOUT, WITH, WAYS };

static const char *const names[WAYS] = {"bare spawn", "bubblewrap", "referee, sandbox off",
                                        "referee, sandbox on"};
static const char *const keys[WAYS] = {"bare", "bubblewrap", "sandbox_off", "sandbox_on"};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct table {
    struct text answer, print; /* the bytes, and a shell command that prints them */
    struct text input;
    char home[40]; /* of what is spawned by ourselves */
    int folder;
    bool has_bubblewrap;
    struct problem *problem;
    struct session *session;
    struct contender *contender[WAYS];
    struct seat *seat[WAYS];
};

/* The smallest board on which somebody's program writes a file: the less there is to read and to
 * judge, the more of the time is the referee's. NULL if there is none. */
static struct problem *smallest_board(void)
{
    const struct game *smallest = NULL;
    for (int i = 0; games[i]; i++)
        if (!games[i]->conversation && (!smallest || games[i]->size_min < smallest->size_min))
            smallest = games[i];
    struct setup setup = SETUP_DEFAULT;
    if (!smallest)
        return NULL;
    setup.size = smallest->size_min;
    struct notes notes = {0};
    struct problem *problem = smallest->create(&setup, &notes);
    if (!problem)
        give_up(notes_why(&notes));
    return problem;
}

/* The least that a program can do to answer, so that all of the referee's work is in. */
static void add_print(const struct position *p, struct text *answer, struct text *out)
{
    struct move moves[MOVES_MAX];
    if (p->world->rules->moves(p, moves) == 0)
        give_up("the smallest board leaves no move");
    p->world->game->answer_write(p, moves[0].code, answer);
    text_add(out, "printf '");
    for (size_t i = 0; i < answer->length; i++) {
        char c = answer->data[i];
        if (c == '\n')
            text_add(out, "\\n");
        else if (c == '%' || c == '\\' || c == '\'')
            text_add(out, "\\%03o", (unsigned)c);
        else
            text_add_bytes(out, &c, 1);
    }
    text_add(out, "'");
}

/* Spawns the program, by itself or in bubblewrap: with the same layers that the referee gives a
 * guest for the whole game, all namespaces, a read-only file system and a directory of its own. */
static bool spawn(const struct table *t, enum way way)
{
    char *home = (char *)(uintptr_t)t->home;
    struct text command = {0};
    text_add(&command, "cd %s && %s >output.txt", home, t->print.data);
    char *confined[] = {"bwrap",
                        "--unshare-all",
                        "--die-with-parent",
                        "--new-session",
                        "--ro-bind",
                        "/",
                        "/",
                        "--dev",
                        "/dev",
                        "--proc",
                        "/proc",
                        "--tmpfs",
                        "/tmp",
                        "--bind",
                        home,
                        home,
                        "/bin/sh",
                        "-c",
                        command.data,
                        NULL};
    char *bare[] = {"/bin/sh", "-c", command.data, NULL};
    char **arguments = way == BARE ? bare : confined;
    pid_t pid;
    int status = -1;
    if (posix_spawnp(&pid, arguments[0], NULL, NULL, arguments, environ) == 0)
        waitpid(pid, &status, 0);
    text_free(&command);
    return status == 0;
}

/* One move of a judge that spawns by itself: the seconds from the input to the verdict, negative if
 * the answer is not the right one. */
static double spawn_and_judge(const struct table *t, enum way way)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    struct text found = {0};
    const char *what = "";
    bool good = folder_put(t->folder, "input.txt", t->input.data, t->input.length) &&
                folder_remove(t->folder, "output.txt") && spawn(t, way) &&
                folder_get(t->folder, "output.txt", 1000, &found, &what) == FOLDER_FILE &&
                found.length == t->answer.length &&
                memcmp(found.data, t->answer.data, found.length) == 0;
    text_free(&found);
    return good ? clock_seconds(CLOCK_OF_WALL) - began : -1;
}

static void sit_down(struct table *t)
{
    t->problem = smallest_board();
    if (!t->problem)
        give_up("no game is played by files");
    add_print(t->problem->position, &t->answer, &t->print);
    t->session = session_new(t->problem->position, 0);
    t->problem->world->game->write(t->problem->position, 300, false, &t->input);
    snprintf(t->home, sizeof t->home, "/tmp/plywood-bench-XXXXXX");
    if (!mkdtemp(t->home) || (t->folder = open(t->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
        give_up("a directory in /tmp cannot be made");
    t->has_bubblewrap = spawn_and_judge(t, BUBBLEWRAP) >= 0;
    struct text spec = {0};
    text_add(&spec, "cmd:%s >output.txt", t->print.data);
    for (enum way way = WITHOUT; way < WAYS; way++)
        t->contender[way] = invite(t->problem->world->game, spec.data,
                                   way == WITH ? SANDBOX_ON : SANDBOX_OFF);
    for (enum way way = WITHOUT; way < WAYS; way++)
        t->seat[way] = seat(t->contender[way], t->session);
    text_free(&spec);
}

/* One move asked by the referee. */
static double ask(const struct table *t, enum way way)
{
    struct answer answer;
    double began = clock_seconds(CLOCK_OF_WALL);
    seat_ask(t->seat[way], t->session, &(struct move_time){.remaining = 300}, &answer);
    double passed = clock_seconds(CLOCK_OF_WALL) - began;
    if (answer.verdict != VERDICT_NONE)
        give_up(answer.detail);
    return passed;
}

static double take(const struct table *t, enum way way)
{
    if (way == BUBBLEWRAP && !t->has_bubblewrap)
        return NAN;
    double seconds = way < WITHOUT ? spawn_and_judge(t, way) : ask(t, way);
    if (seconds < 0)
        give_up("a spawned program does not answer");
    return seconds;
}

static void stand_up(struct table *t)
{
    close(t->folder);
    folder_remove(AT_FDCWD, t->home);
    text_free(&t->input);
    text_free(&t->answer);
    for (enum way way = WITHOUT; way < WAYS; way++) {
        seat_free(t->seat[way]);
        contender_free(t->contender[way]);
    }
    session_free(t->session);
    problem_free(t->problem);
    text_free(&t->print);
}

/* The lower quartile, for what others do to our waking up is not our cost; the median beside it. */
static void tell_way(enum way way, const double sorted[ROUNDS], double bare, bool json,
                     struct text *out)
{
    double typical = sorted[ROUNDS / 4], median = sorted[ROUNDS / 2];
    json_open(out, keys[way], '{');
    json_put_number(out, "seconds", typical);
    json_put_number(out, "median", median);
    json_put_number(out, "ratio", typical / bare);
    json_close(out, '}');
    if (!json)
        printf("%-22s %7.3f ms a move   %5.2f   %+7.3f ms   median %7.3f ms\n", names[way],
               1e3 * typical, typical / bare, 1e3 * (typical - bare), 1e3 * median);
}

static void measure_moves(const struct table *t, bool json, struct text *out)
{
    static double seconds[WAYS][ROUNDS], ratio[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) { /* in turn: a busy machine is busy for all */
        for (enum way way = BARE; way < WAYS; way++)
            seconds[way][round] = take(t, way);
        ratio[round] = seconds[WITH][round] / seconds[BUBBLEWRAP][round];
    }
    for (enum way way = BARE; way < WAYS; way++) {
        if (way == BUBBLEWRAP && !t->has_bubblewrap)
            continue;
        qsort(seconds[way], ROUNDS, sizeof(double), compare);
        tell_way(way, seconds[way], seconds[BARE][ROUNDS / 4], json, out);
    }
    if (t->has_bubblewrap) {
        struct interval x = median_interval(ratio, ROUNDS);
        put_interval(out, "of_bubblewrap", &x);
        if (!json)
            printf("a move with the sandbox on, as a part of one in bubblewrap: median %.2f, 95 %% "
                   "interval [%.2f, %.2f], quartiles %.2f and %.2f\n",
                   x.median, x.low, x.high, ratio[ROUNDS / 4], ratio[3 * ROUNDS / 4]);
    } else if (!json) {
        printf("no comparison with bubblewrap: bwrap is missing or does not work here\n");
    }
    fflush(stdout);
}

/* --- a game beside another one --- */

/* Some tenths of a second in the first-level cache: beside them the start of a process is nothing.
 * The path is not quoted, so that the referee sees that a file is meant, which is to be read. */
#define WORK "%s perft %s %d >/dev/null && %s >%s"

static const uint64_t positions_wanted = 10000000; /* which take that long to count */

/* Each is a ratio: one of two at once / one alone. */
struct beside {
    struct interval charged; /* CPU time, by the referee */
    struct interval lasted;  /* wall time, under the referee */
    struct interval bare;    /* CPU time of bare processes, as the kernel tells it */
};

/* A worker: a seat under the referee, and a command for a bare process. */
struct worker {
    struct seat *seat;
    const struct session *session;
    const char *command;
    bool bare;
    double cpu, wall; /* of the last work */
    const char *failure;
    char detail[400];
};

static void work_seated(struct worker *w)
{
    struct answer answer;
    seat_ask(w->seat, w->session, &(struct move_time){.remaining = 300}, &answer);
    w->cpu = answer.cpu;
    w->wall = answer.wall;
    if (answer.verdict == VERDICT_NONE)
        return;
    snprintf(w->detail, sizeof w->detail, "%s", answer.detail);
    w->failure = w->detail;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static void work_bare(struct worker *w)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    char *arguments[] = {"/bin/sh", "-c", (char *)(uintptr_t)w->command, NULL};
    pid_t pid;
    int status;
    struct rusage usage;
    if (posix_spawn(&pid, arguments[0], NULL, NULL, arguments, environ) != 0 ||
        wait4(pid, &status, 0, &usage) != pid || status != 0) {
        w->failure = "a process cannot be run";
        return;
    }
    w->cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    w->wall = clock_seconds(CLOCK_OF_WALL) - began;
}

static void *work(void *context)
{
    struct worker *w = context;
    if (w->bare)
        work_bare(w);
    else
        work_seated(w);
    return NULL;
}

struct sums {
    double cpu, wall;
};

static void work_alone(struct worker *w, struct sums *sums)
{
    work(w);
    sums->cpu += w->cpu;
    sums->wall += w->wall;
}

static void work_both(struct worker w[2], struct sums *sums)
{
    pthread_t thread;
    if (!thread_start(&thread, work, &w[1])) {
        w[1].failure = "a thread cannot be started";
        return;
    }
    work(&w[0]);
    pthread_join(thread, NULL);
    sums->cpu += (w[0].cpu + w[1].cpu) / 2;
    sums->wall += (w[0].wall + w[1].wall) / 2;
}

/* Alone, both, both, alone: what grows or falls meanwhile does so for either. */
static struct sums work_block(struct worker w[2], bool bare)
{
    struct sums alone = {0}, both = {0};
    w[0].bare = w[1].bare = bare;
    work_alone(&w[0], &alone);
    work_both(w, &both);
    work_both(w, &both);
    work_alone(&w[1], &alone);
    return (struct sums){both.cpu / alone.cpu, both.wall / alone.wall};
}

static const char *work_blocks(struct worker w[2], struct beside *out)
{
    double charged[BLOCKS], lasted[BLOCKS], bare[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        struct sums ratio = work_block(w, false);
        charged[i] = ratio.cpu;
        lasted[i] = ratio.wall;
        bare[i] = work_block(w, true).cpu;
        for (int who = 0; who < 2; who++)
            if (w[who].failure)
                return w[who].failure;
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

static void measure_beside(const struct table *t, const char *plywood, struct beside *out)
{
    static char command[COMMAND_BYTES], spec[COMMAND_BYTES];
    const struct game *game = NULL;
    int depth = find_work(&game);
    if (depth == 0)
        give_up("no game has enough positions to count");
    const char *print = t->print.data;
    snprintf(command, sizeof command, WORK, plywood, game->name, depth, print, "/dev/null");
    snprintf(spec, sizeof spec, "cmd:" WORK, plywood, game->name, depth, print, "output.txt");
    struct contender *contender = invite(t->problem->world->game, spec, SANDBOX_ON);
    struct worker w[2];
    for (int i = 0; i < 2; i++)
        w[i] = (struct worker){
            .seat = seat(contender, t->session), .session = t->session, .command = command};
    const char *why = work_blocks(w, out);
    if (why)
        give_up(why);
    for (int i = 0; i < 2; i++)
        seat_free(w[i].seat);
    contender_free(contender);
}

static const struct {
    const char *key, *name;
    size_t offset;
} ratios[] = {
    {"charged", "CPU time charged", offsetof(struct beside, charged)},
    {"lasted", "wall time", offsetof(struct beside, lasted)},
    {"bare", "CPU time of bare processes", offsetof(struct beside, bare)},
};

static void tell_beside(const struct beside *beside, bool json, struct text *out)
{
    json_open(out, "beside", '{');
    if (!json)
        printf("a game beside another one, as parts of a game alone; median, 95 %% interval\n");
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        const struct interval *x = (const void *)((const char *)beside + ratios[i].offset);
        put_interval(out, ratios[i].key, x);
        if (!json)
            printf("  %-28s %.3f  [%.3f, %.3f]\n", ratios[i].name, x->median, x->low, x->high);
    }
    json_close(out, '}');
}

int main(int argc, char **argv)
{
    bool json = argc == 3 && strcmp(argv[2], "--json") == 0;
    if (argc != 2 && !json)
        give_up("usage: bench_referee PLYWOOD [--json]");
    char *plywood = realpath(argv[1], NULL); /* a guest has a directory of its own */
    if (!plywood)
        give_up("there is no such PLYWOOD");
    struct table table = {0};
    struct text out = {0};
    struct beside beside;
    sit_down(&table);
    json_open(&out, NULL, '{');
    json_put_string(&out, "rung", contender_rung(table.contender[WITH]));
    json_put_string(&out, "missing", contender_missing(table.contender[WITH]));
    measure_moves(&table, json, &out);
    measure_beside(&table, plywood, &beside);
    tell_beside(&beside, json, &out);
    json_close(&out, '}');
    printf("%s\n", json ? out.data : contender_rung(table.contender[WITH]));
    text_free(&out);
    stand_up(&table);
    free(plywood);
    return 0;
}
