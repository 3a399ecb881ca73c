/* The rival: what is believed of it, what is planned against it, and that both survive a process.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "game/session.h"
#include "games/fruit/fruit.h"
#include "games/fruit/rival.h"
#include "search/player.h"
#include "tests/check.h"

static struct problem *fruit(int size, int kinds, uint64_t seed)
{
    struct setup setup = {.size = size, .option = {kinds}, .seed = seed};
    struct notes notes = {0};
    struct problem *problem = game_by_name("fruit")->create(&setup, &notes);
    assert_non_null(problem);
    return problem;
}

static const struct limits no_limits = {.source = CLOCK_OF_PROCESS};

static unsigned ask(struct agent *agent, const struct position *p)
{
    struct report report;
    struct turn turn = {.position = p, .allowance = {.source = CLOCK_OF_PROCESS, .nodes = 1000000}};
    return agent_choose(agent, &turn, &report);
}

/* The share of the belief that a model has after a game against that very agent. */
static double belief_after_game(const char *spec, int depth, uint64_t seed)
{
    struct notes notes = {0};
    struct problem *problem = fruit(7, 4, seed);
    struct agent *rival_agent = agent_new(spec, &notes), *other = agent_new("random", &notes);
    agent_seed(other, seed);
    struct rival *rival = rival_new(problem->world);
    struct session *session = session_new(problem->position, 0);
    while (session_ending(session) == ENDING_NONE) {
        struct position *before = position_copy(session_now(session));
        bool is_rival = session->count % 2 == 1;
        session_play(session, ask(is_rival ? rival_agent : other, before));
        if (is_rival)
            rival_observe(rival, before, session_now(session), &no_limits);
        free(before);
    }
    double sum = 0;
    for (int i = 0; i < RIVAL_MODELS; i++)
        sum += rival_belief(rival, i);
    assert_float_equal(sum, 1, 1e-9);
    double share = rival_belief(rival, depth);
    rival_free(rival);
    session_free(session);
    agent_free(rival_agent);
    agent_free(other);
    problem_free(problem);
    return share;
}

/* Many moves are the same at every depth, so a single game may leave doubt. */
static void textbook_agents_are_recognised(void **state)
{
    (void)state;
    enum { GAMES = 6 };
    double greedy = 0, minimax = 0, stranger = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        greedy += belief_after_game("greedy", 1, seed) / GAMES;
        greedy += belief_after_game("greedy", 2, seed) / GAMES;
        minimax += belief_after_game("minimax:depth=3", 3, seed) / GAMES;
        stranger += belief_after_game("random", RIVAL_STRANGER, seed) / GAMES;
    }
    print_message("# greedy %.2f, minimax %.2f, stranger %.2f\n", greedy, minimax, stranger);
    assert_true(greedy > 0.7);
    assert_true(minimax > 0.7);
    assert_true(stranger > 0.9);
}

/* How far ahead the mover comes in so many plies, without any pruning. */
static int plain_value(const struct position *p, int depth)
{
    struct move moves[MOVES_MAX];
    int count = depth > 0 ? p->world->rules->moves(p, moves) : 0, best = -VALUE_MAX;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        int value = p->world->rules->play(p, moves[i].code, child);
        value -= plain_value(child, depth - 1);
        best = value > best ? value : best;
    }
    free(child);
    return count > 0 ? best : 0;
}

static void check_answers(const struct position *p, int depth)
{
    struct move moves[MOVES_MAX], answer[MOVES_MAX];
    struct model_search models;
    model_search_init(&models, p->world, &no_limits);
    int count = p->world->rules->moves(p, moves), found = 0;
    int answers = model_answers(&models, p, depth, answer), best = plain_value(p, depth);
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        int value = p->world->rules->play(p, moves[i].code, child);
        bool is_answer = false;
        for (int j = 0; j < answers; j++)
            is_answer |= answer[j].code == moves[i].code;
        assert_int_equal(is_answer, value - plain_value(child, depth - 1) == best);
        found += is_answer;
    }
    assert_int_equal(found, answers);
    model_search_destroy(&models);
    free(child);
}

