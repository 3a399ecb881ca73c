/* redraw.h - the last lines of a terminal, drawn anew while something goes on
 *
 * On standard error, so that results can be piped. What is printed otherwise comes between
 * redraw_clear() and redraw_show().
 */
#ifndef CMD_REDRAW_H
#define CMD_REDRAW_H

#include "base/text.h"

struct redraw {
    int lines; /* on the screen now */
};

/* Takes the lines away. */
void redraw_clear(struct redraw *);

/* Shows these lines after redraw_clear(), each cut to the terminal's width. */
void redraw_show(struct redraw *, const struct text *);

/* How many lines the terminal has; `unknown` if it does not tell. */
int redraw_height(int unknown);

/* Seconds as people say them: "50 s", "12 min", "3 h", "2 days". */
void add_duration(struct text *, double seconds);

#endif
