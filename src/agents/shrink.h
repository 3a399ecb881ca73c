/* shrink.h - a position made smaller while somebody errs in it
 *
 * Reductions are the game's (game/reducing.h). One is kept if the same person, asked in the smaller
 * position, still answers with a move that costs at least what is wanted while a good answer
 * exists. A short look decides first, and what is not certain is looked at again with many nodes.
 * The result is minimal if every single reduction of it was tried and none was kept.
 */
#ifndef AGENTS_SHRINK_H
#define AGENTS_SHRINK_H

#include "agents/mistake.h"
#include "base/text.h"

/* Nodes of a short look and of a thorough one. */
enum { SHRINK_QUICK = 8000, SHRINK_THOROUGH = 250000 };

/* Who is asked: *move is the answer, -1 if there is none. `renamed`: squares have other names than
 * in the position that was shrunk. Returns the seconds that it took and that the clock of the
 * limits does not see, because they passed in another process. */
typedef double shrink_ask(void *context, const struct position *, bool renamed, int *move);

struct shrink_task {
    shrink_ask *ask;
    void *context;
    int wanted;           /* value steps that an error costs at least */
    struct limits limits; /* of time; what is spent elsewhere is taken off */
};

/* Asks once and takes the time off. */
int shrink_answer(struct shrink_task *, const struct position *, bool renamed);

/* What it has come to. End it with shrunk_free(). */
struct shrunk {
    struct problem *problem;
    struct text file;           /* the position file */
    struct judged_move mistake; /* in it */
    bool minimal;
    int tried, kept; /* reductions */
    int things;      /* left, by the game's count; 0 in games without reductions */
};

/* Begins with the position that this file shows, in which the mistake was made: both are copied.
 * False if the file shows none, by the variant's rules. */
bool shrunk_begin(struct shrunk *, const struct game *, const char *variant,
                  const struct text *file);
/* Shrinks; the mistake is set. Nothing happens in games without the facet. */
void shrunk_run(struct shrunk *, struct shrink_task *);
void shrunk_free(struct shrunk *);

#endif
