#include "cmd/parts.h"

extern const struct command command_halma, *const halma_parts[];

/* The commands that games add to plywood: one line each. */
const struct command_parts game_commands[] = {{&command_halma, halma_parts}, {0}};
