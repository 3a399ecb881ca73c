/* kit_course.h - the kits that grade: an autograder's zip, a repository's workflow
 *
 * A kit is our scripts (cmd/kit/), the program plywood-grader and the course's settings, which are
 * options of 'plywood grade' and are judged by it before anything is written.
 */
#ifndef CMD_KIT_COURSE_H
#define CMD_KIT_COURSE_H

#include "cmd/cli.h"
#include "cmd/parcel.h"

/* The file's text with {word} replaced by its meaning; the words end with NULL. */
struct kit_word {
    const char *word, *meaning;
};

/* Adds the files of a kit that are a game's, or of every game. folder: "" or where they go, with
 * '/' at its end. */
void kit_add_files(struct parcel *, const char *kit, const struct game *, const char *folder,
                   const struct kit_word *);

enum { KIT_PASS = 1 };

struct kit_options {
    const char *output, *budget, *languages, *packages, *grader;
    int pass; /* points below which a workflow fails; below 0: KIT_PASS */
    bool force;
};

/* plywood kit gradescope, plywood kit github: argv[0] is the command's name. */
int kit_gradescope(const struct command *, int argc, char **argv);
int kit_github(const struct command *, int argc, char **argv);

#endif
