#include "cmd/grade_writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/foreign.h"
#include "referee/course/grade_export.h"
#include "referee/course/grade_report.h"

enum { PATH_ROOM = 4200 };
static const double class_pause =
    2; /* seconds; a class's files grow, so they are written less often */

struct grade_format {
    const char *name;
    void (*add)(const struct grade_sheet *, struct text *); /* NULL: Gradescope's */
    const char *head, *tail;                                /* of a file with several sheets */
    const char *own_file; /* each sheet is a file of this name in a directory of its own */
};

static const struct grade_format formats[] = {
    {"table", report_table, "", "", NULL},
    {"json", report_json, "", "", NULL},
    {"gradescope", NULL, "", "", "results.json"},
    {"junit", export_junit, EXPORT_JUNIT_HEAD, EXPORT_JUNIT_TAIL, NULL},
};

/* --- names of files --- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), other = strlen(end);
    return length > other && strcmp(text + length - other, end) == 0;
}

/* DIR/SLUG/results.json; agents whose names come out the same are told apart by a number. Returns
 * where the name of the file begins. */
static size_t name_own_file(struct grade_writer *w, const char *spec, char path[PATH_ROOM])
{
    char slug[GRADE_SLUG], mark[GRADE_SLUG + 4];
    grade_slug(spec, slug);
    size_t length = strlen(slug);
    for (int n = 2;
         snprintf(mark, sizeof mark, "/%s/", slug) && w->used.data && strstr(w->used.data, mark);
         n++)
        snprintf(slug + length, sizeof slug - length, "-%d", n);
    text_add(&w->used, "%s", mark);
    int folder = snprintf(path, PATH_ROOM, "%.4000s/%s/", w->output, slug);
    snprintf(path + folder, (size_t)(PATH_ROOM - folder), "%s", w->format->own_file);
    return (size_t)folder;
}

static bool has_own_files(const struct grade_writer *w)
{
    return w->output && w->format->own_file && w->agents > 1;
}

/* Before anything is run: results of before are not lost. */
static void spare_own_files(struct grade_writer *w, const struct agent_list *agents, bool force)
{
    char path[PATH_ROOM];
    for (int i = 0; i < agents->count; i++) {
        name_own_file(w, agents->spec[i], path);
        cli_spare(w->command, "--output", path, force);
    }
    text_clear(&w->used);
}

void writer_set_up(struct grade_writer *w, const char *format, const struct agent_list *agents,
                   bool force)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            w->format = &formats[i];
    int known = 0;
    while (export_visibilities[known] && strcmp(w->visibility, export_visibilities[known]) != 0)
        known++;
    if (!export_visibilities[known])
        cli_fail(w->command,
                 "--visibility: expected visible, hidden, after_due_date or after_published, found "
                 "\"%s\"",
                 w->visibility);
    w->agents = agents->count;
    if (w->agents > 1 && w->format->own_file && !w->output)
        cli_fail(w->command, "--format %s: several agents need --output DIR", format);
    cli_spare(w->command, "--output", w->output, force);
    if (has_own_files(w))
        spare_own_files(w, agents, force);
    for (int i = 0; i < w->summary->count; i++) {
        const char *path = w->summary->word[i];
        if (!ends_with(path, ".csv") && !ends_with(path, ".html"))
            cli_fail(w->command,
                     "--summary: expected a file that ends in .csv or .html, found "
                     "\"%s\"",
                     path);
        cli_spare(w->command, "--summary", path, force);
    }
}

/* --- writing --- */

static void replace(const struct grade_writer *w, const char *path, const struct text *text)
{
    if (!file_replace(path, text->data ? text->data : "", text->length))
        cli_cannot(w->command, "%s: cannot be written: %s", path, strerror(errno));
}

static void make_folder(const struct grade_writer *w, const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        cli_cannot(w->command, "%s: cannot be written: %s", path, strerror(errno));
}

/* The file of the agent that is being graded, whose name stays until it is done. */
static void write_own_file(struct grade_writer *w, const struct grade_sheet *sheet,
                           const struct text *text)
{
    if (w->own.length == 0) {
        char path[PATH_ROOM];
        size_t folder = name_own_file(w, sheet->spec, path);
        text_add(&w->own, "%s", path);
        path[folder] = 0;
        make_folder(w, w->output);
        make_folder(w, path);
    }
    replace(w, w->own.data, text);
}

