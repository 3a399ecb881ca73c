/* picture.h - a position as a grid of painted cells
 *
 * A game fills the picture, a screen draws it (terminal, SVG), and neither knows the other.
 */
#ifndef GAME_PICTURE_H
#define GAME_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

enum { PICTURE_EDGE = 64 };

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
    PAINT_KIND_0, /* ten kinds of pieces that belong to no side, from here on */
    PAINT_COUNT = PAINT_KIND_0 + 10
};

/* How people name the square in column c of row r. */
enum square_names {
    NAMES_ROW_COLUMN, /* "r,c", both from 0 */
    NAMES_COLUMN_ROW, /* "c,r", both from 0 */
    NAMES_LETTERS     /* "G8": the column from A, then the row from 1 */
};

struct picture {
    int rows, columns;
    enum square_names names;
    struct {
        char glyph; /* what plain text shows */
        uint8_t paint;
        uint8_t ground; /* what lies under a piece; PAINT_EMPTY where that tells nothing */
    } cell[PICTURE_EDGE][PICTURE_EDGE];
};

#endif
