/* record.h - reads the record of a match, finished or still growing
 *
 * docs/records.md is the manual of the format: JSON lines, each an object with an "event". Games
 * that ran side by side are told apart by their numbers. Every move is checked by the game's own
 * rules, so what was read is a legal game.
 */
#ifndef REFEREE_MATCH_RECORD_H
#define REFEREE_MATCH_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "game/session.h"
#include "referee/guest/verdict.h"

struct recorded_move {
    bool opening; /* made by the referee, at random */
    double cpu, wall;
    double left[2]; /* a's and b's; below 0 if there was no clock */
    bool has_value;
    double value; /* the mover's own opinion of the final margin, in points */
    bool proven;
    int depth;
};

/* What is read at most, so that nobody's record can fill the memory: bytes of a line, and games, of
 * which each takes 10 to 20 kB. */
enum { RECORD_LINE = 4 << 20, RECORD_GAMES = 100000 };

struct recorded_game {
    int number;
    int attempt; /* the last one; earlier ones are forgotten */
    int first;   /* 0: a moves first */
    uint64_t seed;
    struct problem *start;
    struct session *session;    /* all moves so far */
    struct recorded_move *move; /* session->count of them */
    int capacity;               /* of move[] */
    int moment;                 /* the ply before the move that decided it; -1: nobody has told */
    bool dropped;               /* left when the match was over: without a result */
    enum verdict verdict;       /* VERDICT_NONE while it runs */
    int winner;                 /* 0: a, 1: b, -1: nobody */
    double cpu[2], wall[2];     /* a's and b's, at the end */
    char *detail;               /* "" if there is none */
    char *complaint;            /* likewise: what a program at fault said last */
    char *bundle;               /* likewise */
};

struct record {
    const struct game *game;
    const char *variant; /* one of game->variants */
    char *name[2];       /* a's and b's */
    char *conditions;    /* what its results depend on (resume.h); "" if it does not tell */
    uint64_t seed;
    double time, cap; /* seconds a side, seconds a move; 0: none */
    int ply_limit;    /* 0: none */
    int wished;       /* games that were to be played; 0: it does not tell */
    int count;        /* games, by number */
    struct recorded_game **games;
    char *summary; /* the summary line, or NULL while the match runs */
    bool stopped;  /* the summary is that of an interrupted match */
    off_t bytes;   /* of its whole lines before the summary */
    char *spec[2]; /* how they were called, to the letter; "" if it does not tell */
};

/* Reads a record; an incomplete last line is left out. NULL, with a fault noted that names the
 * line and what is wrong with it, if it is none. */
struct record *record_read(const char *path, struct notes *);
void record_free(struct record *);

/* The game of this number, or NULL. */
const struct recorded_game *record_game(const struct record *, int number);

/* Whose move (0: a's) this ply is. */
int recorded_mover(const struct recorded_game *, int ply);

/* What contender who (0: a) has scored before this ply; ply may be session->count. */
int recorded_score(const struct recorded_game *, int ply, int who);

#endif
