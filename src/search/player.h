/* player.h - who chooses our moves: the game's own player (playing.h) or the default one
 *
 * Callers use both kinds through the calls below and cannot tell them apart. A player sees the
 * positions of one game in their order. A program that is started anew for each move writes down
 * what its player remembers, and the next one recalls it.
 */
#ifndef SEARCH_PLAYER_H
#define SEARCH_PLAYER_H

#include "search/playing.h"

struct player;

struct player *player_new(const struct world *, const struct player_options *);
void player_free(struct player *);

/* Chooses a move. The value is for the side to move, of what is still to come. */
struct search_result player_think(struct player *, const struct player_turn *);

/* What struct playing offers; without it nothing is set, written, recalled or decided. */
void player_set_score(const struct player *, struct position *);
void player_remember(const struct player *, struct text *);
bool player_recall(struct player *, const struct lines *, const struct position *after);
bool player_is_decided(const struct position *, int plies_left, const struct limits *,
                       struct search_result *);
search_filter *player_filter(const struct game *);

/* The ideas of the game's player; the last one is NULL. */
const char *const *player_ideas(const struct game *);
bool player_has_idea(const struct game *, const char *name);

#endif
