/* How a grading is fitted to a time, in which order it goes, and when an agent is given up. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "referee/course/class.h"
#include "referee/course/give_up.h"
#include "referee/course/schedule.h"
#include "referee/course/time_budget.h"
#include "referee/sandbox/processors.h"
#include "tests/check.h"

/* Drawing a syllabus may take proofs, so each is drawn once, and this is a copy. */
static struct syllabus *make(const struct game *game)
{
    static struct syllabus *drawn[16];
    int number = 0;
    while (games[number] != game)
        number++;
    if (!drawn[number]) {
        struct notes notes = {0};
        struct syllabus_options o = {.game = game, .setup = SETUP_DEFAULT, .seed = 1};
        drawn[number] = syllabus_new(&o, &notes);
        if (!drawn[number])
            fail_msg("%s", notes_why(&notes));
    }
    struct syllabus *s = malloc(sizeof *s);
    // NOLINTNEXTLINE: fail_msg() does not return
    size_t bytes = (size_t)drawn[number]->case_count * sizeof *s->cases;
    *s = *drawn[number];
    s->cases = malloc(bytes);
    memcpy(s->cases, drawn[number]->cases, bytes);
    return s;
}

/* --- the order --- */

/* Positions come first, every case comes once, and wherever one stops, no part of games is further
 * along than another by more than one game of the part with the fewest. */
static void the_order_is_a_fair_sample(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->course)
            continue;
        struct syllabus *s = make(games[i]);
        int *order = malloc((size_t)s->case_count * sizeof *order), done[SYLLABUS_PARTS] = {0};
        bool *seen = calloc((size_t)s->case_count, 1), games_began = false;
        schedule_make(s, order);
        for (int k = 0; k < s->case_count; k++) {
            const struct syllabus_case *c = &s->cases[order[k]];
            assert_false(seen[order[k]]);
            seen[order[k]] = true;
            assert_int_equal(c->number, ++done[c->part]);
            games_began = games_began || c->opponent;
            assert_true(!games_began || c->opponent);
            for (int a = 0; a < s->part_count && games_began; a++)
                for (int b = 0; b < s->part_count; b++)
                    if (s->part[a].opponent && s->part[b].opponent)
                        assert_true((done[a] - 1.0) / s->part[a].cases <=
                                    (double)done[b] / s->part[b].cases + 1e-9);
        }
        free(order);
        free(seen);
        syllabus_free(s);
    }
}

/* --- the fit --- */

/* Whatever the budget, the clocks and the ends of cases of an agent that uses all its time fit into
 * its share, unless not even one case of each part does. */
static void clocks_fit_into_the_share(void **state)
{
    (void)state;
    static const double budgets[] = {20, 60, 540, 2400, 20000, 1e6};
    for (int i = 0; games[i]; i++)
        for (size_t b = 0; games[i]->course && b < sizeof budgets / sizeof *budgets; b++)
            for (int agents = 1; agents <= 40; agents += 39) {
                struct syllabus *s = make(games[i]), *whole = make(games[i]);
                struct time_budget budget = {budgets[b], agents, 2};
                struct time_budget_plan plan = time_budget_fit(s, &budget);
                double room = 0.7 * plan.share * budget.processors;
                assert_true(plan.share * agents <= budget.seconds);
                assert_true(s->case_count <= whole->case_count);
                bool least = s->case_count == s->part_count;
                if (!least)
                    assert_true(time_budget_clocks(s) + 0.3 * s->case_count <= room + 1e-6);
                if (time_budget_clocks(whole) + 0.3 * whole->case_count <= room)
                    assert_int_equal(s->case_count, whole->case_count);
                for (int k = 0; k < s->case_count; k++) {
                    const struct syllabus_case *c = &s->cases[k];
                    assert_true(c->seconds > 0 || c->cap > 0);
                    if (!least && c->opponent && c->seconds > 0)
                        assert_true(c->seconds >= 5);
                }
                syllabus_free(s);
                syllabus_free(whole);
            }
}

/* Cases that remain are the first ones, the same but for their clocks; majorities are odd; more
 * time never means fewer cases or shorter clocks. */
