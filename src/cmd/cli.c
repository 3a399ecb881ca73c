#include "cmd/cli.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/foreign.h"
#include "cmd/help.h"
#include "cmd/usage.h"
#include "game/registry.h"
#include "screens/draw.h"
#include "screens/fit.h"

_Noreturn static void leave(const struct command *command, int status, const char *format,
                            va_list arguments)
{
    fflush(stdout);
    struct text message = {0};
    text_add_list(&message, format, arguments);
    char *fit = foreign_copy(message.data); /* file names and values may be anybody's */
    fprintf(stderr, "plywood %s: %s\n", command->name, fit);
    free(fit);
    text_free(&message);
    exit(status);
}

void cli_fail(const struct command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    leave(command, EXIT_WRONG, format, arguments);
}

void cli_cannot(const struct command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    leave(command, EXIT_CANNOT, format, arguments);
}

void cli_remark(const struct command *command, const struct notes *notes)
{
    fflush(stdout);
    for (int i = 0; i < notes->kept; i++)
        if (strcmp(notes->text[i], notes->fault) != 0)
            fprintf(stderr, "plywood %s: %s\n", command->name, notes->text[i]);
}

int cli_integer(const struct command *command, const char *what, const char *text, int min, int max)
{
    long value;
    if (!line_integer(line_from(text), min, max, &value))
        cli_fail(command, "%s: expected %d to %d, found \"%s\"", what, min, max, text);
    return (int)value;
}

double cli_duration(const struct command *command, const char *option, const char *text)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
    char number[40];
    size_t length = strlen(text);
    double value = 0, unit = 1;
    for (size_t i = 0; i < sizeof units / sizeof *units && length > 0; i++)
        if (text[strlen(text) - 1] == units[i].letter) {
            unit = units[i].seconds;
            length = strlen(text) - 1;
        }
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), text);
    if (!line_number(line_from(number), &value) || value <= 0)
        cli_fail(command, "%s: expected a time such as 9m, 540s or 1h, found \"%s\"", option, text);
    return value * unit;
}

void cli_spare(const struct command *command, const char *option, const char *path, bool force)
{
    struct stat status;
    if (path && !force && stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        cli_fail(command, "%s: %s is not empty; --force replaces it", option, path);
}

void cli_sprt(const struct command *command, const char *text, double *elo0, double *elo1)
{
    char first[40];
    size_t length = strcspn(text, ",");
    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), text);
    if (text[length] != ',' || !line_number(line_from(first), elo0) ||
        !line_number(line_from(text + length + 1), elo1) || !(*elo0 < *elo1))
        cli_fail(command, "--sprt: expected elo0,elo1 such as 0,10, found \"%s\"", text);
}

/* --- values --- */

static void store_setup(const struct cli_row *row, int number, struct option_values *values)
{
    struct setup_option names[OPTION_NAMES_MAX];
    int count = option_names(names);
    for (int i = 0; i < count; i++)
        if (strcmp(names[i].name, row->option.name) == 0) {
            values->given[i] = true;
            values->value[i] = number;
        }
}

static void store_talk(const struct cli_row *row, const char *text, struct talk_values *values)
{
    struct talk_option names[OPTION_NAMES_MAX];
    int count = talk_names(names);
    for (int i = 0; i < count; i++)
        if (strcmp(names[i].name, row->option.name) == 0)
            values->value[i] = text;
}

/* "on or off" of "on|off". */
static void add_alternatives(const char *value, struct text *out)
{
    assert(value);
    for (const char *at = value; *at;) {
        size_t length = strcspn(at, "|");
        const char *next = at + length + (at[length] == '|');
        text_add(out, "%.*s%s", (int)length, at, !*next ? "" : strchr(next, '|') ? ", " : " or ");
        at = next;
    }
}

static void demand_word(const struct command *command, const char *name, const char *value,
                        const char *text)
{
    if (table_has_word(value, text))
        return;
    struct text words = {0};
    add_alternatives(value, &words);
    cli_fail(command, "%s: expected %s, found \"%s\"", name, words.data, text);
}

