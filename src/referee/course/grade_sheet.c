#include <stdio.h>
#include <string.h>

#include "referee/course/grade.h"
#include "referee/guest/submission.h"

double grade_case_points(const struct syllabus_part *part)
{
    return part->scoring == SCORING_EACH ? part->points / part->cases : 0;
}

void grade_slug(const char *spec, char out[GRADE_SLUG])
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    enum { LONGEST = GRADE_SLUG - 16 }; /* leaves room for a number */
    char name[SUBMISSION_NAME];
    if (submission_kind(spec) != SUBMISSION_NONE) {
        submission_name(spec, name);
        spec = name;
    }
    size_t length = strlen(spec);
    while (length > 1 && spec[length - 1] == '/')
        length--;
    size_t start = length;
    while (start > 0 && spec[start - 1] != '/')
        start--;
    length = length - start < LONGEST ? length - start : LONGEST;
    snprintf(out, GRADE_SLUG, "%.*s", (int)length, spec + start);
    for (char *p = out; *p; p++)
        if (!strchr(plain, *p))
            *p = '-';
    if (!out[0] || out[0] == '.')
        out[0] = '-';
}

int grade_count(const struct grade_sheet *sheet, int part, enum grade_status status)
{
    int found = 0;
    for (int i = 0; i < sheet->syllabus->case_count; i++)
        found += sheet->syllabus->cases[i].part == part && sheet->result[i].status == status;
    return found;
}

/* The points of a part. Cases that were cut do not count; forfeited ones count as failed. */
static double part_points(const struct grade_sheet *sheet, int part)
{
    const struct syllabus_part *p = &sheet->syllabus->part[part];
    int passed = grade_count(sheet, part, GRADE_PASSED);
    int counted = p->cases - grade_count(sheet, part, GRADE_CUT);
    if (counted == 0)
        return 0;
    if (p->scoring == SCORING_MAJORITY)
        return 2 * passed > counted ? p->points : 0;
    double share = passed + 0.5 * grade_count(sheet, part, GRADE_HALF);
    return counted == p->cases ? share * grade_case_points(p) : p->points * share / counted;
}

void grade_forfeit_idle(struct grade_sheet *sheet)
{
    double idle = sheet->idle, most = sheet->plan ? sheet->plan->clocks / 3 : 0;
    for (int i = 0; i < sheet->syllabus->case_count; i++) {
        const struct grade_result *r = &sheet->result[i];
        if ((r->status <= GRADE_FAILED || r->status == GRADE_CUT) && !r->result.known)
            idle += r->result.idle;
    }
    if (most <= 0 || idle <= most)
        return;
    for (int i = 0; i < sheet->syllabus->case_count; i++) {
        struct grade_result *r = &sheet->result[i];
        if (r->status != GRADE_CUT)
            continue;
        *r = (struct grade_result){.status = GRADE_FORFEITED};
        snprintf(
            r->result.detail, sizeof r->result.detail,
            "not run to its end: the agent was idle for %.1f s, neither computing nor waiting for a core, which has used its time up",
            idle);
    }
    grade_sum(sheet);
}

void grade_sum(struct grade_sheet *sheet)
{
    const struct syllabus *s = sheet->syllabus;
    sheet->total = sheet->maximum = 0;
    sheet->voids = sheet->cut = 0;
    for (int part = 0; part < s->part_count; part++) {
        sheet->points[part] = part_points(sheet, part);
        sheet->total += sheet->points[part];
        sheet->maximum += s->part[part].points;
        sheet->voids += grade_count(sheet, part, GRADE_VOID);
        sheet->cut += grade_count(sheet, part, GRADE_CUT);
    }
}