static void more_time_means_more(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->course)
            continue;
        int cases[SYLLABUS_PARTS] = {0};
        double clock[SYLLABUS_PARTS] = {0};
        bool least = true;
        for (double seconds = 10; seconds < 1e5; seconds *= 1.7) {
            struct syllabus *s = make(games[i]), *whole = make(games[i]);
            time_budget_fit(s, &(struct time_budget){seconds, 1, 1});
            for (int k = 0; k < s->case_count; k++) {
                const struct syllabus_case *c = &s->cases[k], *same = whole->cases;
                while (same->part != c->part || same->number != c->number)
                    same++;
                assert_true(c->setup.seed == same->setup.seed && c->plies == same->plies);
                assert_true(c->seconds <= same->seconds && c->cap <= same->cap);
            }
            int sum = 0, before = 0;
            for (int part = 0; part < s->part_count; part++) {
                sum += s->part[part].cases;
                before += cases[part];
                if (s->part[part].scoring == SCORING_MAJORITY)
                    assert_int_equal(s->part[part].cases % 2, 1);
            }
            assert_true(sum >= before);
            const struct syllabus_case *last = &s->cases[s->case_count - 1];
            double now = last->seconds > 0 ? last->seconds : last->cap;
            if (sum == before && !least)
                assert_true(now >= clock[last->part]);
            least = sum == s->part_count;
            clock[last->part] = now;
            for (int part = 0; part < s->part_count; part++)
                cases[part] = s->part[part].cases;
            syllabus_free(s);
            syllabus_free(whole);
        }
        struct syllabus *whole = make(games[i]);
        for (int part = 0; part < whole->part_count; part++)
            assert_int_equal(cases[part], whole->part[part].cases);
        syllabus_free(whole);
    }
}

/* Agents one after the other, each of which takes anything up to what it has: everybody has at
 * least an equal share, and the last one ends in time. */
static void nobody_takes_from_another(void **state)
{
    (void)state;
    struct random random = {7};
    for (int trial = 0; trial < 1000; trial++) {
        int agents = 1 + (int)random_below(&random, 50);
        double end = 100, now = 0;
        for (int i = 0; i < agents; i++) {
            double stop = time_budget_end(now, end, agents - i);
            assert_true(stop - now >= end / agents - 1e-9);
            assert_true(stop <= end + 1e-9);
            bool greedy = random_below(&random, 2) == 0;
            now += (stop - now) * (greedy ? 1 : 1e-3 * (double)random_below(&random, 1000));
        }
    }
}

/* Half a processor, as containers have it, in the files of both versions of control groups. */
static void quotas_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *groups, *file, *text, *file2, *text2;
        double quota;
    } rows[] = {
        {"0::/a/b\n", "sys/fs/cgroup/a/cpu.max", "50000 100000\n", NULL, NULL, 0.5},
        {"0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max", "max 100000\n", NULL, NULL, 0},
        {"0::/elsewhere\n", "sys/fs/cgroup/cpu.max", "150000 100000\n", NULL, NULL, 1.5},
        {"4:cpu,cpuacct:/c\n", "sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_quota_us", "25000\n",
         "sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_period_us", "100000\n", 0.25},
        {"4:cpu:/\n", "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n",
         "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char root[] = "/tmp/plywood-test-XXXXXX", command[400];
        assert_non_null(mkdtemp(root));
        const char *files[] = {"proc/self/cgroup", rows[i].file, rows[i].file2};
        const char *texts[] = {rows[i].groups, rows[i].text, rows[i].text2};
        for (int k = 0; k < 3 && files[k]; k++) {
            char path[200];
            snprintf(path, sizeof path, "%s/%s", root, files[k]);
            snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s')\"", path);
            assert_int_equal(system(command), 0);
            FILE *file = fopen(path, "w");
            fputs(texts[k], file);
            fclose(file);
        }
        assert_true(processors_quota(root) == rows[i].quota);
        snprintf(command, sizeof command, "rm -rf '%s'", root);
        assert_int_equal(system(command), 0);
    }
    assert_true(processors_available() > 0);
}

/* --- hopeless agents --- */