/* The models prune; what they answer are all moves that a plain search finds to be the best. */
static void models_answer_like_plain_searches(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        bool is_wide = seed % 6 == 0;
        struct problem *problem = is_wide ? fruit(17, 9, seed) : fruit(4, 3, seed);
        for (int i = 0; !position_is_over(problem->position) && i < (is_wide ? 1 : 8); i++) {
            for (int depth = 1; depth <= (is_wide ? 2 : MODEL_DEPTHS - 1); depth++)
                check_answers(problem->position, depth);
            problem_play_random(problem, 100 * seed + (uint64_t)i, 1);
        }
        problem_free(problem);
    }
}

/* What a greedy rival may answer: its largest gains. */
static int greedy_answers(const struct position *p, struct move out[MOVES_MAX])
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves), best = -1, answers = 0;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        int gain = p->world->rules->play(p, moves[i].code, child);
        if (gain > best) {
            best = gain;
            answers = 0;
        }
        if (gain == best)
            out[answers++] = moves[i];
    }
    free(child);
    return answers;
}

/* The best that any of our lines reaches against a greedy rival, if its choice between equal gains
 * is always the worst for us (luck = 0) or the best (luck = 1). */
static int best_line(const struct position *p, int luck)
{
    struct move moves[MOVES_MAX], answer[MOVES_MAX];
    int count = p->world->rules->moves(p, moves), best = -VALUE_MAX;
    if (count == 0)
        return 0;
    struct position *child = position_new(p->world), *grandchild = position_new(p->world);
    for (int i = 0; i < count; i++) {
        int gain = p->world->rules->play(p, moves[i].code, child);
        int answers = greedy_answers(child, answer), value = answers == 0 ? 0 : VALUE_MAX;
        for (int j = 0; j < answers; j++) {
            int cost = p->world->rules->play(child, answer[j].code, grandchild);
            int rest = best_line(grandchild, luck) - cost;
            if (j == 0 || (luck ? rest > value : rest < value))
                value = rest;
        }
        best = gain + value > best ? gain + value : best;
    }
    free(child);
    free(grandchild);
    return best;
}

/* On boards this small the beam is wide enough for every line. */
static void plans_are_the_best_lines(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct problem *problem = fruit(3, 3, seed);
        struct rival *rival = rival_new(problem->world);
        const char *no_habit = "rival 0.02 0.9 0.02 0.02 0.02 0.02 habits 1 0 0 0";
        assert_true(rival_recall(rival, line_from(no_habit)));
        struct plan plan;
        rival_plan(rival, 1, problem->position, &no_limits, &plan);
        assert_true(plan.count > 0);
        assert_int_equal(plan_value(&plan, plan.best[0].move, -1), plan.best[0].value);
        assert_int_equal(plan_value(&plan, 0xffff, -1), -1);
        assert_in_range(plan.best[0].value + 1000, best_line(problem->position, 0) + 1000,
                        best_line(problem->position, 1) + 1000);
        for (int i = 1; i < plan.count; i++)
            assert_true(plan.best[i].value <= plan.best[i - 1].value);
        rival_free(rival);
        problem_free(problem);
    }
}

/* The best of all moves, each followed by itself, is the plan's, and a value is added once. */
static void followed_moves_agree_with_plans(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct problem *problem = fruit(4, 3, seed);
        struct rival *rival = rival_new(problem->world);
        struct plan plan, followed = {0};
        struct move moves[MOVES_MAX];
        int count = problem->world->rules->moves(problem->position, moves);
        rival_plan(rival, 1, problem->position, &no_limits, &plan);
        for (int i = 0; i < count; i++)
            rival_follow(rival, 1, problem->position, moves[i].code, &no_limits, &followed);
        assert_int_equal(followed.count, count);
        assert_int_equal(followed.best[0].value, plan.best[0].value);
        for (int i = 0; i < plan.count; i++)
            assert_true(plan.best[i].value <= plan_value(&followed, plan.best[i].move, -VALUE_MAX));
        rival_free(rival);
        problem_free(problem);
    }
}

