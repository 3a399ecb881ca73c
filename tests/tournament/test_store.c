/* The store, case by case. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/random.h"
#include "tests/tournament/stores.h"
#include "tournament/database.h"
#include "tournament/schema.h"

static void test_round_trip(void **state)
{
    (void)state;
    struct store *store = fresh();
    struct text json = {0};
    DONE(store_settings(store, &json, &notes));
    assert_string_equal(json.data, "{}");
    text_free(&json);
    add_agents(store, 3);
    assert_int_equal(plan_pairs(store, 1, 3, 0), 3);
    bool planned = true;
    DONE(store_plan_round(store, 1, NULL, 0, 0, &planned, &notes));
    assert_false(planned);
    struct store_task task[4];
    assert_int_equal(take(store, 7, 100, 4, task), 3);
    assert_string_equal(task[2].hash[0], "h2");
    assert_string_equal(task[2].hash[1], "h3");
    assert_int_equal(progress(store).leased, 3);
    save_task(store, &task[0]);
    save_task(store, &task[0]);
    struct store_progress p = progress(store);
    assert_int_equal(p.games, 2);
    assert_int_equal(p.done, 1);
    assert_int_equal(p.leased, 2);
    assert_int_equal(p.planned_games, 6);
    check_counts(store);
    struct kept r = {0};
    DONE(store_games_of_task(store, &task[0], keep_game, &r, &notes));
    assert_int_equal(r.games, 2);
    assert_int_equal(r.game[1].number, 1);
    assert_true(r.game[1].seed == UINT64_C(0xfedcba9876543210));
    assert_int_equal(r.game[1].round, 1);
    free(r.game);
    store_close(store);
}

static void test_withdraw(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 4);
    plan_pairs(store, 1, 4, 0);
    play_all(store);
    assert_int_equal(progress(store).games, 12);
    DONE(store_withdraw_agent(store, 2, &notes));
    assert_int_equal(progress(store).games, 6);
    assert_int_equal(progress(store).tasks, 3);
    check_counts(store);
    REFUSED(store_withdraw_agent(store, 9, &notes), "no agent with the number 9");
    store_close(store);
}

static void test_leases(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 3);
    plan_pairs(store, 1, 3, 0);
    struct store_task mine[4], theirs[4];
    assert_int_equal(take(store, 1, 1000, 2, mine), 2);
    assert_int_equal(take(store, 2, 1000, 4, theirs), 1);
    assert_int_equal(take(store, 3, 1000, 4, theirs), 0);
    /* a lease that has ended is anybody's: it lasts no time at all, by the database's clock */
    DONE(store_keep_alive(store, 1, -1, &notes));
    assert_int_equal(progress(store).leased, 1);
    assert_int_equal(take(store, 3, 1000, 1, theirs), 1);
    assert_int_equal(theirs[0].id, mine[0].id);
    /* the old holder prolongs what is left to it, and no more */
    DONE(store_keep_alive(store, 1, 1000, &notes));
    assert_int_equal(take(store, 4, 1000, 4, theirs), 0);
    DONE(store_give_back(store, 1, &notes));
    assert_int_equal(take(store, 4, 1000, 4, theirs), 1);
    assert_int_equal(theirs[0].id, mine[1].id);
    /* two that play the same task: it counts once */
    save_task(store, &mine[0]);
    save_task(store, &mine[0]);
    assert_int_equal(progress(store).games, 2);
    assert_int_equal(progress(store).done, 1);
    store_close(store);
}

static struct store_agent agent_with(int id, const char *hash)
{
    static char spec[] = "other", none[] = "";
    struct store_agent a = {.id = id, .spec = spec, .reason = none};
    snprintf(a.hash, sizeof a.hash, "%s", hash);
    return a;
}

