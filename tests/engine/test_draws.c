/* Draws are what the rules say, in the search too: the fifth occurrence and the cap, nothing
 * earlier. So who believes to be behind races on, and who is ahead gets home. */
#include <stdlib.h>

#include "agents/agent.h"
#include "game/session.h"
#include "games/halma/halma.h"
#include "search/past.h"
#include "search/search.h"
#include "tests/check.h"

static void times_are_counted(void **state)
{
    (void)state;
    const uint64_t keys[] = {7, 8, 7, 15, 7, 8, 23}; /* 7, 15 and 23 begin at the same slot */
    struct past past = {0};
    assert_int_equal(past_times(&past, 7), 0);
    past_set(&past, keys, 7);
    assert_int_equal(past_times(&past, 7), 3);
    assert_int_equal(past_times(&past, 8), 2);
    assert_int_equal(past_times(&past, 15), 1);
    assert_int_equal(past_times(&past, 23), 1);
    assert_int_equal(past_times(&past, 31), 0);
    assert_int_equal(past_often(&past, 1), 4);
    assert_int_equal(past_often(&past, 3), 1);
    past_set(&past, keys, 1);
    assert_int_equal(past_times(&past, 7), 1);
    assert_int_equal(past_times(&past, 8), 0);
    past_set(&past, keys, 0);
    assert_int_equal(past_often(&past, 1), 0);
    past_free(&past);
}

static struct search_result look_under(int ply_limit, const struct position *p,
                                       const uint64_t *past, int count, int depth)
{
    struct search *search = search_new(p->world, &(struct search_options){.hash_bytes = 1 << 20});
    struct limits limits = {.source = CLOCK_OF_PROCESS, .depth = depth};
    search_set_past(search, past, count, ply_limit);
    struct search_result result = search_run(search, p, &limits, NULL, NULL);
    search_free(search);
    return result;
}

static struct search_result look(const struct position *p, const uint64_t *past, int count,
                                 int depth)
{
    return look_under(p->world->game->draws.ply_limit, p, past, count, depth);
}

/* Black to move, a row of pieces in mid-board against a side at home. */
static struct problem *middle_against_home(int ahead)
{
    struct problem *problem = halma_problem(0);
    struct halma *p = (struct halma *)problem->position;
    p->piece[ahead] = board16_zero();
    for (unsigned square = halma_square(3, 7); square < halma_square(3, 7) + HALMA_PIECES; square++)
        p->piece[ahead] |= board16_square(square);
    p->piece[1 - ahead] = halma_camp[1 - ahead];
    halma_settle(p);
    return problem;
}

static uint64_t key_after(const struct position *p, unsigned move)
{
    struct position *child = position_new(p->world);
    p->world->rules->play(p, move, child);
    uint64_t key = child->key;
    free(child);
    return key;
}

/* For who is ahead a draw is bad: the best move is so while its position has stood there three
 * times, and no more after four. */
static void who_is_ahead_avoids_the_fifth(void **state)
{
    (void)state;
    struct problem *problem = middle_against_home(SIDE_FIRST);
    const struct position *p = problem->position;
    for (int depth = 1; depth <= 2; depth++) {
        struct search_result plain = look(p, NULL, 0, depth);
        assert_true(plain.value > 0);
        uint64_t key = key_after(p, plain.move);
        const uint64_t past[] = {key, 1, key, 2, key, 3, key, 4};
        struct search_result third = look(p, past, 6, depth), fourth = look(p, past, 8, depth);
        assert_int_equal(third.move, plain.move);
        assert_int_equal(third.value, plain.value);
        assert_int_not_equal(fourth.move, plain.move);
        assert_in_range(fourth.value, 1, plain.value);
    }
    problem_free(problem);
}

/* Who is behind takes the draw where it is one by the rules, and is not drawn to it before. */
static void who_is_behind_races_on(void **state)
{
    (void)state;
    struct problem *problem = middle_against_home(SIDE_SECOND);
    const struct position *p = problem->position;
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    struct search_result plain = look(p, NULL, 0, 2);
    assert_true(plain.value < 0);
    unsigned other = moves[0].code == plain.move ? moves[count - 1].code : moves[0].code;
    uint64_t key = key_after(p, other);
    const uint64_t past[] = {key, 1, key, 2, key, 3, key, 4};
    struct search_result third = look(p, past, 6, 2), fourth = look(p, past, 8, 2);
    assert_int_equal(third.move, plain.move);
    assert_int_equal(third.value, plain.value);
    assert_int_equal(fourth.move, other);
    assert_int_equal(fourth.value, 0);
    problem_free(problem);
}

/* With this many plies behind it the search looks at the last moves before the cap. */
static struct search_result look_late(const struct position *p, int plies, int depth)
{
    uint64_t past[1000];
    assert_in_range(plies, 0, 1000);
    for (int i = 0; i < plies; i++)
        past[i] = (uint64_t)i + 1;
    return look(p, past, plies, depth);
}

