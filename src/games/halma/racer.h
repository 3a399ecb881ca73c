/* racer.h - moves in a race that nobody can disturb any more
 *
 * Once the sides are decoupled (racing.h) the game is how many moves each of them needs, and a
 * search that looks some plies ahead knows less of that than a race count does. The racer counts
 * both sides and makes the first move of its own shortest line. It keeps the line, so that the
 * next count starts from what is left of it and never ends with more; who starts a program for each
 * move has it written down. While pieces can still touch
 * its line, among pieces that stand still, is no more than a plan, which a search looks at first.
 */
#ifndef GAMES_HALMA_RACER_H
#define GAMES_HALMA_RACER_H

#include "base/text.h"
#include "search/search.h"

struct racer;

struct racer *racer_new(void);
void racer_free(struct racer *);

/* True, with the answer, if there is a race to run and a line was found, in a quarter of what is
 * granted, whose first move the filter (NULL: none) admits. plies_left: until the cap on moves, 0
 * if there is none. The listener, if any, hears of a first answer at once, as from search_run(). A
 * race that is decided whatever the loser does has the value of a win or a loss; how long it takes
 * is that of the lines found, so it is not called proven. */
bool racer_run(struct racer *, const struct position *, int plies_left, const struct limits *,
               search_filter *, void *filter_context, search_listener *, void *context,
               struct search_result *);

/* True, with the first move of a line, if a quick look finds one. Adds the nodes that it took. */
bool racer_plan(struct racer *, const struct position *, const struct limits *, uint64_t *nodes,
                unsigned *move);

/* Writes what is left of a line that we run, in a line of text, if there is any. */
void racer_remember(const struct racer *, struct text *out);
/* False if the line of text is none such. Whether its moves can be made is looked at by the count.
 */
bool racer_recall(struct racer *, struct line);

#endif
