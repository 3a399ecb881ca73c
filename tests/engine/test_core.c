/* The small tools of base/ and game/: text, notes, JSON, boards, sessions, limits. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/drop_in.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/random.h"
#include "base/statistics.h"
#include "game/board16.h"
#include "game/opening.h"
#include "game/options.h"
#include "game/registry.h"
#include "game/session.h"
#include "search/allowance.h"
#include "tests/check.h"

static void lines_are_cut(void **state)
{
    (void)state;
    const char bytes[] = "one\r\n two \t\r\n\nfour\0hidden\nfive";
    struct lines lines = lines_cut(bytes, sizeof bytes - 1);
    const char *expected[] = {"one", " two", "", "four\1hidden", "five"};
    assert_int_equal(lines.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(lines_at(&lines, i).start, expected[i]);
        assert_int_equal(lines_at(&lines, i).length, strlen(expected[i]));
    }
    assert_int_equal(lines_at(&lines, 5).length, 0);
    lines_free(&lines);
    lines = lines_cut("a\n\r\n \n\n", 7);
    assert_int_equal(lines.count, 1);
    lines_free(&lines);
    lines = lines_cut("", 0);
    assert_int_equal(lines.count, 0);
    lines_free(&lines);
}

static void numbers_are_read_exactly(void **state)
{
    (void)state;
    long n = 0;
    double d = 0;
    assert_true(line_integer(line_from(" 26 "), 1, 26, &n) && n == 26);
    assert_true(line_integer(line_from("-1"), -5, 5, &n) && n == -1);
    const char *bad[] = {"", " ", "27", "0", "3x", "3.0", "0x3", "99999999999999999999", "1 2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(line_integer(line_from(bad[i]), 1, 26, &n));
    assert_true(line_number(line_from("1e-3"), &d) && d == 0.001);
    assert_true(line_number(line_from(" .5"), &d) && d == 0.5);
    const char *not_numbers[] = {"", "nan", "inf", "0x1p3", "1,5", "1.5s", "1e999", "--1", "."};
    for (size_t i = 0; i < sizeof not_numbers / sizeof *not_numbers; i++)
        assert_false(line_number(line_from(not_numbers[i]), &d));
}

/* Whatever strangers write is shown so that it commands no terminal and hides nothing. */
static void foreign_text_is_made_fit(void **state)
{
    (void)state;
    static const struct {
        const char *wild;
        size_t count; /* 0: up to the 0 byte */
        const char *fit;
    } rows[] = {
        {"", 0, ""},
        {"plain ~ text \\x1b", 0, "plain ~ text \\x1b"},
        {"caf\xc3\xa9 \xc2\xa0\xe2\x82\xac \xf0\x9f\x8d\x92", 0,
         "caf\xc3\xa9 \xc2\xa0\xe2\x82\xac \xf0\x9f\x8d\x92"},
        {"a\0b", 3, "a\\0b"},
        {"\t\n\r\x01\x7f", 0, "\\t\\n\\r\\x01\\x7f"},
        {"\x1b[31mred\x1b]0;title\x07", 0, "\\x1b[31mred\\x1b]0;title\\x07"},
        {"\xc2\x9b\x31m \xc2\x80 \xc2\x9f", 0, "\\x9b1m \\x80 \\x9f"}, /* C1 as UTF-8 */
        {"\x9b\x31m", 0, "\\x9b1m"},                                   /* and as a byte */
        {"\xff|\xc3|\xe2\x82", 0, "\\xff|\\xc3|\\xe2\\x82"},
        {"\xc0\x80|\xed\xa0\x80", 0, "\\xc0\\x80|\\xed\\xa0\\x80"}, /* overlong, half a pair */
        {"\xf4\x90\x80\x80", 0, "\\xf4\\x90\\x80\\x80"},            /* beyond the last */
        {"\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad\xe2\x80\xae", 0,
         "\\u202a\\u202b\\u202c\\u202d\\u202e"},
        {"\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9", 0, "\\u2066\\u2067\\u2068\\u2069"},
        {"\xe2\x80\x8b\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", 0,
         "\\u200b\\u200c\\u200d\\u200e\\u200f\\u061c"},
        {"\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf\xc2\xad\xe2\x81\xa0", 0,
         "\\u2028\\u2029\\ufeff\\xad\\u2060"},
        {"\xf3\xa0\x81\x81", 0, "\\U000e0041"},
        {"a\xef\xb8\x8f\xf0\x91\x82\xbd", 0, "a\\ufe0f\\U000110bd"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text out = {0};
        size_t count = rows[i].count ? rows[i].count : strlen(rows[i].wild);
        text_add_foreign(&out, rows[i].wild, count, 1000);
        assert_string_equal(out.data, rows[i].fit);
        char *again = foreign_copy(out.data);
        assert_string_equal(again, rows[i].fit);
        free(again);
        text_free(&out);
        if (rows[i].count)
            continue;
        assert_string_equal(shown(rows[i].wild), rows[i].fit);
        text_add(&out, "before ");
        json_put_string(&out, NULL, rows[i].wild); /* which loses nothing, and is as harmless */
        for (size_t k = 0; k < out.length; k += character_bytes(out.data + k, out.length - k)) {
            size_t bytes = character_bytes(out.data + k, out.length - k);
            assert_true(bytes > 0 && character_is_fit(character_code(out.data + k, bytes)));
        }
        text_free(&out);
    }
}

/* At most so long, never cut within a character or an escape, and one sees that it was cut. */
static void foreign_text_is_bounded(void **state)
{
    (void)state;
    const char *const texts[] = {"0123456789", "\x1b\x1b\x1b\x1b",
                                 "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac",
                                 "\xe2\x80\xae\xe2\x80\xae"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *whole = foreign_copy(texts[i]);
        for (size_t room = 1; room < 20; room++) {
            char out[20];
            foreign_put(out, room, texts[i]);
            size_t length = strlen(out);
            assert_true(length < room);
            if (strlen(whole) < room) {
                assert_string_equal(out, whole);
                continue;
            }
            if (room > 3)
                assert_string_equal(out + length - 3, "...");
            size_t kept = length < 3 ? 0 : length - 3, cut = 0, step;
            assert_memory_equal(out, whole, kept);
            for (; cut < kept; cut += step)
                step = whole[cut] == '\\' ? (whole[cut + 1] == 'u' ? 6 : 4)
                                          : character_bytes(whole + cut, 4);
            assert_int_equal(cut, kept);
        }
        free(whole);
    }
    char note[NOTE_BYTES * 2];
    memset(note, 0x1b, sizeof note - 1);
    note[sizeof note - 1] = 0;
    struct notes notes = {.file = "a\x1b"
                                  "b"};
    notes_fault(&notes, 3, "%s", note);
    assert_memory_equal(notes.fault, "a\\x1bb:3: \\x1b", 14);
    assert_null(strchr(notes.fault, 0x1b));
}

/* A number that is too large is no other number. */
static void numbers_do_not_wrap(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "4294967298", "-4294967294", "18446744073709551618", "99999999999999999999", "", "x", "-"};
    long n = 7;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *at = bad[i];
        assert_false(string_integer(&at, -100, 100, &n));
        assert_ptr_equal(at, bad[i]);
        assert_int_equal(n, 7);
    }
    const char *at = " -42,7";
    assert_true(string_integer(&at, -100, 100, &n) && n == -42);
    assert_string_equal(at, ",7");
}

