/* judge.h - what a run and what an answer amount to: a verdict and a sentence that says why */
#ifndef REFEREE_GUEST_JUDGE_H
#define REFEREE_GUEST_JUDGE_H

#include "game/game.h"
#include "referee/guest/answer.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/warden.h"

/* The CPU seconds that a move may take, by whichever limit is reached first; 0: no limit. */
double judge_cpu_granted(const struct move_time *, enum clock_kind);

/* How many seconds of the wall clock a game with this clock may take a program; and what is left of
 * that after an answer, more than 0. Waiting for a core is not counted, as warden_wall_counted()
 * has it. */
double judge_wall_budget(const struct contender_options *, double clock);
double judge_wall_left(double before, const struct answer *);

/* The seconds of the wall clock that an answer is charged with. */
double judge_wall_used(const struct answer *);

/* The seconds of these, or of any run, in which the program did not compute: it slept or waited. */
double judge_idle(const struct answer *);
double judge_idle_run(const struct warden_report *);

/* Judges how a run went and what it cost; fills in the figures of the answer. VERDICT_NONE: nothing
 * is wrong with it, its answer may be looked at. A guest has lost as soon as the time granted is
 * used up; it is killed only after the order's time. */
enum verdict judge_run(const struct warden_report *, const struct policy *,
                       const struct warden_order *, const struct move_time *, enum clock_kind,
                       struct answer *);

/* If a move was late by less than the seconds that were stolen meanwhile, the failure is our
 * machine's. Returns the verdict. */
enum verdict judge_late(struct answer *, double late);

/* Judges the bytes of an answer: a legal move, whose code is set, or what is wrong with it. file:
 * what messages call it. */
enum verdict judge_answer(const struct position *, const char *file, const char *bytes,
                          size_t count, struct answer *);

/* Judges the form of an answer that was found good: VERDICT_BAD_FORMAT if it is not to the letter
 * (base/exact.h), with the byte at fault. */
enum verdict judge_exact(const char *file, const char *bytes, size_t count, struct answer *);

/* The last line on stderr that is not empty, or its beginning, made fit for a terminal. */
void judge_last_words(const struct text *complaint, char out[LAST_WORDS]);

/* Sets a verdict and its sentence; returns the verdict. */
enum verdict judge_says(struct answer *, enum verdict, const char *format, ...) NOTES_PRINTF(3, 4);

#endif
