/* The contract of game.h, checked over all games and variants by one piece of code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/random.h"
#include "game/course.h"
#include "game/looks.h"
#include "game/registry.h"
#include "game/session.h"
#include "tests/check.h"

#if defined __SANITIZE_ADDRESS__
enum { GAMES_PER_SCENARIO = 2 };
#else
enum { GAMES_PER_SCENARIO = 12 };
#endif
enum { PLIES_MAX = 500, EVERY_OF_LARGE = 64 };

static int by_code(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    return (x->code > y->code) - (x->code < y->code);
}

/* Every legal move has a name of its own that leads back to it. */
static void check_names(const struct position *p, const struct move *moves, int count)
{
    const struct game *game = p->world->game;
    for (int i = 0; i < count; i++) {
        char name[MOVE_NAME_MAX];
        unsigned code = 1u << 20;
        struct notes notes = {0};
        game->move_name(p, moves[i].code, name);
        if (!game->move_parse(p, name, &code, &notes))
            fail_msg("%s: %s", name, notes_why(&notes));
        assert_int_equal(code, moves[i].code);
        if (i > 0)
            assert_true(moves[i].code > moves[i - 1].code);
    }
}

/* Every legal move's answer file is judged legal and is the same move. */
static void check_answer(const struct position *p, unsigned code)
{
    const struct game *game = p->world->game;
    struct text out = {0};
    game->answer_write(p, code, &out);
    assert_true(out.length > 1 && out.data[out.length - 1] == '\n');
    assert_true(out.data[out.length - 2] != '\n');
    char why[EXACT_WHY];
    if (!exact_text(out.data, out.length, why))
        fail_msg("%s: %s", out.data, why);
    struct lines lines = lines_cut(out.data, out.length);
    struct notes notes = {0};
    unsigned found = 1u << 20;
    if (!game->answer_read(p, &lines, &found, &notes))
        fail_msg("%s: %s", out.data, notes_why(&notes));
    assert_int_equal(found, code);
    lines_free(&lines);
    text_free(&out);
}

/* The text leads back to a position with the same text, moves, value key and side. */
static void check_round_trip(const struct position *p)
{
    char *text = position_text(p);
    struct problem *again = problem_from_text(text,
                                              p->world->game->variants[p->world->variant].name);
    char *text_again = position_text(again->position);
    assert_string_equal(text, text_again);
    assert_true(again->position->key == p->key);
    assert_int_equal(again->world->size, p->world->size);
    struct move a[MOVES_MAX], b[MOVES_MAX];
    int count = p->world->rules->moves(p, a);
    assert_int_equal(count, again->world->rules->moves(again->position, b));
    qsort(a, (size_t)count, sizeof *a, by_code);
    qsort(b, (size_t)count, sizeof *b, by_code);
    for (int i = 0; i < count; i++)
        assert_int_equal(a[i].code, b[i].code);
    free(text);
    free(text_again);
    problem_free(again);
}

/* What the picture shows, drawn by hand, is a file that shows the same picture. */
static void check_sketch(const struct position *p)
{
    const struct game *game = p->world->game;
    if (!game->looks)
        return;
    struct edited_board sketch = {.world = p->world, .side = p->side};
    struct picture picture = {0}, picture_again = {0};
    int brushes = looks_brushes(game);
    assert_in_range(brushes, 1, BRUSHES_MAX);
    game->draw(p, &picture);
    for (int row = 0; row < picture.rows; row++)
        for (int column = 0; column < picture.columns; column++)
            for (int i = 0; i < brushes; i++)
                if (game->looks->brushes[i].paint == picture.cell[row][column].paint)
                    sketch.brush[row][column] = (uint8_t)i;
    struct text text = {0};
    game->looks->compose(&sketch, &text);
    struct problem *again = problem_from_text(text.data, game->variants[p->world->variant].name);
    game->draw(again->position, &picture_again);
    assert_memory_equal(&picture, &picture_again, sizeof picture);
    if (game->looks->has_mover)
        assert_int_equal(again->position->side, p->side);
    problem_free(again);
    text_free(&text);
}

/* A move changes what the contract says, and its gain is what the score shows. */
static void check_child(const struct position *p, int gain, const struct position *child)
{
    const struct game *game = p->world->game;
    assert_ptr_equal(child->world, p->world);
    assert_int_equal(child->ply, p->ply + 1);
    assert_int_equal(child->side, 1 - p->side);
    assert_true(child->key == p->world->rules->key(child));
    int margin = position_margin(child) - position_margin(p);
    if (game->pays)
        assert_int_equal(gain, game->unit * (p->side == SIDE_FIRST ? margin : -margin));
    else
        assert_int_equal(gain, 0);
}

