#include "referee/course/grade_report.h"

#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/shell.h"

static const char *const status_word[] = {[GRADE_PASSED] = "passed",
                                          [GRADE_HALF] = "half",
                                          [GRADE_FAILED] = "failed",
                                          [GRADE_NEEDLESS] = "not needed",
                                          [GRADE_FORFEITED] = "forfeited",
                                          [GRADE_CUT] = "not graded",
                                          [GRADE_VOID] = "void"};

const char *report_status(enum grade_status status)
{
    return status_word[status];
}

static const struct syllabus_part *part_of(const struct grade_sheet *sheet, int index)
{
    const struct syllabus *s = sheet->syllabus;
    return &s->part[s->cases[index].part];
}

/* True if a case was run and judged. */
static bool was_run(const struct grade_sheet *sheet, int index)
{
    return sheet->result[index].status <= GRADE_FAILED && !sheet->trouble[0];
}

bool report_is_fault(const struct grade_sheet *sheet, int index)
{
    return was_run(sheet, index) && sheet->result[index].status == GRADE_FAILED &&
           verdict_kind(sheet->result[index].result.verdict) == VERDICT_IS_FAULT;
}

/* Why a case ended as it did, with the verdict if that is a fault. */
void report_reason(const struct grade_sheet *sheet, int index, struct text *out)
{
    const struct grade_result *r = &sheet->result[index];
    if (r->status == GRADE_NEEDLESS)
        text_add(out, "not needed: the part was decided without it");
    else if (r->status == GRADE_FORFEITED)
        text_add(out, "forfeited: ");
    else if (r->status == GRADE_VOID)
        text_add(out, "failed on our side, not the agent's fault; grade it again: ");
    else if (sheet->trouble[0])
        text_add(out, "the agent cannot be run: ");
    else if (report_is_fault(sheet, index))
        text_add(out, "%s: ", verdict_name(r->result.verdict));
    text_add(out, "%s", r->result.detail);
    if (r->result.complaint[0])
        text_add(out, "; it said: %s", r->result.complaint);
    if (r->result.bundle[0])
        text_add(out, "; see %s", shown(r->result.bundle));
}

bool report_again(const struct grade_sheet *sheet, int index, struct text *out)
{
    const struct syllabus_case *k = &sheet->syllabus->cases[index];
    enum grade_status status = sheet->result[index].status;
    if (!sheet->again || sheet->trouble[0] || (status != GRADE_FAILED && status != GRADE_HALF))
        return false;
    text_add(out, "plywood grade %s ", sheet->syllabus->game->name);
    shell_add_shown_word(out, sheet->spec);
    text_add(out, " --only %s:%d@%.9g%s", part_of(sheet, index)->name, k->number,
             k->seconds > 0 ? k->seconds : k->cap, sheet->again);
    return true;
}

bool report_whole(const struct grade_sheet *sheet, struct text *out)
{
    if (!sheet->whole || sheet->cut == 0 || sheet->unfinished || !sheet->plan ||
        sheet->plan->seconds == 0)
        return false;
    text_add(out, "plywood grade %s ", sheet->syllabus->game->name);
    shell_add_shown_word(out, sheet->spec);
    text_add(out, "%s", sheet->whole);
    return true;
}

void report_part(const struct grade_sheet *sheet, int part, struct text *out)
{
    text_add(out, "%d of %d passed", grade_count(sheet, part, GRADE_PASSED),
             sheet->syllabus->part[part].cases);
    static const enum grade_status others[] = {GRADE_HALF, GRADE_NEEDLESS, GRADE_FORFEITED,
                                               GRADE_CUT, GRADE_VOID};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        int count = grade_count(sheet, part, others[i]);
        if (count > 0)
            text_add(out, ", %d %s", count, status_word[others[i]]);
    }
}

/* The file of a case whose board was given. */
static const char *board_path(const struct grade_sheet *sheet, int index)
{
    const struct syllabus *s = sheet->syllabus;
    return s->boards->board[s->cases[index].board - 1].path;
}

/* --- for people --- */

static void add_case_line(const struct grade_sheet *sheet, int index, struct text *out)
{
    const struct syllabus_case *k = &sheet->syllabus->cases[index];
    text_add(out, "%20s%2d: ", "", k->number);
    if (k->board)
        text_add(out, "%s: ", shown(board_path(sheet, index)));
    report_reason(sheet, index, out);
    text_add(out, "\n");
    struct text again = {0};
    if (report_again(sheet, index, &again))
        text_add(out, "%24sagain: %s\n", "", shown(again.data));
    text_free(&again);
}

/* Lists the cases of a part that did not pass. Those that were not run have the same reason, so
 * only the first one of them is listed. */
static void add_part_cases(const struct grade_sheet *sheet, int part, struct text *out)
{
    bool told[GRADE_VOID + 1] = {[GRADE_PASSED] = true, [GRADE_NEEDLESS] = true};
    for (int i = 0; i < sheet->syllabus->case_count; i++) {
        enum grade_status status = sheet->result[i].status;
        if (sheet->syllabus->cases[i].part != part || told[status])
            continue;
        add_case_line(sheet, i, out);
        told[status] = status == GRADE_FORFEITED || status == GRADE_CUT;
    }
}

