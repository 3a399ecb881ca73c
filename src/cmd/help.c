#include "cmd/help.h"

#include <string.h>

#include "game/options.h"
#include "game/registry.h"
#include "referee/match/conventions.h"

/* --- set-up options --- */

static void add_names(struct text *out)
{
    struct setup_option rows[OPTION_NAMES_MAX];
    int count = option_names(rows);
    text_add(out, "--size");
    for (int i = 0; i < count; i++)
        text_add(out, "%s--%s", i + 1 < count ? ", " : " and ", rows[i].name);
}

/* --- a game --- */

static void add_game(struct text *out)
{
    const struct game *shown[REGISTRY_MAX];
    if (games_for_people(shown) > 0)
        text_add(out, "%s", shown[0]->name);
}

/* --- what is so in each game --- */

/* Adds an item of a list. Its second line, which is indented more deeply, makes fit_text() indent
 * whatever does not fit into the first. */
static void add_item(struct text *out, const struct game *game, const char *words)
{
    int first = (int)strcspn(words, " ");
    text_add(out, "  %-8s %.*s\n", game->name, first, words);
    if (words[first])
        text_add(out, "           %s\n", words + first + 1);
}

static void add_matches(struct text *out)
{
    for (int i = 0; games[i]; i++)
        add_item(out, games[i], convention_of(games[i])->words);
}

static void add_grading(struct text *out)
{
    for (int i = 0; games[i]; i++)
        add_item(out, games[i],
                 games[i]->course ? games[i]->course->grading->words : "no course grades it.");
}

static void add_limits(struct text *out)
{
    const char *before = " (";
    for (int i = 0; games[i]; i++)
        if (games[i]->move_seconds > 0) {
            text_add(out, "%s%s %g s", before, games[i]->name, games[i]->move_seconds);
            before = ", ";
        }
    text_add(out, "%s", before[0] == ',' ? ")" : "");
}

/* --- all of it --- */

static const struct {
    const char *mark;
    void (*add)(struct text *);
} rows[] = {
    {"{game}", add_game},         {"{names}", add_names},   {"{matches}\n", add_matches},
    {"{grading}\n", add_grading}, {"{limits}", add_limits},
};

/* Adds what the mark at the beginning of a text stands for; returns its length, 0 if there is no
 * mark. */
static size_t add_mark(const char *text, struct text *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(text, rows[i].mark, strlen(rows[i].mark)) == 0) {
            rows[i].add(out);
            return strlen(rows[i].mark);
        }
    return 0;
}

void help_expand(const char *help, size_t length, struct text *out)
{
    for (const char *at = help, *end = help + length; at < end;) {
        size_t used = add_mark(at, out);
        if (used == 0) {
            used = 1;
            text_add_bytes(out, at, used);
        }
        at += used;
    }
}
