/* The searches: the textbook's agree with one another, ours agrees with the plain truth. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/textbook.h"
#include "base/random.h"
#include "game/session.h"
#include "search/order.h"
#include "search/solve.h"
#include "search/table.h"
#include "tests/check.h"

/* The value by the definition in game.h, with nothing to speed it up. */
static int true_value(const struct position *p)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves);
    if (count == 0)
        return rules->end_value(p);
    int best = -VALUE_MAX;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        int gain = rules->play(p, moves[i].code, child);
        int value = gain - true_value(child);
        best = value > best ? value : best;
    }
    free(child);
    return best;
}

static struct search_result search_fully(const struct position *p)
{
    struct search *search = search_new(p->world, &(struct search_options){.hash_bytes = 16 << 20});
    struct search_result result = search_run(
        search, p, &(struct limits){.source = CLOCK_OF_PROCESS}, NULL, NULL);
    search_free(search);
    return result;
}

/* The solver finds the value, answers questions about it, and knows a move that keeps it. */
static void check_solver(const struct position *p, int value)
{
    struct limits none = {.source = CLOCK_OF_PROCESS};
    struct solver *solver = solver_new(p->world, 1 << 20);
    assert_true(solver_ask(solver, p, value, &none).low >= value);
    assert_true(solver_ask(solver, p, value + 1, &none).high <= value);
    struct solution solution = solver_run(solver, p, &none);
    assert_int_equal(solution.low, value);
    assert_int_equal(solution.high, value);
    unsigned move;
    assert_true(solver_best(solver, p, value, &none, &move));
    struct position *child = position_new(p->world);
    int gain = p->world->rules->play(p, move, child);
    assert_int_equal(gain - true_value(child), value);
    free(child);
    solver_free(solver);
}

static void solver_stops_with_bounds(void **state)
{
    (void)state;
    struct problem *problem = scenario_new(&(struct scenario){"laser", {.size = 12}}, 1);
    struct solver *solver = solver_new(problem->world, 1 << 20);
    struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 2000};
    struct solution solution = solver_run(solver, problem->position, &limits);
    assert_true(solution.low < solution.high);
    assert_in_range(solution.nodes, 2000, 2300);
    solver_free(solver);
    problem_free(problem);
}

static void small_games_are_solved(void **state)
{
    (void)state;
    const struct scenario small[] = {
        {"fruit", {.size = 3, .option = {3}}},  {"fruit", {.size = 3, .option = {2}}},
        {"fruit", {.size = 2, .option = {4}}},  {"laser", {.size = 4, .option = {3}}},
        {"laser", {.size = 5, .option = {8}}},  {"laser", {.size = 3, .option = {0}}},
        {"laser", {.size = 6, .option = {14}}},
    };
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct problem *problem = scenario_new(&small[i], seed);
            struct search_result result = search_fully(problem->position);
            struct move moves[MOVES_MAX];
            int count = problem->world->rules->moves(problem->position, moves);
            int truth = true_value(problem->position);
            if (count > 1) {
                assert_true(result.proven);
                assert_int_equal(result.value, truth);
            }
            check_solver(problem->position, truth);
            problem_free(problem);
        }
    }
}

/* Published values, as final margins of the first player. Othello on 4 x 4 ends 3 to 11, and its
 * two empty squares are the winner's. */
static void known_values(void **state)
{
    (void)state;
    const struct {
        struct scenario scenario;
        int margin;
    } known[] = {
        {{"reversi", {.size = 4, .variant = "bidding"}}, -6},
        {{"reversi", {.size = 4, .variant = "othello"}}, -10},
        {{"laser", {.size = 4, .option = {0}}}, 5},
        {{"laser", {.size = 5, .option = {0}}}, 9},
        {{"laser", {.size = 6, .option = {0}}}, 3},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct problem *problem = scenario_new(&known[i].scenario, 1);
        const struct game *game = problem->world->game;
        struct search_result result = search_fully(problem->position);
        assert_true(result.proven);
        /* play the proven line out: its end must show the margin */
        struct session *session = session_new(problem->position, 0);
        int value = 0, sign = 1;
        while (session_ending(session) == ENDING_NONE) {
            struct search_result next = search_fully(session_now(session));
            struct position *child = position_new(problem->world);
            value += sign * problem->world->rules->play(session_now(session), next.move, child);
            sign = -sign;
            free(child);
            session_play(session, next.move);
        }
        int score[2];
        position_score(session_now(session), score);
        assert_int_equal(score[SIDE_FIRST] - score[SIDE_SECOND], known[i].margin);
        assert_true(position_points(problem->position, result.value) == known[i].margin);
        if (game->pays)
            assert_int_equal(value, result.value);
        session_free(session);
        problem_free(problem);
    }
}

