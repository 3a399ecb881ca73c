/* Fitting weights: features make the estimate, the fit finds what made the results, files keep it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/agent.h"
#include "agents/tune.h"
#include "base/file.h"
#include "base/random.h"
#include "base/statistics.h"
#include "game/tuning.h"
#include "tests/check.h"

static struct problem *fruit_board(int size, uint64_t seed, int plies)
{
    struct notes notes = {0};
    struct setup setup = {.size = size, .option = {3}, .seed = seed};
    struct problem *problem = game_by_name("fruit")->create(&setup, &notes);
    problem_play_random(problem, seed, plies);
    return problem;
}

/* The estimate as its features tell it. In Fruit Rage nobody can lose by what is still to come. */
static int weigh(const struct position *p, const int *weights)
{
    const struct tuning *tuning = p->world->game->tuning;
    int feature[WEIGHTS_MAX];
    int64_t sum = 0;
    tuning->features(p, feature);
    for (int i = 0; i < tuning->count; i++)
        sum += (int64_t)weights[i] * feature[i];
    return strcmp(p->world->game->name, "fruit") == 0 && sum < 0 ? 0 : (int)(sum / tuning->scale);
}

/* Random boards of all sizes of a game; true if one is not over yet. By Halma's first rules a
 * sealed camp says more than the features. */
static bool make_board(const struct game *game, uint64_t seed, struct problem **problem)
{
    struct notes notes = {0};
    int sizes = game->size_max - game->size_min + 1;
    struct setup setup = {.size = game->size_max - (int)seed % sizes, .seed = seed, .option = {-1}};
    if (game == game_by_name("halma"))
        setup.variant = "addendum";
    *problem = game->create(&setup, &notes);
    assert_non_null(*problem);
    problem_play_random(*problem, seed, (int)(seed % 30));
    return !position_is_over((*problem)->position);
}

/* With the game's own weights and with any others, once they are asked for: without that a game may
 * have something better. */
static void features_make_the_estimate(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        const struct tuning *tuning = games[g]->tuning;
        if (!tuning)
            continue;
        int other[WEIGHTS_MAX] = {0}, seen = 0, differing = 0;
        assert_in_range(tuning->count, 1, WEIGHTS_MAX);
        for (int i = 0; i < tuning->count; i++)
            other[i] = 10 + 37 * i % 90;
        for (uint64_t seed = 1; seed <= 60; seed++) {
            struct problem *problem;
            if (make_board(games[g], seed, &problem)) {
                struct position *p = problem->position;
                int before = weigh(p, p->world->weights);
                struct world *own = world_reweigh(p->world, p->world->weights);
                struct world *world = world_reweigh(p->world, other);
                position_set_world(p, own);
                assert_int_equal(own->rules->evaluate(p), before);
                position_set_world(p, world);
                assert_int_equal(world->rules->evaluate(p), weigh(p, other));
                differing += before != weigh(p, other);
                seen++;
                free(own);
                free(world);
            }
            problem_free(problem);
        }
        assert_true(seen > 20 && differing > seen / 2);
    }
}

/* Games are made up whose results follow from other weights than the present ones. */
static void fit_finds_the_weights_behind_results(void **state)
{
    (void)state;
    const struct game *game = game_by_name("fruit");
    const int weights[WEIGHTS_MAX] = {75, 75, 75, 75, 75, 75, 75, 75};
    enum { SAMPLES = 20000, SPREAD = 10 };
    struct tune_data data = {
        .game = game, .weights = weights, .count = SAMPLES, .capacity = SAMPLES};
    data.sample = calloc(SAMPLES, sizeof *data.sample);
    assert_non_null(data.sample);
    struct random random = {1};
    for (int i = 0; i < SAMPLES; i++) {
        struct sample *s = &data.sample[i];
        s->game = i;
        s->banked = (int)random_below(&random, 41) - 20;
        s->feature[0] = (int)random_below(&random, 61) - 30;
        s->feature[1] = (int)random_below(&random, 61) - 30;
        double margin = s->banked + 1.2 * s->feature[0] + 0.3 * s->feature[1];
        double draw = (random_below(&random, 1000000) + 0.5) / 1000000;
        s->result = draw < 1 / (1 + exp(-margin / SPREAD)) ? 1 : 0;
    }
    struct tune_result result;
    tune_fit(&data, &result);
    assert_int_equal(result.trained, SAMPLES * 4 / 5);
    assert_int_equal(result.held_out, SAMPLES / 5);
    assert_true(abs(result.weights.weight[0] - 120) <= 10);
    assert_true(abs(result.weights.weight[1] - 30) <= 10);
    for (int i = 2; i < game->tuning->count; i++) /* nothing was seen of these */
        assert_int_equal(result.weights.weight[i], weights[i]);
    assert_true(fabs(result.spread - SPREAD) < 1);
    assert_true(result.after.train < result.before.train - 0.01);
    assert_true(result.after.held_out < result.before.held_out - 0.01);
    free(data.sample);
}

struct tune_row {
    const char *game;
    struct setup setup;
    int games;
};

