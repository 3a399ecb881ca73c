/* plywood tune - fits the weights of a game's estimate to self-play */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tune.h"
#include "base/file.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/random.h"
#include "cmd/commands.h"
#include "game/tuning.h"

/* What is to be told about a fit, and how it can be had again. */
struct fit {
    const struct tune_options *options;
    const char *start; /* where the weights of the first round come from; NULL: the game's own */
    int rounds;
    struct weights before; /* of the last round's players */
    struct tune_result result;
    uint64_t hash;
};

static void add_command(const struct fit *fit, struct text *out)
{
    const struct tune_options *o = fit->options;
    text_add(out, "plywood tune %s --games %d --nodes %" PRIu64 " --seed %" PRIu64 "",
             o->game->name, o->games, o->nodes, o->seed);
    if (o->setup.size > 0)
        text_add(out, " --size %d", o->setup.size);
    for (int row = 0; row < game_option_count(o->game); row++)
        if (o->setup.option[row] >= o->game->options[row].min)
            text_add(out, " --%s %d", o->game->options[row].name, o->setup.option[row]);
    if (o->setup.variant)
        text_add(out, " --rules %s", o->setup.variant);
    if (fit->start)
        text_add(out, " --weights %s", shown(fit->start));
    if (fit->rounds > 1)
        text_add(out, " --rounds %d", fit->rounds);
}

/* The command, the data and the losses, as lines. */
static void add_story(const struct fit *fit, struct text *out)
{
    const struct tune_result *r = &fit->result;
    add_command(fit, out);
    text_add(out, "\ndata: %d positions to train with, %d held out, hash %016" PRIx64 "\n",
             r->trained, r->held_out, fit->hash);
    text_add(out, "loss in training: %.6f before, %.6f after\n", r->before.train, r->after.train);
    if (r->held_out > 0)
        text_add(out, "loss held out:    %.6f before, %.6f after\n", r->before.held_out,
                 r->after.held_out);
    text_add(out, "spread: %.2f points\n", r->spread);
}

static void print_table(const struct fit *fit)
{
    const struct tuning *tuning = fit->options->game->tuning;
    struct text story = {0};
    add_story(fit, &story);
    printf("%s\nweights, before and after\n", story.data);
    for (int i = 0; i < tuning->count; i++)
        printf("%8d %8d  %s\n", fit->before.weight[i], fit->result.weights.weight[i],
               tuning->names[i]);
    text_free(&story);
}

static void add_loss(struct text *out, const char *name, struct tune_loss loss)
{
    json_open(out, name, '{');
    json_put_number(out, "train", loss.train);
    json_put_number(out, "held_out", loss.held_out);
    json_close(out, '}');
}

static void print_json(const struct fit *fit)
{
    const struct tuning *tuning = fit->options->game->tuning;
    const struct tune_result *r = &fit->result;
    struct text out = {0}, command = {0};
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, fit->hash);
    add_command(fit, &command);
    json_open(&out, NULL, '{');
    json_put_string(&out, "game", fit->options->game->name);
    json_put_string(&out, "command", command.data);
    json_put_integer(&out, "trained", r->trained);
    json_put_integer(&out, "held_out", r->held_out);
    json_put_string(&out, "hash", hash);
    add_loss(&out, "before", r->before);
    add_loss(&out, "after", r->after);
    json_put_number(&out, "spread", r->spread);
    json_put_integer(&out, "scale", tuning->scale);
    json_open(&out, "weights", '[');
    for (int i = 0; i < tuning->count; i++) {
        json_open(&out, NULL, '{');
        json_put_string(&out, "name", tuning->names[i]);
        json_put_integer(&out, "before", fit->before.weight[i]);
        json_put_integer(&out, "after", r->weights.weight[i]);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&command);
    text_free(&out);
}

/* Writes a file or ends the program: that is our failure, not the caller's. */
static void save(const struct command *command, const char *path, const struct text *text)
{
    if (file_replace(path, text->data, text->length))
        return;
    fprintf(stderr, "plywood %s: %s cannot be written: %s\n", command->name, shown(path),
            strerror(errno));
    exit(EXIT_CANNOT);
}

static void save_weights(const struct command *command, const char *path, const struct fit *fit)
{
    struct text story = {0}, out = {0};
    add_story(fit, &story);
    struct lines lines = lines_cut(story.data, story.length);
    weights_write(&fit->result.weights, &lines, &out);
    save(command, path, &out);
    lines_free(&lines);
    text_free(&story);
    text_free(&out);
}

static void save_data(const struct command *command, const char *path, const struct tune_data *data)
{
    struct text out = {0};
    tune_write_data(data, &out);
    save(command, path, &out);
    text_free(&out);
}

