/* The conversation of the course's manager: the agent prints its name, gets a line with its colour,
 * then for every turn the score and the board, and in the end FINAL and the score. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "referee/guest/judge.h"
#include "referee/guest/protocol.h"

enum { FINAL_SECONDS = 1 }; /* to take note of the result and go */

static void set_text(struct guest *guest, const char *bytes, size_t length)
{
    assert(length <= WARDEN_TEXT);
    struct warden_order *order = &guest->order;
    order->text_length = length;
    memcpy(order->text, bytes, order->text_length);
}

/* What a run that has ended says about the answer that it owed. */
static enum verdict missing_answer(struct guest *guest, const char *owed, struct answer *answer)
{
    if (guest->output.length > 0)
        return judge_says(answer, VERDICT_BAD_FORMAT,
                          "expected %s, a whole line, found the end in the midst of it", owed);
    return judge_says(answer, VERDICT_NO_ANSWER, "ended, or closed its output, before %s", owed);
}

static bool has_line(const struct text *text)
{
    return text->length > 0 && text->data[text->length - 1] == '\n';
}

/* Starts the program, which has to tell its name in the time of its first move. */
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

/* The present turn as the manager writes it: the position file without its first line, the first
 * board as a list of lists, later ones as tuples. The input begins with the opening line in any
 * case, so that it can be asked again; returns how much of it was told before. */
static size_t write_turn(struct guest *guest, const struct position *now, bool first)
{
    struct text file = {0};
    text_clear(&guest->input);
    text_add(&guest->input, guest->options->bare_number ? "%d\n" : "%d,-1,0,1,1\n",
             guest->side + 1);
    size_t opening = guest->input.length;
    guest->game->write(now, 0, false, &file);
    const char *turn = strchr(file.data, '\n') + 1;
    text_add_bytes(&guest->input, turn, strlen(turn));
    for (char *at = guest->input.data + opening; first && *at; at++)
        *at = (char)(*at == '(' ? '[' : *at == ')' ? ']' : *at);
    text_free(&file);
    return first ? 0 : opening;
}

/* The line with its two numbers exchanged, if it has two numbers. */
static void exchange(const struct text *line, struct text *out)
{
    int a, b, end = -1;
    sscanf(line->data, "%d %d %n", &a, &b, &end);
    if (end == (int)line->length)
        text_add(out, "%d %d\n", b, a);
    else
        text_add_bytes(out, line->data, line->length);
}

/* A five-field first line comes from a manager that reads column and row. */
static void judge_line(struct guest *guest, const struct position *now, struct answer *answer)
{
    if (guest->options->bare_number) {
        judge_answer(now, "stdout", guest->output.data, guest->output.length, answer);
        return;
    }
    struct text line = {0};
    exchange(&guest->output, &line);
    judge_answer(now, "stdout, read as column and row", line.data, line.length, answer);
    text_free(&line);
}

/* The manager does not ask who cannot move; in rules with passes that move is made for it. */
static bool must_pass(const struct position *now, struct answer *answer)
{
    struct move list[MOVES_MAX];
    char name[MOVE_NAME_MAX];
    if (now->world->rules->moves(now, list) != 1)
        return false;
    now->world->game->move_name(now, list[0].code, name);
    answer->code = list[0].code;
    return strcmp(name, "pass") == 0;
}

/* Waits for the answer to the order's text. */
static void hear_answer(struct guest *guest, const struct position *now,
                        const struct move_time *time, struct answer *answer)
{
    if (protocol_run(guest, time, answer) != VERDICT_NONE || !now)
        return;
    if (has_line(&guest->output))
        judge_line(guest, now, answer);
    else
        missing_answer(guest, "its answer", answer);
}

static void ask(struct guest *guest, const struct session *session, const struct move_time *time,
                struct answer *answer)
{
    const struct position *now = session_now(session);
    bool first = !guest->begun;
    if (must_pass(now, answer))
        return;
    /* written first: a program that fails to begin is asked this when it is repaired */
    size_t told = write_turn(guest, now, first);
    if (first && begin(guest, time, answer) != VERDICT_NONE)
        return;
    guest->order = (struct warden_order){.until_line = true, .same_move = first};
    set_text(guest, guest->input.data + told, guest->input.length - told);
    hear_answer(guest, now, time, answer);
}

void protocol_begin_with(struct guest *guest, const struct position *now, const char *bytes,
                         size_t length, const struct move_time *time, struct answer *answer)
{
    text_clear(&guest->input);
    text_add_bytes(&guest->input, bytes, length);
    if (begin(guest, time, answer) != VERDICT_NONE)
        return;
    guest->order = (struct warden_order){.until_line = true, .same_move = true};
    set_text(guest, bytes, length);
    hear_answer(guest, now, time, answer);
}

static void tell_final(struct guest *guest, const struct session *session)
{
    if (!guest->begun)
        return;
    const int32_t *score = session_now(session)->score;
    char text[40];
    int length = snprintf(text, sizeof text, "FINAL %d %d\n", score[0], score[1]);
    guest->order = (struct warden_order){.cpu = FINAL_SECONDS, .wall = FINAL_SECONDS};
    set_text(guest, text, (size_t)length);
    cell_order(guest->cell, &guest->order);
}

const struct protocol protocol_pipes = {"pipes", ask, tell_final};
