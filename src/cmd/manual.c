#include "cmd/manual.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agents/agent.h"
#include "base/file.h"
#include "base/foreign.h"
#include "base/memory.h"
#include "cmd/completion.h"
#include "cmd/help.h"
#include "cmd/kit_files.h"
#include "cmd/parts.h"
#include "cmd/usage.h"
#include "cmd/version.h"
#include "game/registry.h"

/* --- words in the language of man(7) --- */

static void add_escaped(const char *text, size_t length, struct text *out)
{
    for (size_t i = 0; i < length; i++)
        text_add(out, text[i] == '\\' ? "\\e" : text[i] == '-' ? "\\-" : "%c", text[i]);
}

/* True if an option or a value's name in capitals begins here; length: of what is set apart. */
static bool is_option(const char *word, size_t *length)
{
    if (word[0] != '-' || (word[1] != '-' && !isalpha((unsigned char)word[1])))
        return false;
    *length = strspn(word, "-abcdefghijklmnopqrstuvwxyz0123456789");
    return *length > 1 && isalpha((unsigned char)word[*length - 1]);
}

static bool is_name(const char *word, size_t *length)
{
    *length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return *length > 0 && isupper((unsigned char)word[0]) && !isalpha((unsigned char)word[*length]);
}

/* A line of a synopsis: options bold, names slanted, brackets never broken. */
static void add_synopsis_words(const char *text, size_t length, struct text *out)
{
    int depth = 0;
    for (size_t i = 0, part; i < length; i += part) {
        bool begins = i == 0 || strchr(" [|=,", text[i - 1]);
        part = 1;
        if (begins && is_option(text + i, &part)) {
            text_add(out, "\\fB");
            add_escaped(text + i, part, out);
            text_add(out, "\\fR");
        } else if (begins && is_name(text + i, &part)) {
            text_add(out, "\\fI%.*s\\fR", (int)part, text + i);
        } else if (text[i] == ' ' && depth > 0) {
            part = 1;
            text_add(out, "\\ ");
        } else {
            depth += (text[i] == '[') - (text[i] == ']');
            part = 1;
            add_escaped(text + i, 1, out);
        }
    }
}

/* Prose: options bold. A dot or an apostrophe at the begin of a line would be a request. */
static void add_prose(const char *text, size_t length, struct text *out)
{
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        text_add(out, "\\&");
    for (size_t i = 0, part; i < length; i += part) {
        bool begins = i == 0 || strchr(" ('[", text[i - 1]);
        part = 1;
        if (begins && is_option(text + i, &part) && i + part <= length) {
            text_add(out, "\\fB");
            add_escaped(text + i, part, out);
            text_add(out, "\\fR");
        } else {
            part = 1;
            add_escaped(text + i, 1, out);
        }
    }
}

static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    line += line_length(line);
    return *line ? line + 1 : line;
}

/* --- texts --- */

/* An item of a list: its name, a gap, and its words, which may go on in deeper lines. */
static const char *add_item(const char *line, struct text *out)
{
    size_t indent = strspn(line, " "), length = line_length(line);
    const char *tag = line + indent, *gap = strstr(tag, "  ");
    size_t name = gap && gap < line + length ? (size_t)(gap - tag) : length - indent;
    text_add(out, ".TP\n\\fB");
    add_escaped(tag, name, out);
    text_add(out, "\\fR\n");
    if (name < length - indent) {
        const char *words = tag + name + strspn(tag + name, " ");
        add_prose(words, (size_t)(line + length - words), out);
        text_add(out, "\n");
    }
    for (line = next_line(line); strspn(line, " ") > indent; line = next_line(line)) {
        const char *words = line + strspn(line, " ");
        add_prose(words, line_length(words), out);
        text_add(out, "\n");
    }
    return line;
}

