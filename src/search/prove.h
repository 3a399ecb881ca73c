/* prove.h - writes proofs that the checker accepts
 *
 * The prover takes the checker's own walk (verify/walk.h) with hints from the solver. So the plain
 * rules check everything while it is written, and a mistake of the solver cannot become a proof.
 * verify/verify.h describes the file.
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
    PROVE_DISAGREES, /* the plain rules contradict the solver: a bug of ours */
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

/* Proves that the position, which prove_takes() and is not over, has the value that this solver has
 * just found, so that its table is warm. Writes to an empty file. The solver must use one thread,
 * because most of the questions are small. */
enum prove_ending prove_write(const struct position *, int value, struct solver *,
                              const struct prove_options *, FILE *, struct proof_written *);

#endif
