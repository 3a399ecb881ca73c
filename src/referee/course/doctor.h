/* doctor.h - runs one program on every trap and tells its author what is wrong
 *
 * A patient is a prepared program. The traps are questions of the game's course (game/course.h) in
 * which programs often fail. Each yields a finding in plain words.
 */
#ifndef REFEREE_COURSE_DOCTOR_H
#define REFEREE_COURSE_DOCTOR_H

#include "referee/guest/contender.h"

struct doctor_options {
    struct contender_options contender;
    double move_seconds; /* limit of a move, if the rules have one; 0: the game's own */
    const char *bundles; /* directory of the repro bundles; NULL: none are written */
};

enum finding_kind {
    FINDING_OK,
    FINDING_ODD,  /* correct, but a stricter grader might object */
    FINDING_SLOW, /* out of time */
    FINDING_WRONG,
    FINDING_VOID /* a failure of ours */
};

const char *finding_word(enum finding_kind);

struct finding {
    enum finding_kind kind;
    enum verdict verdict;
    const char *trap;
    double cpu, wall;
    char what[700];      /* what is wrong; "" if nothing is */
    const char *mistake; /* the probable cause, to follow "It looks as if"; NULL if unknown */
    const char *advice;  /* where to look in the program; NULL if there is no advice */
    bool repeated; /* the same mistake as before, or the same fault as in the plain question */
    char complaint[LAST_WORDS]; /* the last line of its stderr */
    char bundle[600];           /* "" if there is none */
};

struct patient;

/* NULL, with a fault noted, if the spec is no program or it cannot be prepared. */
struct patient *patient_new(const char *spec, const struct doctor_options *, struct notes *);
void patient_free(struct patient *);

const char *patient_name(const struct patient *);
/* For people: what was found in the submission, and the time granted for its start
 * (startup_cost_tell()). */
const char *patient_told(const struct patient *);
/* The result of its calibrate command, as by contender_calibration(). */
void patient_calibration(const struct patient *, char words[CALIBRATED_WORDS], bool *failed);
const char *patient_rung(const struct patient *);
const char *patient_missing(const struct patient *); /* layers of confinement; "" if none */

/* False, with a fault noted, if this program cannot be tried in this game: the game has no traps,
 * or the program wants a protocol that the game does not have. Must be true for the calls below. */
bool patient_can_try(const struct patient *, const struct game *, struct notes *);

/* Tries only the game's plain question, and writes no bundle. */
void patient_try(struct patient *, const struct game *, struct finding *);

/* True if this finding of the plain question shows that the program knows the game. */
bool finding_shows_skill(const struct finding *);

typedef void finding_listener(void *context, const struct finding *);

/* Tries every trap of a game. */
void patient_examine(struct patient *, const struct game *, finding_listener *, void *context);

#endif