static void test_replace(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 4);
    plan_pairs(store, 1, 4, 0);
    play_all(store);
    /* in the middle of another round: one task is being played when its agent is replaced */
    plan_pairs(store, 2, 4, 1);
    struct store_task task[8];
    assert_int_equal(take(store, 1, 1000, 1, task), 1);
    assert_int_equal(task[0].a, 1);
    struct store_agent other = agent_with(1, "new");
    DONE(store_replace_agent(store, &other, &notes));
    assert_int_equal(progress(store).games, 6);
    assert_int_equal(progress(store).tasks, 12);
    check_counts(store);
    save_task(store, &task[0]); /* in vain: it is not the present program's */
    assert_int_equal(progress(store).games, 6);
    assert_int_equal(progress(store).done, 3);
    play_all(store);
    assert_int_equal(progress(store).games, 24);
    check_counts(store);
    struct store_agent *agents;
    int count;
    DONE(store_agents(store, &agents, &count, &notes));
    assert_string_equal(agents[0].hash, "new");
    assert_string_equal(agents[0].name, "1");
    store_free_agents(agents, count);
    /* back to the first program: its games count again, and only what it missed is to be played */
    struct store_agent back = agent_with(1, "h1");
    DONE(store_replace_agent(store, &back, &notes));
    assert_int_equal(progress(store).tasks, 12);
    assert_int_equal(progress(store).games, 12 + 6 + 2); /* the one played in vain is there */
    play_all(store);
    assert_int_equal(progress(store).games, 24);
    check_counts(store);
    /* kept out, and in again */
    back.state = AGENT_KEPT_OUT;
    DONE(store_replace_agent(store, &back, &notes));
    assert_int_equal(progress(store).games, 12);
    back.state = AGENT_ENTERED;
    DONE(store_replace_agent(store, &back, &notes));
    assert_int_equal(progress(store).games, 24);
    store_close(store);
}

static int64_t enter_host(struct store *store, const char *name)
{
    struct store_host h = {.name = memory_string(name),
                           .confinement = memory_string(""),
                           .missing = memory_string(""),
                           .detail = memory_string("")};
    DONE(store_enter_host(store, &h, &notes));
    free(h.name);
    free(h.confinement);
    free(h.missing);
    free(h.detail);
    return h.id;
}

static void test_purge(void **state)
{
    (void)state;
    struct store *store = fresh();
    assert_int_equal(enter_host(store, "good"), 1);
    assert_int_equal(enter_host(store, "bad"), 2);
    assert_int_equal(enter_host(store, "good"), 1);
    add_agents(store, 3);
    plan_pairs(store, 1, 3, 0);
    struct store_task task[3];
    assert_int_equal(take(store, 1, 1000, 3, task), 3);
    for (int i = 0; i < 3;
         i++) { /* the second host had one game of the first task, two of the last */
        struct store_game game[2] = {game_of(&task[i], 0), game_of(&task[i], 1)};
        game[0].host = i == 2 ? 2 : 1;
        game[1].host = i == 1 ? 1 : 2;
        for (int k = 0; k < 2; k++)
            game[k].cpu[0] = game[k].cpu[1] = game[k].host == 2 ? 3 : 1;
        DONE(store_save(store, game, 2, &task[i].id, i < 2, &notes));
    }
    struct store_host *hosts;
    int count;
    DONE(store_hosts(store, &hosts, &count, &notes));
    assert_int_equal(count, 2);
    assert_int_equal(hosts[1].games, 3);
    assert_true(hosts[1].cpu_ratio > 2.9 && hosts[1].cpu_ratio < 3.1);
    store_free_hosts(hosts, count);
    int64_t purged = 0;
    DONE(store_purge_host(store, "bad", &purged, &notes));
    assert_int_equal(purged, 3);
    struct store_progress p = progress(store);
    assert_int_equal(p.games, 3);
    assert_int_equal(p.done, 1);
    assert_int_equal(p.tasks, 3);
    check_counts(store);
    /* the worker that held the last task goes on and ends it, in vain */
    struct store_game late = game_of(&task[2], 1);
    late.host = 2;
    DONE(store_save(store, &late, 1, &task[2].id, 1, &notes));
    assert_int_equal(progress(store).done, 1);
    assert_int_equal(progress(store).games, 3);
    play_all(store);
    struct kept kept = {0};
    DONE(store_games(store, &(struct store_filter){0}, keep_game, &kept, &notes));
    assert_int_equal(kept.games, 6);
    for (int i = 0; i < kept.games; i++)
        assert_int_equal(kept.game[i].host, 1);
    free(kept.game);
    assert_int_equal(progress(store).games, 6);
    assert_int_equal(progress(store).done, 3);
    check_counts(store);
    REFUSED(store_purge_host(store, "ugly", &purged, &notes), "no host of the name ugly");
    store_close(store);
}

