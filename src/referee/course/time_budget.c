#include "referee/course/time_budget.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"

/* Seconds below which steps 1 to 3 shorten no clock: every move may start an interpreter. */
static const double least_game = 5, least_move = 0.5, least_position = 0.5;
static const double planned = 0.7;     /* the part of a share that is for the agent's clocks */
static const double case_seconds = .3; /* to make a cell and to remove it */
enum { LONGEST_GAME = 1000, STEPS = 50 };

/* A candidate plan: the first cases of each part, with clocks times a factor. */
struct cut {
    double factor;
    bool floors; /* games have a minimum clock; positions always have one */
    int cases[SYLLABUS_PARTS];
};

double time_budget_reserve(double seconds)
{
    return fmin(15, fmax(1, seconds / 10));
}

double time_budget_end(double now, double end, int left)
{
    assert(left > 0);
    return now + fmax(0, end - now) / left;
}

/* --- what a case takes --- */

/* How many moves an agent makes in a game: half of those of a random game. */
static int count_moves(const struct syllabus *s, const struct syllabus_case *c)
{
    struct problem *problem = syllabus_problem(s, c);
    int before = problem->position->ply;
    problem_play_random(problem, c->setup.seed, LONGEST_GAME);
    int plies = problem->position->ply - before;
    problem_free(problem);
    return (plies + 1) / 2;
}

static double shorten(double clock, double factor, double least)
{
    double shorter = fmax(clock * factor, fmin(clock, least));
    return shorter >= clock ? clock : fmax(0.01, floor(100 * shorter) / 100);
}

static double game_clock(const struct syllabus_case *c, const struct cut *cut)
{
    double least = !c->opponent ? least_position : cut->floors ? least_game : 0;
    return c->seconds > 0 ? shorten(c->seconds, cut->factor, least) : 0;
}

static double move_clock(const struct syllabus_case *c, const struct cut *cut)
{
    return c->cap > 0 ? shorten(c->cap, cut->factor, cut->floors ? least_move : 0) : 0;
}

/* The seconds of an agent's clocks in a case. moves: its moves in the game; 1 for a position. */
static double case_clocks(const struct syllabus_case *c, const struct cut *cut, int moves)
{
    double game = game_clock(c, cut), cap = move_clock(c, cut) * moves;
    return game > 0 && cap > 0 ? fmin(game, cap) : game + cap;
}

static int *count_all_moves(const struct syllabus *s)
{
    int *moves = memory_zero((size_t)s->case_count * sizeof *moves);
    for (int i = 0; i < s->case_count; i++)
        moves[i] = s->cases[i].opponent && s->cases[i].cap > 0 ? count_moves(s, &s->cases[i]) : 1;
    return moves;
}

static double cost(const struct syllabus *s, const struct cut *cut, const int *moves)
{
    double sum = 0;
    for (int i = 0; i < s->case_count; i++)
        if (s->cases[i].number <= cut->cases[s->cases[i].part])
            sum += case_clocks(&s->cases[i], cut, moves[i]) + case_seconds;
    return sum;
}

static struct cut whole(const struct syllabus *s)
{
    struct cut cut = {.factor = 1, .floors = true};
    for (int part = 0; part < s->part_count; part++)
        cut.cases[part] = s->part[part].cases;
    return cut;
}

double time_budget_clocks(const struct syllabus *s)
{
    struct cut cut = whole(s);
    int *moves = count_all_moves(s);
    double sum = 0;
    for (int i = 0; i < s->case_count; i++)
        sum += case_clocks(&s->cases[i], &cut, moves[i]);
    free(moves);
    return sum;
}

/* --- the fit --- */

/* Finds the largest factor with which the plan fits; false if there is none. */
static bool find_factor(const struct syllabus *s, struct cut *cut, const int *moves, double room)
{
    double low = 0, high = 1;
    cut->factor = 1;
    if (cost(s, cut, moves) <= room)
        return true;
    cut->factor = 0;
    if (cost(s, cut, moves) > room)
        return false;
    for (int step = 0; step < STEPS; step++) {
        cut->factor = (low + high) / 2;
        *(cost(s, cut, moves) <= room ? &low : &high) = cut->factor;
    }
    cut->factor = low;
    return true;
}

/* Keeps this many percent of the games, or of the positions. */
static void leave_out(const struct syllabus *s, struct cut *cut, bool games, int percent)
{
    for (int part = 0; part < s->part_count; part++) {
        const struct syllabus_part *p = &s->part[part];
        if (!p->opponent == games)
            continue;
        int kept = p->cases * percent / 100;
        if (p->scoring == SCORING_MAJORITY && kept % 2 == 0 && kept < p->cases)
            kept--;
        cut->cases[part] = kept > 1 ? kept : 1;
    }
}

