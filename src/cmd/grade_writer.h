/* grade_writer.h - where grades go: files, standard output, the summary of a class
 *
 * Files are replaced whole after every case, so whenever a grading ends, by itself or not, they
 * are valid and hold what there is. Standard output gets an agent when it is done.
 */
#ifndef CMD_GRADE_WRITER_H
#define CMD_GRADE_WRITER_H

#include "cmd/cli.h"
#include "cmd/grade_agents.h"
#include "referee/course/class.h"

struct grade_format; /* a way to write sheets down */

struct grade_writer {
    const struct command *command;
    const struct grade_format *format;
    const char *visibility; /* of Gradescope's tests */
    const char *output; /* a file, or a directory for files of their own; NULL: standard output */
    const struct cli_list *summary; /* files, .csv or .html */
    int agents;
    int done, voids, cut;
    bool has_row;      /* the last row of the class is of an agent that is not done */
    double written;    /* when files were written last */
    struct text file;  /* for output: sheets that are done */
    struct text lines; /* a line an agent */
    struct text used;  /* names of directories: /ada//bob/ */
    struct text own;   /* the file of the agent that is being graded; empty: none yet */
    struct class class;
};

/* Sets the format, by its name, and looks at the names of files: they must not hold anything that
 * would be lost, unless `force`. Fails if anything is wrong. */
void writer_set_up(struct grade_writer *, const char *format, const struct agent_list *,
                   bool force);

void writer_begin(struct grade_writer *, const struct syllabus *, const struct time_budget_plan *,
                  const char *bundles);
/* An agent is done; another of its cases is. */
void writer_take(struct grade_writer *, const struct grade_sheet *);
void writer_take_part(struct grade_writer *, const struct grade_sheet *);
void writer_end(struct grade_writer *);
void writer_free(struct grade_writer *);

#endif
