/* An answer on time from an agent that does not look at its clock, decided by events and no limit
 * in milliseconds: without the promise these tests would never end. */
#include "agents/punctual.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include "tests/check.h"

/* A filter that keeps the agent's thread at its first question until somebody has been answered. */
struct gate {
    sem_t answered;
    pthread_t caller;
    int waited;
};

static bool admits_when_answered(void *context, const struct position *p, unsigned code)
{
    struct gate *gate = context;
    (void)p;
    if (!pthread_equal(pthread_self(), gate->caller) && gate->waited == 0) {
        gate->waited++;
        while (sem_wait(&gate->answered) != 0)
            continue;
    }
    return code % 2 == 0; /* an even column */
}

static struct problem *start(void)
{
    return scenario_new(&(struct scenario){"reversi", {.size = 8}}, 1);
}

static struct agent *agent_of(const char *spec)
{
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    assert_non_null(agent);
    return agent;
}

static void a_stuck_agent_is_answered_for(void **state)
{
    (void)state;
    static const char *const specs[] = {"plywood", "minimax:depth=4", "random"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct problem *problem = start();
        struct agent *agent = agent_of(specs[i]);
        struct punctual *punctual = punctual_new(agent);
        struct gate gate = {.caller = pthread_self()};
        sem_init(&gate.answered, 0, 0);
        struct turn turn = {.position = problem->position,
                            .allowance = {.source = CLOCK_OF_WALL,
                                          .started = clock_seconds(CLOCK_OF_WALL),
                                          .move_cap = 0.01},
                            .admits = admits_when_answered,
                            .admits_context = &gate};
        struct report report;
        unsigned code = punctual_choose(punctual, &turn, &report);
        assert_true(position_has_move(problem->position, code));
        assert_int_equal(code % 2, 0);
        assert_int_equal(report.depth, 0);
        assert_false(report.has_value);
        sem_post(&gate.answered);
        punctual_settle(punctual);
        assert_int_equal(gate.waited, 1);
        punctual_free(punctual);
        agent_free(agent);
        sem_destroy(&gate.answered);
        problem_free(problem);
    }
}

/* With limits that no clock decides the answer is the agent's own, to the last node. */
static void the_answer_is_the_agents_own(void **state)
{
    (void)state;
    static const char *const specs[] = {"plywood:nodes=3000", "alphabeta:depth=3", "greedy"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct problem *problem = start();
        struct agent *alone = agent_of(specs[i]), *watched = agent_of(specs[i]);
        struct punctual *punctual = punctual_new(watched);
        for (int ply = 0; ply < 6; ply++) {
            struct turn turn = {.position = problem->position,
                                .allowance = {.source = CLOCK_OF_WALL}};
            struct report a, b;
            unsigned code = agent_choose(alone, &turn, &a);
            assert_int_equal(punctual_choose(punctual, &turn, &b), code);
            assert_true(a.nodes == b.nodes && a.depth == b.depth && a.value == b.value);
            struct position *child = position_new(problem->world);
            punctual_settle(punctual);
            problem->world->rules->play(problem->position, code, child);
            free(problem->position);
            problem->position = child;
        }
        punctual_free(punctual);
        agent_free(alone);
        agent_free(watched);
        problem_free(problem);
    }
}

struct heard {
    int count;
    unsigned last;
};

static void hear(void *context, unsigned code)
{
    struct heard *heard = context;
    heard->count++;
    heard->last = code;
}

/* An agent tells its moves on the way, so that there is something better than a guess. */
static void better_moves_are_told(void **state)
{
    (void)state;
    struct problem *problem = start();
    problem_play_random(problem, 5, 10);
    const struct {
        const char *spec;
        int least;
    } rows[] = {{"plywood:depth=5", 5}, {"alphabeta:depth=4", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct agent *agent = agent_of(rows[i].spec);
        struct heard heard = {0};
        struct turn turn = {.position = problem->position,
                            .allowance = {.source = CLOCK_OF_WALL},
                            .better = hear,
                            .better_context = &heard};
        struct report report;
        unsigned code = agent_choose(agent, &turn, &report);
        assert_int_equal(heard.last, code);
        assert_true(heard.count >= rows[i].least);
        agent_free(agent);
    }
    problem_free(problem);
}

static void moments(void **state)
{
    (void)state;
    for (double granted = 0.001; granted < 100; granted *= 2)
        for (int tenths = 1; tenths <= 9; tenths++) {
            double share = 0.1 * tenths;
            /* later than the search's own limit, before the last moment */
            double moment = punctual_moment(share * granted, granted, 0);
            assert_true(moment > share * granted && moment < granted);
            /* what was late once is kept back, with as much again for what nobody sees */
            double earlier = punctual_moment(share * granted, granted, moment / 8);
            assert_true(earlier + 2 * moment / 8 <= granted);
            /* but there is always time to think */
            assert_true(punctual_moment(share * granted, granted, 1000) >= moment / 2);
        }
    assert_true(punctual_moment(0, 0, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stuck_agent_is_answered_for),
        cmocka_unit_test(the_answer_is_the_agents_own),
        cmocka_unit_test(better_moves_are_told),
        cmocka_unit_test(moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
