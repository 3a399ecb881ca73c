/* Each command is a key, "match" or "tournament run". For each key a script knows the options, what
 * fits behind those that have a value, and what fits in the places of the other arguments. */
#include "cmd/completion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/parts.h"

/* --- the commands, one after the other --- */

/* A command with its table as rows. */
struct entry {
    const struct command *command;
    int count, places;
    bool goes_on; /* the last place may be taken by several */
    struct cli_row row[CLI_ROWS_MAX];
};

typedef void add_command(const struct entry *, struct text *out);

static void read_entry(const struct command *command, struct entry *entry)
{
    entry->command = command;
    entry->count = table_rows(command, entry->row);
    entry->places = 0;
    entry->goes_on = false;
    for (const struct cli_place *place = command->places; place && place->name; place++) {
        entry->places++;
        entry->goes_on |= place->most > 1;
    }
}

/* Every command, and behind one that has parts each of them. */
static void for_each(const struct command_group *groups, add_command *add, struct text *out)
{
    struct entry *entry = memory_new(sizeof *entry);
    for (; groups->title; groups++)
        for (int i = 0; groups->command[i]; i++) {
            const struct command *const *part = parts_of(groups->command[i]);
            read_entry(groups->command[i], entry);
            add(entry, out);
            for (; part && *part; part++) {
                read_entry(*part, entry);
                add(entry, out);
            }
        }
    free(entry);
}

static bool is_last_of_many(const struct entry *entry, int place)
{
    return entry->goes_on && place == entry->places - 1;
}

static struct table_fits fits_in_place(const struct entry *entry, int place)
{
    const struct command *const *part = place == 0 ? parts_of(entry->command) : NULL;
    struct table_fits fits = table_fits(entry->command->places[place].name);
    for (; part && *part; part++)
        text_add(&fits.words, " %s", part_name(*part));
    return fits;
}

static bool may_be_repeated(const struct cli_row *row)
{
    return row->option.type == CLI_IS_LIST;
}

/* -o is short for --output. */
static bool has_short_form(const struct cli_row *row)
{
    return strcmp(row->option.name, "output") == 0;
}

/* --- bash --- */

static void add_bash_fits(struct table_fits fits, struct text *out)
{
    if (fits.words.length > 0)
        text_add(out, " words='%s'", fits.words.data + 1);
    if (fits.paths != 'n')
        text_add(out, " paths=%c", fits.paths);
    text_add(out, fits.words.length > 0 || fits.paths != 'n' ? " ;;\n" : " : ;;\n");
    text_free(&fits.words);
}

static void add_bash_values(const struct entry *entry, struct text *out)
{
    for (int i = 0; i < entry->count; i++) {
        const struct cli_option *option = &entry->row[i].option;
        if (!option->value)
            continue;
        text_add(out, "    '%s --%s'", entry->command->name, option->name);
        if (has_short_form(&entry->row[i]))
            text_add(out, " | '%s -o'", entry->command->name);
        text_add(out, ")");
        add_bash_fits(table_fits(option->value), out);
    }
}

static void add_bash_places(const struct entry *entry, struct text *out)
{
    for (int i = 0; i < entry->places; i++) {
        if (is_last_of_many(entry, i))
            text_add(out, "    '%s '*)", entry->command->name);
        else
            text_add(out, "    '%s %d')", entry->command->name, i);
        add_bash_fits(fits_in_place(entry, i), out);
    }
}

static void add_bash_options(const struct entry *entry, struct text *out)
{
    text_add(out, "    '%s') words='", entry->command->name);
    for (int i = 0; i < entry->count; i++)
        text_add(out, " --%s", entry->row[i].option.name);
    text_add(out, " --help' ;;\n");
}

static void add_names(const struct command_group *groups, struct text *out)
{
    for (; groups->title; groups++)
        for (int i = 0; groups->command[i]; i++)
            text_add(out, "%s ", groups->command[i]->name);
    text_add(out, "help");
}

/* The names of commands that have parts, as a pattern; one at least has. */
static void add_wholes(const struct command_group *groups, const char *between, struct text *out)
{
    const char *before = "";
    for (; groups->title; groups++)
        for (int i = 0; groups->command[i]; i++)
            if (parts_of(groups->command[i])) {
                text_add(out, "%s%s", before, groups->command[i]->name);
                before = between;
            }
}