static uint64_t read_count(const struct command *command, const char *name, const char *text)
{
    char *end;
    errno = 0;
    uint64_t count = strtoull(text, &end, 10);
    if (errno || *end || !isdigit((unsigned char)*text))
        cli_fail(command, "%s: expected a whole number, found \"%s\"", name, text);
    return count;
}

static double read_seconds(const struct command *command, const char *name, const char *text,
                           bool or_none)
{
    double seconds;
    if (or_none && strcmp(text, "none") == 0)
        return -1;
    if (!line_number(line_from(text), &seconds) || seconds <= 0)
        cli_fail(command, "%s: expected seconds above 0%s, found \"%s\"", name,
                 or_none ? " or none" : "", text);
    return seconds;
}

/* Reads the value into the command's struct; text: NULL for a flag. */
static void store(const struct command *command, const struct cli_row *row, const char *text,
                  void *values)
{
    const struct cli_option *option = &row->option;
    void *value = (char *)values + option->at;
    char name[40];
    snprintf(name, sizeof name, "--%s", option->name);
    switch (option->type) {
    case CLI_IS_FLAG: *(bool *)value = true; break;
    case CLI_IS_WORD: demand_word(command, name, option->value, text); /* fallthrough */
    case CLI_IS_STRING: *(const char **)value = text; break;
    case CLI_IS_INT:
        *(int *)value = cli_integer(command, name, text, option->min, option->max);
        break;
    case CLI_IS_MIB:
        *(size_t *)value = (size_t)cli_integer(command, name, text, option->min, option->max) << 20;
        break;
    case CLI_IS_COUNT: *(uint64_t *)value = read_count(command, name, text); break;
    case CLI_IS_SECONDS: *(double *)value = read_seconds(command, name, text, false); break;
    case CLI_IS_CLOCK: *(double *)value = read_seconds(command, name, text, true); break;
    case CLI_IS_SETUP:
        store_setup(row, cli_integer(command, name, text, option->min, option->max), value);
        break;
    case CLI_IS_TALK: store_talk(row, text, value); break;
    case CLI_IS_LIST: {
        struct cli_list *list = value;
        if (list->count == CLI_LIST_MAX)
            cli_fail(command, "%s: more than %d times", name, CLI_LIST_MAX);
        list->word[list->count++] = text;
        break;
    }
    case CLI_IS_TITLE:
    case CLI_IS_SET:
    case CLI_IS_OTHERS: break; /* these are no rows of their own */
    }
}

/* --- a call --- */

static void print_fitted(FILE *to, const struct text *text)
{
    struct text fitted = {0};
    fit_text(text->data, USAGE_WIDTH, &fitted);
    fwrite(fitted.data, 1, fitted.length, to);
    text_free(&fitted);
}

void cli_print_help(const struct command *command)
{
    struct text screen = {0};
    usage_add_screen(command, &screen);
    print_fitted(stdout, &screen);
    text_free(&screen);
}

/* True if "--NAME" or "--NAME=VALUE" has the whole name: getopt_long() takes its beginning too, and
 * other readers of a call's words do not. */
static bool is_whole(const char *word, const char *name)
{
    assert(name);
    return strcspn(word, "=") == strlen(name) + 2 && strncmp(word + 2, name, strlen(name)) == 0;
}

/* The rows that the command itself reads, with their defaults set. */
static int own_rows(const struct command *command, struct cli_row *row, void *values)
{
    int all = table_rows(command, row), count = 0;
    for (int i = 0; i < all; i++) {
        if (row[i].is_handed_on)
            continue;
        if (row[i].option.usual)
            store(command, &row[i], row[i].option.usual, values);
        row[count++] = row[i];
    }
    return count;
}

static const struct cli_row *row_of(const struct cli_row *row, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(row[i].option.name, name) == 0)
            return &row[i];
    return NULL;
}

