#include "referee/match/conventions.h"

#include "base/random.h"

static const struct convention without_course = {.games = 10, .words = "10 games."};

const struct convention *convention_of(const struct game *game)
{
    return game->course ? game->course->convention : &without_course;
}

int convention_opener(const struct game *game, uint64_t seed)
{
    return convention_of(game)->draws_opener ? (int)(hash64(~seed) & 1) : SIDE_FIRST;
}