/* True if the last line is a heading, behind which a paragraph begins by itself. */
static bool is_at_heading(const struct text *out)
{
    const char *last = out->data ? out->data + out->length : NULL;
    for (int ends = 0; last && last > out->data && (ends += last[-1] == '\n') < 2;)
        last--;
    return last && (strncmp(last, ".SH", 3) == 0 || strncmp(last, ".SS", 3) == 0);
}

/* Paragraphs and lists, as fit_text() tells them apart. */
static void add_body(const char *text, struct text *out)
{
    bool begins = !is_at_heading(out);
    for (const char *line = text; *line;) {
        if (*line == '\n') {
            begins = true;
            line++;
        } else if (*line == ' ') {
            line = add_item(line, out);
            begins = true;
        } else {
            text_add(out, "%s", begins ? ".PP\n" : "");
            begins = false;
            add_prose(line, line_length(line), out);
            text_add(out, "\n");
            line = next_line(line);
        }
    }
}

static void add_head(const char *page, int section, const char *summary, struct text *out)
{
    text_add(out, ".\\\" made by: plywood help --man\n.TH \"");
    for (const char *p = page; *p; p++)
        text_add(out, "%c", toupper((unsigned char)*p));
    text_add(out, "\" %d \"\" \"plywood %s\" \"Plywood\"\n.SH NAME\n", section, version_number);
    add_escaped(page, strlen(page), out);
    text_add(out, " \\- ");
    add_prose(summary, strlen(summary), out);
    text_add(out, "\n");
}

/* --- a command's table --- */

static void add_form(const char *name, const char *arguments, size_t length, struct text *out)
{
    text_add(out, "\\fBplywood ");
    add_escaped(name, strlen(name), out);
    text_add(out, "\\fR");
    add_synopsis_words(arguments, length, out);
    text_add(out, "\n");
}

static void add_synopsis(const struct command *command, struct text *out)
{
    struct text arguments = {0};
    usage_add_arguments(command, &arguments);
    text_add(out, ".ad l\n.nh\n");
    add_form(command->name, arguments.data ? arguments.data : "", arguments.length, out);
    for (const char *form = command->forms; form && *form; form = next_line(form)) {
        text_clear(&arguments);
        text_add(&arguments, " %.*s", (int)line_length(form), form);
        text_add(out, ".br\n");
        add_form(command->name, arguments.data, arguments.length, out);
    }
    text_add(out, ".ad b\n.hy\n");
    text_free(&arguments);
}

/* An option or an argument, as the head of an item. */
static void add_term(const char *words, struct text *out)
{
    text_add(out, ".TP\n");
    add_synopsis_words(words, strlen(words), out);
    text_add(out, "\n");
}

static void add_sentence(const char *words, struct text *out)
{
    assert(words);
    text_add(out, "%c", toupper((unsigned char)words[0]));
    add_prose(words + 1, strlen(words + 1), out);
    text_add(out, ".\n");
}

/* What may be given, as far as the parser knows, and the default. */
static void add_range(const struct cli_row *row, struct text *out)
{
    const struct cli_option *option = &row->option;
    if (option->type == CLI_IS_INT || option->type == CLI_IS_SETUP || option->type == CLI_IS_MIB)
        text_add(out, "From %d to %d.\n", option->min, option->max);
    if (row->usual[0]) {
        text_add(out, "The default is ");
        add_escaped(row->usual, strlen(row->usual), out);
        text_add(out, ".\n");
    }
}

static void add_option(const struct cli_row *row, struct text *out)
{
    struct text words = {0};
    usage_add_option(row, &words);
    add_term(words.data, out);
    add_sentence(row->option.help, out);
    add_range(row, out);
    text_free(&words);
}

/* Places with one explanation share an item. */
static void add_places(const struct command *command, struct text *out)
{
    struct text terms = {0};
    const char *explanation = "";
    for (const struct cli_place *place = command->places; place && place->name; place++) {
        explanation = place->help ? place->help : explanation;
        text_add(&terms, "%s%s", terms.length > 0 ? ", " : "", place->name);
        if (!place[1].name || place[1].help) {
            add_term(terms.data, out);
            add_sentence(explanation, out);
            text_clear(&terms);
        }
    }
    text_free(&terms);
}