static void quotes_are_readable(void **state)
{
    (void)state;
    char out[64];
    assert_string_equal(line_quote(line_from("a\x01\xe2z"), out), "\"a\\x01\\xe2z\"");
    struct lines zeros = lines_cut("first\na\0\x01"
                                   "b",
                                   10); /* which are told apart */
    assert_string_equal(line_quote(zeros.line[1], out), "\"a\\0\\x01b\"");
    assert_string_equal(zeros.line[1].start, "a\x01\x01"
                                             "b");
    lines_free(&zeros);
    char longest[200];
    memset(longest, '\xff', sizeof longest);
    longest[199] = 0;
    assert_in_range(strlen(line_quote(line_from(longest), out)), 40, 63);
    memset(longest, 'x', 199);
    assert_in_range(strlen(line_quote(line_from(longest), out)), 40, 63);
}

/* Who writes to a name writes to what it names: a link's file, a pipe that stays one. */
static void names_mean_what_they_name(void **state)
{
    (void)state;
    char folder[] = "/tmp/plywood-test-XXXXXX", name[4][64], got[8] = "";
    struct stat status;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 4; i++)
        snprintf(name[i], sizeof name[i], "%s/%d", folder, i);
    assert_int_equal(symlink("1", name[0]), 0); /* to a file that is not there yet */
    assert_true(file_replace(name[0], "one\n", 4));
    assert_true(lstat(name[0], &status) == 0 && S_ISLNK(status.st_mode));
    assert_int_equal(chmod(name[1], 0640), 0);
    assert_true(file_replace(name[0], "two\n", 4));
    assert_true(lstat(name[1], &status) == 0 && S_ISREG(status.st_mode));
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(status.st_size, 4);

    assert_int_equal(mkfifo(name[2], 0600), 0);
    int reader = open(name[2], O_RDONLY | O_NONBLOCK);
    assert_true(file_replace(name[2], "three\n", 6));
    assert_int_equal(read(reader, got, sizeof got), 6);
    assert_string_equal(got, "three\n");
    assert_true(lstat(name[2], &status) == 0 && S_ISFIFO(status.st_mode));
    close(reader);

    assert_int_equal(symlink("3", name[3]), 0);
    assert_false(file_replace(name[3], "x", 1));
    assert_int_equal(errno, ELOOP);
    for (int i = 0; i < 4; i++)
        assert_int_equal(unlink(name[i]), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left behind */
}

