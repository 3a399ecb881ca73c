/* test_serve.c - the parts of the server that work without a connection */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "game/looks.h"
#include "game/registry.h"
#include "serve/analysis.h"
#include "serve/ask.h"
#include "serve/errand.h"
#include "serve/guard.h"
#include "serve/pages.h"
#include "serve/reason.h"
#include "serve/review.h"
#include "serve/sittings.h"
#include "serve/watch.h"
#include "tests/check.h"

/* --- guard --- */

static void test_guard_knows_its_host(void **state)
{
    (void)state;
    struct guard guard = {.port = 8642};
    static const struct {
        const char *host;
        enum admission expected;
    } rows[] = {
        {"127.0.0.1:8642", GUARD_ADMITS},
        {"localhost:8642", GUARD_ADMITS},
        {"LOCALHOST:8642", GUARD_ADMITS},
        {"[::1]:8642", GUARD_ADMITS},
        {"127.0.0.1", GUARD_WRONG_HOST},
        {"127.0.0.1:8643", GUARD_WRONG_HOST},
        {"evil.example:8642", GUARD_WRONG_HOST},
        {"", GUARD_WRONG_HOST},
        {NULL, GUARD_WRONG_HOST},
        {"localhost:8642.evil.example", GUARD_WRONG_HOST},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visitor visitor = {.host = rows[i].host};
        assert_int_equal(guard_check(&guard, &visitor), rows[i].expected);
    }
}

static void test_guard_knows_other_pages(void **state)
{
    (void)state;
    struct guard guard = {.port = 8642};
    static const struct {
        const char *origin, *site;
        bool api;
        enum admission expected;
    } rows[] = {
        {NULL, NULL, true, GUARD_ADMITS},
        {"http://localhost:8642", "same-origin", true, GUARD_ADMITS},
        {"http://127.0.0.1:8642", NULL, true, GUARD_WRONG_ORIGIN}, /* another page to the browser */
        {"https://localhost:8642", NULL, true, GUARD_WRONG_ORIGIN},
        {"http://evil.example", NULL, false, GUARD_WRONG_ORIGIN},
        {"null", NULL, true, GUARD_WRONG_ORIGIN},
        {NULL, "cross-site", true, GUARD_WRONG_ORIGIN},
        {NULL, "same-site", true, GUARD_WRONG_ORIGIN},
        {NULL, "none", true, GUARD_ADMITS},
        {NULL, "cross-site", false, GUARD_ADMITS}, /* a link to a page */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visitor visitor = {.host = "localhost:8642",
                                  .origin = rows[i].origin,
                                  .site = rows[i].site,
                                  .api = rows[i].api};
        assert_int_equal(guard_check(&guard, &visitor), rows[i].expected);
    }
}

