/* options.h - the options of all games together
 *
 * Command lines and requests give options by name, perhaps before the game is known: those of the
 * set-up, and those of the manager that talks with programs over pipes (conversation.h).
 */
#ifndef GAME_OPTIONS_H
#define GAME_OPTIONS_H

#include "game/conversation.h"
#include "game/game.h"

enum { OPTION_NAMES_MAX = 32 };

/* Every option that some game has, each name once, its range wide enough for all games. Returns
 * their number. */
int option_names(struct setup_option out[OPTION_NAMES_MAX]);

/* The values given, by the index in option_names(); zeroed: none. */
struct option_values {
    bool given[OPTION_NAMES_MAX];
    int value[OPTION_NAMES_MAX];
};

/* Sets the options of a setup to what was given for this game, the others to their defaults.
 * Returns the name of an option that was given a value above 0 and that this game does not have;
 * NULL if there is none. */
const char *option_fill(const struct game *, const struct option_values *, struct setup *);

/* The row of the game's option of this name, or -1. */
int option_row(const struct game *, const char *name);

/* Every option that the manager of some game has, each name once. Returns their number. */
int talk_names(struct talk_option out[OPTION_NAMES_MAX]);

/* The values given, by the index in talk_names(); NULL: none. */
struct talk_values {
    const char *value[OPTION_NAMES_MAX];
};

/* The dialect of this game's manager with what was given. False, with a fault noted and the name of
 * the option, if the game has no such option, or the option no such value. */
bool talk_fill(const struct game *, const struct talk_values *, int *dialect, const char **option,
               struct notes *);

#endif