static void test_void_gives_way(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 2);
    plan_pairs(store, 1, 2, 0);
    struct store_task task;
    take(store, 1, 1000, 1, &task);
    struct store_game game[2] = {game_of(&task, 0), game_of(&task, 1)};
    game[0].is_void = true;
    DONE(store_save(store, game, 2, NULL, 0, &notes));
    assert_int_equal(progress(store).games, 1);
    assert_int_equal(progress(store).voids, 1);
    check_counts(store);
    game[0].is_void = false;
    DONE(store_save(store, game, 2, NULL, 0, &notes));
    game[0].is_void = true;
    DONE(store_save(store, game, 1, NULL, 0, &notes));
    assert_int_equal(progress(store).games, 2);
    assert_int_equal(progress(store).voids, 0);
    check_counts(store);
    store_close(store);
}

/* A host that cannot prepare an agent leaves its tasks to others while there are some. */
static void test_unfit(void **state)
{
    (void)state;
    struct store *here = fresh(), *there = open_store(STORE_WRITE);
    add_agents(here, 3);
    plan_pairs(here, 1, 3, 0); /* 1-2, 1-3, 2-3 */
    enter_host(here, "here");
    struct store_task task[3], other[3];
    assert_int_equal(take(here, 1, 1000, 1, task), 1);
    const bool first[2] = {true, false}, second[2] = {false, true};
    bool hopeless = false;
    DONE(store_refuse_task(here, 1, &task[0], first, &hopeless, &notes));
    assert_true(hopeless); /* nobody else is there */
    enter_host(there, "there");
    DONE(store_refuse_task(here, 1, &task[0], first, &hopeless, &notes));
    assert_false(hopeless);
    assert_int_equal(take(here, 1, 1000, 3, other), 1);
    assert_int_equal(other[0].a, 2);
    assert_int_equal(take(there, 2, 1000, 3, task), 2);
    /* the other one cannot prepare the second agent: nobody can play these two */
    DONE(store_refuse_task(there, 2, &task[0], second, &hopeless, &notes));
    assert_true(hopeless);
    struct store_game game[2] = {game_of(&task[0], 0), game_of(&task[0], 1)};
    game[0].is_void = game[1].is_void = true;
    DONE(store_save(there, game, 2, &task[0].id, 1, &notes));
    assert_int_equal(progress(here).done, 1);
    assert_int_equal(progress(here).planned_games, 6);
    DONE(store_give_back(there, 2, &notes));
    DONE(store_give_back(here, 1, &notes));
    assert_int_equal(take(there, 2, 1000, 3, task), 1); /* 1-3; 2-3 is for the first host */
    DONE(store_give_back(there, 2, &notes));
    /* later all of it is tried again */
    DONE(store_retry_voids(here, 2, &notes));
    assert_int_equal(progress(here).done, 1);
    DONE(store_retry_voids(here, 1, &notes));
    assert_int_equal(progress(here).done, 0);
    play_all(here);
    assert_int_equal(progress(here).games, 6);
    assert_int_equal(progress(here).voids, 0);
    check_counts(here);
    store_close(here);
    store_close(there);
}