static void test_guard_demands_its_token(void **state)
{
    (void)state;
    struct guard guard = {.port = 80, .token = "secret-token"};
    static const struct {
        const char *authorization, *cookie, *query;
        enum admission expected;
    } rows[] = {
        {NULL, NULL, NULL, GUARD_NO_TOKEN},
        {"Bearer secret-token", NULL, NULL, GUARD_ADMITS},
        {"secret-token", NULL, NULL, GUARD_NO_TOKEN},
        {"Bearer secret-toke", NULL, NULL, GUARD_NO_TOKEN},
        {"Bearer secret-token2", NULL, NULL, GUARD_NO_TOKEN},
        {NULL, "secret-token", NULL, GUARD_ADMITS},
        {NULL, "", NULL, GUARD_NO_TOKEN},
        {NULL, NULL, "secret-token", GUARD_ADMITS},
        {"Bearer ", "wrong", "wrong", GUARD_NO_TOKEN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visitor visitor = {.host = "any.name",
                                  .authorization = rows[i].authorization,
                                  .cookie = rows[i].cookie,
                                  .query_token = rows[i].query};
        assert_int_equal(guard_check(&guard, &visitor), rows[i].expected);
    }
}

/* --- pages --- */

static void test_pages_are_found_by_their_address_alone(void **state)
{
    (void)state;
    const struct page *index = page_find("/");
    assert_non_null(index);
    assert_string_equal(index->path, "index.html");
    assert_string_equal(page_type(index), "text/html; charset=utf-8");
    assert_ptr_equal(page_find("/watch/some.rec/3/17"), index);
    static const char *const strangers[] = {"",           "index.html", "/playing",
                                            "//play",     "/../play",   "/serve/pages/index.html",
                                            "/etc/passwd"};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        assert_null(page_find(strangers[i]));
    for (const struct page *page = pages; page->path;
         page++) { /* a version is a sum of the bytes */
        size_t sum = strcspn(page->version, "-");
        assert_int_equal(strtol(page->version + sum + 1, NULL, 10), page->end - page->begin);
        for (const struct page *other = pages; other < page; other++)
            assert_string_not_equal(page->version, other->version);
    }
}

/* --- shapes --- */

/* For every legal move of random games: the squares of its shape are on the board, the first one
 * is what the name says, and the gain is the score's. */
static void test_shapes_of_all_games(void **state)
{
    (void)state;
    struct shape *shape = memory_new(sizeof *shape);
    struct move moves[MOVES_MAX];
    for (int i = 0; i < scenario_count; i++) {
        struct problem *problem = scenario_new(&scenarios[i], (uint64_t)i);
        problem_play_random(problem, 7, 6);
        const struct position *p = problem->position;
        int size = p->world->size, count = p->world->rules->moves(p, moves);
        for (int k = 0; k < count; k++) {
            shape_of(p, moves[k].code, shape);
            assert_true(shape->kind == SHAPE_NOWHERE || shape->cell_count > 0);
            for (int c = 0; c < shape->cell_count; c++) {
                assert_in_range(shape->cell[c].row, 0, size - 1);
                assert_in_range(shape->cell[c].column, 0, size - 1);
            }
            if (shape->kind == SHAPE_REGION)
                assert_int_equal(shape->gain, shape->cell_count * shape->cell_count);
            if (shape->kind == SHAPE_WAY)
                assert_true(shape->way_count >= 2);
            if (shape->kind == SHAPE_SQUARE) /* flips and the square itself; or what is covered */
                assert_int_equal(shape->gain, shape->effect_count + !p->world->game->pays);
        }
        problem_free(problem);
    }
    free(shape);
}

static void check_bare_shape(const struct shape *bare, const struct shape *told)
{
    if (told->kind == SHAPE_REGION) /* what falls changes as well */
        return;
    assert_int_equal(bare->kind, told->kind);
    assert_int_equal(bare->cell_count, told->cell_count);
    assert_memory_equal(bare->cell, told->cell, (size_t)told->cell_count * sizeof *told->cell);
}

/* Without looks the squares of a move, and what is said of it, come from the pictures. */
static void test_games_without_looks_have_shapes_and_words(void **state)
{
    (void)state;
    struct shape *told = memory_new(sizeof *told), *bare = memory_new(sizeof *bare);
    struct move moves[MOVES_MAX];
    for (int i = 0; i < scenario_count; i++) {
        struct problem *problem = scenario_new(&scenarios[i], (uint64_t)i);
        problem_play_random(problem, 7, 6);
        const struct position *p = problem->position;
        const struct game *game = p->world->game;
        struct game without = *game;
        without.looks = NULL;
        int count = p->world->rules->moves(p, moves);
        for (int k = 0; k < count; k++) {
            problem->world->game = game;
            shape_of(p, moves[k].code, told);
            problem->world->game = &without;
            shape_of(p, moves[k].code, bare);
            check_bare_shape(bare, told);
            assert_int_equal(bare->gain, told->gain);
        }
        struct text words = {0};
        looks_standing(&words, p, SIDE_FIRST);
        text_add(&words, "; ");
        looks_margin(&words, &without, -3);
        if (count > 0) {
            text_add(&words, "; ");
            looks_describe(&words, &(struct move_context){p, p, bare, count});
            assert_non_null(strstr(words.data, "; changes "));
        }
        assert_non_null(strstr(words.data, game->counts ? "about 3 behind" : "looks worse"));
        text_free(&words);
        problem->world->game = game;
        problem_free(problem);
    }
    free(told);
    free(bare);
}

/* --- analysis and review --- */

static struct session *session_of(struct problem *problem, const char *const *moves)
{
    struct session *session = session_new(problem->position, 0);
    for (; *moves; moves++) {
        unsigned code;
        struct notes notes = {0};
        assert_true(problem->world->game->move_parse(session_now(session), *moves, &code, &notes));
        session_play(session, code);
    }
    return session;
}

static void test_analysis_of_forced_moves_ends_with_the_game(void **state)
{
    (void)state;
    struct problem *problem = problem_from_text("2\n2\n300.0\n**\n00\n", NULL);
    struct session *session = session_new(problem->position, 0);
    struct analyst *analyst = analyst_new(session->world, 3);
    struct analysis *a = memory_new(sizeof *a);
    struct limits limits = analysis_limits(1, NULL);
    analyst_run(analyst, session, 0, &limits, NULL, NULL, a);
    assert_true(a->done && a->proven && a->line[0].proven);
    assert_int_equal(a->count, 1);
    assert_int_equal(a->line[0].length, 1);
    assert_true(a->line[0].value == 4);
    struct text reason = {0};
    reason_add(&reason, a);
    assert_string_equal(reason.data,
                        "Takes 2 fruits for 4 points and empties the board; a proven win by 4.");
    text_free(&reason);
    free(a);
    analyst_free(analyst);
    session_free(session);
    problem_free(problem);
}

/* Black has three more steps to make, and nobody can hinder it. */
static const char won_race[] = "GAME\nBLACK\n300.0\n"
                               "................\n................\n................\n"
                               "................\n................\nWWWW............\n"
                               "WWWW............\nWWWW............\nWWWW.......B....\n"
                               "WWW.............\n................\n...............B\n"
                               ".............BBB\n............BBBB\n...........BBBBB\n"
                               "...........BBBBB\n";

/* A win that the search has found is certain whatever the estimate counts: its chance is 1, and it
 * is told as a win, not as the margin that the winning move is worth. */
static void test_won_is_won(void **state)
{
    (void)state;
    struct problem *problem = problem_from_text(won_race, NULL);
    struct session *session = session_new(problem->position, 0);
    struct analyst *analyst = analyst_new(session->world, 1);
    struct analysis *a = memory_new(sizeof *a);
    for (int plies = 0; plies < 2; plies++) {
        struct limits limits = {.source = CLOCK_OF_WALL, .nodes = 400000};
        analyst_run(analyst, session, plies, &limits, NULL, NULL, a);
        const struct analysis_line *line = &a->line[0];
        assert_true(line->decided);
        assert_true(outlook_chance(a->position, line_outlook(line)) == (plies ? 0 : 1));
        struct text words = {0};
        reason_add(&words, a);
        assert_non_null(strstr(words.data, plies ? " loss in " : " win in "));
        assert_null(strstr(words.data, "ahead"));
        text_free(&words);
        session_play(session, line->code[0]);
    }
    free(a);
    analyst_free(analyst);
    session_free(session);
    problem_free(problem);
}

/* White needs five moves and Black a dozen, none of which meets another: no search of some thousand
 * nodes sees the end, but the race is counted. Nor would a smaller lead be little so near home. */
static void test_a_decided_race_is_won(void **state)
{
    (void)state;
    struct problem *problem = problem_from_text(
        "GAME\nWHITE\n300.0\nWWWWW...........\nWWWWW...........\nWW.W............\n"
        "WW..W...........\nWW..............\n......W.........\n................\n"
        "................\n................\n.........B.B....\n...........B....\n"
        ".........B.BB.B.\n...........BBB..\n............BBB.\n.............BBB\n"
        "...........B..BB\n",
        NULL);
    struct session *session = session_new(problem->position, 0);
    struct analyst *analyst = analyst_new(session->world, 3);
    struct analysis *a = memory_new(sizeof *a);
    struct limits limits = {.source = CLOCK_OF_WALL, .nodes = 20000};
    analyst_run(analyst, session, 0, &limits, NULL, NULL, a);
    assert_true(a->line[0].decided && a->line[0].value > 0);
    assert_false(a->line[0].proven || a->proven); /* how long it takes is not */
    session_play(session, a->line[0].code[0]);
    analyst_run(analyst, session, 1, &limits, NULL, NULL, a);
    for (int i = 0; i < a->count; i++)
        assert_true(a->line[i].decided && a->line[i].value < 0);
    const struct outlook behind = {-4, false, false, false};
    assert_true(outlook_chance(a->position, behind) < 0.01);
    free(a);
    analyst_free(analyst);
    session_free(session);
    problem_free(problem);
}

/* An estimate never reaches the ends of the scale, and more is never less. */
static void test_chances(void **state)
{
    (void)state;
    struct problem *problem = problem_from_text("3\n2\n300.0\n010\n110\n001\n", NULL);
    const struct position *p = problem->position;
    double before = 0;
    for (int margin = -200; margin <= 200; margin += 10) {
        double chance = outlook_chance(p, (struct outlook){.margin = margin});
        double of_other = outlook_chance(p, (struct outlook){.margin = -margin});
        assert_true(chance > before && chance < 1);
        assert_true(fabs(chance + of_other - 1) < 1e-9);
        before = chance;
    }
    assert_true(outlook_chance(p, (struct outlook){0.5, true, true, false}) == 1);
    assert_true(outlook_chance(p, (struct outlook){0, true, true, false}) == 0.5);
    problem_free(problem);
}

/* What is certain is no matter of margins, which may be bounds. */
static void test_certain_and_estimated(void **state)
{
    (void)state;
    const struct outlook lost = {-1, false, true, false}, behind = {-18, false, false, false},
                         ahead = {18, false, false, false}, won = {1, false, true, false};
    const struct outlook rising[] = {{-5, true, true, false}, lost, behind, ahead, won,
                                     {5, true, true, false}};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            assert_int_equal(outlook_exceeds(rising[i], rising[j]), i > j);
}

struct heard {
    int count;
    struct reviewed_move move[8];
};

static void hear(void *context, const struct session *session, const struct reviewed_move *m)
{
    (void)session;
    struct heard *heard = context;
    heard->move[heard->count++] = *m;
}

static void test_review_finds_the_mistake(void **state)
{
    (void)state;
    static const char *const moves[] = {"A3", "C2", "A3", "A3", NULL};
    struct problem *problem = problem_from_text("3\n2\n300.0\n010\n110\n001\n", NULL);
    struct session *session = session_of(problem, moves);
    struct heard *heard = memory_zero(sizeof *heard);
    struct review_summary summary;
    assert_true(review_run(session, 0.2, 0, NULL, hear, heard, &summary));
    assert_int_equal(heard->count, 4);
    const struct reviewed_move *mistake = &heard->move[2];
    assert_int_equal(mistake->ply, 1);
    assert_true(mistake->best_value == 9 && mistake->value == -15 && mistake->loss == 24);
    char verdict[100];
    review_verdict(problem->world->game, mistake, verdict);
    assert_string_equal(verdict, "this was won by 9; now it is lost by 15");
    assert_int_equal(summary.moves[0], 2);
    assert_true(summary.accuracy[1] < 60); /* one of two moves threw the game away */
    for (int i = 0; i < 4; i++) { /* whoever threw something away has a mark, and nobody else */
        const struct reviewed_move *m = &heard->move[i];
        assert_int_equal(review_mark(m)[0], m->chance_before > m->chance_after ? '?' : 0);
    }
    assert_string_equal(review_mark(mistake), "??");
    assert_string_equal(review_mark(&heard->move[0]), "");
    assert_int_equal(summary.deciding, 1);
    free(heard);
    session_free(session);
    problem_free(problem);
}

/* Both threw the win away: a draw. Left after the first of these moves, it was decided. */
static void test_nobody_decides_a_draw(void **state)
{
    (void)state;
    static const char *const drawn[] = {"B1", "C1", "D2", "A2", "B3", "A3", NULL};
    static const char *const left[] = {"B1", NULL};
    static const char *const *const lines[] = {drawn, left};
    for (int i = 0; i < 2; i++) {
        struct problem *problem = problem_from_text("4\n2\n300.0\n0101\n1010\n1110\n0000\n", NULL);
        struct session *session = session_of(problem, lines[i]);
        struct heard *heard = memory_zero(sizeof *heard);
        struct review_summary summary;
        assert_true(review_run(session, 0, 20000, NULL, hear, heard, &summary));
        int marks = 0;
        for (int k = 0; k < heard->count; k++)
            marks += *review_mark(&heard->move[k]) != 0;
        assert_true(marks > 0);
        assert_int_equal(summary.deciding, i == 0 ? -1 : 0);
        free(heard);
        session_free(session);
        problem_free(problem);
    }
}

/* 64 squares cannot be won by more, whatever an estimate says. */
static void test_estimates_stay_on_the_board(void **state)
{
    (void)state;
    struct problem *problem = problem_from_text(
        "1\nSCORE 2 2\n((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0), "
        "(0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 2, 0, 0, 0), (0, 0, 0, 2, 1, 0, 0, 0), "
        "(0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))\n",
        NULL);
    const struct position *p = problem->position;
    const int value = 70 * p->world->game->unit;
    const struct outlook ahead = outlook_of(p, value, false), behind = outlook_of(p, -value, false);
    assert_false(ahead.decided || behind.decided);
    assert_true(ahead.margin > 40 && ahead.margin <= 64);
    assert_true(behind.margin < -40 && behind.margin >= -64);
    assert_true(ahead.beyond && behind.beyond && !outlook_of(p, value / 10, false).beyond);
    struct text words = {0};
    outlook_add(&words, p->world->game, behind); /* no figure that nobody believes */
    assert_string_equal(words.data, "far behind");
    text_free(&words);
    problem_free(problem);
}

/* The first move takes 9 points of 10: that it wins is certain, however wild the estimate. */
static void test_what_is_certain_is_no_wild_estimate(void **state)
{
    (void)state;
    static const char *const moves[] = {"A1", NULL};
    struct problem *problem = problem_from_text("2\n2\n300.0\n00\n01\n", NULL);
    struct session *session = session_of(problem, moves);
    const struct position *p = problem->position;
    const int value = 50 * p->world->game->unit;
    assert_true(outlook_of(p, value, false).beyond);
    const struct outlook won = outlook_of_move(p, session->move[0], value, false);
    assert_true(won.decided && !won.beyond);
    session_free(session);
    problem_free(problem);
}

/* Black is far ahead and wins by the last move, which the score counts as one point: no move before
 * it looks nearly level for that. */
static void test_review_of_a_won_game_stays_won(void **state)
{
    (void)state;
    static const char *const moves[] = {"3,6-2,5", "14,10-14,11", "2,5-1,4", "11,13-12,13", NULL};
    struct problem *problem = problem_from_text(
        "GAME\nWHITE\n300.0\nWWW.............\nWWW.W...........\nW.WW............\n"
        "WWWW............\n................\n................\n...W............\n"
        "................\n................\n................\n.............BB.\n"
        "............BB.B\n.............BBB\n.........B.B.WBW\n...........BBBBB\n"
        "...........BBWBW\n",
        NULL);
    struct session *session = session_of(problem, moves);
    struct heard *heard = memory_zero(sizeof *heard);
    struct review_summary summary;
    assert_true(review_run(session, 0, 300, NULL, hear, heard, &summary));
    assert_int_equal(heard->count, 4);
    for (int i = 0; i < 4; i++) {
        const struct reviewed_move *m = &heard->move[i];
        assert_true(m->side == SIDE_FIRST ? m->chance_after > 0.9 : m->chance_before < 0.1);
        assert_true(m->loss >= 0);
    }
    free(heard);
    session_free(session);
    problem_free(problem);
}

/* --- errands --- */

static void count_to_three(struct errand *errand, void *context)
{
    (void)context;
    for (int i = 1; i <= 3; i++) {
        struct text line = {0};
        text_add(&line, "%d", i);
        errand_tell(errand, &line);
        text_free(&line);
    }
}

static void wait_for_stop(struct errand *errand, void *context)
{
    (void)context;
    while (!atomic_load(errand_stop(errand)))
        usleep(1000);
}

static void test_errand_tells_everything_in_order(void **state)
{
    (void)state;
    struct text told = {0};
    struct errand *errand = errand_start(count_to_three, NULL, false);
    assert_non_null(errand);
    while (errand_listen(errand, 1000, &told))
        ;
    assert_string_equal(told.data, "1\n2\n3\n");
    errand_end(errand);
    text_free(&told);
}

static void test_errands_are_bounded_and_stop(void **state)
{
    (void)state;
    struct errand *errands[ERRANDS_MAX];
    for (int round = 0; round < 2; round++) { /* the second time, all of the first have ended */
        for (int i = 0; i < ERRANDS_MAX; i++) {
            errands[i] = errand_start(wait_for_stop, NULL, true);
            assert_non_null(errands[i]);
        }
        assert_null(errand_start(wait_for_stop, NULL, false));
        for (int i = 0; i < ERRANDS_MAX; i++)
            errand_end(errands[i]);
    }
}

/* --- watching --- */

static void test_watch_sees_whole_lines_only(void **state)
{
    (void)state;
    char path[] = "/tmp/plywood-watch-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    struct watch *watch = watch_new(path);
    struct text line = {0};
    long number = 0;
    assert_false(watch_next(watch, &line, &number));
    assert_int_equal(write(fd, "one\ntw", 6), 6);
    assert_true(watch_next(watch, &line, &number));
    assert_string_equal(line.data, "one");
    assert_false(watch_next(watch, &line, &number));
    assert_int_equal(write(fd, "o\n\n", 3), 3);
    assert_true(watch_next(watch, &line, &number));
    assert_string_equal(line.data, "two");
    assert_true(watch_next(watch, &line, &number));
    assert_string_equal(line.data, "");
    assert_int_equal(number, 3);
    assert_false(watch_is_stale(watch));
    assert_int_equal(ftruncate(fd, 1), 0);
    assert_true(watch_is_stale(watch));
    text_free(&line);
    watch_free(watch);
    close(fd);
    unlink(path);
    assert_null(watch_new(path));
}

/* --- questions --- */

static void test_ask_reads_what_it_is_told(void **state)
{
    (void)state;
    static const char good[] =
        "{\"id\":\"x\",\"game\":\"reversi\",\"rules\":\"othello\",\"start\":\"s\",\"moves\":[\"a\","
        "\"b\"],\"lines\":3,\"seconds\":0.5,\"clock\":{\"remaining\":9,\"increment\":1},"
        "\"analyzeTurns\":[2,0],\"unknown\":[{}],\"level\":null}";
    struct ask ask;
    struct notes notes = {0};
    assert_true(ask_read(good, strlen(good), &ask, &notes));
    assert_string_equal(ask.id, "x");
    assert_string_equal(ask.rules, "othello");
    assert_int_equal(ask.move_count, 2);
    assert_string_equal(ask.moves[1], "b");
    assert_int_equal(ask.lines, 3);
    assert_true(ask.seconds == 0.5 && ask.has_clock && ask.remaining == 9 && ask.increment == 1);
    assert_int_equal(ask.turn_count, 2);
    assert_int_equal(ask.turns[0], 2);
    assert_int_equal(ask.level, 0);
    assert_int_equal(ask.seed, -1);
    ask_free(&ask);
}

static void test_ask_refuses_the_rest(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "{\"id\":\"a\",\"lines\":0}",
        "{\"id\":\"a\",\"lines\":1.5}",
        "{\"id\":\"a\",\"seconds\":\"1\"}",
        "{\"id\":\"a\",\"seconds\":-1}",
        "{\"id\":\"a\",\"moves\":{}}",
        "{\"id\":\"a\",\"moves\":[1]}",
        "{\"id\":\"a\",\"analyzeTurns\":[1]}",
        "{\"id\":\"a\",\"clock\":{}}",
        "{\"id\":\"a\",\"size\":99999999999999999999}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ask ask;
        struct notes notes = {0};
        assert_false(ask_read(bad[i], strlen(bad[i]), &ask, &notes));
        assert_int_equal(notes.faults, 1);
        ask_free(&ask);
    }
}

