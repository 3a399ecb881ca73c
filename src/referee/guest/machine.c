#include "referee/guest/machine.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/guest/program.h"

bool machine_examine(const struct contender_options *options, char missing[MACHINE_MISSING],
                     struct notes *notes)
{
    struct program *program = memory_zero(sizeof *program);
    bool works = program_prepare(program, "cmd:true", options, notes);
    if (works && missing)
        snprintf(
            missing, MACHINE_MISSING, "%s%s%s", options->sandbox == SANDBOX_OFF ? "sandbox" : "",
            options->sandbox == SANDBOX_OFF && program->missing[0] ? ", " : "", program->missing);
    free(program);
    return works;
}

bool machine_ask(struct warden_hello *facts, struct notes *notes)
{
    struct contender_options usual = {0};
    struct program *program = memory_zero(sizeof *program);
    bool works = program_prepare(program, "cmd:true", &usual, notes);
    *facts = program->facts;
    free(program);
    return works;
}