/* Fails if there are too many or too few arguments. */
static void check_places(const struct command *command, int count, char **argv)
{
    int least = 0, most = 0;
    for (const struct cli_place *place = command->places; place && place->name; place++) {
        least += place->least > 0 ? place->least : 0;
        most += place->most;
    }
    if (count >= least && count <= most)
        return;
    if (count > most)
        fprintf(stderr, "plywood %s: unexpected argument \"%s\"\n", command->name,
                shown(argv[most]));
    else
        fprintf(stderr, "plywood %s: an argument is missing\n", command->name);
    struct text forms = {0};
    usage_add_forms(command, &forms);
    print_fitted(stderr, &forms);
    exit(EXIT_WRONG);
}

int cli_parse(const struct command *command, int argc, char **argv, void *values)
{
    enum { HELP };
    struct option longs[CLI_ROWS_MAX + 2] = {[HELP] = {"help", no_argument, NULL, 0}};
    static struct cli_row rows[CLI_ROWS_MAX]; /* large */
    int count = own_rows(command, rows, values);
    for (int i = 0; i < count; i++) {
        int argument = rows[i].option.value ? required_argument : no_argument;
        longs[i + 1] = (struct option){rows[i].option.name, argument, NULL, 0};
    }
    opterr = 0;
    optind = 1;
    for (int index = 0, got; (got = getopt_long(argc, argv, ":ho:", longs, &index)) != -1;) {
        const char *word = argv[optind - 1];
        if (optarg == word) /* the value, a word of its own */
            word = argv[optind - 2];
        if (got == '?' || (got == 0 && !is_whole(word, longs[index].name)))
            cli_fail(command, "unknown option %s; see plywood %s --help", word, command->name);
        if (got == 'h' || (got == 0 && index == HELP)) {
            cli_print_help(command);
            exit(0);
        }
        if (got == ':')
            cli_fail(command, "%s needs a value; see plywood %s --help", argv[optind - 1],
                     command->name);
        /* -o is short for --output, where there is that option */
        const struct cli_row *row = got == 'o' ? row_of(rows, count, "output") : &rows[index - 1];
        if (!row)
            cli_fail(command, "unknown option -o; see plywood %s --help", command->name);
        store(command, row, optarg, values);
    }
    int rest = argc - optind;
    for (int i = 0; i < rest; i++)
        argv[i] = argv[optind + i];
    check_places(command, rest, argv);
    return rest;
}

/* --- games and positions --- */

const struct game *cli_game(const struct command *command, const char *name)
{
    const struct game *game = game_by_name(name);
    if (game)
        return game;
    struct text names = {0};
    for (int i = 0; games[i]; i++)
        text_add(&names, "%s%s", i == 0 ? "" : games[i + 1] ? ", " : " or ", games[i]->name);
    cli_fail(command, "game: expected %s, found \"%s\"", names.data, name);
}

static void check_variant(const struct command *command, const struct game *game,
                          const char *variant)
{
    if (game_variant(game, variant) >= 0)
        return;
    struct text names = {0};
    for (int i = 0; game->variants[i].name; i++)
        text_add(&names, "%s%s", i == 0 ? "" : " or ", game->variants[i].name);
    cli_fail(command, "--rules: expected %s, found \"%s\"", names.data, variant);
}

/* What was put right, a line each. */
static void tell_salvage(const struct command *command, const struct notes *notes)
{
    notes_print(notes);
    int more = notes->faults + notes->remarks - notes->kept;
    if (more > 0)
        fprintf(stderr, "%s: and %d more like these\n", shown(notes->file), more);
    fprintf(stderr,
            "plywood %s: %s is not as it should be; this is what was made of it (--strict "
            "refuses it)\n",
            command->name, shown(notes->file));
}

/* Reads exactly what is exact; what is not is tried again, as the drop-in agent reads it. */
static struct problem *read_position(const struct command *command, const struct game *game,
                                     const struct lines *lines, const char *variant, bool strict,
                                     struct notes *notes)
{
    struct problem *problem = game->read(lines, variant, notes);
    if (problem || strict)
        return problem;
    struct notes salvage = {.file = notes->file, .salvage = true};
    problem = game->read(lines, variant, &salvage);
    if (problem) {
        tell_salvage(command, &salvage);
        *notes = (struct notes){.file = notes->file};
    }
    return problem;
}

