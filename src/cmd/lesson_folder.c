#include "cmd/lesson_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "base/shell.h"
#include "cmd/lesson_asker.h"
#include "cmd/parcel.h"
#include "game/reducing.h"

static const double try_seconds = 300; /* that an agent may take, if the course grants them */

void lesson_add_size(const struct taught *t, struct text *out)
{
    const struct game *game = t->lesson.problem->world->game;
    const int size = t->lesson.problem->world->size;
    if (t->whole) {
        text_add(out, "not shrunk: %s", t->whole);
        return;
    }
    if (t->lesson.kept == 0)
        text_add(out, "as it was in the game, %d x %d with %d %s", size, size, t->things,
                 game->reducing->things);
    else
        text_add(out, "shrunk from %d x %d with %d %s to %d x %d with %d", t->size, t->size,
                 t->things, game->reducing->things, size, size, t->lesson.things);
    text_add(out, t->lesson.minimal ? ": no single further reduction shows the error"
                                    : ": the time ran out before every reduction was tried");
}

static void add_try(struct text *out, const struct lesson_facts *facts)
{
    text_add(
        out,
        "#!/bin/sh\n"
        "# Asks the agent, or the one that is named as an argument, for its move in input.txt.\n"
        "# Status 0: it is one of those in good.txt; 1: it is not.\n"
        "spec=");
    shell_add_word(out, facts->spec);
    text_add(out, "\nexec \"${PLYWOOD:-plywood}\" lesson --try \"$(dirname \"$0\")\" "
                  "--spec \"${1:-$spec}\" --rules ");
    shell_add_word(out, facts->rules);
    text_add(out, "\n");
}

static void add_readme(struct text *out, const struct taught *t, const struct lesson_facts *facts)
{
    const struct game *game = t->lesson.problem->world->game;
    text_add(out, "# %s: a lesson\n\n%s\n\n", game->title, t->sentence.data);
    text_add(out, "`input.txt` is the position, the side to move being the one that erred:\n\n");
    for (const char *at = t->lesson.file.data; *at;) {
        size_t length = strcspn(at, "\n");
        text_add(out, "    %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    text_add(out, "\n`good.txt` has the moves that keep the value: ");
    taught_add_good(t, " ", out);
    text_add(out, ".\n\n`sh try.sh` asks again and says whether the answer is one of them");
    text_add(out, facts->spec[0] ? "; `sh try.sh SPEC` asks another agent.\n\n"
                                 : "; name the agent: `sh try.sh SPEC`.\n\n");
    text_add(out, "From game %d of %s, after %d moves; ", facts->number, shown(facts->record),
             t->ply);
    lesson_add_size(t, out);
    text_add(out, ".\n");
}

void lesson_write(const struct command *command, const char *dir, const struct taught *t,
                  const struct lesson_facts *facts)
{
    struct parcel parcel = {0};
    struct text failed = {0};
    text_add_bytes(parcel_add(&parcel, "input.txt", false), t->lesson.file.data,
                   t->lesson.file.length);
    struct text *good = parcel_add(&parcel, "good.txt", false);
    taught_add_good(t, "\n", good);
    text_add(good, "\n");
    add_try(parcel_add(&parcel, "try.sh", true), facts);
    add_readme(parcel_add(&parcel, "README.md", false), t, facts);
    if (!parcel_write(&parcel, dir, &failed))
        cli_cannot(command, "%s: %s", failed.data, strerror(errno));
    parcel_free(&parcel);
    text_free(&failed);
}

/* True if the move is named in a line. Lines that name no move of this position are refused. */
static bool is_listed(const struct command *command, const struct position *p,
                      const struct lines *lines, const char *path, int move)
{
    bool found = false;
    for (int i = 0; i < lines->count; i++) {
        struct notes notes = {.file = path};
        unsigned code;
        if (!p->world->game->move_parse(p, lines_at(lines, i).start, &code, &notes))
            cli_fail(command, "%s", notes_why(&notes));
        found = found || (int)code == move;
    }
    return found;
}

int lesson_try(const struct command *command, const char *dir, const char *spec, const char *rules)
{
    char input[4096], good[4096];
    snprintf(input, sizeof input, "%s/input.txt", dir);
    snprintf(good, sizeof good, "%s/good.txt", dir);
    if (!spec || !*spec)
        cli_fail(command, "--spec SPEC says who is asked");
    struct problem *problem = cli_load(command, input, NULL, rules, true);
    const struct position *p = problem->position;
    if (position_is_over(p))
        cli_fail(command, "%s: the game is over, there is no move", input);
    struct notes notes = {0};
    struct lines lines;
    if (!lines_read(good, &lines, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    struct asker *asker = asker_new(spec, p->world->game, 0, 0, try_seconds, &notes);
    if (!asker)
        cli_fail(command, "%s", notes_why(&notes));
    int move;
    asker_ask(asker, p, false, &move);
    if (asker_has_failed(asker))
        cli_cannot(command, "%s", asker_complaint(asker));
    const bool is_good = is_listed(command, p, &lines, good, move);
    if (move < 0) {
        printf("%s gives no legal answer: %s\n", shown(spec), asker_complaint(asker));
    } else {
        char name[MOVE_NAME_MAX];
        p->world->game->move_name(p, (unsigned)move, name);
        printf("%s answers %s, which is %s\n", shown(spec), name,
               is_good ? "a good move" : "none of the good moves");
    }
    asker_free(asker);
    lines_free(&lines);
    problem_free(problem);
    return is_good ? 0 : EXIT_NO;
}
