/* The search's freedoms change how it gets there, not what it finds: several lines, threads,
 * aspiration, reductions, and the request to stop. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "search/search.h"
#include "tests/check.h"

enum { LINES = 4 };

static const struct row {
    const char *game;
    struct setup setup;
    int plies, depth;
} rows[] = {
    {"fruit", {.size = 8, .option = {4}, .seed = 1}, 4, 4},
    {"fruit", {.size = 20, .option = {9}, .seed = 2}, 60, 2},
    {"halma", {.seed = 3}, 12, 2},
    {"reversi", {.size = 8, .seed = 4}, 14, 5},
    {"laser", {.size = 9, .option = {6}, .seed = 5}, 3, 3},
};

enum { ROWS = sizeof rows / sizeof *rows };

static struct problem *row_problem(const struct row *row)
{
    struct notes notes = {0};
    struct problem *problem = game_by_name(row->game)->create(&row->setup, &notes);
    assert_non_null(problem);
    problem_play_random(problem, row->setup.seed, row->plies);
    return problem;
}

static struct search_result run(const struct position *p, struct search_options options, int depth)
{
    options.hash_bytes = 1 << 20;
    struct search *search = search_new(p->world, &options);
    struct limits limits = {.source = CLOCK_OF_PROCESS, .depth = depth};
    struct search_result result = search_run(search, p, &limits, NULL, NULL);
    search_free(search);
    return result;
}

/* A filter that refuses the moves on a list. */
struct refused {
    int count;
    unsigned move[LINES];
};

static bool is_not_refused(void *context, const struct position *p, unsigned code)
{
    (void)p;
    const struct refused *refused = context;
    for (int i = 0; i < refused->count; i++)
        if (refused->move[i] == code)
            return false;
    return true;
}

/* Each line is the best move when those above it are left out. The table may lend a line deeper
 * knowledge than a search of its own has, so values are compared for the first one only. */
static void lines_are_ranked(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        struct problem *problem = row_problem(&rows[i]);
        const struct position *p = problem->position;
        struct search_options options = {
            .lines = LINES, .no_reductions = true, .no_probcut = true, .no_aspiration = true};
        struct search_result result = run(p, options, rows[i].depth);
        assert_int_equal(result.line_count, LINES);
        assert_int_equal(result.best[0].move, result.move);
        assert_int_equal(result.best[0].value, result.value);
        options.lines = 1;
        assert_int_equal(run(p, options, rows[i].depth).value, result.value);

        struct refused refused = {0};
        options.admits = is_not_refused;
        options.admits_context = &refused;
        for (int rank = 0; rank < LINES; rank++) {
            const struct search_line *line = &result.best[rank];
            assert_true(is_not_refused(&refused, p, line->move)); /* no move twice */
            assert_true(line->length >= 1 && line->code[0] == line->move);
            if (rank > 0)
                assert_true(line->value <= result.best[rank - 1].value);
            struct search_result rest = run(p, options, rows[i].depth);
            if (rank == 0)
                assert_int_equal(rest.value, line->value);
            assert_true(rest.value <= result.value);
            refused.move[refused.count++] = line->move;
        }
        problem_free(problem);
    }
}

static void shortcuts_keep_the_value(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        struct problem *problem = row_problem(&rows[i]);
        const struct position *p = problem->position;
        struct search_options plain = {
            .no_reductions = true, .no_probcut = true, .no_aspiration = true};
        struct search_options aspiring = {.no_reductions = true, .no_probcut = true};
        assert_int_equal(run(p, plain, rows[i].depth).value, run(p, aspiring, rows[i].depth).value);
        problem_free(problem);
    }
}

/* Proven is proven, whatever was left out or done at once on the way. */
static void proofs_agree(void **state)
{
    (void)state;
    const struct setup setup = {.size = 4, .option = {3}, .seed = 11};
    struct notes notes = {0};
    struct problem *problem = game_by_name("fruit")->create(&setup, &notes);
    const struct position *p = problem->position;
    struct search_options bare = {.no_reductions = true, .no_aspiration = true, .no_solver = true};
    struct search_result truth = run(p, bare, 0);
    assert_true(truth.proven);
    for (int threads = 1; threads <= 4; threads++) {
        struct search_options options = {.threads = threads, .no_solver = true};
        struct search_result result = run(p, options, 0);
        assert_true(result.proven);
        assert_int_equal(result.value, truth.value);
    }
    problem_free(problem);
}

struct running {
    const struct position *position;
    struct limits limits;
    int threads;
    atomic_bool begun;
    double ended; /* by the thread's own CPU clock */
    struct search_result result;
};

static void note_begin(void *context, const struct search_result *result)
{
    (void)result;
    struct running *running = context;
    atomic_store(&running->begun, true);
}

static double seconds_of(struct timespec time)
{
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *search_in_background(void *context)
{
    struct running *running = context;
    struct search_options options = {.hash_bytes = 1 << 20, .threads = running->threads};
    struct search *search = search_new(running->position->world, &options);
    running->result = search_run(search, running->position, &running->limits, note_begin, running);
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    running->ended = seconds_of(now);
    search_free(search);
    return NULL;
}

/* How much CPU time a search takes after it was told to stop, in seconds. */
static double time_to_stop(const struct row *row, int threads)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    struct problem *problem = row_problem(row);
    atomic_bool stop = false;
    struct running running = {.position = problem->position,
                              .limits = {.source = CLOCK_OF_WALL, .hard = 1000, .stop = &stop},
                              .threads = threads};
    running.limits.started = clock_seconds(CLOCK_OF_WALL);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, search_in_background, &running), 0);
    do {
        nanosleep(&moment, NULL);
    } while (!atomic_load(&running.begun));
    clockid_t clock;
    struct timespec told;
    assert_int_equal(pthread_getcpuclockid(thread, &clock), 0);
    assert_int_equal(clock_gettime(clock, &told), 0);
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    problem_free(problem);
    return running.ended - seconds_of(told);
}

/* A search stops within 2 ms of its own time. We may be kept waiting between a look at its clock
 * and the word, while it goes on, so it is the best of a few tries that counts and the limit is
 * wide: one that stops when a depth is done takes seconds. What is measured is printed. */
static void stop_is_honoured(void **state)
{
    (void)state;
    enum { TRIES = 5 };
    static const struct row large[] = {
        {"fruit", {.size = 26, .option = {9}, .seed = 6}, 0, 0},
        {"laser", {.size = 15, .option = {0}, .seed = 7}, 0, 0}, /* in the solver */
        {"laser", {.size = 16, .option = {0}, .seed = 7}, 0, 0},
        {"halma", {.seed = 3}, 12, 0},
        {"reversi", {.size = 16, .seed = 4}, 40, 0},
    };
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        for (int threads = 1; threads <= 2; threads++) {
            double best = 1000;
            for (int try = 0; try < TRIES; try++) {
                double took = time_to_stop(&large[i], threads);
                best = took < best ? took : best;
            }
            print_message("# %s, threads %d: stopped after %.2f ms\n", large[i].game, threads,
                          1000 * best);
            assert_true(best < 0.5);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_ranked),
        cmocka_unit_test(shortcuts_keep_the_value),
        cmocka_unit_test(proofs_agree),
        cmocka_unit_test(stop_is_honoured),
    };
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
