/* choose.h - our player: the search, and a plan against a rival that can be foreseen
 *
 * The search assumes the best opponent. Where it finds no safe win, a plan against the rival
 * (rival.h) may offer more. How much the search's own value may suffer for a plan depends on how
 * far the rival is known: nothing to speak of with a stranger, everything with one whose every
 * move was foreseen. Where the search has proven that best play loses, and the rival is a stranger,
 * the move is the one after which it is most likely to let us win all the same (last_chance.h).
 * Where all that is left is a race, the moves are counted instead (racer.h). A game's first moves
 * come from its book (game/book.h), so that their time is saved; a single position has nothing to
 * save it for, and is searched.
 */
#ifndef AGENTS_CHOOSE_H
#define AGENTS_CHOOSE_H

#include "foresight/rival.h"
#include "search/search.h"

struct chooser_options {
    /* Without a filter of the caller's, moves that a grader might reject are refused, unless the
     * opponent stays where it is and has shown that they are not. */
    struct search_options search;
    bool no_rival; /* do not plan against an opponent that can be foreseen */
    bool no_racer; /* search races too */
    bool no_plan;  /* suggest nothing to the search */
    bool no_book;  /* search openings too */
};

struct chooser;

struct chooser *chooser_new(const struct world *, const struct chooser_options *);
void chooser_free(struct chooser *);

/* Finds our move in a position that is not over. The positions of a game come in their order, so
 * that it sees what the rival does in between. The listener is called as by search_run(). */
struct search_result chooser_run(struct chooser *, const struct position *, const struct limits *,
                                 search_listener *, void *context);

/* Gives a position the score that its file may not tell: what follows if one move leads there from
 * where our last one led, else what the game presumes (game/foresight.h). */
void chooser_set_score(const struct chooser *, struct position *);

/* Readings of the rules that the game so far has shown not to hold (game/caution.h). */
void chooser_refute(struct chooser *, unsigned readings);

/* For search_set_past(). */
struct search *chooser_search(struct chooser *);

/* What it knows about the rival, the score and the board after our move, as lines of text for
 * another process to go on with; recalling returns false, and nothing is changed, if the lines are
 * not what was written. */
void chooser_remember(const struct chooser *, struct text *);
bool chooser_recall(struct chooser *, const struct lines *);

#endif
