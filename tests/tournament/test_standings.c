/* Standings: points, ranks, seats, faults and places in every format, from stores made by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/check.h"
#include "tournament/meetings.h"
#include "tournament/standings.h"

static char folder[] = "/tmp/plywood-standings-XXXXXX";
static char file[sizeof folder + 32];

#define DONE(call)                                        \
    do {                                                  \
        struct notes notes = {0};                         \
        if (!(call))                                      \
            fail_msg("%s: %s", #call, notes_why(&notes)); \
    } while (0)

static void remove_store(void)
{
    char path[sizeof file + 8];
    const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        unlink(path);
    }
}

static struct store *fresh(enum format format, int each, bool best_of, bool anonymous)
{
    struct settings settings = {
        .format = format, .games = each, .best_of = best_of, .anonymous = anonymous, .seed = 1};
    struct setup setup = SETUP_DEFAULT;
    snprintf(settings.title, sizeof settings.title, "A test");
    settings.game = game_by_name("laser");
    settings.setup = setup;
    settings.setup.variant = settings.game->variants[0].name;
    struct text json = {0};
    settings_write(&settings, &json);
    remove_store();
    struct store *store = NULL;
    DONE((store = store_open(file, STORE_CREATE, &notes)));
    DONE(store_set_settings(store, json.data, &notes));
    text_free(&json);
    return store;
}

static void add_agent(struct store *store, const char *name, bool is_ladder, enum agent_state state)
{
    char alias[40];
    snprintf(alias, sizeof alias, "Alias of %s", name);
    struct store_agent agent = {.name = memory_string(name),
                                .alias = memory_string(alias),
                                .spec = memory_string("greedy"),
                                .is_ladder = is_ladder,
                                .state = state,
                                .reason = memory_string("")};
    snprintf(agent.hash, sizeof agent.hash, "h-%s", name);
    DONE(store_add_agent(store, &agent, &notes));
    free(agent.name);
    free(agent.alias);
    free(agent.spec);
    free(agent.reason);
}

/* A task of these games: results of a, '+' won, '=' drawn, '-' lost, 'f' lost by a fault of a's;
 * a moves first in every other one. done: the task is over. */
struct bout {
    int round, a, b;
    const char *results;
    bool done;
    int games; /* planned; 0: as many as there are */
};

static void play_bout(struct store *store, const struct bout *bout, const struct store_task *task,
                      int number, int64_t host)
{
    for (int k = 0; bout->results[k]; k++) {
        char r = bout->results[k];
        struct store_game game = {.task = task->id,
                                  .number = k,
                                  .agent = {task->a, task->b},
                                  .start = k / 2,
                                  .first = k % 2,
                                  .winner = r == '+'   ? 0
                                            : r == '=' ? -1
                                                       : 1,
                                  .fault = r == 'f' ? 0 : -1,
                                  .ending = r == 'f'   ? "crashed"
                                            : r == '=' ? "tie"
                                                       : "score",
                                  .host = host,
                                  .input = "x",
                                  .moves = "",
                                  .detail = "",
                                  .complaint = ""};
        snprintf(game.key, sizeof game.key, "%d-%d", number, k);
        memcpy(game.hash, task->hash, sizeof game.hash);
        DONE(store_save(store, &game, 1, NULL, 0, &notes));
    }
    if (bout->done)
        DONE(store_save(store, NULL, 0, &task->id, 1, &notes));
}

