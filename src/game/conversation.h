/* conversation.h - facet: the protocol of a manager that talks with agents over pipes
 *
 * The manager starts each agent once a game. The agent prints its name. The manager sends a hello,
 * then sends a turn and waits for a line, turn after turn, and sends the result at the end.
 * Managers differ in their hello and in how they read an answer. Each manner is a dialect, a
 * number: 0 is the usual one, those below `dialects` are the courses', and choose() makes more of
 * them from options. A game without this facet is played over files.
 */
#ifndef GAME_CONVERSATION_H
#define GAME_CONVERSATION_H

#include <stdbool.h>
#include <stddef.h>

#include "game/game.h"

enum { DIALECTS_MAX = 4, DIALECT_NONE = -1 /* an answer that came in a file */ };

/* An option of the manager's manner, for command lines. */
struct talk_option {
    const char *name;   /* "hello" */
    const char *values; /* "bare|fields" */
    const char *help;   /* "what the manager's first line is" */
};

struct conversation {
    int dialects;                      /* at most DIALECTS_MAX */
    const struct talk_option *options; /* the last one's name is NULL; NULL: there are none */
    /* Sets an option, in the order of the rows. False, with a fault noted, if that is none of its
     * values or does not go with what was set before. */
    bool (*choose)(int *dialect, const char *option, const char *value, struct notes *);
    /* The manager's first words to the agent of this side. */
    void (*hello)(int side, int dialect, struct text *);
    /* A turn. first: the first one for this agent. */
    void (*turn)(const struct position *, bool first, struct text *);
    /* True, with the move, if the manager makes this move itself without asking the agent: a pass.
     */
    bool (*is_unasked)(const struct position *, unsigned *code);
    /* Writes an agent's line the way this game's answer files are written, as a manager of this
     * dialect understands it. A line that is no answer is copied; line[length] is 0. Returns what
     * messages call the place it came from: "stdout". */
    const char *(*answer)(const char *line, size_t length, int dialect, struct text *);
    /* The last words: the result. */
    void (*end)(const struct position *, struct text *);

    /* About a conversation that was kept: hello, a turn, perhaps the last words. Which dialect it
     * is in; how many of its bytes come before the last words, so that game->read() knows the
     * position; and, if its turn is a later one than the first, how that shows, in a sentence for
     * people, else NULL. */
    int (*dialect_of)(const char *kept);
    size_t (*before_end)(const char *kept, size_t length);
    const char *(*later_turn_sign)(const char *kept);
};

#endif