/* The last beam is made to fit: a good part of the nodes is used (answers that are remembered cost
 * none), and no more than there are, but for the last few before the limit is seen. */
static void beams_fit_their_limits(void **state)
{
    (void)state;
    const uint64_t limit = 200000;
    struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = limit};
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (int depth = 1; depth <= 3; depth += 2) {
            struct problem *problem = fruit(10, 4, seed);
            struct rival *rival = rival_new(problem->world);
            struct plan plan;
            rival_plan(rival, depth, problem->position, &limits, &plan);
            assert_true(plan.count > 0);
            assert_in_range(plan.nodes, limit / 4, limit + limit / 10);
            rival_free(rival);
            problem_free(problem);
        }
}

/* Beams that begin late in a move's time make as much of what is left as others of as much. A
 * machine that stands still for a moment spoils one of them, not all. */
static void late_beams_use_what_is_left(void **state)
{
    (void)state;
    const double seconds = 0.1, late = 10;
    uint64_t nodes[2] = {0};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct problem *problem = fruit(10, 4, seed);
        for (int i = 0; i < 2; i++) {
            struct rival *rival = rival_new(problem->world);
            struct limits limits = {.source = CLOCK_OF_PROCESS,
                                    .started = clock_seconds(CLOCK_OF_PROCESS) - i * late,
                                    .hard = seconds + i * late};
            struct plan plan;
            rival_plan(rival, 1, problem->position, &limits, &plan);
            nodes[i] += plan.nodes;
            rival_free(rival);
        }
        problem_free(problem);
    }
    assert_true(10 * nodes[1] > nodes[0]);
}

/* A plan tells what most first moves are worth, not only those of the most promising lines. */
static void plans_know_most_first_moves(void **state)
{
    (void)state;
    struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 200000};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct problem *problem = fruit(10, 4, seed);
        struct rival *rival = rival_new(problem->world);
        struct move moves[MOVES_MAX];
        int count = problem->world->rules->moves(problem->position, moves);
        struct plan plan;
        rival_plan(rival, 1, problem->position, &limits, &plan);
        assert_true(2 * plan.count >= (count < PLAN_MOVES ? count : PLAN_MOVES));
        rival_free(rival);
        problem_free(problem);
    }
}

/* The share of the belief in the second of the habits, the first move as we list them, which is
 * what our own textbook agents do, after so many moves of a greedy agent. */
static double share_of_habit(uint64_t seed)
{
    struct notes notes = {0};
    struct problem *problem = fruit(8, 4, seed);
    struct agent *greedy = agent_new("greedy", &notes);
    struct rival *rival = rival_new(problem->world);
    struct position *now = position_copy(problem->position), *next = position_new(now->world);
    while (!position_is_over(now)) { /* it plays both sides */
        now->world->rules->play(now, ask(greedy, now), next);
        rival_observe(rival, now, next, &no_limits);
        struct position *swap = now;
        now = next;
        next = swap;
    }
    struct text line = {0};
    rival_remember(rival, &line);
    double none, share;
    assert_int_equal(sscanf(strstr(line.data, "habits"), "habits %lf %lf", &none, &share), 2);
    text_free(&line);
    free(now);
    free(next);
    rival_free(rival);
    agent_free(greedy);
    problem_free(problem);
    return share;
}

static void habits_are_learned(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++)
        assert_true(share_of_habit(seed) > 0.8);
}

/* A board that reads "a b / b a": the first move by rows is the upper left one, the first as listed
 * the lower left one. */
