#include "games/reversi/stability.h"

#define NOT_FIRST_COLUMN UINT64_C(0xfefefefefefefefe)
#define NOT_LAST_COLUMN  UINT64_C(0x7f7f7f7f7f7f7f7f)

/* A step along an axis towards higher bits, and back; nothing comes around the edge. */
static inline uint64_t step_up(uint64_t squares, int axis)
{
    switch (axis) {
    case 0: return squares << 1 & NOT_FIRST_COLUMN;
    case 1: return squares << 7 & NOT_LAST_COLUMN;
    case 2: return squares << 8;
    default: return squares << 9 & NOT_FIRST_COLUMN;
    }
}

static inline uint64_t step_down(uint64_t squares, int axis)
{
    switch (axis) {
    case 0: return squares >> 1 & NOT_LAST_COLUMN;
    case 1: return squares >> 7 & NOT_FIRST_COLUMN;
    case 2: return squares >> 8;
    default: return squares >> 9 & NOT_LAST_COLUMN;
    }
}

/* The squares of all lines of an axis on which one of these lies. */
static inline uint64_t whole_lines(uint64_t squares, uint64_t inside, int axis)
{
    uint64_t up = squares, down = squares;
    for (int i = 0; i < 7; i++) {
        up |= step_up(up, axis) & inside;
        down |= step_down(down, axis) & inside;
    }
    return up | down;
}

struct stability_lines stability_lines(uint64_t inside, uint64_t empty)
{
    struct stability_lines lines;
    for (int axis = 0; axis < 4; axis++) {
        uint64_t inner = step_up(inside, axis) & step_down(inside, axis);
        lines.full[axis] = inside & ~(whole_lines(empty, inside, axis) & inner);
    }
    return lines;
}

uint64_t stability_of(const struct stability_lines *lines, uint64_t own)
{
    uint64_t stable = 0, before;
    do {
        before = stable;
        uint64_t more = own;
        for (int axis = 0; axis < 4; axis++)
            more &= lines->full[axis] | step_up(stable, axis) | step_down(stable, axis);
        stable |= more;
    } while (stable != before);
    return stable;
}
