/* syllabus.h - what a course tests, and what it gives for it
 *
 * The syllabus of a game has parts, a part has cases, and a case is either a single position or a
 * game against a reference agent. Everything that is drawn follows from the seed. docs/grading.md
 * tells for people where each number comes from.
 */
#ifndef REFEREE_COURSE_SYLLABUS_H
#define REFEREE_COURSE_SYLLABUS_H

#include "game/game.h"

enum { SYLLABUS_PARTS = 4 };

enum syllabus_scoring {
    SCORING_EACH,    /* every case has its share of the points */
    SCORING_MAJORITY /* all points for more than half of the cases, else none */
};

struct syllabus_part {
    const char *name;     /* "random" */
    const char *title;    /* for people */
    const char *opponent; /* an agent's spec; NULL: single positions */
    int cases;
    double points; /* of the whole part */
    enum syllabus_scoring scoring;
    bool draws_count; /* a draw is half a win; else no win */
};

struct syllabus_case {
    int part;
    int number; /* in its part, from 1 */
    const char *opponent;
    struct setup setup; /* with its seed */
    int plies;          /* random moves before */
    int first;          /* 0: the agent under test has the first move; 1: the opponent */
    double seconds;     /* of a game's clock, or for the single move; 0: the game has none */
    double cap;         /* seconds a move; 0: none */
};

struct syllabus {
    const struct game *game;
    uint64_t seed;
    int part_count, case_count;
    struct syllabus_part part[SYLLABUS_PARTS];
    struct syllabus_case *cases; /* by part, then by number */
};

/* What may be asked for; 0, NULL or -1 stand for what the course's text says. */
struct syllabus_options {
    const struct game *game;
    struct setup setup; /* size, kinds and blocks of the boards on which games are played; rules */
    double time;        /* seconds of a game, or of a move where the rules limit that */
    int positions;      /* how many single positions */
    int games;          /* how many games in each part */
    uint64_t seed;
};

/* NULL, with a fault noted, if the options do not go together. */
struct syllabus *syllabus_new(const struct syllabus_options *, struct notes *);
void syllabus_free(struct syllabus *);

/* The position of a case at its start, not over. */
struct problem *syllabus_problem(const struct syllabus *, const struct syllabus_case *);

/* Everything that a case's result depends on, apart from the agent, in one line of text. */
void syllabus_key(const struct syllabus *, const struct syllabus_case *, struct text *);

#endif
