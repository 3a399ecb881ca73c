/* How Halma's time is shared out over a game: by moves that each take what searches really take. */
#include <string.h>

#include "agents/agent.h"
#include "game/session.h"
#include "games/halma/halma.h"
#include "search/allowance.h"
#include "tests/check.h"

enum { GAMES = 2 };

/* What a move takes besides thinking; a search takes about twice its share and no more than it may.
 */
static const double program = 0.0015, eager = 2;

static struct session *self_play(const struct problem *problem)
{
    struct notes notes = {0};
    struct session *session = session_new(problem->position, game_halma.draws.ply_limit);
    struct agent *agent = agent_new("plywood:nodes=300", &notes);
    while (session_ending(session) == ENDING_NONE) {
        struct turn turn = {.position = session_now(session)};
        struct report report;
        session_play(session, agent_choose(agent, &turn, &report));
    }
    agent_free(agent);
    return session;
}

/* Walks through one side's moves with a clock; fails if it runs out. */
static void spend(const struct session *s, int side, double seconds, double thirds[3])
{
    double left = seconds;
    const int moves = s->count / 2;
    memset(thirds, 0, 3 * sizeof *thirds);
    for (int i = 0; i < moves; i++) {
        const struct position *p = s->position[2 * i + (s->position[0]->side != side)];
        assert_int_equal(p->side, side);
        const struct allowance allowance = {
            .remaining = left, .plies = 2 * i, .ply_limit = game_halma.draws.ply_limit};
        struct limits limits = limits_for(p, &allowance);
        double taken = eager * limits.soft < limits.hard ? eager * limits.soft : limits.hard;
        thirds[3 * i / moves] += taken / seconds;
        left -= taken + program;
        assert_true(left > 0);
    }
}

/* Nobody wins any more: from some move on the board stays as it is, up to the cap. */
static void a_game_that_stalls_is_played_to_its_cap(void **state)
{
    (void)state;
    static const double clocks[] = {0.5, 2, 10, 100}, costs[] = {0.0012, 0.002, 0.0025, 0.0025};
    const int cap = game_halma.draws.ply_limit;
    struct problem *problem = scenario_new(&(struct scenario){"halma", SETUP_DEFAULT}, 1);
    struct session *session = self_play(problem);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        for (int stall = 40; stall < session->count / 2; stall += 15) {
            double left = clocks[i];
            for (int ply = 0; ply < cap; ply += 2) {
                const int at = ply < 2 * stall ? ply : 2 * stall;
                struct limits limits = limits_for(
                    session->position[at],
                    &(struct allowance){.remaining = left, .plies = ply, .ply_limit = cap});
                left -= costs[i] +
                        (eager * limits.soft < limits.hard ? eager * limits.soft : limits.hard);
                assert_true(left > 0);
            }
            print_message("%g s, stalled from move %d on: %.3f s left\n", clocks[i], stall, left);
        }
    session_free(session);
    problem_free(problem);
}

static void every_third_has_its_time(void **state)
{
    (void)state;
    static const double clocks[] = {0.5, 2, 10, 100};
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct problem *problem = scenario_new(&(struct scenario){"halma", SETUP_DEFAULT}, seed);
        problem_play_random(problem, seed, 4);
        struct session *session = self_play(problem);
        for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
            for (int side = 0; side < 2; side++) {
                double thirds[3];
                spend(session, side, clocks[i], thirds);
                double sum = thirds[0] + thirds[1] + thirds[2];
                print_message("%g s: %.2f %.2f %.2f of the time\n", clocks[i], thirds[0], thirds[1],
                              thirds[2]);
                assert_true(thirds[0] < 0.5 * sum);
                assert_true(thirds[2] > 0.15 * sum);
            }
        session_free(session);
        problem_free(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_third_has_its_time),
        cmocka_unit_test(a_game_that_stalls_is_played_to_its_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
