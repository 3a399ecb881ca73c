/* What people are told about a game keeps its word: lessons can be read, tried and done, and every
 * square that makes no move is refused with a reason. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "game/lessons.h"
#include "game/looks.h"
#include "game/registry.h"
#include "tests/check.h"

enum { PLIES = 60, REASON_MAX = 60 };

static struct problem *read_lesson(const struct game *game, const struct lesson *lesson)
{
    struct lines lines = lines_cut(lesson->start, strlen(lesson->start));
    struct notes notes = {0};
    assert_ptr_equal(game_of_lines(&lines), game);
    struct problem *problem = game->read(&lines, lesson->rules, &notes);
    lines_free(&lines);
    if (!problem)
        fail_msg("%s, %s: %s", game->name, lesson->title, notes_why(&notes));
    assert_int_equal(notes.faults + notes.remarks, 0);
    return problem;
}

static void lessons_can_be_done(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        const struct game *game = games[i];
        assert_non_null(game->lessons);
        int boards = 0;
        for (const struct lesson *lesson = game->lessons; lesson->title; lesson++) {
            assert_non_null(lesson->words);
            if (!lesson->start) {
                assert_true(!lesson->task && !lesson->move && !lesson->done && !lesson->rules);
                continue;
            }
            boards++;
            struct problem *problem = read_lesson(game, lesson);
            struct notes notes = {0};
            unsigned code;
            assert_true(lesson->task && lesson->done);
            assert_false(position_is_over(problem->position));
            if (lesson->move && !game->move_parse(problem->position, lesson->move, &code, &notes))
                fail_msg("%s, %s: %s", game->name, lesson->title, notes_why(&notes));
            problem_free(problem);
        }
        assert_true(boards >= 3);
    }
}

/* The position after the move of the lesson with this title, and what holds its world. */
static struct position *done(const char *name, const char *title, struct problem **lent, int *gain)
{
    const struct game *game = game_by_name(name);
    const struct lesson *lesson = game->lessons;
    while (lesson->title && strcmp(lesson->title, title) != 0)
        lesson++;
    assert_non_null(lesson->title);
    struct problem *problem = *lent = read_lesson(game, lesson);
    struct notes notes = {0};
    unsigned code = 0;
    // NOLINTNEXTLINE: read_lesson() fails the test rather than return NULL
    assert_true(game->move_parse(problem->position, lesson->move, &code, &notes));
    struct position *child = position_new(problem->world);
    *gain = problem->world->rules->play(problem->position, code, child) / game->unit;
    return child;
}

/* The figures in the words. */
static void lessons_tell_the_truth(void **state)
{
    (void)state;
    static const struct {
        const char *game, *title;
        int gain, best_reply; /* points; -1: not told */
        int score[2];         /* of the finished game; -1, -1: it goes on */
    } rows[] = {
        {"fruit", "Take a group", 36, -1, {-1, -1}},
        {"fruit", "What is above falls", 1, 36, {-1, -1}},
        {"fruit", "Do not lay the table", 16, 9, {-1, -1}},
        {"halma", "Winning", -1, -1, {1, 0}},
        {"reversi", "Nobody passes", -1, -1, {9, 8}},
        {"laser", "Place an emitter", 15, -1, {-1, -1}},
        {"laser", "Not in a beam", 17, -1, {-1, -1}},
        {"laser", "The end", 8, -1, {15, 13}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int gain, best = -1, score[2];
        struct problem *problem;
        struct position *p = done(rows[i].game, rows[i].title, &problem, &gain);
        struct move moves[MOVES_MAX];
        int count = position_is_over(p) ? 0 : p->world->rules->moves(p, moves);
        struct position *child = position_new(p->world);
        for (int k = 0; k < count; k++) {
            int earned = p->world->rules->play(p, moves[k].code, child) / p->world->game->unit;
            best = earned > best ? earned : best;
        }
        if (rows[i].gain >= 0)
            assert_int_equal(gain, rows[i].gain);
        if (rows[i].best_reply >= 0)
            assert_int_equal(best, rows[i].best_reply);
        if (position_is_over(p) != (rows[i].score[0] >= 0))
            fail_msg("%s, %s: over or not", rows[i].game, rows[i].title);
        position_score(p, score);
        for (int side = 0; side < 2 && rows[i].score[0] >= 0; side++)
            assert_int_equal(score[side], rows[i].score[side]);
        free(child);
        free(p);
        problem_free(problem);
    }
}

/* Best play from here, for the side to move, by trying everything. */
static int best_margin(const struct position *p)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    if (count == 0)
        return (p->side == 0 ? 1 : -1) * position_margin(p);
    int best = -VALUE_MAX;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        p->world->rules->play(p, moves[i].code, child);
        int margin = -best_margin(child);
        best = margin > best ? margin : best;
    }
    free(child);
    return best;
}

