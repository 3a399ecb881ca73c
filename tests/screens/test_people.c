/* What games with people need: levels, moves that are overlooked, squares to point at, texts that
 * fit, a score that tells something. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "agents/oversight.h"
#include "game/looks.h"
#include "screens/fit.h"
#include "screens/gesture.h"
#include "screens/move_list.h"
#include "tests/check.h"

static void levels_are_agents_in_order(void **state)
{
    (void)state;
    assert_true(level_count() >= 8);
    for (int g = 0; games[g]; g++) {
        for (int i = 0; i < level_count(); i++) {
            const struct level *level = level_at(i);
            struct notes notes = {0};
            struct agent *agent = agent_new(level_spec(games[g], level->id), &notes);
            assert_int_equal(level->id, i + 1);
            assert_non_null(agent);
            agent_free(agent);
            assert_true(i == 0 || !games[g]->course ||
                        level_elo(games[g], i + 1) > level_elo(games[g], i));
        }
        assert_int_equal(level_elo(games[g], level_count()), 0);
        assert_string_equal(level_spec(games[g], level_count()), "plywood:hash=16M");
    }
}

/* A game without a course has the usual opponents, and nobody knows how strong they are. */
static void levels_without_a_course(void **state)
{
    (void)state;
    struct game bare = *games[0];
    bare.course = NULL;
    for (int i = 0; i < level_count(); i++) {
        struct notes notes = {0};
        struct agent *agent = agent_new(level_spec(&bare, i + 1), &notes);
        assert_non_null(agent);
        agent_free(agent);
        assert_int_equal(level_elo(&bare, i + 1), i + 1 < level_count() ? LEVEL_ELO_UNKNOWN : 0);
    }
}

static bool admits_odd(void *unused, const struct position *p, unsigned code)
{
    (void)unused;
    (void)p;
    return code % 2 == 1;
}

static int noticed(struct oversight *o, const struct position *p, bool *only_odd)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves), seen = 0;
    *only_odd = true;
    for (int i = 0; i < count; i++) {
        bool sees = oversight_admits(o, p, moves[i].code);
        seen += sees;
        *only_odd &= !sees || moves[i].code % 2 == 1;
    }
    return seen;
}

static void oversights_leave_their_part(void **state)
{
    (void)state;
    struct oversight oversight, again;
    struct random random = {7};
    for (int s = 0; s < scenario_count; s++) {
        struct problem *problem = scenario_new(&scenarios[s], 5);
        const struct position *p = problem->position;
        struct move moves[MOVES_MAX];
        int count = p->world->rules->moves(p, moves), odd = 0;
        bool only_odd;
        for (int i = 0; i < count; i++)
            odd += moves[i].code % 2;
        for (int percent = 1; percent <= 100 && count > 0; percent += 33) {
            oversight_draw(&oversight, p, percent, &random, NULL, NULL);
            assert_int_equal(noticed(&oversight, p, &only_odd), (count * percent + 99) / 100);
            oversight_draw(&again, p, percent, &random, admits_odd, NULL);
            int from = odd > 0 ? odd : count;
            assert_int_equal(noticed(&again, p, &only_odd), (from * percent + 99) / 100);
            assert_true(only_odd || odd == 0);
        }
        problem_free(problem);
    }
}

/* An agent that notices little plays legal moves, other ones with another seed, and gets no better
 * by it: sight is what the levels are made of. */
static void sight_chooses_legal_moves(void **state)
{
    (void)state;
    for (int s = 0; s < scenario_count; s++) {
        struct problem *problem = scenario_new(&scenarios[s], 9);
        struct notes notes = {0};
        struct agent *agent = agent_new("plywood:depth=1,sight=20,hash=1M,nosolver,norival",
                                        &notes);
        unsigned chosen[8];
        int count = 0, different = 0;
        struct move moves[MOVES_MAX];
        count = problem->world->rules->moves(problem->position, moves);
        for (int i = 0; i < 8 && count > 0; i++) {
            struct turn turn = {.position = problem->position};
            struct report report;
            bool legal = false;
            agent_seed(agent, (uint64_t)i);
            chosen[i] = agent_choose(agent, &turn, &report);
            for (int j = 0; j < count; j++)
                legal |= moves[j].code == chosen[i];
            assert_true(legal);
            different += chosen[i] != chosen[0];
        }
        assert_true(count < 20 || different > 0);
        agent_free(agent);
        problem_free(problem);
    }
}

static void check_gestures(const struct position *p)
{
    struct gestures all;
    struct move moves[MOVES_MAX];
    gestures_find(p, &all);
    int count = p->world->rules->moves(p, moves);
    assert_int_equal(all.count, count);
    for (int i = 0; i < count; i++) {
        const struct gesture *g = gesture_of_code(&all, moves[i].code);
        if (g->to.row < 0) {
            assert_ptr_equal(gesture_without_squares(&all), g);
            continue;
        }
        assert_ptr_equal(gesture_of(&all, g->from, g->to), g);
        assert_true(g->from.row < 0 ||
                    all.gesture[all.area[g->from.row][g->from.column]].from.row >= 0);
        struct square path[PICTURE_EDGE * PICTURE_EDGE];
        int length = gesture_path(p, g, path, PICTURE_EDGE * PICTURE_EDGE);
        assert_true(length >= 1);
        if (g->from.row >= 0) {
            assert_true(square_same(path[0], g->from));
            assert_true(square_same(path[length - 1], g->to));
        }
        bool touches = false; /* every square of a region makes the same move */
        for (int j = 0; j < length; j++) {
            touches |= square_same(path[j], g->to);
            assert_true(g->from.row >= 0 || gesture_of(&all, g->from, path[j]) == g);
        }
        assert_true(touches);
    }
    gestures_free(&all);
}

