/* table.h - what a command takes: its arguments and options, as constant tables
 *
 * A table can be read without running the command. From it follow the parser (cli.c), --help
 * (usage.c), the manual page (manual.c), the completions (completion.c) and what the kits know of
 * options. A row is a name, the value's name, a line of help, and where the value goes in the
 * command's own struct:
 *
 *     static const struct cli_option option_table[] = {
 *         {.help = "Search"},
 *         {"depth", "N", "how deep to look", CLI_INT(struct options, depth, 1, 20), .usual = "4"},
 *         CLI_JSON(struct options, json),
 *         {0},
 *     };
 *
 * A value's name tells what fits: FILE, DIR, GAME, AGENT and some others (table.c) stand for things
 * of that kind; words in small letters, as in on|off, for themselves; anything else for free text.
 */
#ifndef CMD_TABLE_H
#define CMD_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "game/options.h"

struct command;

enum cli_type {
    CLI_IS_TITLE, /* no option: the title of those that follow */
    CLI_IS_FLAG,
    CLI_IS_STRING,
    CLI_IS_WORD, /* one of the words in the value's name */
    CLI_IS_INT,
    CLI_IS_COUNT,
    CLI_IS_MIB,
    CLI_IS_SECONDS,
    CLI_IS_CLOCK,
    CLI_IS_LIST,
    CLI_IS_SETUP, /* the set-up options of all games */
    CLI_IS_TALK,  /* the options of their managers */
    CLI_IS_SET,   /* the rows of another table */
    CLI_IS_OTHERS /* the options of another command, which this one hands on */
};

/* The values of an option that may be given several times. */
enum { CLI_LIST_MAX = 1000 };
struct cli_list {
    int count;
    const char *word[CLI_LIST_MAX];
};

struct cli_option {
    const char *name;  /* without the dashes */
    const char *value; /* what help calls the value; NULL: a flag */
    const char *help;  /* one line; with neither name nor set: a title; with nothing: the end */
    enum cli_type type;
    size_t at;                    /* where the value is in the command's struct */
    int min, max;                 /* CLI_IS_INT */
    const char *usual;            /* the default: the parser reads it first */
    int standard;                 /* likewise for help alone: what the value 0 stands for */
    bool needed;                  /* the command demands it */
    const struct cli_option *set; /* CLI_IS_SET */
    const struct command *of;     /* CLI_IS_OTHERS */
};

/* An argument that is no option. The last of a table may be taken by several; the row after it has
 * no name. */
struct cli_place {
    const char *name;
    const char *help; /* NULL: that of the place before says it */
    int least, most;  /* how many */
};
/* As least: the command itself demands one, since another form of the call goes without. */
enum { CLI_BY_COMMAND = -1 };

struct command {
    const char *name;
    const char *summary;              /* what it does, after "to" */
    const struct cli_place *places;   /* NULL: it takes no arguments */
    const struct cli_option *options; /* NULL: none */
    const char *forms;                /* further forms of the call, a line each; NULL: none */
    const char *examples;             /* calls, a line each, from the command's name on */
    const char *details; /* what the manual page tells besides; cmd/help.h has the marks in it */
    int (*run)(const struct command *, int argc, char **argv);
};

/* The program's name, and whether it has manual pages. */
extern const char cli_program[];
extern const bool cli_has_manual;

/* The offset of a member, which must have this type. */
#define CLI_AT(of, member, type) \
    (offsetof(of, member) + 0 * sizeof(&((of *)0)->member == (type *)0))

#define CLI_FLAG(of, member)   .type = CLI_IS_FLAG, .at = CLI_AT(of, member, bool)
#define CLI_STRING(of, member) .type = CLI_IS_STRING, .at = CLI_AT(of, member, const char *)
#define CLI_WORD(of, member)   .type = CLI_IS_WORD, .at = CLI_AT(of, member, const char *)
#define CLI_INT(of, member, low, high) \
    .type = CLI_IS_INT, .at = CLI_AT(of, member, int), .min = low, .max = high
