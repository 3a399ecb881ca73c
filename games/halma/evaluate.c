#include "games/halma/halma.h"

void halma_fill_costs(struct halma_world *world)
{
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        unsigned x = halma_x(square), y = halma_y(square); /* from the corner of White's goal */
        int sum = (int)(x + y), cross = (int)halma_gap(x, y);
        int cost = 16 * sum + sum * sum / 4 + 2 * cross;
        if (!board16_has(&halma_camp[0], square))
            cost += 16;
        world->cost[1][square] = (int16_t)cost;
        world->cost[0][HALMA_SQUARES - 1 - square] = (int16_t)cost;
    }
}

int halma_evaluate(const struct position *head)
{
    const struct halma *p = halma_of(head);
    if (head->over)
        return halma_end_value(head);
    const int side = head->side;
    return p->cost[1 - side] - p->cost[side] + 48;
}

int halma_plain(const struct position *head)
{
    const struct halma *p = halma_of(head);
    int sum[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        for_each_square16(square, p->piece[side])
            sum[side] += (int)halma_king_steps(square, halma_goal_corner(side));
    int value = sum[1 - head->side] - sum[head->side];
    return head->over ? value - 100000 : value;
}
int halma_moves_left(const struct position *head)
{
    const struct halma *p = halma_of(head);
    unsigned corner = halma_goal_corner(head->side), sum = 0;
    for_each_square16(square, p->piece[head->side])
        sum += halma_gap(halma_x(square), halma_x(corner)) +
               halma_gap(halma_y(square), halma_y(corner));
    return sum > 60 ? 4 + (int)(sum - 60) / 6 : 4;
}

int halma_end_value(const struct position *p)
{
    return (p->score[p->side] - p->score[1 - p->side]) * (HALMA_WIN - p->ply);
}
