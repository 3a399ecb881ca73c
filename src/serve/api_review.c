/* api_review.c - calls that review a whole game, move by move */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "serve/decisions.h"
#include "serve/position_json.h"
#include "serve/question.h"
#include "serve/reply.h"
#include "serve/review.h"

/* A limit in nodes makes the review of a game the same each time, on every machine. */
enum { NODES_DEFAULT = 200000 }; /* per position: 0.03 to 0.2 s */
static const double seconds_most = 10;

/* The costliest moves so far, the worst first. */
struct costliest {
    int count;
    struct reviewed_move move[REVIEW_COSTLIEST];
};

struct reviewer {
    struct errand *errand;
    struct costliest costliest;
};

static void keep_costly(struct costliest *list, const struct reviewed_move *m)
{
    if (m->loss <= 0)
        return;
    int at = list->count;
    while (at > 0 && list->move[at - 1].loss < m->loss)
        at--;
    if (at == REVIEW_COSTLIEST)
        return;
    int last = list->count < REVIEW_COSTLIEST ? list->count++ : REVIEW_COSTLIEST - 1;
    memmove(&list->move[at + 1], &list->move[at], (size_t)(last - at) * sizeof *m);
    list->move[at] = *m;
}

static void json_reviewed(struct text *out, const struct session *session,
                          const struct reviewed_move *m)
{
    const struct position *p = session->position[m->ply];
    char verdict[100];
    review_verdict(p->world->game, m, verdict);
    json_open(out, NULL, '{');
    json_put_integer(out, "ply", m->ply);
    json_put_integer(out, "side", m->side);
    json_move(out, "move", p, m->move);
    json_put_number(out, "value", m->value);
    json_move(out, "best", p, m->best.code[0]);
    json_put_number(out, "best_value", m->best_value);
    json_put_bool(out, "best_decided", m->best_decided);
    json_put_bool(out, "best_beyond", m->best_beyond);
    json_put_number(out, "loss", m->loss);
    json_put_bool(out, "proven", m->best_proven && m->value_proven);
    json_put_bool(out, "value_proven", m->value_proven);
    json_put_bool(out, "decided", m->value_decided);
    json_put_bool(out, "beyond", m->value_beyond);
    json_put_string(out, "mark", review_mark(m));
    json_line(out, p, &m->best);
    if (verdict[0])
        json_put_string(out, "verdict", verdict);
    else
        json_put_null(out, "verdict");
    json_open(out, "chance", '[');
    json_put_number(out, NULL, m->chance_before);
    json_put_number(out, NULL, m->chance_after);
    json_close(out, ']');
    json_close(out, '}');
}

static void tell_move(void *context, const struct session *session, const struct reviewed_move *m)
{
    struct reviewer *reviewer = context;
    struct text out = {0};
    keep_costly(&reviewer->costliest, m);
    json_reviewed(&out, session, m);
    errand_tell(reviewer->errand, &out);
    text_free(&out);
}

static void json_pair(struct text *out, const char *name, double first, double second)
{
    json_open(out, name, '[');
    json_put_number(out, NULL, first);
    json_put_number(out, NULL, second);
    json_close(out, ']');
}

static double mean(double sum, int count)
{
    return count > 0 ? sum / count : 0;
}

static void tell_summary(struct reviewer *reviewer, const struct session *session,
                         const struct review_summary *s)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_open(&out, "summary", '{');
    json_pair(&out, "accuracy", s->accuracy[0], s->accuracy[1]);
    json_pair(&out, "mean_loss", mean(s->loss[0], s->moves[0]), mean(s->loss[1], s->moves[1]));
    json_pair(&out, "moves", s->moves[0], s->moves[1]);
    if (s->deciding >= 0)
        json_put_integer(&out, "deciding", s->deciding);
    else
        json_put_null(&out, "deciding");
    json_open(&out, "costliest", '[');
    for (int i = 0; i < reviewer->costliest.count; i++)
        json_reviewed(&out, session, &reviewer->costliest.move[i]);
    json_close(&out, ']');
    json_close(&out, '}');
    json_close(&out, '}');
    errand_tell(reviewer->errand, &out);
    text_free(&out);
}

static void review(struct errand *errand, void *context)
{
    struct question *q = context;
    struct session *session = q->tale.session;
    struct reviewer *reviewer = memory_zero(sizeof *reviewer);
    reviewer->errand = errand;
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_integer(&out, "plies", session->count);
    json_close(&out, '}');
    errand_tell(errand, &out);
    text_free(&out);
    double seconds = fmin(q->ask.seconds_per_move, seconds_most);
    bool usual = seconds == 0 && q->ask.nodes == 0;
    struct review_summary summary;
    if (review_run(session, seconds, usual ? NODES_DEFAULT : (uint64_t)q->ask.nodes,
                   errand_stop(errand), tell_move, reviewer, &summary)) {
        if (usual)
            decisions_note(decisions_name(session), summary.deciding);
        tell_summary(reviewer, session, &summary);
    }
    free(reviewer);
}

/* --- the deciding move --- */

enum { MOMENT_NODES = 1500 }; /* per position: a few milliseconds */

static void hear_nothing(void *context, const struct session *session,
                         const struct reviewed_move *m)
{
    (void)context;
    (void)session;
    (void)m;
}

static void find_moment(struct errand *errand, void *context)
{
    struct question *q = context;
    const struct session *session = q->tale.session;
    struct review_summary summary;
    if (!decisions_find(decisions_name(session), &summary.deciding) &&
        !review_run(session, 0, MOMENT_NODES, errand_stop(errand), hear_nothing, NULL, &summary))
        return;
    int ply = summary.deciding >= 0 ? summary.deciding : session->count / 2;
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_integer(&out, "ply", ply);
    json_put_bool(&out, "decided", summary.deciding >= 0);
    json_close(&out, '}');
    errand_tell(errand, &out);
    text_free(&out);
}

void api_moment(struct request *request)
{
    struct question q;
    if (!question_read(request, &q))
        return;
    if (q.tale.session->count > 0)
        request_errand(request, find_moment, &q, true, DELIVER_ONE);
    else
        reply_error(request->exchange, 400, "there is no move to look at");
    question_free(&q);
}

void api_review(struct request *request)
{
    struct question q;
    if (!question_read(request, &q))
        return;
    if (q.tale.session->count > 0)
        request_errand(request, review, &q, true, DELIVER_LINES);
    else
        reply_error(request->exchange, 400, "there is no move to review");
    question_free(&q);
}
