#include "referee/guest/protocol.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "referee/guest/calibrated.h"
#include "referee/guest/judge.h"
#include "referee/sandbox/folder.h"

enum { HOME_LEVELS = 40 };    /* nested directories */
enum { WITHOUT_CLOCK = 600 }; /* wall seconds */

void guest_clear(struct guest *guest)
{
    cell_free(guest->cell);
    text_free(&guest->input);
    text_free(&guest->output);
    text_free(&guest->complaint);
    text_free(&guest->said);
    for (int i = 0; i < BUNDLE_FILES; i++)
        text_free(&guest->memory[i].text);
}

const struct protocol *protocol_of(const struct program *program, const struct game *game,
                                   struct notes *notes)
{
    if (program->protocol == PROTOCOL_PIPES && !game->conversation) {
        notes_fault(notes, 0, "protocol: expected \"files\" for %s, found \"pipes\"", game->title);
        return NULL;
    }
    bool pipes = program->protocol == PROTOCOL_PIPES ||
                 (program->protocol == PROTOCOL_BY_GAME && game->conversation);
    return pipes ? &protocol_pipes : &protocol_files;
}

void protocol_calibrate(struct guest *guest)
{
    if (guest->calibrated)
        return;
    guest->calibrated = true;
    const struct text *file = calibrated_file(guest->program->calibrated, guest->program);
    if (file) /* a failure is not checked: writing input.txt fails too then, and is reported */
        folder_put(cell_home(guest->cell), "calibration.txt", file->data ? file->data : "",
                   file->length);
}

void protocol_keep_memory(struct guest *guest)
{
    const char *what;
    for (int i = 0; i < BUNDLE_FILES; i++) {
        struct bundle_file *file = &guest->memory[i];
        file->there = folder_get(cell_home(guest->cell), bundle_files[i], BUNDLE_BYTES, &file->text,
                                 &what) == FOLDER_FILE;
    }
}

/* Sets the limits at which the warden kills the guest. By CPU time that is some time after the
 * guest has lost, so that the record can say how late it was; by the wall clock at once. A sleeping
 * guest is killed when its wall budget is used up. */
static void set_limits(struct guest *guest, const struct move_time *time)
{
    const struct contender_options *o = guest->options;
    bool by_wall = guest->game->clock == CLOCK_WALL;
    double granted = judge_cpu_granted(time, guest->game->clock);
    struct warden_order *order = &guest->order;
    order->cpu = granted > 0 ? granted + o->grace : 0;
    order->budget = o->patience > 0  ? o->patience
                    : time->wall > 0 ? time->wall
                    : granted > 0    ? judge_wall_budget(o, granted)
                                     : WITHOUT_CLOCK;
    order->wall = by_wall && time->cap > 0 ? time->cap : 0;
}

enum verdict protocol_run(struct guest *guest, const struct move_time *time, struct answer *answer)
{
    guest->time = *time;
    set_limits(guest, time);
    const struct warden_report *report = cell_order(guest->cell, &guest->order);
    text_clear(&guest->said);
    text_add_bytes(&guest->said, report->output, report->output_length);
    text_clear(&guest->output);
    text_add_bytes(&guest->output, report->output, report->output_length);
    text_clear(&guest->complaint);
    text_add_bytes(&guest->complaint, report->complaint, report->complaint_length);
    return judge_run(report, &guest->program->policy, &guest->order, time, guest->game->clock,
                     answer);
}

void protocol_judge_home(const struct guest *guest, struct answer *answer)
{
    const struct policy *policy = &guest->program->policy;
    enum folder_measure found = folder_measure(cell_home(guest->cell), (size_t)policy->entries,
                                               policy->disk, HOME_LEVELS);
    if (found == FOLDER_UNKNOWN)
        judge_says(answer, VERDICT_OUR_FAILURE, "its directory cannot be looked at: %s",
                   strerror(errno));
    else if (found == FOLDER_HOLDS_MORE)
        judge_says(
            answer, VERDICT_DISK,
            "filled its directory: it may hold %.0f MB, %d files and directories and no deep nests",
            (double)policy->disk / (1 << 20), policy->entries);
}
