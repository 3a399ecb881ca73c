#include "cmd/grade_display.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/foreign.h"

static const double live_seconds = 0.5, line_seconds = 30;

void grade_display_open(struct grade_display *d, bool quiet)
{
    *d = (struct grade_display){.quiet = quiet,
                                .live = !quiet && isatty(STDERR_FILENO),
                                .last = clock_seconds(CLOCK_OF_WALL)};
}

/* "12 of 40 submissions, 13 % of the cases, 4 faults, 3 min left" */
static void add_progress(const struct grade_progress *p, struct text *out)
{
    if (p->agents > 1)
        text_add(out, "%d of %d submissions, ", p->agents_done, p->agents);
    text_add(out, "%ld of %ld cases", p->cases_done, p->cases);
    if (p->cases_known > 0)
        text_add(out, " (%ld known)", p->cases_known);
    text_add(out, ", %d fault%s", p->faults, p->faults == 1 ? "" : "s");
    if (p->forfeited > 0)
        text_add(out, ", %d forfeited", p->forfeited);
    if (p->voids > 0)
        text_add(out, ", %d void", p->voids);
    text_add(out, ", ");
    add_duration(out, p->elapsed);
    if (p->left >= 0 && p->cases_done < p->cases) {
        text_add(out, ", about ");
        add_duration(out, p->left);
        text_add(out, " left");
    }
}

static void add_running(const struct grade_progress *p, int most, struct text *out)
{
    for (int i = 0; i < p->running && i < GRADE_RUNNING && i < most; i++) {
        const struct grade_running *r = &p->now[i];
        text_add(out, "\n  %s: ", shown(r->spec));
        if (r->part)
            text_add(out, "%s %d, %d of %ld cases done, ", r->part, r->number, r->cases_done,
                     p->cases / p->agents);
        else
            text_add(out, "is being prepared, ");
        add_duration(out, r->seconds);
    }
}

void grade_display_tell(struct grade_display *d, const struct grade_progress *p)
{
    double now = clock_seconds(CLOCK_OF_WALL);
    d->progress = *p;
    if (d->quiet || now - d->last < (d->live ? live_seconds : line_seconds))
        return;
    d->last = now;
    struct text all = {0};
    add_progress(p, &all);
    add_running(p, d->live ? redraw_height(GRADE_RUNNING + 2) - 2 : 1, &all);
    if (d->live) {
        redraw_clear(&d->redraw);
        redraw_show(&d->redraw, &all);
    } else {
        fprintf(stderr, "%s\n", all.data);
    }
    text_free(&all);
}

void grade_display_pause(struct grade_display *d)
{
    redraw_clear(&d->redraw);
}

void grade_display_done(struct grade_display *d, const struct grade_sheet *sheet)
{
    if (d->quiet || d->live || d->progress.agents < 2 || sheet->untouched)
        return;
    struct text line = {0};
    text_add(&line, "%s: %.2f of %g points%s; ", shown(sheet->name), sheet->total, sheet->maximum,
             sheet->trouble[0] ? ", cannot be run" : "");
    add_progress(&d->progress, &line);
    fprintf(stderr, "%s\n", line.data);
    d->last = clock_seconds(CLOCK_OF_WALL);
    text_free(&line);
}
