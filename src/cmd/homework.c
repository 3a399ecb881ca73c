/* homework - the drop-in agent of the three file games
 *
 * Reads input.txt, finds out which game it is, and writes output.txt, both in the current
 * directory. It needs no argument; --agent SPEC lets another of our agents answer (agents/agent.h),
 * so that every grader can have the reference agents. A legal answer is on disk before the search
 * begins; the search only ever replaces it, atomically, by a better one. So whatever happens, a
 * kill included, there is an answer and it is whole.
 *
 * Exit status: 0 answered; 2 there is nothing to play on, or no such agent; 70 our own failure.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/drop_in.h"
#include "base/file.h"
#include "game/facts.h"
#include "game/registry.h"
#include "search/player.h"

struct answer {
    const struct position *position;
    unsigned move;
    bool written;
};

static void put_move(struct answer *answer, unsigned move)
{
    if (answer->written && answer->move == move)
        return;
    struct text out = {0};
    answer->position->world->game->answer_write(answer->position, move, &out);
    bool good = file_replace("output.txt", out.data, out.length);
    text_free(&out);
    if (!good) {
        fprintf(stderr, "output.txt: cannot be written: %s\n", strerror(errno));
        if (!answer->written)
            exit(70);
        return; /* the answer before stands */
    }
    answer->move = move;
    answer->written = true;
}

static void put_better(void *context, unsigned move)
{
    put_move(context, move);
}

/* The position in input.txt, salvaged if it must be; NULL if there is nothing to play on. */
static struct problem *read_input(void)
{
    struct notes notes = {.file = "input.txt", .salvage = true};
    struct lines lines;
    struct problem *problem = NULL;
    if (lines_read("input.txt", &lines, &notes)) {
        const struct game *game = game_of_lines(&lines);
        if (game)
            problem = game->read(&lines, NULL, &notes);
        else
            notes_fault(&notes, 0, "expected a position of one of the games, found none");
        lines_free(&lines);
    }
    notes_print(&notes);
    if (problem && position_is_over(problem->position)) {
        fprintf(stderr,
                "input.txt: expected a position with a legal move, found a finished game\n");
        problem_free(problem);
        problem = NULL;
    }
    return problem;
}

/* What is remembered of this game. */
static void read_memory(const struct problem *problem, struct playdata *data)
{
    const struct game *game = problem->world->game;
    playdata_read("playdata.txt", game, data);
    if (game->draws.repetition_limit > 0)
        playdata_take_turn(data, problem);
}

/* Adds this turn to the game's past, where positions may come again. */
static void add_to_past(const struct problem *problem, unsigned move, struct playdata *data)
{
    const struct position *p = problem->position;
    if (p->world->game->draws.repetition_limit == 0)
        return;
    struct position *after = position_new(p->world);
    p->world->rules->play(p, move, after);
    playdata_add(data, p->key);
    playdata_add(data, after->key);
    playdata_put_turn(data, after, problem->seconds);
    free(after);
}

static void write_memory(const struct game *game, const struct playdata *data)
{
    bool is_empty = data->count == 0 && data->memory.length == 0;
    if (!is_empty && !playdata_write("playdata.txt", game, data))
        fprintf(stderr, "playdata.txt: cannot be written: %s\n", strerror(errno));
}

/* Where nobody can win any more, we say so, once the answer is there. */
static void tell_if_dead(const struct position *p)
{
    struct text why = {0};
    if (facts_is_dead(p, &why))
        fprintf(stderr, "input.txt: %s; playing for the time left\n", why.data);
    text_free(&why);
}

/* The agent answers. A legal move is on disk before it is asked. */
static void answer_by(struct agent *agent, bool is_ours, const struct problem *problem,
                      const struct calibration *calibration, struct playdata *data)
{
    const struct position *p = problem->position;
    const struct allowance allowance = drop_in_allowance(problem,
                                                         calibration); /* starts the clock */
    struct answer answer = {.position = p};
    put_move(&answer, filter_first(player_filter(p->world->game), NULL, p));
    struct turn turn = {.position = p,
                        .ply_limit = p->world->game->draws.ply_limit,
                        .allowance = allowance,
                        .better = put_better,
                        .better_context = &answer};
    if (!problem->single) {
        read_memory(problem, data);
        turn.past = data->key;
        turn.past_count = data->count;
    }
    struct lines lines = lines_cut(data->memory.data ? data->memory.data : "", data->memory.length);
    const struct turn_memory memory = {.lines = &lines,
                                       .after = data->before ? data->before->position : NULL};
    const struct limits limits = agent_limits(&turn);
    turn.memory = &memory;
    turn.hash_bytes = drop_in_hash_bytes(&limits, calibration);
    struct report report;
    const unsigned move = agent_choose(agent, &turn, &report);
    put_move(&answer, move);
    if (is_ours)
        tell_if_dead(p);

    lines_free(&lines);
    text_free(&data->memory);
    agent_remember(agent, &data->memory);
    add_to_past(problem, move, data);
}

/* The agent of --agent SPEC. Ends the program if there is no such agent: that is a person's
 * mistake. A grader's stray arguments, on the other hand, must not keep us from playing. */
static struct agent *agent_asked_for(int argc, char **argv)
{
    struct notes notes = {0};
    struct agent *agent = NULL;
    if (argc != 3)
        notes_fault(&notes, 0, "expected --agent SPEC, found %d arguments", argc - 1);
    else if ((agent = agent_new(argv[2], &notes)))
        agent_seed(agent, (uint64_t)(1e9 * clock_seconds(CLOCK_OF_WALL)));
    if (!agent) {
        fprintf(stderr, "homework: %s\n", notes_why(&notes));
        exit(2);
    }
    return agent;
}

int main(int argc, char **argv)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        printf("usage: homework [--agent SPEC]\n\n"
               "Reads input.txt and writes output.txt in the current directory. "
               "PLYWOOD_MOVE_SECONDS\nin the environment caps the time of a move, "
               "PLYWOOD_MOVE_NODES its search in positions.\n"
               "--agent lets another agent answer: random, greedy, minimax:depth=3 …\n");
        return 0;
    }
    struct notes notes = {0};
    const bool is_ours = argc < 2 || strcmp(argv[1], "--agent") != 0;
    struct agent *agent = is_ours ? agent_new("plywood", &notes) : agent_asked_for(argc, argv);
    struct problem *problem = read_input();
    if (!problem)
        return 2;
    const struct game *game = problem->world->game;
    if (!agent_suits(agent, game, &notes)) {
        fprintf(stderr, "homework: %s\n", notes_why(&notes));
        return 2;
    }
    struct calibration calibration = calibration_read("calibration.txt", game);
    static struct playdata data;
    answer_by(agent, is_ours, problem, &calibration, &data);
    if (!problem->single)
        write_memory(game, &data);
    playdata_free(&data);
    agent_free(agent);
    problem_free(problem);
    return 0;
}
