#include "tournament/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "tournament/certainty.h"
#include "tournament/pairing.h"

enum {
    TASKS_MOST = 50000, /* of a round, about: beyond that a task has several pairs */
    BATCH_LEAST = 64    /* pairs of a round until certain */
};

/* Those who take part, by number from 0, and what they have played. */
struct state {
    const struct plan_basis *basis;
    struct plan *plan;
    int count;
    int *agent;     /* by number: index into basis->agents */
    int *number_of; /* by index into basis->agents; -1: takes no part */
    int *starts;    /* count x count: how many starts a couple has played */
    int pairs_a_task;
};

static int *starts_of(const struct state *s, int x, int y)
{
    return &s->starts[x < y ? x * s->count + y : y * s->count + x];
}

static int id_of(const struct state *s, int number)
{
    return s->basis->agents[s->agent[number]].id;
}

static void take_agents(struct state *s)
{
    const struct plan_basis *b = s->basis;
    size_t room = (size_t)b->agent_count + 1;
    s->agent = memory_new(room * sizeof *s->agent);
    s->number_of = memory_new(room * sizeof *s->number_of);
    for (int i = 0; i < b->agent_count; i++) {
        bool takes_part = b->agents[i].state == AGENT_ENTERED;
        s->number_of[i] = takes_part ? s->count : -1;
        if (takes_part)
            s->agent[s->count++] = i;
    }
    s->starts = memory_zero((size_t)s->count * (size_t)s->count * sizeof *s->starts + 1);
}

