#include "referee/course/grade_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/json.h"

static const char *const status_word[] = {[GRADE_PASSED] = "passed",
                                          [GRADE_HALF] = "half",
                                          [GRADE_FAILED] = "failed",
                                          [GRADE_NEEDLESS] = "not needed",
                                          [GRADE_VOID] = "void"};

static const struct syllabus_part *part_of(const struct grade_sheet *sheet, int index)
{
    const struct syllabus *s = sheet->syllabus;
    return &s->part[s->cases[index].part];
}

static double case_points(const struct grade_sheet *sheet, int index)
{
    return sheet->result[index].result.share * grade_case_points(part_of(sheet, index));
}

/* Why a case ended as it did, with the verdict where it is a fault. */
static void tell_reason(const struct grade_sheet *sheet, int index, struct text *out)
{
    const struct grade_result *r = &sheet->result[index];
    enum verdict_kind kind = verdict_kind(r->result.verdict);
    if (r->status == GRADE_NEEDLESS)
        text_add(out, "not needed: the part was decided without it");
    else if (r->status == GRADE_VOID)
        text_add(out, "failed on our side, not the agent's fault; grade it again: ");
    else if (sheet->trouble[0])
        text_add(out, "the agent cannot be run: ");
    else if (kind == VERDICT_IS_FAULT)
        text_add(out, "%s: ", verdict_name(r->result.verdict));
    text_add(out, "%s", r->result.detail);
    if (r->result.complaint[0])
        text_add(out, "; it said: %s", r->result.complaint);
    if (r->result.bundle[0])
        text_add(out, "; see %s", shown(r->result.bundle));
}

/* How many cases of a part have this status. */
static int count(const struct grade_sheet *sheet, int part, enum grade_status status)
{
    int found = 0;
    for (int i = 0; i < sheet->syllabus->case_count; i++)
        found += sheet->syllabus->cases[i].part == part && sheet->result[i].status == status;
    return found;
}

/* "8 of 11 passed, 3 not needed" */
static void tell_part(const struct grade_sheet *sheet, int part, struct text *out)
{
    text_add(out, "%d of %d passed", count(sheet, part, GRADE_PASSED),
             sheet->syllabus->part[part].cases);
    static const enum grade_status others[] = {GRADE_HALF, GRADE_NEEDLESS, GRADE_VOID};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (count(sheet, part, others[i]) > 0)
            text_add(out, ", %d %s", count(sheet, part, others[i]), status_word[others[i]]);
}

/* The file of a case whose board was given. */
static const char *board_path(const struct grade_sheet *sheet, int index)
{
    const struct syllabus *s = sheet->syllabus;
    return s->boards->board[s->cases[index].board - 1].path;
}

/* --- for people --- */

void report_table(const struct grade_sheet *sheet, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    text_add(out, "%s, %s\n", s->game->title, shown(sheet->name));
    for (int part = 0; part < s->part_count; part++) {
        text_add(out, "  %6.2f of %6.2f  %-10s %s: ", sheet->points[part], s->part[part].points,
                 s->part[part].name, s->part[part].title);
        tell_part(sheet, part, out);
        text_add(out, "\n");
        for (int i = 0; i < s->case_count && !sheet->trouble[0]; i++) {
            enum grade_status status = sheet->result[i].status;
            if (s->cases[i].part != part || status == GRADE_PASSED || status == GRADE_NEEDLESS)
                continue;
            text_add(out, "%20s%2d: ", "", s->cases[i].number);
            if (s->cases[i].board)
                text_add(out, "%s: ", shown(board_path(sheet, i)));
            tell_reason(sheet, i, out);
            text_add(out, "\n");
        }
    }
    text_add(out, "  %6.2f of %6.2f  in all\n", sheet->total, sheet->maximum);
    if (sheet->trouble[0])
        text_add(out, "  %s: %s\n",
                 sheet->voids > 0 ? "This failed on our side" : "The agent cannot be run",
                 sheet->trouble);
    if (sheet->rung && sheet->rung[0])
        text_add(out, "  Metered and confined by %s\n", sheet->rung);
    if (sheet->calibration[0])
        text_add(out, "  Its calibrate command %s\n", sheet->calibration);
    if (sheet->missing[0])
        text_add(out, "  WARNING: the agent was not fully confined; missing here: %s\n",
                 sheet->missing);
}