static struct cut find_cut(const struct syllabus *s, double room)
{
    struct cut cut = whole(s);
    int *moves = count_all_moves(s);
    bool fits = find_factor(s, &cut, moves, room);
    for (int games = 1; games >= 0; games--)
        for (int percent = 99; percent >= 0 && !fits; percent--) {
            leave_out(s, &cut, games, percent);
            fits = find_factor(s, &cut, moves, room);
        }
    if (!fits) {
        cut.floors = false;
        find_factor(s, &cut, moves, room); /* if it still does not fit, the deadline ends it */
    }
    free(moves);
    return cut;
}

/* --- the plan --- */

static void widen(struct time_budget_range *range, double clock)
{
    range->least = range->most == 0 || clock < range->least ? clock : range->least;
    range->most = fmax(range->most, clock);
}

static double clock_of(const struct syllabus_case *c)
{
    return c->seconds > 0 ? c->seconds : c->cap;
}

/* Applies the cut to the syllabus and writes the changes to the plan. */
static void carry_out(struct syllabus *s, const struct cut *cut, struct time_budget_plan *plan)
{
    int kept = 0;
    for (int i = 0; i < s->case_count; i++) {
        struct syllabus_case c = s->cases[i];
        struct time_budget_change *change = &plan->part[c.part];
        widen(&change->clock_before, clock_of(&c));
        change->cases_before++;
        if (c.number > cut->cases[c.part])
            continue;
        double game = game_clock(&c, cut), cap = move_clock(&c, cut);
        c.seconds = game;
        c.cap = cap;
        widen(&change->clock, clock_of(&c));
        change->cases++;
        s->cases[kept++] = c;
    }
    s->case_count = kept;
    for (int part = 0; part < s->part_count; part++)
        s->part[part].cases = cut->cases[part];
}

struct time_budget_plan time_budget_fit(struct syllabus *s, const struct time_budget *budget)
{
    assert(budget->seconds > 0 && budget->agents > 0 && budget->processors > 0);
    double share = (budget->seconds - time_budget_reserve(budget->seconds)) / budget->agents;
    share = fmax(share, 0.1);
    struct time_budget_plan plan = {.seconds = budget->seconds,
                                    .share = share,
                                    .processors = budget->processors,
                                    .clocks = planned * share * budget->processors,
                                    .build = fmax(1, 0.3 * share),
                                    .calibrate = fmax(0.5, 0.1 * share)};
    struct cut cut = find_cut(s, plan.clocks);
    carry_out(s, &cut, &plan);
    return plan;
}

static void tell_range(struct text *out, const struct time_budget_range *range)
{
    if (range->least < range->most)
        text_add(out, "%g to %g s", range->least, range->most);
    else
        text_add(out, "%g s", range->most);
}

static bool is_shortened(const struct time_budget_change *c)
{
    return c->clock.most < c->clock_before.most || c->clock.least < c->clock_before.least;
}

void time_budget_tell(const struct time_budget_plan *plan, const struct syllabus *s,
                      const char *before, struct text *out)
{
    if (plan->seconds == 0)
        return;
    text_add(out, "%sBudget: %g s in all, %.1f s for each agent", before, plan->seconds,
             plan->share);
    bool any = false;
    for (int part = 0; part < s->part_count; part++)
        any = any || is_shortened(&plan->part[part]) ||
              plan->part[part].cases < plan->part[part].cases_before;
    text_add(out, "; %s\n", any ? "cases and clocks were fitted to it" : "nothing had to be cut");
    for (int part = 0; part < s->part_count && any; part++) {
        const struct time_budget_change *c = &plan->part[part];
        text_add(out, "%s  %-10s %d of %d cases, a clock of ", before, s->part[part].name, c->cases,
                 c->cases_before);
        tell_range(out, &c->clock);
        if (is_shortened(c)) {
            text_add(out, " instead of ");
            tell_range(out, &c->clock_before);
        }
        text_add(out, "\n");
    }
}

static void put_range(struct text *out, const char *name, const struct time_budget_range *range)
{
    json_open(out, name, '[');
    json_put_number(out, NULL, range->least);
    json_put_number(out, NULL, range->most);
    json_close(out, ']');
}

void time_budget_json(const struct time_budget_plan *plan, const struct syllabus *s,
                      struct text *out)
{
    if (plan->seconds == 0)
        return;
    json_open(out, "budget", '{');
    json_put_number(out, "seconds", plan->seconds);
    json_put_number(out, "share", plan->share);
    json_open(out, "parts", '[');
    for (int part = 0; part < s->part_count; part++) {
        const struct time_budget_change *c = &plan->part[part];
        json_open(out, NULL, '{');
        json_put_string(out, "name", s->part[part].name);
        json_put_integer(out, "cases", c->cases);
        json_put_integer(out, "cases_before", c->cases_before);
        put_range(out, "clock", &c->clock);
        put_range(out, "clock_before", &c->clock_before);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}
