/* judge.h - judges a run and an answer: a verdict, and a sentence that says why */
#ifndef REFEREE_GUEST_JUDGE_H
#define REFEREE_GUEST_JUDGE_H

#include "game/game.h"
#include "referee/guest/answer.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/warden.h"

/* The CPU seconds that a move may take: the smaller of its limits; 0: no limit. */
double judge_cpu_granted(const struct move_time *, enum clock_kind);

/* The wall budget: seconds of wall time that a program may take in a game with this clock, and what
 * is left of it after an answer, always more than 0. Waiting for a core does not count
 * (warden_wall_counted()). */
double judge_wall_budget(const struct contender_options *, double clock);
double judge_wall_left(double before, const struct answer *);

/* The seconds of wall time that an answer is charged. */
double judge_wall_used(const struct answer *);

/* The charged seconds of wall time in which the program did not compute, because it slept or waited
 * for something other than a core: of an answer, and of any run. */
double judge_idle(const struct answer *);
double judge_idle_run(const struct warden_report *);

/* Judges how a run ended and what it cost, and fills in the figures of the answer. VERDICT_NONE:
 * the run was in order, and its answer can be judged. A guest loses as soon as it has used the time
 * granted; it is killed later, after the order's time. */
enum verdict judge_run(const struct warden_report *, const struct policy *,
                       const struct warden_order *, const struct move_time *, enum clock_kind,
                       struct answer *);

/* Judges a late move. If it was late by less than the steal time, the fault is our machine's.
 * Returns the verdict. */
enum verdict judge_late(struct answer *, double late);

/* Judges the bytes of an answer: sets the code of a legal move, or says what is wrong. file: its
 * name in messages. */
enum verdict judge_answer(const struct position *, const char *file, const char *bytes,
                          size_t count, struct answer *);

/* Judges the form of a legal answer: VERDICT_BAD_FORMAT, with the position of the first wrong byte,
 * if it is not exact to the byte (base/exact.h). */
enum verdict judge_exact(const char *file, const char *bytes, size_t count, struct answer *);

/* The last line of stderr that is not empty, cut to fit, without control characters. */
void judge_last_words(const struct text *complaint, char out[LAST_WORDS]);

/* Sets a verdict and its sentence; returns the verdict. */
enum verdict judge_says(struct answer *, enum verdict, const char *format, ...) NOTES_PRINTF(3, 4);

#endif
