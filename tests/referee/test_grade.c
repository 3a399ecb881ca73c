/* Syllabuses, sheets and their texts; traps and mistakes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/course/grade.h"
#include "referee/course/grade_export.h"
#include "referee/course/grade_report.h"
#include "referee/course/grade_state.h"
#include "referee/course/mistakes.h"
#include "referee/course/prove.h"
#include "referee/course/traps.h"
#include "referee/match/conventions.h"
#include "tests/check.h"

static struct syllabus *make(const char *game, uint64_t seed, int wanted_games)
{
    struct notes notes = {0};
    struct syllabus_options o = {
        .game = game_by_name(game), .setup = {.option = {-1}}, .games = wanted_games, .seed = seed};
    struct syllabus *s = syllabus_new(&o, &notes);
    if (!s)
        fail_msg("%s", notes_why(&notes));
    return s;
}

/* --- syllabuses --- */

static void every_syllabus_is_worth_100_points(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->course)
            continue;
        struct syllabus *s = make(games[i]->name, 1, 0);
        double points = 0;
        for (int part = 0; part < s->part_count; part++)
            points += s->part[part].points;
        assert_true(points == 100);
        for (int k = 0; k < s->case_count; k++) {
            struct problem *problem = syllabus_problem(s, &s->cases[k]);
            assert_false(position_is_over(problem->position));
            problem_free(problem);
        }
        syllabus_free(s);
    }
}

/* What a game does not offer is told, and matches go by our own convention. */
static void a_game_without_course_is_told(void **state)
{
    (void)state;
    struct game bare = *game_by_name("fruit");
    struct notes notes = {0};
    struct syllabus_options o = {.game = &bare, .setup = {.option = {-1}}};
    bare.course = NULL;
    assert_null(syllabus_new(&o, &notes));
    assert_string_equal(notes_why(&notes), "Fruit Rage: there is no course that grades it");
    const struct convention *convention = convention_of(&bare);
    assert_int_equal(convention->games, 10);
    assert_false(convention->best_of || convention->time_decides || convention->replay_level);
}

static int count_first(const struct syllabus *s, int part)
{
    int found = 0;
    for (int k = 0; k < s->case_count; k++)
        found += s->cases[k].part == part && s->cases[k].first == 0;
    return found;
}

/* The numbers of the two texts that say how they grade. */
static void the_texts_gradings_are_as_written(void **state)
{
    (void)state;
    struct syllabus *fruit = make("fruit", 1, 0), *halma = make("halma", 1, 0);
    assert_int_equal(fruit->part_count, 3);
    assert_int_equal(fruit->part[0].cases, 25);
    assert_int_equal(fruit->part[1].cases, 11);
    assert_int_equal(fruit->part[2].cases, 11);
    assert_true(fruit->part[0].points == 25 && grade_case_points(&fruit->part[0]) == 1);
    assert_true(fruit->part[1].points == 25 && fruit->part[1].scoring == SCORING_MAJORITY);
    assert_true(fruit->part[2].points == 50 && fruit->part[2].scoring == SCORING_MAJORITY);
    for (int k = 26; k < 36; k++)
        assert_int_not_equal(fruit->cases[k].first, fruit->cases[k - 1].first);
    assert_int_equal(halma->part_count, 2);
    assert_int_equal(halma->part[0].cases, 10);
    assert_int_equal(halma->part[1].cases, 9);
    assert_true(grade_case_points(&halma->part[0]) == 1);
    assert_true(grade_case_points(&halma->part[1]) == 10);
    assert_int_equal(count_first(halma, 1), 5);
    syllabus_free(fruit);
    syllabus_free(halma);
}

static char *all_keys(const struct syllabus *s)
{
    struct text text = {0};
    for (int k = 0; k < s->case_count; k++) {
        syllabus_key(s, &s->cases[k], &text);
        text_add(&text, "\n");
    }
    return text.data;
}

static void a_syllabus_follows_from_its_seed(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        char *keys[3];
        for (int k = 0; k < 3; k++) {
            struct syllabus *s = make(games[i]->name, k == 2 ? 8 : 7, 2);
            keys[k] = all_keys(s);
            syllabus_free(s);
        }
        assert_string_equal(keys[0], keys[1]);
        assert_string_not_equal(keys[0], keys[2]);
        for (int k = 0; k < 3; k++)
            free(keys[k]);
    }
}

