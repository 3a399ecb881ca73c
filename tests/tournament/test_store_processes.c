/* The store under several processes, some of which are killed. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "tests/tournament/stores.h"

/* A child of ours: runs work with a store of its own and ends. */
static pid_t child(void (*work)(struct store *, int), int number)
{
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    struct notes notes = {0};
    struct store *store = store_open(where(), STORE_WRITE, &notes);
    if (!store) {
        fprintf(stderr, "# child: %s\n", notes_why(&notes));
        _exit(1);
    }
    work(store, number);
    _exit(0);
}

/* Takes and plays until nothing is open; fails if a task is told to be somebody else's. */
static void work_off(struct store *store, int number)
{
    struct store_task task[5];
    for (;;) {
        int count;
        struct notes notes = {0};
        if (!store_take(store, number, 1000, 1 + number % 5, task, &count, &notes)) {
            fprintf(stderr, "# worker: %s\n", notes_why(&notes));
            _exit(1);
        }
        if (count == 0)
            return;
        for (int i = 0; i < count; i++) {
            struct store_game game[2] = {game_of(&task[i], 0), game_of(&task[i], 1)};
            for (int k = 0; k < 2; k++)
                game[k].host = number;
            if (!store_save(store, game, 2, &task[i].id, 1, &notes)) {
                fprintf(stderr, "# worker: %s\n", notes_why(&notes));
                _exit(1);
            }
        }
    }
}

static void test_concurrency(void **state)
{
    (void)state;
    enum { WORKERS = 4, AGENTS = 13, TASKS = AGENTS * (AGENTS - 1) / 2 };
    struct store *store = fresh();
    add_agents(store, AGENTS);
    assert_int_equal(plan_pairs(store, 1, AGENTS, 0), TASKS);
    pid_t worker[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        worker[i] = child(work_off, i + 1);
    for (int i = 0; i < WORKERS; i++) {
        int status;
        waitpid(worker[i], &status, 0);
        assert_int_equal(status, 0);
    }
    struct store_progress p = progress(store);
    assert_int_equal(p.games, 2 * TASKS);
    assert_int_equal(p.done, TASKS);
    check_counts(store);
    /* leases were long: had two workers had one task, one of them would have found its games there,
     * and its pair would be in two hands */
    struct kept kept = {0};
    struct store_filter everything = {0};
    DONE(store_games(store, &everything, keep_game, &kept, &notes));
    for (int i = 0; i < kept.games; i++) {
        assert_int_equal(kept.game[i].id, i + 1);
        for (int k = 0; k < i; k++)
            assert_true(kept.game[k].task != kept.game[i].task ||
                        kept.game[k].host == kept.game[i].host);
    }
    free(kept.game);
    store_close(store);
}

/* Each saved game is told through a pipe once it is committed, with the number of its worker, which
 * the row has for its host: should it be lost, a later worker plays it again. */
struct told {
    int slot, worker;
};
static int tell[2];

static void work_and_tell(struct store *store, int number)
{
    struct store_task task;
    int count;
    struct notes notes = {0};
    while (store_take(store, number, 0.001, 1, &task, &count, &notes)) {
        if (count == 0) {
            struct store_progress p;
            if (!store_progress(store, &p, &notes) || p.done == p.tasks)
                _exit(0);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            struct store_game game = game_of(&task, k);
            game.host = number;
            if (!store_save(store, &game, 1, &task.id, k, &notes))
                _exit(1);
            struct told told = {2 * task.number + k, number};
            if (write(tell[1], &told, sizeof told) != sizeof told)
                _exit(1);
        }
    }
}

static void test_killed(void **state)
{
    (void)state;
    enum { AGENTS = 14, TASKS = AGENTS * (AGENTS - 1) / 2, MOST_KILLS = 25 };
    struct store *store = fresh();
    add_agents(store, AGENTS);
    assert_int_equal(plan_pairs(store, 1, AGENTS, 0), TASKS);
    store_close(store);
    assert_int_equal(pipe(tell), 0);
    struct random random = {3};
    int teller[2 * TASKS] = {0}, seen[2 * TASKS] = {0};
    for (int kills = 0;; kills++) {
        pid_t pid = child(work_and_tell, kills + 1);
        if (kills < MOST_KILLS) {
            usleep(3000 + random_below(&random, 30000));
            kill(pid, SIGKILL);
        }
        int status;
        waitpid(pid, &status, 0);
        if (!WIFSIGNALED(status)) {
            assert_int_equal(status, 0);
            break;
        }
    }
    close(tell[1]);
    for (struct told told; read(tell[0], &told, sizeof told) == sizeof told;)
        if (!teller[told.slot])
            teller[told.slot] = told.worker;
    close(tell[0]);
    store = open_store(STORE_READ);
    struct kept kept = {0};
    struct store_filter everything = {0};
    DONE(store_games(store, &everything, keep_game, &kept, &notes));
    struct store_task *task;
    int64_t count;
    DONE(store_tasks(store, &task, &count, &notes));
    for (int i = 0; i < kept.games; i++) {
        int slot = 2 * task[kept.game[i].task - 1].number + kept.game[i].number;
        seen[slot]++;
        /* nobody had to play it again after it was told */
        assert_true(teller[slot] == 0 || kept.game[i].host <= teller[slot]);
    }
    for (int i = 0; i < 2 * TASKS; i++)
        assert_int_equal(seen[i], 1);
    assert_int_equal(progress(store).done, TASKS);
    check_counts(store);
    free(task);
    free(kept.game);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_concurrency),
        cmocka_unit_test(test_killed),
    };
    on_postgres = getenv("PLYWOOD_POSTGRES") != NULL;
    return cmocka_run_group_tests_name(on_postgres ? "postgres" : "sqlite", tests, make_folder,
                                       remove_folder);
}
