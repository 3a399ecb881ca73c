#include "referee/course/grade_export.h"

#include <stdio.h>
#include <string.h>

#include "base/html.h"
#include "base/json.h"
#include "referee/course/grade_report.h"

/* CPU seconds of all cases that were run. */
static double cpu_used(const struct grade_sheet *sheet)
{
    double sum = 0;
    for (int i = 0; i < sheet->syllabus->case_count; i++)
        sum += sheet->result[i].result.cpu;
    return sum;
}

/* Describes a case for the agent's author: how it ended, what that means, how to run it again. */
static void explain(const struct grade_sheet *sheet, int index, struct text *out)
{
    const struct grade_result *r = &sheet->result[index];
    struct text again = {0};
    report_reason(sheet, index, out);
    if (report_is_fault(sheet, index))
        text_add(out, "\nWhat that means: your program %s.", verdict_meaning(r->result.verdict));
    if (report_again(sheet, index, &again))
        text_add(out, "\nTo see it again: %s", again.data);
    text_free(&again);
}

/* --- Gradescope --- */

const char *const export_visibilities[] = {"visible", "hidden", "after_due_date", "after_published",
                                           NULL};

struct test {
    const char *name, *output, *visibility;
    double score, maximum;
    bool passed;
};

static void add_test(struct text *out, const struct test *test)
{
    json_open(out, NULL, '{');
    json_put_string(out, "name", test->name);
    json_put_number(out, "score", test->score);
    json_put_number(out, "max_score", test->maximum);
    json_put_string(out, "status", test->passed ? "passed" : "failed");
    json_put_string(out, "output", test->output);
    json_put_string(out, "output_format", "text");
    json_put_string(out, "visibility", test->visibility);
    json_close(out, '}');
}

static void add_whole_part(const struct grade_sheet *sheet, int part, const char *visibility,
                           struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    struct text reasons = {0};
    report_part(sheet, part, &reasons);
    for (int i = 0; i < s->case_count; i++)
        if (s->cases[i].part == part) {
            text_add(&reasons, "\n%d: ", s->cases[i].number);
            explain(sheet, i, &reasons);
        }
    add_test(out,
             &(struct test){s->part[part].title, reasons.data, visibility, sheet->points[part],
                            s->part[part].points, sheet->points[part] == s->part[part].points});
    text_free(&reasons);
}

/* The points of a case; if cases of its part were cut, the others share the part's points. */
static void add_part_by_cases(const struct grade_sheet *sheet, int part, const char *visibility,
                              struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    int cut = grade_count(sheet, part, GRADE_CUT), counted = s->part[part].cases - cut;
    double most = s->part[part].points / (counted > 0 ? counted : s->part[part].cases);
    for (int i = 0; i < s->case_count; i++) {
        const struct grade_result *r = &sheet->result[i];
        if (s->cases[i].part != part)
            continue;
        bool counts = counted == 0 || r->status != GRADE_CUT;
        bool scores = r->status == GRADE_PASSED || r->status == GRADE_HALF;
        struct text name = {0}, reason = {0};
        text_add(&name, "%s %d", s->part[part].title, s->cases[i].number);
        explain(sheet, i, &reason);
        add_test(out, &(struct test){name.data, reason.data, visibility,
                                     scores ? r->result.share * most : 0, counts ? most : 0,
                                     r->status == GRADE_PASSED});
        text_free(&name);
        text_free(&reason);
    }
}

static void add_rank(struct text *out, const char *name, double value, const char *order)
{
    json_open(out, NULL, '{');
    json_put_string(out, "name", name);
    json_put_number(out, "value", value);
    json_put_string(out, "order", order);
    json_close(out, '}');
}

static void add_leaderboard(const struct grade_sheet *sheet, struct text *out)
{
    json_open(out, "leaderboard", '[');
    add_rank(out, "Points", sheet->total, "desc");
    for (int part = 0; part < sheet->syllabus->part_count; part++)
        add_rank(out, sheet->syllabus->part[part].title, sheet->points[part], "desc");
    add_rank(out, "CPU seconds", cpu_used(sheet), "asc");
    json_close(out, ']');
}

