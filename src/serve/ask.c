#include "serve/ask.h"

#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/looks.h"
#include "game/registry.h"

enum field_type { FIELD_STRING, FIELD_INT, FIELD_LONG, FIELD_NUMBER };

#define AT(member) offsetof(struct ask, member)

/* The members of a question, with the range of each number. The id is read before all others. */
static const struct field {
    const char *name;
    enum field_type type;
    size_t offset;
    double min, max;
    bool for_pages; /* plywood analyze ignores it */
} fields[] = {
    {"game", FIELD_STRING, AT(game), 0, 0, false},
    {"rules", FIELD_STRING, AT(rules), 0, 0, false},
    {"start", FIELD_STRING, AT(start), 0, 0, false},
    {"opponent", FIELD_STRING, AT(opponent), 0, 0, true},
    {"a", FIELD_STRING, AT(a), 0, 0, true},
    {"b", FIELD_STRING, AT(b), 0, 0, true},
    {"games", FIELD_INT, AT(games), 1, 100000, true},
    {"pace", FIELD_NUMBER, AT(pace), 0, 60, true},
    {"action", FIELD_STRING, AT(action), 0, 0, false},
    {"terminateId", FIELD_STRING, AT(terminate), 0, 0, false},
    {"size", FIELD_INT, AT(size), 1, BOARD_MAX, true},
    {"side", FIELD_INT, AT(side), 0, 1, true},
    {"seed", FIELD_LONG, AT(seed), 0, 9007199254740991.0, true},
    {"level", FIELD_INT, AT(level), 1, 99, true},
    {"lines", FIELD_INT, AT(lines), 1, ASK_LINES_MAX, false},
    {"depth", FIELD_INT, AT(depth), 1, 99, false},
    {"nodes", FIELD_LONG, AT(nodes), 1, 1e15, false},
    {"seconds", FIELD_NUMBER, AT(seconds), 0.001, 86400, false},
    {"seconds_per_move", FIELD_NUMBER, AT(seconds_per_move), 0.001, 60, true},
    {"reportDuringSearchEvery", FIELD_NUMBER, AT(every), 0.001, 86400, false},
};

static bool read_field(const json_t *object, const struct field *field, struct ask *ask,
                       struct notes *notes)
{
    const json_t *value = json_object_get(object, field->name);
    void *to = (char *)ask + field->offset;
    if (!value || json_is_null(value))
        return true;
    if (field->type == FIELD_STRING) {
        if (!json_is_string(value))
            return notes_fault(notes, 0, "%s: expected a text", field->name);
        *(char **)to = memory_string(json_string_value(value));
        return true;
    }
    bool whole = field->type != FIELD_NUMBER;
    double number = json_number_value(value);
    if (!json_is_number(value) || (whole && !json_is_integer(value)) || number < field->min ||
        number > field->max)
        return notes_fault(notes, 0, "%s: expected a %snumber from %.15g to %.15g", field->name,
                           whole ? "whole " : "", field->min, field->max);
    if (field->type == FIELD_INT)
        *(int *)to = (int)json_integer_value(value);
    else if (field->type == FIELD_LONG)
        *(int64_t *)to = json_integer_value(value);
    else
        *(double *)to = number;
    return true;
}

static bool read_options(const json_t *object, struct ask *ask, struct notes *notes)
{
    struct setup_option rows[OPTION_NAMES_MAX];
    int count = option_names(rows);
    for (int i = 0; i < count; i++) {
        const json_t *value = json_object_get(object, rows[i].name);
        if (!value || json_is_null(value))
            continue;
        json_int_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < rows[i].min || number > rows[i].max)
            return notes_fault(notes, 0, "%s: expected a whole number from %d to %d", rows[i].name,
                               rows[i].min, rows[i].max);
        ask->options.given[i] = true;
        ask->options.value[i] = (int)number;
    }
    return true;
}

static bool read_moves(const json_t *object, struct ask *ask, struct notes *notes)
{
    const json_t *list = json_object_get(object, "moves");
    if (!list || json_is_null(list))
        return true;
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > ASK_MOVES_MAX)
        return notes_fault(notes, 0, "moves: expected a list of at most %d moves", ASK_MOVES_MAX);
    ask->moves = memory_zero((count + 1) * sizeof *ask->moves);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name)
            return notes_fault(notes, 0, "moves: expected texts, found something else at %zu", i);
        ask->moves[ask->move_count++] = memory_string(name);
    }
    return true;
}