/* Whoever says that a task is done may be wrong: games were lost on their way. */
static void test_incomplete(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 2);
    plan_pairs(store, 1, 2, 0);
    struct store_task task, again;
    take(store, 1, 1000, 1, &task);
    struct store_game game[2] = {game_of(&task, 0), game_of(&task, 1)};
    DONE(store_save(store, &game[1], 1, &task.id, 1, &notes));
    assert_int_equal(progress(store).done, 0);
    assert_int_equal(take(store, 2, 1000, 1, &again), 1);
    assert_int_equal(again.id, task.id);
    assert_int_equal(again.there, 1);
    DONE(store_save(store, &game[0], 1, NULL, 0, &notes));
    DONE(store_save(store, NULL, 0, &task.id, 1, &notes));
    assert_int_equal(progress(store).done, 1);
    store_close(store);
}

/* Two workers play the same best of five, with other results: it ends by what is there. */
static void test_best_of_twice(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 2);
    struct store_task plan = {.a = 1, .b = 2, .games = 5, .best_of = true}, task;
    bool planned;
    DONE(store_plan_round(store, 1, &plan, 1, 0, &planned, &notes));
    take(store, 1, 1000, 1, &task);
    struct store_game game[5];
    for (int i = 0; i < 5; i++)
        game[i] = game_of(&task, i);
    game[0].winner = game[1].winner = 0;
    DONE(store_save(store, game, 2, NULL, 0, &notes));
    for (int i = 0; i < 3; i++)
        game[i].winner = 1;
    DONE(store_save(store, game, 3, &task.id, 1, &notes)); /* 3 : 0 by its own count, 1 : 2 here */
    assert_int_equal(progress(store).games, 3);
    assert_int_equal(progress(store).done, 0);
    game[3].winner = 0;
    DONE(store_save(store, &game[3], 1, &task.id, 1, &notes));
    assert_int_equal(progress(store).done, 1);
    assert_int_equal(progress(store).games, 4);
    check_counts(store);
    store_close(store);
}

/* The latest games are those from the other end. */
static void check_latest(struct store *store)
{
    const struct store_filter all[] = {{.without_moves = true},
                                       {.agent = {3}},
                                       {.agent = {4, 2}},
                                       {.faults_only = true, .without_voids = true}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct store_filter turned = all[i];
        struct kept rising = {0}, falling = {0};
        turned.latest = true;
        DONE(store_games(store, &all[i], keep_game, &rising, &notes));
        DONE(store_games(store, &turned, keep_game, &falling, &notes));
        assert_true(rising.games > 0);
        assert_int_equal(falling.games, rising.games);
        for (int k = 0; k < rising.games; k++)
            assert_int_equal(falling.game[k].id, rising.game[rising.games - 1 - k].id);
        falling.games = 0;
        turned.most = 3;
        DONE(store_games(store, &turned, keep_game, &falling, &notes));
        assert_int_equal(falling.games, rising.games < 3 ? rising.games : 3);
        assert_int_equal(falling.game[0].id, rising.game[rising.games - 1].id);
        free(rising.game);
        free(falling.game);
    }
    struct kept sound = {0};
    DONE(store_games(store, &(struct store_filter){.without_voids = true}, keep_game, &sound,
                     &notes));
    assert_int_equal(sound.games, progress(store).games);
    free(sound.game);
}

static void test_longest_task(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 2);
    struct store_task plan = {.a = 1, .b = 2, .games = STORE_TASK_GAMES + 1}, task;
    bool planned;
    REFUSED(store_plan_round(store, 1, &plan, 1, 0, &planned, &notes),
            "from 1 to 254 games, this one 255");
    plan.games--;
    DONE(store_plan_round(store, 1, &plan, 1, 0, &planned, &notes));
    take(store, 1, 1000, 1, &task);
    struct store_game *game = memory_new(STORE_TASK_GAMES * sizeof *game);
    for (int i = 0; i < STORE_TASK_GAMES; i++)
        game[i] = game_of(&task, i);
    DONE(store_save(store, game, STORE_TASK_GAMES, &task.id, 1, &notes));
    free(game);
    assert_int_equal(progress(store).games, STORE_TASK_GAMES);
    assert_int_equal(progress(store).done, 1);
    check_counts(store);
    store_close(store);
}

