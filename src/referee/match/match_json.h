/* match_json.h - writes the results of a match as JSON, for records and for plywood match */
#ifndef REFEREE_MATCH_MATCH_JSON_H
#define REFEREE_MATCH_MATCH_JSON_H

#include "referee/match/match_options.h"
#include "referee/match/result.h"

/* "a", "b", or null. */
void json_contender(struct text *, const char *name, int who);

/* Two numbers in the order a, b. */
void json_both(struct text *, const char *name, const double pair[2]);

/* Write the members of a game's object, and of the summary's. */
void json_match_game(struct text *, const struct match_options *, const struct match_game *);
void json_match_summary(struct text *, const struct match_options *, const struct match_summary *);

#endif