static void laser_boards_can_be_won(void **state)
{
    (void)state;
    struct syllabus *s = make("laser", 3, 2);
    for (int k = 0; k < s->case_count; k++) {
        struct problem *problem = syllabus_problem(s, &s->cases[k]);
        assert_int_equal(s->cases[k].first, 0);
        assert_int_equal(prove_win(problem->position), PROOF_YES);
        problem_free(problem);
    }
    syllabus_free(s);
}

/* On 2 x 2 the first emitter covers everything: a win. On 1 x 1 with it placed the other has
 * lost. */
static void proofs_know_wins_and_losses(void **state)
{
    (void)state;
    struct problem *won = problem_from_text("2\n00\n00\n", NULL);
    assert_int_equal(prove_win(won->position), PROOF_YES);
    assert_int_equal(prove_loss(won->position), PROOF_NO);
    struct position *child = position_new(won->world);
    struct move list[MOVES_MAX];
    won->world->rules->moves(won->position, list);
    won->world->rules->play(won->position, list[0].code, child);
    assert_int_equal(prove_loss(child), PROOF_YES);
    assert_int_equal(prove_win(child), PROOF_NO);
    free(child);
    problem_free(won);
    struct problem *tied = problem_from_text("3\n030\n333\n333\n", NULL); /* one square each */
    assert_int_equal(prove_win(tied->position), PROOF_NO);
    assert_int_equal(prove_loss(tied->position), PROOF_NO);
    problem_free(tied);
}

/* --- sheets --- */

static void keep_points(void *context, const struct grade_sheet *sheet)
{
    *(double *)context = sheet->total;
    assert_int_equal(sheet->voids, 0);
    for (int k = 0; k < sheet->syllabus->case_count; k++)
        assert_true(sheet->result[k].status == GRADE_NEEDLESS || sheet->result[k].result.detail[0]);
}

static double grade(const char *spec, const char *game, int wanted_games, int jobs)
{
    struct syllabus *s = make(game, 1, wanted_games);
    struct grade_options o = {.syllabus = s, .contender = {.nodes = 2000}, .jobs = jobs};
    struct notes notes = {0};
    double points = -1;
    struct grade_listener listener = {.sheet = keep_points, .context = &points};
    assert_true(grade_run(&o, &spec, 1, &listener, &notes));
    syllabus_free(s);
    return points;
}

static void better_agents_get_more_points(void **state)
{
    (void)state;
    double best = grade("plywood", "laser", 2, 1), worst = grade("random", "laser", 2, 1);
    assert_true(best == 100);
    assert_true(worst < best);
    assert_true(grade("plywood", "laser", 2, 2) == best);
    assert_true(grade("random", "laser", 2, 2) == worst);
}

static void contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no %s in\n%s", part, text);
}

static void reports_tell_points_and_reasons(void **state)
{
    (void)state;
    struct syllabus *s = make("reversi", 1, 1);
    struct grade_result result[] = {
        {GRADE_PASSED, {.verdict = VERDICT_SCORE, .share = 1, .detail = "won 4 : 3"}},
        {GRADE_FAILED,
         {.verdict = VERDICT_CRASHED, .detail = "signal <11> & \"more\"", .bundle = "f/x"}},
        {GRADE_HALF, {.verdict = VERDICT_TIE, .share = 0.5, .detail = "drawn"}}};
    struct grade_sheet sheet = {.spec = "cmd:x",
                                .calibration = "",
                                .again = " --seed 3",
                                .name = "<Ada> & \"B\xc3\xb6rg\" \x01\xff",
                                .syllabus = s,
                                .missing = "",
                                .result = result,
                                .points = {40, 0, 15},
                                .total = 55,
                                .maximum = 100};
    struct text out = {0};
    report_table(&sheet, &out);
    contains(out.data, "crashed: signal <11> & \"more\"; see f/x");
    contains(out.data, " 55.00 of 100.00  in all");
    text_clear(&out);
    export_junit(&sheet, &out);
    contains(out.data,
             "<testsuite name=\"&lt;Ada&gt; &amp; &quot;B\xc3\xb6rg&quot; \\x01\\xff\" tests=\"3\" "
             "failures=\"2\" errors=\"0\" skipped=\"0\">");
    contains(out.data, "<failure type=\"crashed\" message=\"crashed: signal &lt;11&gt; &amp; "
                       "&quot;more&quot;; see f/x\">To see it again: plywood grade reversi "
                       "cmd:x --only minimax:1@10 --seed 3</failure>");
    text_clear(&out);
    export_gradescope(&sheet, "after_due_date", &out);
    contains(out.data, "{\"score\":55,\"max_score\":100,\"execution_time\":0,\"output\":\"");
    contains(out.data,
             "\"score\":0,\"max_score\":30,\"status\":\"failed\",\"output\":\"crashed: signal "
             "<11> & \\\"more\\\"; see f/x\\nWhat that means: your program was ended by a "
             "signal.\\nTo see it again: plywood grade reversi cmd:x --only minimax:1@10 "
             "--seed 3\",\"output_format\":\"text\",\"visibility\":\"after_due_date\"}");
    contains(out.data,
             "\"score\":15,\"max_score\":30,\"status\":\"failed\",\"output\":\"drawn\\nTo see");
    contains(out.data, "\"leaderboard\":[{\"name\":\"Points\",\"value\":55,\"order\":\"desc\"}");
    text_clear(&out);
    result[1].status = GRADE_VOID;
    export_junit(&sheet, &out);
    contains(out.data, "errors=\"1\"");
    contains(out.data, "<error ");
    text_free(&out);
    syllabus_free(s);
}

