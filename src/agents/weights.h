/* weights.h - the weights of an estimate, as a file
 *
 * The file is one that the game itself can include (its weights.inc): first comment lines,
 * of which the first names the game and the others tell how the weights came about, then a line
 * for each weight:
 *
 *      // GAME: the weights of the estimate
 *      // plywood tune GAME --games 100 …
 *      88, // the largest region, squared
 *      60, // the second, against
 */
#ifndef AGENTS_WEIGHTS_H
#define AGENTS_WEIGHTS_H

#include "game/game.h"
#include "game/tuning.h"

struct weights {
    const struct game *game;
    int weight[WEIGHTS_MAX]; /* the first game->tuning->count of them */
};

/* False, with a fault noted, if the file cannot be read or is not of that form. */
bool weights_read(const char *path, struct weights *, struct notes *);

/* The file's text. story: further lines of comment, without the slashes. */
void weights_write(const struct weights *, const struct lines *story, struct text *);

#endif
