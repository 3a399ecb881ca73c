/* caution.h - facet: legal moves that a sensible grader might reject all the same
 *
 * Where a course's text can be read in two ways, our agents make only moves that are legal by both
 * readings, as long as there are any.
 */
#ifndef GAME_CAUTION_H
#define GAME_CAUTION_H

#include <stdbool.h>

struct position;

struct caution {
    bool (*is_risky)(const struct position *, unsigned code);
};

#endif