static void files_are_replaced_whole(void **state)
{
    (void)state;
    char folder[] = "/tmp/plywood-test-XXXXXX", path[64], inside[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_true(file_replace(path, "old\n", 4));
    assert_true(file_replace(path, "newer\n", 6));
    struct notes notes = {.file = path};
    struct lines lines;
    assert_true(lines_read(path, &lines, &notes));
    assert_string_equal(lines_at(&lines, 0).start, "newer");
    lines_free(&lines);
    snprintf(inside, sizeof inside, "%s/no/such", folder);
    assert_false(file_replace(inside, "x", 1));
    assert_int_equal(errno, ENOENT);
    assert_false(lines_read(inside, &lines, &notes));
    assert_int_equal(notes.faults, 1);
    assert_false(lines_read(folder, &lines, &notes));
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing was left behind */
}

static void notes_say_where(void **state)
{
    (void)state;
    struct notes notes = {.file = "input.txt"};
    assert_string_equal(notes_why(&notes), "");
    assert_false(notes_fault(&notes, 3, "expected %d, found %d", 1, 2));
    assert_string_equal(notes_why(&notes), "input.txt:3: expected 1, found 2");
    notes.salvage = true;
    for (int i = 0; i < 100; i++)
        assert_true(notes_fault(&notes, 0, "%0400d", i)); /* too long and too many: cut */
    assert_int_equal(notes.faults, 101);
    assert_int_equal(notes.kept, NOTES_KEPT);
}

static void json_is_well_formed(void **state)
{
    (void)state;
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "a", "q\"\\\n\x01");
    json_put_integer(&out, "b", -5);
    json_open(&out, "c", '[');
    json_put_number(&out, NULL, 0.5);
    json_put_number(&out, NULL, 1.0 / 0.0);
    json_close(&out, ']');
    json_put_bool(&out, "d", true);
    json_put_null(&out, "e");
    json_close(&out, '}');
    assert_string_equal(out.data, "{\"a\":\"q\\\"\\\\\\n\\u0001\",\"b\":-5,\"c\":[0.5,null],"
                                  "\"d\":true,\"e\":null}");
    text_clear(&out);
    json_put_string(&out, NULL, "\xc2\xbd \xe2\x88\x9e \xf0\x9f\x8d\x8e"); /* good UTF-8 stays */
    assert_string_equal(out.data, "\"\xc2\xbd \xe2\x88\x9e \xf0\x9f\x8d\x8e\"");
    text_clear(&out); /* cut short, too long, a surrogate, beyond the last character */
    json_put_string(&out, NULL, "\xff\xc3|\xe2\x88|\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80");
    assert_string_equal(out.data, "\"\\u00ff\\u00c3|\\u00e2\\u0088|\\u00c0\\u00af|"
                                  "\\u00ed\\u00a0\\u0080|\\u00f4\\u0090\\u0080\\u0080\"");
    text_free(&out);
}

