/* ask.c - the JSON that a browser sends: a game, its moves, and what is wanted */
#include <string.h>

#include "serve/ask.h"
#include "tests/fuzz/fuzz.h"

static void check_fields(const struct ask *ask)
{
    CLAIM(ask->move_count >= 0 && ask->move_count <= ASK_MOVES_MAX);
    CLAIM(ask->size == -1 || (ask->size >= 1 && ask->size <= BOARD_MAX));
    CLAIM(ask->lines >= 0 && ask->lines <= ASK_LINES_MAX);
    CLAIM(ask->seed >= -1 && ask->nodes >= 0 && ask->depth >= 0 && ask->level >= 0);
    CLAIM(ask->seconds >= 0 && ask->seconds_per_move >= 0 && ask->every >= 0);
    CLAIM(ask->remaining >= 0 && ask->increment >= 0);
    CLAIM(ask->side >= -1 && ask->side <= 1);
    CLAIM(ask->rows >= 0 && ask->rows <= BOARD_MAX && ask->columns <= BOARD_MAX);
    CLAIM(ask->turn_count >= 0 && ask->turn_count <= ASK_TURNS_MAX);
    for (int i = 0; i < ask->turn_count; i++)
        CLAIM(ask->turns[i] >= 0 && ask->turns[i] <= ask->move_count);
    for (int i = 0; i < ask->move_count; i++)
        CLAIM(ask->moves[i]);
}

static void check_tale(const struct ask *ask, const struct tale *tale)
{
    CLAIM(tale->session->count == ask->move_count);
    CLAIM(!ask->game || strcmp(tale->session->world->game->name, ask->game) == 0);
    fuzz_check_problem(tale->problem, false);
    for (int ply = 0; ply < tale->session->count; ply++)
        fuzz_check_legal(tale->session->position[ply], tale->session->move[ply]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct ask ask;
    struct tale tale;
    struct notes notes = {0};
    bool good = ask_read((const char *)bytes, count, &ask, &notes);
    CLAIM(good ? notes.faults == 0 : notes.faults == 1);
    if (good) {
        check_fields(&ask);
        good = ask_tale(&ask, &tale, &notes);
        CLAIM(good ? notes.faults == 0 : notes.faults == 1);
        CLAIM(good == (tale.session != NULL));
        if (good)
            check_tale(&ask, &tale);
        tale_free(&tale);
    }
    ask_free(&ask);
    return 0;
}
