/* judge.h - what a run and what an answer amount to: a verdict and a sentence that says why */
#ifndef REFEREE_GUEST_JUDGE_H
#define REFEREE_GUEST_JUDGE_H

#include "game/game.h"
#include "referee/guest/answer.h"
#include "referee/sandbox/warden.h"

/* The CPU seconds that a move may take, by whichever limit is reached first; 0: no limit. */
double judge_cpu_granted(const struct move_time *, enum clock_kind);

/* Judges how a run went and what it cost; fills in the figures of the answer. VERDICT_NONE: nothing
 * is wrong with it, its answer may be looked at. A guest has to be killed after the order's time;
 * it has lost as soon as the time granted is used up. */
enum verdict judge_run(const struct warden_report *, const struct policy *,
                       const struct warden_order *, const struct move_time *, enum clock_kind,
                       struct answer *);

/* A move out of time by so many seconds, but fewer than were stolen meanwhile, is our machine's
 * failure. Returns the verdict. */
enum verdict judge_late(struct answer *, double late);

/* Judges the bytes of an answer: a legal move, whose code is set, or what is wrong with it. file:
 * what messages call it. */
enum verdict judge_answer(const struct position *, const char *file, const char *bytes,
                          size_t count, struct answer *);

/* What it said last: the last line on stderr that is not empty, or its beginning, with everything
 * replaced that a terminal could take for more than text. */
void judge_last_words(const struct text *complaint, char out[LAST_WORDS]);

/* Sets a verdict and its sentence; returns the verdict. */
enum verdict judge_says(struct answer *, enum verdict, const char *format, ...) NOTES_PRINTF(3, 4);

#endif