/* heading: of the list, as a request. */
static void add_table(const struct command *command, const char *heading, struct text *out)
{
    struct cli_row *rows = memory_new(CLI_ROWS_MAX * sizeof *rows);
    int count = table_rows(command, rows);
    const char *title = "";
    if (count > 0 || command->places)
        text_add(out, "%s", heading);
    add_places(command, out);
    for (int i = 0; i < count; i++) {
        if (rows[i].is_handed_on)
            continue;
        if (strcmp(title, rows[i].title) != 0) {
            title = rows[i].title;
            text_add(out, ".SS \"%s\"\n", title);
        }
        add_option(&rows[i], out);
    }
    for (const struct cli_option *others = command->options;
         others && others->type + !!others->help; others++)
        if (others->type == CLI_IS_OTHERS) {
            text_add(out, ".PP\n");
            add_sentence(others->help, out);
        }
    free(rows);
}

static void add_examples(const struct command *command, const char *heading, struct text *out)
{
    text_add(out, "%s.nf\n", heading);
    struct text calls = {0};
    help_expand(command->examples, strlen(command->examples), &calls);
    for (const char *call = calls.data; *call; call = next_line(call)) {
        text_add(out, "plywood ");
        add_escaped(call, line_length(call), out);
        text_add(out, "\n");
    }
    text_free(&calls);
    text_add(out, ".fi\n");
}

static void add_details(const struct command *command, struct text *out)
{
    struct text details = {0};
    usage_add_sentence(command, &details);
    text_add(&details, "\n\n");
    if (command->details)
        help_expand(command->details, strlen(command->details), &details);
    add_body(details.data, out);
    text_free(&details);
}

/* --- what several pages have --- */

static const char statuses[] =
    "  0    done\n"
    "  1    the answer is no: an illegal move, something wrong with an agent\n"
    "  2    the call or the input is wrong; stderr says where and why\n"
    "  70   the work cannot be done: a file cannot be written, say\n"
    "  130  it was interrupted, and what had been done is saved\n";

static void add_statuses(struct text *out)
{
    text_add(out, ".SH EXIT STATUS\n");
    add_body(statuses, out);
}

static void add_reference(const char *page, int section, bool last, struct text *out)
{
    text_add(out, ".BR ");
    add_escaped(page, strlen(page), out);
    text_add(out, " (%d)%s\n", section, last ? "" : ",");
}

/* The commands beside this one, and what belongs to all. */
static void add_see_also(const struct command_group *group, const struct command *except,
                         struct text *out)
{
    text_add(out, ".SH SEE ALSO\n");
    add_reference("plywood", 1, false, out);
    for (int i = 0; group->command[i]; i++)
        if (group->command[i] != except) {
            char page[80];
            snprintf(page, sizeof page, "plywood-%s", group->command[i]->name);
            add_reference(page, 1, false, out);
        }
    add_reference("plywood-rules", 7, true, out);
}

/* --- pages --- */

static void add_command_page(const struct command_group *group, const struct command *command,
                             struct text *out)
{
    char page[80];
    snprintf(page, sizeof page, "plywood-%s", command->name);
    add_head(page, 1, command->summary, out);
    text_add(out, ".SH SYNOPSIS\n");
    add_synopsis(command, out);
    text_add(out, ".SH DESCRIPTION\n");
    add_details(command, out);
    add_table(command, ".SH OPTIONS\n", out);
    for (const struct command *const *part = parts_of(command); part && *part; part++) {
        text_add(out, ".SH \"plywood %s\"\n", (*part)->name);
        add_synopsis(*part, out);
        text_add(out, ".PP\n");
        add_details(*part, out);
        add_table(*part, "", out);
        add_examples(*part, ".PP\n", out);
    }
    add_examples(command, ".SH EXAMPLES\n", out);
    add_statuses(out);
    add_see_also(group, command, out);
}

