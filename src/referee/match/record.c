#include "referee/match/record.h"

#include <assert.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/registry.h"

enum { FORMAT_VERSION = 1, GAMES_MAX = 10000000 };

/* Finds a game by its number while games are read in any order: a hash table with open addressing.
 * An entry is 1 + the index of the game; 0 is free. */
struct game_index {
    int *place;
    size_t size; /* a power of 2, more than twice the games */
};

struct reader {
    struct record *record;
    struct game_index index;
    struct notes *notes;
    int line;
    const char *text; /* the line itself */
    const json_t *object;
};

/* These read members of the line's object. False, with a fault noted, if a member is missing. */

static bool get_string(struct reader *r, const char *name, const char **out)
{
    *out = json_string_value(json_object_get(r->object, name));
    if (!*out)
        notes_fault(r->notes, r->line, "expected a text \"%s\", found none", name);
    return *out != NULL;
}

static bool get_integer(struct reader *r, const char *name, int64_t min, int64_t max, int64_t *out)
{
    const json_t *value = json_object_get(r->object, name);
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out >= min && *out <= max)
        return true;
    notes_fault(r->notes, r->line, "expected a whole number \"%s\" from %lld to %lld, found none",
                name, (long long)min, (long long)max);
    return false;
}

/* Reads "a" as 0, "b" as 1, and null, if it is allowed, as -1. */
static bool get_contender(struct reader *r, const char *name, bool or_null, int *out)
{
    const json_t *value = json_object_get(r->object, name);
    const char *text = json_string_value(value);
    *out = text && strcmp(text, "a") == 0 ? 0 : text && strcmp(text, "b") == 0 ? 1 : -1;
    if (*out >= 0 || (or_null && json_is_null(value)))
        return true;
    notes_fault(r->notes, r->line, "expected \"%s\" to be \"a\" or \"b\"%s", name,
                or_null ? " or null" : "");
    return false;
}

/* Reads a member that may be missing. */

