#include "referee/match/conventions.h"

static const struct convention without_course = {.games = 10, .words = "10 games."};

const struct convention *convention_of(const struct game *game)
{
    return game->course ? game->course->convention : &without_course;
}
