/* solve_aid.h - what a proof of minutes or hours needs: a line about how far it has come, a file
 * from which it goes on after it was stopped, several threads
 *
 * The file is text: a line that names game, rules and size, then an answer a line, as the game's
 * solver writes it, each written when it is found. A last line that was cut off is left out.
 */
#ifndef CMD_SOLVE_AID_H
#define CMD_SOLVE_AID_H

#include "cmd/cli.h"
#include "search/solve.h"

struct solve_aid;

struct solve_wishes {
    int threads;      /* at least 1 */
    const char *keep; /* the file; NULL: none */
    bool progress;    /* a line on stderr once a second */
};

extern const struct cli_option solve_aid_options[];

#define CLI_HASH(of, member)                                                              \
    {                                                                                     \
        "hash", "MB", "memory of the search's table", CLI_MIB(of, member), .usual = "512" \
    }

/* About them, for manual pages. */
#define SOLVE_AID_DETAILS                                                                        \
    "Some games' solvers offer help with long proofs. With --keep a later run with the same\n"   \
    "file goes on from the answers in it. Where a solver does not offer it, --threads, --keep\n" \
    "and --progress are refused.\n"

/* Aids a solver of this position's world; ends the program with a word if that cannot be. NULL if
 * nothing is wished. */
struct solve_aid *solve_aid_begin(const struct command *, struct solver *, const struct position *,
                                  const struct solve_wishes *);
void solve_aid_end(struct solve_aid *);

#endif
