#include "game/opening.h"

#include "base/random.h"

enum { DEFAULT_PLIES = 4, ATTEMPTS = 1000 };

int opening_default_plies(const struct game *game, const struct setup *setup)
{
    for (int row = 0; row < game_option_count(game); row++)
        if (game->options[row].is_random && setup_value(game, setup, row) != 0)
            return 0;
    return DEFAULT_PLIES;
}

struct session *opening_session(const struct position *start, int ply_limit, int plies,
                                uint64_t seed)
{
    struct session *session = session_new(start, ply_limit);
    struct random random = {seed};
    struct move moves[MOVES_MAX];
    for (int attempt = 1;; attempt++) {
        while (session->count < plies && session_ending(session) == ENDING_NONE) {
            int count = start->world->rules->moves(session_now(session), moves);
            session_play(session, moves[random_below(&random, (unsigned)count)].code);
        }
        if (session_ending(session) == ENDING_NONE || attempt == ATTEMPTS)
            return session;
        while (session->count > 0)
            session_take_back(session);
    }
}