/* minimax and alpha-beta, with and without ordering and caching, find the same value. */
static void textbook_methods_agree(void **state)
{
    (void)state;
    for (int i = 0; i < scenario_count; i++) {
        struct problem *problem = scenario_new(&scenarios[i], 3);
        problem_play_random(problem, 5, problem->world->size);
        if (position_is_over(problem->position)) {
            problem_free(problem);
            continue;
        }
        int depth = problem->world->size > 8 ? 2 : 3;
        struct textbook_options options = {.depth = depth};
        struct textbook_result truth = textbook_search(problem->position, &options);
        for (int bits = 1; bits < 8; bits++) {
            options = (struct textbook_options){
                .depth = depth, .pruning = bits & 1, .ordering = bits & 2, .caching = bits & 4};
            struct textbook_result result = textbook_search(problem->position, &options);
            assert_int_equal(result.value, truth.value);
            if (!options.caching && !options.pruning)
                assert_int_equal(result.nodes, truth.nodes);
            assert_true(result.nodes <= truth.nodes);
        }
        problem_free(problem);
    }
}

/* A game of one line that is longer than the textbook's plies reach; its first position has a
 * second move, which leads to the end at once. Counts how often it is looked at. */
enum { LINE_END = LIMIT_MAX + 20 };
static int looks;

static int line_moves(const struct position *p, struct move out[MOVES_MAX])
{
    int count = p->ply == LINE_END ? 0 : p->ply == 0 ? 2 : 1;
    looks++;
    for (int i = 0; i < count; i++)
        out[i] = (struct move){.code = (uint16_t)i};
    return count;
}

static int line_play(const struct position *p, unsigned code, struct position *child)
{
    *child = *p;
    child->ply = code == 0 ? (uint16_t)(p->ply + 1) : LINE_END;
    child->side = !p->side;
    child->key = child->ply;
    return 0;
}

static int line_worth(const struct position *p)
{
    (void)p;
    return 0;
}

/* A search that was cut short by the plies keeps nothing, and the next one keeps what it finds. */
static void a_search_cut_short_ends_no_caching(void **state)
{
    (void)state;
    static const struct rules rules = {
        .moves = line_moves, .play = line_play, .textbook = line_worth};
    static const struct game game = {.unit = 1};
    const struct world world = {.game = &game,
                                .rules = &rules,
                                .position_bytes = sizeof(struct position) + POSITION_ALIGN -
                                                  sizeof(struct position) % POSITION_ALIGN};
    const struct position start = {.world = &world}, late = {.world = &world, .ply = 50, .key = 50};
    const struct move only = {.code = 0};
    struct textbook *t = textbook_new(&(struct textbook_options){.depth = 1, .caching = true});
    for (int i = 0; i < 2; i++) {
        looks = 0;
        mm_max_node(t, &start, SIDE_FIRST, LIMIT_NONE);
        ab_min_node(t, &start, SIDE_SECOND, -VALUE_MAX, VALUE_MAX, LIMIT_NONE);
        claim_ab(t, &start, &only, 1, LIMIT_NONE);
        assert_true(looks > 3 * LIMIT_MAX - 3); /* never from what was cached */
    }
    mm_max_node(t, &late, SIDE_FIRST, LIMIT_NONE);
    looks = 0;
    mm_max_node(t, &late, SIDE_FIRST, LIMIT_NONE);
    assert_int_equal(looks, 0);
    textbook_free(t);
}