static void places_follow_the_rows(void **state)
{
    (void)state;
    static const char text[] = "2\n2\n10\n01\n10\n";
    struct lines lines = lines_cut(text, strlen(text));
    struct notes notes = {0};
    struct problem *problem = game_by_name("fruit")->read(&lines, NULL, &notes);
    assert_non_null(problem);
    const struct position *p = problem->position;
    unsigned upper_left, upper_right, lower_left;
    assert_true(p->world->game->move_parse(p, "A1", &upper_left, &notes));
    assert_true(p->world->game->move_parse(p, "B1", &upper_right, &notes));
    assert_true(p->world->game->move_parse(p, "A2", &lower_left, &notes));
    assert_true(fruit_width_of(p->world->rules)->place(p, upper_left) <
                fruit_width_of(p->world->rules)->place(p, upper_right));
    assert_true(fruit_width_of(p->world->rules)->place(p, upper_right) <
                fruit_width_of(p->world->rules)->place(p, lower_left));
    problem_free(problem);
    lines_free(&lines);
}

static void damaged_lines_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "rival",
        "rival 1 0 0 0 0 habits 1 0 0 0",
        "rival 1 0 0 0 0 0.5 habits 1 0 0 0",
        "rival -1 1 1 0 0 0 habits 1 0 0 0",
        "rival nan 1 0 0 0 0 habits 1 0 0 0",
        "rival 1 0 0 0 0 0",
        "rival 1 0 0 0 0 0 habits 1 0 0",
        "rival 1 0 0 0 0 0 habits 1 0 0 1",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 1 10 1",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 1 10 -1",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 1 10 99999999",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 6 1 10 1 a 1 0",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 4 10 1 a 1 0",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 1 1000000000 1 a 1 0",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 1 10 1 a 1 -1000000000",
        "rival 1 0 0 0 0 0 habits 1 0 0 0 plan 3 1 10 1 a 1 0 more",
    };
    struct problem *problem = fruit(6, 4, 1);
    struct rival *rival = rival_new(problem->world);
    double before = rival_belief(rival, 3);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(rival_recall(rival, line_from(bad[i])));
        assert_float_equal(rival_belief(rival, 3), before, 0);
    }
    rival_free(rival);
    problem_free(problem);
}

/* A game whose player is new at every move, with its memory handed on, is the game of one that
 * lives on: that is how a drop-in agent plays. The search's table is not handed on, so the two are
 * compared by what they remember. */
static void memory_is_handed_on(void **state)
{
    (void)state;
    struct problem *problem = fruit(8, 4, 5);
    struct player_options options = {.search.hash_bytes = 1 << 20};
    struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 20000};
    struct notes notes = {0};
    struct agent *minimax = agent_new("minimax:depth=3", &notes);
    struct session *session = session_new(problem->position, 0);
    struct text memory = {0};
    for (int i = 0; i < 4; i++) {
        struct player *player = player_new(problem->world, &options);
        struct lines lines = lines_cut(memory.data ? memory.data : "", memory.length);
        assert_int_equal(player_recall(player, &lines, NULL), i > 0);
        lines_free(&lines);
        text_free(&memory);
        const struct position *now = session_now(session);
        struct position *told = position_copy(now); /* as a file tells it */
        told->score[0] = told->score[1] = 0;
        player_set_score(player, told);
        assert_memory_equal(told->score, now->score, sizeof now->score);
        struct search_result result = player_think(
            player, &(struct player_turn){.position = told, .limits = &limits});
        free(told);
        player_remember(player, &memory);
        session_play(session, result.move);
        session_play(session, ask(minimax, session_now(session)));
        player_free(player);
    }
    struct rival *rival = rival_new(problem->world);
    struct lines lines = lines_cut(memory.data, memory.length);
    assert_true(rival_recall(rival, lines.line[0]));
    assert_true(rival_belief(rival, 3) > 0.5); /* three moves were observed */
    lines_free(&lines);
    rival_free(rival);
    text_free(&memory);
    agent_free(minimax);
    session_free(session);
    problem_free(problem);
}

/* What is remembered of a board of the same size, but with so many kinds more or less that its
 * positions look otherwise, is another game's. */
