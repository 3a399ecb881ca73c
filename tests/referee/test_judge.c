/* What is asked and how answers are judged. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/conversation.h"
#include "game/registry.h"
#include "games/reversi/reversi.h"
#include "referee/guest/judge.h"
#include "referee/sandbox/stolen.h"
#include "tests/referee/guests.h"

/* What is said in any dialect can be kept and read again as the same position. */
static void a_conversation_can_be_kept(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        const struct conversation *talk = games[i]->conversation;
        for (int dialect = 0; talk && dialect < talk->dialects; dialect++)
            for (int plies = 0; plies < 12; plies++) {
                struct notes notes = {0};
                struct setup setup = {.option = {-1}, .seed = 1};
                struct problem *problem = games[i]->create(&setup, &notes);
                problem_play_random(problem, (uint64_t)plies, plies);
                const struct position *p = problem->position;
                struct text kept = {0};
                talk->hello(p->side, dialect, &kept);
                talk->turn(p, plies == 0, &kept);
                size_t turn = kept.length;
                assert_int_equal(talk->before_end(kept.data, kept.length), turn);
                talk->end(p, &kept);
                assert_int_equal(talk->before_end(kept.data, kept.length), turn);
                assert_int_equal(talk->dialect_of(kept.data), dialect);
                assert_int_equal(talk->later_turn_sign(kept.data) == NULL, plies == 0);
                struct lines lines = lines_cut(kept.data, turn);
                struct problem *read = games[i]->read(&lines, NULL, &notes);
                assert_non_null(read);
                assert_true(read->position->key == p->key && read->position->side == p->side);
                lines_free(&lines);
                text_free(&kept);
                problem_free(read);
                problem_free(problem);
            }
    }
}

/* The pipes' texts as the course's manager writes them; the answer read as column and row. */
static void a_conversation_to_the_letter(void **state)
{
    (void)state;
    static const struct {
        int dialect;
        const char *heard, *move;
    } rows[] = {
        {REVERSI_FIVE_FIELDS, "1,-1,0,1,1\nSCORE 2 2\n", "2,3"},
        {REVERSI_BARE, "1\nSCORE 2 2\n", "3,2"},
    };
    static const char board[] = "[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]\n";
    for (size_t i = 0; i < 2; i++) {
        struct contender_options options = guest_limits;
        options.dialect = rows[i].dialect;
        struct notes notes = {0};
        struct problem *problem = game_reversi.create(&guest_boards[PIPES].setup, &notes);
        struct session *session = session_new(problem->position, 0);
        struct contender *contender = contender_new(
            "cmd:echo me; for i in 1 2 3; do read l; echo \"$l\" >&2; done; echo 3 2; read l; "
            "read l; echo \"$l\" >&2; echo 3 2; read l; echo \"$l\" >told",
            &game_reversi, &options, &notes);
        assert_non_null(contender);
        struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
        struct move_time time = {.cap = 60};
        struct answer answer;
        char heard[400], name[MOVE_NAME_MAX];
        seat_ask(seat, session, &time, &answer);
        snprintf(heard, sizeof heard, "%s%s", rows[i].heard, board);
        assert_string_equal(answer.complaint.data, heard);
        assert_string_equal(answer.input.data, heard);
        assert_int_equal(answer.verdict, VERDICT_NONE);
        game_reversi.move_name(session_now(session), answer.code, name);
        assert_string_equal(name, rows[i].move);
        seat_ask(seat, session, &time, &answer);
        assert_string_equal(answer.complaint.data,
                            "((0, 0, 0, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 0, 0, 0))\n");
        seat_tell_final(seat, session);
        seat_free(seat);
        contender_free(contender);
        session_free(session);
        problem_free(problem);
    }
}

/* A program has read the result, and the end of its input, before it is ended. */
static void a_result_is_heard(void **state)
{
    (void)state;
    static const enum sandbox sandboxes[] = {SANDBOX_ON, SANDBOX_OFF};
    for (size_t i = 0; i < 2; i++) {
        struct contender_options options = guest_limits;
        options.sandbox = sandboxes[i];
        struct play play = play_begin("hears_final", PIPES, &options);
        static const char *const known[] = {NULL};
        char name[FOLDER_NAME] = "";
        struct answer answer = play_ask(&play);
        assert_int_equal(answer.verdict, VERDICT_NONE);
        assert_false(seat_find_other(play.seat, known, name));
        session_play(play.session, answer.code);
        seat_tell_final(play.seat, play.session);
        assert_true(seat_find_other(play.seat, known, name));
        assert_string_equal(name, "heard-4-1-and-the-end");
        play_end(&play);
    }
}