/* Tasks of many games: odd ones, draws, faults, boards that differ, seats that start with b. */
static void test_counts(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 5);
    struct store_task plan[20], task[20];
    struct random random = {7};
    int tasks = 0;
    for (int a = 1; a <= 5; a++)
        for (int b = 1; b <= 5; b++)
            if (a != b) {
                plan[tasks] = (struct store_task){
                    .number = tasks, .a = a, .b = b, .start = 20 * (a > b), .games = 11};
                tasks++;
            }
    bool planned;
    DONE(store_plan_round(store, 1, plan, tasks, 0, &planned, &notes));
    assert_int_equal(take(store, 1, 1000, 20, task), 20);
    long faults = 0;
    for (int i = 0; i < tasks; i++) {
        struct store_game game[11];
        int count = 1 + (int)random_below(&random, 11);
        for (int k = 0; k < count; k++) {
            game[k] = game_of(&task[i], k);
            game[k].first = (k + i) % 2;
            game[k].winner = (int)random_below(&random, 3) - 1;
            game[k].is_void = random_below(&random, 8) == 0;
            game[k].attempt = random_below(&random, 8) == 0;
            if (game[k].winner >= 0 && !game[k].is_void && random_below(&random, 4) == 0) {
                game[k].fault = 1 - game[k].winner;
                game[k].ending = "late";
                faults++;
            }
            snprintf(game[k].key, sizeof game[k].key, "%d-%d", i, k);
        }
        DONE(store_save(store, game, count, &task[i].id, 1, &notes));
    }
    assert_int_equal(progress(store).faults, faults);
    check_counts(store);
    struct kept kept = {0};
    struct store_filter faulty = {.faults_only = true}, couple = {.agent = {4, 2}},
                        one = {.agent = {0, 3}};
    DONE(store_games(store, &faulty, keep_game, &kept, &notes));
    assert_int_equal(kept.games, faults);
    kept.games = 0;
    DONE(store_games(store, &couple, keep_game, &kept, &notes));
    assert_true(kept.games > 0);
    for (int i = 0; i < kept.games; i++)
        assert_int_equal(kept.game[i].agent[0] * kept.game[i].agent[1], 8);
    kept.games = 0;
    DONE(store_games(store, &one, keep_game, &kept, &notes));
    for (int i = 0; i < kept.games; i++)
        assert_true(kept.game[i].agent[0] == 3 || kept.game[i].agent[1] == 3);
    check_latest(store);
    struct encounters clean;
    DONE(store_condense(store, true, 0, &clean, &notes));
    struct encounters all;
    DONE(store_condense(store, false, 0, &all, &notes));
    assert_int_equal(all.count, 10);
    long dirty = 0;
    for (int i = 0; i < all.count; i++)
        dirty += encounter_pairs(&all.encounter[i]);
    for (int i = 0; i < clean.count; i++)
        dirty -= encounter_pairs(&clean.encounter[i]);
    assert_true(0 < dirty && dirty <= faults);
    encounters_free(&clean);
    encounters_free(&all);
    free(kept.game);
    store_close(store);
}

