/* api_search.c - calls that search: an opponent's move, a hint, an analysis */
#include <assert.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "serve/analysis.h"
#include "serve/position_json.h"
#include "serve/question.h"
#include "serve/reason.h"
#include "serve/reply.h"

/* Seconds: defaults for a move and a hint, and the maxima. */
static const double move_default = 1, hint_default = 1, move_most = 60, analysis_most = 3600;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void json_found(struct text *out, const struct position *p, const struct analysis_line *line,
                       int depth, uint64_t nodes, double seconds)
{
    json_move(out, "move", p, line->code[0]);
    if (line->has_value)
        json_put_number(out, "value", line->value);
    else
        json_put_null(out, "value");
    json_put_bool(out, "proven", line->proven);
    json_put_integer(out, "depth", depth);
    json_put_integer(out, "nodes", (int64_t)nodes);
    json_put_number(out, "seconds", seconds);
    json_line(out, p, line);
}

/* The time for a move: a share of the clock, where every future move is expected to add its
 * increment, and at most the seconds that were asked for. */
static struct allowance move_allowance(const struct ask *ask, const struct position *p,
                                       const atomic_bool *stop)
{
    static const double used = 0.8; /* the usable part of an increment and of the clock */
    struct allowance allowance = {.source = CLOCK_OF_WALL,
                                  .started = clock_seconds(CLOCK_OF_WALL),
                                  .move_cap = move_default,
                                  .overhead = 0.01,
                                  .stop = stop};
    if (ask->has_clock) {
        double coming = used * ask->increment;
        allowance.remaining = ask->remaining + p->world->rules->moves_left(p) * coming + 1e-3;
        allowance.move_cap = used * ask->remaining + coming + 1e-3;
    }
    if (ask->seconds > 0 && (!ask->has_clock || ask->seconds < allowance.move_cap))
        allowance.move_cap = ask->seconds;
    allowance.move_cap = least(allowance.move_cap, move_most);
    return allowance;
}

static void find_move(struct errand *errand, void *context)
{
    struct question *q = context;
    struct session *session = q->tale.session;
    const struct position *p = session_now(session);
    struct notes notes = {0};
    struct agent *agent = agent_new(level_spec(p->world->game, q->ask.level), &notes);
    assert(agent);
    agent_seed(agent, hash64(p->key ^ (uint64_t)(1e6 * clock_seconds(CLOCK_OF_WALL))));
    uint64_t *past;
    struct turn turn = {.position = p,
                        .past_count = session_past(session, &past),
                        .ply_limit = session->ply_limit,
                        .allowance = move_allowance(&q->ask, p, errand_stop(errand))};
    turn.past = past;
    struct report report = {0};
    unsigned code = agent_choose(agent, &turn, &report);
    free(past);
    agent_free(agent);
    struct analysis_line line = {.has_value = report.has_value,
                                 .value = report.value,
                                 .proven = report.proven,
                                 .length = 1,
                                 .code = {code}};
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_found(&out, p, &line, report.depth, report.nodes,
               clock_seconds(CLOCK_OF_WALL) - turn.allowance.started);
    session_play(session, code);
    json_position(&out, "position", session);
    json_close(&out, '}');
    errand_tell(errand, &out);
    text_free(&out);
}

static void ask_opponent(struct errand *errand, void *context)
{
    static const double otherwise = 10;
    struct question *q = context;
    double seconds = q->ask.seconds > 0 ? q->ask.seconds : q->ask.has_clock ? move_most : otherwise;
    if (q->ask.has_clock)
        seconds = least(seconds, q->ask.remaining + 1e-3);
    struct text out = {0};
    opponents_ask(q->request->shared->opponents, q->ask.opponent, &q->tale,
                  least(seconds, move_most), errand_stop(errand), &out);
    if (out.length > 0)
        errand_tell(errand, &out);
    text_free(&out);
}

/* The answer has the move and, as "position", what /api/position would answer after it, so a page
 * needs no second request to show it. */
void api_move(struct request *request)
{
    struct question q;
    if (!question_read_open(request, &q))
        return;
    const struct game *game = q.tale.session->world->game;
    if (q.ask.opponent && !opponents_have(request->shared->opponents, game, q.ask.opponent))
        reply_error(request->exchange, 400,
                    "the server was not started with such an opponent for %s", game->title);
    else if (q.ask.opponent)
        request_errand(request, ask_opponent, &q, false, DELIVER_LATE);
    else if (q.ask.level < 1 || q.ask.level > level_count())
        reply_error(request->exchange, 400, "level: expected 1 to %d", level_count());
    else
        request_errand(request, find_move, &q, false, DELIVER_ONE);
    question_free(&q);
}

static void find_hint(struct errand *errand, void *context)
{
    struct question *q = context;
    struct session *session = q->tale.session;
    struct analyst *analyst = analyst_new(session->world, 1);
    double seconds = q->ask.seconds > 0 ? least(q->ask.seconds, move_most) : hint_default;
    struct limits limits = analysis_limits(seconds, errand_stop(errand));
    struct analysis *analysis = memory_new(sizeof *analysis);
    struct text out = {0}, reason = {0};
    analyst_run(analyst, session, session->count, &limits, NULL, NULL, analysis);
    json_open(&out, NULL, '{');
    json_found(&out, analysis->position, &analysis->line[0], analysis->depth, analysis->nodes,
               analysis->seconds);
    reason_add(&reason, analysis);
    json_put_string(&out, "reason", reason.data);
    json_close(&out, '}');
    errand_tell(errand, &out);
    text_free(&out);
    text_free(&reason);
    free(analysis);
    analyst_free(analyst);
}

void api_hint(struct request *request)
{
    struct question q;
    if (!question_read_open(request, &q))
        return;
    request_errand(request, find_hint, &q, false, DELIVER_ONE);
    question_free(&q);
}

static void tell_analysis(void *context, const struct analysis *analysis)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_analysis(&out, analysis);
    json_close(&out, '}');
    errand_tell(context, &out);
    text_free(&out);
}

static void analyse(struct errand *errand, void *context)
{
    struct question *q = context;
    struct session *session = q->tale.session;
    struct analyst *analyst = analyst_new(session->world, q->ask.lines > 0 ? q->ask.lines : 1);
    double seconds = q->ask.seconds > 0 ? least(q->ask.seconds, analysis_most) : analysis_most;
    struct limits limits = analysis_limits(seconds, errand_stop(errand));
    limits.depth = q->ask.depth;
    limits.nodes = (uint64_t)q->ask.nodes;
    struct analysis *analysis = memory_new(sizeof *analysis);
    analyst_run(analyst, session, session->count, &limits, tell_analysis, errand, analysis);
    free(analysis);
    analyst_free(analyst);
}

void api_analyze(struct request *request)
{
    struct question q;
    if (!question_read_open(request, &q))
        return;
    request_errand(request, analyse, &q, true, DELIVER_LINES);
    question_free(&q);
}