/* What can be chosen of the manager: each way is said, read and found again as itself. */
static void manners_are_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *option[4], *value[4]; /* up to the first that is NULL */
        const char *hello, *reads;        /* reads: "1 2" as an answer file has it */
    } rows[] = {
        {{0}, {0}, "2,-1,0,1,1\n", "2 1\n"},
        {{"hello"}, {"bare"}, "2\n", "1 2"},
        {{"hello"}, {"fields"}, "2,-1,0,1,1\n", "2 1\n"},
        {{"answer"}, {"rc"}, "2,-1,0,1,1\n", "1 2"},
        {{"hello", "answer"}, {"bare", "cr"}, "2\n", "2 1\n"},
        {{"limit"}, {"7"}, "2,7,0,1,1\n", "2 1\n"},
        {{"limit", "limit"}, {"7", "none"}, "2,-1,0,1,1\n", "2 1\n"},
        {{"minimax", "caching"}, {"on", "off"}, "2,-1,1,0,1\n", "2 1\n"},
        {{"answer", "limit", "ordering"}, {"rc", "99", "off"}, "2,99,0,1,0\n", "1 2"},
    };
    const struct conversation *talk = game_reversi.conversation;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int dialect = 0;
        struct notes notes = {0};
        for (int j = 0; j < 4 && rows[i].option[j]; j++)
            assert_true(talk->choose(&dialect, rows[i].option[j], rows[i].value[j], &notes));
        struct text hello = {0}, again = {0}, answer = {0};
        talk->hello(SIDE_SECOND, dialect, &hello);
        assert_string_equal(hello.data, rows[i].hello);
        talk->hello(SIDE_SECOND, talk->dialect_of(hello.data), &again);
        assert_string_equal(again.data, rows[i].hello);
        talk->answer("1 2", 3, dialect, &answer);
        assert_string_equal(answer.data, rows[i].reads);
        text_free(&hello);
        text_free(&again);
        text_free(&answer);
    }
}

static void answers_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *game, *answer;
        enum verdict verdict;
    } rows[] = {
        {"fruit", "", VERDICT_NO_ANSWER},
        {"fruit", "\n\n", VERDICT_NO_ANSWER},
        {"fruit", "A", VERDICT_BAD_FORMAT},
        {"fruit", "1A\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n**\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n*\n*\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n0\n", VERDICT_WRONG_BOARD},
        {"fruit", "B1\n*\n", VERDICT_ILLEGAL_MOVE},
        {"fruit", "A1\r\n*\r\n", VERDICT_NONE},
        {"halma", "E 0,0 0,1\n", VERDICT_ILLEGAL_MOVE},
        {"halma", "E 4,1 5,1\n", VERDICT_NONE},
        {"halma", "E 4,1 5\n", VERDICT_BAD_FORMAT},
        {"halma", "J 3,0 5,0\nJ 5,0 7,0\n", VERDICT_ILLEGAL_MOVE},
        {"halma", "J 3,0 5,0\nthank you\n", VERDICT_BAD_FORMAT},
        {"laser", "0 0\n", VERDICT_NONE},
        {"laser", "99 0\n", VERDICT_ILLEGAL_MOVE},
        {"laser", "0,0\n", VERDICT_BAD_FORMAT},
        {"laser", "0 0\n0 1\n", VERDICT_ILLEGAL_MOVE},
        {"reversi", "0 0\n", VERDICT_ILLEGAL_MOVE},
        {"reversi", "zero one\n", VERDICT_BAD_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int g = 0; games[g]; g++) {
            if (strcmp(games[g]->name, rows[i].game) != 0)
                continue;
            struct notes notes = {0};
            struct setup setup = {.size = games[g] == &game_fruit ? 1 : 0, .seed = 1};
            struct problem *problem = games[g]->create(&setup, &notes);
            struct answer answer = {0};
            enum verdict verdict = judge_answer(problem->position, "output.txt", rows[i].answer,
                                                strlen(rows[i].answer), &answer);
            if (verdict != rows[i].verdict)
                fail_msg("%s \"%s\": expected %s, found %s: %s", rows[i].game, rows[i].answer,
                         verdict_name(rows[i].verdict), verdict_name(verdict), answer.detail);
            problem_free(problem);
        }
}

