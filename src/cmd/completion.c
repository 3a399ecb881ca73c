/* Each command is a key, "match" or "tournament run". For each key a script knows the options, what
 * fits behind those that have a value, and what fits in the places of the other arguments. */
#include "cmd/completion.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/parts.h"
#include "cmd/usage.h"

/* --- the commands, one after the other --- */

typedef void add_command(const struct command *, const struct usage *, struct text *out);

/* Every command, and behind one that has parts each of them. */
static void for_each(const struct command_group *groups, add_command *add, struct text *out)
{
    struct usage *usage = memory_zero(sizeof *usage);
    for (; groups->title; groups++)
        for (int i = 0; groups->command[i]; i++) {
            const struct command *const *part = parts_of(groups->command[i]);
            usage_read(groups->command[i], usage);
            add(groups->command[i], usage, out);
            for (; part && *part; part++) {
                usage_read(*part, usage);
                add(*part, usage, out);
            }
        }
    free(usage);
}

static bool takes_paths(const struct usage_choice *choice)
{
    return choice->takes & (TAKES_FILES | TAKES_DIRECTORIES | TAKES_AGENTS);
}

static bool takes_directories_alone(const struct usage_choice *choice)
{
    return takes_paths(choice) && !(choice->takes & (TAKES_FILES | TAKES_AGENTS));
}

static void add_options(const struct usage *usage, struct text *out)
{
    for (int i = 0; i < usage->options; i++)
        text_add(out, " %s", usage->option[i].name);
    text_add(out, " --help");
}

/* --- bash --- */

/* What fits: words, and f or d for paths. */
static void add_bash_choice(const struct usage_choice *choice, struct text *out)
{
    struct text words = {0};
    usage_add_words(choice, &words);
    if (words.length > 0)
        text_add(out, " words='%s'", words.data + 1);
    if (takes_paths(choice))
        text_add(out, " paths=%s", takes_directories_alone(choice) ? "d" : "f");
    text_add(out, words.length > 0 || takes_paths(choice) ? " ;;\n" : " : ;;\n");
    text_free(&words);
}

static void add_bash_values(const struct command *command, const struct usage *usage,
                            struct text *out)
{
    for (int i = 0; i < usage->options; i++)
        if (usage->option[i].has_value) {
            text_add(out, "    '%s %s')", command->name, usage->option[i].name);
            add_bash_choice(&usage->option[i].choice, out);
        }
}

static void add_bash_places(const struct command *command, const struct usage *usage,
                            struct text *out)
{
    for (int i = 0; i < usage->places; i++) {
        if (usage->goes_on && i == usage->places - 1)
            text_add(out, "    '%s '*)", command->name);
        else
            text_add(out, "    '%s %d')", command->name, i);
        add_bash_choice(&usage->place[i], out);
    }
}