static uint64_t hash_of_games(const struct tune_row *row, uint64_t seed, int jobs,
                              struct tune_result *result)
{
    const struct game *game = game_by_name(row->game);
    struct notes notes = {0};
    struct problem *problem = game->create(&row->setup, &notes);
    assert_non_null(problem);
    struct tune_options options = {.game = game,
                                   .setup = row->setup,
                                   .weights = problem->world->weights,
                                   .games = row->games,
                                   .nodes = 300,
                                   .seed = seed,
                                   .jobs = jobs};
    struct tune_data data;
    tune_play(&options, &data);
    assert_true(data.count > 20);
    int wins = 0;
    for (int i = 0; i < data.count; i++)
        wins += data.sample[i].result > 0.5f;
    assert_in_range(wins, 1, data.count - 1);
    uint64_t hash = tune_hash(&data);
    tune_fit(&data, result);
    tune_free(&data);
    problem_free(problem);
    return hash;
}

static void everything_follows_from_the_seed(void **state)
{
    (void)state;
    static const struct tune_row rows[] = {
        {"fruit", {.size = 8, .option = {4}}, 6},
        {"halma", {.option = {-1}}, 2},
        {"reversi", {.size = 6, .option = {-1}}, 6},
        {"laser", {.size = 14, .option = {-1}}, 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tune_result one, two, other;
        uint64_t hash = hash_of_games(&rows[i], 1, 1, &one);
        assert_true(hash == hash_of_games(&rows[i], 1, 2, &two));
        assert_memory_equal(one.weights.weight, two.weights.weight, sizeof one.weights.weight);
        assert_true(one.after.train <= one.before.train);
        assert_true(hash != hash_of_games(&rows[i], 2, 1, &other));
    }
}

/* Writes a file of its own and returns its name. */
static const char *write_file(const char *text)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/test_tune_%d", (int)getpid());
    assert_true(file_replace(path, text, strlen(text)));
    return path;
}

static void weights_files(void **state)
{
    (void)state;
    struct weights weights = {.game = game_by_name("fruit")}, again = {0};
    for (int i = 0; i < weights.game->tuning->count; i++)
        weights.weight[i] = 7 * i - 3;
    struct text text = {0};
    struct lines story = lines_cut("made up", 7);
    weights_write(&weights, &story, &text);
    assert_non_null(strstr(text.data, "\n// made up\n"));
    struct notes notes = {0};
    const char *path = write_file(text.data);
    assert_true(weights_read(path, &again, &notes));
    assert_ptr_equal(again.game, weights.game);
    assert_memory_equal(again.weight, weights.weight, sizeof weights.weight);

    text_add(&text, "1,\n"); /* one more than there are */
    const char *wrong[] = {"",
                           "// chess: none\n1,\n",
                           "// fruit: too few\n1,\n",
                           "// fruit: no number\nx,\n",
                           "// fruit: too large\n5000,\n",
                           text.data};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        notes = (struct notes){0};
        assert_false(weights_read(write_file(wrong[i]), &again, &notes));
        assert_int_equal(notes.faults, 1);
    }
    remove(path);
    lines_free(&story);
    text_free(&text);
}

static unsigned choose(const char *spec, const struct position *p, struct report *report)
{
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    assert_non_null(agent);
    assert_true(agent_suits(agent, p->world->game, &notes));
    struct turn turn = {.position = p, .allowance = {.source = CLOCK_OF_THREAD, .depth = 4}};
    unsigned code = agent_choose(agent, &turn, report);
    agent_free(agent);
    return code;
}

static void agents_take_weights(void **state)
{
    (void)state;
    struct weights weights = {.game = game_by_name("fruit")};
    const struct tuning *tuning = weights.game->tuning;
    struct problem *problem = fruit_board(10, 1, 0);
    struct report plain, same, other;
    char spec[120];
    struct lines story = {0};
    struct text text = {0};
    unsigned move = choose("plywood:nosolver", problem->position, &plain);

    memcpy(weights.weight, problem->world->weights, (size_t)tuning->count * sizeof(int));
    weights_write(&weights, &story, &text);
    snprintf(spec, sizeof spec, "plywood:nosolver,weights=%s", write_file(text.data));
    assert_int_equal(choose(spec, problem->position, &same), move);
    assert_true(same.nodes == plain.nodes && same.value == plain.value);

    memset(weights.weight, 0, sizeof weights.weight);
    text_clear(&text);
    weights_write(&weights, &story, &text);
    write_file(text.data);
    choose(spec, problem->position, &other);
    assert_true(other.value != plain.value);

    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    assert_false(agent_suits(agent, game_by_name("halma"), &notes));
    assert_int_equal(notes.faults, 1);
    agent_free(agent);
    remove(strchr(spec, '=') + 1);
    assert_null(agent_new(spec, &notes));
    text_free(&text);
    problem_free(problem);
}

static void means(void **state)
{
    (void)state;
    struct mean mean = {0};
    mean_add(&mean, 1);
    assert_true(isinf(mean_error(&mean)));
    for (int i = 2; i <= 4; i++)
        mean_add(&mean, i);
    assert_true(fabs(mean.mean - 2.5) < 1e-12);
    assert_true(fabs(mean_error(&mean) - sqrt(5.0 / 3 / 4)) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_make_the_estimate),
        cmocka_unit_test(fit_finds_the_weights_behind_results),
        cmocka_unit_test(everything_follows_from_the_seed),
        cmocka_unit_test(weights_files),
        cmocka_unit_test(agents_take_weights),
        cmocka_unit_test(means),
    };
    return cmocka_run_group_tests_name("tune", tests, NULL, NULL);
}
