/* reason.h - explains in a plain sentence why a move is good */
#ifndef SERVE_REASON_H
#define SERVE_REASON_H

#include "serve/analysis.h"

/* Adds what the analysis's first move does on the board and the result it is expected to lead
 * to. */
void reason_add(struct text *, const struct analysis *);

#endif