/* Every operation on boards against the same done square by square. */
static void boards_step_and_fall_off(void **state)
{
    (void)state;
    static const int steps[DIRECTIONS][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                                             {0, 1},   {1, -1}, {1, 0},  {1, 1}};
    struct random random = {1};
    for (int round = 0; round < 200; round++) {
        struct words16 words;
        for (int i = 0; i < 4; i++)
            words.word[i] = random_next(&random) & random_next(&random);
        board16 board = board16_from_words(words);
        int count = 0, last = -1;
        for_each_square16 (square, board) {
            assert_true(board16_has(&board, square));
            assert_true((int)square > last);
            last = (int)square;
            count++;
        }
        assert_int_equal(count, board16_count(board));
        if (count > 0)
            assert_true(board16_has(&board, board16_first(board)));
        for (int d = 0; d < DIRECTIONS; d++) {
            board16 expected = {0};
            for_each_square16 (square, board) {
                int lane = (int)square / 16 + steps[d][0], bit = (int)square % 16 + steps[d][1];
                if (lane >= 0 && lane < 16 && bit >= 0 && bit < 16)
                    expected |= board16_square((unsigned)(16 * lane + bit));
            }
            assert_true(board16_equal(board16_step(board, d), expected));
        }
        board16 spread = board;
        for (int d = 0; d < DIRECTIONS; d++)
            spread |= board16_step(board, d);
        assert_true(board16_equal(board16_spread(board), spread));
    }
    for (int n = 0; n <= 16; n++)
        assert_int_equal(board16_count(board16_corner(n)), n * n);
}

