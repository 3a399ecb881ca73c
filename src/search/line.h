/* line.h - a line of moves, and how long lines get */
#ifndef SEARCH_LINE_H
#define SEARCH_LINE_H

#include <stdbool.h>

enum { SEARCH_PLIES = 128, SEARCH_DEPTH_MAX = 120 };

/* One root move with its value and the continuation that is expected, itself first. */
struct search_line {
    unsigned move;
    int value;
    bool proven;
    int length;
    unsigned code[SEARCH_PLIES];
};

#endif