static void test_foreign_text(void **state)
{
    (void)state;
    struct store *store = fresh();
    static const char *const names[] = {"<b>bold</b>",
                                        "\x1b[31mred",
                                        "\xff\xfe",
                                        "Zo\xc3\xab",
                                        ("\xe2\x80\xae"
                                         "live"),
                                        "'; DROP TABLE game; --",
                                        "a\nb"};
    static const char *const fit[] = {"<b>bold</b>", "\\x1b[31mred", "\\xff\\xfe",
                                      "Zo\xc3\xab",  "\\u202elive",  "'; DROP TABLE game; --",
                                      "a\\nb"};
    enum { NAMES = sizeof names / sizeof *names };
    for (int i = 0; i < NAMES; i++)
        add_agent(store, names[i], "h");
    struct store_agent *agents;
    int count;
    DONE(store_agents(store, &agents, &count, &notes));
    assert_int_equal(count, NAMES);
    for (int i = 0; i < count; i++)
        assert_string_equal(agents[i].name, fit[i]);
    store_free_agents(agents, count);
    plan_pairs(store, 1, 2, 0);
    struct store_task task;
    take(store, 1, 1000, 1, &task);
    struct store_game g = game_of(&task, 0);
    g.detail = "\x80 \x1b]0;title\a";
    g.complaint = "\xed\xa0\x80";
    DONE(store_save(store, &g, 1, NULL, 0, &notes));
    /* an archive is bytes */
    struct text archive = {0}, got = {0};
    text_add_bytes(&archive, "\0\xff\x1b\0\\", 5);
    DONE(store_put_program(store, "h", &archive, &notes));
    DONE(store_put_program(store, "h", &archive, &notes));
    DONE(store_get_program(store, "h", &got, &notes));
    assert_int_equal(got.length, 5);
    assert_memory_equal(got.data, archive.data, 5);
    REFUSED(store_get_program(store, "none", &got, &notes), "no program with the hash none");
    text_free(&archive);
    text_free(&got);
    char name[] = "<b>bold</b>", none[] = "", spec[] = "x";
    struct store_agent twice = {.name = name, .alias = none, .spec = spec, .reason = none};
    REFUSED(store_add_agent(store, &twice, &notes), "already");
    char *longest = memory_zero(2001);
    memset(longest, 'x', 2000);
    twice.name = longest;
    REFUSED(store_add_agent(store, &twice, &notes), "from 1 to 250 bytes");
    free(longest);
    store_close(store);
}

/* --- schemas --- */