static void add_bash(const struct command_group *groups, struct text *out)
{
    text_add(out, "# bash completion for plywood; made by: plywood help --completion bash\n\n"
                  "# What fits behind an option; false if it has no value.\n"
                  "_plywood_value() {\n"
                  "    case \"$1 $2\" in\n");
    for_each(groups, add_bash_values, out);
    text_add(out, "    *) return 1 ;;\n    esac\n}\n\n"
                  "# What fits in a place, counted from 0.\n"
                  "_plywood_place() {\n"
                  "    case \"$1 $2\" in\n");
    for_each(groups, add_bash_places, out);
    text_add(out, "    esac\n}\n\n"
                  "_plywood_options() {\n"
                  "    case \"$1\" in\n");
    for_each(groups, add_bash_options, out);
    text_add(out, "    esac\n}\n\n"
                  "_plywood() {\n"
                  "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    local key='' place=0 words='' paths='' word before='' i\n"
                  "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                  "        word=${COMP_WORDS[i]}\n"
                  "        if [[ -z $key ]]; then\n"
                  "            key=$word\n"
                  "        elif [[ $word == [:=] || $before == [:=] ]]; then\n"
                  "            : # bash cuts cmd:COMMAND and NAME=SPEC into three\n"
                  "        elif [[ $word == -* ]]; then\n"
                  "            :\n"
                  "        elif _plywood_value \"$key\" \"$before\"; then\n"
                  "            :\n"
                  "        elif [[ $place == 0 && $key == @(");
    add_wholes(groups, "|", out);
    text_add(out, ") ]]; then\n"
                  "            key=\"$key $word\"\n"
                  "        else\n"
                  "            place=$((place + 1))\n"
                  "        fi\n"
                  "        before=$word\n"
                  "    done\n"
                  "    words='' paths=''\n"
                  "    if [[ -z $key ]]; then\n"
                  "        words='");
    add_names(groups, out);
    text_add(out, " --help --version'\n"
                  "    elif [[ $key == help ]]; then\n"
                  "        words='");
    add_names(groups, out);
    text_add(out,
             "'\n"
             "    elif _plywood_value \"$key\" \"$prev\"; then\n"
             "        :\n"
             "    elif [[ $cur == -* ]]; then\n"
             "        _plywood_options \"$key\"\n"
             "    else\n"
             "        _plywood_place \"$key\" \"$place\"\n"
             "    fi\n"
             "    COMPREPLY=()\n"
             "    [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
             "    [[ -z $paths ]] || {\n"
             "        compopt -o filenames 2>/dev/null\n"
             "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -$paths -- \"$cur\")\n"
             "    }\n"
             "}\n\n"
             "complete -F _plywood plywood\n");
}

/* --- zsh --- */

/* Text within single quotes, and within a description that ends with a colon or a bracket. */
static void add_zsh_quoted(const char *words, struct text *out)
{
    for (; *words; words++)
        if (*words == '\'')
            text_add(out, "'\\''");
        else
            text_add(out, strchr(":[]", *words) ? "\\%c" : "%c", *words);
}

/* An action of _arguments: what fits for a value of this name. */
static void add_zsh_fits(const char *value, struct table_fits fits, struct text *out)
{
    text_add(out, ":");
    add_zsh_quoted(value, out);
    text_add(out, ": _plywood_some %c%s", fits.paths, fits.words.data ? fits.words.data : "");
    text_free(&fits.words);
}

static void add_zsh_option(const struct cli_row *row, const char *name, struct text *out)
{
    text_add(out, " \\\n            '%s%s[", may_be_repeated(row) ? "*" : "", name);
    add_zsh_quoted(row->option.help, out);
    text_add(out, "]");
    if (row->option.value)
        add_zsh_fits(row->option.value, table_fits(row->option.value), out);
    text_add(out, "'");
}

static void add_zsh_arguments(const struct entry *entry, struct text *out)
{
    text_add(out, "_arguments '--help[tell more]'");
    for (int i = 0; i < entry->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "--%s", entry->row[i].option.name);
        add_zsh_option(&entry->row[i], name, out);
        if (has_short_form(&entry->row[i]))
            add_zsh_option(&entry->row[i], "-o", out);
    }
    for (int i = 0; i < entry->places; i++) {
        if (is_last_of_many(entry, i))
            text_add(out, " \\\n            '*");
        else
            text_add(out, " \\\n            '%d", i + 1);
        add_zsh_fits(entry->command->places[i].name, fits_in_place(entry, i), out);
        text_add(out, "'");
    }
    text_add(out, " ;;\n");
}