void report_line(const struct grade_sheet *sheet, struct text *out)
{
    text_add(out, "  %7.2f  %s%s%s\n", sheet->total, shown(sheet->name),
             sheet->trouble[0]  ? ": "
             : sheet->voids > 0 ? ": failed in part on our side"
                                : "",
             sheet->trouble);
}

/* --- JSON --- */

static void add_case(const struct grade_sheet *sheet, int index, struct text *out)
{
    const struct grade_result *r = &sheet->result[index];
    json_open(out, NULL, '{');
    json_put_string(out, "part", part_of(sheet, index)->name);
    json_put_integer(out, "number", sheet->syllabus->cases[index].number);
    if (sheet->syllabus->cases[index].board)
        json_put_string(out, "input", board_path(sheet, index));
    json_put_string(out, "status", status_word[r->status]);
    if (r->status != GRADE_NEEDLESS && !sheet->trouble[0]) {
        json_put_string(out, "verdict",
                        r->result.verdict == VERDICT_NONE ? "legal"
                                                          : verdict_name(r->result.verdict));
        json_put_number(out, "cpu", r->result.cpu);
        json_put_string(out, "detail", r->result.detail);
    }
    if (r->result.complaint[0])
        json_put_string(out, "stderr", r->result.complaint);
    if (r->result.bundle[0])
        json_put_string(out, "bundle", r->result.bundle);
    json_close(out, '}');
}

void report_json(const struct grade_sheet *sheet, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    json_open(out, NULL, '{');
    json_put_string(out, "game", s->game->name);
    json_put_string(out, "agent", sheet->spec);
    json_put_string(out, "name", sheet->name);
    json_put_string(out, "hash", sheet->hash);
    json_put_integer(out, "seed", (int64_t)s->seed);
    json_put_number(out, "points", sheet->total);
    json_put_number(out, "maximum", sheet->maximum);
    json_put_integer(out, "voids", sheet->voids);
    if (sheet->trouble[0])
        json_put_string(out, "trouble", sheet->trouble);
    if (sheet->rung && sheet->rung[0])
        json_put_string(out, "rung", sheet->rung);
    if (sheet->calibration[0])
        json_put_string(out, "calibrate", sheet->calibration);
    if (sheet->missing[0])
        json_put_string(out, "missing", sheet->missing);
    json_open(out, "parts", '[');
    for (int part = 0; part < s->part_count; part++) {
        json_open(out, NULL, '{');
        json_put_string(out, "name", s->part[part].name);
        json_put_number(out, "points", sheet->points[part]);
        json_put_number(out, "maximum", s->part[part].points);
        json_put_integer(out, "passed", count(sheet, part, GRADE_PASSED));
        json_put_integer(out, "cases", s->part[part].cases);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "cases", '[');
    for (int i = 0; i < s->case_count; i++)
        add_case(sheet, i, out);
    json_close(out, ']');
    json_close(out, '}');
    text_add(out, "\n");
}

/* --- Gradescope --- */

static void add_test(struct text *out, const char *name, double score, double maximum,
                     const char *output)
{
    json_open(out, NULL, '{');
    json_put_string(out, "name", name);
    json_put_number(out, "score", score);
    json_put_number(out, "max_score", maximum);
    json_put_string(out, "output", output);
    json_put_string(out, "visibility", "visible");
    json_close(out, '}');
}

static void add_whole_part(const struct grade_sheet *sheet, int part, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    struct text reasons = {0};
    tell_part(sheet, part, &reasons);
    for (int i = 0; i < s->case_count; i++)
        if (s->cases[i].part == part) {
            text_add(&reasons, "\n%d: ", s->cases[i].number);
            tell_reason(sheet, i, &reasons);
        }
    add_test(out, s->part[part].title, sheet->points[part], s->part[part].points, reasons.data);
    text_free(&reasons);
}

