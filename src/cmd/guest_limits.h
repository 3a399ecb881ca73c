/* guest_limits.h - the options with which programs are built, run, limited and confined
 *
 * A command includes the tables that it wants.
 */
#ifndef CMD_GUEST_LIMITS_H
#define CMD_GUEST_LIMITS_H

#include "cmd/cli.h"
#include "referee/guest/contender_options.h"

struct guest_limits {
    struct contender_options contender;
    const char *sandbox; /* "on" or "off" */
    bool strict;
};

extern const struct cli_option guest_confinement[]; /* disk, calibrate, sandbox, strict */
extern const struct cli_option guest_runaways[];    /* grace, memory */
extern const struct cli_option guest_building[];    /* build, run */
extern const struct cli_option guest_effort[];      /* nodes, depth: of built-in agents */
extern const struct cli_option guest_matches[];     /* wall, processes, exact */

#define GUEST_LIMITS(of, member, table) CLI_SET(of, member, table, struct guest_limits)

/* Fills in what follows from the words. */
void guest_limits_complete(struct guest_limits *);

/* The clocks and lengths of games. */
struct game_limits {
    double time; /* below 0: no clock; 0: as the game's course says */
    double cap;
    int openings, plies; /* -1: as the game's course says */
};
#define GAME_LIMITS_USUAL           \
    {                               \
        .openings = -1, .plies = -1 \
    }
extern const struct cli_option game_limits_clocks[]; /* time, move-time */
extern const struct cli_option game_limits_moves[];  /* openings, plies */

#define GAME_LIMITS(of, member, table) CLI_SET(of, member, table, struct game_limits)

#define GUEST_BUNDLES(of, member)                                                            \
    {                                                                                        \
        "bundles", "DIR", "where faults leave what runs them again", CLI_STRING(of, member), \
            .usual = guest_bundles                                                           \
    }
extern const char guest_bundles[];

/* About guest_confinement and bundles, and about guest_runaways, for manual pages. */
#define GUEST_CONFINEMENT_DETAILS                                                                   \
    "--calibrate limits an agent's calibrate command, which is run once before everything else;\n"  \
    "its calibration.txt is there in every game or case. --disk is what a program may write into\n" \
    "its directory. --strict refuses to begin where a layer of confinement or exact metering is\n"  \
    "missing. A fault leaves a bundle with everything to run it again.\n"
#define GUEST_RUNAWAYS_DETAILS                                                                      \
    "--grace: a program is killed when it has used this much CPU time past its time. --memory is\n" \
    "the memory that a program may have.\n"

#endif
