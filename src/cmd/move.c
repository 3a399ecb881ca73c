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

struct options {
    const char *agent, *input, *output;
    double seconds;
    bool json;
    struct cli_reading reading;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    struct notes notes = {0};
    struct agent *agent = agent_new(o.agent, &notes);
    if (!agent)
        cli_fail(command, "%s", notes_why(&notes));
    struct problem *problem = cli_load(command, o.input, NULL, o.reading.variant, o.reading.strict);
    const struct position *p = problem->position;
    if (position_is_over(p))
        cli_fail(command, "%s: the game is over, there is no move", o.input);

    struct calibration calibration = calibration_read("calibration.txt", problem->world->game);
    struct turn turn = {.position = p, .allowance = drop_in_allowance(problem, &calibration)};
    if (o.seconds > 0)
        turn.allowance.move_cap = o.seconds;
    struct report report;
    unsigned code = agent_choose(agent, &turn, &report);

    char name[MOVE_NAME_MAX];
    struct text out = {0};
    p->world->game->move_name(p, code, name);
    p->world->game->answer_write(p, code, &out);
    bool to_stdout = strcmp(o.output, "-") == 0;
    if (to_stdout && !o.json)
        fwrite(out.data, 1, out.length, stdout);
    bool written = to_stdout || file_replace(o.output, out.data, out.length);
    if (!written) {
        fprintf(stderr, "%s: cannot be written: %s\n", shown(o.output), strerror(errno));
    } else if (o.json) {
        char *answer = memory_string(out.data);
        text_clear(&out);
        json_open(&out, NULL, '{');
        json_put_string(&out, "agent", o.agent);
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
        printf("%s written to %s:", name, shown(o.output));
        if (report.has_value)
            printf(" expects a final margin of %+.1f%s, depth %d,", report.value,
                   report_certainty(&report), report.depth);
        printf(" %llu nodes, %llu table hits, %.3f s\n", (unsigned long long)report.nodes,
               (unsigned long long)report.table_hits, report.seconds);
    }
    text_free(&out);
    agent_free(agent);
    problem_free(problem);
    return written ? 0 : EXIT_CANNOT;
}

static const struct cli_option option_table[] = {
    {"agent", "SPEC", "the agent; 'plywood games' lists them", CLI_STRING(struct options, agent),
     .usual = "plywood"},
    {"input", "FILE", "the position", CLI_STRING(struct options, input), .usual = "input.txt"},
    {"output", "FILE", "where the answer goes, - for standard output",
     CLI_STRING(struct options, output), .usual = "output.txt"},
    {"seconds", "S", "the most time to think", CLI_SECONDS(struct options, seconds)},
    CLI_JSON(struct options, json),
    CLI_READING(struct options, reading),
    {0},
};

const struct command command_move = {
    .name = "move",
    .summary = "let an agent answer one position",
    .options = option_table,
    .examples = "move\n"
                "move --agent minimax:depth=3 --input input.txt --output -",
    .details =
        "The agent chooses within the time that the file gives, and writes the answer file.\n"
        "The command prints what the agent saw: the expected final margin for the side to\n"
        "move, the depth, the nodes, the table hits and the time.\n",
    .run = run,
};