static bool read_turns(const json_t *object, struct ask *ask, struct notes *notes)
{
    const json_t *list = json_object_get(object, "analyzeTurns");
    if (!list || json_is_null(list))
        return true;
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count < 1 || count > ASK_TURNS_MAX)
        return notes_fault(notes, 0, "analyzeTurns: expected a list of 1 to %d plies",
                           ASK_TURNS_MAX);
    ask->turns = memory_zero(count * sizeof *ask->turns);
    for (size_t i = 0; i < count; i++) {
        const json_t *turn = json_array_get(list, i);
        json_int_t ply = json_integer_value(turn);
        if (!json_is_integer(turn) || ply < 0 || ply > ask->move_count)
            return notes_fault(notes, 0, "analyzeTurns: expected plies from 0 to %d",
                               ask->move_count);
        ask->turns[ask->turn_count++] = (int)ply;
    }
    return true;
}

static bool read_row(const json_t *row, struct ask *ask, struct notes *notes)
{
    int columns = (int)json_array_size(row);
    if (!json_is_array(row) || columns < 1 || columns > BOARD_MAX ||
        (ask->rows > 0 && columns != ask->columns))
        return notes_fault(notes, 0, "cells: expected rows of equal length, at most %d", BOARD_MAX);
    for (int i = 0; i < columns; i++) {
        const json_t *cell = json_array_get(row, (size_t)i);
        json_int_t brush = json_integer_value(cell);
        if (!json_is_integer(cell) || brush < 0 || brush >= BRUSHES_MAX)
            return notes_fault(notes, 0, "cells: expected whole numbers from 0 to %d",
                               BRUSHES_MAX - 1);
        ask->cell[ask->rows][i] = (uint8_t)brush;
    }
    ask->columns = columns;
    ask->rows++;
    return true;
}

static bool read_cells(const json_t *object, struct ask *ask, struct notes *notes)
{
    const json_t *list = json_object_get(object, "cells");
    if (!list || json_is_null(list))
        return true;
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count < 1 || count > BOARD_MAX)
        return notes_fault(notes, 0, "cells: expected a list of 1 to %d rows", BOARD_MAX);
    for (size_t i = 0; i < count; i++)
        if (!read_row(json_array_get(list, i), ask, notes))
            return false;
    return true;
}

static bool read_touch(const json_t *object, struct ask *ask, struct notes *notes)
{
    const json_t *list = json_object_get(object, "touch");
    if (!list || json_is_null(list))
        return true;
    size_t count = json_array_size(list);
    bool good = count == 1 || count == 2;
    for (size_t i = 0; good && i < count; i++) {
        json_int_t at[2] = {-1, -1};
        good = json_unpack(json_array_get(list, i), "[I,I!]", &at[0], &at[1]) == 0 && at[0] >= 0 &&
               at[1] >= 0 && at[0] < BOARD_MAX && at[1] < BOARD_MAX;
        ask->touch[i] = (struct square){(int)at[0], (int)at[1]};
    }
    ask->touched = (int)count;
    return good || notes_fault(notes, 0, "touch: expected one or two squares, [row, column] each");
}

static bool read_clock(const json_t *object, struct ask *ask, struct notes *notes)
{
    const json_t *clock = json_object_get(object, "clock");
    if (!clock || json_is_null(clock))
        return true;
    const json_t *remaining = json_object_get(clock, "remaining");
    const json_t *increment = json_object_get(clock, "increment");
    ask->has_clock = true;
    ask->remaining = json_number_value(remaining);
    ask->increment = json_number_value(increment);
    if (!json_is_number(remaining) || !(ask->remaining >= 0 && ask->remaining <= 1e6) ||
        !(ask->increment >= 0 && ask->increment <= 1e4))
        return notes_fault(notes, 0, "clock: expected remaining and increment in seconds");
    return true;
}