/* Figures computed by hand from the definitions in statistics.h. */
static void statistics_are_right(void **state)
{
    (void)state;
    struct tally even = {{10, 20, 40, 20, 10}};
    struct estimate e = tally_estimate(&even);
    assert_int_equal(e.pair_count, 100);
    assert_true(fabs(e.elo) < 1e-9 && fabs(e.los - 0.5) < 1e-9);
    assert_true(fabs(e.low + e.high) < 1e-6);
    /* with a lost and a won pair more the variance of a pair is (100 * 0.075 + 0.5) / 102 =
     * 0.07843, the error of the mean 0.02773: 0.5 + 1.96 of that is 37.9 Elo */
    assert_true(fabs(e.high - 37.92) < 0.01);
    struct tally better = {{5, 15, 40, 25, 15}};
    e = tally_estimate(&better);
    assert_true(fabs(e.score - 0.575) < 1e-9);
    assert_true(fabs(e.elo - 52.51) < 0.01);
    /* of an independent implementation of the generalised test; one pair decides nothing */
    static const struct {
        struct tally tally;
        double llr[2];
    } rows[] = {{{{10, 20, 300, 25, 15}}, {0.6437, -20.7243}},
                {{{0, 0, 20, 0, 0}}, {-0.5771, -3.0765}},
                {{{0, 0, 0, 0, 1}}, {0.0284, 0.1338}},
                {{{3, 0, 0, 0, 0}}, {-0.0876, -0.4630}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(fabs(tally_llr(&rows[i].tally, 0, 10) - rows[i].llr[0]) < 5.1e-5);
        assert_true(fabs(tally_llr(&rows[i].tally, 0, 50) - rows[i].llr[1]) < 5.1e-5);
    }
    assert_true(tally_llr(&even, 0, 10) < 0 && tally_llr(&even, -10, 0) > 0);
    double lower, upper;
    sprt_bounds(0.05, 0.05, &lower, &upper);
    assert_true(fabs(upper - 2.944439) < 1e-5 && fabs(lower + upper) < 1e-9);
    assert_true(fabs(score_to_elo(elo_to_score(123)) - 123) < 1e-9);
}

/* Rows of the usual tables: Student's 97.5 % quantiles, and the ranks between which the median of n
 * numbers lies with 95 % confidence. */
static void tables_come_out_the_same(void **state)
{
    (void)state;
    static const struct {
        long degrees;
        double quantile;
    } student[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},   {5, 2.571},    {10, 2.228},
                   {29, 2.045}, {60, 2.000}, {120, 1.980}, {1000, 1.962}, {100000, 1.960}};
    for (size_t i = 0; i < sizeof student / sizeof *student; i++)
        assert_true(fabs(student_quantile(student[i].degrees) - student[i].quantile) < 5.1e-4);
    assert_true(fabs(student_quantile(1000) - student_quantile(1001)) < 1e-5);
    static const int ranks[][2] = {{6, 1}, {8, 1}, {9, 2}, {15, 4}, {20, 6}, {24, 7}, {25, 8}};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        double value[25];
        int n = ranks[i][0], k = ranks[i][1];
        for (int j = 0; j < n; j++)
            value[j] = n - j; /* the numbers 1 to n, not sorted */
        struct interval x = median_interval(value, n);
        assert_true(x.median == (n + 1) / 2.0 && x.low == k && x.high == n + 1 - k);
    }
    assert_true(isinf(median_interval((double[]){1, 2, 3, 4, 5}, 5).high));
}

/* Two pieces going to and fro: the fifth time is a draw, as is the cap. */
static void sessions_see_repetition_and_cap(void **state)
{
    (void)state;
    struct problem *problem = scenario_new(&(struct scenario){"halma", {0}}, 1);
    struct session *session = session_new(problem->position, 0);
    const char *cycle[] = {"4,1-5,1", "11,14-10,14", "5,1-4,1", "10,14-11,14"};
    int plies = 0;
    while (session_ending(session) == ENDING_NONE) {
        assert_in_range(plies, 0, 15);
        struct notes notes = {0};
        unsigned code;
        assert_true(problem->world->game->move_parse(session_now(session), cycle[plies++ % 4],
                                                     &code, &notes));
        session_play(session, code);
    }
    assert_int_equal(plies, 16);
    assert_int_equal(session_ending(session), ENDING_REPETITION);
    assert_int_equal(session_winner(session), -1);
    session_take_back(session);
    assert_int_equal(session_ending(session), ENDING_NONE);
    session->ply_limit = 15;
    assert_int_equal(session_ending(session), ENDING_PLY_LIMIT);
    session_free(session);
    problem_free(problem);
}

