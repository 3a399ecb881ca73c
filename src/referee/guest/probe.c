#include "referee/guest/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/conversation.h"
#include "referee/guest/bundle.h"
#include "referee/guest/judge.h"
#include "referee/guest/protocol.h"
#include "referee/sandbox/folder.h"

enum { SHELL_BYTES = 20 }; /* around a command */

struct probe {
    struct guest guest;
    const struct protocol *protocol;
    int variant;       /* of the last question */
    bool went_on;      /* likewise */
    struct text again; /* shell commands that ask it again */
};

struct probe *probe_new(const struct program *program, const struct contender_options *options,
                        const struct game *game, struct notes *notes)
{
    const struct protocol *protocol = protocol_of(program, game, notes);
    struct cell *cell = protocol ? cell_new(&program->policy, notes) : NULL;
    if (!cell)
        return NULL;
    struct probe *probe = memory_zero(sizeof *probe);
    probe->guest = (struct guest){
        .program = program, .options = options, .game = game, .cell = cell};
    probe->protocol = protocol;
    return probe;
}

void probe_free(struct probe *probe)
{
    if (!probe)
        return;
    guest_clear(&probe->guest);
    text_free(&probe->again);
    free(probe);
}

const struct warden_hello *probe_facts(const struct probe *probe)
{
    return cell_facts(probe->guest.cell);
}

bool probe_put(struct probe *probe, const char *name, const char *bytes, size_t count)
{
    return folder_put(cell_home(probe->guest.cell), name, bytes, count);
}

void probe_write(const struct probe *probe, const struct position *p, double seconds,
                 struct text *out)
{
    const struct conversation *talk = probe->guest.game->conversation;
    if (probe->protocol == &protocol_files) {
        probe->guest.game->write(p, seconds, true, out);
        return;
    }
    talk->hello(p->side, probe->guest.options->dialect, out);
    talk->turn(p, true, out);
    talk->end(p, out);
}

static bool put(struct probe *probe, const char *name, const char *text)
{
    return !text || probe_put(probe, name, text, strlen(text));
}

/* Writes the command that makes an old output.txt. A bundle contains the program's own files, but
 * not this one. */
static void write_again(struct probe *probe, const char *stale_output)
{
    text_clear(&probe->again);
    if (stale_output) {
        text_add(&probe->again, "printf '");
        for (const char *at = stale_output; *at; at++)
            text_add(&probe->again, "\\%03o", (unsigned)(unsigned char)*at);
        text_add(&probe->again, "' >output.txt; ");
    }
    text_add(&probe->again, "%s", probe->guest.program->command);
}

static bool put_files(struct probe *probe, const struct question *q)
{
    write_again(probe, q->stale_output);
    bool good = put(probe, "playdata.txt", q->playdata) &&
                put(probe, "calibration.txt", q->calibration) &&
                put(probe, "output.txt", q->stale_output) &&
                folder_put(cell_home(probe->guest.cell), "input.txt", q->input, q->input_length);
    protocol_keep_memory(&probe->guest);
    return good;
}

static void read_file(struct guest *guest, const struct question *q, struct answer *answer)
{
    const char *what;
    switch (
        folder_get(cell_home(guest->cell), "output.txt", TEXT_FILE_MAX, &guest->output, &what)) {
    case FOLDER_FILE:
        if (q->stale_output && strcmp(q->stale_output, guest->output.data) == 0)
            judge_says(answer, VERDICT_NO_ANSWER, "output.txt is still the old one");
        else
            judge_answer(q->position, "output.txt", guest->output.data, guest->output.length,
                         answer);
        if (guest->options->exact)
            judge_exact("output.txt", guest->output.data, guest->output.length, answer);
        break;
    case FOLDER_NOTHING:
        judge_says(answer, VERDICT_NO_ANSWER, "ended without writing output.txt");
        break;
    case FOLDER_TOO_LARGE:
        judge_says(answer, VERDICT_OUTPUT, "output.txt: expected at most %d bytes", TEXT_FILE_MAX);
        break;
    case FOLDER_NO_MEANS:
        judge_says(answer, VERDICT_OUR_FAILURE, "output.txt cannot be read: %s", what);
        break;
    default:
        judge_says(answer, VERDICT_BAD_FORMAT, "output.txt: expected a plain file, found %s", what);
    }
}

static void read_lines(const struct guest *guest, const struct question *q, struct answer *answer)
{
    const char *text = guest->output.data ? guest->output.data : "";
    const char *end = strchr(text, '\n');
    if (!end) {
        judge_says(answer, VERDICT_NO_ANSWER, "ended before it had written a line with its name");
        return;
    }
    if (q->keeps_quiet)
        return;
    char line[200];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(end + 1, "\n"), end + 1);
    protocol_judge_line(guest, q->position, line, strlen(line), answer);
}

/* Asks by writing the question to input.txt or to the standard input. */
static void ask_by_file(struct probe *probe, const struct question *q, struct answer *answer)
{
    struct guest *guest = &probe->guest;
    bool pipes = probe->protocol == &protocol_pipes;
    if (!q->uncalibrated && !pipes)
        protocol_calibrate(guest);
    text_clear(&guest->input);
    text_add_bytes(&guest->input, q->input, q->input_length);
    guest->order = (struct warden_order){.start = true};
    snprintf(guest->order.command, sizeof guest->order.command, "%s%.*s%s", pipes ? "{ " : "",
             WARDEN_COMMAND - SHELL_BYTES, guest->program->command, pipes ? "\n} <input.txt" : "");
    if (!put_files(probe, q))
        judge_says(answer, VERDICT_OUR_FAILURE, "input.txt cannot be written: %s", strerror(errno));
    else if (protocol_run(guest, &q->time, answer) == VERDICT_NONE && q->position) {
        if (pipes)
            read_lines(guest, q, answer);
        else
            read_file(guest, q, answer);
    }
}

void probe_ask(struct probe *probe, const struct question *q, struct answer *answer)
{
    struct guest *guest = &probe->guest;
    *answer = (struct answer){.exit_status = -1};
    probe->variant = q->position ? q->position->world->variant : 0;
    probe->went_on = q->goes_on;
    if (probe->protocol == &protocol_pipes && q->goes_on)
        protocol_begin_with(guest, q->position, q->input, q->input_length, &q->time, answer);
    else
        ask_by_file(probe, q, answer);
    answer->input = guest->input;
    answer->output = guest->output;
    answer->complaint = guest->complaint;
}

bool probe_find_other(const struct probe *probe, const char *const *known, char name[FOLDER_NAME])
{
    return folder_find_other(cell_home(probe->guest.cell), known, name);
}

bool probe_write_bundle(const struct probe *probe, const struct answer *answer, const char *spec,
                        const char *dir, struct notes *notes)
{
    const struct guest *guest = &probe->guest;
    struct bundle bundle = {.spec = spec,
                            .hash = guest->program->hash,
                            .rung = guest->program->rung,
                            .game = guest->game->name,
                            .rules = guest->game->variants[probe->variant].name,
                            .side = "",
                            .command = probe->again.data,
                            .protocol = probe->protocol->name,
                            .source = guest->program->source,
                            .place = guest->program->place,
                            .policy = &guest->program->policy,
                            .order = &guest->order,
                            .options = guest->options,
                            .time = guest->time,
                            .input_ends = !probe->went_on,
                            .said = probe->protocol == &protocol_files ? &guest->said : NULL,
                            .memory = guest->memory};
    return bundle_write(&bundle, answer, dir, notes);
}