/* --- sittings --- */

enum { LONG_MS = 600000, SHORT_MS = 20 };

/* Programs that sit at Fruit Rage, on three columns of one kind each. */
struct hall {
    struct sittings *sittings;
    struct contender *contender;
};

static struct hall open_hall(const char *spec, int patience_ms)
{
    static const struct contender_options options = {0};
    struct notes notes = {0};
    struct hall hall = {.contender = contender_new(spec, game_by_name("fruit"), &options, &notes)};
    assert_non_null(hall.contender);
    hall.sittings = sittings_new(patience_ms);
    return hall;
}

static void close_hall(struct hall *hall)
{
    sittings_free(hall->sittings);
    contender_free(hall->contender);
}

/* moves: as JSON writes them, without brackets. */
static struct sitting *sit_down(struct hall *hall, const char *moves)
{
    char text[200];
    snprintf(text, sizeof text, "{\"start\":\"3\\n3\\n300.0\\n012\\n012\\n012\\n\",\"moves\":[%s]}",
             moves);
    struct ask ask;
    struct notes notes = {0};
    struct tale tale;
    assert_true(ask_read(text, strlen(text), &ask, &notes) && ask_tale(&ask, &tale, &notes));
    ask_free(&ask);
    struct sitting *sitting = sittings_take(hall->sittings, hall->contender, &tale, &notes);
    assert_non_null(sitting);
    return sitting;
}