/* Whatever is left, the plan leaves a reserve; with next to nothing left it plans nothing. */
static void limits_leave_a_reserve(void **state)
{
    (void)state;
    struct problem *problem = scenario_new(&(struct scenario){"fruit", {.size = 10}}, 1);
    double remaining = 1e-6;
    for (int step = 0; step < 40; step++, remaining *= 1.7) {
        for (int single = 0; single < 2; single++) {
            struct allowance allowance = {.remaining = remaining, .single = single};
            struct limits limits = limits_for(problem->position, &allowance);
            assert_true(limits.hard > 0);
            if (single) { /* nothing needs saving up */
                assert_true(limits.hard <= 0.96 * remaining);
                if (remaining > 1)
                    assert_true(limits.soft == 0 && limits.hard >= 0.94 * remaining);
            } else {
                assert_true(limits.soft > 0 && limits.soft <= limits.hard);
                assert_true(limits.hard <= 0.21 * remaining);
            }
            allowance.move_cap = 0.05;
            assert_true(limits_for(problem->position, &allowance).hard < 0.05);
        }
    }
    problem_free(problem);
}

/* A game that goes on for longer than it seems is not lost on time, nor one whose every move takes
 * as long as it may. */
static void limits_survive_more_moves_than_expected(void **state)
{
    (void)state;
    const double second = 1, program = 0.002; /* a start and an end without thinking */
    struct problem *problem = scenario_new(&(struct scenario){"fruit", {.size = 2}}, 1);
    int expected = problem->world->rules->moves_left(problem->position), moves = 0;
    for (double remaining = second; remaining > 0 && moves < 1000; moves++) {
        struct allowance allowance = {.remaining = remaining};
        remaining -= limits_for(problem->position, &allowance).hard + program;
    }
    assert_in_range(expected, 1, 4);
    assert_true(moves > 30);
    problem_free(problem);
}

static void playdata_survives_only_whole(void **state)
{
    (void)state;
    const struct game *game = game_by_name("halma");
    char folder[] = "/tmp/plywood-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/playdata.txt", folder);
    static struct playdata data, again;
    playdata_read(path, game, &again); /* none yet */
    assert_int_equal(again.count, 0);
    for (uint64_t i = 0; i < PLAYDATA_KEYS + 5; i++)
        playdata_add(&data, hash64(i));
    assert_int_equal(data.count, PLAYDATA_KEYS);
    assert_true(playdata_write(path, game, &data));
    playdata_read(path, game, &again);
    assert_int_equal(again.count, PLAYDATA_KEYS);
    assert_memory_equal(again.key, data.key, sizeof data.key);
    playdata_read(path, game_by_name("laser"), &again);
    assert_int_equal(again.count, 0);
    assert_int_equal(truncate(path, 5000), 0);
    playdata_read(path, game, &again);
    assert_int_equal(again.count, 0);
    unlink(path);
    rmdir(folder);
}

static void calibration_is_believed_within_reason(void **state)
{
    (void)state;
    const struct game *game = game_by_name("fruit");
    char folder[] = "/tmp/plywood-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/calibration.txt", folder);
    struct calibration_line line = {game, 5e6};
    assert_true(calibration_write(path, 0.0123, &line, 1));
    struct calibration c = calibration_read(path, game);
    assert_true(c.overhead > 0.0122 && c.overhead < 0.0124);
    assert_true(c.nodes_per_second == 5e6);
    const char *wrong[] = {"plywood calibration 1\noverhead -5\nfruit nan\n",
                           "plywood calibration 1\noverhead 50\nfruit 1e30\n",
                           "plywood calibration 9\noverhead 0.01\nfruit 5000000\n", "", "\n\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_true(file_replace(path, wrong[i], strlen(wrong[i])));
        c = calibration_read(path, game);
        assert_true(c.overhead == 0 && c.nodes_per_second == 0);
    }
    unlink(path);
    rmdir(folder);
}

