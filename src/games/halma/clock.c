/* clock.c - how many moves are still to be made, for who shares out the time
 *
 * A side's pieces have so many steps along rows and columns to go, and a move gains about six of
 * them. That is right to within five moves all through a game (24 games of 5000 nodes a move: 44.4
 * moves at 180 to 210 steps, 43.7 by this rule; 79.3 and 82.5 at 420 to 450).
 *
 * But a search that finishes what it has begun takes twice its share, and then the first third of
 * the moves had 51 to 60 % of the time and the last 9 to 15 %. The last moves bring the stragglers
 * home among the other's pieces and decide close games; so a move's share is made smaller.
 *
 * Once a camp's corner is sealed, or all holes that are left are, the game goes on to the cap on
 * moves and more time left decides: nothing is worth much time then.
 */
#include "games/halma/home.h"

enum {
    CAMP_STEPS = 60, /* of all pieces when a camp is full */
    STEPS_A_MOVE = 6,
    LEAST = 10,
    THRIFT = 150, /* hundredths: the moves among which the time is shared, of those expected */
    TO_THE_CAP = 300,
    WAITING = 1000 /* a glance a move is enough to keep what there is */
};

static int steps_to_go(const struct halma *p, int side)
{
    const unsigned corner = halma_goal_corner(side);
    unsigned steps = 0;
    for_each_square16 (square, p->piece[side])
        steps += halma_gap(halma_x(square), halma_x(corner)) +
                 halma_gap(halma_y(square), halma_y(corner));
    return (int)steps - CAMP_STEPS;
}

/* 0 if the game goes on as usual. */
static int moves_if_sealed(const struct halma *p)
{
    unsigned hole;
    if (home_is_dead(p, &hole))
        return WAITING;
    for (int owner = 0; owner < 2; owner++) {
        board16 sealed;
        home_find_sealed(p, owner, &sealed);
        if (board16_has(&sealed, halma_goal_corner(1 - owner)))
            return TO_THE_CAP;
    }
    return 0;
}

int halma_moves_left(const struct position *head)
{
    const struct halma *p = halma_of(head);
    const int sealed = moves_if_sealed(p), steps = steps_to_go(p, head->side);
    if (sealed > 0)
        return sealed;
    return (LEAST + (steps > 0 ? steps / STEPS_A_MOVE : 0)) * THRIFT / 100;
}
