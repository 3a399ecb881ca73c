/* Boards up to 8 x 8. */
#include "games/reversi/grid8.h"

#include "games/reversi/rules_template.h"

void reversi_boards(const struct position *p, uint64_t *own, uint64_t *other)
{
    *own = land_of(p)->owned[p->side];
    *other = land_of(p)->owned[!p->side];
}
