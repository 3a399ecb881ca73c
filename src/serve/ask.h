/* ask.h - what a client asks, read from a JSON object into plain fields
 *
 * The browser's calls and the lines of plywood analyze are the same kind of object: a game, its
 * rules, a start position as a position file, the moves made since, and what is wanted. Members
 * that are not known are skipped; plywood analyze warns of them. The rest of serve/ never sees the
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
    /* a game that fills the largest board has 4092 moves, and passes between them */
    ASK_MOVES_MAX = 6000,
    ASK_TURNS_MAX = ASK_MOVES_MAX + 1,
    ASK_LINES_MAX = 8,
    ASK_UNREAD_MAX = 8
};

struct ask {
    char *id; /* NULL if there is none; so the other strings */
    char *game, *rules, *start;
    char **moves;
    int move_count;
    int size;                     /* of a new game; -1: not said */
    struct option_values options; /* of a new game, by their names */
    int64_t seed;                 /* -1: not said */
    int level;                    /* 0: not said */
    char *opponent;
    char *a, *b; /* the contenders of a match */
    int games;   /* of it; 0: not said */
    double pace; /* the least seconds from one of its moves to the next; 0: not said */
    bool has_clock;
    double remaining, increment; /* of the side to move */
    double seconds;              /* the most that this may take; 0: not said */
    double seconds_per_move;
    int64_t nodes;
    int depth, lines;
    int *turns; /* plies to look at, of plywood analyze */
    int turn_count;
    double every;      /* seconds between two updates; 0: none are wanted */
    int side;          /* to move on a board that was set up by hand; -1: not said */
    int rows, columns; /* of that board; 0: there is none */
    uint8_t cell[BOARD_MAX][BOARD_MAX]; /* its brushes (game/looks.h) */
    int touched; /* squares that a person has touched, one after the other; at most 2 */
    struct square touch[2];
    char *action, *terminate;
    char *unread[ASK_UNREAD_MAX]; /* members that plywood analyze does not read, by their names */
    int unread_count;             /* all of them, also those that are not kept */
};

/* Reads an object. False, with a fault noted, if it is none or a member is not what it should be;
 * the id is kept even then, if it could be read. End with ask_free() in either case. */
bool ask_read(const char *bytes, size_t count, struct ask *, struct notes *);
void ask_free(struct ask *);

/* The game that is asked about: the start position and all moves. */
struct tale {
    struct problem *problem;
    struct session *session;
};

/* Plays the moves. False, with a fault noted, if there is no such game or a move is not legal. */
bool ask_tale(const struct ask *, struct tale *, struct notes *);
void tale_free(struct tale *);

#endif
