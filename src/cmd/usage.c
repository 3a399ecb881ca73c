#include "cmd/usage.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "agents/agent.h"
#include "cmd/commands.h"
#include "cmd/help.h"
#include "game/registry.h"

static const struct {
    const char *name;
    unsigned takes;
} names[] = {
    {"FILE", TAKES_FILES},       {"PROOF", TAKES_FILES},  {"STORE", TAKES_FILES},
    {"PATTERN", TAKES_FILES},    {"RECORD", TAKES_FILES}, {"BUNDLE", TAKES_DIRECTORIES},
    {"DIR", TAKES_DIRECTORIES},  {"GAME", TAKES_GAMES},   {"AGENT", TAKES_AGENTS},
    {"A", TAKES_AGENTS},         {"B", TAKES_AGENTS},     {"SPEC", TAKES_AGENTS},
    {"NAME=SPEC", TAKES_AGENTS},
};

static bool is_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) && text[i] != '-')
            return false;
    return length > 0 && islower((unsigned char)text[0]);
}

static bool has_word(const char *words, const char *word, size_t length)
{
    for (const char *at = words; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strcspn(at, " ") == length && strncmp(at, word, length) == 0)
            return true;
    }
    return false;
}

/* One alternative of a value. */
static void add_alternative(struct usage_choice *choice, const char *text, size_t length)
{
    size_t used = strlen(choice->words);
    if (is_word(text, length)) {
        if (!has_word(choice->words, text, length))
            snprintf(choice->words + used, sizeof choice->words - used, "%s%.*s", used ? " " : "",
                     (int)length, text);
        return;
    }
    if (memchr(text, '.', length)) /* input.txt, the usual one */
        choice->takes |= TAKES_FILES;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, text, length) == 0)
            choice->takes |= names[i].takes;
}

static void add_choice(struct usage_choice *choice, const char *value)
{
    if (!choice->name[0])
        snprintf(choice->name, sizeof choice->name, "%.79s", value);
    for (const char *at = value; *at;) {
        size_t length = strcspn(at, "|");
        add_alternative(choice, at, length);
        at += length + (at[length] == '|');
    }
}

static struct usage_option *option_of(struct usage *usage, const char *name)
{
    for (int i = 0; i < usage->options; i++)
        if (strcmp(usage->option[i].name, name) == 0)
            return &usage->option[i];
    if (usage->options == USAGE_OPTIONS)
        return NULL;
    struct usage_option *option = &usage->option[usage->options++];
    *option = (struct usage_option){0};
    snprintf(option->name, sizeof option->name, "%.39s", name);
    return option;
}

/* A word of the usage, without what stands around it. */
struct token {
    char text[400];
    bool opens, closes; /* a bracket stands before it, or behind */
    bool several;       /* dots follow */
};

static bool next_token(const char **at, struct token *token)
{
    static const char dots[] = "…";
    *at += strspn(*at, " \n");
    if (!**at)
        return false;
    *token = (struct token){0};
    const char *start = *at, *end = start + strcspn(start, " \n");
    *at = end;
    for (; start < end && *start == '['; start++)
        token->opens = true;
    for (;;) {
        size_t length = (size_t)(end - start);
        if (length > 0 && end[-1] == ']') {
            token->closes = true;
            end--;
        } else if (length >= strlen(dots) && memcmp(end - strlen(dots), dots, strlen(dots)) == 0) {
            token->several = true;
            end -= strlen(dots);
        } else {
            break;
        }
    }
    snprintf(token->text, sizeof token->text, "%.*s", (int)(end - start), start);
    return true;
}

/* Skips the command's own words. */
static void skip_name(const char **at, const char *name)
{
    struct token token;
    for (const char *p = name; p; p = strchr(p + 1, ' '))
        next_token(at, &token);
}

static void take_option(struct usage *usage, const char **at, const struct token *token)
{
    struct usage_option *option = option_of(usage, token->text);
    struct token value;
    const char *behind = *at;
    if (!option)
        return;
    option->several |= token->several;
    if (token->closes || !next_token(&behind, &value) || value.opens || value.text[0] == '-' ||
        value.text[0] == '|')
        return;
    *at = behind;
    option->has_value = true;
    option->several |= value.several;
    if (strcmp(option->name, "--rules") == 0)
        option->choice.takes |= TAKES_RULES;
    add_choice(&option->choice, value.text);
}

static void take_place(struct usage *usage, int place, const struct token *token)
{
    if (place >= USAGE_PLACES)
        return;
    add_choice(&usage->place[place], token->text);
    usage->places = place >= usage->places ? place + 1 : usage->places;
    usage->goes_on |= token->several;
}

static void read_forms(const struct command *, bool options_alone, struct usage *);

/* A bracket of words for people, of which the first was read: up to its end. */
static void take_prose(struct usage *usage, const char **at)
{
    char name[80];
    size_t length = strcspn(*at, "]");
    snprintf(name, sizeof name, "'plywood %s'", command_grade.name);
    bool has_others = memmem(*at, length, name, strlen(name));
    *at += length + ((*at)[length] == ']');
    if (has_others)
        read_forms(&command_grade, true, usage);
}

static void read_forms(const struct command *command, bool options_alone, struct usage *usage)
{
    const char *end = strstr(command->help, "\n\n");
    struct text text = {0};
    help_expand(command->help, end ? (size_t)(end - command->help) : strlen(command->help), &text);
    const char *at = text.data;
    int place = 0;
    for (struct token token; next_token(&at, &token);) {
        if (strcmp(token.text, "usage:") == 0 || !token.text[0] || token.text[0] == '|')
            continue;
        if (strcmp(token.text, "plywood") == 0) {
            skip_name(&at, command->name);
            place = 0;
        } else if (token.text[0] == '-') {
            take_option(usage, &at, &token);
        } else if (token.opens && !token.closes && is_word(token.text, strlen(token.text))) {
            take_prose(usage, &at);
        } else if (!options_alone) {
            take_place(usage, place++, &token);
        }
    }
    text_free(&text);
}

void usage_read(const struct command *command, struct usage *usage)
{
    *usage = (struct usage){0};
    read_forms(command, false, usage);
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

static void add_rules(struct text *out)
{
    for (int i = 0; games[i]; i++)
        for (const struct variant *variant = games[i]->variants; variant->name; variant++)
            if (!out->data || !has_word(out->data, variant->name, strlen(variant->name)))
                text_add(out, " %s", variant->name);
}

void usage_add_words(const struct usage_choice *choice, struct text *out)
{
    for (int i = 0; games[i] && (choice->takes & TAKES_GAMES); i++)
        text_add(out, " %s", games[i]->name);
    if (choice->takes & TAKES_AGENTS)
        add_agents(out);
    if (choice->takes & TAKES_RULES)
        add_rules(out);
    if (choice->words[0])
        text_add(out, " %s", choice->words);
}
