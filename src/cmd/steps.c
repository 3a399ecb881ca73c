#include "cmd/steps.h"

#include <stddef.h>

#include "screens/terminal.h"

enum { FAR = 1 << 20, LEAP = 10 }; /* plies */

const char steps_help[] =
    "  b, f          a move back, a move on; without a cursor the arrows do the same\n"
    "  Page up/down  ten moves\n"
    "  Home, End     to the beginning, to the end of the game\n";

static const struct {
    int key;
    bool is_arrow;
    int by;
} steps[] = {
    {'b', false, -1},
    {'f', false, 1},
    {KEY_CODE_PAGE_UP, false, -LEAP},
    {KEY_CODE_PAGE_DOWN, false, LEAP},
    {KEY_CODE_HOME, false, -FAR},
    {KEY_CODE_END, false, FAR},
    {KEY_CODE_LEFT, true, -1},
    {KEY_CODE_UP, true, -1},
    {KEY_CODE_RIGHT, true, 1},
    {KEY_CODE_DOWN, true, 1},
};

bool steps_take(int key, bool has_cursor, int last, int *ply)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i].key == key && !(steps[i].is_arrow && has_cursor)) {
            int to = *ply + steps[i].by;
            *ply = to < 0 ? 0 : to > last ? last : to;
            return true;
        }
    return false;
}
