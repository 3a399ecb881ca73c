#include "cmd/table.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "agents/agent.h"
#include "game/registry.h"

const struct cli_option cli_board_options[] = {
    {"size", "N", "edge of the board", CLI_INT(struct cli_board, setup.size, 1, BOARD_MAX)},
    CLI_SETUP(struct cli_board, given),
    {"rules", "RULES", "the rules to play by; 'plywood games' lists them",
     CLI_STRING(struct cli_board, setup.variant)},
    {0},
};

const struct cli_option cli_reading_options[] = {
    {"rules", "RULES", "the rules to read it by; 'plywood games' lists them",
     CLI_STRING(struct cli_reading, variant)},
    CLI_STRICT(struct cli_reading, strict),
    {0},
};

/* --- rows --- */

struct rows {
    int count;
    const char *title;
    bool are_handed_on;
    struct cli_row *row;
};

static bool has_row(const struct rows *rows, const char *name)
{
    for (int i = 0; i < rows->count; i++)
        if (strcmp(rows->row[i].option.name, name) == 0)
            return true;
    return false;
}

static struct cli_row *add_row(struct rows *rows, const struct cli_option *option, size_t base)
{
    assert(rows->count < CLI_ROWS_MAX);
    struct cli_row *row = &rows->row[rows->count++];
    *row = (struct cli_row){
        .option = *option, .title = rows->title, .is_handed_on = rows->are_handed_on};
    row->option.at += base;
    if (option->usual)
        snprintf(row->usual, sizeof row->usual, "%s", option->usual);
    else if (option->standard > 0)
        snprintf(row->usual, sizeof row->usual, "%d", option->standard);
    return row;
}

static void add_setup(struct rows *rows, const struct cli_option *option, size_t base)
{
    struct setup_option names[OPTION_NAMES_MAX];
    int count = option_names(names);
    for (int i = 0; i < count; i++) {
        struct cli_row *row = add_row(rows, option, base);
        row->option.name = names[i].name;
        row->option.value = "N";
        row->option.help = names[i].label;
        row->option.min = names[i].min;
        row->option.max = names[i].max;
        if (names[i].standard >= 0)
            snprintf(row->usual, sizeof row->usual, "%d", names[i].standard);
    }
}

static void add_talk(struct rows *rows, const struct cli_option *option, size_t base)
{
    struct talk_option names[OPTION_NAMES_MAX];
    int count = talk_names(names);
    for (int i = 0; i < count; i++) {
        struct cli_row *row = add_row(rows, option, base);
        row->option.name = names[i].name;
        row->option.value = names[i].values;
        row->option.help = names[i].help;
    }
}

static bool is_end(const struct cli_option *option)
{
    return option->type == CLI_IS_TITLE && !option->help;
}

static void add_rows(struct rows *rows, const struct cli_option *option, size_t base)
{
    for (; option && !is_end(option); option++)
        switch (option->type) {
        case CLI_IS_TITLE: rows->title = option->help; break;
        case CLI_IS_SETUP: add_setup(rows, option, base); break;
        case CLI_IS_TALK: add_talk(rows, option, base); break;
        case CLI_IS_SET: add_rows(rows, option->set, base + option->at); break;
        case CLI_IS_OTHERS:
            rows->are_handed_on = true;
            add_rows(rows, option->of->options, 0);
            rows->are_handed_on = false;
            break;
        default: /* of an option that both commands have, this one's own counts */
            if (!rows->are_handed_on || !has_row(rows, option->name))
                add_row(rows, option, base);
        }
}

int table_rows(const struct command *command, struct cli_row out[CLI_ROWS_MAX])
{
    struct rows rows = {.title = "", .row = out};
    add_rows(&rows, command->options, 0);
    return rows.count;
}

/* --- what fits --- */

enum takes {
    TAKES_FILES = 1,
    TAKES_DIRECTORIES = 2,
    TAKES_GAMES = 4,
    TAKES_AGENTS = 8,
    TAKES_RULES = 16
};

static const struct {
    const char *name;
    unsigned takes;
} names[] = {
    {"FILE", TAKES_FILES},       {"PROOF", TAKES_FILES},  {"STORE", TAKES_FILES},
    {"PATTERN", TAKES_FILES},    {"RECORD", TAKES_FILES}, {"BUNDLE", TAKES_DIRECTORIES},
    {"DIR", TAKES_DIRECTORIES},  {"GAME", TAKES_GAMES},   {"AGENT", TAKES_AGENTS},
    {"A", TAKES_AGENTS},         {"B", TAKES_AGENTS},     {"SPEC", TAKES_AGENTS},
    {"NAME=SPEC", TAKES_AGENTS}, {"RULES", TAKES_RULES},
};

static bool is_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) && text[i] != '-')
            return false;
    return length > 0 && islower((unsigned char)text[0]);
}

/* What the names among the alternatives stand for. */
static unsigned takes_of(const char *value)
{
    unsigned takes = 0;
    for (const char *at = value; *at;) {
        size_t length = strcspn(at, "|");
        if (memchr(at, '.', length)) /* FILE.csv */
            takes |= TAKES_FILES;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strlen(names[i].name) == length && memcmp(names[i].name, at, length) == 0)
                takes |= names[i].takes;
        at += length + (at[length] == '|');
    }
    return takes;
}

bool table_has_word(const char *value, const char *word)
{
    for (const char *at = value; *at;) {
        size_t length = strcspn(at, "|");
        if (is_word(at, length) && strlen(word) == length && memcmp(at, word, length) == 0)
            return true;
        at += length + (at[length] == '|');
    }
    return false;
}

/* The first word of each line. */
static void add_agents(struct text *out)
{
    struct text help = {0};
    agent_help(&help);
    for (const char *line = help.data; line && *line; line = strchr(line, '\n')) {
        line += strspn(line, "\n ");
        if (*line)
            text_add(out, " %.*s", (int)strcspn(line, " \n"), line);
    }
    text_free(&help);
}

/* The names of all rules, each once. */
static void add_rules(struct text *out)
{
    struct text known = {0};
    text_add(&known, " ");
    for (int i = 0; games[i]; i++)
        for (const struct variant *variant = games[i]->variants; variant->name; variant++) {
            struct text mark = {0};
            text_add(&mark, " %s ", variant->name);
            if (!strstr(known.data, mark.data)) {
                text_add(&known, "%s ", variant->name);
                text_add(out, " %s", variant->name);
            }
            text_free(&mark);
        }
    text_free(&known);
}

struct table_fits table_fits(const char *value)
{
    const unsigned takes = takes_of(value);
    struct table_fits fits = {.paths = takes & (TAKES_FILES | TAKES_AGENTS) ? 'f'
                                       : takes & TAKES_DIRECTORIES          ? 'd'
                                                                            : 'n'};
    for (int i = 0; games[i] && (takes & TAKES_GAMES); i++)
        text_add(&fits.words, " %s", games[i]->name);
    if (takes & TAKES_AGENTS)
        add_agents(&fits.words);
    if (takes & TAKES_RULES)
        add_rules(&fits.words);
    for (const char *at = value; *at;) {
        size_t length = strcspn(at, "|");
        if (is_word(at, length))
            text_add(&fits.words, " %.*s", (int)length, at);
        at += length + (at[length] == '|');
    }
    return fits;
}
