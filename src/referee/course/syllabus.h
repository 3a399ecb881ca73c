/* syllabus.h - the cases by which a course grades an agent
 *
 * The syllabus of a game has parts, and a part has cases. A case is a single position or a game
 * against a reference agent; struct grading (game/course.h) describes them. All random choices
 * follow from the seed. docs/grading.md explains where each number comes from.
 */
#ifndef REFEREE_COURSE_SYLLABUS_H
#define REFEREE_COURSE_SYLLABUS_H

#include "game/course.h"
#include "referee/match/boards.h"

struct syllabus {
    const struct game *game;
    uint64_t seed;
    int part_count, case_count;
    struct syllabus_part part[SYLLABUS_PARTS];
    struct syllabus_case *cases; /* by part, then by number */
    const struct boards *boards; /* NULL: none are given */
};

/* 0, NULL or -1 stand for the rules of the course. */
struct syllabus_options {
    const struct game *game;
    struct setup setup; /* size and options of the boards on which games are played; rules */
    double time;        /* seconds for a game, or for a move if the rules limit moves */
    int positions;      /* number of single positions */
    int games;          /* number of games in each part */
    uint64_t seed;
    const struct boards *boards; /* cases to use instead of random ones, all with equal points;
                                    NULL: none. They must outlive the syllabus */
};

/* NULL, with a fault noted, if the options contradict each other. */
struct syllabus *syllabus_new(const struct syllabus_options *, struct notes *);
void syllabus_free(struct syllabus *);

/* A case by its name: "minimax:4", or with a clock of its own "minimax:4@2.5". */
struct syllabus_choice {
    char part[40];
    int number;
    double seconds; /* 0: the clock of the syllabus */
};
bool syllabus_read_choice(const char *text, struct syllabus_choice *);

/* Keeps only these cases; the points of a part become those of its cases that are kept. False, with
 * a fault noted, if one does not exist. */
bool syllabus_keep(struct syllabus *, const struct syllabus_choice *, int count, struct notes *);

/* The position with which a case starts; the game is not over. */
struct problem *syllabus_problem(const struct syllabus *, const struct syllabus_case *);

/* A line of text with everything that the result of a case depends on, apart from the agent. */
void syllabus_key(const struct syllabus *, const struct syllabus_case *, struct text *);

#endif
