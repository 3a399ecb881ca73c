/* draw.h - pictures as text and as SVG */
#ifndef SCREENS_DRAW_H
#define SCREENS_DRAW_H

#include "base/text.h"
#include "game/picture.h"

/* Lines of text with coordinates; in colour with ANSI sequences, else bare glyphs. */
void draw_text(const struct picture *, bool colour, struct text *);

/* Three characters for the corner of the axes, which say what rows and columns are counted by:
 * "y\x" where squares are named x,y, "r\c" where they are named row,column. */
const char *draw_axes(const struct picture *);

/* A self-contained SVG image. */
void draw_svg(const struct picture *, const char *title, struct text *);

/* The colours of a paint (enum paint) on a terminal that has 256. */
void draw_colours(int paint, int *background, int *foreground);

/* True if standard output is a terminal that shows colours and NO_COLOR is not set. */
bool draw_colour_is_wanted(void);

#endif
