/* Lessons: a mistake's cost and the good moves are those of a full search; a reduction makes a
 * position smaller and leaves one; what was shrunk is minimal, by a check that shares nothing with
 * the shrinking. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/teach.h"
#include "base/memory.h"
#include "game/reducing.h"
#include "tests/check.h"

/* The definition of a value. */
static int value_of(const struct position *p)
{
    const struct rules *rules = p->world->rules;
    struct move *moves = memory_new(MOVES_MAX * sizeof *moves);
    const int count = p->over ? 0 : rules->moves(p, moves);
    int best = -VALUE_MAX;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        const int value = rules->play(p, moves[i].code, child) - value_of(child);
        best = value > best ? value : best;
    }
    if (count == 0)
        best = rules->end_value(p);
    free(child);
    free(moves);
    return best;
}

static int value_of_move(const struct position *p, unsigned move)
{
    struct position *child = position_new(p->world);
    const int gain = p->world->rules->play(p, move, child);
    const int value = gain - value_of(child);
    free(child);
    return value;
}

static const struct limits unlimited = {0};

/* The agent that a course's students write first. */
static double ask_greedy(void *context, const struct position *p, bool renamed, int *move)
{
    (void)context, (void)renamed;
    struct notes notes = {0};
    struct agent *agent = agent_new("greedy", &notes);
    struct report report;
    *move = (int)agent_choose(agent, &(struct turn){.position = p}, &report);
    agent_free(agent);
    return 0;
}

static const struct {
    struct scenario scenario;
    int plies;
} small[] = {
    {{"fruit", {.size = 3, .option = {3, -1, -1, -1}}}, 0},
    {{"fruit", {.size = 4, .option = {4, -1, -1, -1}}}, 4},
    {{"laser", {.size = 5}}, 1},
    {{"reversi", {.size = 4}}, 5},
};

static void costs_and_good_moves_are_those_of_a_full_search(void **state)
{
    (void)state;
    int errors = 0;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        for (int seed = 1; seed <= rounds(16); seed++) {
            struct problem *problem = scenario_new(&small[i].scenario, (uint64_t)seed);
            problem_play_random(problem, (uint64_t)seed, small[i].plies);
            const struct position *p = problem->position;
            int move = -1;
            if (!position_is_over(p))
                ask_greedy(NULL, p, false, &move);
            if (move >= 0) {
                struct mistakes *judge = mistakes_new(problem->world);
                struct judged_move m;
                static unsigned good[MOVES_MAX];
                struct move moves[MOVES_MAX];
                const int best = value_of(p), played = value_of_move(p, (unsigned)move);
                mistakes_judge(judge, p, (unsigned)move, 1000000, &unlimited, &m);
                /* what wins for certain may be worth more: then the cost is the least of it */
                assert_true(m.cost <= best - played);
                if (m.before.proven && m.after.proven)
                    assert_int_equal(m.cost, best - played);
                if (m.cost > 0 && m.before.proven && m.after.proven) {
                    const int count = mistakes_good(judge, p, &m, 1000000, &unlimited, good);
                    const int legal = problem->world->rules->moves(p, moves);
                    const bool won = m.before.margin > 0 && m.after.margin <= 0;
                    int expected = 0;
                    for (int k = 0; k < legal; k++) {
                        const int value = value_of_move(p, moves[k].code);
                        expected += won ? position_points(p, value) > 0 : value == best;
                    }
                    assert_int_equal(count, expected);
                    for (int k = 0; k < count; k++)
                        assert_int_not_equal(good[k], move);
                    errors++;
                }
                mistakes_free(judge);
            }
            problem_free(problem);
        }
    assert_true(errors > rounds(16) / 2);
}

/* Size first, then what is counted. */
static int measure(const struct reduction *r)
{
    return 10000 * r->world.size + r->world.game->reducing->count(r);
}

static void reductions_make_positions_smaller(void **state)
{
    (void)state;
    struct reduction *whole = memory_new(sizeof *whole), *less = memory_new(sizeof *less);
    for (int i = 0; i < scenario_count; i++) {
        struct problem *problem = scenario_new(&scenarios[i], 3);
        const struct reducing *reducing = problem->world->game->reducing;
        problem_play_random(problem, 3, 6);
        int read = 0;
        if (reducing && !position_is_over(problem->position)) {
            /* as a file tells it: there it is the first side's turn where files do not say */
            char *text = position_text(problem->position);
            struct problem *told = problem_from_text(text, scenarios[i].setup.variant);
            struct text same = {0};
            reduction_of(told->position, whole);
            struct problem *again = reduction_read(whole, &same);
            assert_non_null(again);
            assert_true(again->position->key == told->position->key);
            problem_free(again);
            text_free(&same);
            for (int way = 0; way < reducing->ways(whole); way++) {
                reduction_copy(less, whole);
                if (!reducing->reduce(less, way))
                    continue;
                assert_true(measure(less) < measure(whole));
                struct text file = {0};
                struct problem *smaller = reduction_read(less, &file);
                if (smaller) {
                    char *back = position_text(smaller->position);
                    struct problem *twin = problem_from_text(back, scenarios[i].setup.variant);
                    assert_true(twin->position->key == smaller->position->key);
                    problem_free(twin);
                    free(back);
                    read++;
                }
                problem_free(smaller);
                text_free(&file);
            }
            if (whole->world.size > whole->world.game->size_min && whole->world.size > 3 &&
                read == 0)
                fail_msg("%s: no reduction leaves a position", scenario_name(&scenarios[i]));
            problem_free(told);
            free(text);
        }
        problem_free(problem);
    }
    free(whole);
    free(less);
}

