/* sabotage.h - whose fault it is that the process which looks after a program fails
 *
 * A game or a question that fails on our side is tried again. A guest that can bring its warden
 * down (without a sandbox nothing keeps it from that) would never lose. So it is looked at who
 * fails: if the warden fails each time that this program is asked, and each time right after that
 * another warden, with the same limits on the same machine, runs a harmless command as it should,
 * then the program has done it. Anything less is our failure.
 */
#ifndef REFEREE_GUEST_SABOTAGE_H
#define REFEREE_GUEST_SABOTAGE_H

#include "referee/guest/answer.h"
#include "referee/guest/program.h"

/* To be called with every answer of a program; *failures, 0 before the first attempt, belongs to
 * one game or question. After OUR_FAILURE_RETRIES + 1 such failures the answer's verdict becomes
 * VERDICT_SABOTAGE, with the evidence. */
void sabotage_judge(struct answer *, const struct program *, int *failures);

#endif
