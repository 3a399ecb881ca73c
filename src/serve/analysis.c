#include "serve/analysis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "game/solving.h"
#include "search/player.h"
#include "search/solve.h"
#include "serve/position_json.h"

enum { HASH_BYTES = 16 << 20, FORCED_MAX = 16, EXACT_LINE = 16 };

/* Shares of the time: a first search, then the solver's share of the rest where the solver is worth
 * running. Without a time limit they take at most look_most and exact_most seconds. Before both,
 * the game's player is asked whether it knows for certain who wins. */
static const double look_part = 0.2, look_most = 0.3, exact_part = 0.6, exact_most = 40;
static const double player_part = 0.25, player_most = 0.3;

struct analyst {
    const struct world *world;
    int lines;
    struct search *search; /* never calls the solver itself */
    struct solver *solver; /* made on first use */

    /* of the current run */
    struct analysis analysis;
    analysis_listener *listener;
    void *context;
    /* forced moves before the searched position; value = base + sign * value */
    unsigned forced[FORCED_MAX];
    int forced_count, base, sign;
    struct position *position; /* the position after them */
    uint64_t nodes_before;     /* of earlier phases of this run */
    bool is_decided; /* set by the game's player (search/player.h), with its move and value */
    struct search_result certain;
};

struct analyst *analyst_new(const struct world *world, int lines)
{
    assert(lines >= 1 && lines <= ANALYSIS_LINES_MAX);
    struct analyst *a = memory_zero(sizeof *a);
    a->world = world;
    a->lines = lines;
    a->search = search_new(world, &(struct search_options){
                                      .hash_bytes = HASH_BYTES, .no_solver = true, .lines = lines});
    a->position = position_new(world);
    return a;
}

void analyst_free(struct analyst *a)
{
    if (!a)
        return;
    search_free(a->search);
    solver_free(a->solver);
    free(a->position);
    free(a);
}

struct limits analysis_limits(double seconds, const atomic_bool *stop)
{
    return (struct limits){.source = CLOCK_OF_WALL,
                           .started = clock_seconds(CLOCK_OF_WALL),
                           .hard = seconds,
                           .stop = stop};
}

/* Converts a line of the searched position to a line of the position asked about. */
static struct analysis_line whole_line(const struct analyst *a, const unsigned *code, int length,
                                       int value, bool has_value, bool proven)
{
    struct analysis_line line = {.has_value = has_value, .proven = proven};
    for (int i = 0; i < a->forced_count; i++)
        line.code[line.length++] = a->forced[i];
    for (int i = 0; i < length && line.length < ANALYSIS_PLIES; i++)
        line.code[line.length++] = code[i];
    if (has_value) {
        struct outlook outlook = outlook_of_move(a->analysis.position, line.code[0],
                                                 a->base + a->sign * value, proven);
        line.value = outlook.margin;
        line.decided = outlook.decided;
        line.beyond = outlook.beyond;
    }
    return line;
}

struct outlook line_outlook(const struct analysis_line *line)
{
    return (struct outlook){line->value, line->proven, line->decided, line->beyond};
}

static void report(struct analyst *a, const struct limits *limits)
{
    a->analysis.seconds = limits_elapsed(limits);
    if (a->listener)
        a->listener(a->context, &a->analysis);
}

static bool has_line(const struct analysis *a, unsigned move)
{
    for (int i = 0; i < a->count; i++)
        if (a->line[i].code[0] == move)
            return true;
    return false;
}

/* Enters what the game's player knows for certain, which beats a search that does not see the end.
 * If it wins, its move comes first; if it loses, every move loses. The number of moves to the end
 * is not certain, so the value is not called proven. */
static void enter_certain(struct analyst *a)
{
    struct analysis *to = &a->analysis;
    if (!a->is_decided || to->line[0].decided)
        return;
    struct analysis_line certain = whole_line(a, a->certain.line, a->certain.line_length,
                                              a->certain.value, true, false);
    int kept = 0;
    struct analysis_line old[ANALYSIS_LINES_MAX];
    for (int i = 0; i < to->count && kept < a->lines - 1; i++)
        if (to->line[i].code[0] != certain.code[0])
            old[kept++] = to->line[i];
    to->proven = false;
    to->count = 1 + kept;
    to->line[0] = certain;
    for (int i = 0; i < kept; i++) {
        to->line[1 + i] = old[i];
        if (certain.value < 0) {
            to->line[1 + i].value = certain.value;
            to->line[1 + i].decided = true;
            to->line[1 + i].beyond = false;
        }
    }
}

