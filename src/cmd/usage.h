/* usage.h - what a command takes, read off the usage in its help
 *
 * The usage is what people see, and it is the only place where values have names; so completions
 * follow from it and cannot promise anything that --help does not. A value's name tells what fits:
 *
 *   FILE, DIR, GAME, AGENT, SPEC    one of these; a few names for files more, see usage.c
 *   on|off, FILE|none               one of these words, or what the name stands for
 *   anything else                   free
 *
 * A bracket of several words that begins with none of these is for people: [the same options].
 * Where it names 'plywood grade', that command's options fit too.
 */
#ifndef CMD_USAGE_H
#define CMD_USAGE_H

#include "cmd/cli.h"

enum usage_takes {
    TAKES_FILES = 1,
    TAKES_DIRECTORIES = 2,
    TAKES_GAMES = 4,
    TAKES_AGENTS = 8,
    TAKES_RULES = 16
};

/* What fits in a place: things of these kinds, or one of the words, which have a blank between. */
struct usage_choice {
    unsigned takes;
    char name[80];
    char words[400];
};

struct usage_option {
    char name[40]; /* with its dashes */
    bool has_value, several;
    struct usage_choice choice;
};

enum { USAGE_OPTIONS = 96, USAGE_PLACES = 8 };

struct usage {
    int options, places;
    struct usage_option option[USAGE_OPTIONS];
    struct usage_choice place[USAGE_PLACES]; /* the other arguments, in their order */
    bool goes_on;                            /* the last place may be taken by several */
};

/* Reads the forms of the call, all together. */
void usage_read(const struct command *, struct usage *);

/* Adds the words that fit, a blank before each: games, agents and rules by their names. */
void usage_add_words(const struct usage_choice *, struct text *out);

#endif
