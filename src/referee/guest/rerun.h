/* rerun.h - asks the question of a bundle again
 *
 * The command, the bytes, what the program remembered, the time that was left, the limits and the
 * directories that it may read are those of referee/guest/bundle.h; the place is a fresh one. What
 * the kernel refuses now and did not refuse then is told: such a run proves nothing.
 *
 * A bundle may come from anybody, so it does not decide about the sandbox: the caller does, and can
 * show before what is going to be run. All texts are fit for a terminal.
 */
#ifndef REFEREE_GUEST_RERUN_H
#define REFEREE_GUEST_RERUN_H

#include "game/game.h"
#include "referee/guest/answer.h"
#include "referee/sandbox/policy.h"

struct rerun;

/* NULL, with a fault noted, if the directory is no bundle of a program. */
struct rerun *rerun_new(const char *dir, struct notes *);
void rerun_free(struct rerun *);

const struct game *rerun_game(const struct rerun *);
const char *rerun_command(const struct rerun *);
/* What has to be built or unpacked before; "" for nothing. */
const char *rerun_submission(const struct rerun *);
/* The i-th directory that it may read; "" past the last of them, which are POLICY_READABLE at most.
 */
const char *rerun_readable(const struct rerun *, int i);
/* Its limits; a limit of 0 in the bundle has become the default. */
const struct policy *rerun_policy(const struct rerun *);
/* True if it had no sandbox then. */
bool rerun_was_unconfined(const struct rerun *);
/* If the conversation begins with a later turn than the first, how that shows; else NULL. */
const char *rerun_lateness(const struct rerun *);
/* After it was asked: it had to be built or unpacked again, and is not what it was then. */
bool rerun_has_changed(const struct rerun *);
/* What was found then: a verdict's name and its sentence; how it was metered and confined. */
const char *rerun_verdict_then(const struct rerun *);
const char *rerun_detail_then(const struct rerun *);
const char *rerun_rung_then(const struct rerun *);

/* Asks it again. The texts of the answer are the rerun's. False, with a fault noted, if we cannot:
 * our failure. */
bool rerun_ask(struct rerun *, enum sandbox, struct answer *, struct notes *);
/* After that: how it was metered and confined, and which layers are missing ("" for none). */
const char *rerun_rung(const struct rerun *);
const char *rerun_missing(const struct rerun *);

#endif
