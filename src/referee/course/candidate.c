#include "referee/course/candidate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/guest/judge.h"
#include "referee/guest/machine.h"
#include "referee/guest/probe.h"
#include "referee/guest/program.h"
#include "referee/guest/protocol.h"
#include "referee/guest/sabotage.h"
#include "referee/guest/startup_cost.h"
#include "referee/match/bout.h"
#include "referee/match/conventions.h"
#include "referee/sandbox/cancel.h"

enum { LEVEL_BOARDS = 20 };

struct candidate {
    struct contender *contender;
    struct contender_options options;
    struct startup_cost startup;
    char told[STARTUP_COST_TOLD];
};

struct candidate *candidate_new(const char *spec, const struct game *game,
                                const struct contender_options *options, struct notes *notes,
                                bool *ours)
{
    struct candidate *c = memory_zero(sizeof *c);
    c->options = *options;
    c->options.lacking = ours;
    *ours = false;
    c->contender = contender_new(spec, game, &c->options, notes);
    c->options.lacking = NULL;
    if (c->contender) {
        const struct program *program = contender_program(c->contender);
        if (program) {
            c->startup = startup_cost_of(program, options);
            startup_cost_tell(&c->startup, program, c->told);
        }
        return c;
    }
    struct notes ignored = {0};
    *ours = *ours || (program_is_meant(spec) && !cancel_requested() &&
                      !machine_examine(options, NULL, &ignored));
    candidate_free(c);
    return NULL;
}

void candidate_free(struct candidate *c)
{
    if (!c)
        return;
    contender_free(c->contender);
    free(c);
}

const char *candidate_told(const struct candidate *c)
{
    return c->told;
}

const struct contender *candidate_contender(const struct candidate *c)
{
    return c->contender;
}

static void fail_ourselves(struct case_result *r, const struct notes *notes)
{
    r->verdict = VERDICT_OUR_FAILURE;
    snprintf(r->detail, sizeof r->detail, "%s", notes_why(notes));
}

/* --- a single position --- */

static void take_answer(struct case_result *r, const struct answer *answer,
                        const struct position *position)
{
    char name[MOVE_NAME_MAX] = "";
    r->verdict = answer->verdict;
    r->cpu = answer->cpu;
    r->idle = judge_idle(answer);
    r->share = answer->verdict == VERDICT_NONE ? 1 : 0;
    if (answer->verdict == VERDICT_NONE)
        position->world->game->move_name(position, answer->code, name);
    snprintf(r->detail, sizeof r->detail, "%s%s", name,
             answer->verdict == VERDICT_NONE ? "" : answer->detail);
    if (verdict_kind(answer->verdict) == VERDICT_IS_FAULT)
        judge_last_words(&answer->complaint, r->complaint);
}

static void keep_bundle(struct case_result *r, const struct probe *probe,
                        const struct answer *answer, const char *spec, const char *dir)
{
    struct notes notes = {0};
    if (verdict_kind(answer->verdict) != VERDICT_IS_FAULT || !dir)
        return;
    if (probe_write_bundle(probe, answer, spec, dir, &notes))
        snprintf(r->bundle, sizeof r->bundle, "%s", dir);
}

static double startup_of_cap(const struct candidate *c, const struct game *game, double cap)
{
    return startup_cost_granted(game->clock == CLOCK_WALL ? c->startup.wall : c->startup.cpu, cap,
                                1);
}

static void ask_program(struct candidate *c, const struct syllabus_case *k,
                        const struct problem *problem, const char *bundle_dir, int *warden_failures,
                        struct case_result *r)
{
    struct notes notes = {0};
    const struct game *game = problem->world->game;
    struct probe *probe = probe_new(contender_program(c->contender), &c->options, game, &notes);
    if (!probe) {
        fail_ourselves(r, &notes);
        return;
    }
    struct text input = {0};
    struct answer answer;
    double seconds = k->seconds + startup_cost_granted(c->startup.cpu, k->seconds, 1);
    probe_write(probe, problem->position, seconds, &input);
    struct question question = {
        .position = problem->position,
        .input = input.data,
        .input_length = input.length,
        .time = {.remaining = seconds, .cap = k->cap + startup_of_cap(c, game, k->cap)}};
    probe_ask(probe, &question, &answer);
    sabotage_judge(&answer, contender_program(c->contender), warden_failures);
    take_answer(r, &answer, problem->position);
    keep_bundle(r, probe, &answer, contender_spec(c->contender), bundle_dir);
    text_free(&input);
    probe_free(probe);
}

