#include "cmd/guest_limits.h"

#include <string.h>

#include "referee/guest/calibrated.h"

#define AT(type, member) type(struct guest_limits, member)

const char guest_bundles[] = "plywood-faults";

const struct cli_option guest_confinement[] = {
    {"disk", "MIB", "what a program may write", AT(CLI_MIB, contender.disk),
     .standard = CONTENDER_DISK_MIB},
    {"calibrate", "S", "CPU seconds of its calibrate command", AT(CLI_SECONDS, contender.calibrate),
     .standard = CALIBRATE_SECONDS},
    {"sandbox", "on|off", "confine programs", AT(CLI_WORD, sandbox), .usual = "on"},
    {"strict", NULL, "refuse to begin with a layer of confinement missing", AT(CLI_FLAG, strict)},
    {0},
};

const struct cli_option guest_runaways[] = {
    {"grace", "S", "CPU seconds past its time before a program is killed",
     AT(CLI_SECONDS, contender.grace), .usual = "10"},
    {"memory", "MIB", "memory of a program", AT(CLI_MIB, contender.memory),
     .standard = CONTENDER_MEMORY_MIB},
    {0},
};

const struct cli_option guest_building[] = {
    {"build", "COMMAND", "builds a submission without plywood.json",
     AT(CLI_STRING, contender.build)},
    {"run", "COMMAND", "runs a submission without plywood.json", AT(CLI_STRING, contender.run)},
    {0},
};

const struct cli_option guest_effort[] = {
    {"nodes", "N", "the most nodes of a move of built-in agents", AT(CLI_COUNT, contender.nodes)},
    {"depth", "D", "the depth of a move of built-in agents",
     CLI_INT(struct guest_limits, contender.depth, 1, 99)},
    {0},
};

const struct cli_option guest_matches[] = {
    {"wall", "R", "a game may take R times its clock, and 10 s, on the wall clock",
     AT(CLI_SECONDS, contender.wall_ratio), .standard = CONTENDER_WALL_RATIO},
    {"processes", "N", "processes of a program",
     CLI_INT(struct guest_limits, contender.processes, 1, 100000), .standard = CONTENDER_PROCESSES},
    {"exact", NULL, "judge answers to the letter", AT(CLI_FLAG, contender.exact)},
    {0},
};

void guest_limits_complete(struct guest_limits *limits)
{
    limits->contender.sandbox = strcmp(limits->sandbox, "off") == 0 ? SANDBOX_OFF : SANDBOX_ON;
}

const struct cli_option game_limits_clocks[] = {
    {"time", "S|none", "seconds of a side and game; else the course's",
     CLI_CLOCK(struct game_limits, time)},
    {"move-time", "S", "the most seconds of a move; else the course's",
     CLI_SECONDS(struct game_limits, cap)},
    {0},
};

const struct cli_option game_limits_moves[] = {
    {"openings", "PLIES", "random moves at the start of every pair",
     CLI_INT(struct game_limits, openings, 0, 1000)},
    {"plies", "N", "a game is drawn after N plies, 0: never; else the course's",
     CLI_INT(struct game_limits, plies, 0, 100000)},
    {0},
};
