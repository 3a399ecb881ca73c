#include "cmd/demands.h"

#include "referee/guest/machine.h"
#include "referee/guest/program.h"
#include "referee/sandbox/capacity.h"

void demand_all_layers(const struct command *command, const struct contender_options *options)
{
    char missing[MACHINE_MISSING];
    struct notes notes = {0};
    if (!machine_examine(options, missing, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    if (missing[0])
        cli_fail(command,
                 "--strict: this machine does not grant all that keeps programs honest; "
                 "missing: %s",
                 missing);
}

void demand_files(const struct command *command, int jobs, int programs, int others)
{
    long allowed = capacity_allowed(), needed = capacity_files(jobs * programs, others);
    if (programs == 0 || needed <= allowed)
        return;
    int fitting = jobs;
    while (fitting > 0 && capacity_files(fitting * programs, others) > allowed)
        fitting--;
    if (fitting > 0)
        cli_fail(command,
                 "--jobs %d: %ld open files are needed and %ld allowed (ulimit -n); --jobs %d fits",
                 jobs, needed, allowed, fitting);
    cli_fail(command, "%ld open files are needed and %ld allowed (ulimit -n)", needed, allowed);
}

void fail_for_program(const struct command *command, const char *spec,
                      const struct contender_options *options, const char *before,
                      const struct notes *notes)
{
    struct notes ours = {0};
    if (options->lacking && *options->lacking)
        cli_cannot(command, "%s%s", before, notes_why(notes));
    if (program_is_meant(spec) && !machine_examine(options, NULL, &ours))
        cli_cannot(command, "%s%s", before, notes_why(&ours));
    cli_fail(command, "%s%s", before, notes_why(notes));
}
