/* api_mistake.c - makes a lesson from a mistake: the last move of a line
 *
 * The loser of a reviewed game is usually a person, who cannot be asked to move again. So the
 * mistake is the move itself: a smaller position keeps it if the move of the same name is legal
 * there and loses at least half as much. Reductions that rename squares are not tried.
 */
#include <stdlib.h>

#include "agents/teach.h"
#include "base/json.h"
#include "base/memory.h"
#include "game/reducing.h"
#include "serve/position_json.h"
#include "serve/question.h"
#include "serve/reply.h"

static const double seconds_most = 20; /* of CPU time */

static void json_lesson(struct text *out, const struct taught *t)
{
    const struct position *p = t->lesson.problem->position;
    const struct game *game = p->world->game;
    json_put_string(out, "input", t->lesson.file.data);
    json_put_string(out, "sentence", t->sentence.data);
    json_move(out, "move", p, t->lesson.mistake.played);
    json_open(out, "good", '[');
    for (int i = 0; i < t->good_count; i++)
        json_move(out, NULL, p, t->good[i]);
    json_close(out, ']');
    if (game->reducing) {
        json_put_string(out, "things", game->reducing->things);
        json_put_integer(out, "before", t->things);
        json_put_integer(out, "left", t->lesson.things);
    }
}

static void make_lesson(struct errand *errand, void *context)
{
    const struct question *q = context;
    const struct session *session = q->tale.session;
    const int ply = session->count - 1;
    const struct position *p = session->position[ply];
    const struct game *game = p->world->game;
    char name[MOVE_NAME_MAX];
    game->move_name(p, session->move[ply], name);
    const struct teach_task task = {.name = game->sides[p->side],
                                    .side = p->side,
                                    .seconds = -1,
                                    .ask = teach_same_move,
                                    .context = name,
                                    .limits = {.source = CLOCK_OF_THREAD,
                                               .started = clock_seconds(CLOCK_OF_THREAD),
                                               .hard = seconds_most,
                                               .stop = errand_stop(errand)}};
    struct taught *t = memory_new(sizeof *t);
    struct text out = {0};
    json_open(&out, NULL, '{');
    if (teach_move(session, ply, &task, t)) {
        json_lesson(&out, t);
        taught_free(t);
    } else {
        json_put_null(&out, "input");
    }
    json_close(&out, '}');
    errand_tell(errand, &out);
    text_free(&out);
    free(t);
}

void api_mistake(struct request *request)
{
    struct question q;
    if (!question_read(request, &q))
        return;
    if (q.tale.session->count > 0)
        request_errand(request, make_lesson, &q, true, DELIVER_ONE);
    else
        reply_error(request->exchange, 400, "there is no move to learn from");
    question_free(&q);
}
