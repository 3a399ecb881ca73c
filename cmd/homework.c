/* homework - the drop-in agent of the three file games
 *
 * No argument. Reads input.txt, finds out which game it is, and writes output.txt, both in the
 * current directory. A legal answer is on disk before the search begins; the search only ever
 * replaces it, atomically, by a better one. So whatever happens, a kill included, there is an
 * answer and it is whole.
 *
 * Exit status: 0 answered; 2 there is nothing to play on; 70 our own failure.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/choose.h"
#include "agents/drop_in.h"
#include "base/file.h"
#include "game/registry.h"

struct answer {
    const struct position *position;
    unsigned move;
    bool written;
};

static void put_answer(void *context, const struct search_result *result)
{
    struct answer *answer = context;
    if (answer->written && answer->move == result->move)
        return;
    struct text out = {0};
    answer->position->world->game->answer_write(answer->position, result->move, &out);
    bool good = file_replace("output.txt", out.data, out.length);
    text_free(&out);
    if (!good) {
        fprintf(stderr, "output.txt: cannot be written: %s\n", strerror(errno));
        if (!answer->written)
            exit(70);
        return; /* the answer before stands */
    }
    answer->move = result->move;
    answer->written = true;
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

/* What the agent remembers from move to move: for draws by repetition, and of the rival. */
static void recall(struct chooser *chooser, const struct game *game, struct playdata *data)
{
    playdata_read("playdata.txt", game, data);
    search_set_past(chooser_search(chooser), data->key, data->count);
    if (data->memory.length == 0)
        return;
    struct lines lines = lines_cut(data->memory.data, data->memory.length);
    chooser_recall(chooser, &lines);
    lines_free(&lines);
}

static void remember(const struct chooser *chooser, const struct position *p, unsigned move,
                     struct playdata *data)
{
    const struct world *world = p->world;
    if (game_repetition_limit(world->game) > 0) {
        struct position *after = position_new(world);
        world->rules->play(p, move, after);
        playdata_add(data, p->key);
        playdata_add(data, after->key);
        free(after);
    }
    text_free(&data->memory);
    chooser_remember(chooser, &data->memory);
    bool is_empty = data->count == 0 && data->memory.length == 0;
    if (!is_empty && !playdata_write("playdata.txt", world->game, data))
        fprintf(stderr, "playdata.txt: cannot be written: %s\n", strerror(errno));
}

int main(int argc, char **argv)
{
    /* a grader's stray arguments must not keep us from playing; a person's question may */
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        printf("usage: homework\n\nReads input.txt and writes output.txt in the current directory. "
               "PLYWOOD_MOVE_SECONDS\nin the environment caps the time of a move, "
               "PLYWOOD_MOVE_NODES its search in positions.\n");
        return 0;
    }
    struct problem *problem = read_input();
    if (!problem)
        return 2;
    const struct position *p = problem->position;
    const struct game *game = problem->world->game;

    struct calibration calibration = calibration_read("calibration.txt", game);
    struct allowance allowance = drop_in_allowance(problem, &calibration);
    struct limits limits = limits_for(p, &allowance);
    struct chooser_options options = {
        .search = {.hash_bytes = drop_in_hash_bytes(&limits, &calibration),
                   .admits = search_admits_safe}};
    struct chooser *chooser = chooser_new(problem->world, &options);
    static struct playdata data;
    if (!problem->single)
        recall(chooser, game, &data);
    chooser_set_score(chooser, problem->position);

    struct answer answer = {.position = p};
    struct search_result result = chooser_run(chooser, p, &limits, put_answer, &answer);
    put_answer(&answer, &result);

    if (!problem->single)
        remember(chooser, p, result.move, &data);
    playdata_free(&data);
    chooser_free(chooser);
    problem_free(problem);
    return 0;
}