static void add_part_by_cases(const struct grade_sheet *sheet, int part, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    for (int i = 0; i < s->case_count; i++) {
        if (s->cases[i].part != part)
            continue;
        struct text name = {0}, reason = {0};
        text_add(&name, "%s %d", s->part[part].title, s->cases[i].number);
        tell_reason(sheet, i, &reason);
        add_test(out, name.data, case_points(sheet, i), grade_case_points(&s->part[part]),
                 reason.data);
        text_free(&name);
        text_free(&reason);
    }
}

void report_gradescope(const struct grade_sheet *sheet, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    struct text summary = {0};
    report_table(sheet, &summary);
    json_open(out, NULL, '{');
    json_put_number(out, "score", sheet->total);
    json_put_number(out, "max_score", sheet->maximum);
    json_put_string(out, "output", summary.data);
    json_put_string(out, "visibility", "visible");
    json_open(out, "tests", '[');
    for (int part = 0; part < s->part_count; part++)
        if (s->part[part].scoring == SCORING_MAJORITY)
            add_whole_part(sheet, part, out);
        else
            add_part_by_cases(sheet, part, out);
    json_close(out, ']');
    json_close(out, '}');
    text_add(out, "\n");
    text_free(&summary);
}

/* --- JUnit --- */

/* What is fit to be shown, XML can hold. */
static void add_escaped(struct text *out, const char *string)
{
    static const struct {
        char c;
        const char *name;
    } special[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    char *fit = foreign_copy(string);
    for (const char *p = fit; *p; p++) {
        const char *name = NULL;
        for (size_t i = 0; i < sizeof special / sizeof *special; i++)
            if (*p == special[i].c)
                name = special[i].name;
        text_add_bytes(out, name ? name : p, name ? strlen(name) : 1);
    }
    free(fit);
}

static void add_attribute(struct text *out, const char *name, const char *value)
{
    text_add(out, " %s=\"", name);
    add_escaped(out, value);
    text_add(out, "\"");
}

static int count_all(const struct grade_sheet *sheet, enum grade_status status)
{
    int found = 0;
    for (int part = 0; part < sheet->syllabus->part_count; part++)
        found += count(sheet, part, status);
    return found;
}

/* The child elements of a case that was not simply passed. */
static void add_outcome(const struct grade_sheet *sheet, int index, struct text *out)
{
    static const char *const element[] = {[GRADE_HALF] = "failure",
                                          [GRADE_FAILED] = "failure",
                                          [GRADE_NEEDLESS] = "skipped",
                                          [GRADE_VOID] = "error"};
    const struct grade_result *r = &sheet->result[index];
    if (r->status == GRADE_PASSED)
        return;
    struct text reason = {0};
    tell_reason(sheet, index, &reason);
    text_add(out, "      <%s", element[r->status]);
    if (r->status != GRADE_NEEDLESS)
        add_attribute(out, "type", sheet->trouble[0] ? "trouble" : verdict_name(r->result.verdict));
    add_attribute(out, "message", reason.data);
    text_add(out, "/>\n");
    text_free(&reason);
}

void report_junit(const struct grade_sheet *sheet, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    text_add(out, "  <testsuite");
    add_attribute(out, "name", sheet->name);
    text_add(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n", s->case_count,
             count_all(sheet, GRADE_FAILED) + count_all(sheet, GRADE_HALF),
             count_all(sheet, GRADE_VOID), count_all(sheet, GRADE_NEEDLESS));
    text_add(out, "    <properties>\n");
    text_add(out, "      <property name=\"points\" value=\"%g\"/>\n", sheet->total);
    text_add(out, "      <property name=\"maximum\" value=\"%g\"/>\n", sheet->maximum);
    if (sheet->missing[0]) {
        text_add(out, "      <property name=\"missing\"");
        add_attribute(out, "value", sheet->missing);
        text_add(out, "/>\n");
    }
    text_add(out, "    </properties>\n");
    for (int i = 0; i < s->case_count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s %d", part_of(sheet, i)->name, s->cases[i].number);
        text_add(out, "    <testcase");
        add_attribute(out, "classname", s->game->name);
        add_attribute(out, "name", name);
        text_add(out, " time=\"%.3f\">\n", sheet->result[i].result.cpu);
        add_outcome(sheet, i, out);
        text_add(out, "    </testcase>\n");
    }
    text_add(out, "  </testsuite>\n");
}
