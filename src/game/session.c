#include "game/session.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static const struct {
    const char *name, *meaning;
} endings[ENDING_COUNT] = {
    [ENDING_NONE] = {"unfinished", "the game goes on"},
    [ENDING_SCORE] = {"score", "no move is left; the higher score wins"},
    [ENDING_RULE] = {"rule", "won by the rule of the game"},
    [ENDING_REPETITION] = {"repetition", "drawn: the same position occurred too often"},
    [ENDING_PLY_LIMIT] = {"move-cap", "drawn: the cap on moves was reached"},
};

const char *ending_name(enum ending ending)
{
    return endings[ending].name;
}

const char *ending_meaning(enum ending ending)
{
    return endings[ending].meaning;
}

struct session *session_new(const struct position *start, int ply_limit)
{
    struct session *s = memory_zero(sizeof *s);
    s->world = start->world;
    s->ply_limit = ply_limit;
    s->capacity = 64;
    s->position = memory_new((size_t)(s->capacity + 1) * sizeof(struct position *));
    s->move = memory_new((size_t)s->capacity * sizeof *s->move);
    s->position[0] = position_copy(start);
    return s;
}

void session_free(struct session *s)
{
    if (!s)
        return;
    for (int i = 0; i <= s->count; i++)
        free(s->position[i]);
    free(s->position);
    free(s->move);
    free(s);
}

const struct position *session_now(const struct session *s)
{
    return s->position[s->count];
}

void session_play(struct session *s, unsigned code)
{
    if (s->count == s->capacity) {
        s->capacity *= 2;
        s->position = memory_resize(s->position,
                                    (size_t)(s->capacity + 1) * sizeof(struct position *));
        s->move = memory_resize(s->move, (size_t)s->capacity * sizeof *s->move);
    }
    struct position *child = position_new(s->world);
    s->world->rules->play(s->position[s->count], code, child);
    s->move[s->count++] = code;
    s->position[s->count] = child;
}

void session_take_back(struct session *s)
{
    assert(s->count > 0);
    free(s->position[s->count--]);
}

static int occurrences(const struct session *s)
{
    const struct position *now = session_now(s);
    int found = 0;
    for (int i = 0; i <= s->count; i++)
        found += s->position[i]->key == now->key && s->position[i]->side == now->side;
    return found;
}

enum ending session_ending(const struct session *s)
{
    const struct position *now = session_now(s);
    if (now->over)
        return ENDING_RULE;
    if (position_is_over(now))
        return ENDING_SCORE;
    int limit = s->world->game->draws.repetition_limit;
    if (limit > 0 && occurrences(s) >= limit)
        return ENDING_REPETITION;
    if (s->ply_limit > 0 && s->count >= s->ply_limit)
        return ENDING_PLY_LIMIT;
    return ENDING_NONE;
}

int session_winner(const struct session *s)
{
    enum ending ending = session_ending(s);
    assert(ending != ENDING_NONE);
    int margin = position_margin(session_now(s));
    if (ending == ENDING_REPETITION || ending == ENDING_PLY_LIMIT || margin == 0)
        return -1;
    return margin > 0 ? SIDE_FIRST : SIDE_SECOND;
}

int session_past(const struct session *s, uint64_t **keys)
{
    *keys = memory_new((size_t)(s->count + 1) * sizeof **keys);
    for (int i = 0; i < s->count; i++)
        (*keys)[i] = s->position[i]->key;
    return s->count;
}
