/* plywood analyze - positions analysed for programs, by lines of JSON, or one on the screen */
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "cmd/analyze_screen.h"
#include "cmd/commands.h"
#include "serve/engine.h"

enum { LINE_MAX_BYTES = 1 << 20 };

static void print_line(void *context, const char *line)
{
    (void)context;
    printf("%s\n", line);
    fflush(stdout);
}

/* Reads a line without its end, and keeps no more of it than a question may have; *whole is false
 * if there was more. False at the end of the input. */
static bool read_line(struct text *line, bool *whole)
{
    int c = 0;
    text_clear(line);
    *whole = true;
    while ((c = getchar_unlocked()) != EOF && c != '\n') {
        char byte = (char)c;
        *whole = line->length < LINE_MAX_BYTES;
        if (*whole)
            text_add_bytes(line, &byte, 1);
    }
    return c != EOF || line->length > 0;
}

static void read_lines(struct engine *engine)
{
    struct text line = {0};
    bool whole;
    while (read_line(&line, &whole)) {
        if (!whole)
            print_line(NULL, "{\"error\":\"expected at most 1048576 bytes a line\"}");
        else if (line.length > 0)
            engine_take(engine, line.data, line.length);
    }
    text_free(&line);
}

struct options {
    struct cli_reading reading;
    int threads, lines;
};

static int run(const struct command *command, int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct options o = {.threads = cores < 1                    ? 1
                                   : cores > ENGINE_THREADS_MAX ? ENGINE_THREADS_MAX
                                                                : (int)cores};
    if (cli_parse(command, argc, argv, &o) == 1)
        return analyze_screen(command, argv[0], o.reading.variant, o.reading.strict, o.lines);
    struct engine *engine = engine_new(o.threads, print_line, NULL);
    read_lines(engine);
    engine_free(engine);
    return 0;
}

static const struct cli_option option_table[] = {
    {"threads", "N", "questions answered at once; else one for each processor",
     CLI_INT(struct options, threads, 1, ENGINE_THREADS_MAX)},
    {.help = "With FILE"},
    {"lines", "N", "how many of the best lines to show", CLI_INT(struct options, lines, 1, 8),
     .usual = "3"},
    CLI_READING(struct options, reading),
    {0},
};

static const struct cli_place place_table[] = {
    {"FILE", "an input.txt of any game, to show on the screen", 0, 1}, {0}};

const struct command command_analyze = {
    .name = "analyze",
    .summary = "analyse positions: JSON lines for programs, or one on the screen",
    .places = place_table,
    .options = option_table,
    .examples = "analyze\n"
                "analyze input.txt --lines 5",
    .details =
        "Without FILE it reads questions from standard input, one JSON object a line. It\n"
        "answers on standard output, several questions at once and in any order;\n"
        "docs/analyze.md tells more. With FILE it shows the position on the terminal with the\n"
        "best lines while the search goes on.\n",
    .run = run,
};
