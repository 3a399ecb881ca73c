/* sabotage.h - decides whether a program has killed its warden
 *
 * A game or a question that fails on our side is tried again. So a guest that can kill its warden,
 * which nothing prevents without a sandbox, would never lose. The program is found guilty if two
 * things happen each time that it is asked: its warden fails, and right after that another warden,
 * with the same limits on the same machine, runs a harmless command without error. Otherwise it is
 * our failure.
 */
#ifndef REFEREE_GUEST_SABOTAGE_H
#define REFEREE_GUEST_SABOTAGE_H

#include "referee/guest/answer.h"
#include "referee/guest/program.h"

/* Must be called with every answer of a program. *failures counts for one game or question, and is
 * 0 before its first attempt. After OUR_FAILURE_RETRIES + 1 such failures it sets the answer's
 * verdict to VERDICT_SABOTAGE, with the evidence. */
void sabotage_judge(struct answer *, const struct program *, int *failures);

#endif