/* pauses: who pauses, by round from 1; NULL: nobody. */
static void play_with(struct store *store, const struct bout *bouts, int count, bool best_of,
                      const int *pauses)
{
    struct store_host host = {.name = memory_string("here"),
                              .confinement = memory_string(""),
                              .missing = memory_string(""),
                              .detail = memory_string("")};
    DONE(store_enter_host(store, &host, &notes));
    int first_of_round = 0;
    for (int at = 0; at < count; at++) {
        if (at + 1 < count && bouts[at + 1].round == bouts[at].round)
            continue;
        struct store_task tasks[8] = {0};
        int size = at + 1 - first_of_round;
        for (int i = 0; i < size; i++) {
            const struct bout *bout = &bouts[first_of_round + i];
            int planned_games = bout->games ? bout->games : (int)strlen(bout->results);
            tasks[i] = (struct store_task){.round = bout->round,
                                           .number = i,
                                           .a = bout->a,
                                           .b = bout->b,
                                           .games = planned_games,
                                           .best_of = best_of};
        }
        bool planned;
        DONE(store_plan_round(store, bouts[at].round, tasks, size,
                              pauses ? pauses[bouts[at].round] : 0, &planned, &notes));
        assert_true(planned);
        struct store_task *all;
        int64_t all_count;
        DONE(store_tasks(store, &all, &all_count, &notes));
        assert_int_equal(all_count, at + 1);
        for (; first_of_round <= at; first_of_round++)
            play_bout(store, &bouts[first_of_round], &all[first_of_round], first_of_round, host.id);
        free(all);
    }
    free(host.name);
    free(host.confinement);
    free(host.missing);
    free(host.detail);
}

static void play(struct store *store, const struct bout *bouts, int count, bool best_of)
{
    play_with(store, bouts, count, best_of, NULL);
}

static void stand(struct store *store, struct standings *s)
{
    DONE(standings_make(store, &(struct standings_options){.quick = true}, s, &notes));
}

static const struct standing *row_of(const struct standings *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->row[i].agent->name, name) == 0)
            return &s->row[i];
    fail_msg("no row of %s", name);
    return NULL;
}

static void end(struct store *store, struct standings *s)
{
    standings_free(s);
    store_close(store);
    remove_store();
}

static void points_and_seats(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_ROUND_ROBIN, 4, false, false);
    const char *const names[] = {"a", "out", "b", "c"};
    for (int i = 0; i < 4; i++)
        add_agent(store, names[i], false, i == 1 ? AGENT_KEPT_OUT : AGENT_ENTERED);
    const struct bout bouts[] = {
        {1, 1, 3, "+=+-", true, 0}, {1, 1, 4, "f+", true, 0}, {1, 3, 4, "+", false, 2}};
    play(store, bouts, 3, false);
    struct standings s;
    stand(store, &s);
    assert_int_equal(s.count, 3);
    assert_int_equal(s.agent_count, 4);
    assert_string_equal(s.agents[3].name, "out");
    const struct standing *a = row_of(&s, "a"), *b = row_of(&s, "b"), *c = row_of(&s, "c");
    assert_true(a->points == 3.5 && b->points == 2.5 && c->points == 1);
    assert_int_equal(a->rank, 1);
    assert_int_equal(b->rank, 2);
    assert_int_equal(c->rank, 3);
    assert_int_equal(a->games, 6);
    assert_int_equal(a->wins, 3);
    assert_int_equal(a->draws, 1);
    assert_int_equal(a->losses, 2);
    assert_int_equal(a->first_games, 3); /* the first and third of b, the first of c */
    assert_int_equal(a->first_wins, 2);
    assert_int_equal(a->faults, 1);
    assert_int_equal(b->faults, 0);
    assert_int_equal(a->rating.pairs, 3);
    assert_int_equal(a->play.pairs, 2); /* the pair with a fault is left out */
    for (int i = 0; i < s.count; i++) {
        assert_int_equal(s.row[i].place.best, 1); /* six games show nothing, of three agents */
        assert_int_equal(s.row[i].place.worst, 3);
    }
    end(store, &s);
}

static void equals_share_a_rank(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_ROUND_ROBIN, 2, false, true);
    for (int i = 0; i < 3; i++)
        add_agent(store, (const char *[]){"a", "b", "c"}[i], false, AGENT_ENTERED);
    const struct bout bouts[] = {
        {1, 1, 2, "+-", true, 0}, {1, 1, 3, "++", true, 0}, {1, 2, 3, "++", true, 0}};
    play(store, bouts, 3, false);
    struct standings s;
    stand(store, &s);
    assert_int_equal(row_of(&s, "a")->rank, 1);
    assert_int_equal(row_of(&s, "b")->rank, 1);
    assert_int_equal(row_of(&s, "c")->rank, 3);
    assert_string_equal(row_of(&s, "c")->shown, "Alias of c");
    end(store, &s);
}

/* A best of five: three games decide it, a level one that is over is split, one that is not over
 * counts nothing. */
