/* proof.h - what the parts of land bidding's solver share
 *
 * The solver is for boards of up to 8 x 8, kept as in grid8.h. It works on margins: own discs less
 * the other side's at the end of the game, empty squares given to the winner where the rules do
 * that. It asks one question at a time: is the margin at least x?
 *
 *   solve.c             the facet: questions in value steps, threads, the first plies kept on disk
 *   proof_template.h    the search, compiled for each rule (proof_bidding.c, proof_othello.c)
 *   last_template.h     its end: boards with up to four empty squares, written out
 *   proof.c             what both rules share: the table, the clock, answers to keep
 *   flips.h stability.h symmetry.h answers.h    what it stands on
 */
#ifndef GAMES_REVERSI_PROOF_H
#define GAMES_REVERSI_PROOF_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/budget.h"
#include "game/solving.h"
#include "games/reversi/answers.h"
#include "games/reversi/reversi.h"

enum {
    PROOF_NONE = -100,     /* less than every margin */
    PROOF_NEWS_PLIES = 12, /* that count for the share of the work that is done */
    PROOF_BUSY = 1 << 10,  /* places for positions that some thread is at */
    PROOF_THREADS = 64     /* at most */
};

/* What all threads of a proof have in common. */
struct proof_board {
    const struct world *world;
    int squares;                        /* of the board */
    uint64_t inside;                    /* and as a set */
    uint64_t corners;                   /* parts of it */
    uint8_t quadrant[64];               /* a square's, as one of four bits */
    uint64_t in_odd[16];                /* by a set of quadrants: their squares */
    int16_t worth[64];                  /* of a claim, for the order of moves */
    const struct pattern_set *patterns; /* the learned estimate; NULL if there is none */
    struct answers answers;             /* what is known so far */
    struct solving_aid aid;
    pthread_mutex_t keeping;           /* held by the thread that tells an answer to keep */
    int asked_empties;                 /* empty squares of the position that is asked about */
    atomic_bool is_answered;           /* by one of the threads: the others may stop */
    _Atomic uint64_t busy[PROOF_BUSY]; /* keys of positions that threads are at; 0: none */
};

/* One thread's work. */
struct proof {
    struct proof_board *board;
    struct budget *budget;
    uint64_t nodes; /* positions visited; handed on to the budget now and then */
    uint64_t next_news;
    struct {
        int done, all; /* moves; all is 0 beyond the last ply that was begun */
    } path[PROOF_NEWS_PLIES + 1];
    bool is_helper; /* not the thread that asks */
};

/* A position as the search sees it. */
struct proof_node {
    uint64_t own, other;
    uint64_t moves;  /* legal claims of the side to move */
    unsigned parity; /* the quadrants with an odd number of empty squares */
};

/* Is the margin at least beta? Returns a margin that is reached, beta or more, or else one that is
 * not exceeded, less than beta; anything once the budget is spent. */
typedef int proof_search(struct proof *, const struct proof_node *, int beta);
proof_search proof_bidding, proof_othello;

/* The margin that the learned estimate makes likely. The board has one. */
typedef int proof_guess(const struct proof *, const struct proof_node *);
proof_guess proof_bidding_guess, proof_othello_guess;

/* The place of a position in the table. Early in a game turned and mirrored positions are one; then
 * *way tells how this one was turned, else it is 0. */
struct answers_key proof_key(const struct proof_board *, uint64_t own, uint64_t other, int empties,
                             unsigned *way);

/* What is known of it; false if nothing is. The move is one of this position. */
bool proof_recalls(const struct proof_board *, const struct proof_node *, struct answers_key,
                   unsigned way, struct answer *);

/* Remembers an answer that took this many nodes, and hands it to be kept if these are many. */
void proof_remembers(struct proof_board *, const struct proof_node *, struct answers_key,
                     unsigned way, struct answer, uint64_t nodes);

/* Looks at the clock and tells how far the work has come. True if all is to be dropped. */
bool proof_is_stopped(struct proof *);

static inline uint64_t proof_empty(const struct proof *proof, uint64_t own, uint64_t other)
{
    return proof->board->inside & ~(own | other);
}

#endif