static void make_version_1(struct database *d, void *context)
{
    (void)context;
    schema_migrate(d, 0, 1);
    static const char *const rows[] = {
        "UPDATE meta SET settings = '{}'",
        "INSERT INTO agent VALUES (1, 'x', '', 1, 0, 0, '', 1), (2, 'y', '', 2, 0, 0, '', 2)",
        "INSERT INTO version VALUES (1, 1, 'hx', 'x', 0), (2, 2, 'hy', 'y', 0)",
        "INSERT INTO round VALUES (1, 1)",
        "INSERT INTO task (id, round, number, a, b, version_a, version_b, start, games, best_of, "
        "live, done) VALUES (1, 1, 0, 2, 1, 2, 1, 0, 2, 0, 1, 1), "
        "(2, 1, 1, 1, 2, 1, 2, 1, 2, 0, 1, 0)",
        "INSERT INTO board VALUES (1, 1, 'board')",
        "INSERT INTO game VALUES "
        "(1, 'k1', 2, 1, 0, 1, 0, 0, 0, 0, 0, 0, -1, 'won', 3, 1, 9, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, "
        "'m', 0, '', ''), "
        "(2, 'k2', 2, 1, 0, 1, 1, 0, 0, 1, -1, 0, -1, 'won', 3, 1, 9, 0, 0, 0, 0, 0, 0, 1, 1, 1, "
        "1, 'm', 0, '', '')"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        database_execute(d, rows[i]);
}

static void test_migration(void **state)
{
    (void)state;
    nothing_there();
    struct database *d = NULL;
    DONE((d = database_open(where(), DATABASE_CREATE, &notes)));
    DONE(database_transact(d, DATABASE_WRITING, make_version_1, NULL, &notes));
    database_close(d);
    struct store *store = open_store(STORE_WRITE);
    assert_int_equal(progress(store).games, 2);
    assert_int_equal(progress(store).done, 1);
    struct encounters e;
    DONE(store_condense(store, false, 0, &e, &notes));
    assert_int_equal(e.count, 1);
    /* y won moving first and drew moving second: x drew moving first and lost moving second */
    assert_int_equal(e.encounter[0].pair[ENCOUNTER_DRAWN][ENCOUNTER_LOST], 1);
    encounters_free(&e);
    check_counts(store);
    play_all(store);
    assert_int_equal(progress(store).games, 4);
    store_close(store);
    store_close(open_store(STORE_READ));
}

static void make_newer(struct database *d, void *context)
{
    (void)context;
    database_execute(d, "UPDATE meta SET version = 99");
}

static void test_newer_schema(void **state)
{
    (void)state;
    struct store *store = fresh();
    struct database *d = NULL;
    DONE((d = database_open(where(), DATABASE_WRITE, &notes)));
    DONE(database_transact(d, DATABASE_WRITING, make_newer, NULL, &notes));
    database_close(d);
    /* whoever has it open notices, too */
    REFUSED(store_set_settings(store, "{\"x\":1}", &notes), "newer plywood");
    store_close(store);
    REFUSED(store_open(where(), STORE_WRITE, &notes), "made by a newer plywood");
    REFUSED(store_open(where(), STORE_READ, &notes), "made by a newer plywood");
}

static void test_creation(void **state)
{
    (void)state;
    nothing_there();
    REFUSED(store_open(where(), STORE_WRITE, &notes),
            on_postgres ? "no tournament in it" : "No such file");
    store_close(open_store(STORE_CREATE));
    store_close(open_store(STORE_CREATE)); /* its maker was killed before the settings were there */
    REFUSED(store_open(where(), STORE_WRITE, &notes), "no tournament in it");
    struct store *store = open_store(STORE_CREATE), *other = open_store(STORE_CREATE);
    /* settings and all agents, or nothing */
    char name[3][8] = {"x", "y", "x"}, none[] = "";
    struct store_agent agent[3], *found;
    for (int i = 0; i < 3; i++)
        agent[i] = (struct store_agent){
            .name = name[i], .alias = none, .spec = none, .reason = none, .hash = "h"};
    struct text archive = {0}, got = {0};
    text_add(&archive, "bytes");
    const struct text *const archives[3] = {&archive};
    REFUSED(store_add_agents(store, agent, archives, 3, "{}", &notes), "of the name x already");
    int count = -1;
    DONE(store_agents(store, &found, &count, &notes));
    assert_int_equal(count, 0);
    store_free_agents(found, count);
    REFUSED(store_get_program(store, "h", &got, &notes), "no program");
    REFUSED(store_open(where(), STORE_WRITE, &notes), "no tournament in it");
    DONE(store_add_agents(store, agent, archives, 2, "{}", &notes));
    assert_int_equal(agent[1].id, 2);
    DONE(store_get_program(store, "h", &got, &notes));
    REFUSED(store_add_agents(other, agent, NULL, 2, "{}", &notes), "a tournament in it already");
    text_free(&archive);
    text_free(&got);
    store_close(store);
    store_close(other);
    REFUSED(store_open(where(), STORE_CREATE, &notes), "a tournament in it already");
}

/* --- files alone --- */

static int (*as_statfs)(struct statfs *); /* what the next call of statfs() is to say */

/* The linker takes this one. */
int statfs(const char *path, struct statfs *is) // NOLINT: the C library names no parameters
{
    int status = (int)syscall(SYS_statfs, path, is);
    return as_statfs ? as_statfs(is) : status;
}

static int say_nfs(struct statfs *is)
{
    is->f_type = 0x6969;
    return 0;
}

static int say_cifs(struct statfs *is)
{
    is->f_type = (__typeof__(is->f_type))0xff534d42;
    return 0;
}

static void test_network_file_system(void **state)
{
    (void)state;
    nothing_there();
    as_statfs = say_nfs;
    REFUSED(store_open(file, STORE_CREATE, &notes), "network file system (nfs)");
    as_statfs = say_cifs;
    REFUSED(store_open(file, STORE_CREATE, &notes), "network file system (cifs)");
    as_statfs = NULL;
    assert_int_equal(access(file, F_OK), -1);
}

static void write_file(const char *bytes, size_t count, off_t at)
{
    int fd = open(file, O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, count, at), count);
    close(fd);
}

