/* rerun.h - asks the question of a repro bundle again
 *
 * The command, the input, the program's own files, the time left, the limits and the readable
 * directories are those of the bundle (referee/guest/bundle.h). The directory is a fresh one. If
 * the kernel refuses a layer now that it granted then, this is reported, because such a run proves
 * nothing.
 *
 * A bundle may come from a stranger. So the caller decides about the sandbox, not the bundle, and
 * can first show what is going to be run. All texts are free of control characters.
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
/* The submission that must be built or unpacked first; "" for none. */
const char *rerun_submission(const struct rerun *);
/* The i-th directory that it may read; "" after the last. There are at most POLICY_READABLE. */
const char *rerun_readable(const struct rerun *, int i);
/* Its limits, with the default for a limit of 0 in the bundle. */
const struct policy *rerun_policy(const struct rerun *);
/* True if it was run without a sandbox then. */
bool rerun_was_unconfined(const struct rerun *);
/* If the conversation begins after the first turn: the reason to think so. Else NULL. */
const char *rerun_lateness(const struct rerun *);
/* After rerun_ask(): true if it was built or unpacked again, and its hash has changed. */
bool rerun_has_changed(const struct rerun *);
/* The result then: the verdict's name and sentence, and how it was metered and confined. */
const char *rerun_verdict_then(const struct rerun *);
const char *rerun_detail_then(const struct rerun *);
const char *rerun_rung_then(const struct rerun *);

/* Asks it again. The rerun owns the texts of the answer. False, with a fault noted, on a failure of
 * ours. */
bool rerun_ask(struct rerun *, enum sandbox, struct answer *, struct notes *);
/* After rerun_ask(): how it was metered and confined, and which layers are missing ("": none). */
const char *rerun_rung(const struct rerun *);
const char *rerun_missing(const struct rerun *);

#endif