static void add_sheet(const struct grade_writer *w, const struct grade_sheet *sheet,
                      struct text *out)
{
    if (w->format->add)
        w->format->add(sheet, out);
    else
        export_gradescope(sheet, w->visibility, out);
}

static bool is_table(const struct grade_writer *w)
{
    return w->format->add == report_table;
}

static const char *gap(const struct grade_writer *w)
{
    return is_table(w) && w->done > 0 ? "\n" : "";
}

/* Writes the common file with the sheets that are done, then this text. */
static void write_common_file(const struct grade_writer *w, const char *rest)
{
    struct text all = {0};
    text_add(&all, "%s%s%s%s", w->format->head, w->file.data ? w->file.data : "", rest,
             w->format->tail);
    replace(w, w->output, &all);
    text_free(&all);
}

static void write_summaries(const struct grade_writer *w)
{
    for (int i = 0; i < w->summary->count; i++) {
        struct text out = {0};
        if (ends_with(w->summary->word[i], ".csv"))
            class_csv(&w->class, &out);
        else
            class_page(&w->class, &out);
        replace(w, w->summary->word[i], &out);
        text_free(&out);
    }
}

static void write_files(struct grade_writer *w, const struct grade_sheet *sheet,
                        const struct text *text)
{
    struct text rest = {0};
    if (has_own_files(w))
        write_own_file(w, sheet, text);
    else if (w->output) {
        text_add(&rest, "%s%s", gap(w), text->data);
        write_common_file(w, rest.data);
    }
    text_free(&rest);
    write_summaries(w);
    w->written = clock_seconds(CLOCK_OF_WALL);
}

void writer_begin(struct grade_writer *w, const struct syllabus *syllabus,
                  const struct time_budget_plan *plan, const char *bundles)
{
    w->class = (struct class){
        .syllabus = syllabus, .plan = plan, .bundles = bundles, .planned = w->agents};
    if (!w->output)
        printf("%s", w->format->head);
    fflush(stdout);
}

void writer_take_part(struct grade_writer *w, const struct grade_sheet *sheet)
{
    if (w->agents > 1 && clock_seconds(CLOCK_OF_WALL) < w->written + class_pause)
        return;
    if (!w->output && w->summary->count == 0)
        return;
    struct text text = {0};
    class_add(&w->class, sheet, w->has_row);
    w->has_row = true;
    add_sheet(w, sheet, &text);
    write_files(w, sheet, &text);
    text_free(&text);
}

void writer_take(struct grade_writer *w, const struct grade_sheet *sheet)
{
    struct text text = {0};
    class_add(&w->class, sheet, w->has_row);
    w->has_row = false;
    w->voids += sheet->voids;
    w->cut += sheet->cut;
    report_line(sheet, &w->lines);
    if (!sheet->untouched || w->agents == 1) { /* of others there is nothing to tell */
        add_sheet(w, sheet, &text);
        write_files(w, sheet, &text);
        if (w->output && !has_own_files(w))
            text_add(&w->file, "%s%s", gap(w), text.data);
        if (!w->output)
            printf("%s%s", gap(w), text.data);
        fflush(stdout);
        w->done++;
    }
    text_clear(&w->own);
    text_free(&text);
}

void writer_end(struct grade_writer *w)
{
    bool several = w->agents > 1;
    struct text end = {0};
    if (several && is_table(w))
        text_add(&end, "\nIn all\n%s", w->lines.data ? w->lines.data : "");
    if (!w->output)
        printf("%s%s", w->format->tail, end.data ? end.data : "");
    else if (!has_own_files(w))
        write_common_file(w, end.data ? end.data : "");
    if (w->output && several && !is_table(w))
        printf("%s", w->lines.data ? w->lines.data : "");
    write_summaries(w);
    fflush(stdout);
    text_free(&end);
}

void writer_free(struct grade_writer *w)
{
    class_free(&w->class);
    text_free(&w->file);
    text_free(&w->lines);
    text_free(&w->used);
    text_free(&w->own);
}