void export_gradescope(const struct grade_sheet *sheet, const char *visibility, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    struct text summary = {0};
    report_table(sheet, &summary);
    json_open(out, NULL, '{');
    json_put_number(out, "score", sheet->total);
    json_put_number(out, "max_score", sheet->maximum);
    json_put_number(out, "execution_time", sheet->seconds);
    json_put_string(out, "output", summary.data);
    json_put_string(out, "output_format", "text");
    json_put_string(out, "visibility", visibility);
    json_put_string(out, "stdout_visibility", "hidden");
    json_open(out, "tests", '[');
    for (int part = 0; part < s->part_count; part++)
        if (s->part[part].scoring == SCORING_MAJORITY)
            add_whole_part(sheet, part, visibility, out);
        else
            add_part_by_cases(sheet, part, visibility, out);
    json_close(out, ']');
    add_leaderboard(sheet, out);
    json_close(out, '}');
    text_add(out, "\n");
    text_free(&summary);
}

/* --- JUnit --- */

static void add_attribute(struct text *out, const char *name, const char *value)
{
    text_add(out, " %s=\"", name);
    html_put(out, value); /* HTML's escapes are valid in XML too */
    text_add(out, "\"");
}

static int count_all(const struct grade_sheet *sheet, enum grade_status status)
{
    int found = 0;
    for (int part = 0; part < sheet->syllabus->part_count; part++)
        found += grade_count(sheet, part, status);
    return found;
}

/* Writes the child elements of a case that did not pass. */
static void add_outcome(const struct grade_sheet *sheet, int index, struct text *out)
{
    static const char *const element[] = {
        [GRADE_HALF] = "failure",      [GRADE_FAILED] = "failure", [GRADE_NEEDLESS] = "skipped",
        [GRADE_FORFEITED] = "failure", [GRADE_CUT] = "skipped",    [GRADE_VOID] = "error"};
    const struct grade_result *r = &sheet->result[index];
    if (r->status == GRADE_PASSED)
        return;
    struct text reason = {0}, again = {0};
    report_reason(sheet, index, &reason);
    text_add(out, "      <%s", element[r->status]);
    if (strcmp(element[r->status], "skipped") != 0)
        add_attribute(out, "type",
                      sheet->trouble[0]              ? "trouble"
                      : r->status == GRADE_FORFEITED ? "forfeited"
                                                     : verdict_name(r->result.verdict));
    add_attribute(out, "message", reason.data);
    if (report_again(sheet, index, &again)) {
        text_add(out, ">To see it again: ");
        html_put(out, again.data);
        text_add(out, "</%s>\n", element[r->status]);
    } else {
        text_add(out, "/>\n");
    }
    text_free(&reason);
    text_free(&again);
}

static void add_property(struct text *out, const char *name, const char *value)
{
    text_add(out, "      <property");
    add_attribute(out, "name", name);
    add_attribute(out, "value", value);
    text_add(out, "/>\n");
}

static void add_properties(const struct grade_sheet *sheet, struct text *out)
{
    struct text budget = {0};
    text_add(out, "    <properties>\n");
    text_add(out, "      <property name=\"points\" value=\"%g\"/>\n", sheet->total);
    text_add(out, "      <property name=\"maximum\" value=\"%g\"/>\n", sheet->maximum);
    if (sheet->missing[0])
        add_property(out, "missing", sheet->missing);
    if (sheet->plan)
        time_budget_tell(sheet->plan, sheet->syllabus, "", &budget);
    if (budget.data)
        add_property(out, "budget", budget.data);
    if (sheet->unfinished)
        add_property(out, "unfinished", "true");
    text_add(out, "    </properties>\n");
    text_free(&budget);
}

void export_junit(const struct grade_sheet *sheet, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    text_add(out, "  <testsuite");
    add_attribute(out, "name", sheet->name);
    text_add(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n", s->case_count,
             count_all(sheet, GRADE_FAILED) + count_all(sheet, GRADE_HALF) +
                 count_all(sheet, GRADE_FORFEITED),
             count_all(sheet, GRADE_VOID),
             count_all(sheet, GRADE_NEEDLESS) + count_all(sheet, GRADE_CUT));
    add_properties(sheet, out);
    for (int i = 0; i < s->case_count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s %d", s->part[s->cases[i].part].name, s->cases[i].number);
        text_add(out, "    <testcase");
        add_attribute(out, "classname", s->game->name);
        add_attribute(out, "name", name);
        text_add(out, " time=\"%.3f\">\n", sheet->result[i].result.cpu);
        add_outcome(sheet, i, out);
        text_add(out, "    </testcase>\n");
    }
    text_add(out, "  </testsuite>\n");
}
