#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/html.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "referee/course/class.h"

enum { BARS = 11, SLOWEST = 10 };

/* The colours of the playground's pages (serve/pages/style.css), copied because the grader does not
 * contain that file. */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#f5f2ec;--ink:#24211c;--faint:#655e53;--line:#ddd5c7;"
    "--card:#fffdfa;--good:#0b6a5b;--bad:#8a4b08;--bar:#1d5ca6}"
    "@media(prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#ece7de;--faint:#aaa294;"
    "--line:#373b41;--card:#1e2125;--good:#5fd0ba;--bad:#f3bd73;--bar:#5a9be8}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif}main,header{max-width:72rem;margin:0 auto;padding:0 1rem}"
    "h1{font-size:1.8rem;margin:1.5rem 0 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}"
    ".lead,.faint{color:var(--faint)}.lead{margin:.2rem 0 1rem}"
    ".facts{display:flex;flex-wrap:wrap;gap:.6rem;margin:0;padding:0}"
    ".facts div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;"
    "padding:.5rem .9rem}.facts dt{font-size:.85rem;color:var(--faint)}"
    ".facts dd{margin:0;font-size:1.3rem;font-variant-numeric:tabular-nums}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%;background:var(--card);"
    "font-variant-numeric:tabular-nums}"
    "th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;"
    "vertical-align:top}th{font-size:.85rem;color:var(--faint);font-weight:600}"
    ".n{text-align:right;white-space:nowrap}.bad{color:var(--bad)}.good{color:var(--good)}"
    "td:first-child{min-width:10rem}.w{white-space:nowrap}bdi{overflow-wrap:anywhere}code{font-"
    "size:.85rem;overflow-wrap:anywhere}"
    "figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;"
    "padding:1rem}svg{display:block;width:100%;height:auto}svg rect{fill:var(--bar)}"
    "svg text{fill:var(--ink);font:12px system-ui,sans-serif;text-anchor:middle}"
    "details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}"
    "details ul{margin:.3rem 0}details li{margin:.4rem 0}footer{margin:2rem 0;color:var(--faint)}"
    "pre{white-space:pre-wrap;background:var(--card);border:1px solid var(--line);"
    "border-radius:.5rem;padding:.6rem .9rem;font-size:.85rem}"
    "@media print{body{background:#fff;color:#000}details:not([open])>*{display:block}"
    "tr,details,figure{break-inside:avoid}.wide{overflow:visible}}";

static bool is_graded(const struct class_row *row)
{
    return !row->untouched && row->count[GRADE_VOID] == 0;
}

static void put_fact(struct text *out, const char *name, const char *format, double value)
{
    char words[40];
    snprintf(words, sizeof words, format, value);
    text_add(out, "<div><dt>%s</dt><dd>%s</dd></div>", name, words);
}

static void put_facts(const struct class *class, struct text *out)
{
    double *points = memory_zero(((size_t) class->count + 1) * sizeof *points), sum = 0, most = 0;
    int graded = 0, faulty = 0, broken = 0;
    for (int i = 0; i < class->count; i++) {
        const struct class_row *row = &class->row[i];
        faulty += class_faults(row) > 0;
        broken += row->trouble[0] != 0;
        if (!is_graded(row))
            continue;
        points[graded++] = row->total;
        sum += row->total;
        most = row->total > most ? row->total : most;
    }
    text_add(out, "<dl class=\"facts\">");
    put_fact(out, "graded", "%.0f", graded);
    if (class->planned > graded)
        put_fact(out, "not graded", "%.0f", class->planned - graded);
    if (graded > 0) {
        put_fact(out, "mean", "%.1f", sum / graded);
        put_fact(out, "median", "%.1f", median_interval(points, graded).median);
        put_fact(out, "best", "%.1f", most);
    }
    put_fact(out, "with faults", "%.0f", faulty);
    put_fact(out, "cannot be run", "%.0f", broken);
    text_add(out, "</dl>\n");
    free(points);
}

/* --- how points are distributed --- */

static void put_bar(struct text *out, int bar, int count, int most)
{
    enum { STEP = 60, HEIGHT = 140 };
    int height = most > 0 ? count * HEIGHT / most : 0, left = bar * STEP;
    text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>", left + 8,
             20 + HEIGHT - height, STEP - 16, height);
    if (count > 0)
        text_add(out, "<text x=\"%d\" y=\"%d\">%d</text>", left + STEP / 2, 14 + HEIGHT - height,
                 count);
    text_add(out, "<text x=\"%d\" y=\"%d\">", left + STEP / 2, HEIGHT + 38);
    text_add(out, bar < BARS - 1 ? "%d–%d %%" : "all", 10 * bar, 10 * bar + 10);
    text_add(out, "</text>");
}

