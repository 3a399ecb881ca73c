#include "cmd/bench_referee.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/json.h"
#include "games/registry.h"
#include "referee/contender.h"

enum { ROUNDS = 200 };

/* The least that a program can do; it answers nothing, which costs the referee nothing. */
#define IDLE "/bin/true"

enum way { BARE, WITHOUT, WITH, WAYS };

static const char *const names[WAYS] = {"bare spawn", "referee, sandbox off",
                                        "referee, sandbox on"};
static const char *const keys[WAYS] = {"bare", "sandbox_off", "sandbox_on"};

static double spawn_bare(void)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    pid_t pid;
    char *arguments[] = {IDLE, NULL};
    if (posix_spawn(&pid, IDLE, NULL, NULL, arguments, environ) == 0)
        waitpid(pid, NULL, 0);
    return clock_seconds(CLOCK_OF_WALL) - began;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct table {
    struct problem *problem;
    struct session *session;
    struct contender *contender[WAYS];
    struct seat *seat[WAYS];
};

static void sit_down(const struct command *command, struct table *t)
{
    const struct game *game = cli_game(command, "fruit");
    t->problem = cli_create(command, game, &(struct setup){.seed = 1});
    t->session = session_new(t->problem->position, 0);
    for (enum way way = WITHOUT; way < WAYS; way++) {
        struct contender_options options = {.sandbox = way == WITH ? SANDBOX_ON : SANDBOX_OFF,
                                            .grace = 10};
        struct notes notes = {0};
        t->contender[way] = contender_new("cmd:" IDLE, game, &options, &notes);
        if (t->contender[way])
            t->seat[way] = seat_new(t->contender[way], t->session, SIDE_FIRST, 1, &notes);
        if (!t->seat[way]) {
            fprintf(stderr, "plywood bench: %s\n", notes_first(&notes));
            exit(EXIT_CANNOT);
        }
    }
}

static double ask(struct table *t, enum way way)
{
    struct answer answer;
    double began = clock_seconds(CLOCK_OF_WALL);
    seat_ask(t->seat[way], t->session, &(struct move_time){.remaining = 300}, &answer);
    return clock_seconds(CLOCK_OF_WALL) - began;
}

static void stand_up(struct table *t)
{
    for (enum way way = WITHOUT; way < WAYS; way++) {
        seat_free(t->seat[way]);
        contender_free(t->contender[way]);
    }
    session_free(t->session);
    problem_free(t->problem);
}

int bench_referee(const struct command *command, bool json)
{
    struct table table = {0};
    static double seconds[WAYS][ROUNDS];
    sit_down(command, &table);
    for (int round = 0; round < ROUNDS; round++) /* in turn: a busy machine is busy for all */
        for (enum way way = BARE; way < WAYS; way++)
            seconds[way][round] = way == BARE ? spawn_bare() : ask(&table, way);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "rung", contender_rung(table.contender[WITH]));
    json_put_string(&out, "missing", contender_missing(table.contender[WITH]));
    for (enum way way = BARE; way < WAYS; way++) {
        qsort(seconds[way], ROUNDS, sizeof(double), compare);
        /* the lower quartile: what others do to our waking up is not our cost */
        double typical = seconds[way][ROUNDS / 4], bare = seconds[BARE][ROUNDS / 4];
        json_open(&out, keys[way], '{');
        json_put_number(&out, "seconds", typical);
        json_put_number(&out, "ratio", typical / bare);
        json_close(&out, '}');
        if (!json)
            printf("%-22s %7.3f ms a move   %5.2f   %+7.3f ms\n", names[way], 1e3 * typical,
                   typical / bare, 1e3 * (typical - bare));
    }
    json_close(&out, '}');
    if (json)
        printf("%s\n", out.data);
    else
        printf("%s\n", contender_rung(table.contender[WITH]));
    text_free(&out);
    stand_up(&table);
    return 0;
}
