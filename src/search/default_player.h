/* default_player.h - plays any game: the search, and the best practical chance in a lost position
 *
 * It is the player of games that have none of their own, and a service for those that have one
 * (playing.h).
 */
#ifndef SEARCH_DEFAULT_PLAYER_H
#define SEARCH_DEFAULT_PLAYER_H

#include "search/playing.h"

struct default_player;

struct default_player *default_player_new(const struct world *, const struct search_options *);
void default_player_free(struct default_player *);

struct search *default_player_search(struct default_player *);

struct search_result default_player_think(struct default_player *, const struct player_turn *);

/* If the result says that best play is proven not to win, makes the move after which a fallible
 * opponent is most likely to let us win (last_chance.h). The value stays that of best play. */
void default_player_seek_chance(struct default_player *, const struct position *,
                                const struct limits *, struct search_result *);

extern const struct playing default_playing;

#endif
