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

static int run(const struct command *command, int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = cores < 1 ? 1 : cores > ENGINE_THREADS_MAX ? ENGINE_THREADS_MAX : (int)cores;
    int lines = 3;
    const char *variant = NULL;
    bool strict = false;
    int rest = cli_parse(
        command, argc, argv,
        (struct cli_option[]){{"threads", CLI_INT, &threads, 1, ENGINE_THREADS_MAX},
                              {"lines", CLI_INT, &lines, 1, 8},
                              {"rules", CLI_STRING, &variant, 0, 0},
                              {"strict", CLI_FLAG, &strict, 0, 0},
                              {0}},
        0, 1);
    if (rest == 1)
        return analyze_screen(command, argv[0], variant, strict, lines);
    struct engine *engine = engine_new(threads, print_line, NULL);
    read_lines(engine);
    engine_free(engine);
    return 0;
}

const struct command command_analyze = {
    "analyze", "analyse positions: JSON lines for programs, or one on the screen",
    "usage: plywood analyze [--threads N]\n"
    "       plywood analyze FILE [--rules R] [--lines N] [--strict]\n\n"
    "Without a file: reads questions from standard input, one JSON object a line, and answers on\n"
    "standard output, several at once and in any order; docs/analyze.md tells more. With a\n"
    "position file: shows it on the terminal with the best lines, while the search goes on.\n",
    run};
