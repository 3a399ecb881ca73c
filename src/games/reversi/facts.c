/* facts.c - what a person may want to know about a position: the squares that are safe for good */
#include "game/facts.h"

#include "games/reversi/grid8.h"
#include "games/reversi/reversi.h"
#include "games/reversi/stability.h"

enum { EDGE_MAX = 8 };

static void look(const struct position *p, struct fact_rows *rows)
{
    uint64_t own, other;
    if (p->world->size > EDGE_MAX)
        return;
    reversi_boards(p, &own, &other);
    const uint64_t inside = reversi_world_of(p)->inside.word[0];
    const struct stability_lines lines = stability_lines(inside, inside & ~(own | other));
    const int safe[2] = {grid_count(stability_of(&lines, own)),
                         grid_count(stability_of(&lines, other))};
    if (safe[0] == 0 && safe[1] == 0)
        return;
    struct fact_row *row = &rows->row[rows->count++];
    *row = (struct fact_row){.name = "safe", .unit = "square", .label = "safe for good"};
    for (int i = 0; i < 2; i++)
        row->side[i == 0 ? p->side : !p->side] = (struct fact_number){.value = -1,
                                                                      .least = safe[i]};
}

const struct facts reversi_facts = {.look = look};
