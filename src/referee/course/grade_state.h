/* grade_state.h - the cases that are graded already: a file of JSON lines that a later run
 * continues
 *
 * A line is one case of one agent, written as soon as it is over:
 *
 *   {"hash":"…","agent":"submissions/ada","case":"GAME random 3: …","verdict":"score","share":1,…}
 *
 * "case" tells everything that the result depends on, and "hash" what the agent's program was; so a
 * line is used again only for the same program and the same case, whatever else the later run asks
 * for. Students may hand in equal programs that play by chance, so a line is of one "agent" too, as
 * the call named it.
 * Under a budget clocks depend on the processors that there were ("processors"), so a later run,
 * perhaps on another machine, is planned for as many. What failed on our side is not written. Where
 * a line was cut short, by an interrupt or a full disk, what is whole is kept, the rest is dropped,
 * and a remark says at which line.
 */
#ifndef REFEREE_COURSE_GRADE_STATE_H
#define REFEREE_COURSE_GRADE_STATE_H

#include "referee/course/candidate.h"

struct grade_state;

enum { GRADE_STATE_AGENT = 4 * 600 }; /* bytes of an agent's name, made fit (base/foreign.h) */

/* Reads the file if there is one, and goes on with it. processors: for how many the cases are
 * planned; 0: they are not. NULL, with a fault noted, if that cannot be done. */
struct grade_state *grade_state_open(const char *path, double processors, struct notes *);

/* For how many processors the cases in a file were planned; 0: there is none of which it is known.
 */
double grade_state_processors(const char *path);

/* False, with a fault noted, if anything could not be written. NULL is fine. */
bool grade_state_close(struct grade_state *, struct notes *);

/* Looks a case up; false if it is not there. The state may be NULL: nothing is there. */
bool grade_state_find(const struct grade_state *, const char *hash, const char *agent,
                      const char *key, struct case_result *);

/* Writes a case. Threads may do so at the same time; a case that was written in this run must not
 * be looked up meanwhile. */
void grade_state_add(struct grade_state *, const char *hash, const char *agent, const char *key,
                     const struct case_result *);

/* The line of a case; in a file of its own, because the library that reads JSON shares names with
 * base/json.h. */
void grade_state_write(const char *hash, const char *agent, const char *key, double processors,
                       const struct case_result *, struct text *);

#endif