static void test_damaged_file(void **state)
{
    (void)state;
    nothing_there();
    char noise[40000];
    memset(noise, 'x', sizeof noise);
    write_file(noise, sizeof noise, 0);
    REFUSED(store_open(file, STORE_WRITE, &notes), "no tournament's file");
    REFUSED(store_open(file, STORE_CREATE, &notes), "no tournament's file");
    /* a good one, overwritten behind its first page */
    struct store *store = fresh();
    add_agents(store, 13);
    plan_pairs(store, 1, 13, 0);
    play_all(store);
    store_close(store);
    write_file(noise, sizeof noise, 4096);
    struct notes notes = {0};
    store = store_open(file, STORE_WRITE, &notes);
    struct store_progress p;
    bool fine = store && store_progress(store, &p, &notes);
    assert_false(fine);
    assert_non_null(strstr(notes_why(&notes), "damaged"));
    store_close(store);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* No file may grow any more: to SQLite that is a full disk. */
static void test_full_disk(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 13);
    plan_pairs(store, 1, 13, 0);
    struct store_task task[80];
    int count = take(store, 1, 1000, 80, task);
    assert_int_equal(count, 78);
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    struct stat log;
    char path[sizeof file + 8];
    snprintf(path, sizeof path, "%s-wal", file);
    assert_int_equal(stat(path, &log), 0);
    limit_files((rlim_t)log.st_size + 400000);
    int saved = 0, refused = 0;
    for (int i = 0; i < count; i++) {
        struct store_game game[2] = {game_of(&task[i], 0), game_of(&task[i], 1)};
        struct notes notes = {0};
        if (store_save(store, game, 2, &task[i].id, 1, &notes)) {
            saved++;
        } else {
            refused++;
            assert_non_null(strstr(notes_why(&notes), "nothing was changed"));
        }
    }
    assert_true(saved > 0 && refused > 0);
    assert_int_equal(progress(store).games, 2 * saved);
    limit_files(RLIM_INFINITY);
    signal(SIGXFSZ, before);
    check_counts(store);
    for (int i = 0; i < count; i++)
        save_task(store, &task[i]);
    assert_int_equal(progress(store).games, 2 * count);
    check_counts(store);
    store_close(store);
}

/* Somebody looks while others write, and both get on. */
static void test_reader_and_writer(void **state)
{
    (void)state;
    struct store *store = fresh();
    add_agents(store, 3);
    plan_pairs(store, 1, 3, 0);
    struct store *reader = open_store(STORE_READ);
    struct store_task task[3];
    take(store, 1, 1000, 3, task);
    for (int i = 0; i < 3; i++) {
        save_task(store, &task[i]);
        assert_int_equal(progress(reader).games, 2 * i + 2);
    }
    store_close(reader);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_withdraw),
        cmocka_unit_test(test_leases),     cmocka_unit_test(test_replace),
        cmocka_unit_test(test_purge),      cmocka_unit_test(test_void_gives_way),
        cmocka_unit_test(test_unfit),      cmocka_unit_test(test_longest_task),
        cmocka_unit_test(test_incomplete), cmocka_unit_test(test_best_of_twice),
        cmocka_unit_test(test_counts),     cmocka_unit_test(test_foreign_text),
        cmocka_unit_test(test_migration),  cmocka_unit_test(test_newer_schema),
        cmocka_unit_test(test_creation),   cmocka_unit_test(test_reader_and_writer),
    };
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(test_network_file_system),
        cmocka_unit_test(test_damaged_file),
        cmocka_unit_test(test_full_disk),
    };
    on_postgres = getenv("PLYWOOD_POSTGRES") != NULL;
    bool files_too = !on_postgres;
    int failed = cmocka_run_group_tests_name(on_postgres ? "postgres" : "sqlite", tests,
                                             make_folder, remove_folder);
    if (files_too)
        failed += cmocka_run_group_tests_name("files", of_files, make_folder, remove_folder);
    return failed;
}
