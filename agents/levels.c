#include "agents/levels.h"

#include <assert.h>
#include <string.h>

static const struct level levels[] = {
    {1, "First game ever"}, {2, "Beginner"}, {3, "Learner"}, {4, "Casual player"},
    {5, "Hobby player"},    {6, "Strong"},   {7, "Expert"},  {8, "Full strength"},
};

enum { LEVELS = sizeof levels / sizeof *levels };

/* A small table is cleared faster, and such searches fill none. */
#define WEAK(words)   "plywood:" words ",hash=1M,nosolver,norival"
#define STRONG(words) "plywood:" words ",hash=4M,norival"
/* Full strength at the pace of people; a server may have dozens of them at once. */
#define FULL "plywood:hash=16M"

struct grade {
    const char *spec;
    int elo;
};

/* Elo as scripts/levels printed it; full strength had 20,000 nodes a move there. */
static const struct {
    const char *game; /* NULL: any other */
    struct grade grade[LEVELS];
} ladders[] = {
    {"fruit",
     {{WEAK("depth=1,sight=5"), -1362},
      {WEAK("depth=1,sight=12"), -1089},
      {WEAK("depth=1,sight=20"), -915},
      {WEAK("depth=1,sight=32"), -670},
      {WEAK("depth=1,sight=55"), -381},
      {WEAK("depth=2,sight=90"), -82},
      {STRONG("nodes=2000"), -12},
      {FULL, 0}}},
    {"halma",
     {{WEAK("depth=1,sight=10"), -2448},
      {WEAK("depth=1,sight=20"), -1880},
      {WEAK("depth=1,sight=30"), -1516},
      {WEAK("depth=1,sight=50"), -1226},
      {WEAK("depth=2,sight=80"), -862},
      {STRONG("nodes=1500"), -498},
      {STRONG("nodes=4000"), -86},
      {FULL, 0}}},
    {"reversi",
     {{WEAK("depth=1,sight=10"), -1903},
      {WEAK("depth=1,sight=20"), -1664},
      {WEAK("depth=1,sight=35"), -1443},
      {WEAK("depth=1,sight=65"), -1262},
      {WEAK("depth=2,sight=80"), -874},
      {WEAK("nodes=150,sight=90"), -635},
      {STRONG("nodes=1500"), -292},
      {FULL, 0}}},
    {"laser",
     {{WEAK("depth=1,sight=3"), -704},
      {WEAK("depth=1,sight=8"), -584},
      {WEAK("depth=1,sight=16"), -438},
      {WEAK("depth=1,sight=30"), -325},
      {WEAK("depth=1,sight=55"), -218},
      {WEAK("depth=2,sight=90"), -94},
      {STRONG("nodes=2000"), -17},
      {FULL, 0}}},
    {NULL,
     {{WEAK("depth=1,sight=5"), LEVEL_ELO_UNKNOWN},
      {WEAK("depth=1,sight=12"), LEVEL_ELO_UNKNOWN},
      {WEAK("depth=1,sight=20"), LEVEL_ELO_UNKNOWN},
      {WEAK("depth=1,sight=35"), LEVEL_ELO_UNKNOWN},
      {WEAK("depth=1,sight=60"), LEVEL_ELO_UNKNOWN},
      {WEAK("depth=2,sight=90"), LEVEL_ELO_UNKNOWN},
      {STRONG("nodes=2000"), LEVEL_ELO_UNKNOWN},
      {FULL, 0}}},
};

static const struct grade *grade_of(const struct game *game, int id)
{
    assert(id >= 1 && id <= LEVELS);
    size_t i = 0;
    while (ladders[i].game && strcmp(ladders[i].game, game->name) != 0)
        i++;
    return &ladders[i].grade[id - 1];
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
    return grade_of(game, id)->spec;
}

int level_elo(const struct game *game, int id)
{
    return grade_of(game, id)->elo;
}