static void add_zsh_row(const struct command *command, struct text *out)
{
    text_add(out, "        '%s:", part_name(command));
    add_zsh_quoted(command->summary, out);
    text_add(out, "'\n");
}

/* A function that completes the first word from a list, and then by the word. */
static void begin_zsh(const char *function, const char *what, struct text *out)
{
    text_add(out,
             "    )\n"
             "    local curcontext=$curcontext state line\n"
             "    typeset -A opt_args\n"
             "    _arguments -C '--help[tell more]'%s '1: :->first' '*:: :->rest'\n"
             "    case $state in\n"
             "    first) _describe -t commands '%s' commands ;;\n"
             "    rest)\n"
             "        case $words[1] in\n",
             strcmp(function, "_plywood") == 0 ? " '--version[tell how it was built]'" : "", what);
}

static void end_zsh(struct text *out)
{
    text_add(out, "        esac ;;\n    esac\n}\n\n");
}

static void add_zsh_whole(const struct command *whole, struct entry *entry, struct text *out)
{
    text_add(out, "_plywood_%s() {\n    local -a commands=(\n", whole->name);
    for (const struct command *const *part = parts_of(whole); *part; part++)
        add_zsh_row(*part, out);
    begin_zsh("", "part", out);
    for (const struct command *const *part = parts_of(whole); *part; part++) {
        read_entry(*part, entry);
        text_add(out, "        %s) ", part_name(*part));
        add_zsh_arguments(entry, out);
    }
    end_zsh(out);
}

static void add_zsh(const struct command_group *groups, struct text *out)
{
    struct entry *entry = memory_new(sizeof *entry);
    text_add(out, "#compdef plywood\n"
                  "# zsh completion for plywood; made by: plywood help --completion zsh\n\n"
                  "# Words, and files (f) or directories (d).\n"
                  "_plywood_some() {\n"
                  "    local takes=$1\n"
                  "    shift\n"
                  "    (( $# )) && compadd -- \"$@\"\n"
                  "    case $takes in\n"
                  "    f) _files ;;\n"
                  "    d) _files -/ ;;\n"
                  "    esac\n"
                  "    return 0\n"
                  "}\n\n");
    for (const struct command_group *group = groups; group->title; group++)
        for (int i = 0; group->command[i]; i++)
            if (parts_of(group->command[i]))
                add_zsh_whole(group->command[i], entry, out);
    text_add(out, "_plywood() {\n    local -a commands=(\n");
    for (const struct command_group *group = groups; group->title; group++)
        for (int i = 0; group->command[i]; i++)
            add_zsh_row(group->command[i], out);
    begin_zsh("_plywood", "plywood command", out);
    for (const struct command_group *group = groups; group->title; group++)
        for (int i = 0; group->command[i]; i++) {
            text_add(out, "        %s) ", group->command[i]->name);
            if (parts_of(group->command[i])) {
                text_add(out, "_plywood_%s ;;\n", group->command[i]->name);
                continue;
            }
            read_entry(group->command[i], entry);
            add_zsh_arguments(entry, out);
        }
    end_zsh(out);
    text_add(out, "_plywood \"$@\"\n");
    free(entry);
}

/* --- fish --- */

static void add_fish_quoted(const char *words, struct text *out)
{
    for (; *words; words++)
        text_add(out, *words == '\'' || *words == '\\' ? "\\%c" : "%c", *words);
}

static void add_fish_fits(struct table_fits fits, bool is_place, struct text *out)
{
    if (fits.paths == 'f')
        text_add(out, is_place ? " -F" : " -r -F");
    else
        text_add(out, is_place ? "" : " -x");
    if (fits.paths == 'd')
        text_add(out, " -a '(__fish_complete_directories)'");
    if (fits.words.length > 0)
        text_add(out, " -a '%s'", fits.words.data + 1);
    text_free(&fits.words);
}

static void add_fish_help(const char *help, struct text *out)
{
    text_add(out, " -d '");
    add_fish_quoted(help, out);
    text_add(out, "'\n");
}