static void slugs_are_plain_names(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"submissions/ada/", "ada"},
                                          {"cmd:python3 a b.py", "cmd-python3-a-b.py"},
                                          {"no-such-folder/..", "-."},
                                          {"x/.hidden", "-hidden"}};
    char slug[GRADE_SLUG];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_slug(rows[i][0], slug);
        assert_string_equal(slug, rows[i][1]);
    }
}

static void the_state_is_found_again(void **state)
{
    (void)state;
    char path[] = "/tmp/plywood-test-XXXXXX";
    close(mkstemp(path));
    struct notes notes = {0};
    struct case_result written = {.verdict = VERDICT_CRASHED, .cpu = 1.5, .detail = "a \"b\"\n"};
    struct case_result read = {0};
    struct grade_state *s = grade_state_open(path, 1.5, &notes);
    assert_non_null(s);
    assert_true(grade_state_processors(path) == 0);
    assert_false(grade_state_find(s, "h", "c/ada\xff", "case 1", &read));
    grade_state_add(s, "h", "c/ada\xff", "case 1", &written);
    written.verdict = VERDICT_OUR_FAILURE;
    grade_state_add(s, "h", "c/ada\xff", "case 2", &written);
    assert_true(grade_state_close(s, &notes));
    FILE *file = fopen(path, "a");
    fprintf(file, "{\"hash\":\"h\",\"case\":\"case 3\",\"verd"); /* an interrupt */
    fclose(file);
    for (int again = 0; again < 2; again++) { /* the second time without the incomplete line */
        s = grade_state_open(path, 2, &notes);
        assert_non_null(s);
        assert_true(grade_state_find(s, "h", "c/ada\xff", "case 1", &read));
        assert_int_equal(read.verdict, VERDICT_CRASHED);
        assert_true(read.cpu == 1.5);
        assert_string_equal(read.detail, "a \"b\"\\n");
        assert_false(grade_state_find(s, "h", "c/bob", "case 1", &read));
        assert_false(grade_state_find(s, "g", "c/ada\xff", "case 1", &read));
        assert_false(grade_state_find(s, "h", "c/ada\xff", "case 2", &read));
        assert_false(grade_state_find(s, "h", "c/ada\xff", "case 3", &read));
        assert_true(grade_state_processors(path) == 1.5);
        assert_true(grade_state_close(s, &notes));
    }
    file = fopen(path, "a");
    fprintf(file, "something else\n");
    fclose(file);
    assert_null(grade_state_open(path, 0, &notes));
    contains(notes_why(&notes), ":2: expected a line that plywood grade has written");
    unlink(path);
}

/* --- traps and mistakes --- */

/* What a trap asks is a position that its game reads, in whatever form, as the one it judges by. */
static void every_trap_can_be_asked(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++)
        for (const struct trap *trap = games[i]->course ? games[i]->course->traps : NULL;
             trap && trap->id; trap++) {
            struct problem *problem = trap_problem(games[i], trap);
            struct text input = {0};
            struct notes notes = {0};
            trap_input(trap, problem, &input);
            struct lines lines = lines_cut(input.data, input.length);
            if (!trap->pipe_script) {
                struct problem *read = games[i]->read(&lines, NULL, &notes);
                if (!read || read->position->key != problem->position->key)
                    fail_msg("%s, %s: %s", games[i]->name, trap->id, notes_why(&notes));
                problem_free(read);
            }
            if (trap->keeps_win)
                assert_int_equal(prove_win(problem->position), PROOF_YES);
            lines_free(&lines);
            text_free(&input);
            problem_free(problem);
        }
}

