/* reversi - the land-bidding agent on pipes
 *
 * Prints its name, reads the line that gives its colour (and perhaps settings), then answers turn
 * after turn until FINAL or the end of the input. The settings choose the algorithm: a manager
 * that sends minimax or a depth limit gets exactly that from the textbook agents; one that sends
 * neither gets the full search. Everything we have to say goes to stderr.
 *
 * Exit status: 0 at the end of the game; 2 if the conversation cannot be understood.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/drop_in.h"
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

static struct agent *make_agent(const struct reversi_opening *opening)
{
    char spec[80] = "plywood";
    if (opening->settings && (opening->minimax || opening->limit >= 0)) {
        int depth = opening->limit < 0 ? 99 : opening->limit == 0 ? 1 : opening->limit;
        snprintf(spec, sizeof spec, "%s:depth=%d%s%s", opening->minimax ? "minimax" : "alphabeta",
                 depth > 99 ? 99 : depth, opening->caching ? ",caching" : "",
                 opening->ordering && !opening->minimax ? ",ordering" : "");
    }
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    if (!agent) {
        notes_print(&notes);
        exit(70);
    }
    return agent;
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

int main(int argc, char **argv)
{
    int variant = argc == 3 && strcmp(argv[1], "--rules") == 0
                      ? game_variant(&game_reversi, argv[2])
                      : (argc == 1 ? 0 : -1);
    if (variant < 0) {
        fprintf(stderr, "usage: reversi [--rules bidding|othello]\n");
        return 2;
    }
    printf("Plywood\n");
    fflush(stdout);
    char *line = next_line();
    if (!line)
        return 0;
    struct reversi_opening opening;
    if (!reversi_opening_parse(line, &opening)) {
        fprintf(stderr,
                "first line: expected 1, 2 or colour,limit,minimax,caching,ordering, "
                "found \"%.60s\"\n",
                line);
        return 2;
    }
    struct agent *agent = make_agent(&opening);
    struct reversi_reading reading = reversi_reading_new(opening.settings ? REVERSI_COLUMN_ROW
                                                                          : REVERSI_ROW_COLUMN);
    struct calibration calibration = calibration_read("calibration.txt", &game_reversi);
    struct text answer = {0};
    struct problem *problem;
    for (int got; (got = read_turn(opening.side, variant, &problem)) != 0;) {
        if (got < 0)
            continue;
        reversi_reading_learn(&reading, problem->position);
        struct turn turn = {.position = problem->position,
                            .allowance = drop_in_allowance(problem, &calibration),
                            .admits = reversi_reading_admits,
                            .admits_context = &reading};
        struct report report;
        agent_new_game(agent); /* each turn's world is a new one */
        unsigned code = agent_choose(agent, &turn, &report);
        text_clear(&answer);
        reversi_reading_answer(&reading, problem, code, &answer);
        if (fwrite(answer.data, 1, answer.length, stdout) != answer.length || fflush(stdout) != 0)
            break; /* nobody listens any more */
    }
    text_free(&answer);
    reversi_reading_free(&reading);
    agent_free(agent);
    return 0;
}
