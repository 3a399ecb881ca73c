#include "cmd/live.h"

#include <stdlib.h>

#include "core/clock.h"
#include "core/memory.h"

enum { LINE_MOVES = 12 }; /* of a continuation, at most */

void live_open(struct live *live)
{
    *live = (struct live){0};
    pthread_mutex_init(&live->lock, NULL);
}

void live_close(struct live *live)
{
    live_stop(live);
    search_free(live->search);
    pthread_mutex_destroy(&live->lock);
}

static void take_result(void *context, const struct search_result *result)
{
    struct live *live = context;
    pthread_mutex_lock(&live->lock);
    live->result = *result;
    live->count++;
    pthread_mutex_unlock(&live->lock);
}

static void think(void *context, const atomic_bool *stop)
{
    struct live *live = context;
    struct limits limits = {
        .source = CLOCK_OF_WALL, .started = clock_seconds(CLOCK_OF_WALL), .stop = stop};
    struct search_result result = search_run(live->search, live->position, &limits, take_result,
                                             live);
    take_result(live, &result);
}

void live_start(struct live *live, const struct session *session, int ply, int lines)
{
    live_stop(live);
    if (live->world != session->world || live->lines != lines) {
        search_free(live->search);
        struct search_options options = {.lines = lines};
        live->search = search_new(session->world, &options);
        live->world = session->world;
        live->lines = lines;
    }
    uint64_t *past = memory_new((size_t)(ply + 1) * sizeof *past);
    for (int i = 0; i < ply; i++)
        past[i] = session->position[i]->key;
    search_set_past(live->search, past, ply);
    free(past);
    live->position = session->position[ply];
    live->count = 0;
    thinker_start(&live->thinker, think, live);
}

void live_stop(struct live *live)
{
    thinker_end(&live->thinker);
}

bool live_latest(struct live *live, struct search_result *result)
{
    pthread_mutex_lock(&live->lock);
    bool any = live->count > 0;
    if (any)
        *result = live->result;
    pthread_mutex_unlock(&live->lock);
    return any;
}

bool live_goes_on(struct live *live)
{
    thinker_is_done(&live->thinker);
    return live->thinker.started;
}

/* A value and the moves that are expected, as far as they can be followed. */
static void describe_line(const struct position *p, int rank, const struct search_line *line,
                          struct text *out)
{
    struct position *at = position_copy(p), *next = position_new(p->world);
    text_add(out, "%d. %+.1f%s", rank, position_points(p, line->value),
             line->proven ? " proven" : "");
    for (int i = 0; i < line->length && i < LINE_MOVES; i++) {
        char name[MOVE_NAME_MAX];
        p->world->game->move_name(at, line->code[i], name);
        text_add(out, " %s", name);
        p->world->rules->play(at, line->code[i], next);
        struct position *spare = at;
        at = next;
        next = spare;
    }
    text_add(out, "\n");
    free(at);
    free(next);
}

void live_describe(const struct search_result *r, const struct position *p, bool goes_on,
                   struct text *out)
{
    text_add(out, "for %s, depth %d%s\n", p->world->game->sides[p->side], r->depth,
             r->proven ? ", proven"
             : goes_on ? ""
                       : ", ended");
    text_add(out, "%.0f thousand nodes, %.1f s\n", 1e-3 * (double)r->nodes, r->seconds);
    for (int i = 0; i < r->line_count; i++)
        describe_line(p, i + 1, &r->best[i], out);
    if (r->line_count > 0)
        return;
    struct search_line only = {
        .move = r->move, .value = r->value, .proven = r->proven, .length = r->line_length};
    for (int i = 0; i < r->line_length; i++)
        only.code[i] = r->line[i];
    if (only.length == 0)
        only.code[only.length++] = r->move;
    describe_line(p, 1, &only, out);
}
