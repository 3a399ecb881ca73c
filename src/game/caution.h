/* caution.h - facet: legal moves that a sensible grader might reject all the same
 *
 * Where a course's text can be read in more than one way, our agents make only moves that are legal
 * by every reading, as long as there are any. But an opponent's move that a reading forbids, in a
 * game that goes on, shows that nobody here judges by that reading.
 */
#ifndef GAME_CAUTION_H
#define GAME_CAUTION_H

struct position;

struct caution {
    /* The readings by which a legal move is forbidden, a bit each; 0: none. */
    unsigned (*forbidden_by)(const struct position *, unsigned code);
};

#endif
