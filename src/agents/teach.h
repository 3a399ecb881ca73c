/* teach.h - from a lost game to a lesson: the move that cost most, shrunk, in a sentence
 *
 * Every move of the loser is judged briefly (mistake.h), those that cost most once more with many
 * nodes, and the costliest becomes the lesson. Whoever made it is asked again in the position as
 * its file tells it. If the answer is twice the same and errs again, the position is shrunk
 * (shrink.h) as long as an error shows that costs at least half as much; if not, or if nobody can
 * be asked, the position stays as it was, and `whole` says why.
 *
 * All searches are limited by nodes: the same game gives the same lesson, unless the time runs out.
 */
#ifndef AGENTS_TEACH_H
#define AGENTS_TEACH_H

#include "agents/shrink.h"
#include "game/session.h"

struct teach_task {
    const char *name; /* of the loser, for the sentence */
    int side;         /* the loser's */
    int from;         /* the first ply that is looked at: those before were drawn by lot */
    double seconds;   /* that the file grants; below 0: the game's own */
    shrink_ask *ask;  /* NULL: the loser cannot be asked */
    void *context;
    struct limits limits; /* of time, for all of it; no nodes, no depth */
};

/* A lesson. End it with taught_free(). */
struct taught {
    int ply;                     /* moves before the mistake */
    unsigned move;               /* the mistake in the game */
    struct judged_move original; /* what it cost there */
    int size, things;            /* of the position as it was */
    const char *whole;           /* why it was not shrunk; NULL: it was */
    struct shrunk lesson;        /* the position, its file, the mistake in it */
    int good_count;
    unsigned good[MOVES_MAX]; /* moves of the lesson's position */
    struct text sentence;
};

/* Makes a lesson of the game's costliest move. False if no move of the loser cost anything to speak
 * of: there is nothing to free then. */
bool teach_game(const struct session *, const struct teach_task *, struct taught *);

/* The same of the move at this ply, whoever made it; false if it cost nothing to speak of. */
bool teach_move(const struct session *, int ply, const struct teach_task *, struct taught *);

void taught_free(struct taught *);

/* An asker for somebody who cannot be asked again, as a person cannot: the error is the move
 * itself, by its name, which must be legal and lose as much in the smaller position. context: the
 * name. It has no answer where squares were renamed. */
shrink_ask teach_same_move;

/* The moves' names, separated. */
void taught_add_good(const struct taught *, const char *separator, struct text *);

#endif