static double number_or(const struct reader *r, const char *name, double otherwise)
{
    const json_t *value = json_object_get(r->object, name);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static int count_or_zero(const struct reader *r, const char *name)
{
    json_int_t value = json_integer_value(json_object_get(r->object, name));
    return value > 0 && value <= INT32_MAX ? (int)value : 0;
}

/* Reads two numbers, a's and b's; 0 if they are missing. */
static void read_both(const struct reader *r, const char *name, double out[2])
{
    const json_t *both = json_object_get(r->object, name);
    for (size_t who = 0; who < 2; who++)
        out[who] = json_number_value(json_array_get(both, who));
}

static char *text_for_people(const json_t *value)
{
    const char *text = json_string_value(value);
    return foreign_copy(text ? text : "");
}

static void game_free(struct recorded_game *g)
{
    if (!g)
        return;
    session_free(g->session);
    problem_free(g->start);
    free(g->move);
    free(g->detail);
    free(g->complaint);
    free(g->bundle);
    free(g);
}

/* The entry of a number in the hash table, or the free entry for it. */
static int *place_of(const struct reader *r, int number)
{
    size_t mask = r->index.size - 1, at = (size_t)hash64((uint64_t)number) & mask;
    while (r->index.place[at] != 0 && r->record->games[r->index.place[at] - 1]->number != number)
        at = (at + 1) & mask;
    return &r->index.place[at];
}

static struct recorded_game *find_read_game(const struct reader *r, int number)
{
    int place = r->index.size > 0 ? *place_of(r, number) : 0;
    return place > 0 ? r->record->games[place - 1] : NULL;
}

static void grow_index(struct reader *r)
{
    r->index.size = r->index.size ? 2 * r->index.size : 64;
    free(r->index.place);
    r->index.place = memory_zero(r->index.size * sizeof *r->index.place);
    r->record->games = memory_resize(r->record->games,
                                     r->index.size / 2 * sizeof *r->record->games);
    for (int i = 0; i < r->record->count; i++)
        *place_of(r, r->record->games[i]->number) = i + 1;
}

/* Stores a game, and replaces an earlier attempt at it. */
static void keep_game(struct reader *r, struct recorded_game *g)
{
    struct record *record = r->record;
    if ((size_t)record->count >= r->index.size / 2)
        grow_index(r);
    int *place = place_of(r, g->number);
    if (*place == 0) {
        record->games[record->count++] = g;
        *place = record->count;
    } else {
        game_free(record->games[*place - 1]);
        record->games[*place - 1] = g;
    }
}

static int by_number(const void *a, const void *b)
{
    const struct recorded_game *const *x = a, *const *y = b;
    return ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

static bool read_match(struct reader *r)
{
    struct record *record = r->record;
    const char *game, *rules;
    int64_t version, seed;
    if (record->game)
        return notes_fault(r->notes, r->line, "expected one match, found another one");
    if (!get_integer(r, "version", FORMAT_VERSION, FORMAT_VERSION, &version) ||
        !get_string(r, "game", &game) || !get_string(r, "rules", &rules) ||
        !get_integer(r, "seed", INT64_MIN, INT64_MAX, &seed))
        return false;
    record->game = game_by_name(game);
    if (!record->game)
        return notes_fault(r->notes, r->line, "there is no game \"%s\"", game);
    int variant = game_variant(record->game, rules);
    if (variant < 0)
        return notes_fault(r->notes, r->line, "%s has no rules \"%s\"", record->game->title, rules);
    record->variant = record->game->variants[variant].name;
    record->seed = (uint64_t)seed;
    record->time = number_or(r, "time", 0);
    record->cap = number_or(r, "cap", 0);
    record->wished = count_or_zero(r, "games");
    record->ply_limit = count_or_zero(r, "plies");
    for (int who = 0; who < 2; who++) {
        record->name[who] = text_for_people(
            json_array_get(json_object_get(r->object, "name"), (size_t)who));
        const char *spec = json_string_value(
            json_array_get(json_object_get(r->object, "spec"), (size_t)who));
        record->spec[who] = memory_string(spec ? spec : "");
    }
    record->conditions = text_for_people(json_object_get(r->object, "conditions"));
    return true;
}

static struct problem *read_start_position(struct reader *r, const char *input)
{
    struct notes inner = {0};
    if (strlen(input) > TEXT_FILE_MAX) {
        notes_fault(r->notes, r->line, "input: expected at most %d bytes", TEXT_FILE_MAX);
        return NULL;
    }
    struct lines lines = lines_cut(input, strlen(input));
    struct problem *start = r->record->game->read(&lines, r->record->variant, &inner);
    lines_free(&lines);
    if (!start) /* the last note says why it could not be read */
        notes_fault(r->notes, r->line, "input: %s", notes_why(&inner));
    return start;
}

static bool read_start(struct reader *r)
{
    int64_t number, attempt, seed;
    int first;
    const char *input;
    if (!get_integer(r, "number", 1, GAMES_MAX, &number) ||
        !get_integer(r, "attempt", 1, INT32_MAX, &attempt) ||
        !get_integer(r, "seed", 0, INT64_MAX, &seed) || !get_contender(r, "first", false, &first) ||
        !get_string(r, "input", &input))
        return false;
    struct problem *start = read_start_position(r, input);
    if (!start)
        return false;
    struct recorded_game *g = memory_zero(sizeof *g);
    *g = (struct recorded_game){.number = (int)number,
                                .attempt = (int)attempt,
                                .first = first,
                                .seed = (uint64_t)seed,
                                .start = start,
                                .session = session_new(start->position, r->record->ply_limit),
                                .winner = -1,
                                .moment = -1,
                                .detail = memory_string(""),
                                .complaint = memory_string(""),
                                .bundle = memory_string("")};
    keep_game(r, g);
    return r->record->count <= RECORD_GAMES ||
           notes_fault(r->notes, r->line, "expected at most %d games", RECORD_GAMES);
}

/* The running game that the line belongs to. */
static struct recorded_game *running_game(struct reader *r)
{
    int64_t number;
    if (!get_integer(r, "number", 1, GAMES_MAX, &number))
        return NULL;
    struct recorded_game *g = find_read_game(r, (int)number);
    if (g && g->verdict == VERDICT_NONE && !g->dropped)
        return g;
    notes_fault(r->notes, r->line, "game %d %s", (int)number,
                g ? "has ended before" : "has not begun");
    return NULL;
}

static struct recorded_move read_move_facts(const struct reader *r)
{
    const json_t *left = json_object_get(r->object, "left");
    const json_t *value = json_object_get(r->object, "value");
    struct recorded_move move = {.opening = json_is_true(json_object_get(r->object, "opening")),
                                 .cpu = number_or(r, "cpu", 0),
                                 .wall = number_or(r, "wall", 0),
                                 .left = {-1, -1},
                                 .has_value = json_is_number(value),
                                 .value = number_or(r, "value", 0),
                                 .proven = json_is_true(json_object_get(r->object, "proven")),
                                 .depth = count_or_zero(r, "depth")};
    for (size_t who = 0; who < 2 && json_array_size(left) == 2; who++)
        move.left[who] = json_number_value(json_array_get(left, who));
    return move;
}

static bool read_move(struct reader *r)
{
    struct recorded_game *g = running_game(r);
    const char *text;
    int64_t ply;
    int by;
    if (!g || !get_integer(r, "ply", 0, INT32_MAX, &ply) || !get_contender(r, "by", false, &by) ||
        !get_string(r, "move", &text))
        return false;
    const struct position *now = session_now(g->session);
    if (ply != g->session->count)
        return notes_fault(r->notes, r->line, "game %d: expected ply %d, found %lld", g->number,
                           g->session->count, (long long)ply);
    if (position_is_over(now))
        return notes_fault(r->notes, r->line, "game %d is over, there is no move", g->number);
    if (by != recorded_mover(g, (int)ply))
        return notes_fault(r->notes, r->line, "game %d: it is the other side's turn", g->number);
    struct notes inner = {0};
    unsigned code;
    if (!r->record->game->move_parse(now, text, &code, &inner))
        return notes_fault(r->notes, r->line, "game %d, ply %d: %s", g->number, (int)ply,
                           notes_why(&inner));
    if (g->session->count == g->capacity) {
        g->capacity = g->capacity ? 2 * g->capacity : 64;
        g->move = memory_resize(g->move, (size_t)g->capacity * sizeof *g->move);
    }
    g->move[g->session->count] = read_move_facts(r);
    session_play(g->session, code);
    return true;
}

/* True if the verdict fits the moves. A fault may end a game at any time. */
static bool ending_is_true(const struct recorded_game *g, enum verdict verdict, int winner)
{
    if (verdict_kind(verdict) != VERDICT_IS_RESULT)
        return true;
    enum ending ending = session_ending(g->session);
    if (ending == ENDING_NONE)
        return false;
    int side = session_winner(g->session);
    enum verdict found = verdict_of_ending(ending, side);
    if (side < 0)
        return verdict == found || (verdict == VERDICT_TIME_TIE && found == VERDICT_TIE);
    return verdict == found && winner == ((side != g->session->position[0]->side) ^ g->first);
}

static bool read_end(struct reader *r)
{
    struct recorded_game *g = running_game(r);
    const char *ending;
    int winner;
    if (!g || !get_string(r, "ending", &ending) || !get_contender(r, "winner", true, &winner))
        return false;
    enum verdict verdict = verdict_of_name(ending);
    if (verdict == VERDICT_COUNT || verdict == VERDICT_NONE)
        return notes_fault(r->notes, r->line, "there is no ending \"%s\"", ending);
    if (!ending_is_true(g, verdict, winner))
        return notes_fault(r->notes, r->line, "game %d: its moves do not lead to this ending",
                           g->number);
    g->verdict = verdict;
    g->winner = winner;
    read_both(r, "cpu", g->cpu);
    read_both(r, "wall", g->wall);
    free(g->detail);
    free(g->complaint);
    free(g->bundle);
    g->detail = text_for_people(json_object_get(r->object, "detail"));
    g->complaint = text_for_people(json_object_get(r->object, "stderr"));
    g->bundle = text_for_people(json_object_get(r->object, "bundle"));
    return true;
}

static bool read_dropped(struct reader *r)
{
    struct recorded_game *g = running_game(r);
    if (g)
        g->dropped = true;
    return g != NULL;
}

/* Reads the decisive moment of a game, which may be found after its end. */
static bool read_moment(struct reader *r)
{
    int64_t number, ply;
    if (!get_integer(r, "number", 1, GAMES_MAX, &number))
        return false;
    struct recorded_game *g = find_read_game(r, (int)number);
    if (!g)
        return notes_fault(r->notes, r->line, "game %d has not begun", (int)number);
    if (!get_integer(r, "ply", 0, g->session->count, &ply))
        return false;
    g->moment = (int)ply;
    return true;
}

/* Reads the summary, which ends the match. Games that have no result by then were dropped. */
static bool read_summary(struct reader *r)
{
    struct record *record = r->record;
    free(record->summary);
    record->summary = memory_string(r->text);
    record->stopped = json_is_true(json_object_get(r->object, "stopped"));
    for (int i = 0; i < record->count; i++)
        record->games[i]->dropped |= record->games[i]->verdict == VERDICT_NONE;
    return true;
}

/* Unknown events are skipped, so that records of later versions can be read. */
static const struct {
    const char *name;
    bool (*read)(struct reader *);
} events[] = {
    {"match", read_match},     {"start", read_start},     {"move", read_move},
    {"end", read_end},         {"dropped", read_dropped}, {"moment", read_moment},
    {"summary", read_summary},
};

static bool read_line(struct reader *r, size_t length)
{
    json_error_t error;
    json_t *object = json_loadb(r->text, length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return notes_fault(r->notes, r->line, "not JSON: %s", error.text);
    r->object = object;
    const char *event;
    bool good = get_string(r, "event", &event);
    if (good && !r->record->game && strcmp(event, "match") != 0)
        good = notes_fault(r->notes, r->line, "expected the match first, found \"%s\"", event);
    for (size_t i = 0; good && i < sizeof events / sizeof *events; i++)
        if (strcmp(event, events[i].name) == 0) {
            good = events[i].read(r);
            break;
        }
    json_decref(object);
    return good;
}

/* Reads the next line, without its newline. False at the end of the file, or if the line is
 * incomplete. Also false if it is longer than any line that we write, because the file may be an
 * endless device. */
static bool next_line(struct reader *r, FILE *file, struct text *line)
{
    text_clear(line);
    for (int c; (c = getc_unlocked(file)) != EOF;) {
        if (c == '\n')
            return true;
        if (line->length == RECORD_LINE)
            return notes_fault(r->notes, r->line + 1, "expected at most %d bytes in a line",
                               RECORD_LINE);
        text_add_bytes(line, &(char){(char)c}, 1);
    }
    return false;
}

struct record *record_read(const char *path, struct notes *notes)
{
    assert(!notes->salvage);
    if (!notes->file)
        notes->file = path;
    FILE *file = fopen(path, "r");
    if (!file) {
        notes_fault(notes, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    struct reader r = {.record = memory_zero(sizeof(struct record)), .notes = notes};
    struct text line = {0};
    bool good = true;
    while (good && next_line(&r, file, &line)) {
        r.line++;
        r.text = line.data ? line.data : "";
        good = read_line(&r, line.length);
        if (!r.record->summary)
            r.record->bytes = ftello(file);
    }
    good = good && notes->faults == 0;
    if (good && ferror(file))
        good = notes_fault(notes, 0, "cannot be read: %s", strerror(errno));
    if (good && !r.record->game)
        good = notes_fault(notes, 0, "expected the record of a match, found none");
    text_free(&line);
    free(r.index.place);
    fclose(file);
    if (r.record->count > 0)
        qsort(r.record->games, (size_t)r.record->count, sizeof *r.record->games, by_number);
    if (good)
        return r.record;
    record_free(r.record);
    return NULL;
}

void record_free(struct record *record)
{
    if (!record)
        return;
    for (int i = 0; i < record->count; i++)
        game_free(record->games[i]);
    free(record->games);
    free(record->name[0]);
    free(record->name[1]);
    free(record->spec[0]);
    free(record->spec[1]);
    free(record->conditions);
    free(record->summary);
    free(record);
}

const struct recorded_game *record_game(const struct record *record, int number)
{
    int low = 0, high = record->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (record->games[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < record->count && record->games[low]->number == number ? record->games[low] : NULL;
}

int recorded_mover(const struct recorded_game *g, int ply)
{
    assert(ply <= g->session->count);
    return (g->session->position[ply]->side != g->session->position[0]->side) ^ g->first;
}

int recorded_score(const struct recorded_game *g, int ply, int who)
{
    assert(ply <= g->session->count);
    int score[2], side_of_first = g->session->position[0]->side;
    position_score(g->session->position[ply], score);
    return score[side_of_first ^ (who != g->first)];
}