static void check_end(const struct session *session)
{
    enum ending ending = session_ending(session);
    assert_int_not_equal(ending, ENDING_NONE);
    const struct position *p = session_now(session);
    const struct rules *rules = p->world->rules;
    /* zero sum: what the side to move loses is what the other one wins */
    int winner = session_winner(session);
    int value = rules->end_value(p), score[2];
    position_score(p, score);
    if (ending == ENDING_SCORE || ending == ENDING_RULE) {
        /* the final score, the winner and the value say the same */
        int margin = score[SIDE_FIRST] - score[SIDE_SECOND];
        assert_int_equal(winner, margin > 0 ? SIDE_FIRST : margin < 0 ? SIDE_SECOND : -1);
        if (p->world->game->counts)
            assert_true(position_points(p, value) == (p->side == SIDE_FIRST ? margin : -margin));
        assert_int_equal(rules->evaluate(p), value);
        if (!p->world->game->pays && winner >= 0)
            assert_true(winner == p->side ? value > 0 : value < 0);
        if (p->world->game->pays || winner < 0)
            assert_int_equal(value, 0);
    }
}

/* Of a random game, every so many positions are checked. */
static void play_through(const struct scenario *scenario, uint64_t seed, int ply_limit, int every)
{
    struct problem *problem = scenario_new(scenario, seed);
    const struct rules *rules = problem->world->rules;
    struct session *session = session_new(problem->position, ply_limit);
    struct random random = {seed};
    while (session_ending(session) == ENDING_NONE) {
        const struct position *p = session_now(session);
        struct move moves[MOVES_MAX];
        int count = rules->moves(p, moves);
        assert_in_range(count, 1, MOVES_MAX);
        if (rules->count_moves)
            assert_int_equal(rules->count_moves(p), count);
        assert_true(rules->moves_left(p) >= 1);
        int estimate = rules->evaluate(p), score[2];
        position_score(p, score);
        assert_memory_equal(score, p->score, sizeof score);
        assert_true(estimate > -VALUE_MAX && estimate < VALUE_MAX);
        qsort(moves, (size_t)count, sizeof *moves, by_code);
        if (session->count % every == 0) {
            check_names(p, moves, count);
            check_round_trip(p);
            check_sketch(p);
        }
        struct position *child = position_new(problem->world);
        unsigned code = moves[random_below(&random, (unsigned)count)].code;
        check_answer(p, code);
        check_child(p, rules->play(p, code, child), child);
        free(child);
        session_play(session, code);
    }
    check_end(session);
    session_free(session);
    problem_free(problem);
}

static void contract(void **state)
{
    const struct scenario *scenario = *state;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(GAMES_PER_SCENARIO); seed++)
        play_through(scenario, seed, PLIES_MAX, 1);
}

static void contract_of_large(void **state)
{
    play_through(*state, 1, 0, EVERY_OF_LARGE);
}

/* A setup outside the limits is the caller's fault: said, not crashed on. */
static void limits_of_setups(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        const struct setup wrong[] = {
            {.size = games[i]->size_max + 1, .option = {-1}},
            {.size = -3, .option = {-1}},
            {.variant = "no such rules", .option = {-1}},
        };
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            struct notes notes = {0};
            assert_null(games[i]->create(&wrong[k], &notes));
            assert_int_equal(notes.faults, 1);
        }
    }
}

/* Where a course draws which side opens, a new game begins as the setup says, and its file tells.
 */
static void drawn_openers_are_obeyed(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        bool draws = games[i]->course && games[i]->course->convention->draws_opener;
        for (int opener = 0; opener < 2; opener++) {
            struct setup setup = SETUP_DEFAULT;
            setup.opener = opener;
            struct notes notes = {0};
            struct problem *problem = games[i]->create(&setup, &notes);
            assert_int_equal(problem->position->side, draws ? opener : SIDE_FIRST);
            struct text file = {0};
            games[i]->write(problem->position, 1, false, &file);
            struct lines lines = lines_cut(file.data, file.length);
            struct problem *read = games[i]->read(&lines, NULL, &notes);
            assert_int_equal(read->position->side, problem->position->side);
            assert_true(read->position->key == problem->position->key);
            lines_free(&lines);
            text_free(&file);
            problem_free(read);
            problem_free(problem);
        }
    }
}

int main(void)
{
    enum { MOST = 64 };
    static struct scenario all[MOST];
    static char names[MOST][80];
    struct CMUnitTest tests[MOST + 2];
    size_t count = 0;
    for (int n = all_scenarios(all, MOST); count < (size_t)n; count++) {
        snprintf(names[count], sizeof names[count], "%s", scenario_name(&all[count]));
        tests[count] = (struct CMUnitTest){names[count], contract, NULL, NULL, &all[count]};
    }
    for (int i = 0; i < large_scenario_count && count < MOST; i++) {
        if (!game_by_name(large_scenarios[i].game)) /* the registry may be another one */
            continue;
        snprintf(names[count], sizeof names[count], "%s", scenario_name(&large_scenarios[i]));
        tests[count] = (struct CMUnitTest){names[count], contract_of_large, NULL, NULL,
                                           (void *)&large_scenarios[i]};
        count++;
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(limits_of_setups);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(drawn_openers_are_obeyed);
    return _cmocka_run_group_tests("contract", tests, count, NULL, NULL);
}
