/* grade_state.h - a file with the cases that were graded, from which a later run continues
 *
 * It has a JSON line for each case of each agent, written as soon as the case is over:
 *
 *   {"hash":"…","agent":"submissions/ada","case":"GAME random 3: …","verdict":"score","share":1,…}
 *
 * "case" has everything that the result depends on, and "hash" identifies the program. So a line is
 * reused only for the same program and the same case, even if the later run has other options. Two
 * students may hand in the same program, and if it plays by chance, their results differ; so
 * "agent", the name in the call, must be the same too.
 *
 * Under a budget the clocks depend on the number of CPUs ("processors"), so a later run, perhaps on
 * another machine, is planned for the same number. Failures of ours are not written. If an
 * interrupt or a full disk has cut a line off, all complete cases are kept, the rest is dropped,
 * and a remark names the line.
 */
#ifndef REFEREE_COURSE_GRADE_STATE_H
#define REFEREE_COURSE_GRADE_STATE_H

#include "referee/course/candidate.h"

struct grade_state;

enum { GRADE_STATE_AGENT = 4 * 600 }; /* bytes of an agent's name, escaped (base/foreign.h) */

/* Reads the file if it exists, and opens it for appending. processors: the number of CPUs for which
 * the cases are planned; 0: no plan. NULL, with a fault noted, on failure. */
struct grade_state *grade_state_open(const char *path, double processors, struct notes *);

/* The number of CPUs for which the cases in a file were planned; 0: not known. */
double grade_state_processors(const char *path);

/* False, with a fault noted, if anything could not be written. NULL is fine. */
bool grade_state_close(struct grade_state *, struct notes *);

/* Looks a case up; false if it is not there. A state of NULL has no cases. */
bool grade_state_find(const struct grade_state *, const char *hash, const char *agent,
                      const char *key, struct case_result *);

/* Writes a case. Threads may call at the same time. grade_state_find() only finds cases of earlier
 * runs, not those added in this one. */
void grade_state_add(struct grade_state *, const char *hash, const char *agent, const char *key,
                     const struct case_result *);

/* Writes the line of a case to the text. It has a source file of its own, because the names in
 * jansson.h clash with those in base/json.h. */
void grade_state_write(const char *hash, const char *agent, const char *key, double processors,
                       const struct case_result *, struct text *);

#endif
