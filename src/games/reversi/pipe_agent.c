/* reversi - the land-bidding agent on pipes
 *
 * Prints its name, reads the line that gives its colour (and perhaps settings), then answers turn
 * after turn until FINAL or the end of the input. The settings choose the algorithm: a manager
 * that sends minimax or a depth limit gets exactly that from the textbook agents; one that sends
 * neither gets the full search. Everything we have to say goes to stderr.
 *
 * With --agent SPEC another of our agents plays, whatever the settings say, under its own name:
 * random is Randy, the course's opponent.
 *
 * Exit status: 0 at the end of the game; 2 if the call or the conversation cannot be understood.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/drop_in.h"
#include "agents/punctual.h"
#include "games/reversi/reading.h"
#include "games/reversi/reversi.h"

extern const struct game game_reversi;

/* The next line without its end; NULL at the end of the input. */
static char *next_line(void)
{
    static char *line;
    static size_t capacity;
    ssize_t length = getline(&line, &capacity, stdin);
    if (length < 0)
        return NULL;
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = 0;
    return line;
}

/* The agent that the manager's settings ask for. */
static void spec_of(const struct reversi_opening *opening, char *spec, size_t size)
{
    snprintf(spec, size, "plywood");
    if (!opening->settings || (!opening->minimax && opening->limit < 0))
        return;
    int depth = opening->limit < 0 ? 99 : opening->limit == 0 ? 1 : opening->limit;
    snprintf(spec, size, "%s:depth=%d%s%s", opening->minimax ? "minimax" : "alphabeta",
             depth > 99 ? 99 : depth, opening->caching ? ",caching" : "",
             opening->ordering && !opening->minimax ? ",ordering" : "");
}

/* By what name an agent presents itself: a name of its own, or its kind's. */
static void print_name(const char *spec)
{
    static const char *const own[][2] = {{"plywood", "Plywood"}, {"random", "Randy"}};
    int length = (int)strcspn(spec, ":");
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if ((int)strlen(own[i][0]) == length && strncmp(own[i][0], spec, (size_t)length) == 0) {
            printf("%s\n", own[i][1]);
            return;
        }
    printf("%.*s\n", length, spec);
}

/* Reads one turn. 1: a board is there; 0: the game is over; -1: this line is no part of a turn. */
static int read_turn(int side, int variant, struct problem **problem)
{
    char *line = next_line();
    if (!line || strncmp(line, "FINAL", 5) == 0)
        return 0;
    if (strncmp(line, "SCORE", 5) == 0 && !(line = next_line()))
        return 0;
    if (!*line)
        return -1;
    struct notes notes = {.file = "turn", .salvage = true};
    reversi_cells cells = {{0}};
    int n;
    bool good = reversi_board_parse(line, &n, cells, &notes, 0);
    notes_print(&notes);
    if (!good)
        return -1;
    *problem = reversi_problem(n, (const unsigned char(*)[REVERSI_EDGE_MAX])cells, side, variant);
    if (!position_is_over((*problem)->position))
        return 1;
    fprintf(stderr, "turn: expected a board with a legal claim for us, found none\n");
    problem_free(*problem);
    return -1;
}

struct call {
    int variant;
    const char *spec; /* NULL: by the manager's settings */
};

static bool read_call(int argc, char **argv, struct call *call)
{
    *call = (struct call){0};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--rules") == 0)
            call->variant = game_variant(&game_reversi, argv[i + 1]);
        else if (strcmp(argv[i], "--agent") == 0)
            call->spec = argv[i + 1];
        else
            return false;
    }
    return call->variant >= 0;
}

/* NULL, with a word on stderr, if the spec is none or is of no use here. */
static struct agent *make_agent(const char *spec)
{
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    if (agent && !agent_suits(agent, &game_reversi, &notes)) {
        agent_free(agent);
        agent = NULL;
    }
    if (agent)
        agent_seed(agent, (uint64_t)(1e9 * clock_seconds(CLOCK_OF_WALL)));
    else
        fprintf(stderr, "reversi: %s\n", notes_why(&notes));
    return agent;
}

/* Answers turn after turn until the manager has no more. */
static void converse(struct agent *agent, const struct reversi_opening *opening, int variant)
{
    struct reversi_reading reading = reversi_reading_new(opening->settings ? REVERSI_COLUMN_ROW
                                                                           : REVERSI_ROW_COLUMN);
    struct calibration calibration = calibration_read("calibration.txt", &game_reversi);
    struct punctual *punctual = punctual_new(agent);
    struct text answer = {0};
    struct problem *problem;
    for (int got; (got = read_turn(opening->side, variant, &problem)) != 0;) {
        if (got < 0)
            continue;
        punctual_settle(punctual);
        reversi_reading_learn(&reading, problem->position);
        struct turn turn = {.position = problem->position,
                            .allowance = drop_in_allowance(problem, &calibration),
                            .admits = reversi_reading_admits,
                            .admits_context = &reading};
        struct report report;
        agent_new_world(agent); /* each turn has one of its own */
        unsigned code = punctual_choose(punctual, &turn, &report);
        text_clear(&answer);
        reversi_reading_answer(&reading, problem, code, &answer);
        if (fwrite(answer.data, 1, answer.length, stdout) != answer.length || fflush(stdout) != 0)
            break; /* nobody listens any more */
    }
    text_free(&answer);
    punctual_free(punctual);
    reversi_reading_free(&reading);
}

int main(int argc, char **argv)
{
    struct call call;
    if (!read_call(argc, argv, &call)) {
        fprintf(stderr, "usage: reversi [--rules bidding|othello] [--agent SPEC]\n");
        return 2;
    }
    struct agent *agent = NULL;
    if (call.spec && !(agent = make_agent(call.spec)))
        return 2;
    print_name(call.spec ? call.spec : "plywood");
    fflush(stdout);
    char *line = next_line();
    struct reversi_opening opening;
    int status = 0;
    if (line && !reversi_opening_parse(line, &opening)) {
        fprintf(
            stderr,
            "first line: expected 1, 2 or colour,limit,minimax,caching,ordering, found \"%.60s\"\n",
            line);
        status = 2;
    } else if (line) {
        char spec[80];
        spec_of(&opening, spec, sizeof spec);
        if (!agent && !(agent = make_agent(spec)))
            return 70; /* we wrote it ourselves */
        converse(agent, &opening, call.variant);
    }
    agent_free(agent);
    return status;
}