/* The weights of the first round. */
static struct weights starting_weights(const struct command *command, const struct fit *fit)
{
    const struct tune_options *o = fit->options;
    struct weights weights = {.game = o->game};
    struct notes notes = {0};
    if (!fit->start) {
        struct problem *problem = cli_create(command, o->game, &o->setup);
        memcpy(weights.weight, problem->world->weights,
               (size_t)o->game->tuning->count * sizeof *weights.weight);
        problem_free(problem);
    } else if (strcmp(fit->start, "none") != 0 && !weights_read(fit->start, &weights, &notes)) {
        cli_fail(command, "%s", notes_why(&notes));
    }
    if (weights.game != o->game)
        cli_fail(command, "--weights: these are weights of %s", weights.game->name);
    return weights;
}

/* One round after the other, each with the weights of the one before. The data are the last
 * one's. */
static void play_rounds(const struct command *command, struct fit *fit, struct tune_data *data)
{
    struct tune_options o = *fit->options;
    o.weights = fit->before.weight;
    fit->before = starting_weights(command, fit);
    for (int round = 1;; round++) {
        tune_play(&o, data);
        if (!tune_can_fit(data))
            cli_fail(command, "these games have no position to train with: all are solved at once");
        fit->hash = tune_hash(data);
        tune_fit(data, &fit->result);
        if (round == fit->rounds)
            return;
        fprintf(stderr, "round %d: loss in training %.6f before, %.6f after\n", round,
                fit->result.before.train, fit->result.after.train);
        tune_free(data);
        fit->before = fit->result.weights;
        o.seed = hash64(o.seed); /* other boards */
    }
}

struct options {
    struct tune_options tune;
    struct cli_board board;
    const char *start, *weights_file, *data_file;
    int rounds;
    bool json, force;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options given = {.board = CLI_BOARD_USUAL};
    cli_parse(command, argc, argv, &given);
    const char *weights_file = given.weights_file, *data_file = given.data_file;
    struct tune_options o = given.tune;
    struct fit fit = {.options = &o, .rounds = given.rounds, .start = given.start};
    o.game = cli_game(command, argv[0]);
    if (!o.game->tuning)
        cli_fail(command, "%s: its estimate has no weights to fit", o.game->title);
    cli_set_up(command, o.game, &given.board, &o.setup);
    if (o.nodes == 0)
        cli_fail(command, "--nodes: expected 1 or more, found 0");
    problem_free(cli_create(command, o.game, &o.setup));
    cli_spare(command, "--write", weights_file, given.force);
    cli_spare(command, "--data", data_file, given.force);

    struct tune_data data;
    play_rounds(command, &fit, &data);
    if (given.json)
        print_json(&fit);
    else
        print_table(&fit);
    if (data_file)
        save_data(command, data_file, &data);
    if (weights_file)
        save_weights(command, weights_file, &fit);
    tune_free(&data);
    return 0;
}

static const struct cli_option option_table[] = {
    {"games", "N", "games of self-play", CLI_INT(struct options, tune.games, 1, 1000000),
     .usual = "200"},
    {"nodes", "N", "the most nodes of a move", CLI_COUNT(struct options, tune.nodes),
     .usual = "3000"},
    {"rounds", "R", "rounds, each with the weights found in the one before",
     CLI_INT(struct options, rounds, 1, 100), .usual = "1"},
    {"weights", "FILE|none", "weights of the first players; else the game's own",
     CLI_STRING(struct options, start)},
    {"seed", "S", "seed of the games", CLI_COUNT(struct options, tune.seed), .usual = "1"},
    {"jobs", "J", "games played at once", CLI_INT(struct options, tune.jobs, 1, 64), .usual = "1"},
    {.help = "Results"},
    {"write", "FILE", "write the weights", CLI_STRING(struct options, weights_file)},
    {"data", "FILE", "write the positions, a line each", CLI_STRING(struct options, data_file)},
    CLI_FORCE(struct options, force),
    CLI_JSON(struct options, json),
    {.help = "Board"},
    CLI_BOARD(struct options, board),
    {0},
};

static const struct cli_place place_table[] = {CLI_THE_GAME, {0}};

const struct command command_tune = {
    .name = "tune",
    .summary = "fit the weights of an estimate to self-play",
    .places = place_table,
    .options = option_table,
    .examples = "tune {game} --games 20 --nodes 200\n"
                "tune {game} --games 20 --nodes 200 --write weights.txt --force",
    .details =
        "It plays games against itself from random starts. It fits the weights of the game's\n"
        "estimate so that, with what is banked, they tell who wins (logistic loss). It prints\n"
        "the loss on the games it trained with and on those it held out, before and after,\n"
        "and the weights. The same call gives the same weights.\n"
        "\n"
        "The file of --write holds the call and the hash of the data, too. 'plywood lab'\n"
        "compares it: --a plywood:weights=FILE. A line of --data has the game, the result and\n"
        "the banked points for the side to move, and the features.\n",
    .run = run,
};