static void ask_agent(struct candidate *c, const struct syllabus_case *k,
                      const struct problem *problem, struct case_result *r)
{
    struct notes notes = {0};
    struct session *session = session_new(problem->position, 0);
    struct seat *seat = seat_new(c->contender, session, problem->position->side, k->setup.seed,
                                 &notes);
    struct answer answer;
    struct move_time time = {.remaining = k->seconds, .cap = k->cap};
    if (seat) {
        seat_ask(seat, session, &time, &answer);
        take_answer(r, &answer, problem->position);
    } else {
        fail_ourselves(r, &notes);
    }
    seat_free(seat);
    session_free(session);
}

static void take_position(struct candidate *c, const struct syllabus *s,
                          const struct syllabus_case *k, const char *bundle_dir,
                          int *warden_failures, struct case_result *r)
{
    struct problem *problem = syllabus_problem(s, k);
    bool program = contender_is_program(c->contender);
    if (program)
        ask_program(c, k, problem, bundle_dir, warden_failures, r);
    else
        ask_agent(c, k, problem, r);
    r->dropped = cancel_requested() && (!program || r->verdict == VERDICT_OUR_FAILURE);
    problem_free(problem);
}

/* --- a game --- */

static void tell_game(struct case_result *r, const struct match_game *g, bool draws_count)
{
    static const char *const word[] = {"drawn", "won", "lost"};
    r->verdict = g->verdict;
    r->cpu = g->cpu[0];
    r->idle += g->idle; /* level games before this one count too */
    r->share = g->winner == 0 ? 1 : g->winner < 0 && draws_count ? 0.5 : 0;
    if (g->fault == 1)
        r->verdict = VERDICT_OUR_FAILURE; /* the reference agent's fault is ours */
    if (r->verdict == VERDICT_OUR_FAILURE)
        snprintf(r->detail, sizeof r->detail, "%s", g->detail);
    else
        snprintf(r->detail, sizeof r->detail, "%s %d : %d after %d plies, moving %s%s%s",
                 word[g->winner + 1], g->score[0], g->score[1], g->plies,
                 g->first == 0 ? "first" : "second", g->detail[0] ? ": " : "", g->detail);
    memcpy(r->complaint, g->complaint, sizeof r->complaint);
    snprintf(r->bundle, sizeof r->bundle, "%s", g->bundle);
}

static bool starts_once(const struct candidate *c, const struct game *game)
{
    struct notes ignored = {0};
    const struct program *program = contender_program(c->contender);
    return program && protocol_of(program, game, &ignored) == &protocol_pipes;
}

/* Plays the game of a case. If the game's convention repeats level games, on other boards. */
static void take_game(struct candidate *c, const struct syllabus *s, const struct syllabus_case *k,
                      struct contender *opponent, const char *bundle_dir, int warden_failures[2],
                      struct case_result *r)
{
    struct match_options o = {
        .game = s->game,
        .setup = k->setup,
        .contender = {c->contender, opponent},
        .games = 1,
        .time = k->seconds,
        .cap = k->cap,
        .startup = {.clock = startup_cost_granted(c->startup.cpu, k->seconds, STARTUP_COST_MOVES),
                    .cap = startup_of_cap(c, s->game, k->cap),
                    .once = starts_once(c, s->game)},
        .ply_limit = s->game->draws.ply_limit,
        .jobs = 1,
        .bundles = bundle_dir};
    atomic_bool never = false;
    const struct bout bout = {.options = &o,
                              .number = k->number,
                              .first = k->first,
                              .board = k->board ? &s->boards->board[k->board - 1] : NULL,
                              .enough = cancel_flag() ? cancel_flag() : &never};
    struct match_game g;
    for (int board = 0; board < LEVEL_BOARDS; board++) {
        const uint64_t seed = k->setup.seed + (uint64_t)board;
        const struct attempt attempt = {.number = 1,
                                        .seed = seed,
                                        .opening_plies = k->plies,
                                        .chance = seed,
                                        .warden_failures = warden_failures};
        bout_attempt(&bout, &attempt, &g);
        if (!convention_of(s->game)->replay_level || k->board || !bout_is_level(&g) || g.dropped)
            break;
        r->idle += g.idle;
    }
    tell_game(r, &g, s->part[k->part].draws_count);
    r->dropped = g.dropped;
}

void candidate_take(struct candidate *c, const struct syllabus *s, const struct syllabus_case *k,
                    struct contender *opponent, const char *bundle_dir, struct case_result *r)
{
    int warden_failures[2] = {0};
    cancel_set_work("calibrating");
    contender_calibrate(c->contender); /* before it takes a seat: a job has one guest at a time */
    cancel_set_work("running its cases");
    for (int retries = 0; retries <= OUR_FAILURE_RETRIES; retries++) {
        *r = (struct case_result){0};
        if (opponent)
            take_game(c, s, k, opponent, bundle_dir, warden_failures, r);
        else
            take_position(c, s, k, bundle_dir, warden_failures, r);
        if (r->verdict != VERDICT_OUR_FAILURE || cancel_requested())
            break;
    }
}
