#include "referee/match/result.h"

int match_points(const struct match_summary *s, int who)
{
    return 2 * (s->wins[0][who] + s->wins[1][who]) + s->draws[0] + s->draws[1];
}
