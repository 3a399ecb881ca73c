#include "referee/course/traps.h"

#include <assert.h>
#include <string.h>

struct problem *trap_problem(const struct game *game, const struct trap *trap)
{
    struct notes notes = {0};
    struct problem *problem;
    if (trap->text) {
        struct lines lines = lines_cut(trap->text, strlen(trap->text));
        problem = game->read(&lines, NULL, &notes);
        lines_free(&lines);
    } else {
        struct setup setup = trap->setup;
        problem = game->create(&setup, &notes);
        if (problem)
            problem_play_random(problem, setup.seed, trap->plies);
        if (problem)
            problem->seconds = trap->seconds;
    }
    assert(problem && !position_is_over(problem->position)); /* the tests cover every trap */
    return problem;
}

static void add_form(enum trap_form form, const char *text, struct text *out)
{
    static const char *const line_end[] = {[FORM_PLAIN] = "\n",
                                           [FORM_CRLF] = "\r\n",
                                           [FORM_NO_NEWLINE] = "\n",
                                           [FORM_BLANKS] = "  \n",
                                           [FORM_EMPTY_LINES] = "\n"};
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        text_add_bytes(out, at, length);
        at += length + 1;
        if (*at || form != FORM_NO_NEWLINE)
            text_add(out, "%s", line_end[form]);
    }
    if (form == FORM_EMPTY_LINES)
        text_add(out, "\n\n");
}

void trap_input(const struct trap *trap, const struct problem *problem, struct text *out)
{
    const struct position *p = problem->position;
    struct text plain = {0};
    if (trap->pipe_script)
        p->world->game->course->write_trap(trap, p, &plain);
    else if (trap->text)
        text_add(&plain, "%s", trap->text);
    else
        p->world->game->write(p, problem->seconds, trap->single, &plain);
    add_form(trap->form, plain.data, out);
    text_free(&plain);
}