static void add_bash_options(const struct command *command, const struct usage *usage,
                             struct text *out)
{
    text_add(out, "    '%s') words='", command->name);
    add_options(usage, out);
    text_add(out, "' ;;\n");
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

/* Text within single quotes, and within a description that ends with a colon. */
static void add_zsh_quoted(const char *words, struct text *out)
{
    for (; *words; words++)
        text_add(out, *words == '\'' ? "'\\''" : *words == ':' ? "\\:" : "%c", *words);
}

/* An action of _arguments: the words, and files or directories. */
static void add_zsh_choice(const struct usage_choice *choice, struct text *out)
{
    text_add(out, ":");
    add_zsh_quoted(choice->name, out);
    text_add(out, ": _plywood_some %s",
             takes_directories_alone(choice) ? "d"
             : takes_paths(choice)           ? "f"
                                             : "n");
    usage_add_words(choice, out);
    text_add(out, "'");
}

static void add_zsh_arguments(const struct usage *usage, struct text *out)
{
    text_add(out, "_arguments '--help[tell more]'");
    for (int i = 0; i < usage->options; i++) {
        const struct usage_option *option = &usage->option[i];
        text_add(out, " \\\n            '%s%s", option->several ? "*" : "", option->name);
        if (option->has_value)
            add_zsh_choice(&option->choice, out);
        else
            text_add(out, "'");
    }
    for (int i = 0; i < usage->places; i++) {
        if (usage->goes_on && i == usage->places - 1)
            text_add(out, " \\\n            '*");
        else
            text_add(out, " \\\n            '%d", i + 1);
        add_zsh_choice(&usage->place[i], out);
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

static void add_zsh_whole(const struct command *whole, struct usage *usage, struct text *out)
{
    text_add(out, "_plywood_%s() {\n    local -a commands=(\n", whole->name);
    for (const struct command *const *part = parts_of(whole); *part; part++)
        add_zsh_row(*part, out);
    begin_zsh("", "part", out);
    for (const struct command *const *part = parts_of(whole); *part; part++) {
        usage_read(*part, usage);
        text_add(out, "        %s) ", part_name(*part));
        add_zsh_arguments(usage, out);
    }
    end_zsh(out);
}

static void add_zsh(const struct command_group *groups, struct text *out)
{
    struct usage *usage = memory_zero(sizeof *usage);
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
                add_zsh_whole(group->command[i], usage, out);
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
            usage_read(group->command[i], usage);
            add_zsh_arguments(usage, out);
        }
    end_zsh(out);
    text_add(out, "_plywood \"$@\"\n");
    free(usage);
}

/* --- fish --- */

static void add_fish_quoted(const char *words, struct text *out)
{
    for (; *words; words++)
        text_add(out, *words == '\'' || *words == '\\' ? "\\%c" : "%c", *words);
}

static void add_fish_choice(const struct usage_choice *choice, const char *paths,
                            const char *no_paths, struct text *out)
{
    struct text words = {0};
    usage_add_words(choice, &words);
    text_add(out, "%s", takes_paths(choice) ? paths : no_paths);
    if (takes_directories_alone(choice))
        text_add(out, " -a '(__fish_complete_directories)'");
    if (words.length > 0)
        text_add(out, " -a '%s'", words.data + 1);
    text_add(out, " -d '");
    add_fish_quoted(choice->name, out);
    text_add(out, "'\n");
    text_free(&words);
}

static void add_fish_command(const struct command *command, const struct usage *usage,
                             struct text *out)
{
    const char *blank = strchr(command->name, ' ');
    if (blank)
        text_add(out, "complete -c plywood -n '__plywood_place 0 -- %.*s' -a %s -d '",
                 (int)(blank - command->name), command->name, part_name(command));
    else
        text_add(out, "complete -c plywood -n '__plywood_place 0 --' -a %s -d '", command->name);
    add_fish_quoted(command->summary, out);
    text_add(out, "'\n");
    for (int i = 0; i < usage->options; i++) {
        const struct usage_option *option = &usage->option[i];
        bool is_long = strncmp(option->name, "--", 2) == 0;
        text_add(out, "complete -c plywood -n '__plywood_is %s' -%s %s", command->name,
                 is_long ? "l" : "s", option->name + (is_long ? 2 : 1));
        if (option->has_value)
            add_fish_choice(&option->choice,
                            takes_directories_alone(&option->choice) ? " -x" : " -r -F", " -x",
                            out);
        else
            text_add(out, "\n");
    }
    if (parts_of(command))
        return;
    for (int i = 0; i < usage->places; i++) {
        text_add(out, "complete -c plywood -n '__plywood_place %d%s", i,
                 usage->goes_on && i == usage->places - 1 ? "+" : "");
        for (int k = 0; k < usage->options; k++)
            if (usage->option[k].has_value)
                text_add(out, " %s", usage->option[k].name);
        text_add(out, " -- %s'", command->name);
        add_fish_choice(&usage->place[i], takes_directories_alone(&usage->place[i]) ? "" : " -F",
                        "", out);
    }
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