/* The program answers with a move of this name. */
static void answer(struct hall *hall, struct sitting *sitting, const char *name)
{
    unsigned code;
    struct notes notes = {0};
    const struct position *p = session_now(sitting->tale.session);
    assert_true(p->world->game->move_parse(p, name, &code, &notes));
    session_play(sitting->tale.session, code);
    sittings_keep(hall->sittings, sitting);
}

static void test_sittings_go_on_from_the_programs_own_move(void **state)
{
    (void)state;
    struct hall hall = open_hall("cmd:true", LONG_MS);
    answer(&hall, sit_down(&hall, ""), "A1");
    assert_int_equal(sittings_count(hall.sittings), 1);
    sitting_free(sit_down(&hall, "\"B1\",\"A1\"")); /* its own move was another one */
    sitting_free(sit_down(&hall, "\"A1\""));        /* the other side is to move */
    sitting_free(sit_down(&hall, ""));
    assert_int_equal(sittings_count(hall.sittings), 1);
    sitting_free(sit_down(&hall, "\"A1\",\"B1\""));
    assert_int_equal(sittings_count(hall.sittings), 0);
    close_hall(&hall);
}

static void test_sittings_end_with_the_game_and_are_for_programs(void **state)
{
    (void)state;
    struct hall hall = open_hall("cmd:true", LONG_MS);
    answer(&hall, sit_down(&hall, "\"A1\",\"B1\""), "C1");
    assert_int_equal(sittings_count(hall.sittings), 0);
    close_hall(&hall);
    hall = open_hall("greedy", LONG_MS);
    answer(&hall, sit_down(&hall, ""), "A1");
    assert_int_equal(sittings_count(hall.sittings), 0);
    close_hall(&hall);
}