static void add_games(struct text *out)
{
    for (int i = 0; games[i]; i++) {
        text_add(out, ".TP\n\\fB%s\\fR\n", games[i]->name);
        add_prose(games[i]->title, strlen(games[i]->title), out);
        text_add(out, ". ");
        add_prose(games[i]->goal, strlen(games[i]->goal), out);
        text_add(out, "\n");
    }
}

static const char environment[] =
    "  PLYWOOD_TOKEN         the token of plywood serve --listen\n"
    "  PLYWOOD_MOVE_SECONDS  the most seconds of a move that the drop-in agents take\n"
    "  XDG_DATA_HOME         plywood/games in it keeps the games that were played; else "
    "~/.local/share\n"
    "  TMPDIR                where programs have their directories while they run; else /tmp\n"
    "  NO_COLOR              no colours\n";

static const char systems[] =
    "Plywood is for Linux on x86\\-64. The drop\\-in agents need nothing but the C library and\n"
    "are portable C; whoever runs anybody's programs (match, grade, doctor, tournament, serve)\n"
    "needs Linux. On other systems a virtual machine or a container with Linux does; \n"
    "\\fBplywood doctor \\-\\-machine\\fR tells what a referee lacks there.\n";

static void add_main_page(const struct command_group *groups, struct text *out)
{
    add_head("plywood", 1, "play board games, judge the agents that play them, study both", out);
    text_add(out, ".SH SYNOPSIS\n\\fBplywood\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.br\n"
                  "\\fBplywood\\fR \\fICOMMAND\\fR \\fB\\-\\-help\\fR\n.br\n"
                  "\\fBplywood \\-\\-version\\fR\n"
                  ".SH DESCRIPTION\n"
                  "Plywood plays two\\-player board games that courses set as assignments, runs\n"
                  "anybody's agents for them against each other, fairly and safely, and is a\n"
                  "place to play, analyse, review and watch.\n"
                  ".SH COMMANDS\n");
    for (const struct command_group *group = groups; group->title; group++) {
        text_add(out, ".SS %s\nTo %s:\n", group->title, group->words);
        for (int i = 0; group->command[i]; i++) {
            text_add(out, ".TP\n\\fBplywood\\-%s\\fR(1)\n", group->command[i]->name);
            add_prose(group->command[i]->summary, strlen(group->command[i]->summary), out);
            text_add(out, "\n");
        }
    }
    text_add(out, ".SH GAMES\n\\fBplywood\\-rules\\fR(7) tells how they are played.\n");
    add_games(out);
    struct text agents = {0};
    agent_help(&agents);
    text_add(out,
             ".SH AGENTS\nWherever an agent is named, one of these, \\fBcmd:\\fICOMMAND\\fR, or\n"
             "a directory with a program:\n");
    add_body(agents.data, out);
    text_free(&agents);
    add_statuses(out);
    text_add(out, ".SH ENVIRONMENT\n");
    add_body(environment, out);
    text_add(out, ".SH SYSTEMS\n%s", systems);
    text_add(out, ".SH SEE ALSO\n");
    add_reference("plywood-rules", 7, false, out);
    add_reference("plywood-homework", 1, false, out);
    add_reference("plywood-calibrate", 1, true, out);
}

/* --- the rules: what courses hand out, as Markdown of the plainest kind --- */

/* `code` and **strong** words; the rest as it is. */
static void add_marked(const char *text, size_t length, struct text *out)
{
    bool bold = false;
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        text_add(out, "\\&");
    for (size_t i = 0; i < length; i++) {
        bool strong = text[i] == '*' && i + 1 < length && text[i + 1] == '*';
        if (strong || text[i] == '`') {
            bold = !bold;
            text_add(out, bold ? "\\fB" : "\\fR");
            i += strong;
        } else {
            add_escaped(text + i, 1, out);
        }
    }
    text_add(out, "%s\n", bold ? "\\fR" : "");
}