/* A histogram with a bar for each tenth of the points, and one for the full points. */
static void put_distribution(const struct class *class, struct text *out)
{
    int count[BARS] = {0}, most = 0;
    for (int i = 0; i < class->count; i++) {
        const struct class_row *row = &class->row[i];
        double part = row->maximum > 0 ? row->total / row->maximum : 0;
        int bar = (int)(part * (BARS - 1));
        if (is_graded(row))
            count[bar < BARS ? bar : BARS - 1]++;
    }
    for (int bar = 0; bar < BARS; bar++)
        most = count[bar] > most ? count[bar] : most;
    text_add(out, "<h2 id=\"distribution\">Distribution of points</h2>\n<figure><svg viewBox=\"0 0 "
                  "660 190\" role=\"img\" aria-label=\"How many have how many points\">");
    for (int bar = 0; bar < BARS; bar++)
        put_bar(out, bar, count[bar], most);
    text_add(out, "</svg></figure>\n");
}

static void put_parts(const struct class *class, struct text *out)
{
    const struct syllabus *s = class->syllabus;
    text_add(out,
             "<h2 id=\"parts\">By part</h2>\n<div class=\"wide\"><table><tr><th>part</th>"
             "<th>what</th><th class=\"n\">cases</th><th class=\"n\">points</th>"
             "<th class=\"n\">mean</th><th class=\"n\">full</th><th class=\"n\">none</th></tr>\n");
    for (int part = 0; part < s->part_count; part++) {
        double sum = 0;
        int graded = 0, full = 0, none = 0;
        for (int i = 0; i < class->count; i++) {
            double points = class->row[i].points[part];
            if (!is_graded(&class->row[i]))
                continue;
            graded++;
            sum += points;
            full += points >= s->part[part].points;
            none += points <= 0;
        }
        text_add(out,
                 "<tr><td>%s</td><td>%s</td><td class=\"n\">%d</td><td class=\"n\">%g</td>"
                 "<td class=\"n\">%.1f</td><td class=\"n\">%d</td><td class=\"n\">%d</td></tr>\n",
                 s->part[part].name, s->part[part].title, s->part[part].cases, s->part[part].points,
                 graded > 0 ? sum / graded : 0, full, none);
    }
    text_add(out, "</table></div>\n");
}

/* --- students --- */

static void put_row(const struct class *class, const struct class_row *row, struct text *out)
{
    struct text faults = {0};
    const char *state = class_state(row);
    class_tell_faults(row, &faults);
    text_add(out, "<tr><td>");
    html_put_name(out, row->name);
    text_add(out, "</td><td class=\"n\"><b>%.2f</b></td>", row->total);
    for (int part = 0; part < class->syllabus->part_count; part++)
        text_add(out, "<td class=\"n\">%.2f</td>", row->points[part]);
    text_add(out, "<td>%s</td><td class=\"n\">%d</td><td class=\"n\">%.1f s</td><td class=\"w\">%s",
             faults.data ? faults.data : "", row->count[GRADE_FORFEITED], row->slowest_cpu,
             row->slowest);
    text_add(out, "</td><td class=\"%s\">%s", strcmp(state, "graded") == 0 ? "good" : "bad", state);
    const char *why = row->trouble[0] ? row->trouble : row->unfinished ? "" : row->cut;
    if (*why) {
        text_add(out, ": ");
        html_put_name(out, why);
    }
    text_add(out, "</td></tr>\n");
    text_free(&faults);
}

static void put_students(const struct class *class, struct text *out)
{
    text_add(out, "<h2 id=\"students\">By student</h2>\n<div class=\"wide\"><table><tr>"
                  "<th>agent</th><th class=\"n\">points</th>");
    for (int part = 0; part < class->syllabus->part_count; part++)
        text_add(out, "<th class=\"n\">%s</th>", class->syllabus->part[part].name);
    text_add(out, "<th>faults</th><th class=\"n\">forfeited</th><th class=\"n\">slowest</th>"
                  "<th>in</th><th>state</th></tr>\n");
    for (int i = 0; i < class->count; i++)
        put_row(class, &class->row[i], out);
    text_add(out, "</table></div>\n");
}

/* --- faults and slow cases --- */