struct problem *cli_load(const struct command *command, const char *path, const struct game *game,
                         const char *variant, bool strict)
{
    struct notes notes = {.file = strcmp(path, "-") == 0 ? "standard input" : path};
    struct lines lines;
    struct problem *problem = NULL;
    if (lines_read(path, &lines, &notes)) {
        const struct game *found = game_of_lines(&lines);
        if (!game)
            game = found;
        if (!game) {
            notes_fault(&notes, 0, "expected a position file of one of the games, found none");
        } else {
            check_variant(command, game, variant);
            if (found && found != game)
                notes_fault(&notes, 0, "expected a position of %s, found one of %s", game->title,
                            found->title);
            else
                problem = read_position(command, game, &lines, variant, strict, &notes);
        }
        lines_free(&lines);
    }
    if (!problem) { /* what ended the reading is the last note, and the one that matters */
        fprintf(stderr, "%s\n", notes_why(&notes));
        exit(EXIT_WRONG);
    }
    notes_print(&notes);
    return problem;
}

void cli_set_up(const struct command *command, const struct game *game,
                const struct cli_board *board, struct setup *setup)
{
    *setup = board->setup;
    const char *unknown = option_fill(game, &board->given, setup);
    if (unknown)
        cli_fail(command, "--%s: %s has none", unknown, game->title);
}

int cli_dialect(const struct command *command, const struct game *game,
                const struct talk_values *values)
{
    int dialect = 0;
    const char *option = NULL;
    struct notes notes = {0};
    if (!talk_fill(game, values, &dialect, &option, &notes))
        cli_fail(command, "--%s: %s", option, notes_why(&notes));
    return dialect;
}

struct problem *cli_create(const struct command *command, const struct game *game,
                           const struct setup *setup)
{
    struct notes notes = {0};
    struct problem *problem = game->create(setup, &notes);
    if (!problem)
        cli_fail(command, "%s", notes_why(&notes));
    return problem;
}

void cli_refuse_setup(const struct command *command, const struct game *game,
                      const struct setup *setup, const char *option)
{
    bool sets_up = setup->size > 0;
    for (int row = 0; row < game_option_count(game); row++)
        sets_up |= setup->option[row] >= game->options[row].min;
    if (!sets_up)
        return;
    static const char message[] = "{names} are for a new game, not with --";
    struct text words = {0};
    help_expand(message, strlen(message), &words);
    cli_fail(command, "%s%s", words.data, option);
}

struct problem *cli_start(const struct command *command, const struct game *game, const char *file,
                          const struct setup *setup, bool strict)
{
    if (!file)
        return cli_create(command, game, setup);
    cli_refuse_setup(command, game, setup, "position");
    return cli_load(command, file, game, setup->variant, strict);
}

void cli_print_position(const struct position *p, bool colour)
{
    static struct picture picture; /* zeroed once; draw() fills what it shows */
    const struct game *game = p->world->game;
    game->draw(p, &picture);
    struct text out = {0};
    draw_text(&picture, colour, &out);
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    text_add(&out, "%s, %d x %d", game->title, p->world->size, p->world->size);
    if (p->world->variant > 0)
        text_add(&out, ", rules: %s", game->variants[p->world->variant].name);
    text_add(&out, ". ");
    int score[2];
    position_score(p, score);
    if (score[0] != 0 || score[1] != 0)
        text_add(&out, "%s %d, %s %d. ", game->sides[0], score[0], game->sides[1], score[1]);
    if (count > 0)
        text_add(&out, "%s to move, %d legal move%s.\n", game->sides[p->side], count,
                 count == 1 ? "" : "s");
    else
        text_add(&out, "The game is over.\n");
    fwrite(out.data, 1, out.length, stdout);
    text_free(&out);
}
