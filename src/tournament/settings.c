#include "tournament/settings.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "game/registry.h"

static const char *const format_names[] = {
    [FORMAT_ROUND_ROBIN] = "round-robin",
    [FORMAT_GAUNTLET] = "gauntlet",
    [FORMAT_SWISS] = "swiss",
    [FORMAT_KNOCK_OUT] = "knock-out",
    [FORMAT_UNTIL_CERTAIN] = "until-certain",
};

enum { FORMATS = sizeof format_names / sizeof *format_names };

const char *format_name(enum format format)
{
    assert((unsigned)format < FORMATS);
    return format_names[format];
}

bool format_of_name(const char *name, enum format *out)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(name, format_names[i]) == 0) {
            *out = (enum format)i;
            return true;
        }
    return false;
}

static void write_setup(const struct settings *s, struct text *out)
{
    json_put_string(out, "game", s->game->name);
    json_put_string(out, "rules", s->game->variants[game_variant(s->game, s->setup.variant)].name);
    json_put_integer(out, "size", s->setup.size);
    json_open(out, "options", '[');
    for (int i = 0; i < SETUP_OPTIONS; i++)
        json_put_integer(out, NULL, s->setup.option[i]);
    json_close(out, ']');
}

static void write_limits(const struct contender_options *c, struct text *out)
{
    json_open(out, "limits", '{');
    json_put_bool(out, "sandbox", c->sandbox == SANDBOX_ON);
    json_put_number(out, "grace", c->grace);
    json_put_integer(out, "memory", (int64_t)c->memory);
    json_put_integer(out, "disk", (int64_t)c->disk);
    json_put_integer(out, "processes", c->processes);
    json_put_integer(out, "output", (int64_t)c->output_bytes);
    json_put_integer(out, "nodes", (int64_t)c->nodes);
    json_put_integer(out, "depth", c->depth);
    json_put_number(out, "wall_ratio", c->wall_ratio);
    json_put_number(out, "calibrate", c->calibrate);
    json_put_bool(out, "exact", c->exact);
    json_close(out, '}');
}

void settings_write_conditions(const struct settings *s, struct text *out)
{
    json_open(out, NULL, '{');
    write_setup(s, out);
    json_put_number(out, "time", s->time);
    json_put_number(out, "cap", s->cap);
    json_put_integer(out, "opening_plies", s->opening_plies);
    json_put_integer(out, "ply_limit", s->ply_limit);
    json_put_integer(out, "seed", (int64_t)s->seed);
    write_limits(&s->limits, out);
    json_close(out, '}');
}

void settings_write(const struct settings *s, struct text *out)
{
    json_open(out, NULL, '{');
    json_put_string(out, "title", s->title);
    json_put_string(out, "format", format_name(s->format));
    json_put_integer(out, "games", s->games);
    json_put_bool(out, "best_of", s->best_of);
    json_put_integer(out, "rounds", s->rounds);
    json_put_integer(out, "top", s->top);
    json_put_integer(out, "most_games", s->most_games);
    json_put_bool(out, "anonymous", s->anonymous);
    struct text conditions = {0};
    settings_write_conditions(s, &conditions);
    text_add(out, ",%.*s", (int)conditions.length - 1, conditions.data + 1);
    text_free(&conditions);
}

/* --- reading them back --- */

struct reader {
    json_t *from;
    const char *wrong; /* the first field that is not as it should be */
};

static json_t *field(struct reader *r, const char *name, bool good)
{
    if (!good && !r->wrong)
        r->wrong = name;
    return json_object_get(r->from, name);
}

static int64_t integer(struct reader *r, const char *name, int64_t min, int64_t max)
{
    json_t *value = json_object_get(r->from, name);
    int64_t found = json_integer_value(value);
    field(r, name, json_is_integer(value) && found >= min && found <= max);
    return found;
}

