#include "tournament/meetings.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"

/* Where the games of a task go. */
struct route {
    int64_t task;
    int meeting;
};

struct routes {
    int64_t count;
    struct route *route; /* by task */
    struct meetings *meetings;
    const struct meetings_options *options;
};

static int by_couple(const struct meeting *x, const struct meeting *y)
{
    int order = (x->round > y->round) - (x->round < y->round);
    order = order ? order : (x->a > y->a) - (x->a < y->a);
    return order ? order : (x->b > y->b) - (x->b < y->b);
}

struct tasked {
    int64_t task;
    struct meeting meeting;
};

static int compare_tasked(const void *x, const void *y)
{
    return by_couple(&((const struct tasked *)x)->meeting, &((const struct tasked *)y)->meeting);
}

static int compare_routes(const void *x, const void *y)
{
    int64_t a = ((const struct route *)x)->task, b = ((const struct route *)y)->task;
    return (a > b) - (a < b);
}

static int number_of(const struct meetings_options *options, int id)
{
    return id >= 1 && id <= options->most_id ? options->number_of[id] : -1;
}

/* The tasks of agents that take part, each as a meeting of its own. Returns their number. */
static int64_t take_tasks(const struct store_task *tasks, int64_t count,
                          const struct meetings_options *options, struct tasked *out)
{
    int64_t taken = 0;
    for (int64_t i = 0; i < count; i++) {
        int a = number_of(options, tasks[i].a), b = number_of(options, tasks[i].b);
        if (a < 0 || b < 0)
            continue;
        out[taken++] = (struct tasked){.task = tasks[i].id,
                                       .meeting = {.round = tasks[i].round,
                                                   .a = a < b ? a : b,
                                                   .b = a < b ? b : a,
                                                   .games = tasks[i].games,
                                                   .best_of = tasks[i].best_of,
                                                   .over = tasks[i].done}};
    }
    return taken;
}

/* Tasks of one couple in one round are one meeting, which is over when all of them are. */
static void join(struct tasked *tasked, int64_t count, struct meetings *out, struct routes *routes)
{
    qsort(tasked, (size_t)count, sizeof *tasked, compare_tasked);
    out->meeting = memory_new(((size_t)count + 1) * sizeof *out->meeting);
    routes->route = memory_new(((size_t)count + 1) * sizeof *routes->route);
    assert(out->meeting && routes->route);
    for (int64_t i = 0; i < count; i++) {
        const struct meeting *next = &tasked[i].meeting;
        struct meeting *last = out->count > 0 ? &out->meeting[out->count - 1] : NULL;
        if (last && by_couple(last, next) == 0) {
            last->games += next->games;
            last->over = last->over && next->over;
        } else {
            out->meeting[out->count++] = *next;
        }
        routes->route[i] = (struct route){tasked[i].task, out->count - 1};
    }
    routes->count = count;
    qsort(routes->route, (size_t)count, sizeof *routes->route, compare_routes);
}

static void take_game(void *context, const struct store_game *game)
{
    struct routes *routes = context;
    const struct route wanted = {.task = game->task};
    const struct route *route = bsearch(&wanted, routes->route, (size_t)routes->count,
                                        sizeof *routes->route, compare_routes);
    if (!route || game->is_void)
        return;
    struct meeting *meeting = &routes->meetings->meeting[route->meeting];
    bool swapped = number_of(routes->options, game->agent[0]) != meeting->a;
    int winner = game->winner < 0 ? -1 : game->winner ^ (int)swapped;
    meeting->played++;
    meeting->half_points += winner < 0 ? 1 : winner == 0 ? 2 : 0;
}

static void add_encounter(struct meeting *meeting, const struct encounter *e)
{
    meeting->played = 2 * encounter_pairs(e);
    meeting->half_points = encounter_half_points(e);
    for (int seat = 0; seat < 2; seat++) {
        for (int result = 0; result < ENCOUNTER_RESULTS; result++) {
            meeting->played += e->odd[seat][result];
            meeting->half_points += result * e->odd[seat][result];
        }
    }
}

/* Both lists are by couple; each couple meets once. */
static void add_encounters(struct meetings *meetings, const struct encounters *encounters)
{
    int at = 0;
    for (int i = 0; i < meetings->count; i++) {
        struct meeting *meeting = &meetings->meeting[i];
        const struct encounter *e = encounters->encounter;
        if (i > 0 && meeting->round != meetings->meeting[i - 1].round)
            at = 0;
        while (at < encounters->count &&
               (e[at].a < meeting->a || (e[at].a == meeting->a && e[at].b < meeting->b)))
            at++;
        if (at < encounters->count && e[at].a == meeting->a && e[at].b == meeting->b)
            add_encounter(meeting, &e[at]);
    }
}

static bool read_pauses(struct store *store, const struct meetings_options *options,
                        struct meetings *out, struct notes *notes)
{
    if (!store_pauses(store, &out->pause, &out->rounds, notes))
        return false;
    for (int round = 1; round <= out->rounds; round++)
        out->pause[round] = number_of(options, out->pause[round]);
    return true;
}

bool meetings_make(struct store *store, const struct meetings_options *options,
                   struct meetings *out, struct notes *notes)
{
    *out = (struct meetings){0};
    struct store_task *tasks = NULL;
    int64_t count = 0;
    if (!read_pauses(store, options, out, notes) || !store_tasks(store, &tasks, &count, notes)) {
        meetings_free(out);
        return false;
    }
    struct tasked *tasked = memory_new(((size_t)count + 1) * sizeof *tasked);
    count = take_tasks(tasks, count, options, tasked);
    struct routes routes = {.meetings = out, .options = options};
    join(tasked, count, out, &routes);
    free(tasked);
    free(tasks);
    bool good = true;
    if (options->encounters)
        add_encounters(out, options->encounters);
    else
        good = store_games(store, &(struct store_filter){.without_moves = true}, take_game, &routes,
                           notes);
    free(routes.route);
    if (!good)
        meetings_free(out);
    return good;
}

void meetings_free(struct meetings *meetings)
{
    free(meetings->meeting);
    free(meetings->pause);
    *meetings = (struct meetings){0};
}

void meetings_pauses(const struct meetings *meetings, int agents, int *pauses)
{
    for (int i = 0; i < agents; i++)
        pauses[i] = 0;
    for (int round = 1; round <= meetings->rounds; round++)
        if (meetings->pause[round] >= 0)
            pauses[meetings->pause[round]]++;
}

int meeting_result(const struct meeting *meeting)
{
    long other = 2 * meeting->played - meeting->half_points;
    long more = meeting->half_points > other ? meeting->half_points : other;
    bool decided = meeting->best_of && more > meeting->games;
    if (!decided && (!meeting->over || meeting->played == 0))
        return -1;
    return 1 + (meeting->half_points > other) - (meeting->half_points < other);
}
