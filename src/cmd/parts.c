#include "cmd/parts.h"

#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "cmd/usage.h"

const struct command *const *parts_of(const struct command *command)
{
    if (command == tournament_parts.whole)
        return tournament_parts.parts;
    for (const struct command_parts *of = game_commands; of->whole; of++)
        if (command == of->whole)
            return of->parts;
    return NULL;
}

const char *part_name(const struct command *part)
{
    const char *blank = strchr(part->name, ' ');
    return blank ? blank + 1 : part->name;
}

static void print_parts(FILE *to, const struct command_parts *of)
{
    struct text out = {0};
    usage_add_head(of->whole, &out);
    for (const struct cli_place *place = of->whole->places; place->name; place++)
        text_add(&out, "  %-9s %s\n", place->name, place->help);
    text_add(&out, "Parts:\n");
    for (const struct command *const *part = of->parts; *part; part++)
        text_add(&out, "  %-9s %s\n", part_name(*part), (*part)->summary);
    text_add(&out, "\n%s %s PART --help tells more.\n", cli_program, of->whole->name);
    fwrite(out.data, 1, out.length, to);
    text_free(&out);
}

int parts_run(const struct command_parts *of, int argc, char **argv)
{
    const char *name = argc >= 2 ? argv[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_parts(stdout, of);
        return 0;
    }
    for (const struct command *const *part = of->parts; *part; part++)
        if (strcmp(name, part_name(*part)) == 0)
            return (*part)->run(*part, argc - 1, argv + 1);
    if (strncmp(name, "--", 2) == 0)
        cli_fail(of->whole, "unknown option %s; see plywood %s --help", shown(name),
                 of->whole->name);
    if (*name)
        fprintf(stderr, "plywood %s: unknown part \"%s\"\n", of->whole->name, shown(name));
    print_parts(stderr, of);
    return EXIT_WRONG;
}