/* What was cached for one move of a game is there for the next one, until it is forgotten. */
static void cached_states_last(void **state)
{
    (void)state;
    for (int i = 0; i < scenario_count; i++) {
        struct problem *problem = scenario_new(&scenarios[i], 3);
        struct textbook_options options = {
            .depth = problem->world->size > 8 ? 2 : 3, .pruning = true, .caching = true};
        struct textbook *t = textbook_new(&options);
        const struct limits none = {0};
        struct textbook_result r[4];
        for (int j = 0; j < 4; j++) {
            if (j == 2)
                textbook_forget(t);
            r[j] = textbook_choose(t, problem->position, &none, NULL, NULL);
            assert_int_equal(r[j].move, r[0].move);
            assert_int_equal(r[j].value, r[0].value);
        }
        assert_true(r[1].nodes < r[0].nodes || r[0].nodes <= 3);
        assert_int_equal(r[2].nodes, r[0].nodes);
        assert_int_equal(r[3].nodes, r[1].nodes);
        textbook_free(t);
        problem_free(problem);
    }
}

static bool only_second_half(void *context, const struct position *p, unsigned code)
{
    (void)p;
    return code > *(unsigned *)context;
}

static void root_filter_is_obeyed(void **state)
{
    (void)state;
    struct problem *problem = scenario_new(&(struct scenario){"laser", {.size = 6}}, 1);
    unsigned half = 40;
    struct search *search = search_new(problem->world,
                                       &(struct search_options){.hash_bytes = 1 << 20,
                                                                .admits = only_second_half,
                                                                .admits_context = &half});
    struct limits limits = {.source = CLOCK_OF_PROCESS, .depth = 3};
    assert_true(search_run(search, problem->position, &limits, NULL, NULL).move > half);
    half = 1 << 16; /* refuses everything: then anything goes */
    search_run(search, problem->position, &limits, NULL, NULL);
    search_free(search);
    problem_free(problem);
}

/* Before anything is searched it is the answer; it is forgotten after a run, and no move if it is
 * none. */
static void a_suggested_move_is_looked_at_first(void **state)
{
    (void)state;
    struct problem *problem = scenario_new(&(struct scenario){"halma", SETUP_DEFAULT}, 1);
    struct move moves[MOVES_MAX];
    const int count = problem->world->rules->moves(problem->position, moves);
    struct search *search = search_new(problem->world,
                                       &(struct search_options){.hash_bytes = 1 << 20});
    const atomic_bool stop = true;
    const struct limits none = {.source = CLOCK_OF_PROCESS, .stop = &stop};
    const unsigned usual = search_run(search, problem->position, &none, NULL, NULL).move;
    for (int i = 0; i < count; i++) {
        search_suggest(search, moves[i].code);
        assert_int_equal(search_run(search, problem->position, &none, NULL, NULL).move,
                         moves[i].code);
    }
    assert_int_equal(search_run(search, problem->position, &none, NULL, NULL).move, usual);
    search_suggest(search, 0);
    assert_int_equal(search_run(search, problem->position, &none, NULL, NULL).move, usual);
    search_free(search);
    problem_free(problem);
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    struct problem *problem = scenario_new(&(struct scenario){"fruit", {.size = 10}}, 1);
    struct search *search = search_new(problem->world,
                                       &(struct search_options){.hash_bytes = 1 << 20});
    struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 5000};
    struct search_result result = search_run(search, problem->position, &limits, NULL, NULL);
    assert_in_range(result.nodes, 1, 5100);
    limits = (struct limits){.source = CLOCK_OF_PROCESS, .depth = 2};
    result = search_run(search, problem->position, &limits, NULL, NULL);
    assert_int_equal(result.depth, 2);
    /* the solver, tried first near the end, obeys even the smallest limit */
    struct problem *small = scenario_new(&(struct scenario){"fruit", {.size = 6}}, 1);
    struct search *quick = search_new(small->world,
                                      &(struct search_options){.hash_bytes = 1 << 20});
    limits = (struct limits){.source = CLOCK_OF_PROCESS, .nodes = 1};
    assert_in_range(search_run(quick, small->position, &limits, NULL, NULL).nodes, 0, 1000);
    search_free(quick);
    problem_free(small);
    atomic_bool stop = true;
    limits = (struct limits){.source = CLOCK_OF_PROCESS, .stop = &stop};
    result = search_run(search, problem->position, &limits, NULL, NULL);
    assert_int_equal(result.depth, 0);
    limits = (struct limits){
        .source = CLOCK_OF_PROCESS, .started = clock_seconds(CLOCK_OF_PROCESS), .hard = 0.05};
    result = search_run(search, problem->position, &limits, NULL, NULL);
    assert_true(result.seconds < 0.5);
    search_free(search);
    problem_free(problem);
}

