/* Formats, by what they promise: who meets whom, how often, from which starts, and when it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "tournament/plan.h"

enum { AGENTS_MOST = 40 };

/* A tournament in memory: agents, the tasks that were planned, results drawn from strengths. */
struct cup {
    struct settings settings;
    struct store_agent agent[AGENTS_MOST];
    int agents, rounds;
    struct store_task *task;
    int64_t tasks;
    struct meetings meetings;
    int best[AGENTS_MOST]; /* the larger beats the smaller; equal ones split */
};

static void cup_open(struct cup *c, enum format format, int agents, int games)
{
    *c = (struct cup){.settings = {.format = format, .games = games, .seed = 5, .rounds = 5},
                      .agents = agents};
    for (int i = 0; i < agents; i++) {
        c->agent[i] = (struct store_agent){.id = i + 1, .state = AGENT_ENTERED};
        c->best[i] = i;
    }
}

static void cup_close(struct cup *c)
{
    free(c->task);
    meetings_free(&c->meetings);
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* All tasks are played: whoever is better wins every game. */
static void play_round(struct cup *c, const struct plan *plan)
{
    for (int64_t i = 0; i < plan->count; i++) {
        const struct store_task *t = &plan->task[i];
        struct meeting *last = c->meetings.count ? &c->meetings.meeting[c->meetings.count - 1]
                                                 : NULL;
        if (!last || last->round != t->round || last->a != t->a - 1 || last->b != t->b - 1) {
            c->meetings.meeting = memory_resize(c->meetings.meeting,
                                                (size_t)(c->meetings.count + 1) * sizeof *last);
            last = &c->meetings.meeting[c->meetings.count++];
            *last = (struct meeting){.round = t->round, .a = t->a - 1, .b = t->b - 1, .over = true};
        }
        last->games += t->games;
        last->played += t->games;
        last->half_points += t->games * (1 + sign(c->best[t->a - 1] - c->best[t->b - 1]));
    }
}

static void keep_pause(struct cup *c, int round, int id)
{
    struct meetings *m = &c->meetings;
    m->pause = memory_resize(m->pause, ((size_t)round + 1) * sizeof *m->pause);
    m->pause[round] = id - 1;
    m->rounds = round;
}

/* Plans a round, checks what holds for every one, and plays it. Returns how many tasks it has. */
static int64_t next_round(struct cup *c)
{
    struct encounters none = {.agents = c->agents};
    struct plan_basis basis = {.settings = &c->settings,
                               .agents = c->agent,
                               .agent_count = c->agents,
                               .rounds = c->rounds,
                               .tasks = c->task,
                               .task_count = c->tasks,
                               .encounters = &none,
                               .meetings = &c->meetings};
    struct plan plan, again;
    plan_make(&basis, &plan);
    plan_make(&basis, &again);
    assert_int_equal(plan.count, again.count);
    if (plan.count > 0)
        assert_memory_equal(plan.task, again.task, (size_t)plan.count * sizeof *plan.task);
    plan_free(&again);
    for (int64_t i = 0; i < plan.count; i++) {
        const struct store_task *t = &plan.task[i];
        assert_int_equal(t->round, c->rounds + 1);
        assert_int_equal(t->number, i);
        assert_true(t->a < t->b && t->a >= 1 && t->b <= c->agents);
        assert_true(t->games >= 1 && t->start >= 0);
    }
    if (plan.count > 0)
        keep_pause(c, ++c->rounds, plan.pause);
    c->task = memory_resize(c->task, (size_t)(c->tasks + plan.count + 1) * sizeof *c->task);
    if (plan.count > 0)
        memcpy(c->task + c->tasks, plan.task, (size_t)plan.count * sizeof *plan.task);
    c->tasks += plan.count;
    play_round(c, &plan);
    int64_t count = plan.count;
    plan_free(&plan);
    return count;
}

/* How many games a couple has, all of them from starts that follow each other. */
static int games_of(const struct cup *c, int a, int b)
{
    int games = 0;
    for (int64_t i = 0; i < c->tasks; i++) {
        const struct store_task *t = &c->task[i];
        if (t->a != a || t->b != b)
            continue;
        assert_int_equal(t->start, (games + 1) / 2);
        games += t->games;
    }
    return games;
}

static void everybody_meets_everybody_once(void **state)
{
    (void)state;
    for (int agents = 0; agents <= 9; agents++)
        for (int games = 1; games <= 5; games++) {
            struct cup c;
            cup_open(&c, FORMAT_ROUND_ROBIN, agents, games);
            assert_int_equal(next_round(&c) > 0, agents >= 2);
            assert_int_equal(next_round(&c), 0);
            for (int a = 1; a <= agents; a++)
                for (int b = a + 1; b <= agents; b++)
                    assert_int_equal(games_of(&c, a, b), games);
            cup_close(&c);
        }
}

/* Pairs stay together: a task has an even number of games, but for an odd last one; and each turn
 * of the table has everybody at most once. */
static void pairs_stay_together(void **state)
{
    (void)state;
    struct cup c;
    cup_open(&c, FORMAT_ROUND_ROBIN, 8, 7);
    next_round(&c);
    for (int64_t i = 0; i < c.tasks; i++)
        assert_true(c.task[i].games == 2 || (c.task[i].games == 1 && c.task[i].start == 3));
    for (int64_t turn = 0; turn + 4 <= c.tasks; turn += 4) {
        unsigned seen = 0;
        for (int64_t i = turn; i < turn + 4; i++) {
            assert_false(seen & (1u << c.task[i].a | 1u << c.task[i].b));
            seen |= 1u << c.task[i].a | 1u << c.task[i].b;
        }
    }
    cup_close(&c);
    cup_open(&c, FORMAT_ROUND_ROBIN, 8, 11);
    c.settings.best_of = true;
    assert_int_equal(next_round(&c), 28);
    for (int64_t i = 0; i < c.tasks; i++)
        assert_true(c.task[i].games == 11 && c.task[i].best_of && c.task[i].start == 0);
    cup_close(&c);
}

static void latecomers_meet_everybody(void **state)
{
    (void)state;
    struct cup c;
    cup_open(&c, FORMAT_ROUND_ROBIN, 5, 4);
    next_round(&c);
    c.agent[5] = (struct store_agent){.id = 6, .state = AGENT_ENTERED};
    c.agent[6] = (struct store_agent){.id = 7, .state = AGENT_KEPT_OUT};
    c.agents = 7;
    c.agent[2].state = AGENT_WITHDRAWN;
    assert_int_equal(next_round(&c), 4 * 2);
    assert_int_equal(next_round(&c), 0);
    for (int a = 1; a <= 5; a++) {
        assert_int_equal(games_of(&c, a, 6), a == 3 ? 0 : 4);
        assert_int_equal(games_of(&c, a, 7), 0);
    }
    cup_close(&c);
}

static void a_gauntlet_is_run_against_the_ladder_alone(void **state)
{
    (void)state;
    struct cup c;
    cup_open(&c, FORMAT_GAUNTLET, 9, 2);
    c.agent[0].is_ladder = c.agent[4].is_ladder = true;
    assert_int_equal(next_round(&c), 2 * 7);
    assert_int_equal(next_round(&c), 0);
    for (int a = 1; a <= 9; a++)
        for (int b = a + 1; b <= 9; b++)
            assert_int_equal(games_of(&c, a, b),
                             c.agent[a - 1].is_ladder != c.agent[b - 1].is_ladder ? 2 : 0);
    cup_close(&c);
}

/* How many couples of a round have met before, and whether nobody plays twice in it. */
static int meetings_again(const struct cup *c, int round)
{
    int again = 0;
    uint64_t seen = 0;
    for (int i = 0; i < c->meetings.count; i++) {
        const struct meeting *m = &c->meetings.meeting[i];
        if (m->round != round)
            continue;
        assert_false(seen & (UINT64_C(1) << m->a | UINT64_C(1) << m->b));
        seen |= UINT64_C(1) << m->a | UINT64_C(1) << m->b;
        for (int k = 0; k < i; k++)
            again += c->meetings.meeting[k].round < round && c->meetings.meeting[k].a == m->a &&
                     c->meetings.meeting[k].b == m->b;
    }
    return again;
}

static void swiss_rounds_repeat_no_meeting(void **state)
{
    (void)state;
    for (int agents = 2; agents <= AGENTS_MOST; agents++)
        for (int seed = 0; seed < 5; seed++) {
            struct cup c;
            cup_open(&c, FORMAT_SWISS, agents, 2);
            c.settings.seed = (uint64_t)seed;
            c.settings.rounds = (agents + agents % 2) / 2;
            for (int i = 0; i < agents; i++) /* many splits, many upsets */
                c.best[i] = (int)(hash64((uint64_t)seed * 100 + (uint64_t)i) % 4);
            for (int round = 1; round <= c.settings.rounds; round++) {
                assert_int_equal(next_round(&c), agents / 2);
                assert_int_equal(meetings_again(&c, round), 0);
            }
            assert_int_equal(next_round(&c), 0);
            int played[AGENTS_MOST] = {0};
            for (int i = 0; i < c.meetings.count; i++) {
                played[c.meetings.meeting[i].a]++;
                played[c.meetings.meeting[i].b]++;
            }
            int pauses[AGENTS_MOST];
            meetings_pauses(&c.meetings, agents, pauses);
            for (int i = 0; i < agents; i++) {
                assert_true(played[i] >= c.settings.rounds - agents % 2);
                assert_int_equal(pauses[i], c.settings.rounds - played[i]);
            }
            cup_close(&c);
        }
}

/* Nothing but equal points can bring the best two together in the last round. */
static void swiss_brings_equals_together(void **state)
{
    (void)state;
    struct cup c;
    cup_open(&c, FORMAT_SWISS, 32, 2);
    for (int round = 1; round <= 5; round++)
        next_round(&c);
    const struct meeting *m = c.meetings.meeting;
    bool met = false;
    for (int i = 0; i < c.meetings.count; i++)
        met |= m[i].a == 30 && m[i].b == 31;
    assert_true(met);
    cup_close(&c);
}

/* Plays to the end; returns how many are left, as a slow count of who has lost an encounter. */
static int knock_out(struct cup *c)
{
    bool lost[AGENTS_MOST] = {false};
    int seen = 0;
    while (next_round(c) > 0) {
        assert_true(c->rounds < 3 * AGENTS_MOST);
        for (; seen < c->meetings.count; seen++) {
            const struct meeting *m = &c->meetings.meeting[seen];
            assert_int_equal(m->games, c->settings.games);
            assert_false(lost[m->a] || lost[m->b]);
        }
        for (int i = 0; i < c->meetings.count; i++) {
            const struct meeting *m = &c->meetings.meeting[i];
            int ahead = sign(c->best[m->a] - c->best[m->b]);
            if (ahead != 0)
                lost[ahead > 0 ? m->b : m->a] = true;
        }
    }
    int left = 0;
    for (int i = 0; i < c->agents; i++)
        left += !lost[i];
    return left;
}

static void a_knock_out_leaves_the_best(void **state)
{
    (void)state;
    for (int agents = 2; agents <= 33; agents++) {
        struct cup c;
        cup_open(&c, FORMAT_KNOCK_OUT, agents, 4);
        assert_int_equal(knock_out(&c), 1);
        int rounds = 0;
        while (1 << rounds < agents)
            rounds++;
        assert_int_equal(c.rounds, rounds);
        cup_close(&c);
    }
}

/* Both go on if they split; when nobody has gone out for three rounds, all who are left have won;
 * and those who meet again play further starts. */
static void a_knock_out_of_equals_ends(void **state)
{
    (void)state;
    for (int agents = 2; agents <= 9; agents++) {
        struct cup c;
        cup_open(&c, FORMAT_KNOCK_OUT, agents, 2);
        for (int i = 0; i < agents; i++)
            c.best[i] = i >= 3; /* three are weaker */
        int strong = agents > 3 ? agents - 3 : agents;
        assert_int_equal(knock_out(&c), strong);
        assert_true(c.rounds >= (strong > 1 ? PLAN_LEVEL_ROUNDS : 0));
        for (int a = 1; a <= agents; a++)
            for (int b = a + 1; b <= agents; b++)
                games_of(&c, a, b);
        cup_close(&c);
    }
}

/* The encounters stay empty: all games are void, as if agents could not be prepared. */
static void void_games_do_not_go_on_for_ever(void **state)
{
    (void)state;
    for (int agents = 2; agents <= 6; agents++) {
        struct cup c;
        cup_open(&c, FORMAT_UNTIL_CERTAIN, agents, 2);
        for (int i = 0; next_round(&c) > 0; i++)
            assert_true(i < 100);
        assert_true(c.tasks > 0 && c.tasks <= 5 * agents * (agents - 1) / 2);
        cup_close(&c);
        cup_open(&c, FORMAT_UNTIL_CERTAIN, agents, 2);
        c.settings.most_games = 5;
        while (next_round(&c) > 0)
            assert_true(c.tasks <= 2);
        assert_int_equal(c.tasks, 2); /* planned pairs count, void or not */
        cup_close(&c);
    }
}

/* Without --most-games there is a limit, too. */
static void until_certain_has_a_limit(void **state)
{
    (void)state;
    struct cup c;
    cup_open(&c, FORMAT_UNTIL_CERTAIN, 2, 2);
    struct encounters open = {.agents = 2};
    struct encounter *e = encounters_of(&open, 0, 1); /* neither better nor equal as yet */
    e->pair[ENCOUNTER_WON][ENCOUNTER_WON] = 140;
    e->pair[ENCOUNTER_LOST][ENCOUNTER_LOST] = 100;
    long split = 2 * PLAN_PAIRS_EACH - encounter_pairs(e);
    for (int left = 0; left <= 1; left++) {
        e->pair[ENCOUNTER_WON][ENCOUNTER_LOST] = split - left;
        struct store_task all = {
            .round = 1, .a = 1, .b = 2, .games = 2 * (2 * PLAN_PAIRS_EACH - left), .done = true};
        struct plan_basis basis = {.settings = &c.settings,
                                   .agents = c.agent,
                                   .agent_count = 2,
                                   .rounds = 1,
                                   .tasks = &all,
                                   .task_count = 1,
                                   .encounters = &open,
                                   .meetings = &c.meetings};
        struct plan plan;
        plan_make(&basis, &plan);
        assert_int_equal(plan.count, left);
        plan_free(&plan);
    }
    encounters_free(&open);
    cup_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets_everybody_once),
        cmocka_unit_test(pairs_stay_together),
        cmocka_unit_test(latecomers_meet_everybody),
        cmocka_unit_test(a_gauntlet_is_run_against_the_ladder_alone),
        cmocka_unit_test(swiss_rounds_repeat_no_meeting),
        cmocka_unit_test(swiss_brings_equals_together),
        cmocka_unit_test(a_knock_out_leaves_the_best),
        cmocka_unit_test(a_knock_out_of_equals_ends),
        cmocka_unit_test(void_games_do_not_go_on_for_ever),
        cmocka_unit_test(until_certain_has_a_limit),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
