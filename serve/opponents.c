#include "serve/opponents.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/memory.h"
#include "games/registry.h"
#include "referee/contender.h"
#include "serve/position_json.h"

enum { ENTRIES_MAX = 64, NAME_BYTES = 60 };

struct entry {
    char name[NAME_BYTES];
    const struct game *game;
    struct contender *contender;
};

struct opponents {
    struct entry entry[ENTRIES_MAX];
    int count;
    pthread_mutex_t turn; /* one program thinks at a time: they are to have the machine's speed */
};

static bool add(struct opponents *o, const char *name, const char *spec, const struct game *game,
                struct notes *notes)
{
    static const struct contender_options options = {.grace = 1};
    if (o->count == ENTRIES_MAX)
        return notes_fault(notes, 0, "too many opponents");
    struct entry *entry = &o->entry[o->count];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->game = game;
    entry->contender = contender_new(spec, game, &options, notes);
    o->count += entry->contender != NULL;
    return entry->contender != NULL;
}

static bool add_text(struct opponents *o, const char *text, struct notes *notes)
{
    char name[NAME_BYTES];
    const char *spec = strchr(text, '='), *slash = strchr(text, '/');
    bool one_game = slash && spec && slash < spec;
    const char *begin = one_game ? slash + 1 : text;
    if (!spec || spec == begin || spec[1] == 0 || spec - begin >= NAME_BYTES)
        return notes_fault(notes, 0, "opponent: expected NAME=SPEC, found \"%.100s\"", text);
    snprintf(name, sizeof name, "%.*s", (int)(spec - begin), begin);
    bool found = false;
    for (int i = 0; games[i]; i++) {
        size_t length = strlen(games[i]->name);
        if (one_game &&
            (length != (size_t)(slash - text) || strncmp(games[i]->name, text, length) != 0))
            continue;
        found = true;
        if (!add(o, name, spec + 1, games[i], notes))
            return false;
    }
    return found ||
           notes_fault(notes, 0, "opponent: there is no game \"%.*s\"", (int)(slash - text), text);
}

struct opponents *opponents_new(const char *const *texts, int count, struct notes *notes)
{
    struct opponents *o = memory_zero(sizeof *o);
    pthread_mutex_init(&o->turn, NULL);
    for (int i = 0; i < count; i++)
        if (!add_text(o, texts[i], notes)) {
            opponents_free(o);
            return NULL;
        }
    return o;
}

void opponents_free(struct opponents *o)
{
    if (!o)
        return;
    for (int i = 0; i < o->count; i++)
        contender_free(o->entry[i].contender);
    pthread_mutex_destroy(&o->turn);
    free(o);
}

void json_opponents(struct text *out, const char *name, const struct opponents *o)
{
    json_open(out, name, '[');
    for (int i = 0; i < o->count; i++) {
        json_open(out, NULL, '{');
        json_put_string(out, "id", o->entry[i].name);
        json_put_string(out, "name", o->entry[i].name);
        json_put_string(out, "game", o->entry[i].game->name);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static const struct entry *find(const struct opponents *o, const struct game *game, const char *id)
{
    for (int i = 0; i < o->count; i++)
        if (o->entry[i].game == game && strcmp(o->entry[i].name, id) == 0)
            return &o->entry[i];
    return NULL;
}

bool opponents_have(const struct opponents *o, const struct game *game, const char *id)
{
    return find(o, game, id) != NULL;
}

static void json_answer(struct text *out, const struct position *p, const struct answer *answer)
{
    json_open(out, NULL, '{');
    if (answer->verdict != VERDICT_NONE) {
        json_put_string(out, "error", verdict_meaning(answer->verdict));
        json_put_string(out, "verdict", verdict_name(answer->verdict));
        json_put_string(out, "detail", answer->detail);
    } else {
        json_move(out, "move", p, answer->code);
        if (answer->has_value)
            json_put_number(out, "value", answer->value);
        else
            json_put_null(out, "value");
        json_put_bool(out, "proven", answer->proven);
        json_put_integer(out, "depth", answer->depth);
        json_put_integer(out, "nodes", (int64_t)answer->nodes);
        json_put_number(out, "seconds", answer->cpu);
        json_open(out, "line", '[');
        json_move(out, NULL, p, answer->code);
        json_close(out, ']');
    }
    json_close(out, '}');
}

void opponents_ask(struct opponents *o, const char *id, const struct session *session,
                   double seconds, struct text *out)
{
    const struct position *p = session_now(session);
    const struct game *game = session->world->game;
    const struct entry *entry = find(o, game, id);
    struct notes notes = {0};
    struct answer *answer = memory_zero(sizeof *answer);
    struct move_time time = {.remaining = game->clock == CLOCK_CPU ? seconds : 0,
                             .cap = game->clock == CLOCK_WALL ? seconds : 0};
    pthread_mutex_lock(&o->turn);
    struct seat *seat = seat_new(entry->contender, session, p->side, p->key, &notes);
    if (seat) {
        seat_ask(seat, session, &time, answer);
        json_answer(out, p, answer);
        seat_free(seat);
    } else {
        json_open(out, NULL, '{');
        json_put_string(out, "error", notes_first(&notes));
        json_close(out, '}');
    }
    pthread_mutex_unlock(&o->turn);
    free(answer);
}
