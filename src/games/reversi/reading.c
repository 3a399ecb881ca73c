#include "games/reversi/reading.h"

#include <stdlib.h>
#include <string.h>

#include "games/reversi/reversi.h"

struct reversi_reading reversi_reading_new(enum reversi_order guess)
{
    return (struct reversi_reading){.guess = guess};
}

void reversi_reading_free(struct reversi_reading *reading)
{
    problem_free(reading->asked);
    reading->asked = NULL;
}

static bool same_cells(const struct position *a, const struct position *b)
{
    if (a->score[0] != b->score[0] || a->score[1] != b->score[1])
        return false;
    reversi_cells x, y;
    reversi_get(a, x);
    reversi_get(b, y);
    return memcmp(x, y, sizeof x) == 0;
}

/* True if our move and one reply lead from the one position to the other. */
static bool leads_to(const struct position *from, unsigned code, const struct position *to)
{
    if (!position_has_move(from, code))
        return false;
    const struct rules *rules = from->world->rules;
    struct position *middle = position_new(from->world), *end = position_new(from->world);
    struct move replies[MOVES_MAX];
    rules->play(from, code, middle);
    int count = rules->moves(middle, replies);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        rules->play(middle, replies[i].code, end);
        found = same_cells(end, to);
    }
    free(middle);
    free(end);
    return found;
}

void reversi_reading_learn(struct reversi_reading *reading, const struct position *now)
{
    if (reading->known != REVERSI_ORDER_UNKNOWN || !reading->asked ||
        reading->first == reading->second || reading->asked->world->size != now->world->size)
        return;
    const struct position *asked = reading->asked->position;
    const struct world *world = asked->world;
    bool row_first = leads_to(asked, reversi_code(world, reading->first, reading->second), now);
    bool column_first = leads_to(asked, reversi_code(world, reading->second, reading->first), now);
    if (row_first != column_first)
        reading->known = row_first ? REVERSI_ROW_COLUMN : REVERSI_COLUMN_ROW;
}

bool reversi_reading_admits(void *context, const struct position *p, unsigned code)
{
    const struct reversi_reading *reading = context;
    if (reading->known != REVERSI_ORDER_UNKNOWN || code == REVERSI_PASS)
        return true;
    const struct world *world = p->world;
    return position_has_move(
        p, reversi_code(world, reversi_column(world, code), reversi_row(world, code)));
}

void reversi_reading_answer(struct reversi_reading *reading, struct problem *problem, unsigned code,
                            struct text *out)
{
    problem_free(reading->asked);
    reading->asked = problem;
    if (code == REVERSI_PASS) {
        reading->first = reading->second = 0; /* teaches nothing */
        text_add(out, "pass\n");
        return;
    }
    enum reversi_order order = reading->known ? reading->known : reading->guess;
    int row = reversi_row(problem->world, code), column = reversi_column(problem->world, code);
    reading->first = order == REVERSI_COLUMN_ROW ? column : row;
    reading->second = order == REVERSI_COLUMN_ROW ? row : column;
    text_add(out, "%d %d\n", reading->first, reading->second);
}
