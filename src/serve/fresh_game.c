#include "serve/fresh_game.h"

#include "base/json.h"
#include "game/session.h"
#include "serve/position_json.h"

bool json_fresh_game(struct text *out, const char *name, const struct game *game,
                     const struct setup *wanted, struct notes *notes)
{
    struct problem *problem = game->create(wanted, notes);
    if (!problem)
        return false;
    struct session *session = session_new(problem->position, game->draws.ply_limit);
    struct text start = {0};
    game->write(problem->position, -1, false, &start);
    json_open(out, name, '{');
    json_put_string(out, "start", start.data);
    json_put_integer(out, "seed", (int64_t)wanted->seed);
    json_position(out, "position", session);
    json_close(out, '}');
    text_free(&start);
    session_free(session);
    problem_free(problem);
    return true;
}