/* Agents are in the order of their ids. */
static int number_of_id(const struct state *s, int id)
{
    int low = 0, high = s->basis->agent_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->basis->agents[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->basis->agent_count && s->basis->agents[low].id == id ? s->number_of[low] : -1;
}

static void take_tasks(struct state *s)
{
    const struct plan_basis *b = s->basis;
    for (int64_t i = 0; i < b->task_count; i++) {
        const struct store_task *t = &b->tasks[i];
        int x = number_of_id(s, t->a), y = number_of_id(s, t->b);
        if (x < 0 || y < 0)
            continue;
        int end = t->start + (t->games + 1) / 2, *starts = starts_of(s, x, y);
        *starts = *starts > end ? *starts : end;
    }
}

/* --- tasks --- */

static void add_task(struct state *s, int x, int y, int start, int games, bool best_of)
{
    struct plan *plan = s->plan;
    if ((plan->count & (plan->count - 1)) == 0)
        plan->task = memory_resize(plan->task, (size_t)(plan->count > 0 ? 2 * plan->count : 1) *
                                                   sizeof *plan->task);
    int low = x < y ? x : y, high = x < y ? y : x;
    plan->task[plan->count] = (struct store_task){.round = plan->round,
                                                  .number = (int)plan->count,
                                                  .a = id_of(s, low),
                                                  .b = id_of(s, high),
                                                  .start = start,
                                                  .games = games,
                                                  .best_of = best_of};
    plan->count++;
}

/* The games of a couple: a best-of is one task, since it may end early; else every few pairs are
 * one. Returns false if the slice, from 0, is behind the last. */
static bool add_slice(struct state *s, int x, int y, int start, int slice)
{
    const struct settings *o = s->basis->settings;
    int most = o->best_of ? o->games : 2 * s->pairs_a_task;
    int before = slice * most, left = o->games - before;
    if (left <= 0)
        return false;
    add_task(s, x, y, start + before / 2, left < most ? left : most, o->best_of);
    return true;
}

static void add_encounter(struct state *s, int x, int y)
{
    int start = *starts_of(s, x, y);
    for (int slice = 0; add_slice(s, x, y, start, slice);)
        slice++;
}

/* --- round robin and gauntlet --- */

struct couple {
    int x, y;
};

static bool is_ladder(const struct state *s, int number)
{
    return s->basis->agents[s->agent[number]].is_ladder;
}

static bool is_wanted(const struct state *s, int x, int y)
{
    return *starts_of(s, x, y) == 0 &&
           (s->basis->settings->format != FORMAT_GAUNTLET || is_ladder(s, x) != is_ladder(s, y));
}

/* All couples that have not met, turn by turn as at a round table, where everybody plays once a
 * turn. */
static int list_couples(const struct state *s, struct couple *out)
{
    int seats = s->count + s->count % 2, count = 0; /* an empty seat makes them even */
    for (int turn = 0; turn < seats - 1; turn++)
        for (int i = 0; i < seats / 2; i++) {
            int x = (turn + i) % (seats - 1);
            int y = i == 0 ? seats - 1 : (turn - i + seats - 1) % (seats - 1);
            if (x < s->count && y < s->count && is_wanted(s, x, y))
                out[count++] = (struct couple){x, y};
        }
    return count;
}

/* Everybody's first games come first. */
static void plan_all_couples(struct state *s)
{
    struct couple *couple = memory_new((size_t)s->count * (size_t)s->count * sizeof *couple + 1);
    int count = list_couples(s, couple);
    int64_t pairs = (int64_t)count * ((s->basis->settings->games + 1) / 2);
    s->pairs_a_task = (int)((pairs + TASKS_MOST - 1) / TASKS_MOST);
    bool more = count > 0;
    for (int slice = 0; more; slice++)
        for (int i = 0; i < count; i++)
            more = add_slice(s, couple[i].x, couple[i].y, 0, slice);
    free(couple);
}

/* --- Swiss and knock-out --- */

/* What pairing.h wants to know, from the meetings so far. */
static void tell_history(const struct state *s, struct pairing *p)
{
    const struct meetings *m = s->basis->meetings;
    const struct settings *o = s->basis->settings;
    for (int i = 0; i < m->count; i++) {
        const struct meeting *meeting = &m->meeting[i];
        int x = s->number_of[meeting->a], y = s->number_of[meeting->b];
        int result = meeting_result(meeting);
        if (x < 0 || y < 0)
            continue;
        pairing_met(p, x, y);
        if (result < 0)
            continue;
        bool whole = o->best_of || o->format == FORMAT_KNOCK_OUT;
        long mine = whole ? result : meeting->half_points;
        long other = whole ? 2 - result : 2 * meeting->played - meeting->half_points;
        p->points[x] += mine;
        p->points[y] += other;
        if (o->format == FORMAT_KNOCK_OUT && result != 1) {
            p->is_out[result == 2 ? y : x] = true;
            p->last_out = meeting->round > p->last_out ? meeting->round : p->last_out;
        }
    }
}

/* A pause of a Swiss tournament is an encounter won. */
static void tell_pauses(const struct state *s, struct pairing *p)
{
    const struct meetings *m = s->basis->meetings;
    const struct settings *o = s->basis->settings;
    for (int round = 1; round <= m->rounds; round++) {
        int number = m->pause[round] >= 0 ? s->number_of[m->pause[round]] : -1;
        if (number < 0)
            continue;
        p->pauses[number]++;
        p->points[number] += o->best_of ? 2 : 2 * o->games;
    }
}

static void plan_pairing(struct state *s)
{
    const struct settings *o = s->basis->settings;
    struct pairing p;
    pairing_open(&p, s->count, s->plan->round, hash64(o->seed));
    tell_history(s, &p);
    tell_pauses(s, &p);
    bool knock_out = o->format == FORMAT_KNOCK_OUT;
    bool over = knock_out ? s->plan->round - 1 - p.last_out >= PLAN_LEVEL_ROUNDS
                          : s->plan->round > o->rounds;
    if (!over) {
        if (knock_out)
            pairing_draw(&p);
        else
            pairing_swiss(&p);
        s->pairs_a_task = 1;
        for (int i = 0; i < p.couple_count; i++)
            add_encounter(s, p.couple[i][0], p.couple[i][1]);
        if (p.pause >= 0)
            s->plan->pause = id_of(s, p.pause);
    }
    pairing_close(&p);
}

/* --- until certain --- */

/* The encounters of those who take part. Agents beyond the list came after it was read. */
static struct encounters own_encounters(const struct state *s)
{
    const struct encounters *all = s->basis->encounters;
    struct encounters own = {.agents = s->count};
    own.encounter = memory_new((size_t)all->count * sizeof *own.encounter + 1);
    for (int i = 0; i < all->count; i++) {
        struct encounter e = all->encounter[i];
        if (e.a >= s->basis->agent_count || e.b >= s->basis->agent_count)
            continue;
        e.a = s->number_of[e.a];
        e.b = s->number_of[e.b];
        if (e.a >= 0 && e.b >= 0)
            own.encounter[own.count++] = e;
    }
    return own;
}

/* Pairs that are planned count against the limit even if they became void. */
static int64_t pairs_left(const struct state *s)
{
    int64_t games = s->basis->settings->most_games, pairs = 0;
    for (int x = 0; x < s->count; x++)
        for (int y = x + 1; y < s->count; y++)
            pairs += *starts_of(s, x, y);
    return (games > 0 ? games / 2 : (int64_t)PLAN_PAIRS_EACH * s->count) - pairs;
}

/* Couples that have lost too many pairs to void games: they would be lost again. By the couple,
 * count x count; free() it. */
static bool *lost_couples(const struct state *s, const struct encounters *own)
{
    enum { LOST = 4, PART = 8 };
    int *pairs = memory_zero((size_t)s->count * (size_t)s->count * sizeof *pairs + 1);
    bool *lost = memory_zero((size_t)s->count * (size_t)s->count * sizeof *lost + 1);
    for (int i = 0; i < own->count; i++)
        pairs[own->encounter[i].a * s->count + own->encounter[i].b] = (int)encounter_pairs(
            &own->encounter[i]);
    for (int x = 0; x < s->count; x++)
        for (int y = x + 1; y < s->count; y++) {
            int there = pairs[x * s->count + y];
            lost[x * s->count + y] = *starts_of(s, x, y) - there >= LOST + there / PART;
        }
    free(pairs);
    return lost;
}

static void find_certainty(const struct state *s, const struct encounters *own,
                           struct certainty *certainty)
{
    int *entry = memory_new(((size_t)s->count + 1) * sizeof *entry), field = s->basis->field;
    for (int i = 0; i < s->count; i++)
        entry[i] = s->basis->agents[s->agent[i]].entry;
    certainty_find(own,
                   &(struct certainty_options){.entry = field > 0 ? entry : NULL, .field = field},
                   certainty);
    free(entry);
}

static void plan_open_order(struct state *s)
{
    const struct settings *o = s->basis->settings;
    struct encounters own = own_encounters(s);
    struct certainty certainty;
    int64_t batch = 2 * s->count > BATCH_LEAST ? 2 * s->count : BATCH_LEAST, left = pairs_left(s);
    batch = batch < left ? batch : left;
    bool *lost = lost_couples(s, &own);
    struct wish_options options = {.top = o->top,
                                   .batch = (int)batch,
                                   .seed = hash64(o->seed ^ (uint64_t)s->plan->round),
                                   .barred = lost};
    int most = s->count * (s->count - 1) / 2;
    struct wish *wish = memory_new((size_t)most * sizeof *wish + 1);
    find_certainty(s, &own, &certainty);
    int wishes = batch > 0 && most > 0 ? certainty_wishes(&own, &certainty, &options, wish, most)
                                       : 0;
    for (int i = 0; i < wishes; i++)
        for (int k = 0; k < wish[i].pairs; k++)
            add_task(s, wish[i].a, wish[i].b, (*starts_of(s, wish[i].a, wish[i].b))++, 2, false);
    free(wish);
    free(lost);
    certainty_free(&certainty);
    encounters_free(&own);
}

void plan_make(const struct plan_basis *basis, struct plan *plan)
{
    *plan = (struct plan){0};
    struct state s = {.basis = basis, .plan = plan};
    take_agents(&s);
    take_tasks(&s);
    plan->round = basis->rounds + 1; /* all tasks of a round may be gone by now */
    switch (basis->settings->format) {
    case FORMAT_ROUND_ROBIN:
    case FORMAT_GAUNTLET: plan_all_couples(&s); break;
    case FORMAT_SWISS:
    case FORMAT_KNOCK_OUT: plan_pairing(&s); break;
    case FORMAT_UNTIL_CERTAIN: plan_open_order(&s); break;
    }
    free(s.agent);
    free(s.number_of);
    free(s.starts);
}

void plan_free(struct plan *plan)
{
    free(plan->task);
    *plan = (struct plan){0};
}

/* --- the store --- */

static bool read_meetings(struct store *store, const struct store_agent *agents, int count,
                          struct meetings *meetings, struct notes *notes)
{
    int most = count > 0 ? agents[count - 1].id : 0;
    int *number_of = memory_new(((size_t)most + 1) * sizeof *number_of);
    for (int id = 0; id <= most; id++)
        number_of[id] = -1;
    for (int i = 0; i < count; i++)
        number_of[agents[i].id] = i;
    struct meetings_options options = {.number_of = number_of, .most_id = most};
    bool good = meetings_make(store, &options, meetings, notes);
    free(number_of);
    return good;
}

/* Another process may have planned a round since we looked. */
static bool are_done(const struct store_task *tasks, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!tasks[i].done)
            return false;
    return true;
}

