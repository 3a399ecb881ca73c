#include "cmd/bench_referee.h"

#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/json.h"
#include "games/registry.h"
#include "referee/contender.h"

enum { ROUNDS = 200, BURNS = 15 };

/* The least that a program can do to answer on a board of one field, so that all of the referee's
 * work is in; and the same after a fixed amount of work. */
#define ANSWER "printf 'A1\\n*\\n' >"
#define BURN   "i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done; "

enum way { BARE, WITHOUT, WITH, WAYS };

static const char *const names[WAYS] = {"bare spawn", "referee, sandbox off",
                                        "referee, sandbox on"};
static const char *const keys[WAYS] = {"bare", "sandbox_off", "sandbox_on"};

static double spawn_bare(void)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    pid_t pid;
    char *arguments[] = {"/bin/sh", "-c", ANSWER "/dev/null", NULL};
    if (posix_spawn(&pid, arguments[0], NULL, NULL, arguments, environ) == 0)
        waitpid(pid, NULL, 0);
    return clock_seconds(CLOCK_OF_WALL) - began;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A game in which every move is the same work. */
struct stove {
    struct seat *seat;
    const struct session *session;
    double charged[BURNS];
};

struct table {
    struct problem *problem;
    struct session *session;
    struct contender *contender[WAYS];
    struct seat *seat[WAYS];
    struct contender *burner;
    struct stove stove[2];
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
        give_up(notes_first(&notes));
    return contender;
}

static struct seat *seat(struct contender *contender, const struct session *session)
{
    struct notes notes = {0};
    struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
    if (!seat)
        give_up(notes_first(&notes));
    return seat;
}

static void sit_down(const struct command *command, struct table *t)
{
    const struct game *game = cli_game(command, "fruit");
    t->problem = cli_create(command, game, &(struct setup){.size = 1, .kinds = 1, .seed = 1});
    t->session = session_new(t->problem->position, 0);
    for (enum way way = WITHOUT; way < WAYS; way++)
        t->contender[way] = invite(game, "cmd:" ANSWER "output.txt",
                                   way == WITH ? SANDBOX_ON : SANDBOX_OFF);
    t->burner = invite(game, "cmd:" BURN ANSWER "output.txt", SANDBOX_ON);
    for (enum way way = WITHOUT; way < WAYS; way++)
        t->seat[way] = seat(t->contender[way], t->session);
    for (int i = 0; i < 2; i++)
        t->stove[i].seat = seat(t->burner, t->session);
}

/* One move: the seconds that passed, and those that were charged. */
static double ask(struct seat *seat, const struct session *session, double *charged)
{
    struct answer answer;
    double began = clock_seconds(CLOCK_OF_WALL);
    seat_ask(seat, session, &(struct move_time){.remaining = 300}, &answer);
    double passed = clock_seconds(CLOCK_OF_WALL) - began;
    if (answer.verdict != VERDICT_NONE)
        give_up(answer.detail);
    *charged = answer.cpu;
    return passed;
}

static void *burn(void *context)
{
    struct stove *stove = context;
    for (int i = 0; i < BURNS; i++)
        ask(stove->seat, stove->session, &stove->charged[i]);
    qsort(stove->charged, BURNS, sizeof(double), compare);
    return NULL;
}

/* What the same work is charged with while another game is played beside it, as a part of what it
 * is charged with alone: 1 if the meter is just. */
static double burn_beside(struct table *t)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++)
        t->stove[i].session = t->session;
    burn(&t->stove[0]);
    double alone = t->stove[0].charged[BURNS / 2];
    if (pthread_create(&thread, NULL, burn, &t->stove[1]) != 0)
        give_up("a thread cannot be started");
    burn(&t->stove[0]);
    pthread_join(thread, NULL);
    return (t->stove[0].charged[BURNS / 2] + t->stove[1].charged[BURNS / 2]) / 2 / alone;
}

static void stand_up(struct table *t)
{
    for (int i = 0; i < 2; i++)
        seat_free(t->stove[i].seat);
    contender_free(t->burner);
    for (enum way way = WITHOUT; way < WAYS; way++) {
        seat_free(t->seat[way]);
        contender_free(t->contender[way]);
    }
    session_free(t->session);
    problem_free(t->problem);
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

int bench_referee(const struct command *command, bool json)
{
    struct table table = {0};
    static double seconds[WAYS][ROUNDS];
    sit_down(command, &table);
    double charged;
    for (int round = 0; round < ROUNDS; round++) /* in turn: a busy machine is busy for all */
        for (enum way way = BARE; way < WAYS; way++)
            seconds[way][round] = way == BARE ? spawn_bare()
                                              : ask(table.seat[way], table.session, &charged);
    double beside = burn_beside(&table);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "rung", contender_rung(table.contender[WITH]));
    json_put_string(&out, "missing", contender_missing(table.contender[WITH]));
    for (enum way way = BARE; way < WAYS; way++) {
        qsort(seconds[way], ROUNDS, sizeof(double), compare);
        tell_way(way, seconds[way], seconds[BARE][ROUNDS / 4], json, &out);
    }
    json_put_number(&out, "beside", beside);
    json_close(&out, '}');
    if (json)
        printf("%s\n", out.data);
    else
        printf("the same work beside another game is charged %.3f of what it is alone\n%s\n",
               beside, contender_rung(table.contender[WITH]));
    text_free(&out);
    stand_up(&table);
    return 0;
}