/* Laser Checkmate, "The end": four squares, two of them cover nine, and only the one wins, by 2. */
static void the_last_lesson_has_one_winning_move(void **state)
{
    (void)state;
    const struct game *game = game_by_name("laser");
    const struct lesson *lesson = game->lessons;
    while (strcmp(lesson->title, "The end") != 0)
        lesson++;
    struct problem *problem = read_lesson(game, lesson);
    const struct position *p = problem->position;
    struct position *child = position_new(p->world);
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves), nine = 0;
    assert_int_equal(count, 4);
    for (int i = 0; i < count; i++) {
        char name[MOVE_NAME_MAX];
        game->move_name(p, moves[i].code, name);
        nine += p->world->rules->play(p, moves[i].code, child) == 9 * game->unit;
        int margin = -best_margin(child);
        assert_int_equal(margin > 0, strcmp(name, lesson->move) == 0);
        if (margin > 0)
            assert_int_equal(margin, 2);
    }
    assert_int_equal(nine, 2);
    free(child);
    problem_free(problem);
}

/* A short sentence. */
static void check_reason(const struct position *p, struct square from, struct square to)
{
    struct text why = {0};
    looks_refuse(&why, p, from, to);
    assert_in_range(why.length, 10, REASON_MAX);
    assert_int_equal(why.data[why.length - 1], '.');
    text_free(&why);
}

/* All squares of a position that are part of no move, and pairs of squares that are none. */
static void check_refusals(const struct position *p, struct random *random)
{
    static bool begins[BOARD_MAX][BOARD_MAX];
    struct move moves[MOVES_MAX];
    struct shape *shape = calloc(1, sizeof *shape);
    const int size = p->world->size, count = p->world->rules->moves(p, moves);
    bool ways = false;
    memset(begins, 0, sizeof begins);
    struct square from = {(int)random_below(random, (unsigned)size),
                          (int)random_below(random, (unsigned)size)};
    struct square to = {(int)random_below(random, (unsigned)size),
                        (int)random_below(random, (unsigned)size)};
    bool legal = false;
    for (int i = 0; i < count; i++) {
        shape_of(p, moves[i].code, shape);
        ways |= shape->kind == SHAPE_WAY;
        for (int k = 0; k < (shape->kind == SHAPE_WAY ? 1 : shape->cell_count); k++)
            begins[shape->cell[k].row][shape->cell[k].column] = true;
        legal |= shape->kind == SHAPE_WAY && shape->cell[0].row == from.row &&
                 shape->cell[0].column == from.column && shape->cell[1].row == to.row &&
                 shape->cell[1].column == to.column;
    }
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (!begins[row][column])
                check_reason(p, (struct square){row, column}, (struct square){row, column});
    if (ways && !legal && (from.row != to.row || from.column != to.column))
        check_reason(p, from, to);
    free(shape);
}

static void whatever_is_no_move_is_refused_with_a_reason(void **state)
{
    (void)state;
    struct random random = {22};
    for (int i = 0; games[i]; i++)
        for (const struct variant *variant = games[i]->variants; variant->name; variant++) {
            struct setup setup = SETUP_DEFAULT;
            struct notes notes = {0};
            setup.variant = variant->name;
            struct problem *problem = games[i]->create(&setup, &notes);
            for (int ply = 0; ply < PLIES && !position_is_over(problem->position); ply++) {
                check_refusals(problem->position, &random);
                problem_play_random(problem, random_next(&random), 1);
            }
            problem_free(problem);
        }
}

/* Where the ground tells something it does so under pieces as well. */
static void ground_lies_under_pieces(void **state)
{
    (void)state;
    struct setup setup = SETUP_DEFAULT;
    struct notes notes = {0};
    struct problem *problem = game_by_name("halma")->create(&setup, &notes);
    struct picture picture = {0};
    int camp[2] = {0};
    problem->world->game->draw(problem->position, &picture);
    for (int row = 0; row < picture.rows; row++)
        for (int column = 0; column < picture.columns; column++)
            for (int side = 0; side < 2; side++) {
                bool here = picture.cell[row][column].ground == PAINT_CAMP_FIRST + side;
                camp[side] += here;
                assert_int_equal(here, picture.cell[row][column].paint == PAINT_FIRST + side);
            }
    assert_int_equal(camp[0], 19);
    assert_int_equal(camp[1], 19);
    problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_can_be_done),
        cmocka_unit_test(lessons_tell_the_truth),
        cmocka_unit_test(the_last_lesson_has_one_winning_move),
        cmocka_unit_test(whatever_is_no_move_is_refused_with_a_reason),
        cmocka_unit_test(ground_lies_under_pieces),
    };
    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