/* Makes a plan of what is in the store, and puts it there. */
static bool plan_round(struct store *store, const struct settings *settings,
                       const struct store_progress *progress, bool *more, struct notes *notes)
{
    struct store_agent *agents = NULL;
    struct store_task *tasks = NULL;
    struct encounters encounters = {0};
    struct meetings meetings = {0};
    struct plan plan = {0};
    struct plan_basis basis = {
        .settings = settings, .rounds = progress->rounds, .field = progress->field};
    bool pairs_up = settings->format == FORMAT_SWISS || settings->format == FORMAT_KNOCK_OUT;
    bool planned, good = store_agents(store, &agents, &basis.agent_count, notes) &&
                         store_tasks(store, &tasks, &basis.task_count, notes);
    if (good && settings->format == FORMAT_UNTIL_CERTAIN)
        good = store_condense(store, false, 0, &encounters, notes);
    if (good && pairs_up)
        good = read_meetings(store, agents, basis.agent_count, &meetings, notes);
    if (good && are_done(tasks, basis.task_count)) {
        basis.agents = agents;
        basis.tasks = tasks;
        basis.encounters = &encounters;
        basis.meetings = &meetings;
        plan_make(&basis, &plan);
        bool finished = false;
        good = plan.count > 0 ? store_plan_round(store, plan.round, plan.task, (int)plan.count,
                                                 plan.pause, &planned, notes)
                              : store_finish(store, progress->writes, &finished, notes);
        *more = !finished;
    }
    plan_free(&plan);
    meetings_free(&meetings);
    encounters_free(&encounters);
    free(tasks);
    store_free_agents(agents, basis.agent_count);
    return good;
}

bool plan_next(struct store *store, const struct settings *settings, bool *more,
               struct notes *notes)
{
    struct store_progress progress;
    if (!store_progress(store, &progress, notes))
        return false;
    *more = !progress.finished;
    if (progress.finished || progress.done < progress.tasks)
        return true;
    return plan_round(store, settings, &progress, more, notes);
}
