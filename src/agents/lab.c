#include "agents/lab.h"

#include <stdlib.h>

#include "agents/timed_agent.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/opening.h"

struct game_result {
    int winner; /* 0: a, 1: b, -1: a draw */
    int margin; /* a's */
    int late;   /* 0 or 1: this agent ran out of time; -1: none */
    int plies;
    int winner_moves;
    double seconds[2];
    double thirds[2][3];
    uint64_t nodes[2];
};

struct pair_result {
    struct game_result game[2]; /* a first, a second */
};

struct lab {
    const struct lab_options *options;
    struct lab_result *result;
    lab_listener *listener;
    void *listener_context;
};

/* The start of a pair; an opening that ends the game is drawn again. */
static struct problem *make_start(const struct lab_options *o, int pair)
{
    for (uint64_t attempt = 0;; attempt++) {
        struct setup setup = o->setup;
        int plies = o->opening_plies >= 0 ? o->opening_plies
                                          : opening_default_plies(o->game, &setup);
        setup.seed = hash64(hash64(o->seed ^ (uint64_t)pair << 20) + attempt);
        struct notes notes = {0};
        struct problem *problem = o->game->create(&setup, &notes);
        problem_play_random(problem, setup.seed, plies);
        if (!position_is_over(problem->position) || attempt > 1000)
            return problem;
        problem_free(problem);
    }
}

/* What a player's moves took, one by one. */
struct times {
    int count;
    double seconds[LAB_MOVES];
};

static void add_thirds(const struct times *times, double out[3])
{
    for (int i = 0; i < times->count; i++)
        out[3 * i / times->count] += times->seconds[i];
}

/* One game; seat: 0 if a moves first. */
static struct game_result play_game(const struct lab_options *o, const struct problem *start,
                                    int seat, uint64_t seed)
{
    struct game_result result = {.winner = -1, .late = -1};
    struct timed_agent player[2];
    for (int i = 0; i < 2; i++) {
        struct notes notes = {0};
        player[i] = (struct timed_agent){.agent = agent_new(o->spec[i], &notes),
                                         .remaining = o->time,
                                         .move_cap = o->move_cap,
                                         .nodes_per_move = o->nodes,
                                         .depth = o->depth};
        agent_seed(player[i].agent, seed);
    }
    struct times *times = memory_zero(2 * sizeof *times);
    struct session *session = session_new(start->position, o->game->draws.ply_limit);
    int starter = start->position->side;
    while (session_ending(session) == ENDING_NONE && result.late < 0) {
        int mover = (session_now(session)->side != starter) ^ seat; /* 0: a */
        struct report report;
        double before = player[mover].used;
        session_play(session, timed_agent_choose(&player[mover], session, &report));
        if (times[mover].count < LAB_MOVES)
            times[mover].seconds[times[mover].count++] = player[mover].used - before;
        if (player[mover].overran)
            result.late = mover;
    }
    int side_of_a = starter ^ seat;
    int score[2];
    position_score(session_now(session), score);
    result.margin = score[side_of_a] - score[!side_of_a];
    if (result.late >= 0) {
        result.winner = 1 - result.late;
    } else {
        int winner = session_winner(session);
        result.winner = winner < 0 ? -1 : winner == side_of_a ? 0 : 1;
    }
    result.plies = session->count;
    result.winner_moves = result.winner < 0 ? 0 : times[result.winner].count;
    for (int i = 0; i < 2; i++) {
        result.seconds[i] = player[i].used;
        add_thirds(&times[i], result.thirds[i]);
        result.nodes[i] = player[i].nodes;
        agent_free(player[i].agent);
    }
    free(times);
    session_free(session);
    return result;
}

static void play_pair(void *context, int pair, void *result)
{
    const struct lab_options *o = ((struct lab *)context)->options;
    struct game_result *game = ((struct pair_result *)result)->game;
    struct problem *start = make_start(o, pair);
    for (int seat = 0; seat < 2; seat++)
        game[seat] = play_game(o, start, seat, hash64(o->seed ^ (uint64_t)(2 * pair + seat + 1)));
    problem_free(start);
}

static void count_pair(const struct lab_options *o, const struct pair_result *pair,
                       struct lab_result *r)
{
    int half_points = 0, margin = 0;
    for (int seat = 0; seat < 2; seat++) {
        const struct game_result *g = &pair->game[seat];
        half_points += g->winner == 0 ? 2 : g->winner < 0 ? 1 : 0;
        if (g->winner < 0)
            r->draws[seat]++;
        else
            r->wins[seat][g->winner]++;
        if (g->winner >= 0)
            r->winner_moves[g->winner_moves]++;
        if (g->late >= 0)
            r->time_losses[g->late]++;
        margin += g->margin;
        r->plies += g->plies;
        r->games++;
        for (int i = 0; i < 2; i++) {
            r->seconds[i] += g->seconds[i];
            for (int third = 0; third < 3; third++)
                r->thirds[i][third] += g->thirds[i][third];
            r->nodes[i] += g->nodes[i];
        }
    }
    r->tally.pairs[half_points]++;
    mean_add(&r->pair_margin, margin);
    if (o->sprt) {
        r->llr = tally_llr(&r->tally, o->elo0, o->elo1);
        sprt_bounds(0.05, 0.05, &r->lower, &r->upper);
        r->decision = r->llr >= r->upper ? 1 : r->llr <= r->lower ? -1 : 0;
    }
}

double lab_winner_median(const struct lab_result *r)
{
    long games = 0, passed = 0;
    for (int i = 0; i <= LAB_MOVES; i++)
        games += r->winner_moves[i];
    int middle[2] = {0, 0}; /* of an even number there are two in the middle */
    for (int i = 0; i <= LAB_MOVES; i++) {
        for (int half = 0; half < 2; half++)
            if (passed <= (games - 1 + half) / 2 &&
                passed + r->winner_moves[i] > (games - 1 + half) / 2)
                middle[half] = i;
        passed += r->winner_moves[i];
    }
    return games > 0 ? (middle[0] + middle[1]) / 2.0 : 0;
}

static bool take_pair(void *context, int pair, const void *result)
{
    (void)pair;
    struct lab *lab = context;
    count_pair(lab->options, result, lab->result);
    if (lab->listener)
        lab->listener(lab->listener_context, lab->result);
    return lab->result->decision == 0;
}

static bool specs_are_good(const struct lab_options *o, struct notes *notes)
{
    for (int i = 0; i < 2; i++) {
        struct agent *agent = agent_new(o->spec[i], notes);
        bool good = agent && agent_suits(agent, o->game, notes);
        agent_free(agent);
        if (!good)
            return false;
    }
    struct problem *trial = o->game->create(&o->setup, notes);
    problem_free(trial);
    return trial != NULL;
}

bool lab_run(const struct lab_options *o, struct lab_result *result, lab_listener *listener,
             void *context, struct notes *notes)
{
    *result = (struct lab_result){0};
    if (!specs_are_good(o, notes))
        return false;
    struct lab lab = {o, result, listener, context};
    struct jobs jobs = {.count = o->pairs,
                        .threads = o->jobs,
                        .result_bytes = sizeof(struct pair_result),
                        .work = play_pair,
                        .deliver = take_pair,
                        .context = &lab};
    jobs_run(&jobs);
    return true;
}
