/* draw.h - pictures as text and as SVG */
#ifndef SCREENS_DRAW_H
#define SCREENS_DRAW_H

#include "base/text.h"
#include "game/picture.h"

/* Draws lines of text with coordinates: with ANSI colour sequences, or as bare glyphs. */
void draw_text(const struct picture *, bool colour, struct text *);

/* Three characters for the corner of the axes, which name the coordinates: "y\x" where squares are
 * written x,y, "r\c" where they are written row,column. */
const char *draw_axes(const struct picture *);

/* A self-contained SVG image. */
void draw_svg(const struct picture *, const char *title, struct text *);

/* The colours of a paint (enum paint) on a 256-colour terminal. */
void draw_colours(int paint, int *background, int *foreground);

/* True if standard output is a terminal that shows colours and NO_COLOR is not set. */
bool draw_colour_is_wanted(void);

#endif
