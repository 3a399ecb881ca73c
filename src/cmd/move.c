/* plywood move - one answer by any agent, as the drop-in agent would give it */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/drop_in.h"
#include "base/file.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "cmd/commands.h"

static int run(const struct command *command, int argc, char **argv)
{
    const char *spec = "plywood", *input = "input.txt", *output = "output.txt", *variant = NULL;
    double seconds = 0;
    bool json = false, strict = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"agent", CLI_STRING, &spec, 0, 0},
                                    {"input", CLI_STRING, &input, 0, 0},
                                    {"output", CLI_STRING, &output, 0, 0},
                                    {"rules", CLI_STRING, &variant, 0, 0},
                                    {"seconds", CLI_SECONDS, &seconds, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              0, 0);
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    if (!agent)
        cli_fail(command, "%s", notes_why(&notes));
    struct problem *problem = cli_load(command, input, NULL, variant, strict);
    const struct position *p = problem->position;
    if (position_is_over(p))
        cli_fail(command, "%s: the game is over, there is no move", input);

    struct calibration calibration = calibration_read("calibration.txt", problem->world->game);
    struct turn turn = {.position = p, .allowance = drop_in_allowance(problem, &calibration)};
    if (seconds > 0)
        turn.allowance.move_cap = seconds;
    struct report report;
    unsigned code = agent_choose(agent, &turn, &report);

    char name[MOVE_NAME_MAX];
    struct text out = {0};
    p->world->game->move_name(p, code, name);
    p->world->game->answer_write(p, code, &out);
    bool to_stdout = strcmp(output, "-") == 0;
    if (to_stdout && !json)
        fwrite(out.data, 1, out.length, stdout);
    if (!to_stdout && !file_replace(output, out.data, out.length)) {
        fprintf(stderr, "%s: cannot be written: %s\n", shown(output), strerror(errno));
        return EXIT_CANNOT;
    }
    if (json) {
        char *answer = memory_string(out.data);
        text_clear(&out);
        json_open(&out, NULL, '{');
        json_put_string(&out, "agent", spec);
        json_put_string(&out, "move", name);
        json_put_string(&out, "answer", answer);
        free(answer);
        json_put_integer(&out, "depth", report.depth);
        if (report.has_value)
            json_put_number(&out, "value", report.value);
        json_put_bool(&out, "proven", report.proven);
        if (report.won)
            json_put_bool(&out, "won", true);
        json_put_integer(&out, "nodes", (int64_t)report.nodes);
        json_put_integer(&out, "table_hits", (int64_t)report.table_hits);
        json_put_number(&out, "seconds", report.seconds);
        json_close(&out, '}');
        printf("%s\n", out.data);
    } else if (!to_stdout) {
        printf("%s written to %s:", name, shown(output));
        if (report.has_value)
            printf(" expects a final margin of %+.1f%s, depth %d,", report.value,
                   report_certainty(&report), report.depth);
        printf(" %llu nodes, %llu table hits, %.3f s\n", (unsigned long long)report.nodes,
               (unsigned long long)report.table_hits, report.seconds);
    }
    text_free(&out);
    agent_free(agent);
    problem_free(problem);
    return 0;
}

const struct command command_move = {
    "move", "let an agent answer one position",
    "usage: plywood move [--agent SPEC] [--input input.txt] [--output output.txt] [--seconds S]\n"
    "                    [--rules R] [--json] [--strict]\n\n"
    "Reads the position, lets the agent choose within the file's time (or at most S seconds) and\n"
    "writes the answer file, - for standard output. Says what the agent saw: the expected final\n"
    "margin for the side to move, depth, nodes, table hits, time. SPEC is plywood unless given;\n"
    "'plywood games' lists the agents.\n",
    run};
