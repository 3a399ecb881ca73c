#include "cmd/replay_bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/commands.h"
#include "referee/guest/rerun.h"

enum { LINE_MOST = 4000 };

/* Somebody's lines, each fit for a terminal, under a heading. */
static void print_lines(const char *heading, const struct text *text)
{
    if (text->length == 0)
        return;
    printf("%s\n", heading);
    const char *at = text->data, *end = at + text->length;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        struct text line = {0};
        text_add_foreign(&line, at, length, LINE_MOST);
        printf("  %s\n", line.data);
        text_free(&line);
        at += length + 1;
    }
}

/* Before anything is run: a bundle may come from anybody. */
static void print_intention(const struct rerun *r, enum sandbox sandbox)
{
    const struct policy *policy = rerun_policy(r);
    printf("%s: %s\n", rerun_game(r)->title, rerun_command(r));
    if (rerun_submission(r)[0])
        printf("It is built or unpacked again from %s\n", rerun_submission(r));
    for (int i = 0; rerun_readable(r, i)[0]; i++)
        printf("It may read %s\n", rerun_readable(r, i));
    printf("It may have %.0f MB of memory, %d processes, %.0f MB in a file, %.0f MB in all files\n",
           (double)policy->memory / (1 << 20), policy->processes,
           (double)policy->file_bytes / (1 << 20), (double)policy->disk / (1 << 20));
    if (sandbox == SANDBOX_OFF)
        printf("WARNING: IT IS NOT CONFINED: IT CAN DO WHATEVER YOU CAN DO\n");
    else if (rerun_was_unconfined(r))
        printf("Then it had no sandbox; now it has one, unless you say --sandbox off\n");
    if (rerun_lateness(r))
        printf("The conversation begins with this turn: %s\n", rerun_lateness(r));
    fflush(stdout);
}

static void print_confinement(const struct rerun *r)
{
    if (rerun_has_changed(r))
        printf("WARNING: WHAT WAS HANDED IN HAS CHANGED SINCE\n");
    printf("Metered and confined by %s, with the limits of then\n", rerun_rung(r));
    if (strcmp(rerun_rung(r), rerun_rung_then(r)) != 0)
        printf("WARNING: THEN IT WAS METERED AND CONFINED BY %s\n", rerun_rung_then(r));
    if (rerun_missing(r)[0])
        printf("WARNING: IT WAS NOT FULLY CONFINED OR METERED, MISSING: %s\n", rerun_missing(r));
}

static void print_findings(const struct rerun *r, const struct answer *answer)
{
    printf("Then: %s: %s\n", rerun_verdict_then(r), rerun_detail_then(r));
    if (answer->verdict == VERDICT_NONE)
        printf("Now:  no fault\n");
    else
        printf("Now:  %s: %s\n", verdict_name(answer->verdict), answer->detail);
    printf("%.3f s of CPU time, %.3f s of wall clock", answer->cpu, answer->wall);
    if (answer->exit_status >= 0)
        printf(", exit status %d", answer->exit_status);
    printf("\n");
    print_lines("Its answer:", &answer->output);
    print_lines("On stderr:", &answer->complaint);
}

bool replay_is_bundle(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int replay_bundle(const struct command *command, const char *dir, const char *word)
{
    enum sandbox sandbox = word && strcmp(word, "off") == 0 ? SANDBOX_OFF : SANDBOX_ON;
    struct notes notes = {0};
    struct rerun *r = rerun_new(dir, &notes);
    if (!r)
        cli_fail(command, "%s", notes_why(&notes));
    struct answer answer;
    print_intention(r, sandbox);
    if (!rerun_ask(r, sandbox, &answer, &notes)) {
        fprintf(stderr, "plywood %s: %s\n", command->name, notes_why(&notes));
        rerun_free(r);
        return EXIT_CANNOT;
    }
    print_confinement(r);
    print_findings(r, &answer);
    int status = answer.verdict == VERDICT_NONE          ? 0
                 : answer.verdict == VERDICT_OUR_FAILURE ? EXIT_CANNOT
                                                         : EXIT_NO;
    rerun_free(r);
    return status;
}

struct options {
    const char *sandbox;
};

/* In the grader, which has no screen to show a record on. */
static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    if (!replay_is_bundle(argv[0]))
        cli_fail(command, "%s: expected the directory of a bundle; plywood replay shows records",
                 argv[0]);
    return replay_bundle(command, argv[0], o.sandbox);
}

static const struct cli_option option_table[] = {
    {"sandbox", "on|off", "confine the program", CLI_WORD(struct options, sandbox), .usual = "on"},
    {0},
};

static const struct cli_place place_table[] = {
    {"BUNDLE", "the directory that a fault has left", 1, 1}, {0}};

const struct command command_replay_bundle = {
    .name = "replay",
    .summary = "ask the question of a fault's bundle again",
    .places = place_table,
    .options = option_table,
    .examples = "replay plywood-faults/1",
    .details = REPLAY_BUNDLE_DETAILS,
    .run = run,
};
