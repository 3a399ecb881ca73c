/* lessons.h - facet: how to play, in steps with boards to try
 *
 * The pages show a game's lessons one below the other, for people who have never seen the game.
 * They must agree with docs/rules.md; tests/engine/test_lessons.c makes the moves that they ask
 * for.
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
