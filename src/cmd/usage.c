#include "cmd/usage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/help.h"

/* A name that has more columns does not push the second column aside. */
enum { NAME_COLUMNS = 20 };

/* --- forms --- */

static bool is_demanded(const struct cli_place *place)
{
    return place->least != 0;
}

void usage_add_option(const struct cli_row *row, struct text *out)
{
    text_add(out, "--%s", row->option.name);
    if (row->option.value)
        text_add(out, " %s", row->option.value);
}

void usage_add_arguments(const struct command *command, struct text *out)
{
    struct cli_row *rows = memory_new(CLI_ROWS_MAX * sizeof *rows);
    int count = table_rows(command, rows);
    for (const struct cli_place *place = command->places; place && place->name; place++) {
        const char *several = place->most > 1 ? "…" : "";
        text_add(out, is_demanded(place) ? " %s%s" : " [%s]%s", place->name, several);
    }
    bool others = false;
    for (int i = 0; i < count; i++) {
        others |= !rows[i].option.needed;
        if (rows[i].option.needed) {
            text_add(out, " ");
            usage_add_option(&rows[i], out);
        }
    }
    text_add(out, "%s", others ? " [OPTION]…" : "");
    free(rows);
}

void usage_add_forms(const struct command *command, struct text *out)
{
    text_add(out, "usage: %s %s", cli_program, command->name);
    usage_add_arguments(command, out);
    text_add(out, "\n");
    for (const char *form = command->forms; form && *form;) {
        size_t length = strcspn(form, "\n");
        text_add(out, "       %s %s %.*s\n", cli_program, command->name, (int)length, form);
        form += length + (form[length] == '\n');
    }
}

/* --- the screen --- */

void usage_add_sentence(const struct command *command, struct text *out)
{
    text_add(out, "%c%s.", toupper((unsigned char)command->summary[0]), command->summary + 1);
}

static void add_line(const char *name, int columns, const char *help, struct text *out)
{
    if ((int)strlen(name) > 2 * NAME_COLUMNS) /* no room beside it */
        text_add(out, "  %s\n  %-*s  %s", name, columns, "", help);
    else
        text_add(out, "  %-*s  %s", columns, name, help);
}

/* Places with one explanation share a line. */
static void add_places(const struct command *command, int columns, struct text *out)
{
    struct text name = {0};
    const char *explanation = "";
    for (const struct cli_place *place = command->places; place && place->name; place++) {
        explanation = place->help ? place->help : explanation;
        text_add(&name, "%s%s", name.length > 0 ? ", " : "", place->name);
        if (!place[1].name || place[1].help) {
            add_line(name.data, columns, explanation, out);
            text_add(out, "\n");
            text_clear(&name);
        }
    }
    text_free(&name);
}

/* How wide the names are, but for those that are too wide. */
static int name_columns(const struct command *command, const struct cli_row *rows, int count)
{
    int columns = 0;
    for (const struct cli_place *place = command->places; place && place->name; place++) {
        int length = (int)strlen(place->name);
        columns = length > columns && length <= NAME_COLUMNS ? length : columns;
    }
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        usage_add_option(&rows[i], &name);
        int length = (int)name.length;
        columns = length > columns && length <= NAME_COLUMNS ? length : columns;
        text_free(&name);
    }
    return columns;
}

/* The help of an option, which begins with a small letter. */
static void add_words(const struct cli_row *row, struct text *out)
{
    const char *help = row->option.help;
    if (row->option.type == CLI_IS_SETUP) /* a label */
        text_add(out, "%c%s", tolower((unsigned char)*help), help + 1);
    else
        text_add(out, "%s", help);
    if (row->usual[0])
        text_add(out, " (default %s)", row->usual);
}

/* The options of managers share a line, since hardly anybody needs them. Returns the index behind
 * the last of them. */
static int add_talk(const struct cli_row *rows, int count, int at, struct text *out)
{
    const char *before = "  ";
    for (; at < count && rows[at].option.type == CLI_IS_TALK; at++) {
        text_add(out, "%s--%s", before, rows[at].option.name);
        before = ", ";
    }
    text_add(out, "\n      talking with programs on pipes; the manual page has their values\n");
    return at;
}

static void add_options(const struct cli_row *rows, int count, int columns, struct text *out)
{
    const char *title = "";
    for (int i = 0; i < count;) {
        if (rows[i].is_handed_on) {
            i++;
            continue;
        }
        if (strcmp(title, rows[i].title) != 0)
            text_add(out, "%s:\n", title = rows[i].title);
        if (rows[i].option.type == CLI_IS_TALK) {
            i = add_talk(rows, count, i, out);
            continue;
        }
        struct text name = {0}, help = {0};
        usage_add_option(&rows[i], &name);
        add_words(&rows[i], &help);
        add_line(name.data, columns, help.data, out);
        text_add(out, "\n");
        text_free(&name);
        text_free(&help);
        i++;
    }
}

/* What another command reads. */
static void add_others(const struct command *command, struct text *out)
{
    for (const struct cli_option *option = command->options;
         option && (option->type || option->help); option++)
        if (option->type == CLI_IS_OTHERS)
            text_add(out, "%s\n", option->help);
}

static void add_examples(const struct command *command, struct text *out)
{
    for (const char *call = command->examples; call && *call;) {
        size_t length = strcspn(call, "\n");
        text_add(out, "  %s ", cli_program);
        help_expand(call, length, out);
        text_add(out, "\n");
        call += length + (call[length] == '\n');
    }
}

void usage_add_head(const struct command *command, struct text *out)
{
    usage_add_forms(command, out);
    text_add(out, "\n");
    usage_add_sentence(command, out);
    text_add(out, "\n");
    add_examples(command, out);
    text_add(out, "\n");
}

void usage_add_screen(const struct command *command, struct text *out)
{
    struct cli_row *rows = memory_new(CLI_ROWS_MAX * sizeof *rows);
    int count = table_rows(command, rows), columns = name_columns(command, rows, count);
    usage_add_head(command, out);
    add_places(command, columns, out);
    add_options(rows, count, columns, out);
    add_others(command, out);
    if (command->details && cli_has_manual)
        text_add(out, "\n%s help --man %.*s tells more.\n", cli_program,
                 (int)strcspn(command->name, " "), command->name);
    else if (command->details) {
        text_add(out, "\n");
        help_expand(command->details, strlen(command->details), out);
    }
    free(rows);
}