static double number(struct reader *r, const char *name)
{
    json_t *value = json_object_get(r->from, name);
    field(r, name, json_is_number(value));
    return json_number_value(value);
}

static bool truth(struct reader *r, const char *name)
{
    json_t *value = json_object_get(r->from, name);
    field(r, name, json_is_boolean(value));
    return json_is_true(value);
}

static const char *string(struct reader *r, const char *name)
{
    json_t *value = json_object_get(r->from, name);
    field(r, name, json_is_string(value));
    return json_is_string(value) ? json_string_value(value) : "";
}

static void read_setup(struct reader *r, struct settings *s)
{
    s->game = game_by_name(string(r, "game"));
    field(r, "game", s->game != NULL);
    int variant = s->game ? game_variant(s->game, string(r, "rules")) : -1;
    field(r, "rules", variant >= 0);
    if (variant >= 0)
        s->setup.variant = s->game->variants[variant].name;
    s->setup.size = (int)integer(r, "size", 0, BOARD_MAX);
    json_t *options = json_object_get(r->from, "options");
    field(r, "options", json_array_size(options) == SETUP_OPTIONS);
    for (size_t i = 0; i < SETUP_OPTIONS; i++)
        s->setup.option[i] = (int)json_integer_value(json_array_get(options, i));
}

static void read_limits(struct reader *whole, struct contender_options *c)
{
    struct reader r = {.from = json_object_get(whole->from, "limits")};
    const int64_t most = INT64_C(1) << 50;
    c->sandbox = truth(&r, "sandbox") ? SANDBOX_ON : SANDBOX_OFF;
    c->grace = number(&r, "grace");
    c->memory = (size_t)integer(&r, "memory", 0, most);
    c->disk = (size_t)integer(&r, "disk", 0, most);
    c->processes = (int)integer(&r, "processes", 0, INT32_MAX);
    c->output_bytes = (size_t)integer(&r, "output", 0, most);
    c->nodes = (uint64_t)integer(&r, "nodes", 0, INT64_MAX);
    c->depth = (int)integer(&r, "depth", 0, 99);
    c->wall_ratio = number(&r, "wall_ratio");
    c->calibrate = number(&r, "calibrate");
    c->exact = truth(&r, "exact");
    if (r.wrong && !whole->wrong)
        whole->wrong = r.wrong;
}

static void read_all(struct reader *r, struct settings *s)
{
    snprintf(s->title, sizeof s->title, "%s", string(r, "title"));
    field(r, "format", format_of_name(string(r, "format"), &s->format));
    s->games = (int)integer(r, "games", 1, INT32_MAX);
    s->best_of = truth(r, "best_of");
    s->rounds = (int)integer(r, "rounds", 0, INT32_MAX);
    s->top = (int)integer(r, "top", 0, INT32_MAX);
    s->most_games = integer(r, "most_games", 0, INT64_MAX);
    s->anonymous = truth(r, "anonymous");
    read_setup(r, s);
    s->time = number(r, "time");
    s->cap = number(r, "cap");
    s->opening_plies = (int)integer(r, "opening_plies", -1, INT32_MAX);
    s->ply_limit = (int)integer(r, "ply_limit", 0, INT32_MAX);
    s->seed = (uint64_t)integer(r, "seed", 0, INT64_MAX);
    s->setup.seed = s->seed;
    read_limits(r, &s->limits);
}

bool settings_read(const char *json, struct settings *s, struct notes *notes)
{
    *s = (struct settings){.setup = SETUP_DEFAULT};
    json_error_t error;
    struct reader r = {.from = json_loads(json, JSON_REJECT_DUPLICATES, &error)};
    if (!r.from) {
        notes_fault(notes, 0, "the tournament's settings are no JSON: %s", error.text);
        return false;
    }
    read_all(&r, s);
    json_decref(r.from);
    if (r.wrong)
        notes_fault(notes, 0, "the tournament's settings: %s is not as this plywood writes it",
                    r.wrong);
    return !r.wrong;
}