static void the_cap_draws(void **state)
{
    (void)state;
    struct problem *problem = middle_against_home(SIDE_FIRST);
    const struct position *p = problem->position;
    const int cap = game_halma.draws.ply_limit;
    struct search_result plain = look(p, NULL, 0, 1);
    assert_int_equal(look_late(p, cap - 2, 1).value, plain.value);
    assert_int_equal(look_late(p, cap - 1, 1).value, 0);
    assert_int_equal(look_late(p, cap - 2, 2).value, 0);
    assert_int_not_equal(look_late(p, cap - 3, 2).value, 0);
    problem_free(problem);
}

/* A game may have another cap, or none; one that goes on beyond its cap has none. */
static void no_cap_draws_nothing(void **state)
{
    (void)state;
    struct problem *problem = middle_against_home(SIDE_FIRST);
    const struct position *p = problem->position;
    const uint64_t past[] = {1, 2, 3, 4, 5, 6};
    const int plain = look(p, NULL, 0, 2).value;
    assert_int_not_equal(plain, 0);
    assert_int_equal(look_under(8, p, past, 6, 2).value, 0);
    assert_int_equal(look_under(9, p, past, 6, 2).value, plain);
    assert_int_equal(look_under(0, p, past, 6, 2).value, plain);
    assert_int_equal(look_under(6, p, past, 6, 2).value, plain);
    assert_int_equal(look_late(p, game_halma.draws.ply_limit, 2).value, plain);
    problem_free(problem);
}

/* Black lacks one piece in its goal, and that one needs two moves; White is far away. */
static struct problem *two_moves_before_the_win(void)
{
    struct problem *problem = halma_problem(0);
    struct halma *p = (struct halma *)problem->position;
    p->piece[SIDE_FIRST] = halma_camp[SIDE_SECOND] & ~board16_square(halma_square(14, 11));
    p->piece[SIDE_FIRST] |= board16_square(halma_square(14, 9));
    p->piece[SIDE_SECOND] = board16_zero();
    for (unsigned square = halma_square(0, 5); square < halma_square(0, 5) + HALMA_PIECES; square++)
        p->piece[SIDE_SECOND] |= board16_square(square);
    halma_settle(p);
    return problem;
}

static void a_win_at_the_cap_is_one(void **state)
{
    (void)state;
    struct problem *problem = two_moves_before_the_win();
    const struct position *p = problem->position;
    const int cap = game_halma.draws.ply_limit;
    struct search_result plain = look(p, NULL, 0, 3);
    assert_int_equal(plain.value, HALMA_WIN - 3);
    assert_int_equal(look_late(p, cap - 3, 3).value, HALMA_WIN - 3);
    assert_int_equal(look_late(p, cap - 2, 3).value, 0);
    problem_free(problem);
}

/* A table that has met a win knows how far off it is, not when it was. */
static void a_win_in_the_table_is_a_distance(void **state)
{
    (void)state;
    struct problem *problem = two_moves_before_the_win();
    struct search *search = search_new(problem->world,
                                       &(struct search_options){.hash_bytes = 1 << 20});
    struct limits limits = {.source = CLOCK_OF_PROCESS, .depth = 4};
    for (int ply = 0; ply <= 20; ply += 10) {
        problem->position->ply = (uint16_t)ply;
        struct search_result result = search_run(search, problem->position, &limits, NULL, NULL);
        assert_int_equal(result.value, HALMA_WIN - 3 - ply);
    }
    search_free(search);
    problem_free(problem);
}

/* Black at its start against one piece that goes to and fro in a corner: Black believes itself far
 * behind, since the other has next to nothing left to bring home. */
static void who_is_nearly_alone_gets_across(void **state)
{
    (void)state;
    struct problem *problem = halma_problem(0);
    struct halma *start = (struct halma *)problem->position;
    start->piece[SIDE_FIRST] = halma_camp[SIDE_FIRST];
    start->piece[SIDE_SECOND] = board16_square(halma_square(0, 15));
    halma_settle(start);
    struct session *session = session_new(problem->position, game_halma.draws.ply_limit);
    struct notes notes = {0};
    struct agent *agent = agent_new("plywood:nodes=800", &notes);
    while (session_ending(session) == ENDING_NONE) {
        const struct position *now = session_now(session);
        unsigned code = board16_has(&halma_of(now)->piece[SIDE_SECOND], halma_square(0, 15))
                            ? halma_code(halma_square(0, 15), halma_square(1, 15))
                            : halma_code(halma_square(1, 15), halma_square(0, 15));
        if (now->side == SIDE_FIRST) {
            uint64_t *past;
            struct turn turn = {.position = now,
                                .past_count = session_past(session, &past),
                                .ply_limit = session->ply_limit};
            turn.past = past;
            struct report report;
            code = agent_choose(agent, &turn, &report);
            free(past);
        }
        session_play(session, code);
    }
    assert_int_equal(session_ending(session), ENDING_RULE);
    assert_int_equal(session_winner(session), SIDE_FIRST);
    agent_free(agent);
    session_free(session);
    problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_counted),
        cmocka_unit_test(who_is_ahead_avoids_the_fifth),
        cmocka_unit_test(who_is_behind_races_on),
        cmocka_unit_test(the_cap_draws),
        cmocka_unit_test(no_cap_draws_nothing),
        cmocka_unit_test(a_win_at_the_cap_is_one),
        cmocka_unit_test(a_win_in_the_table_is_a_distance),
        cmocka_unit_test(who_is_nearly_alone_gets_across),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