static void a_row_of_faults_is_enough(void **state)
{
    (void)state;
    struct give_up h = {.limit = 3};
    give_up_note(&h, false, VERDICT_CRASHED, false, false);
    give_up_note(&h, false, VERDICT_CRASHED, false, false);
    give_up_note(&h, false, VERDICT_MEMORY, false, false); /* another kind */
    give_up_note(&h, false, VERDICT_CRASHED, false, false);
    give_up_note(&h, false, VERDICT_CRASHED, false, false);
    assert_false(give_up_forfeits(&h, false));
    give_up_note(&h, false, VERDICT_CRASHED, false, false);
    assert_true(give_up_forfeits(&h, false) && give_up_forfeits(&h, true));
    assert_int_equal(give_up_verdict(&h, true), VERDICT_CRASHED);
}

static void whoever_has_passed_something_may_play(void **state)
{
    (void)state;
    struct give_up h = {.limit = 3};
    give_up_note(&h, false, VERDICT_NONE, true, false);
    for (int i = 0; i < 3; i++)
        give_up_note(&h, false, VERDICT_MEMORY, false, false);
    assert_true(give_up_forfeits(&h, false));
    assert_false(give_up_forfeits(&h, true));
    for (int i = 0; i < 2; i++)
        give_up_note(&h, true, VERDICT_ILLEGAL_MOVE, false, false);
    give_up_note(&h, true, VERDICT_SCORE, false, false); /* lost by play breaks the row */
    for (int i = 0; i < 2; i++)
        give_up_note(&h, true, VERDICT_ILLEGAL_MOVE, false, false);
    assert_false(give_up_forfeits(&h, true));
    give_up_note(&h, true, VERDICT_ILLEGAL_MOVE, false, false);
    assert_true(give_up_forfeits(&h, true));
}

static void whoever_is_merely_late_may_play(void **state)
{
    (void)state;
    struct give_up late = {.limit = 3}, runaway = {.limit = 3}, never = {0};
    for (int i = 0; i < 3; i++) {
        give_up_note(&late, false, VERDICT_OUT_OF_TIME, false, true);
        give_up_note(&runaway, false, VERDICT_OUT_OF_TIME, false, false);
        give_up_note(&never, false, VERDICT_OUT_OF_TIME, false, false);
    }
    assert_true(give_up_forfeits(&late, false) && !give_up_forfeits(&late, true));
    assert_true(give_up_forfeits(&runaway, true));
    assert_false(give_up_forfeits(&never, false));
}

/* --- points and summaries --- */

/* What was cut counts for nothing, what was forfeited counts as failed. */
static void points_come_from_what_was_run(void **state)
{
    (void)state;
    struct syllabus *s = make(game_by_name("fruit"));
    struct grade_result *result = calloc((size_t)s->case_count, sizeof *result);
    struct grade_sheet sheet = {.syllabus = s, .result = result};
    grade_sum(&sheet);
    assert_true(sheet.total == 100 && sheet.cut == 0);
    for (int k = 0; k < s->case_count; k++) /* one in three was run, and half of these passed */
        result[k].status = s->cases[k].number % 3   ? GRADE_CUT
                           : s->cases[k].number % 2 ? GRADE_PASSED
                                                    : GRADE_FAILED;
    grade_sum(&sheet); /* positions 3 to 24: 4 of 8; games 3, 6, 9: 2 of 3 */
    assert_true(sheet.points[0] == 12.5 && sheet.points[1] == 25 && sheet.points[2] == 50);
    for (int k = 0; k < s->case_count; k++)
        if (result[k].status == GRADE_CUT)
            result[k].status = GRADE_FORFEITED;
    grade_sum(&sheet);
    assert_true(sheet.points[0] == 4 && sheet.points[1] == 0 && sheet.points[2] == 0);
    for (int k = 0; k < s->case_count; k++)
        result[k].status = GRADE_CUT;
    grade_sum(&sheet);
    assert_true(sheet.total == 0 && sheet.cut == s->case_count);
    free(result);
    syllabus_free(s);
}

/* Two of three cases were cut. Whoever was idle for more than a third of what the plan has for its
 * clocks forfeits them, be it in cases that were run, in one that was cut, or before them; what was
 * known before this call took nothing of its time. */