static void best_of_counts_encounters(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_ROUND_ROBIN, 5, true, false);
    for (int i = 0; i < 4; i++)
        add_agent(store, (const char *[]){"a", "b", "c", "d"}[i], false, AGENT_ENTERED);
    const struct bout bouts[] = {{1, 1, 2, "+-++", false, 5},
                                 {1, 1, 3, "--", false, 5},
                                 {1, 4, 1, "+-===", true, 5},
                                 {1, 2, 3, "---", true, 5}};
    play(store, bouts, 4, true);
    struct standings s;
    stand(store, &s);
    assert_true(row_of(&s, "a")->points == 1.5);
    assert_true(row_of(&s, "b")->points == 0);
    assert_true(row_of(&s, "c")->points == 1);
    assert_true(row_of(&s, "d")->points == 0.5);
    assert_int_equal(row_of(&s, "a")->games, 11); /* odd games count in the standing */
    end(store, &s);
}

/* The rule of the text: out only if one loses more than half; both go on if they split. */
static void knock_out(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_KNOCK_OUT, 2, false, false);
    for (int i = 0; i < 4; i++)
        add_agent(store, (const char *[]){"a", "b", "c", "d"}[i], false, AGENT_ENTERED);
    const struct bout bouts[] = {{1, 1, 2, "+-", true, 0},
                                 {1, 4, 3, "+=", true, 0},
                                 {2, 2, 1, "++", true, 0},
                                 {3, 2, 4, "-", false, 2}};
    play(store, bouts, 4, false);
    struct standings s;
    stand(store, &s);
    assert_false(row_of(&s, "b")->is_out);
    assert_false(row_of(&s, "d")->is_out);
    assert_true(row_of(&s, "a")->is_out && row_of(&s, "c")->is_out);
    assert_int_equal(row_of(&s, "b")->rank, 1);
    assert_int_equal(row_of(&s, "d")->rank, 1);
    assert_int_equal(row_of(&s, "a")->rank, 3); /* it came farther than c */
    assert_int_equal(row_of(&s, "c")->rank, 4);
    assert_true(row_of(&s, "b")->points == 1.5); /* a split and a win */
    end(store, &s);
}

static void a_ladder_is_not_ranked(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_GAUNTLET, 2, false, false);
    add_agent(store, "staff", true, AGENT_ENTERED);
    add_agent(store, "a", false, AGENT_ENTERED);
    add_agent(store, "b", false, AGENT_ENTERED);
    const struct bout bouts[] = {{1, 2, 1, "--", true, 0}, {1, 3, 1, "=-", true, 0}};
    play(store, bouts, 2, false);
    struct standings s;
    stand(store, &s);
    assert_string_equal(s.row[0].agent->name, "b");
    assert_int_equal(s.row[0].rank, 1);
    assert_string_equal(s.row[2].agent->name, "staff");
    assert_int_equal(s.row[2].rank, 0);
    assert_true(row_of(&s, "staff")->rating.elo == 0); /* the anchor */
    end(store, &s);
}

/* Pauses are those that were planned: a withdrawal takes none away and makes none. */
static void swiss_pauses_stay(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_SWISS, 2, false, false);
    for (int i = 0; i < 5; i++)
        add_agent(store, (const char *[]){"a", "b", "c", "d", "e"}[i], false, AGENT_ENTERED);
    const struct bout bouts[] = {{1, 2, 3, "++", true, 0},
                                 {1, 4, 5, "+-", true, 0},
                                 {2, 1, 2, "+-", true, 0},
                                 {2, 3, 5, "++", true, 0}};
    play_with(store, bouts, 4, false, (int[]){0, 1, 4});
    struct standings s;
    stand(store, &s);
    assert_true(row_of(&s, "a")->points == 3 && row_of(&s, "d")->points == 3);
    standings_free(&s);
    DONE(store_withdraw_agent(store, 5, &notes));
    stand(store, &s);
    assert_true(row_of(&s, "a")->points == 3);
    assert_true(row_of(&s, "d")->points == 2); /* its pause, and nothing of e */
    assert_true(row_of(&s, "c")->points == 0);
    standings_free(&s);
    DONE(store_withdraw_agent(store, 4, &notes));
    stand(store, &s);
    assert_true(row_of(&s, "a")->points == 3);
    assert_true(row_of(&s, "c")->points == 0); /* the only one without a meeting in round 2 */
    end(store, &s);
}