static void put_faults(const struct class *class, struct text *out)
{
    text_add(out, "<h2 id=\"faults\">Faults</h2>\n<div class=\"wide\"><table><tr><th>kind</th>"
                  "<th>what it means</th><th class=\"n\">cases</th><th class=\"n\">agents</th>"
                  "</tr>\n");
    for (int v = 0; v < VERDICT_COUNT; v++) {
        int cases = 0, agents = 0;
        for (int i = 0; i < class->count; i++) {
            cases += class->row[i].faults[v];
            agents += class->row[i].faults[v] > 0;
        }
        if (cases > 0)
            text_add(out,
                     "<tr><td>%s</td><td>%s</td><td class=\"n\">%d</td><td class=\"n\">%d</td>"
                     "</tr>\n",
                     verdict_name((enum verdict)v), verdict_meaning((enum verdict)v), cases,
                     agents);
    }
    text_add(out, "</table></div>\n");
    if (class->bundles) {
        text_add(out, "<p class=\"faint\">What is needed to run faults again lies in <code>");
        html_put(out, class->bundles);
        text_add(out, "</code>, the first few of each kind and agent.</p>\n");
    }
}

static int compare_slowest(const void *a, const void *b)
{
    const struct class_row *one = *(const struct class_row *const *)a;
    const struct class_row *two = *(const struct class_row *const *)b;
    return (one->slowest_cpu < two->slowest_cpu) - (one->slowest_cpu > two->slowest_cpu);
}

static void put_slowest(const struct class *class, struct text *out)
{
    const struct class_row **rows = memory_new(((size_t) class->count + 1) * sizeof *rows);
    for (int i = 0; i < class->count; i++)
        rows[i] = &class->row[i];
    qsort(rows, (size_t) class->count, sizeof *rows, compare_slowest);
    text_add(out, "<h2 id=\"slowest\">Slowest</h2>\n<div class=\"wide\"><table><tr><th>agent</th>"
                  "<th>case</th><th class=\"n\">CPU time</th><th class=\"n\">in all</th></tr>\n");
    for (int i = 0; i < class->count && i < SLOWEST && rows[i]->slowest_cpu > 0; i++) {
        text_add(out, "<tr><td>");
        html_put_name(out, rows[i]->name);
        text_add(out,
                 "</td><td>%s</td><td class=\"n\">%.2f s</td><td class=\"n\">%.1f s</td></tr>\n",
                 rows[i]->slowest, rows[i]->slowest_cpu, rows[i]->cpu);
    }
    text_add(out, "</table></div>\n");
    free(rows);
}

static void put_failures(const struct class_row *row, struct text *out)
{
    if (row->failures == 0)
        return;
    text_add(out, "<details><summary>");
    html_put_name(out, row->name);
    text_add(out, " <span class=\"faint\">%d failed, %d forfeited</span></summary><ul>\n",
             row->count[GRADE_FAILED], row->count[GRADE_FORFEITED]);
    for (int i = 0; i < row->failures; i++) {
        const struct class_failure *f = &row->failure[i];
        text_add(out, "<li><b>%s</b> ", f->name);
        html_put_name(out, f->reason);
        if (f->meaning)
            text_add(out, "<br/><span class=\"faint\">The program %s.</span>", f->meaning);
        if (f->again) {
            text_add(out, "<br/><code>");
            html_put(out, f->again);
            text_add(out, "</code>");
        }
        text_add(out, "</li>\n");
    }
    int more = row->count[GRADE_FAILED] + row->count[GRADE_VOID] - row->failures;
    text_add(out,
             more > 0 ? "<li class=\"faint\">and %d more</li></ul></details>\n"
                      : "</ul></details>\n",
             more);
}

void class_page(const struct class *class, struct text *out)
{
    const struct syllabus *s = class->syllabus;
    struct text budget = {0};
    text_add(out,
             "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>"
             "<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" "
             "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
             "form-action 'none'\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
             "initial-scale=1\"/>\n<title>%s: grades</title>\n<style>%s</style></head>\n<body>"
             "<header><h1>%s: grades</h1><p class=\"lead\">%d submissions, %d cases each, seed "
             "%llu</p>\n",
             s->game->title, style, s->game->title, class->planned, s->case_count,
             (unsigned long long)s->seed);
    put_facts(class, out);
    if (class->plan)
        time_budget_tell(class->plan, s, "", &budget);
    if (budget.data)
        text_add(out, "<pre>%s</pre>\n", budget.data);
    text_add(out, "</header><main>\n");
    put_distribution(class, out);
    put_students(class, out);
    put_parts(class, out);
    put_faults(class, out);
    put_slowest(class, out);
    text_add(out, "<h2 id=\"cases\">Cases that were not passed</h2>\n");
    for (int i = 0; i < class->count; i++)
        put_failures(&class->row[i], out);
    text_add(out, "<footer>Made by plywood grade. This page needs no network.</footer></main>"
                  "</body></html>\n");
    text_free(&budget);
}
