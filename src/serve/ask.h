/* ask.h - reads a question about a game from a JSON object into plain fields
 *
 * The browser's calls and the lines of plywood analyze are the same kind of object: a game, its
 * rules, a start position as a position file, the moves made since, and the parameters of the call.
 * Unknown members are ignored; plywood analyze warns of them. The rest of serve/ never sees the
 * JSON library.
 */
#ifndef SERVE_ASK_H
#define SERVE_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/options.h"
#include "game/session.h"
#include "game/shape.h"

enum {
    /* a game that fills the largest board has 4092 moves, plus passes */
    ASK_MOVES_MAX = 6000,
    ASK_TURNS_MAX = ASK_MOVES_MAX + 1,
    ASK_LINES_MAX = 8,
    ASK_UNREAD_MAX = 8
};

struct ask {
    char *id; /* NULL if absent; so are the other strings */
    char *game, *rules, *start;
    char **moves;
    int move_count;
    int size;                     /* of a new game; -1: absent */
    struct option_values options; /* of a new game, by name */
    int64_t seed;                 /* -1: absent */
    int level;                    /* 0: absent */
    char *opponent;
    char *a, *b; /* the contenders of a match */
    int games;   /* number of games of the match; 0: absent */
    double pace; /* minimum seconds between two moves of the match; 0: absent */
    bool has_clock;
    double remaining, increment; /* of the side to move */
    double seconds;              /* time limit of the call; 0: absent */
    double seconds_per_move;
    int64_t nodes;
    int depth, lines;
    int *turns; /* plies that plywood analyze analyses */
    int turn_count;
    double every;      /* seconds between two updates; 0: no updates */
    int side;          /* the side to move on a board that was set up by hand; -1: absent */
    int rows, columns; /* size of that board; 0: there is none */
    uint8_t cell[BOARD_MAX][BOARD_MAX]; /* its squares as brushes (game/looks.h) */
    int touched; /* squares that the person has touched, in order; at most 2 */
    struct square touch[2];
    char *action, *terminate;
    char *unread[ASK_UNREAD_MAX]; /* names of the members that plywood analyze does not read */
    int unread_count;             /* counts all of them, also those beyond ASK_UNREAD_MAX */
};

/* Reads an object. Returns false, with a fault noted, if the JSON is not an object or a member is
 * invalid; the id is set even then if it could be read. Call ask_free() in either case. */
bool ask_read(const char *bytes, size_t count, struct ask *, struct notes *);
void ask_free(struct ask *);

/* The game of a question: the start position and all moves, played. */
struct tale {
    struct problem *problem;
    struct session *session;
};

/* Plays the moves. Returns false, with a fault noted, if the game is unknown or a move is
 * illegal. */
bool ask_tale(const struct ask *, struct tale *, struct notes *);
void tale_free(struct tale *);

#endif