#define CLI_COUNT(of, member) .type = CLI_IS_COUNT, .at = CLI_AT(of, member, uint64_t)
/* Whole MiB; the member has bytes. */
#define CLI_MIB(of, member) \
    .type = CLI_IS_MIB, .at = CLI_AT(of, member, size_t), .min = 1, .max = 1 << 20
#define CLI_SECONDS(of, member) .type = CLI_IS_SECONDS, .at = CLI_AT(of, member, double)
/* Seconds, or -1 for "none". */
#define CLI_CLOCK(of, member) .type = CLI_IS_CLOCK, .at = CLI_AT(of, member, double)
#define CLI_LIST(of, member)  .type = CLI_IS_LIST, .at = CLI_AT(of, member, struct cli_list)
#define CLI_SETUP(of, member)                                                \
    {                                                                        \
        .type = CLI_IS_SETUP, .at = CLI_AT(of, member, struct option_values) \
    }
#define CLI_TALK(of, member)                                              \
    {                                                                     \
        .type = CLI_IS_TALK, .at = CLI_AT(of, member, struct talk_values) \
    }
/* A table of another struct, which is a member of this one. */
#define CLI_SET(of, member, table, its_type)                                 \
    {                                                                        \
        .type = CLI_IS_SET, .at = CLI_AT(of, member, its_type), .set = table \
    }

/* --- rows that many commands have --- */

#define CLI_JSON(of, member)                             \
    {                                                    \
        "json", NULL, "print JSON", CLI_FLAG(of, member) \
    }
#define CLI_FORCE(of, member)                                                    \
    {                                                                            \
        "force", NULL, "replace files that hold something", CLI_FLAG(of, member) \
    }
#define CLI_POSITION(of, member)                                             \
    {                                                                        \
        "position", "FILE", "start from this position, not from a new game", \
            CLI_STRING(of, member)                                           \
    }
#define CLI_STRICT(of, member)                                                                    \
    {                                                                                             \
        "strict", NULL, "refuse a file that is not exactly a position file", CLI_FLAG(of, member) \
    }
#define CLI_SEED(of, member, words, number)                        \
    {                                                              \
        "seed", "S", words, CLI_COUNT(of, member), .usual = number \
    }
#define CLI_THE_GAME                                         \
    {                                                        \
        "GAME", "the game; 'plywood games' lists them", 1, 1 \
    }
#define CLI_THE_FILE                                                      \
    {                                                                     \
        "FILE", "an input.txt of any game, or - for standard input", 1, 1 \
    }

/* A new game: --size, what the games add, --rules. Start from CLI_BOARD_USUAL. */
struct cli_board {
    struct setup setup;
    struct option_values given;
};
#define CLI_BOARD_USUAL         \
    {                           \
        .setup = SETUP_DEFAULT, \
    }
extern const struct cli_option cli_board_options[];
#define CLI_BOARD(of, member) CLI_SET(of, member, cli_board_options, struct cli_board)

/* How a position file is read: --rules, --strict. */
struct cli_reading {
    const char *variant;
    bool strict;
};
extern const struct cli_option cli_reading_options[];
#define CLI_READING(of, member) CLI_SET(of, member, cli_reading_options, struct cli_reading)

/* --- reading a table --- */

enum { CLI_ROWS_MAX = 160, CLI_USUAL_MAX = 40 };

/* An option as a row of its own, those of sets and games among them. */
struct cli_row {
    struct cli_option option;  /* .at is the offset in the command's struct */
    const char *title;         /* of its group; "" for none */
    bool is_handed_on;         /* it is another command's */
    char usual[CLI_USUAL_MAX]; /* the default, for people; "" for none */
};

/* Spreads the command's table; returns the number of rows. */
int table_rows(const struct command *, struct cli_row out[CLI_ROWS_MAX]);

/* What fits for a value. End with text_free() on the words. */
struct table_fits {
    struct text words; /* a blank before each: games, agents and rules by their names */
    char paths;        /* f: files and directories, d: directories alone, n: none */
};

/* What fits for a value of this name. */
struct table_fits table_fits(const char *value);

/* True if a word is among those in the value's name, as on|off. */
bool table_has_word(const char *value, const char *word);

#endif