static bool is_read(const char *name)
{
    static const char *const others[] = {"id", "moves", "analyzeTurns"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, name) == 0)
            return !fields[i].for_pages;
    return false;
}

static void find_unread(json_t *object, struct ask *ask)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        if (is_read(name))
            continue;
        if (ask->unread_count < ASK_UNREAD_MAX)
            ask->unread[ask->unread_count] = memory_string(name);
        ask->unread_count++;
    }
}

bool ask_read(const char *bytes, size_t count, struct ask *ask, struct notes *notes)
{
    *ask = (struct ask){.size = -1, .seed = -1, .side = -1};
    json_error_t error;
    json_t *object = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
    bool good = json_is_object(object);
    if (!good)
        notes_fault(notes, 0, "expected a JSON object: %s",
                    object ? "this is another value" : error.text);
    const char *id = json_string_value(json_object_get(object, "id"));
    if (id)
        ask->id = memory_string(id);
    find_unread(object, ask);
    for (size_t i = 0; good && i < sizeof fields / sizeof *fields; i++)
        good = read_field(object, &fields[i], ask, notes);
    good = good && read_options(object, ask, notes) && read_moves(object, ask, notes) &&
           read_turns(object, ask, notes) && read_cells(object, ask, notes) &&
           read_touch(object, ask, notes) && read_clock(object, ask, notes);
    json_decref(object);
    return good;
}

void ask_free(struct ask *ask)
{
    for (int i = 0; i < ask->move_count; i++)
        free(ask->moves[i]);
    free(ask->moves);
    free(ask->turns);
    free(ask->id);
    for (int i = 0; i < ASK_UNREAD_MAX; i++)
        free(ask->unread[i]);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].type == FIELD_STRING)
            free(*(char **)((char *)ask + fields[i].offset));
    *ask = (struct ask){0};
}

/* The named game, or else the game that the position file belongs to. */
static const struct game *find_game(const struct ask *ask, const struct lines *lines,
                                    struct notes *notes)
{
    const struct game *found = game_of_lines(lines);
    const struct game *game = ask->game ? game_by_name(ask->game) : found;
    if (!game && ask->game)
        notes_fault(notes, 0, "there is no game \"%.40s\"", ask->game);
    else if (!game)
        notes_fault(notes, 0, "expected a position file of one of the games, found none");
    else if (game_variant(game, ask->rules) < 0)
        notes_fault(notes, 0, "%s has no rules \"%.40s\"", game->title, ask->rules);
    else if (found && found != game)
        notes_fault(notes, 0, "expected a position of %s, found one of %s", game->title,
                    found->title);
    else
        return game;
    return NULL;
}

static bool play_moves(const struct ask *ask, struct session *session, struct notes *notes)
{
    const struct game *game = session->world->game;
    for (int i = 0; i < ask->move_count; i++) {
        struct notes why = {0};
        unsigned code;
        if (session_ending(session) != ENDING_NONE)
            return notes_fault(notes, 0, "move %d: the game was over before it", i + 1);
        if (!game->move_parse(session_now(session), ask->moves[i], &code, &why))
            return notes_fault(notes, 0, "move %d: %s", i + 1, notes_why(&why));
        session_play(session, code);
    }
    return true;
}

bool ask_tale(const struct ask *ask, struct tale *tale, struct notes *notes)
{
    *tale = (struct tale){0};
    if (!ask->start)
        return notes_fault(notes, 0, "start: expected a position file, found none");
    if (strlen(ask->start) > TEXT_FILE_MAX)
        return notes_fault(notes, 0, "start: expected a position file, found too long a text");
    struct lines lines = lines_cut(ask->start, strlen(ask->start));
    const struct game *game = find_game(ask, &lines, notes);
    if (game)
        tale->problem = game->read(&lines, ask->rules, notes);
    lines_free(&lines);
    if (!tale->problem)
        return false;
    tale->session = session_new(tale->problem->position, game->draws.ply_limit);
    if (play_moves(ask, tale->session, notes))
        return true;
    tale_free(tale);
    return false;
}

void tale_free(struct tale *tale)
{
    session_free(tale->session);
    problem_free(tale->problem);
    *tale = (struct tale){0};
}