static void last_words_are_one_harmless_line(void **state)
{
    (void)state;
    static const struct {
        const char *complaint;
        size_t length; /* 0: as it is */
        const char *words;
    } rows[] = {
        {"", 0, ""},
        {"\n\n", 0, ""},
        {"one", 0, "one"},
        {"one\ntwo\n", 0, "two"},
        {"one\r\ntwo \t\r\n\n", 0, "two"},
        {"a\tb", 0, "a\\tb"},
        {"\x1b[31mred\x9b", 0, "\\x1b[31mred\\x9b"},
        {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8d\x92", 0,
         "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8d\x92"},
        {"\xc2\x9b\x7f \xc3", 0, "\\x9b\\x7f \\xc3"},
        {"a\0b", 3, "a\\0b"},
        {"\xe0\x80\x9b|\xed\xa0\x80|\xf0\x80\x80\x9b", 0,
         "\\xe0\\x80\\x9b|\\xed\\xa0\\x80|\\xf0\\x80\\x80\\x9b"}, /* no characters */
    };
    char words[LAST_WORDS];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text text = {0};
        text_add_bytes(&text, rows[i].complaint,
                       rows[i].length ? rows[i].length : strlen(rows[i].complaint));
        judge_last_words(&text, words);
        assert_string_equal(words, rows[i].words);
        text_free(&text);
    }
    struct text text = {0};
    for (int i = 0; i < 200; i++)
        text_add(&text, "\xe2\x82\xac"); /* which is not cut in the midst of a character */
    judge_last_words(&text, words);
    assert_int_equal(strlen(words), (LAST_WORDS - 1) / 3 * 3);
    text_free(&text);
}

/* What the host of the machine took is nobody's fault; what a program took beyond that is its own,
 * and one that did not answer has no excuse. */
static void stolen_time_is_not_the_programs(void **state)
{
    (void)state;
    static const struct {
        enum warden_end end;
        double cpu, wall, stolen, remaining, cap;
        enum clock_kind clock;
        enum verdict verdict;
    } rows[] = {
        {WARDEN_ENDED, 0.9, 1, 0, 1, 0, CLOCK_CPU, VERDICT_NONE},
        {WARDEN_ENDED, 1.2, 1.3, 0, 1, 0, CLOCK_CPU, VERDICT_OUT_OF_TIME},
        {WARDEN_ENDED, 1.2, 1.3, 0.1, 1, 0, CLOCK_CPU, VERDICT_OUT_OF_TIME},
        {WARDEN_ENDED, 1.2, 1.3, 0.3, 1, 0, CLOCK_CPU, VERDICT_OUR_FAILURE},
        {WARDEN_ENDED, 1.2, 1.3, 0.3, 0, 1, CLOCK_CPU, VERDICT_OUR_FAILURE},
        {WARDEN_ENDED, 0.1, 1.2, 0.3, 0, 1, CLOCK_WALL, VERDICT_OUR_FAILURE},
        {WARDEN_ENDED, 0.1, 1.2, 0.1, 0, 1, CLOCK_WALL, VERDICT_OUT_OF_TIME},
        {WARDEN_ENDED, 1.4, 1.5, 0.3, 1.2, 1, CLOCK_CPU, VERDICT_OUT_OF_TIME},
        {WARDEN_ENDED, 1.4, 1.5, 0.5, 1.2, 1, CLOCK_CPU, VERDICT_OUR_FAILURE},
        {WARDEN_OVER_CPU, 1.2, 1.3, 9, 1, 0, CLOCK_CPU, VERDICT_OUT_OF_TIME},
        {WARDEN_OVER_WALL, 0.1, 1.2, 9, 0, 1, CLOCK_WALL, VERDICT_OUT_OF_TIME},
        {WARDEN_OVER_BUDGET, 0.1, 1.2, 9, 1, 0, CLOCK_CPU, VERDICT_WALL_BUDGET},
        {WARDEN_OVER_BUDGET, 1.1, 1.2, 9, 1, 0, CLOCK_CPU, VERDICT_OUT_OF_TIME},
    };
    const struct policy policy = {.memory = 1 << 20, .file_bytes = 1 << 20, .processes = 1};
    static struct warden_order order;
    static struct warden_report report;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        report.end = rows[i].end;
        report.cpu = rows[i].cpu;
        report.wall = rows[i].wall;
        report.stolen = rows[i].stolen;
        struct move_time time = {.remaining = rows[i].remaining, .cap = rows[i].cap};
        struct answer answer = {0};
        assert_int_equal(judge_run(&report, &policy, &order, &time, rows[i].clock, &answer),
                         rows[i].verdict);
        assert_int_equal(answer.verdict, rows[i].verdict);
        assert_int_equal(strstr(answer.detail, "the host of this machine") != NULL,
                         rows[i].verdict == VERDICT_OUR_FAILURE);
    }
}