/* Same position, same limits in nodes: same answer and same count. */
static void search_is_deterministic(void **state)
{
    (void)state;
    for (int i = 0; i < scenario_count; i++) {
        struct search_result results[2];
        struct problem *problem = scenario_new(&scenarios[i], 9);
        for (int k = 0; k < 2; k++) {
            struct search *search = search_new(problem->world,
                                               &(struct search_options){.hash_bytes = 1 << 20});
            struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 3000};
            results[k] = search_run(search, problem->position, &limits, NULL, NULL);
            search_free(search);
        }
        assert_int_equal(results[0].move, results[1].move);
        assert_int_equal(results[0].nodes, results[1].nodes);
        assert_int_equal(results[0].value, results[1].value);
        problem_free(problem);
    }
}

static void agents_answer_legally(void **state)
{
    (void)state;
    const char *specs[] = {"random",
                           "random:seed=7",
                           "greedy",
                           "minimax",
                           "minimax:depth=2,caching,heuristic",
                           "alphabeta:depth=2,caching,ordering",
                           "alphabeta:heuristic",
                           "plywood:nodes=2000,hash=1M",
                           "plywood:depth=2"};
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        struct notes notes = {0};
        struct agent *agent = agent_new(specs[s], &notes);
        if (!agent)
            fail_msg("%s: %s", specs[s], notes_why(&notes));
        for (int i = 0; i < scenario_count; i++) {
            struct problem *problem = scenario_new(&scenarios[i], 2);
            problem_play_random(problem, s, (int)s);
            if (!position_is_over(problem->position)) {
                struct turn turn = {.position = problem->position,
                                    .allowance = {.source = CLOCK_OF_PROCESS,
                                                  .started = clock_seconds(CLOCK_OF_PROCESS),
                                                  .move_cap = 0.02}};
                struct report report;
                agent_new_game(agent);
                unsigned code = agent_choose(agent, &turn, &report);
                struct move moves[MOVES_MAX];
                int count = problem->world->rules->moves(problem->position, moves);
                bool found = false;
                for (int k = 0; k < count; k++)
                    found = found || moves[k].code == code;
                assert_true(found);
            }
            agent_new_game(agent);
            problem_free(problem);
        }
        agent_free(agent);
    }
}

static void wrong_specs_are_refused(void **state)
{
    (void)state;
    const char *specs[] = {"",
                           "plywod",
                           "minimax:depth",
                           "minimax:depth=0",
                           "minimax:depth=x",
                           "minimax:depth=100",
                           "greedy:depth=2",
                           "alphabeta:caching=1",
                           "plywood:hash=64X",
                           "plywood:hash=0",
                           "random:seed=-1",
                           "minimax:depth=3x",
                           "human"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct notes notes = {0};
        assert_null(agent_new(specs[i], &notes));
        assert_int_equal(notes.faults, 1);
    }
}

