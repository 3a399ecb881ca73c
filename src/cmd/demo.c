/* plywood demo - one short game of each kind, live; what 'make run' shows */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agents/timed_agent.h"
#include "base/json.h"
#include "cmd/commands.h"
#include "game/course.h"
#include "game/registry.h"
#include "screens/draw.h"

/* What is shown of a game that has no course. */
static const struct demo_row usual = {SETUP_DEFAULT, "greedy"};

struct outcome {
    const struct game *game;
    const char *opponent;
    int winner; /* 0: plywood, 1: the opponent, -1: a draw */
    enum ending ending;
    int score[2];
    int plies;
    double seconds[2];
};

static void show_move(const struct session *session, unsigned code, const char *who, bool live)
{
    const struct position *before = session->position[session->count - 1];
    const struct game *game = before->world->game;
    char name[MOVE_NAME_MAX];
    game->move_name(before, code, name);
    if (live)
        printf("\x1b[H\x1b[2J%s\n\n", game->title);
    else
        printf("%-8s %3d. ", game->name, session->count);
    printf("%s (%s): %s", game->sides[before->side], who, name);
    if (live) {
        printf("\n\n");
        cli_print_position(session_now(session), draw_colour_is_wanted());
        fflush(stdout);
        nanosleep(&(struct timespec){.tv_nsec = 90000000}, NULL);
    } else {
        int score[2];
        position_score(session_now(session), score);
        if (score[0] != 0 || score[1] != 0)
            printf("   %d:%d", score[0], score[1]);
        printf("\n");
    }
}

static struct outcome play_bout(const struct command *command, const struct game *game,
                                double seconds, bool live, bool silent)
{
    const struct demo_row *row = game->course ? game->course->demo : &usual;
    struct problem *problem = cli_create(command, game, &row->setup);
    struct session *session = session_new(problem->position, game->draws.ply_limit);
    struct notes notes = {0};
    const char *specs[2] = {"plywood", row->opponent};
    struct timed_agent players[2];
    for (int i = 0; i < 2; i++)
        players[i] = (struct timed_agent){.agent = agent_new(specs[i], &notes),
                                          .move_cap = seconds};
    while (session_ending(session) == ENDING_NONE) {
        int side = session_now(session)->side;
        struct report report;
        unsigned code = timed_agent_choose(&players[side], session, &report);
        session_play(session, code);
        if (!silent)
            show_move(session, code, specs[side], live);
    }
    struct outcome outcome = {.game = game,
                              .opponent = row->opponent,
                              .winner = session_winner(session),
                              .ending = session_ending(session),
                              .plies = session->count,
                              .seconds = {players[0].used, players[1].used}};
    position_score(session_now(session), outcome.score);
    agent_free(players[0].agent);
    agent_free(players[1].agent);
    session_free(session);
    problem_free(problem);
    return outcome;
}

static void add_json(struct text *out, const struct outcome *o)
{
    json_open(out, NULL, '{');
    json_put_string(out, "game", o->game->name);
    json_put_string(out, "first", "plywood");
    json_put_string(out, "second", o->opponent);
    if (o->winner < 0)
        json_put_null(out, "winner");
    else
        json_put_string(out, "winner", o->winner == 0 ? "plywood" : o->opponent);
    json_put_string(out, "ending", ending_name(o->ending));
    json_open(out, "score", '[');
    json_put_integer(out, NULL, o->score[0]);
    json_put_integer(out, NULL, o->score[1]);
    json_close(out, ']');
    json_put_integer(out, "plies", o->plies);
    json_close(out, '}');
}

static void print_next_commands(const struct game *first, const struct game *last)
{
    printf("\nNext:\n"
           "  build/plywood play %-12splay yourself\n"
           "  build/plywood compare %-9swhat pruning, ordering and caching buy\n"
           "  build/plywood games            all games, rules and agents\n"
           "  build/plywood --help           everything else\n"
           "  build/homework                 the drop-in agent for input.txt and output.txt\n",
           first->name, last->name);
}

struct options {
    double seconds;
    bool json;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    bool live = !o.json && draw_colour_is_wanted();
    const struct game *shown[REGISTRY_MAX];
    struct outcome outcomes[REGISTRY_MAX];
    int count = games_for_people(shown);
    for (int i = 0; i < count; i++)
        outcomes[i] = play_bout(command, shown[i], o.seconds, live, o.json);

    if (o.json) {
        struct text out = {0};
        json_open(&out, NULL, '[');
        for (int i = 0; i < count; i++)
            add_json(&out, &outcomes[i]);
        json_close(&out, ']');
        printf("%s\n", out.data);
        text_free(&out);
        return 0;
    }
    printf("\n%-16s %-18s %-18s %9s %6s  %s\n", "game", "opponent", "winner", "score", "plies",
           "how");
    for (int i = 0; i < count; i++) {
        const struct outcome *end = &outcomes[i];
        char score[32];
        snprintf(score, sizeof score, "%d:%d", end->score[0], end->score[1]);
        printf("%-16s %-18s %-18s %9s %6d  %s\n", end->game->title, end->opponent,
               end->winner < 0    ? "nobody"
               : end->winner == 0 ? "plywood"
                                  : end->opponent,
               score, end->plies, ending_name(end->ending));
    }
    print_next_commands(shown[0], shown[count - 1]);
    return 0;
}

static const struct cli_option option_table[] = {
    {"seconds", "S", "the time of a move", CLI_SECONDS(struct options, seconds), .usual = "0.05"},
    CLI_JSON(struct options, json),
    {0},
};

const struct command command_demo = {
    .name = "demo",
    .summary = "watch one short game of each kind",
    .options = option_table,
    .examples = "demo\n"
                "demo --seconds 0.01 --json",
    .details =
        "plywood plays against a reference agent in each game. A table of results comes last.\n",
    .run = run,
};