static void add_markdown(const char *data, const char *end, struct text *out)
{
    bool begins = true;
    for (const char *line = data; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        size_t digits = strspn(line, "0123456789");
        if (length == 0) {
            begins = true;
        } else if (line[0] == '#') {
            begins = false; /* the title, which stands there already */
        } else if (strncmp(line, "- ", 2) == 0) {
            text_add(out, ".IP \\(bu 3\n");
            add_marked(line + 2, length - 2, out);
            begins = false;
        } else if (digits > 0 && strncmp(line + digits, ". ", 2) == 0) {
            text_add(out, ".IP %.*s 3\n", (int)digits + 1, line);
            add_marked(line + digits + 2, length - digits - 2, out);
            begins = false;
        } else {
            size_t indent = strspn(line, " ");
            text_add(out, "%s", begins && !is_at_heading(out) ? ".PP\n" : "");
            add_marked(line + indent, length - indent, out);
            begins = false;
        }
        line += length + 1;
    }
}

static void add_rules_page(struct text *out)
{
    add_head("plywood-rules", 7, "how the games are played, and what their files look like", out);
    text_add(out, ".SH DESCRIPTION\nThe games that\n.BR plywood (1)\nplays. Boards, rules and "
                  "options are chosen by \\fB\\-\\-size\\fR, \\fB\\-\\-rules\\fR and the names "
                  "below.\n");
    for (int i = 0; games[i]; i++) {
        const struct game *game = games[i];
        text_add(out, ".SH \"%s (%s)\"\n", game->title, game->name);
        for (const struct kit_file *file = kit_files; file->name; file++)
            if (file->game && strcmp(file->game, game->name) == 0 &&
                strcmp(file->name, "rules.md") == 0)
                add_markdown(file->data, file->end, out);
        text_add(out, ".SS Boards\n%d x %d", game->size_min, game->size_min);
        if (game->size_max > game->size_min)
            text_add(out, " to %d x %d, %d x %d unless told", game->size_max, game->size_max,
                     game->size_default, game->size_default);
        text_add(out, ".\n");
        for (int row = 0; row < game_option_count(game); row++)
            text_add(out, "\\fB\\-\\-%s\\fR from %d to %d.\n", game->options[row].name,
                     game->options[row].min, game->options[row].max);
        for (const struct variant *variant = game->variants; variant->name; variant++) {
            text_add(out, ".TP\n\\fB\\-\\-rules %s\\fR%s\n", variant->name,
                     variant == game->variants ? " (unless told)" : "");
            add_prose(variant->meaning, strlen(variant->meaning), out);
            text_add(out, "\n");
        }
        text_add(out, ".SS \"Pictures and moves\"\n");
        add_body(game->legend, out);
    }
    text_add(out, ".SH SEE ALSO\n");
    add_reference("plywood", 1, false, out);
    add_reference("plywood-games", 1, true, out);
}

/* --- the programs beside plywood --- */

static const struct {
    const char *name, *summary, *synopsis, *words;
} agents[] = {
    {"homework", "the drop-in agent of the games that are played by files",
     "\\fBhomework\\fR [\\fB\\-\\-agent\\fR \\fISPEC\\fR]",
     "Reads input.txt in the current directory, finds out which game it is, and writes\n"
     "output.txt. A legal answer is there within milliseconds; it is only ever replaced, at once\n"
     "and as a whole, by a better one, and is never late, however little time input.txt gives.\n"
     "What is worth remembering for the next move is kept in playdata.txt. --agent SPEC lets\n"
     "another built-in agent answer, greedy or minimax:depth=3 for example.\n\n"
     "The program is linked statically: it runs wherever it is copied. It is installed with the\n"
     "other agents in libexec/plywood, since its name is the courses' and not its own.\n\n"
     "PLYWOOD_MOVE_SECONDS in the environment is the most that a move takes. Exit status 0:\n"
     "answered; 2: there is nothing to play on, or no such agent; 70: our own failure.\n"},
    {"calibrate", "measure the machine for the drop-in agent", "\\fBcalibrate\\fR",
     "Measures once how fast this machine searches, and leaves calibration.txt in the current\n"
     "directory for homework.\n"},
};

