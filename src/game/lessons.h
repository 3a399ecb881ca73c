/* lessons.h - facet: how a game is played, told in steps with boards to try
 *
 * The pages show a game's lessons one below the other. Their words are for people who have never
 * seen the game; docs/rules.md is what they must agree with, and tests/engine/test_lessons.c makes
 * the moves that they ask for.
 */
#ifndef GAME_LESSONS_H
#define GAME_LESSONS_H

struct lesson {
    const char *title; /* NULL: the row after the last */
    const char *words; /* paragraphs, a newline between two */
    /* A board to try it on; NULL: there is none, and the rest is NULL too. */
    const char *start; /* a position file */
    const char *rules; /* a variant's name; NULL: the default */
    const char *task;  /* what to do there */
    const char *move;  /* the move that does it; NULL: any does */
    const char *done;  /* what is said when it was made */
};

#endif