static void table_keeps_and_replaces(void **state)
{
    (void)state;
    struct table *table = table_new(4096);
    assert_int_equal(table_find(table, 42).bound, BOUND_NONE);
    struct table_hit hit = {-123456, 0x1234, 77, BOUND_UPPER};
    table_store(table, 42, hit);
    struct table_hit found = table_find(table, 42);
    assert_int_equal(found.value, hit.value);
    assert_int_equal(found.move, hit.move);
    assert_int_equal(found.depth, hit.depth);
    assert_int_equal(found.bound, hit.bound);
    /* a store without a move keeps the old one */
    table_store(table, 42, (struct table_hit){1, TABLE_NO_MOVE, 78, BOUND_EXACT});
    assert_int_equal(table_find(table, 42).move, 0x1234);
    /* five keys of one bucket: the shallowest goes, an old one before it */
    for (uint64_t i = 1; i <= 4; i++)
        table_store(table, 42 + (i << 32), (struct table_hit){0, 1, (int)i, BOUND_EXACT});
    assert_int_equal(table_find(table, 42).depth, 78);
    assert_int_equal(table_find(table, 42 + (UINT64_C(1) << 32)).bound, BOUND_NONE);
    table_age(table);
    for (uint64_t i = 5; i <= 7; i++)
        table_store(table, 42 + (i << 32), (struct table_hit){0, 1, 1, BOUND_EXACT});
    for (uint64_t i = 5; i <= 7; i++)
        assert_int_equal(table_find(table, 42 + (i << 32)).bound, BOUND_EXACT);
    table_clear(table);
    assert_int_equal(table_find(table, 42).bound, BOUND_NONE);
    table_free(table);
}

/* Keys that fill the buckets evenly: none is lost while the table grows. */
static void table_grows_without_loss(void **state)
{
    (void)state;
    enum { KEYS = 200000 };
    struct table *table = table_new(16 << 20);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < KEYS; i++) {
            struct table_hit hit = {.value = i, .move = 7, .depth = 3, .bound = BOUND_LOWER};
            table_store(table, (uint64_t)i, hit);
            assert_int_equal(table_find(table, (uint64_t)i / 2).value, i / 2);
        }
        if (round == 0)
            table_share(table);
        for (int i = 0; i < KEYS; i++) {
            struct table_hit hit = table_find(table, (uint64_t)i);
            assert_int_equal(hit.bound, BOUND_LOWER);
            assert_int_equal(hit.value, i);
        }
        table_clear(table);
        for (int i = 0; i < KEYS; i++)
            assert_int_equal(table_find(table, (uint64_t)i).bound, BOUND_NONE);
    }
    table_free(table);
}

/* Of equal ranks the first one counts, and a move keeps its rank. */
static void best_moves_come_first(void **state)
{
    (void)state;
    enum { MOST = 40, RANKS = 12 };
    struct random random = {1};
    for (int trial = 0; trial < 2000; trial++) {
        int count = 1 + (int)random_below(&random, MOST), order[MOST];
        struct move moves[MOST];
        for (int i = 0; i < count; i++) {
            order[i] = (int)random_below(&random, RANKS) - RANKS / 2;
            moves[i] = (struct move){.code = (uint16_t)i, .hint = (int16_t)order[i]};
        }
        for (int first = 0; first < count; first++) {
            int best = first;
            for (int i = first + 1; i < count; i++)
                best = order[i] > order[best] ? i : best;
            struct move expected = moves[best];
            order_pick(moves, order, first, count);
            assert_int_equal(moves[first].code, expected.code);
            for (int i = 0; i < count; i++)
                assert_int_equal(order[i], moves[i].hint);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_games_are_solved),
        cmocka_unit_test(known_values),
        cmocka_unit_test(textbook_methods_agree),
        cmocka_unit_test(cached_states_last),
        cmocka_unit_test(a_search_cut_short_ends_no_caching),
        cmocka_unit_test(root_filter_is_obeyed),
        cmocka_unit_test(a_suggested_move_is_looked_at_first),
        cmocka_unit_test(limits_are_obeyed),
        cmocka_unit_test(search_is_deterministic),
        cmocka_unit_test(agents_answer_legally),
        cmocka_unit_test(wrong_specs_are_refused),
        cmocka_unit_test(table_keeps_and_replaces),
        cmocka_unit_test(table_grows_without_loss),
        cmocka_unit_test(solver_stops_with_bounds),
        cmocka_unit_test(best_moves_come_first),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