static void whoever_sleeps_forfeits_what_is_cut(void **state)
{
    (void)state;
    static const struct {
        double part; /* of the third */
        enum { RUN, KNOWN, CUT, BEFORE } when;
        bool forfeits;
    } rows[] = {{0, RUN, false},   {0.9, RUN, false}, {1.1, RUN, true},     {1.1, KNOWN, false},
                {0.9, CUT, false}, {1.1, CUT, true},  {0.9, BEFORE, false}, {1.1, BEFORE, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct syllabus *s = make(game_by_name("fruit"));
        struct grade_result *result = calloc((size_t)s->case_count, sizeof *result);
        struct time_budget_plan plan = {.seconds = 300, .clocks = 200};
        struct grade_sheet sheet = {.syllabus = s, .result = result, .plan = &plan};
        for (int k = 0; k < s->case_count; k++)
            result[k].status = s->cases[k].number % 3 ? GRADE_CUT : GRADE_PASSED;
        grade_sum(&sheet);
        int cut = sheet.cut;
        assert_true(sheet.points[2] == 50);
        double idle = rows[i].part * plan.clocks / 3;
        for (int k = 0; k < s->case_count; k++) {
            bool counts = (rows[i].when == CUT) == (result[k].status == GRADE_CUT);
            if (counts && rows[i].when != BEFORE)
                result[k].result.idle = idle / (rows[i].when == CUT ? cut : s->case_count - cut);
            result[k].result.known = rows[i].when == KNOWN;
        }
        sheet.idle = rows[i].when == BEFORE ? idle : 0;
        grade_forfeit_idle(&sheet);
        assert_int_equal(sheet.cut, rows[i].forfeits ? 0 : cut);
        assert_true(sheet.points[2] == (rows[i].forfeits ? 0 : 50));
        free(result);
        syllabus_free(s);
    }
}

static void summaries_hold_strangers_text(void **state)
{
    (void)state;
    struct syllabus *s = make(game_by_name("laser"));
    struct grade_result *result = calloc((size_t)s->case_count, sizeof *result);
    for (int k = 0; k < s->case_count; k++) {
        result[k].status = k < 2 ? GRADE_FAILED : GRADE_FORFEITED;
        result[k].result.verdict = k < 2 ? VERDICT_CRASHED : VERDICT_NONE;
        result[k].result.cpu = k;
    }
    struct grade_sheet sheet = {.syllabus = s,
                                .spec = "=1+1",
                                .name = "<b>\"Ada\",\x1b[1m;=1\t＝",
                                .calibration = "",
                                .missing = "",
                                .again = "",
                                .result = result};
    grade_sum(&sheet);
    struct class class = {.syllabus = s, .planned = 2};
    class_add(&class, &sheet, false);
    class_add(&class, &sheet, true);
    assert_int_equal(class.count, 1);
    struct text csv = {0}, page = {0};
    class_csv(&class, &csv);
    class_page(&class, &page);
    assert_non_null(strstr(csv.data, "\r\n\"'=1+1\",\"<b>\"\"Ada\"\",\\x1b[1m,=1\\t＝\",graded,"));
    assert_null(strchr(csv.data, ';'));
    assert_non_null(strstr(csv.data, ",2,crashed 2,"));
    assert_non_null(strstr(page.data, "<bdi>&lt;b&gt;&quot;Ada&quot;,\\x1b[1m;=1\\t＝</bdi>"));
    assert_null(strstr(page.data, "<b>\""));
    assert_null(strstr(page.data, "<script"));
    text_free(&page);
    class_free(&class);
    static const char *const formulas[] = {"=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        char cell[40];
        snprintf(cell, sizeof cell, ",\"'%s\",", formulas[i]);
        sheet.name = formulas[i];
        class = (struct class){.syllabus = s, .planned = 1};
        class_add(&class, &sheet, false);
        text_clear(&csv);
        class_csv(&class, &csv);
        assert_non_null(strstr(csv.data, cell));
        class_free(&class);
    }
    text_free(&csv);
    free(result);
    syllabus_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_a_fair_sample),
        cmocka_unit_test(clocks_fit_into_the_share),
        cmocka_unit_test(more_time_means_more),
        cmocka_unit_test(nobody_takes_from_another),
        cmocka_unit_test(quotas_are_read),
        cmocka_unit_test(a_row_of_faults_is_enough),
        cmocka_unit_test(whoever_has_passed_something_may_play),
        cmocka_unit_test(whoever_is_merely_late_may_play),
        cmocka_unit_test(points_come_from_what_was_run),
        cmocka_unit_test(whoever_sleeps_forfeits_what_is_cut),
        cmocka_unit_test(summaries_hold_strangers_text),
    };
    return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
