/* One run lasts for the game. The game writes the texts (game/conversation.h). This file decides
 * when they are sent, what a missing answer means, and when the guest is frozen. */
#include <stdio.h>
#include <string.h>

#include "game/conversation.h"
#include "referee/guest/judge.h"
#include "referee/guest/protocol.h"

/* Limits for reading the final result and exiting: seconds that it runs, and seconds of wall time
 * if it gets no core. */
enum { FINAL_SECONDS = 1, FINAL_WALL = 10 };

/* False if the game's text is longer than WARDEN_TEXT: our failure. */
static bool set_text(struct guest *guest, const char *bytes, size_t length)
{
    struct warden_order *order = &guest->order;
    if (length > WARDEN_TEXT)
        return false;
    order->text_length = length;
    memcpy(order->text, bytes, order->text_length);
    return true;
}

/* The verdict on a run that ended without a whole line. */
static enum verdict missing_answer(struct guest *guest, const char *owed, struct answer *answer)
{
    if (guest->output.length > 0)
        return judge_says(answer, VERDICT_BAD_FORMAT,
                          "expected %s, a complete line, found the end of the output within it",
                          owed);
    return judge_says(answer, VERDICT_NO_ANSWER, "ended, or closed its output, before %s", owed);
}

static bool has_line(const struct text *text)
{
    return text->length > 0 && text->data[text->length - 1] == '\n';
}

/* Starts the program, which must send its name within the time of its first move. */
static enum verdict begin(struct guest *guest, const struct move_time *time, struct answer *answer)
{
    protocol_calibrate(guest);
    guest->begun = true;
    guest->order = (struct warden_order){.start = true, .until_line = true};
    snprintf(guest->order.command, sizeof guest->order.command, "%s", guest->program->command);
    enum verdict verdict = protocol_run(guest, time, answer);
    if (verdict == VERDICT_NONE && !has_line(&guest->output))
        verdict = missing_answer(guest, "its name", answer);
    return verdict;
}

/* Writes the current turn. The input always begins with the hello, so that a repro bundle can ask
 * again. Returns how many bytes of it were sent before. */
static size_t write_turn(struct guest *guest, const struct position *now, bool first)
{
    const struct conversation *talk = guest->game->conversation;
    text_clear(&guest->input);
    talk->hello(guest->side, guest->options->dialect, &guest->input);
    size_t told = first ? 0 : guest->input.length;
    talk->turn(now, first, &guest->input);
    return told;
}

void protocol_judge_line(const struct guest *guest, const struct position *now, const char *line,
                         size_t length, struct answer *answer)
{
    struct text file = {0};
    const char *place = guest->game->conversation->answer(line, length, guest->options->dialect,
                                                          &file);
    judge_answer(now, place, file.data ? file.data : "", file.length, answer);
    if (guest->options->exact)
        judge_exact("stdout", line, length, answer);
    text_free(&file);
}

/* Waits for the answer to the order's text. */
static void hear_answer(struct guest *guest, const struct position *now,
                        const struct move_time *time, struct answer *answer)
{
    if (protocol_run(guest, time, answer) != VERDICT_NONE || !now)
        return;
    if (has_line(&guest->output))
        protocol_judge_line(guest, now, guest->output.data, guest->output.length, answer);
    else
        missing_answer(guest, "its answer", answer);
}

static void say_and_hear(struct guest *guest, const char *bytes, size_t length,
                         const struct position *now, const struct move_time *time,
                         struct answer *answer)
{
    if (set_text(guest, bytes, length))
        hear_answer(guest, now, time, answer);
    else
        judge_says(answer, VERDICT_OUR_FAILURE,
                   "a turn of %zu bytes; at most %d can be sent to a program", length, WARDEN_TEXT);
}

static void ask(struct guest *guest, const struct session *session, const struct move_time *time,
                struct answer *answer)
{
    const struct position *now = session_now(session);
    bool first = !guest->begun;
    if (guest->game->conversation->is_unasked(now, &answer->code))
        return;
    /* written first, so that the bundle of a program that fails to start has a question */
    size_t told = write_turn(guest, now, first);
    if (first && begin(guest, time, answer) != VERDICT_NONE)
        return;
    guest->order = (struct warden_order){.until_line = true, .same_move = first};
    say_and_hear(guest, guest->input.data + told, guest->input.length - told, now, time, answer);
}

void protocol_begin_with(struct guest *guest, const struct position *now, const char *bytes,
                         size_t length, const struct move_time *time, struct answer *answer)
{
    text_clear(&guest->input);
    text_add_bytes(&guest->input, bytes, length);
    if (begin(guest, time, answer) != VERDICT_NONE)
        return;
    guest->order = (struct warden_order){.until_line = true, .same_move = true};
    say_and_hear(guest, bytes, length, now, time, answer);
}

static void tell_final(struct guest *guest, const struct session *session)
{
    if (!guest->begun)
        return;
    struct text text = {0};
    guest->game->conversation->end(session_now(session), &text);
    guest->order = (struct warden_order){
        .cpu = FINAL_SECONDS, .budget = FINAL_SECONDS, .at_most = FINAL_WALL, .last_words = true};
    if (set_text(guest, text.data, text.length))
        cell_order(guest->cell, &guest->order);
    text_free(&text);
}

const struct protocol protocol_pipes = {"pipes", ask, tell_final};
