/* A worker whose store does not take its games. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/registry.h"
#include "tests/tournament/stores.h"
#include "tournament/field.h"
#include "tournament/worker.h"

enum { GAMES = 60 };

static struct {
    int to_fail; /* calls that fail, before others come through */
    int games, tasks;
    int64_t of[GAMES], done[GAMES]; /* tasks of the games, and those that ended */
} saved;

/* The linker takes this one: it keeps what a store would. */
bool store_save(struct store *store, const struct store_game *game, int count,
                const int64_t *done_tasks, int done_count, struct notes *notes)
{
    (void)store;
    if (saved.to_fail > 0) {
        saved.to_fail--;
        return notes_fault(notes, 0, "not now") && false;
    }
    for (int i = 0; i < count && saved.games < GAMES; i++)
        saved.of[saved.games++] = game[i].task;
    for (int i = 0; i < done_count && saved.tasks < GAMES; i++)
        saved.done[saved.tasks++] = done_tasks[i];
    return true;
}

static void make_tournament(struct store *store, struct settings *s)
{
    struct field field = {0};
    *s = (struct settings){.game = games[0],
                           .setup = SETUP_DEFAULT,
                           .format = FORMAT_ROUND_ROBIN,
                           .games = 20,
                           .time = -1,
                           .opening_plies = -1,
                           .ply_limit = 40,
                           .seed = 1,
                           .limits = {.depth = 1}};
    DONE(field_add(&field, "random", "a", false, &notes));
    DONE(field_add(&field, "random", "b", false, &notes));
    DONE(field_add(&field, "random", "c", false, &notes));
    DONE(field_enter(store, &field, NULL, &notes));
    field_free(&field);
}

/* What could not be saved is saved with whatever comes after it: no game is lost, and no task ends
 * without its games. */
static void a_batch_that_failed_comes_first(void **state)
{
    (void)state;
    struct store *store = fresh();
    struct settings settings;
    make_tournament(store, &settings);
    saved.to_fail = 1;
    struct worker_summary summary;
    struct notes notes = {0};
    assert_false(worker_run(store, &settings,
                            &(struct worker_options){.jobs = 1, .is_local = true, .patience = 1e-9},
                            &(struct worker_listener){0}, &summary, &notes));
    assert_string_equal(notes_why(&notes), "not now");
    assert_true(summary.games > 0);
    assert_int_equal(saved.games, summary.games);
    assert_int_equal(saved.tasks, summary.tasks);
    for (int i = 0; i < saved.tasks; i++) {
        int own = 0;
        for (int k = 0; k < saved.games; k++)
            own += saved.of[k] == saved.done[i];
        assert_true(own >= 2);
    }
    assert_int_equal(progress(store).leased, 0); /* its tasks are anybody's */
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_batch_that_failed_comes_first)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