static void another_games_memory_is_left_aside(void **state)
{
    (void)state;
    const int kinds[] = {4, 9};
    const struct player_options options = {.search.hash_bytes = 1 << 20};
    for (int i = 0; i < 2; i++) {
        struct problem *before = fruit(10, kinds[i], 1), *after = fruit(10, kinds[!i], 2);
        struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 20000};
        struct player *player = player_new(before->world, &options);
        struct text memory = {0};
        player_think(player,
                     &(struct player_turn){.position = before->position, .limits = &limits});
        player_remember(player, &memory);
        player_free(player);
        player = player_new(after->world, &options);
        struct lines lines = lines_cut(memory.data, memory.length);
        assert_true(lines.count > 2);
        assert_false(player_recall(player, &lines, NULL));
        player_free(player);
        lines_free(&lines);
        text_free(&memory);
        problem_free(before);
        problem_free(after);
    }
}

/* Games won as second player, of so many. */
static int wins_as_second(const char *spec, const char *first, int count)
{
    int wins = 0;
    for (int i = 0; i < count; i++) {
        struct notes notes = {0};
        struct problem *problem = fruit(8, 4, 100 + (uint64_t)i);
        struct agent *agent[2] = {agent_new(first, &notes), agent_new(spec, &notes)};
        assert_true(agent[0] && agent[1]);
        agent_seed(agent[0], (uint64_t)i);
        struct session *session = session_new(problem->position, 0);
        while (session_ending(session) == ENDING_NONE)
            session_play(session, ask(agent[session->count % 2], session_now(session)));
        wins += position_margin(session_now(session)) < 0;
        session_free(session);
        agent_free(agent[0]);
        agent_free(agent[1]);
        problem_free(problem);
    }
    return wins;
}

/* Plans are what wins as second player against one who can be foreseen, and they cost nothing
 * against one who cannot. All of it is settled by node counts. */
static void plans_win_games(void **state)
{
    (void)state;
    enum { GAMES = 16 };
    int with = wins_as_second("plywood:nodes=20000,hash=1M", "greedy", GAMES);
    int without = wins_as_second("plywood:nodes=20000,hash=1M,norival", "greedy", GAMES);
    int stranger = wins_as_second("plywood:nodes=5000,hash=1M", "random", GAMES);
    print_message(
        "# of %d games as second: %d against greedy, %d without plans, %d against random\n", GAMES,
        with, without, stranger);
    assert_true(with >= without + GAMES / 5);
    assert_int_equal(stranger, GAMES);
}

static void beliefs_add_up_to_1(void **state)
{
    (void)state;
    double models = 0, habits = 0;
    for (int i = 0; i <= MODEL_DEPTHS; i++)
        models += fruit_foresight.model_prior[i];
    for (int i = 0; i < HABITS; i++)
        habits += fruit_foresight.habit_prior[i];
    assert_true(models > 0.999999 && models < 1.000001);
    assert_true(habits > 0.999999 && habits < 1.000001);
    assert_true(fruit_foresight.search_margin_scale > 0 && fruit_foresight.plan_margin_scale > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beliefs_add_up_to_1),
        cmocka_unit_test(textbook_agents_are_recognised),
        cmocka_unit_test(models_answer_like_plain_searches),
        cmocka_unit_test(plans_are_the_best_lines),
        cmocka_unit_test(followed_moves_agree_with_plans),
        cmocka_unit_test(beams_fit_their_limits),
        cmocka_unit_test(late_beams_use_what_is_left),
        cmocka_unit_test(plans_know_most_first_moves),
        cmocka_unit_test(habits_are_learned),
        cmocka_unit_test(places_follow_the_rows),
        cmocka_unit_test(damaged_lines_are_refused),
        cmocka_unit_test(memory_is_handed_on),
        cmocka_unit_test(another_games_memory_is_left_aside),
        cmocka_unit_test(plans_win_games),
    };
    return cmocka_run_group_tests_name("rival", tests, NULL, NULL);
}
