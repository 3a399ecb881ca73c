/* lesson_asker.h - somebody who lost, asked again in other positions
 *
 * Built-in agents and programs alike, through the referee: a program is confined, takes a seat of
 * its own for each question and knows nothing of the questions before. Chance differs from question
 * to question, so that whoever plays by chance shows it.
 */
#ifndef CMD_LESSON_ASKER_H
#define CMD_LESSON_ASKER_H

#include "base/notes.h"
#include "game/game.h"

struct asker;

/* time, cap: as the match granted them, 0: the course's; no question takes longer than `most`.
 * NULL, with a fault noted, if the spec names nobody or the program cannot be prepared. */
struct asker *asker_new(const char *spec, const struct game *, double time, double cap, double most,
                        struct notes *);
void asker_free(struct asker *);

/* agents/shrink.h tells what this is; the context is a struct asker. */
double asker_ask(void *context, const struct position *, bool renamed, int *move);

/* Seconds that a program has taken for all its answers: CPU time, and what it slept or waited, but
 * not for a core. 0 for a built-in agent. */
double asker_seconds(const struct asker *);
/* What was wrong with the last answer; "" if nothing was. */
const char *asker_complaint(const struct asker *);
/* True if something failed on our side, and the complaint tells what. */
bool asker_has_failed(const struct asker *);

#endif