static void add_fish_options(const struct entry *entry, struct text *out)
{
    for (int i = 0; i < entry->count; i++) {
        const struct cli_option *option = &entry->row[i].option;
        text_add(out, "complete -c plywood -n '__plywood_is %s' -l %s%s", entry->command->name,
                 option->name, has_short_form(&entry->row[i]) ? " -s o" : "");
        if (option->value)
            add_fish_fits(table_fits(option->value), false, out);
        add_fish_help(option->help, out);
    }
}

static void add_fish_place(const struct entry *entry, int place, struct text *out)
{
    text_add(out, "complete -c plywood -n '__plywood_place %d%s", place,
             is_last_of_many(entry, place) ? "+" : "");
    for (int i = 0; i < entry->count; i++)
        if (entry->row[i].option.value)
            text_add(out, " --%s%s", entry->row[i].option.name,
                     has_short_form(&entry->row[i]) ? " -o" : "");
    text_add(out, " -- %s'", entry->command->name);
    add_fish_fits(fits_in_place(entry, place), true, out);
    add_fish_help(entry->command->places[place].name, out);
}

static void add_fish_command(const struct entry *entry, struct text *out)
{
    const struct command *command = entry->command;
    const char *blank = strchr(command->name, ' ');
    if (blank)
        text_add(out, "complete -c plywood -n '__plywood_place 0 -- %.*s' -a %s",
                 (int)(blank - command->name), command->name, part_name(command));
    else
        text_add(out, "complete -c plywood -n '__plywood_place 0 --' -a %s", command->name);
    add_fish_help(command->summary, out);
    add_fish_options(entry, out);
    for (int i = 0; i < entry->places && !parts_of(command); i++)
        add_fish_place(entry, i, out);
}

static void add_fish(const struct command_group *groups, struct text *out)
{
    text_add(
        out,
        "# fish completion for plywood; made by: plywood help --completion fish\n\n"
        "# True if the call begins with these words.\n"
        "function __plywood_is\n"
        "    set -l words (commandline -opc)[2..-1]\n"
        "    test (count $words) -ge (count $argv); or return 1\n"
        "    for i in (seq (count $argv))\n"
        "        test \"$words[$i]\" = \"$argv[$i]\"; or return 1\n"
        "    end\n"
        "end\n\n"
        "# PLACE OPTION… -- WORD…: true if it begins with these words and the next argument is\n"
        "# in this place, from 0; PLACE+: in this one or behind it. The options have values.\n"
        "function __plywood_place\n"
        "    set -l at (contains -i -- -- $argv)\n"
        "    set -l begin $argv[(math $at + 1)..-1]\n"
        "    set -l valued $argv[2..$at]\n"
        "    test (count $begin) -eq 0; or __plywood_is $begin; or return 1\n"
        "    set -l words (commandline -opc)\n"
        "    set -l place 0\n"
        "    set -l before ''\n"
        "    for word in $words[(math (count $begin) + 2)..-1]\n"
        "        if not string match -q -- '-*' $word; and not contains -- $before $valued\n"
        "            set place (math $place + 1)\n"
        "        end\n"
        "        set before $word\n"
        "    end\n"
        "    contains -- \"$before\" $valued; and test \"$before\" != ''; and return 1\n"
        "    if string match -q -- '*+' $argv[1]\n"
        "        test $place -ge (string trim -c + $argv[1])\n"
        "    else\n"
        "        test $place -eq $argv[1]\n"
        "    end\n"
        "end\n\n"
        "complete -c plywood -f\n"
        "complete -c plywood -l help -d 'tell more'\n"
        "complete -c plywood -n '__plywood_place 0 --' -l version -d 'tell how it was built'\n");
    for_each(groups, add_fish_command, out);
}

/* --- all of it --- */

static const struct {
    const char *shell;
    void (*add)(const struct command_group *, struct text *);
} rows[] = {{"bash", add_bash}, {"zsh", add_zsh}, {"fish", add_fish}};

const char *const completion_shells[] = {"bash", "zsh", "fish", NULL};

bool completion_add(const struct command_group *groups, const char *shell, struct text *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].shell, shell) == 0) {
            rows[i].add(groups, out);
            return true;
        }
    return false;
}