/* The kernel's own lines: of two cores, and of three of which one is switched off. */
/* Waiting for a core is on nobody's clock, but threads that wait for each other use CPU time. */
static void waiting_does_not_count(void **state)
{
    (void)state;
    const struct {
        double wall, waited, cpu, counted;
    } cases[] = {
        {10, 0, 1, 10},   /* asleep: nobody kept it waiting */
        {10, 4, 6, 6},    /* one thread that had a core for six seconds */
        {10, 4, 1, 6},    /* and one that slept for most of them */
        {10, 10, 10, 10}, /* two threads that wait for each other on one core */
        {10, 40, 25, 10}, /* more threads than cores: the sum of their waiting says nothing */
        {10, 10, 0, 0.2}, /* never had a core: a small part counts all the same */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_float_equal(warden_wall_counted(cases[i].wall, cases[i].waited, cases[i].cpu),
                           cases[i].counted, 1e-9);
}

static void stolen_time_is_read(void **state)
{
    (void)state;
    struct stolen before, after;
    double second = (double)sysconf(_SC_CLK_TCK);
    stolen_read_text("cpu  9 9 9 9 9 9 9 300 0 0\ncpu0 1 2 3 4 5 6 7 100 0 0\n"
                     "cpu1 1 2 3 4 5 6 7 200 0 0\nintr 5 6 7\n",
                     &before);
    stolen_read_text("cpu  9 9 9 9 9 9 9 345 0 0\ncpu0 1 2 3 4 5 6 7 105 0 0\n"
                     "cpu1 1 2 3 4 5 6 7 240 0 0\nintr 5 6 7\n",
                     &after);
    assert_true(stolen_between(&before, &after) == 40 / second);
    assert_true(stolen_between(&after, &before) == 0);
    stolen_read_text("cpu  9 9 9 9 9 9 9 0 0 0\ncpu1 1 2 3 4 5 6 7 201 0 0\n"
                     "cpu2 1 2 3 4 5 6 7 990 0 0\n",
                     &after);
    assert_int_equal(after.cores, 3);
    assert_true(stolen_between(&before, &after) == 1 / second);
    assert_true(stolen_between(&after, &before) == 0); /* core 0 has come back */
    stolen_read_text("", &after);
    assert_true(stolen_between(&before, &after) == 0);
    stolen_read(AT_FDCWD, &after);
    assert_true(after.cores > 0);
}

static void verdicts_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_COUNT; i++) {
        assert_int_equal(verdict_of_name(verdict_name((enum verdict)i)), i);
        assert_true(strlen(verdict_meaning((enum verdict)i)) > 10);
    }
    assert_int_equal(verdict_of_name("glory"), VERDICT_COUNT);
    assert_int_equal(verdict_of_ending(ENDING_SCORE, -1), VERDICT_TIE);
    assert_int_equal(verdict_of_ending(ENDING_SCORE, 1), VERDICT_SCORE);
}

int main(void)
{
    if (!guests_begin())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conversation_can_be_kept),
        cmocka_unit_test(a_conversation_to_the_letter),
        cmocka_unit_test(a_result_is_heard),
        cmocka_unit_test(manners_are_chosen),
        cmocka_unit_test(answers_are_told_apart),
        cmocka_unit_test(last_words_are_one_harmless_line),
        cmocka_unit_test(stolen_time_is_not_the_programs),
        cmocka_unit_test(waiting_does_not_count),
        cmocka_unit_test(stolen_time_is_read),
        cmocka_unit_test(verdicts_have_names),
    };
    return guests_end(cmocka_run_group_tests(tests, NULL, NULL));
}
