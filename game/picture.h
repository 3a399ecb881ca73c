/* picture.h - a position as a grid of painted cells
 *
 * A game fills the picture, a screen draws it (terminal, SVG), and neither knows the other.
 */
#ifndef GAME_PICTURE_H
#define GAME_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

enum { PICTURE_EDGE = 26 };

enum paint {
    PAINT_EMPTY,
    PAINT_FIRST,        /* a piece of side 0 */
    PAINT_SECOND,       /* a piece of side 1 */
    PAINT_CAMP_FIRST,   /* empty ground that belongs to side 0 */
    PAINT_CAMP_SECOND,  /* and to side 1 */
    PAINT_COVER_FIRST,  /* covered by side 0 alone */
    PAINT_COVER_SECOND, /* by side 1 alone */
    PAINT_COVER_BOTH,
    PAINT_BLOCK,
    PAINT_KIND_0, /* ten kinds of fruit follow one another from here */
    PAINT_COUNT = PAINT_KIND_0 + 10
};

struct picture {
    int rows, columns;
    bool letters; /* columns A, B, … and rows from 1; else both from 0 */
    struct {
        char glyph; /* what plain text shows */
        uint8_t paint;
    } cell[PICTURE_EDGE][PICTURE_EDGE];
};

#endif
