/* prove.h - writes proofs that can be checked
 *
 * The prover walks through a proof (verify/walk.h) and takes the hints from the solver. So whatever
 * it writes has been checked by the plain rules on the way, and a mistake of the solver's cannot
 * become a proof. The file's format is told in verify/verify.h.
 */
#ifndef SEARCH_PROVE_H
#define SEARCH_PROVE_H

#include <stdio.h>

#include "base/budget.h"
#include "search/solve.h"
#include "verify/verify.h"

struct prove_options {
    int handover;  /* the checker searches by itself where at most this much is left */
    int memo_bits; /* and remembers 2^memo_bits positions */
    struct limits limits;
    /* Called now and then with the share of the proof that is written; NULL: never. */
    void (*progress)(void *context, double done, uint64_t hints, uint64_t nodes);
    void *context;
};

enum prove_ending {
    PROVE_DONE,
    PROVE_STOPPED,   /* the limits were reached */
    PROVE_DISAGREES, /* the plain rules do not bear the solver out: our mistake */
    PROVE_NO_MEMORY,
    PROVE_NO_FILE /* it cannot be written, errno tells why */
};

struct proof_written {
    struct certificate certificate;
    uint64_t solver_nodes; /* for the hints */
    char why[256];         /* for PROVE_DISAGREES */
};

/* True if there are plain rules of this game for this board. */
bool prove_takes(const struct position *);

/* Proves the value of a position that it takes and that is not over, and that a solver, whose table
 * is warm from it, has found to be this. Writes the proof to a file that is empty and open for
 * writing at its start. The solver has to work in one thread by now: most questions are small. */
enum prove_ending prove_write(const struct position *, int value, struct solver *,
                              const struct prove_options *, FILE *, struct proof_written *);

#endif