/* Copies the search's result into the analysis. */
static void hear(void *context, const struct search_result *result)
{
    struct analyst *a = context;
    struct analysis *to = &a->analysis;
    bool has_value = result->depth > 0 || result->proven;
    to->nodes = a->nodes_before + result->nodes;
    /* an unfinished depth has only bounds, and a search that starts again must first catch up with
     * an earlier one */
    if (to->line[0].has_value && result->depth <= to->depth && !result->proven)
        return;
    to->depth = result->depth;
    to->proven = result->proven;
    to->seconds = result->seconds;
    to->count = 1;
    to->line[0] = whole_line(a, result->line, result->line_length, result->value, has_value,
                             result->proven);
    for (int i = 1; i < result->line_count && a->forced_count == 0; i++) {
        const struct search_line *line = &result->best[i];
        if (!has_line(to, line->move)) /* a later rank may come from the previous depth */
            to->line[to->count++] = whole_line(a, line->code, line->length, line->value, true,
                                               line->proven);
    }
    enter_certain(a);
    if (a->listener)
        a->listener(a->context, to);
}

static void search_until(struct analyst *a, const struct limits *limits)
{
    a->nodes_before = a->analysis.nodes;
    search_run(a->search, a->position, limits, hear, a);
}

/* Gets the solver's value of one move; false if the time is not enough. */
static bool solve_move(struct analyst *a, unsigned move, const struct limits *limits, int *value)
{
    struct position *child = position_new(a->world);
    const struct rules *rules = a->world->rules;
    int gain = rules->play(a->position, move, child);
    struct solution s = {.low = 0, .high = 0};
    if (position_is_over(child)) {
        s.low = s.high = rules->end_value(child);
    } else {
        s = solver_run(a->solver, child, limits);
        a->analysis.nodes += s.nodes;
    }
    free(child);
    *value = gain - s.low;
    return s.low == s.high;
}

/* The solver's best line that starts with a move of the searched position, as far as it is solved
 * in time. */
static int solved_line(struct analyst *a, unsigned move, int value, const struct limits *limits,
                       unsigned code[EXACT_LINE])
{
    struct session *session = session_new(a->position, 0);
    int length = 0;
    do {
        struct position *child = position_new(a->world);
        value = a->world->rules->play(session_now(session), move, child) - value;
        free(child);
        code[length++] = move;
        session_play(session, move);
    } while (length < EXACT_LINE && session_ending(session) == ENDING_NONE &&
             solver_best(a->solver, session_now(session), value, limits, &move));
    session_free(session);
    return length;
}

/* Replaces the values of the lines by exact ones and makes sure that a best move is among them. If
 * the time is not enough, returns false and changes nothing. */
static bool solve_lines(struct analyst *a, const struct limits *limits)
{
    if (!a->solver)
        a->solver = solver_new(a->world, HASH_BYTES);
    struct solution root = solver_run(a->solver, a->position, limits);
    a->analysis.nodes += root.nodes;
    unsigned best;
    if (root.low != root.high || !solver_best(a->solver, a->position, root.low, limits, &best))
        return false;
    struct analysis found = a->analysis;
    unsigned code[EXACT_LINE];
    int length = solved_line(a, best, root.low, limits, code);
    found.proven = true;
    found.count = 1;
    found.line[0] = whole_line(a, code, length, root.low, true, true);
    for (int i = 0; i < a->analysis.count && found.count < a->lines; i++) {
        unsigned move = a->analysis.line[i].code[0];
        int value;
        if (a->forced_count > 0 || move == best)
            continue;
        if (!solve_move(a, move, limits, &value))
            return false;
        length = solved_line(a, move, value, limits, code);
        struct analysis_line line = whole_line(a, code, length, value, true, true);
        int at = found.count++;
        for (; at > 1 && found.line[at - 1].value < line.value; at--)
            found.line[at] = found.line[at - 1];
        found.line[at] = line;
    }
    found.nodes = a->analysis.nodes;
    a->analysis = found;
    return true;
}

