/* give_up.h - when an agent has failed so often that asking it again only costs time
 *
 * Faults of one kind (one verdict) in a row, with nothing better between them, say that the next
 * case ends the same way. Positions and games are counted apart: a program that cannot cope with
 * large boards may still play. The rest of its positions, or of its games, is then forfeited. An
 * agent that has passed nothing at all forfeits its games with its positions, unless it was merely
 * late: a position may have less time than a language takes to start, a game has more.
 */
#ifndef REFEREE_COURSE_GIVE_UP_H
#define REFEREE_COURSE_GIVE_UP_H

#include "referee/guest/verdict.h"

enum { GIVE_UP_DEFAULT = 3 };

struct give_up {
    int limit; /* so many faults in a row are enough; 0: never */
    bool passed;
    struct give_up_row {
        enum verdict verdict;
        int length;
        bool over;
    } row[2]; /* of positions, of games */
};

/* A case has ended. is_game: else it is a single position; passed: with some of its points; late:
 * its time was up, but it was not a runaway that had to be killed. */
void give_up_note(struct give_up *, bool is_game, enum verdict, bool passed, bool late);

/* True if the rest of its games, or of its positions, is forfeited; and by which verdict. */
bool give_up_forfeits(const struct give_up *, bool is_game);
enum verdict give_up_verdict(const struct give_up *, bool is_game);

#endif
