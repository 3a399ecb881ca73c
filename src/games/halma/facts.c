/* facts.c - what a person may want to know about a position: how far it is home */
#include "game/facts.h"

#include "games/halma/home.h"
#include "games/halma/racing.h"

enum { NODES = 1500 /* of a count: some milliseconds */, NEAR = 3 };

/* How many moves each side needs, as far as a quick look tells. While the sides are among each
 * other pieces of the other one may fill squares, or bar them, that it is about to leave: then the
 * count is of the side alone, unless the goal is so near that they will hardly be gone in time. */
static void look(const struct position *p, struct fact_rows *rows)
{
    const struct limits limits = {.nodes = NODES};
    struct fact_row *row = &rows->row[rows->count++];
    int winner = -1, by = 0;
    *row = (struct fact_row){.name = "race",
                             .unit = "move",
                             .label = "left",
                             .standing = "home",
                             .flag = "decoupled",
                             .is_final = race_is_decoupled(p)};
    for (int side = 0; side < 2; side++) {
        struct race_count count = {.moves = -1};
        race_count_moves(p, side, false, &limits, &count);
        if (winner < 0 && race_is_won(p, side, &count, &limits, &by))
            winner = side;
        if (winner != side && !row->is_final && !(race_is_proven(&count) && count.moves <= NEAR)) {
            count = (struct race_count){.moves = -1};
            race_count_moves(p, side, true, &limits, &count);
        }
        row->side[side] = (struct fact_number){.value = count.moves,
                                               .least = count.least,
                                               .proven = race_is_proven(&count),
                                               .wins = winner == side};
    }
}

static bool is_dead(const struct position *head, struct text *why)
{
    unsigned hole;
    if (!home_is_dead(halma_of(head), &hole))
        return false;
    text_add(why, "%s's pieces at home seal %u,%u: while they stay nobody can win there",
             board16_has(&halma_camp[SIDE_FIRST], hole) ? "Black" : "White", halma_x(hole),
             halma_y(hole));
    return true;
}

const struct facts halma_facts = {.look = look, .is_dead = is_dead};
