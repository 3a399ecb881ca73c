/* resume.h - a match that was cut off goes on: the games that its record holds already
 *
 * A record without a summary, or with that of an interrupted match, is a match that can go on. What
 * its results depend on stands in its first line as the match's conditions, so a record is only
 * ever continued by the same match. Games that had not ended are played again from their
 * beginning, and so are void ones.
 */
#ifndef REFEREE_MATCH_RESUME_H
#define REFEREE_MATCH_RESUME_H

#include <sys/types.h>

#include "referee/match/match_options.h"
#include "referee/match/result.h"

struct resume {
    char *conditions;
    uint64_t seed;
    off_t bytes; /* of the file that stand: whole lines, without the summary */
    off_t size;  /* of the file as it was read */
    int count;
    struct match_game *game; /* those that have ended, by number */
};

/* True if the path names a file with something in it, which a new record would replace. */
bool resume_is_needed(const char *path);

/* NULL, with a fault noted that reads after the file's name, if it is no record of a match that can
 * go on. */
struct resume *resume_read(const char *path, struct notes *);
void resume_free(struct resume *);

/* Everything that the results of a match depend on; its options are complete. */
void match_conditions(const struct match_options *, struct text *);

/* False, with a fault noted that tells the first difference, if these options are another match's.
 */
bool resume_fits(const struct resume *, const struct match_options *, struct notes *);

/* The game of this number, or NULL. NULL has none. */
const struct match_game *resume_game(const struct resume *, int number);

#endif
