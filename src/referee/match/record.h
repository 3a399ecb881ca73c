/* record.h - reads the record of a match that is finished or still running
 *
 * docs/records.md describes the format: JSON lines, each an object with an "event". The lines of
 * games that ran at the same time are distinguished by the games' numbers. Each move is checked by
 * the game's rules, so a game that was read is legal.
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

/* Limits, so that a hostile record cannot fill the memory: bytes of a line, and games, each of
 * which takes 10 to 20 kB. */
enum { RECORD_LINE = 4 << 20, RECORD_GAMES = 100000 };

struct recorded_game {
    int number;
    int attempt; /* the last one; earlier ones are discarded */
    int first;   /* 0: a moves first */
    uint64_t seed;
    struct problem *start;
    struct session *session;    /* all moves so far */
    struct recorded_move *move; /* session->count of them */
    int capacity;               /* of move[] */
    int moment;                 /* the ply before the move that decided it; -1: not known */
    bool dropped;               /* without a result, because the match had to stop */
    enum verdict verdict;       /* VERDICT_NONE while it runs */
    int winner;                 /* 0: a, 1: b, -1: neither */
    double cpu[2], wall[2];     /* a's and b's, at the end */
    char *detail;               /* "" if there is none */
    char *complaint;            /* likewise: the last line on stderr of a program at fault */
    char *bundle;               /* likewise */
};

struct record {
    const struct game *game;
    const char *variant; /* one of game->variants */
    char *name[2];       /* a's and b's */
    char *conditions;    /* what its results depend on (resume.h); "" if not known */
    uint64_t seed;
    double time, cap; /* seconds a side, seconds a move; 0: none */
    int ply_limit;    /* 0: none */
    int wished;       /* the planned number of games; 0: not known */
    int count;        /* of games[], which are in the order of their numbers */
    struct recorded_game **games;
    char *summary; /* the summary line, or NULL while the match runs */
    bool stopped;  /* the summary is that of an interrupted match */
    off_t bytes;   /* of its complete lines before the summary */
    char *spec[2]; /* the specs of a and b; "" if not known */
};

/* Reads a record and ignores an incomplete last line. NULL, with a fault noted that names the line
 * and what is wrong with it, if it is no record. */
struct record *record_read(const char *path, struct notes *);
void record_free(struct record *);

/* The game of this number, or NULL. */
const struct recorded_game *record_game(const struct record *, int number);

/* The contender (0: a) who made the move of this ply. */
int recorded_mover(const struct recorded_game *, int ply);

/* The score of contender who (0: a) before this ply; ply may be session->count. */
int recorded_score(const struct recorded_game *, int ply, int who);

#endif
