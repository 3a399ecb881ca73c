#include "cmd/bench_referee.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "cmd/bench_beside.h"
#include "game/registry.h"
#include "referee/guest/contender.h"
#include "referee/sandbox/folder.h"

enum { ROUNDS = 200 };

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

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "plywood bench: %s\n", why);
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

/* The smallest board on which somebody's program writes a file: the less there is to read and to
 * judge, the more of the time is the referee's. NULL if there is none. */
static struct problem *smallest_board(const struct command *command)
{
    const struct game *smallest = NULL;
    for (int i = 0; games[i]; i++)
        if (!games[i]->conversation && (!smallest || games[i]->size_min < smallest->size_min))
            smallest = games[i];
    struct setup setup = SETUP_DEFAULT;
    if (!smallest)
        return NULL;
    setup.size = smallest->size_min;
    return cli_create(command, smallest, &setup);
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

/* One move of a judge who spawns by himself: the seconds from the input to the verdict, negative if
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

static void sit_down(const struct command *command, struct table *t)
{
    t->problem = smallest_board(command);
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

static const struct {
    const char *key, *name;
    size_t offset;
} ratios[] = {
    {"charged", "CPU time charged", offsetof(struct beside, charged)},
    {"lasted", "wall time", offsetof(struct beside, lasted)},
    {"bare", "CPU time of bare processes", offsetof(struct beside, bare)},
};

static void put_interval(struct text *out, const char *name, const struct interval *x)
{
    json_open(out, name, '{');
    json_put_number(out, "median", x->median);
    json_put_number(out, "low", x->low);
    json_put_number(out, "high", x->high);
    json_close(out, '}');
}

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

int bench_referee(const struct command *command, bool json)
{
    struct table table = {0};
    static double seconds[WAYS][ROUNDS], ratio[ROUNDS];
    sit_down(command, &table);
    for (int round = 0; round < ROUNDS; round++) { /* in turn: a busy machine is busy for all */
        for (enum way way = BARE; way < WAYS; way++)
            seconds[way][round] = take(&table, way);
        ratio[round] = seconds[WITH][round] / seconds[BUBBLEWRAP][round];
    }
    close(table.folder);
    folder_remove(AT_FDCWD, table.home);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "rung", contender_rung(table.contender[WITH]));
    json_put_string(&out, "missing", contender_missing(table.contender[WITH]));
    for (enum way way = BARE; way < WAYS; way++) {
        if (way == BUBBLEWRAP && !table.has_bubblewrap)
            continue;
        qsort(seconds[way], ROUNDS, sizeof(double), compare);
        tell_way(way, seconds[way], seconds[BARE][ROUNDS / 4], json, &out);
    }
    if (table.has_bubblewrap) {
        struct interval x = median_interval(ratio, ROUNDS);
        put_interval(&out, "of_bubblewrap", &x);
        if (!json)
            printf("a move with the sandbox on, as a part of one in bubblewrap: median %.2f, 95 %% "
                   "interval [%.2f, %.2f], quartiles %.2f and %.2f\n",
                   x.median, x.low, x.high, ratio[ROUNDS / 4], ratio[3 * ROUNDS / 4]);
    } else if (!json) {
        printf("no comparison with bubblewrap: bwrap is missing or does not work here\n");
    }
    fflush(stdout);
    struct beside beside;
    const char *failure = bench_beside(table.session, table.print.data, &beside);
    if (failure)
        give_up(failure);
    tell_beside(&beside, json, &out);
    json_close(&out, '}');
    printf("%s\n", json ? out.data : contender_rung(table.contender[WITH]));
    text_free(&out);
    stand_up(&table);
    return 0;
}
