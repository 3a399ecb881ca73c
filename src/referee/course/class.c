#include "referee/course/class.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "referee/course/grade_report.h"

/* --- rows --- */

static void free_row(struct class_row *row)
{
    for (int i = 0; i < row->failures; i++) {
        free(row->failure[i].name);
        free(row->failure[i].reason);
        free(row->failure[i].again);
    }
    free(row->spec);
    free(row->name);
    free(row->trouble);
    free(row->cut);
}

void class_free(struct class *class)
{
    for (int i = 0; i < class->count; i++)
        free_row(&class->row[i]);
    free(class->row);
    *class = (struct class){0};
}

static void name_case(const struct grade_sheet *sheet, int index, char out[80])
{
    const struct syllabus_case *k = &sheet->syllabus->cases[index];
    snprintf(out, 80, "%s %d", sheet->syllabus->part[k->part].name, k->number);
}

static void add_failure(struct class_row *row, const struct grade_sheet *sheet, int index)
{
    if (row->failures == CLASS_FAILURES)
        return;
    struct class_failure *f = &row->failure[row->failures++];
    struct text reason = {0}, again = {0};
    char name[80];
    name_case(sheet, index, name);
    report_reason(sheet, index, &reason);
    *f = (struct class_failure){.name = memory_string(name), .reason = reason.data};
    if (report_is_fault(sheet, index))
        f->meaning = verdict_meaning(sheet->result[index].result.verdict);
    if (report_again(sheet, index, &again))
        f->again = again.data;
}

static void take_case(struct class_row *row, const struct grade_sheet *sheet, int index)
{
    const struct grade_result *r = &sheet->result[index];
    row->count[r->status]++;
    row->cpu += r->result.cpu;
    row->faults[r->result.verdict] += report_is_fault(sheet, index);
    if (r->result.cpu > row->slowest_cpu) {
        row->slowest_cpu = r->result.cpu;
        name_case(sheet, index, row->slowest);
    }
    if ((r->status == GRADE_FAILED || r->status == GRADE_VOID) && !row->trouble[0])
        add_failure(row, sheet, index);
}

/* Why the cases of an agent were cut: the reason of the first one, which all of them share. */
static char *tell_cut(const struct grade_sheet *sheet)
{
    struct text reason = {0};
    for (int i = 0; i < sheet->syllabus->case_count && !reason.data; i++)
        if (sheet->result[i].status == GRADE_CUT)
            report_reason(sheet, i, &reason);
    struct text whole = {0};
    if (reason.data && report_whole(sheet, &whole))
        text_add(&reason, "; to grade it without a budget: %s", whole.data);
    text_free(&whole);
    return reason.data ? reason.data : memory_string("");
}

void class_add(struct class *class, const struct grade_sheet *sheet, bool replaces)
{
    if (replaces)
        free_row(&class->row[--class->count]);
    class->row = memory_resize(class->row, (size_t)(class->count + 1) * sizeof *class->row);
    struct class_row *row = &class->row[class->count++];
    *row = (struct class_row){.spec = memory_string(sheet->spec),
                              .name = memory_string(sheet->name),
                              .trouble = memory_string(sheet->trouble),
                              .cut = tell_cut(sheet),
                              .unfinished = sheet->unfinished,
                              .untouched = sheet->untouched,
                              .total = sheet->total,
                              .maximum = sheet->maximum,
                              .seconds = sheet->seconds};
    memcpy(row->hash, sheet->hash, sizeof row->hash);
    memcpy(row->points, sheet->points, sizeof row->points);
    for (int i = 0; i < sheet->syllabus->case_count; i++)
        take_case(row, sheet, i);
}

/* --- words --- */

const char *class_state(const struct class_row *row)
{
    return row->count[GRADE_VOID] > 0  ? "failed on our side"
           : row->trouble[0]           ? "cannot be run"
           : row->untouched            ? "not graded"
           : row->unfinished           ? "unfinished"
           : row->count[GRADE_CUT] > 0 ? "cut short"
                                       : "graded";
}

int class_faults(const struct class_row *row)
{
    int sum = 0;
    for (int v = 0; v < VERDICT_COUNT; v++)
        sum += row->faults[v];
    return sum;
}

void class_tell_faults(const struct class_row *row, struct text *out)
{
    const char *before = "";
    for (int v = 0; v < VERDICT_COUNT; v++)
        if (row->faults[v] > 0) {
            text_add(out, "%s%s %d", before, verdict_name((enum verdict)v), row->faults[v]);
            before = ", ";
        }
}

/* --- CSV --- */

/* True for text that a spreadsheet takes for a formula, by its first character, also as a
 * full-width one. */
static bool is_formula(const char *text)
{
    static const char *const signs[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return true;
    return false;
}

/* In many countries spreadsheets split lines at semicolons, even at quoted ones. So we write none,
 * and there each line becomes one cell. */
static void add_cell(struct text *out, const char *foreign)
{
    char *fit = foreign_copy(foreign);
    bool formula = is_formula(fit), quoted = formula || strpbrk(fit, ",;\"");
    text_add(out, ",%s%s", quoted ? "\"" : "", formula ? "'" : "");
    for (const char *p = fit; *p; p++)
        text_add(out, *p == '"' ? "\"\"" : "%c", *p == ';' ? ',' : *p);
    text_add(out, "%s", quoted ? "\"" : "");
    free(fit);
}

static void add_line(const struct class *class, const struct class_row *row, struct text *out)
{
    struct text faults = {0}, line = {0};
    const char *reason = row->trouble[0]     ? row->trouble
                         : row->cut[0]       ? row->cut
                         : row->failures > 0 ? row->failure[0].reason
                                             : "";
    class_tell_faults(row, &faults);
    add_cell(&line, row->spec);
    add_cell(&line, row->name);
    add_cell(&line, class_state(row));
    text_add(&line, ",%.2f,%g", row->total, row->maximum);
    for (int part = 0; part < class->syllabus->part_count; part++)
        text_add(&line, ",%.2f", row->points[part]);
    for (int status = 0; status <= GRADE_VOID; status++)
        text_add(&line, ",%d", row->count[status]);
    text_add(&line, ",%d", class_faults(row));
    add_cell(&line, faults.data ? faults.data : "");
    text_add(&line, ",%.3f", row->cpu);
    add_cell(&line, row->slowest);
    text_add(&line, ",%.3f,%.1f", row->slowest_cpu, row->seconds);
    add_cell(&line, reason);
    add_cell(&line, row->hash);
    text_add(out, "%s\r\n", line.data + 1);
    text_free(&line);
    text_free(&faults);
}

void class_csv(const struct class *class, struct text *out)
{
    text_add(out, "agent,name,state,points,maximum");
    for (int part = 0; part < class->syllabus->part_count; part++)
        text_add(out, ",%s", class->syllabus->part[part].name);
    for (int status = 0; status <= GRADE_VOID; status++)
        text_add(out, ",%s", report_status((enum grade_status)status));
    text_add(out, ",faults,fault_kinds,cpu,slowest_case,slowest_cpu,seconds,reason,hash\r\n");
    for (int i = 0; i < class->count; i++)
        add_line(class, &class->row[i], out);
}