static void every_move_can_be_pointed_at(void **state)
{
    (void)state;
    for (int s = 0; s < scenario_count; s++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct problem *problem = scenario_new(&scenarios[s], seed);
            for (int i = 0; i < 12; i++) {
                check_gestures(problem->position);
                problem_play_random(problem, seed * 100 + (uint64_t)i, 3);
            }
            problem_free(problem);
        }
    }
}

static void move_lists(void **state)
{
    (void)state;
    struct problem *problem = problem_from_text("2\n2\n10\n01\n10\n", NULL);
    struct session *session = session_new(problem->position, 0);
    struct text out = {0};
    move_list(session, 0, &out);
    assert_int_equal(out.length, 0);
    struct move moves[MOVES_MAX];
    for (int i = 0; i < 3; i++) {
        session->world->rules->moves(session_now(session), moves);
        session_play(session, moves[0].code);
    }
    move_list(session, 3, &out);
    assert_memory_equal(out.data, "  1. ", 5);
    assert_non_null(strstr(out.data, "\n  2. "));
    text_free(&out);
    session_free(session);
    problem_free(problem);
}

static void texts_fit(void **state)
{
    (void)state;
    static const char text[] = "usage: it [--one A] [--two B] [--three C]\n"
                               "          [--four D]\n"
                               "       it AGAIN [--five E]\n"
                               "\n"
                               "A paragraph whose words are\nset anew.\n"
                               "\n"
                               "  item  and what is said of it\n"
                               "  next  short\n"
                               "averyveryverylongwordindeed… é é é\n";
    static const char expected[] = "usage: it [--one A]\n"
                                   "          [--two B]\n"
                                   "          [--three C]\n"
                                   "          [--four D]\n"
                                   "       it AGAIN\n"
                                   "          [--five E]\n"
                                   "\n"
                                   "A paragraph whose words\n"
                                   "are set anew.\n"
                                   "\n"
                                   "  item  and what is said\n"
                                   "        of it\n"
                                   "  next  short\n"
                                   "averyveryverylongwordindeed…\n"
                                   "é é é\n";
    struct text out = {0};
    fit_text(text, 24, &out);
    assert_string_equal(out.data, expected);
    text_free(&out);
}

/* Every game at its start, and Halma with the sides in each other's corners but for one piece. */
static void standings_tell_something(void **state)
{
    (void)state;
    static const struct {
        const char *game, *expected;
    } cases[] = {{"fruit", "0"}, {"halma", "0 of 19"}, {"reversi", "2"}, {"laser", "0"}};
    struct text out = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct notes notes = {0};
        const struct setup setup = {.option = {-1}, .seed = 1};
        struct problem *problem = game_by_name(cases[i].game)->create(&setup, &notes);
        for (int side = 0; side < 2; side++) {
            text_clear(&out);
            looks_standing(&out, problem->position, side);
            assert_string_equal(out.data, cases[i].expected);
        }
        problem_free(problem);
    }
    text_clear(&out);
    text_add(&out, "SINGLE\nBLACK\n100\n");
    for (int row = 0; row < 16; row++) {
        static const char *const corner[] = {"WWWWW", "WWWWW", "WWWW.", "WWW..", ".W..."};
        static const char *const other[] = {"...BB", "..BBB", ".BBBB", "BBBBB", "BBBBB"};
        text_add(&out, "%s......%s\n",
                 row < 5    ? corner[row]
                 : row == 5 ? "W...."
                            : ".....",
                 row > 10 ? other[row - 11] : ".....");
    }
    struct lines lines = lines_cut(out.data, out.length);
    struct notes notes = {0};
    struct problem *problem = game_by_name("halma")->read(&lines, NULL, &notes);
    assert_non_null(problem);
    text_clear(&out);
    looks_standing(&out, problem->position, SIDE_FIRST);
    text_add(&out, " to ");
    looks_standing(&out, problem->position, SIDE_SECOND);
    assert_string_equal(out.data, "19 of 19 to 18 of 19");
    problem_free(problem);
    lines_free(&lines);
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_agents_in_order),
        cmocka_unit_test(levels_without_a_course),
        cmocka_unit_test(oversights_leave_their_part),
        cmocka_unit_test(sight_chooses_legal_moves),
        cmocka_unit_test(every_move_can_be_pointed_at),
        cmocka_unit_test(move_lists),
        cmocka_unit_test(texts_fit),
        cmocka_unit_test(standings_tell_something),
    };
    return cmocka_run_group_tests_name("people", tests, NULL, NULL);
}
