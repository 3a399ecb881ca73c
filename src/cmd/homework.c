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
#include "agents/choose.h"
#include "agents/drop_in.h"
#include "base/file.h"
#include "game/registry.h"
#include "game/standstill.h"

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

static void put_answer(void *context, const struct search_result *result)
{
    put_move(context, result->move);
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
    if (game_repetition_limit(game) > 0)
        playdata_take_turn(data, problem);
}

/* What the agent remembers from move to move: for draws, of the rival and of a race. */
static void recall(struct chooser *chooser, const struct problem *problem,
                   const struct playdata *data)
{
    search_set_past(chooser_search(chooser), data->key, data->count,
                    game_ply_limit(problem->world->game));
    chooser_refute(chooser, data->refuted);
    if (data->memory.length == 0)
        return;
    struct lines lines = lines_cut(data->memory.data, data->memory.length);
    chooser_recall(chooser, &lines);
    lines_free(&lines);
}

/* Adds this turn to the game's past, where positions may come again. */
static void add_to_past(const struct problem *problem, unsigned move, struct playdata *data)
{
    const struct position *p = problem->position;
    if (game_repetition_limit(p->world->game) == 0)
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
    const struct standstill *standstill = p->world->rules->standstill;
    struct text why = {0};
    if (standstill && standstill->is_dead(p, &why))
        fprintf(stderr, "input.txt: %s; playing for the time left\n", why.data);
    text_free(&why);
}

/* Our player answers. */
static void answer_by_search(struct problem *problem, const struct calibration *calibration,
                             struct playdata *data)
{
    const struct position *p = problem->position;
    struct allowance allowance = drop_in_allowance(problem, calibration);
    if (!problem->single) {
        read_memory(problem, data);
        allowance.plies = data->count;
        allowance.ply_limit = game_ply_limit(p->world->game);
    }
    struct limits limits = limits_for(p, &allowance);
    struct chooser_options options = {
        .search = {.hash_bytes = drop_in_hash_bytes(&limits, calibration)}};
    struct chooser *chooser = chooser_new(problem->world, &options);
    if (!problem->single)
        recall(chooser, problem, data);
    chooser_set_score(chooser, problem->position);

    struct answer answer = {.position = p};
    struct search_result result = chooser_run(chooser, p, &limits, put_answer, &answer);
    put_answer(&answer, &result);
    tell_if_dead(p);

    text_free(&data->memory);
    chooser_remember(chooser, &data->memory);
    add_to_past(problem, result.move, data);
    chooser_free(chooser);
}

/* Another agent does. A legal move is there before it is asked. */
static void answer_by_agent(struct agent *agent, const struct problem *problem,
                            const struct calibration *calibration, struct playdata *data)
{
    const struct position *p = problem->position;
    struct answer answer = {.position = p};
    struct move moves[MOVES_MAX];
    p->world->rules->moves(p, moves);
    put_move(&answer, moves[0].code);
    if (!problem->single)
        read_memory(problem, data);
    struct turn turn = {.position = p,
                        .past = data->key,
                        .past_count = data->count,
                        .ply_limit = game_ply_limit(p->world->game),
                        .allowance = drop_in_allowance(problem, calibration)};
    struct report report;
    unsigned move = agent_choose(agent, &turn, &report);
    put_move(&answer, move);
    add_to_past(problem, move, data);
}

/* The agent of --agent SPEC; NULL if nobody asks for one. Ends the program if there is none such:
 * that is a person's mistake, while a grader's stray arguments must not keep us from playing. */
static struct agent *agent_asked_for(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--agent") != 0)
        return NULL;
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
    struct agent *agent = agent_asked_for(argc, argv);
    struct problem *problem = read_input();
    if (!problem)
        return 2;
    const struct game *game = problem->world->game;
    struct notes notes = {0};
    if (agent && !agent_suits(agent, game, &notes)) {
        fprintf(stderr, "homework: %s\n", notes_why(&notes));
        return 2;
    }
    struct calibration calibration = calibration_read("calibration.txt", game);
    static struct playdata data;
    if (agent)
        answer_by_agent(agent, problem, &calibration, &data);
    else
        answer_by_search(problem, &calibration, &data);
    if (!problem->single)
        write_memory(game, &data);
    playdata_free(&data);
    agent_free(agent);
    problem_free(problem);
    return 0;
}