enum { AGENTS = sizeof agents / sizeof *agents };

static void add_agent_page(int row, struct text *out)
{
    char page[80];
    snprintf(page, sizeof page, "plywood-%s", agents[row].name);
    add_head(page, 1, agents[row].summary, out);
    text_add(out, ".SH SYNOPSIS\n%s\n.SH DESCRIPTION\n", agents[row].synopsis);
    add_body(agents[row].words, out);
    text_add(out, ".SH SEE ALSO\n");
    add_reference("plywood", 1, false, out);
    add_reference("plywood-rules", 7, true, out);
}

/* --- files --- */

static bool write_page(const char *dir, const char *page, int section, struct text *out)
{
    struct text path = {0};
    text_add(&path, "%s/%s.%d", dir, page, section);
    bool good = file_replace(path.data, out->data, out->length);
    if (!good)
        fprintf(stderr, "plywood help: %s: %s\n", shown(path.data), strerror(errno));
    text_free(&path);
    text_clear(out);
    return good;
}

static bool write_manual(const struct command_group *groups, const char *dir)
{
    struct text out = {0};
    char page[80];
    if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "plywood help: %s: %s\n", shown(dir), strerror(errno));
        return false;
    }
    add_main_page(groups, &out);
    bool good = write_page(dir, "plywood", 1, &out);
    add_rules_page(&out);
    good = good && write_page(dir, "plywood-rules", 7, &out);
    for (int row = 0; row < AGENTS && good; row++) {
        snprintf(page, sizeof page, "plywood-%s", agents[row].name);
        add_agent_page(row, &out);
        good = write_page(dir, page, 1, &out);
    }
    for (const struct command_group *group = groups; group->title; group++)
        for (int i = 0; group->command[i] && good; i++) {
            snprintf(page, sizeof page, "plywood-%s", group->command[i]->name);
            add_command_page(group, group->command[i], &out);
            good = write_page(dir, page, 1, &out);
        }
    text_free(&out);
    return good;
}

/* --- the calls --- */

/* The page of this name; false if there is none. */
static bool add_page(const struct command_group *groups, const char *name, struct text *out)
{
    for (const struct command_group *group = groups; group->title; group++)
        for (int i = 0; group->command[i]; i++)
            if (strcmp(group->command[i]->name, name) == 0) {
                add_command_page(group, group->command[i], out);
                return true;
            }
    for (int row = 0; row < AGENTS; row++)
        if (strcmp(agents[row].name, name) == 0) {
            add_agent_page(row, out);
            return true;
        }
    if (strcmp(name, "rules") == 0)
        add_rules_page(out);
    else if (!*name)
        add_main_page(groups, out);
    return out->length > 0;
}

int manual_run(const struct command_group *groups, int argc, char **argv)
{
    const char *what = argv[1], *name = argc >= 3 ? argv[2] : "";
    struct text out = {0};
    bool known = argc <= 3, written = true;
    if (strcmp(what, "--manual") == 0 && *name)
        written = write_manual(groups, name);
    else if (strcmp(what, "--completion") == 0)
        known = known && completion_add(groups, name, &out);
    else
        known = known && strcmp(what, "--man") == 0 && add_page(groups, name, &out);
    if (!known)
        fprintf(stderr,
                "plywood help: expected --man [COMMAND], --manual DIR or --completion "
                "bash|zsh|fish, found \"%s%s%s\"\n",
                shown(what), *name ? " " : "", shown(name));
    else
        fwrite(out.data ? out.data : "", 1, out.length, stdout);
    text_free(&out);
    return !known ? EXIT_WRONG : written ? 0 : EXIT_CANNOT;
}
