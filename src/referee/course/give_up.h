/* give_up.h - decides that an agent forfeits the rest of its cases, because it fails every time
 *
 * Several faults in a row with the same verdict make it likely that the next case ends the same
 * way, and running it only costs time. So the rest of the positions, or of the games, is forfeited.
 * The two are counted separately: a program that fails on large boards may still play. An agent
 * that has passed nothing forfeits its games together with its positions, unless it was merely
 * late: the clock of a position may be shorter than the startup time of a language, that of a game
 * is longer.
 */
#ifndef REFEREE_COURSE_GIVE_UP_H
#define REFEREE_COURSE_GIVE_UP_H

#include "referee/guest/verdict.h"

enum { GIVE_UP_DEFAULT = 3 };

struct give_up {
    int limit; /* this many faults in a row are enough; 0: never */
    bool passed;
    struct give_up_row {
        enum verdict verdict;
        int length;
        bool over;
    } row[2]; /* of positions, of games */
};

/* Notes the result of a case. is_game: false for a single position; passed: it got some of its
 * points; late: it answered too late, but did not have to be killed. */
void give_up_note(struct give_up *, bool is_game, enum verdict, bool passed, bool late);

/* True if the rest of its games, or of its positions, is forfeited; and the verdict that caused it.
 */
bool give_up_forfeits(const struct give_up *, bool is_game);
enum verdict give_up_verdict(const struct give_up *, bool is_game);

#endif