static void mistakes_are_recognised(void **state)
{
    (void)state;
    static const char fruit[] = "3\n2\n5.0\n***\n*10\n000\n";
    static const char halma[] = "SINGLE\nBLACK\n5.0\n"
                                "BBBBB...........\nBBBB.B..........\nBBBB............\n"
                                "BBB.............\nBB..............\n................\n"
                                "................\n................\n................\n"
                                "................\n................\n..............WW\n"
                                ".............WWW\n............WWWW\n...........WWWWW\n"
                                "...........WWWWW\n";
    static const char laser[] = "4\n3333\n3330\n3333\n3333\n";
    static const struct {
        const char *position, *answer, *mistake; /* how it begins; NULL: none is known */
    } rows[] = {
        {fruit, "B2\n***\n***\n000\n", NULL},
        {fruit, "B2\n***\n**0\n000\n", NULL}, /* right: nothing is looked for */
        {fruit, "C1\n***\n***\n*1*\n", "rows are counted from the bottom"},
        {fruit, "C1\n***\n*10\n000\n", NULL},
        {fruit, "c2\n***\n***\n*1*\n", "the move is not spelt exactly"},
        {fruit, "C 2\n***\n***\n*1*\n", "the move is not spelt exactly"},
        {fruit, "C2\n***\n*1*\n***\n", "the board was written before gravity"},
        {fruit, "C2\n***\n*10\n000\n", "the board is still the one before"},
        {fruit, "C2\n", "the board after the move is missing"},
        {fruit, "C2\n* * *\n* * *\n* 1 *\n", "the rows of the board have marks"},
        {halma, "E 5,2 4,1\n", NULL},
        {halma, "E 1,5 1,6\n", "x and y are exchanged"},
        {halma, "E 4,3 5,3\n", "coordinates are counted from 1"},
        {halma, "J 4,0 5,0\n", "E and J are exchanged"},
        {halma, "E (4,0) -> (5,0)\n", "the move is not spelt exactly"},
        {laser, "3 1\n", "row and column are exchanged"},
        {laser, "2 4\n", "rows and columns are counted from 1"},
        {laser, "(1, 3)\n", "there is more than two numbers"},
        {laser, "0 0\n", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct problem *problem = problem_from_text(rows[i].position, NULL);
        struct text answer = {0};
        text_add(&answer, "%s", rows[i].answer);
        struct lines lines = lines_cut(answer.data, answer.length);
        struct notes notes = {0};
        unsigned code;
        bool right = problem->world->game->answer_read(problem->position, &lines, &code, &notes);
        const char *found = right ? NULL : mistake_in(problem->position, &answer, DIALECT_NONE, 0);
        bool good = rows[i].mistake
                        ? found && strncmp(found, rows[i].mistake, strlen(rows[i].mistake)) == 0
                        : !found;
        if (!good)
            fail_msg("%s: expected %s, found %s", rows[i].answer,
                     rows[i].mistake ? rows[i].mistake : "none", found ? found : "none");
        lines_free(&lines);
        text_free(&answer);
        problem_free(problem);
    }
}

static void oddities_are_seen(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"A1\n*\n", NULL}, {"A1\n*", "the last line"}, {"", "the last line"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text answer = {0};
        text_add(&answer, "%s", rows[i][0]);
        const char *found = oddity_in(&answer);
        assert_true(rows[i][1] ? found && strncmp(found, rows[i][1], strlen(rows[i][1])) == 0
                               : !found);
        text_free(&answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_syllabus_is_worth_100_points),
        cmocka_unit_test(a_game_without_course_is_told),
        cmocka_unit_test(the_texts_gradings_are_as_written),
        cmocka_unit_test(a_syllabus_follows_from_its_seed),
        cmocka_unit_test(laser_boards_can_be_won),
        cmocka_unit_test(proofs_know_wins_and_losses),
        cmocka_unit_test(better_agents_get_more_points),
        cmocka_unit_test(reports_tell_points_and_reasons),
        cmocka_unit_test(slugs_are_plain_names),
        cmocka_unit_test(the_state_is_found_again),
        cmocka_unit_test(every_trap_can_be_asked),
        cmocka_unit_test(mistakes_are_recognised),
        cmocka_unit_test(oddities_are_seen),
    };
    return cmocka_run_group_tests_name("grade", tests, NULL, NULL);
}
