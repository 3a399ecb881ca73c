/* reason.h - why a move is good, in a plain sentence */
#ifndef SERVE_REASON_H
#define SERVE_REASON_H

#include "serve/analysis.h"

/* Adds what the first move of the analysis does on the board and what is expected of it. */
void reason_add(struct text *, const struct analysis *);

#endif
