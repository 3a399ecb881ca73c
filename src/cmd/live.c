#include "cmd/live.h"

#include <stdlib.h>

enum { LINE_MOVES = 12 }; /* of a continuation, at most */

void live_open(struct live *live)
{
    *live = (struct live){0};
    pthread_mutex_init(&live->lock, NULL);
}

void live_close(struct live *live)
{
    live_stop(live);
    analyst_free(live->analyst);
    pthread_mutex_destroy(&live->lock);
}

static void take(void *context, const struct analysis *analysis)
{
    struct live *live = context;
    pthread_mutex_lock(&live->lock);
    live->latest = *analysis;
    live->count++;
    pthread_mutex_unlock(&live->lock);
}

static void think(void *context, const atomic_bool *stop)
{
    static const double without_limit = 0;
    struct live *live = context;
    struct limits limits = analysis_limits(without_limit, stop);
    struct analysis last; /* of which take() has heard as well */
    analyst_run(live->analyst, live->session, live->ply, &limits, take, live, &last);
}

void live_start(struct live *live, const struct session *session, int ply, int lines)
{
    live_stop(live);
    if (live->world != session->world || live->lines != lines) {
        analyst_free(live->analyst);
        live->analyst = analyst_new(session->world, lines);
        live->world = session->world;
        live->lines = lines;
    }
    live->session = session;
    live->ply = ply;
    live->count = 0;
    thinker_start(&live->thinker, think, live);
}

void live_stop(struct live *live)
{
    thinker_end(&live->thinker);
}

bool live_latest(struct live *live, struct analysis *latest)
{
    pthread_mutex_lock(&live->lock);
    bool any = live->count > 0;
    if (any)
        *latest = live->latest;
    pthread_mutex_unlock(&live->lock);
    return any;
}

bool live_goes_on(struct live *live)
{
    thinker_is_done(&live->thinker);
    return live->thinker.started;
}

/* A value, if there is one yet, and the moves that are expected. */
static void describe_line(const struct position *p, int rank, const struct analysis_line *line,
                          struct text *out)
{
    struct position *at = position_copy(p), *next = position_new(p->world);
    text_add(out, "%d.", rank);
    if (line->has_value) {
        text_add(out, " ");
        outlook_add_short(out, p->world->game, line_outlook(line));
        text_add(out, "%s", line->proven ? " proven" : "");
    }
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

void live_describe(const struct analysis *a, bool goes_on, struct text *out)
{
    const struct position *p = a->position;
    text_add(out, "for %s, depth %d%s\n", p->world->game->sides[p->side], a->depth,
             a->proven ? ", proven"
             : goes_on ? ""
                       : ", ended");
    text_add(out, "%.0f thousand nodes, %.1f s\n", 1e-3 * (double)a->nodes, a->seconds);
    for (int i = 0; i < a->count; i++)
        describe_line(p, i + 1, &a->line[i], out);
}
