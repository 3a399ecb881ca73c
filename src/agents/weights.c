#include "agents/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/registry.h"
#include "game/tuning.h"

static bool is_comment(struct line line)
{
    return line.start[0] == '/' && line.start[1] == '/';
}

/* The game that the first line names. */
static const struct game *read_game(struct line line, struct notes *notes)
{
    char name[16] = "", quote[64];
    int length = 0;
    const struct game *game = NULL;
    if (sscanf(line.start, "// %15[a-z]%n", name, &length) == 1 && line.start[length] == ':')
        game = game_by_name(name);
    if (!game)
        notes_fault(notes, 1, "expected \"// GAME: \" with the name of a game, found %s",
                    line_quote(line, quote));
    if (game && !game->tuning) {
        notes_fault(notes, 1, "%s: its estimate has no weights", game->title);
        return NULL;
    }
    return game;
}

/* A number and a comma; what follows is for people. */
static bool read_weight(struct line line, int limit, int *out)
{
    const char *at = line.start;
    long value;
    if (!string_integer(&at, -limit, limit, &value) || *at != ',')
        return false;
    *out = (int)value;
    return true;
}

static bool read_lines(const struct lines *lines, struct weights *out, struct notes *notes)
{
    char quote[64];
    out->game = read_game(lines_at(lines, 0), notes);
    if (!out->game)
        return false;
    int count = 0, wanted = out->game->tuning->count, limit = out->game->tuning->limit;
    for (int i = 1; i < lines->count; i++) {
        struct line line = lines->line[i];
        if (is_comment(line))
            continue;
        int weight;
        if (!read_weight(line, limit, &weight) || count == wanted) {
            notes_fault(notes, i + 1,
                        "expected %d lines with a number up to %d and a comma, found %s", wanted,
                        limit, line_quote(line, quote));
            return false;
        }
        out->weight[count++] = weight;
    }
    if (count < wanted)
        notes_fault(notes, 0, "expected %d weights, found %d", wanted, count);
    return count == wanted;
}

bool weights_read(const char *path, struct weights *out, struct notes *notes)
{
    struct lines lines;
    const char *file = notes->file;
    notes->file = path;
    bool good = lines_read(path, &lines, notes);
    if (good) {
        good = read_lines(&lines, out, notes);
        lines_free(&lines);
    }
    notes->file = file;
    return good;
}

void weights_write(const struct weights *w, const struct lines *story, struct text *out)
{
    const struct tuning *tuning = w->game->tuning;
    text_add(out, "// %s: the weights of the estimate\n", w->game->name);
    text_add(out, "// clang-format off\n");
    for (int i = 0; i < story->count; i++)
        text_add(out, "// %s\n", story->line[i].start);
    for (int i = 0; i < tuning->count; i++)
        text_add(out, "%d, // %s\n", w->weight[i], tuning->names[i]);
}