/* Plays forced moves. Returns true if they end the game; then there is nothing to search. */
static bool follow_forced(struct analyst *a, const struct position *p)
{
    const struct rules *rules = a->world->rules;
    struct move moves[MOVES_MAX];
    struct position *child = position_new(a->world);
    memcpy(a->position, p, a->world->position_bytes);
    a->forced_count = a->base = 0;
    a->sign = 1;
    int count = rules->moves(a->position, moves);
    while (count == 1 && a->forced_count < FORCED_MAX - 1) {
        a->base += a->sign * rules->play(a->position, moves[0].code, child);
        a->sign = -a->sign;
        a->forced[a->forced_count++] = moves[0].code;
        memcpy(a->position, child, a->world->position_bytes);
        count = rules->moves(a->position, moves);
    }
    free(child);
    if (count > 0)
        return false;
    a->analysis.proven = true;
    a->analysis.line[0] = whole_line(a, NULL, 0, rules->end_value(a->position), true, true);
    return true;
}

static struct limits part_of(const struct limits *limits, double part, double most)
{
    struct limits l = *limits;
    double now = limits_elapsed(limits), rest = limits->hard - now;
    double share = limits->hard > 0 && part * rest < most ? part * rest : most;
    l.hard = now + (share > 1e-6 ? share : 1e-6);
    return l;
}

static void ask_player(struct analyst *a, const struct limits *limits, bool by_work)
{
    struct limits part = by_work ? *limits : part_of(limits, player_part, player_most);
    if (limits->nodes > 0)
        part.nodes = (uint64_t)(player_part * (double)limits->nodes) + 1;
    a->is_decided = player_is_decided(a->position, search_plies_left(a->search), &part,
                                      &a->certain);
    a->analysis.nodes += a->certain.nodes;
}

static void think(struct analyst *a, const struct limits *limits)
{
    const struct rules *rules = a->world->rules;
    bool by_work = limits->nodes > 0 || limits->depth > 0; /* reproducible, unlike time */
    ask_player(a, limits, by_work);
    if (!by_work && rules->solving && rules->solving->is_near_end(a->position)) {
        struct limits look = part_of(limits, look_part, look_most);
        search_until(a, &look);
        struct limits exact = part_of(limits, exact_part, exact_most);
        if ((a->analysis.proven && a->lines == 1) || solve_lines(a, &exact))
            return;
    }
    search_until(a, limits);
}

void analyst_run(struct analyst *a, const struct session *session, int ply,
                 const struct limits *limits, analysis_listener *listener, void *context,
                 struct analysis *result)
{
    assert(session->world == a->world && ply >= 0 && ply <= session->count);
    const struct position *p = session->position[ply];
    a->analysis = (struct analysis){.position = p, .count = 1};
    a->listener = listener;
    a->context = context;
    a->is_decided = false;
    if (!follow_forced(a, p)) {
        uint64_t *past;
        session_past(session, &past);
        search_set_past(a->search, past, ply, session->ply_limit);
        free(past);
        think(a, limits);
    }
    a->analysis.done = true;
    report(a, limits);
    *result = a->analysis;
}

/* Calls one() with each position of a line and the move from it. */
static void json_each(struct text *out, const char *name, const struct position *p,
                      const struct analysis_line *line,
                      void (*one)(struct text *, const char *, const struct position *, unsigned))
{
    struct session *session = session_new(p, 0);
    json_open(out, name, '[');
    for (int i = 0; i < line->length; i++) {
        one(out, NULL, session_now(session), line->code[i]);
        session_play(session, line->code[i]);
    }
    json_close(out, ']');
    session_free(session);
}

void json_line(struct text *out, const struct position *p, const struct analysis_line *line)
{
    json_each(out, "line", p, line, json_move);
    json_each(out, "cells", p, line, json_move_cells);
}

void json_analysis(struct text *out, const struct analysis *a)
{
    json_put_integer(out, "side", a->position->side);
    json_put_integer(out, "depth", a->depth);
    json_put_integer(out, "nodes", (int64_t)a->nodes);
    json_put_number(out, "nps", a->seconds > 0 ? (double)a->nodes / a->seconds : 0);
    json_put_number(out, "seconds", a->seconds);
    json_put_bool(out, "proven", a->proven);
    json_open(out, "lines", '[');
    for (int i = 0; i < a->count; i++) {
        const struct analysis_line *line = &a->line[i];
        json_open(out, NULL, '{');
        json_move(out, "move", a->position, line->code[0]);
        if (line->has_value)
            json_put_number(out, "value", line->value);
        else
            json_put_null(out, "value");
        json_put_bool(out, "proven", line->proven);
        json_put_bool(out, "decided", line->decided);
        json_put_bool(out, "beyond", line->beyond);
        if (line->has_value)
            json_put_number(out, "chance", outlook_chance(a->position, line_outlook(line)));
        json_line(out, a->position, line);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_put_bool(out, "done", a->done);
}
