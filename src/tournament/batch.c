#include "tournament/batch.h"

#include <stdlib.h>

#include "base/memory.h"

static struct store_game *new_game(struct batch *b)
{
    if (b->games == b->game_room) {
        b->game_room = b->game_room ? 2 * b->game_room : 64;
        b->game = memory_resize(b->game, (size_t)b->game_room * sizeof *b->game);
    }
    return &b->game[b->games++];
}

void batch_add_game(struct batch *b, const struct store_game *game)
{
    struct store_game *own = new_game(b);
    *own = *game; /* the word of the ending lasts */
    own->input = memory_string(game->input);
    own->moves = memory_string(game->moves);
    own->detail = memory_string(game->detail);
    own->complaint = memory_string(game->complaint);
}

void batch_add_task(struct batch *b, int64_t task)
{
    if (b->tasks == b->task_room) {
        b->task_room = b->task_room ? 2 * b->task_room : 64;
        b->task = memory_resize(b->task, (size_t)b->task_room * sizeof *b->task);
    }
    b->task[b->tasks++] = task;
}

void batch_append(struct batch *b, struct batch *later)
{
    for (int i = 0; i < later->games; i++)
        *new_game(b) = later->game[i];
    for (int i = 0; i < later->tasks; i++)
        batch_add_task(b, later->task[i]);
    later->games = later->tasks = 0; /* the strings have moved */
    batch_free(later);
}

bool batch_save(struct store *store, const struct batch *b, struct notes *notes)
{
    return (b->games == 0 && b->tasks == 0) ||
           store_save(store, b->game, b->games, b->task, b->tasks, notes);
}

void batch_clear(struct batch *b)
{
    for (int i = 0; i < b->games; i++) {
        const struct store_game *g = &b->game[i];
        const char *const own[] = {g->input, g->moves, g->detail, g->complaint};
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            free((char *)own[k]);
    }
    b->games = b->tasks = 0;
}

void batch_free(struct batch *b)
{
    batch_clear(b);
    free(b->game);
    free(b->task);
    *b = (struct batch){0};
}
