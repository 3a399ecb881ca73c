/* resume.h - continues an interrupted match: takes the finished games from its record
 *
 * A match can be resumed if its record has no summary, or the summary of an interrupted match. The
 * first line of a record has the match's conditions: all that its results depend on. So only the
 * same match can continue a record. Games that had not ended, and void ones, are played again from
 * their start.
 */
#ifndef REFEREE_MATCH_RESUME_H
#define REFEREE_MATCH_RESUME_H

#include <sys/types.h>

#include "referee/match/match_options.h"
#include "referee/match/result.h"

struct resume {
    char *conditions;
    uint64_t seed;
    off_t bytes; /* of the file that are kept: complete lines, without the summary */
    off_t size;  /* of the file when it was read */
    int count;
    struct match_game *game; /* the finished games, in the order of their numbers */
};

/* True if the path names a file that is not empty, so that a new record would overwrite it. */
bool resume_is_needed(const char *path);

/* NULL, with a fault noted (to be printed after the file's name), if it is no record of a match
 * that can be resumed. */
struct resume *resume_read(const char *path, struct notes *);
void resume_free(struct resume *);

/* Writes everything that the results of a match depend on. The options must be complete. */
void match_conditions(const struct match_options *, struct text *);

/* False, with a fault noted that names the first difference, if these options are those of another
 * match. */
bool resume_fits(const struct resume *, const struct match_options *, struct notes *);

/* The game of this number, or NULL. A resume of NULL has no games. */
const struct match_game *resume_game(const struct resume *, int number);

#endif