/* A lesson of greedy's first move on a random board; false if it is no mistake. */
static bool lesson_of(const struct scenario *scenario, uint64_t seed, struct taught *t)
{
    struct problem *problem = scenario_new(scenario, seed);
    struct session *session = session_new(problem->position, 0);
    int move;
    ask_greedy(NULL, problem->position, false, &move);
    session_play(session, (unsigned)move);
    const bool made = teach_move(
        session, 0, &(struct teach_task){.name = "greedy", .seconds = -1, .ask = ask_greedy}, t);
    session_free(session);
    problem_free(problem);
    return made;
}

static void what_was_shrunk_is_minimal(void **state)
{
    (void)state;
    static const struct scenario boards[] = {{"fruit", {.size = 5, .option = {4, -1, -1, -1}}},
                                             {"laser", {.size = 5}}};
    struct taught *t = memory_new(sizeof *t);
    struct reduction *now = memory_new(sizeof *now), *less = memory_new(sizeof *less);
    int lessons = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (uint64_t seed = 1; seed <= 24; seed++) {
            if (!lesson_of(&boards[i], seed, t))
                continue;
            const struct position *p = t->lesson.problem->position;
            const struct reducing *reducing = p->world->game->reducing;
            assert_null(t->whole);
            assert_true(t->lesson.minimal);
            assert_true(2 * t->lesson.mistake.cost >= t->original.cost);
            assert_true(t->good_count > 0);
            assert_non_null(strstr(t->sentence.data, "greedy plays "));
            int answer;
            ask_greedy(NULL, p, false, &answer);
            assert_int_equal(answer, t->lesson.mistake.played);
            reduction_of(p, now);
            for (int way = 0; way < reducing->ways(now); way++) {
                reduction_copy(less, now);
                struct text file = {0};
                struct problem *smaller = reducing->reduce(less, way) ? reduction_read(less, &file)
                                                                      : NULL;
                if (smaller && less->world.size <= 4) { /* a full search is quick there */
                    ask_greedy(NULL, smaller->position, true, &answer);
                    assert_true(2 * (value_of(smaller->position) -
                                     value_of_move(smaller->position, (unsigned)answer)) <
                                t->original.cost);
                }
                problem_free(smaller);
                text_free(&file);
            }
            lessons++;
            taught_free(t);
        }
    assert_true(lessons >= 4);
    free(now);
    free(less);
    free(t);
}

static double answer_nothing(void *context, const struct position *p, bool renamed, int *move)
{
    (void)context, (void)p, (void)renamed, (void)move;
    return 0;
}

static void who_cannot_be_asked_gets_the_whole_position(void **state)
{
    (void)state;
    struct scenario board = {"fruit", {.size = 5, .option = {4, -1, -1, -1}}};
    struct taught *t = memory_new(sizeof *t);
    int made = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(24); seed++)
        for (int who = 0; who < 3; who++) {
            struct problem *problem = scenario_new(&board, seed);
            struct session *session = session_new(problem->position, 0);
            int move;
            char name[MOVE_NAME_MAX];
            ask_greedy(NULL, problem->position, false, &move);
            problem->world->game->move_name(problem->position, (unsigned)move, name);
            session_play(session, (unsigned)move);
            shrink_ask *const ask[] = {NULL, answer_nothing, teach_same_move};
            const struct teach_task task = {
                .name = "it", .seconds = -1, .ask = ask[who], .context = name};
            if (teach_move(session, 0, &task, t)) {
                made++;
                assert_int_equal(t->whole != NULL, who < 2);
                assert_int_equal(t->lesson.problem->world->size, 5); /* squares keep their names */
                char played[MOVE_NAME_MAX];
                const struct position *p = t->lesson.problem->position;
                p->world->game->move_name(p, t->lesson.mistake.played, played);
                unsigned same;
                struct notes notes = {0};
                assert_true(p->world->game->move_parse(p, name, &same, &notes));
                assert_int_equal(same, t->lesson.mistake.played);
                taught_free(t);
            }
            session_free(session);
            problem_free(problem);
        }
    assert_true(made >= 6);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_and_good_moves_are_those_of_a_full_search),
        cmocka_unit_test(reductions_make_positions_smaller),
        cmocka_unit_test(what_was_shrunk_is_minimal),
        cmocka_unit_test(who_cannot_be_asked_gets_the_whole_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