/* Options are given by name and reach the rows of the game that has them. */
static void options_reach_their_rows(void **state)
{
    (void)state;
    struct setup_option names[OPTION_NAMES_MAX];
    assert_int_equal(option_names(names), 2);
    assert_string_equal(names[0].name, "kinds");
    assert_string_equal(names[1].name, "blocks");
    const struct game *fruit = game_by_name("fruit"), *laser = game_by_name("laser");
    const struct game *halma = game_by_name("halma");
    struct setup setup = SETUP_DEFAULT;
    struct option_values none = {0}, zero = {.given = {false, true}};
    struct option_values both = {.given = {true, true}, .value = {7, 3}};
    assert_string_equal(option_fill(fruit, &both, &setup), "blocks");
    assert_int_equal(setup_value(fruit, &setup, 0), 7);
    assert_string_equal(option_fill(laser, &both, &setup), "kinds");
    assert_int_equal(setup_value(laser, &setup, 0), 3);
    assert_string_equal(option_fill(halma, &both, &setup), "kinds");
    assert_null(option_fill(halma, &zero, &setup)); /* none of it is what there is */
    assert_int_equal(opening_default_plies(halma, &setup), 4);
    assert_null(option_fill(laser, &zero, &setup));
    assert_int_equal(opening_default_plies(laser, &setup), 4);
    assert_null(option_fill(laser, &none, &setup));
    assert_int_equal(setup_value(laser, &setup, 0), -1);
    assert_int_equal(opening_default_plies(laser, &setup), 0);
    assert_null(option_fill(fruit, &none, &setup));
    assert_int_equal(setup_value(fruit, &setup, 0), 4);
    assert_int_equal(opening_default_plies(fruit, &(struct setup){0}), 0);
}

static void games_are_shown_in_their_order(void **state)
{
    (void)state;
    static const char *const expected[] = {"fruit", "halma", "reversi", "laser"};
    const struct game *shown[REGISTRY_MAX];
    assert_in_range(games_for_people(shown), 4, REGISTRY_MAX);
    for (int i = 0; i < 4; i++)
        assert_string_equal(shown[i]->name, expected[i]);
}

/* FIPS 180-4's examples, and lengths around the end of a block against one piece at a time. */
static void digests_are_those_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *hex;
    } examples[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb924"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039"},
    };
    char hex[DIGEST_HEX], other[DIGEST_HEX];
    struct digest digest;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        digest_begin(&digest);
        digest_add(&digest, examples[i].bytes, strlen(examples[i].bytes));
        digest_end(&digest, hex);
        assert_string_equal(hex, examples[i].hex);
    }
    char bytes[200] = "";
    for (size_t length = 0; length < sizeof bytes; length++) {
        bytes[length] = (char)length;
        digest_begin(&digest);
        digest_add(&digest, bytes, length);
        digest_end(&digest, hex);
        digest_begin(&digest);
        for (size_t i = 0; i < length; i++)
            digest_add(&digest, bytes + i, 1);
        digest_end(&digest, other);
        assert_string_equal(hex, other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_cut),
        cmocka_unit_test(digests_are_those_of_the_standard),
        cmocka_unit_test(numbers_are_read_exactly),
        cmocka_unit_test(foreign_text_is_made_fit),
        cmocka_unit_test(foreign_text_is_bounded),
        cmocka_unit_test(numbers_do_not_wrap),
        cmocka_unit_test(quotes_are_readable),
        cmocka_unit_test(files_are_replaced_whole),
        cmocka_unit_test(names_mean_what_they_name),
        cmocka_unit_test(notes_say_where),
        cmocka_unit_test(json_is_well_formed),
        cmocka_unit_test(boards_step_and_fall_off),
        cmocka_unit_test(statistics_are_right),
        cmocka_unit_test(tables_come_out_the_same),
        cmocka_unit_test(sessions_see_repetition_and_cap),
        cmocka_unit_test(options_reach_their_rows),
        cmocka_unit_test(games_are_shown_in_their_order),
        cmocka_unit_test(limits_leave_a_reserve),
        cmocka_unit_test(limits_survive_more_moves_than_expected),
        cmocka_unit_test(playdata_survives_only_whole),
        cmocka_unit_test(calibration_is_believed_within_reason),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
