#include "agents/levels.h"

#include <assert.h>

static const struct level levels[LEVELS] = {
    {1, "First game ever"}, {2, "Beginner"}, {3, "Learner"}, {4, "Casual player"},
    {5, "Hobby player"},    {6, "Strong"},   {7, "Expert"},  {8, "Full strength"},
};

/* Opponents of a game without a course; nobody has measured them. */
static const struct level_row usual[LEVELS] = {
    {LEVEL_WEAK("depth=1,sight=5"), LEVEL_ELO_UNKNOWN},
    {LEVEL_WEAK("depth=1,sight=12"), LEVEL_ELO_UNKNOWN},
    {LEVEL_WEAK("depth=1,sight=20"), LEVEL_ELO_UNKNOWN},
    {LEVEL_WEAK("depth=1,sight=35"), LEVEL_ELO_UNKNOWN},
    {LEVEL_WEAK("depth=1,sight=60"), LEVEL_ELO_UNKNOWN},
    {LEVEL_WEAK("depth=2,sight=90"), LEVEL_ELO_UNKNOWN},
    {LEVEL_STRONG("nodes=2000"), LEVEL_ELO_UNKNOWN},
    {LEVEL_FULL, 0},
};

static const struct level_row *row_of(const struct game *game, int id)
{
    assert(id >= 1 && id <= LEVELS);
    return &(game->course ? game->course->levels : usual)[id - 1];
}

int level_count(void)
{
    return LEVELS;
}

const struct level *level_at(int index)
{
    assert(index >= 0 && index < LEVELS);
    return &levels[index];
}

const char *level_spec(const struct game *game, int id)
{
    return row_of(game, id)->spec;
}

int level_elo(const struct game *game, int id)
{
    return row_of(game, id)->elo;
}
