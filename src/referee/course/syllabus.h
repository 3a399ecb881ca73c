/* syllabus.h - the cases by which a course grades
 *
 * The syllabus of a game has parts, a part has cases, and a case is either a single position or a
 * game against a reference agent; struct grading (game/course.h) tells what they are like.
 * Everything that is drawn follows from the seed. docs/grading.md tells for people where each
 * number comes from.
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

/* What may be asked for; 0, NULL or -1 stand for what the course's text says. */
struct syllabus_options {
    const struct game *game;
    struct setup setup; /* size and options of the boards on which games are played; rules */
    double time;        /* seconds of a game, or of a move where the rules limit that */
    int positions;      /* how many single positions */
    int games;          /* how many games in each part */
    uint64_t seed;
    const struct boards *boards; /* the cases instead of drawn ones, all worth the same; NULL: none.
                                    They must outlive the syllabus */
};

/* NULL, with a fault noted, if the options do not go together. */
struct syllabus *syllabus_new(const struct syllabus_options *, struct notes *);
void syllabus_free(struct syllabus *);

/* One case by its name, "minimax:4", or with a clock of its own, "minimax:4@2.5". */
struct syllabus_choice {
    char part[40];
    int number;
    double seconds; /* 0: as it is */
};
bool syllabus_read_choice(const char *text, struct syllabus_choice *);

/* Leaves these cases alone; a part keeps the points of its cases. False, with a fault noted, if one
 * of them is not there. */
bool syllabus_keep(struct syllabus *, const struct syllabus_choice *, int count, struct notes *);

/* The position with which a case starts; the game is not over. */
struct problem *syllabus_problem(const struct syllabus *, const struct syllabus_case *);

/* Everything that a case's result depends on, apart from the agent, in one line of text. */
void syllabus_key(const struct syllabus *, const struct syllabus_case *, struct text *);

#endif