void report_remarks(const struct grade_sheet *sheet, struct text *out)
{
    if (sheet->trouble[0])
        text_add(out, "  %s: %s\n",
                 sheet->voids > 0 ? "This failed on our side" : "The agent cannot be run",
                 sheet->trouble);
    if (sheet->cut > 0)
        text_add(out,
                 "  %s: %d of %d cases were not graded; each part is graded by those that were\n",
                 sheet->unfinished ? "UNFINISHED" : "The time budget was used up", sheet->cut,
                 sheet->syllabus->case_count);
    struct text whole = {0};
    if (report_whole(sheet, &whole))
        text_add(out, "  To grade it without a budget: %s\n", shown(whole.data));
    text_free(&whole);
    if (sheet->plan)
        time_budget_tell(sheet->plan, sheet->syllabus, "  ", out);
    if (sheet->rung && sheet->rung[0])
        text_add(out, "  Metered and confined by %s\n", sheet->rung);
    if (sheet->told && sheet->told[0])
        text_add(out, "  Program: %s\n", sheet->told);
    if (sheet->calibration[0])
        text_add(out, "  Its calibrate command %s\n", sheet->calibration);
    if (sheet->missing[0])
        text_add(out, "  WARNING: the agent was not fully confined; missing here: %s\n",
                 sheet->missing);
}

void report_table(const struct grade_sheet *sheet, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    text_add(out, "%s, %s\n", s->game->title, shown(sheet->name));
    for (int part = 0; part < s->part_count; part++) {
        text_add(out, "  %6.2f of %6.2f  %-10s %s: ", sheet->points[part], s->part[part].points,
                 s->part[part].name, s->part[part].title);
        report_part(sheet, part, out);
        text_add(out, "\n");
        if (!sheet->trouble[0])
            add_part_cases(sheet, part, out);
    }
    text_add(out, "  %6.2f of %6.2f  in all\n", sheet->total, sheet->maximum);
    report_remarks(sheet, out);
}

void report_line(const struct grade_sheet *sheet, struct text *out)
{
    text_add(out, "  %7.2f  %s%s%s\n", sheet->total, shown(sheet->name),
             sheet->trouble[0]   ? ": "
             : sheet->voids > 0  ? ": failed in part on our side"
             : sheet->untouched  ? ": not graded"
             : sheet->unfinished ? ": unfinished"
             : sheet->cut > 0    ? ": cut short by the time budget"
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
    if (was_run(sheet, index) || (r->status == GRADE_VOID && !sheet->trouble[0])) {
        json_put_string(out, "verdict",
                        r->result.verdict == VERDICT_NONE ? "legal"
                                                          : verdict_name(r->result.verdict));
        json_put_number(out, "cpu", r->result.cpu);
    }
    if (r->status != GRADE_NEEDLESS && !sheet->trouble[0])
        json_put_string(out, "detail", r->result.detail);
    if (r->result.complaint[0])
        json_put_string(out, "stderr", r->result.complaint);
    if (r->result.bundle[0])
        json_put_string(out, "bundle", r->result.bundle);
    struct text again = {0};
    if (report_again(sheet, index, &again))
        json_put_string(out, "again", again.data);
    text_free(&again);
    json_close(out, '}');
}

static void add_part(const struct grade_sheet *sheet, int part, struct text *out)
{
    const struct syllabus *s = sheet->syllabus;
    json_open(out, NULL, '{');
    json_put_string(out, "name", s->part[part].name);
    json_put_number(out, "points", sheet->points[part]);
    json_put_number(out, "maximum", s->part[part].points);
    json_put_integer(out, "passed", grade_count(sheet, part, GRADE_PASSED));
    json_put_integer(out, "cases", s->part[part].cases);
    json_put_integer(out, "forfeited", grade_count(sheet, part, GRADE_FORFEITED));
    json_put_integer(out, "not_graded", grade_count(sheet, part, GRADE_CUT));
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
    if (sheet->unfinished)
        json_put_bool(out, "unfinished", true);
    if (sheet->trouble[0])
        json_put_string(out, "trouble", sheet->trouble);
    struct text whole = {0};
    if (report_whole(sheet, &whole))
        json_put_string(out, "again", whole.data);
    text_free(&whole);
    if (sheet->plan)
        time_budget_json(sheet->plan, s, out);
    if (sheet->rung && sheet->rung[0])
        json_put_string(out, "rung", sheet->rung);
    if (sheet->told && sheet->told[0])
        json_put_string(out, "program", sheet->told);
    if (sheet->calibration[0])
        json_put_string(out, "calibrate", sheet->calibration);
    if (sheet->missing[0])
        json_put_string(out, "missing", sheet->missing);
    json_open(out, "parts", '[');
    for (int part = 0; part < s->part_count; part++)
        add_part(sheet, part, out);
    json_close(out, ']');
    json_open(out, "cases", '[');
    for (int i = 0; i < s->case_count; i++)
        add_case(sheet, i, out);
    json_close(out, ']');
    json_close(out, '}');
    text_add(out, "\n");
}