static void test_sittings_are_given_up_after_a_while(void **state)
{
    (void)state;
    struct hall hall = open_hall("cmd:true", SHORT_MS);
    answer(&hall, sit_down(&hall, ""), "A1");
    answer(&hall, sit_down(&hall, ""), "B1");
    for (int tries = 0; sittings_count(hall.sittings) > 0 && tries < 1000; tries++)
        usleep(10000);
    assert_int_equal(sittings_count(hall.sittings), 0);
    close_hall(&hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guard_knows_its_host),
        cmocka_unit_test(test_guard_knows_other_pages),
        cmocka_unit_test(test_guard_demands_its_token),
        cmocka_unit_test(test_pages_are_found_by_their_address_alone),
        cmocka_unit_test(test_shapes_of_all_games),
        cmocka_unit_test(test_games_without_looks_have_shapes_and_words),
        cmocka_unit_test(test_analysis_of_forced_moves_ends_with_the_game),
        cmocka_unit_test(test_won_is_won),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_a_decided_race_is_won),
        cmocka_unit_test(test_estimates_stay_on_the_board),
        cmocka_unit_test(test_what_is_certain_is_no_wild_estimate),
        cmocka_unit_test(test_certain_and_estimated),
        cmocka_unit_test(test_review_finds_the_mistake),
        cmocka_unit_test(test_nobody_decides_a_draw),
        cmocka_unit_test(test_review_of_a_won_game_stays_won),
        cmocka_unit_test(test_errand_tells_everything_in_order),
        cmocka_unit_test(test_errands_are_bounded_and_stop),
        cmocka_unit_test(test_watch_sees_whole_lines_only),
        cmocka_unit_test(test_ask_reads_what_it_is_told),
        cmocka_unit_test(test_ask_refuses_the_rest),
        cmocka_unit_test(test_sittings_go_on_from_the_programs_own_move),
        cmocka_unit_test(test_sittings_end_with_the_game_and_are_for_programs),
        cmocka_unit_test(test_sittings_are_given_up_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