/* Who plays as what: programs have numbers in the order in which they came, which stay with them.
 * What was shown at the price of a field of three is shown at that price when one has gone. */
static void entries_are_numbered(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_ROUND_ROBIN, 2, false, false);
    for (int i = 0; i < 4; i++)
        add_agent(store, (const char *[]){"a", "out", "b", "c"}[i], false,
                  i == 1 ? AGENT_KEPT_OUT : AGENT_ENTERED);
    const struct bout bouts[] = {{1, 1, 3, "++", true, 0}, {1, 3, 4, "++", true, 0}};
    play(store, bouts, 2, false);
    add_agent(store, "late", false, AGENT_ENTERED);
    struct standings s;
    stand(store, &s);
    assert_int_equal(s.progress.field, 3);
    assert_int_equal(row_of(&s, "a")->agent->entry, 1);
    assert_int_equal(row_of(&s, "c")->agent->entry, 3);
    assert_int_equal(row_of(&s, "late")->agent->entry, 4);
    assert_int_equal(s.agents[4].entry, 0);
    struct store_agent agent = *row_of(&s, "b")->agent;
    for (int i = 0; i < 2; i++) { /* another program, and the old one again */
        snprintf(agent.hash, sizeof agent.hash, i == 0 ? "new" : "h-b");
        DONE(store_replace_agent(store, &agent, &notes));
        struct standings now;
        stand(store, &now);
        assert_int_equal(row_of(&now, "b")->agent->entry, i == 0 ? 5 : 2);
        assert_int_equal(now.progress.field, 3);
        assert_int_equal(now.certainty.options.field, 3);
        assert_int_equal(now.certainty.entry[1], i == 0 ? 5 : 2);
        standings_free(&now);
    }
    end(store, &s);
}

/* Whoever plans looks first and writes later: what has changed meanwhile makes the plan void. */
static void a_plan_of_yesterday_is_refused(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_KNOCK_OUT, 2, false, false);
    for (int i = 0; i < 2; i++)
        add_agent(store, (const char *[]){"a", "b"}[i], false, AGENT_ENTERED);
    const struct bout bouts[] = {{1, 1, 2, "++", true, 0}};
    play(store, bouts, 1, false);
    struct standings s;
    stand(store, &s);
    bool finished, planned;
    struct store_agent agent = *row_of(&s, "b")->agent;
    snprintf(agent.hash, sizeof agent.hash, "new");
    DONE(store_replace_agent(store, &agent, &notes)); /* its task is open again */
    struct store_task task = {.a = 1, .b = 2, .start = 1, .games = 2};
    DONE(store_plan_round(store, 2, &task, 1, 0, &planned, &notes));
    assert_false(planned);
    DONE(store_finish(store, s.progress.writes, &finished, &notes));
    assert_false(finished);
    struct store_progress now;
    DONE(store_progress(store, &now, &notes));
    assert_true(now.rounds == 1 && !now.finished);
    DONE(store_finish(store, now.writes, &finished, &notes));
    assert_true(finished);
    end(store, &s);
}

static void nobody_and_nothing(void **state)
{
    (void)state;
    struct store *store = fresh(FORMAT_SWISS, 2, false, false);
    struct standings s;
    stand(store, &s);
    assert_int_equal(s.count, 0);
    standings_free(&s);
    add_agent(store, "a", false, AGENT_ENTERED);
    stand(store, &s);
    assert_int_equal(s.count, 1);
    assert_int_equal(s.row[0].rank, 1);
    end(store, &s);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/store", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_seats),
        cmocka_unit_test(equals_share_a_rank),
        cmocka_unit_test(best_of_counts_encounters),
        cmocka_unit_test(knock_out),
        cmocka_unit_test(a_ladder_is_not_ranked),
        cmocka_unit_test(nobody_and_nothing),
        cmocka_unit_test(swiss_pauses_stay),
        cmocka_unit_test(entries_are_numbered),
        cmocka_unit_test(a_plan_of_yesterday_is_refused),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failures;
}
