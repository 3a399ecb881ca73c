#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "referee/guest/judge.h"
#include "referee/guest/protocol.h"
#include "referee/sandbox/folder.h"

/* Reads output.txt. The program may have made anything of that name. */
static enum verdict read_output(struct guest *guest, const struct position *now,
                                struct answer *answer)
{
    /* a file of the size of the limit was cut off by RLIMIT_FSIZE */
    size_t limit = guest->program->policy.file_bytes - 1;
    limit = limit < TEXT_FILE_MAX ? limit : TEXT_FILE_MAX;
    const char *what;
    switch (folder_get(cell_home(guest->cell), "output.txt", limit, &guest->output, &what)) {
    case FOLDER_FILE:
        judge_answer(now, "output.txt", guest->output.data, guest->output.length, answer);
        if (guest->options->exact)
            judge_exact("output.txt", guest->output.data, guest->output.length, answer);
        return answer->verdict;
    case FOLDER_NOTHING:
        return judge_says(answer, VERDICT_NO_ANSWER, "ended without writing output.txt");
    case FOLDER_TOO_LARGE:
        text_clear(&guest->output);
        return judge_says(answer, VERDICT_OUTPUT, "output.txt: expected at most %zu bytes", limit);
    case FOLDER_NO_MEANS:
        return judge_says(answer, VERDICT_OUR_FAILURE, "output.txt cannot be read: %s", what);
    default:
        return judge_says(answer, VERDICT_BAD_FORMAT, "output.txt: expected a plain file, found %s",
                          what);
    }
}

static void ask(struct guest *guest, const struct session *session, const struct move_time *time,
                struct answer *answer)
{
    const struct position *now = session_now(session);
    protocol_calibrate(guest);
    double seconds = time->remaining > 0 ? time->remaining
                     : time->cap > 0     ? time->cap
                                         : guest->game->game_seconds;
    text_clear(&guest->input);
    guest->game->write(now, seconds, false, &guest->input);
    int home = cell_home(guest->cell);
    if (!folder_remove(home, "output.txt") ||
        !folder_put(home, "input.txt", guest->input.data, guest->input.length)) {
        const char *why = strerror(errno);
        bool ours = !cell_is_sound(guest->cell);
        judge_says(answer, ours ? VERDICT_OUR_FAILURE : VERDICT_DISK,
                   "input.txt cannot be written%s: %s",
                   ours ? "" : " for what the program has left in its directory", why);
        return;
    }
    struct warden_order *order = &guest->order;
    *order = (struct warden_order){.start = true};
    snprintf(order->command, sizeof order->command, "%s", guest->program->command);
    protocol_keep_memory(guest);
    struct answer ignored = {0};
    /* what a failed run has written is not judged, but goes into the repro bundle */
    bool failed = protocol_run(guest, time, answer) != VERDICT_NONE;
    read_output(guest, now, failed ? &ignored : answer);
}

const struct protocol protocol_files = {"files", ask, NULL};
