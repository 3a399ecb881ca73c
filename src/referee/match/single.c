#include "referee/match/single.h"

#include "base/random.h"
#include "game/opening.h"
#include "referee/match/conventions.h"

enum { LEVEL_ATTEMPTS = 20 };

uint64_t single_seed(uint64_t seed, int start, int boards)
{
    return hash64(hash64(seed ^ (uint64_t)start << 20) + (uint64_t)boards) >> 11;
}

static int opening_plies(const struct single *s, int boards)
{
    const struct match_options *o = s->bout.options;
    if (o->opening_plies >= 0)
        return o->opening_plies;
    if (s->board)
        return 0;
    return s->start == 0 && boards == 0 ? 0 : opening_default_plies(o->game, &o->setup);
}

int single_play(const struct single *s, struct match_game *g)
{
    const struct match_options *o = s->bout.options;
    bool again = convention_of(o->game)->replay_level && !s->board; /* there is no other one */
    int boards = 0, failures = 0, warden_failures[2] = {0};
    for (int attempt = 1;; attempt++) {
        *g = (struct match_game){.number = s->number,
                                 .first = s->first,
                                 .seed = single_seed(o->seed, s->start, boards),
                                 .attempts = attempt};
        struct bout bout = s->bout;
        bout.board = s->board;
        bout.opening_plies = opening_plies(s, boards);
        bout.warden_failures = warden_failures;
        bout.chance = s->chance + (uint64_t)boards;
        bout_play(&bout, g);
        if (g->dropped)
            return boards;
        if (g->verdict == VERDICT_OUR_FAILURE && ++failures <= OUR_FAILURE_RETRIES)
            continue;
        if (!again || !bout_is_level(g) || boards + 1 >= LEVEL_ATTEMPTS)
            return boards;
        boards++;
    }
}
