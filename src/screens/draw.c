#include "screens/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One row per paint: colours that remain distinct with colour blindness (after Okabe and Ito), and
 * the nearest of the 256 terminal colours. The glyph carries the same information without
 * colour. */
static const struct {
    const char *fill; /* SVG */
    const char *ink;
    int background; /* terminal */
    int foreground;
    bool round; /* SVG: a disc on the empty ground */
} paints[PAINT_COUNT] = {
    [PAINT_EMPTY] = {"#f4f1ea", "#8a8578", 254, 244, false},
    [PAINT_FIRST] = {"#1f2933", "#ffffff", 235, 255, true},
    [PAINT_SECOND] = {"#e69f00", "#1f2933", 214, 16, true},
    [PAINT_CAMP_FIRST] = {"#d5dbe1", "#8a8578", 251, 244, false},
    [PAINT_CAMP_SECOND] = {"#fbe6bd", "#8a8578", 223, 244, false},
    [PAINT_COVER_FIRST] = {"#b9c2cb", "#4a5560", 250, 238, false},
    [PAINT_COVER_SECOND] = {"#fbd88a", "#7a5600", 222, 94, false},
    [PAINT_COVER_BOTH] = {"#cc79a7", "#4a1836", 175, 16, false},
    [PAINT_BLOCK] = {"#5b4a3a", "#d8cfc5", 94, 230, false},
    [PAINT_KIND_0] = {"#e69f00", "#1f2933", 214, 16, true},
    [PAINT_KIND_0 + 1] = {"#56b4e9", "#1f2933", 74, 16, true},
    [PAINT_KIND_0 + 2] = {"#009e73", "#ffffff", 29, 255, true},
    [PAINT_KIND_0 + 3] = {"#cc79a7", "#1f2933", 175, 16, true},
    [PAINT_KIND_0 + 4] = {"#f0e442", "#1f2933", 227, 16, true},
    [PAINT_KIND_0 + 5] = {"#0072b2", "#ffffff", 25, 255, true},
    [PAINT_KIND_0 + 6] = {"#d55e00", "#ffffff", 166, 255, true},
    [PAINT_KIND_0 + 7] = {"#5b4a3a", "#ffffff", 94, 255, true},
    [PAINT_KIND_0 + 8] = {"#9a9a9a", "#1f2933", 247, 16, true},
    [PAINT_KIND_0 + 9] = {"#1f2933", "#ffffff", 235, 255, true},
};

static const char *column_label(const struct picture *picture, int column, char out[12])
{
    bool letters = picture->names == NAMES_LETTERS;
    snprintf(out, 12, letters ? "%c" : "%d", letters ? 'A' + column : column);
    return out;
}

static int row_label(const struct picture *picture, int row)
{
    return picture->names == NAMES_LETTERS ? row + 1 : row;
}

const char *draw_axes(const struct picture *picture)
{
    static const char *const corners[] = {
        [NAMES_ROW_COLUMN] = "r\\c", [NAMES_COLUMN_ROW] = "y\\x", [NAMES_LETTERS] = "   "};
    return corners[picture->names];
}

void draw_text(const struct picture *picture, bool colour, struct text *out)
{
    char label[12];
    /* two-digit numbers need a gap between them */
    int width = picture->names == NAMES_LETTERS || picture->columns <= 10 ? 2 : 3;
    text_add(out, "%s", draw_axes(picture));
    for (int c = 0; c < picture->columns; c++)
        text_add(out, "%*s", width, column_label(picture, c, label));
    text_add(out, "\n");
    for (int r = 0; r < picture->rows; r++) {
        text_add(out, "%2d ", row_label(picture, r));
        for (int c = 0; c < picture->columns; c++) {
            char glyph = picture->cell[r][c].glyph;
            int paint = picture->cell[r][c].paint;
            if (colour)
                text_add(out, "\x1b[48;5;%d;38;5;%dm%*c", paints[paint].background,
                         paints[paint].foreground, width, glyph);
            else
                text_add(out, "%*c", width, glyph);
        }
        text_add(out, colour ? "\x1b[0m\n" : "\n");
    }
}

void draw_svg(const struct picture *picture, const char *title, struct text *out)
{
    enum { CELL = 26, EDGE = 24 };
    int width = picture->columns * CELL + 2 * EDGE, height = picture->rows * CELL + 2 * EDGE;
    char label[12];
    text_add(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n"
        "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#ffffff\"/>\n"
        "<g font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\" fill=\"#5f5a50\">\n",
        width, height, width, height, title);
    for (int c = 0; c < picture->columns; c++)
        text_add(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", EDGE + c * CELL + CELL / 2, EDGE - 8,
                 column_label(picture, c, label));
    for (int r = 0; r < picture->rows; r++)
        text_add(out, "<text x=\"%d\" y=\"%d\">%d</text>\n", EDGE / 2, EDGE + r * CELL + 17,
                 row_label(picture, r));
    for (int r = 0; r < picture->rows; r++) {
        for (int c = 0; c < picture->columns; c++) {
            int paint = picture->cell[r][c].paint, x = EDGE + c * CELL, y = EDGE + r * CELL;
            int ground = paints[paint].round ? picture->cell[r][c].ground : paint;
            text_add(
                out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#d9d4c8\"/>\n",
                x, y, CELL, CELL, paints[ground].fill);
            if (!paints[paint].round)
                continue;
            text_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"10.5\" fill=\"%s\"/>\n", x + CELL / 2,
                     y + CELL / 2, paints[paint].fill);
            text_add(out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%c</text>\n", x + CELL / 2,
                     y + CELL / 2 + 4, paints[paint].ink, picture->cell[r][c].glyph);
        }
    }
    text_add(out, "</g>\n</svg>\n");
}

void draw_colours(int paint, int *background, int *foreground)
{
    *background = paints[paint].background;
    *foreground = paints[paint].foreground;
}

bool draw_colour_is_wanted(void)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb") != 0;
}
