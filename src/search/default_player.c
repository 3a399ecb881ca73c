#include "search/default_player.h"

#include <stdlib.h>

#include "base/memory.h"
#include "game/solving.h"
#include "search/last_chance.h"

struct default_player {
    const struct world *world;
    search_filter *admits;
    void *admits_context;
    struct search *search;
    bool seeks_chances;              /* in lost positions */
    struct last_chance *last_chance; /* made when first needed */
};

struct default_player *default_player_new(const struct world *world,
                                          const struct search_options *options)
{
    struct default_player *d = memory_zero(sizeof *d);
    d->world = world;
    d->admits = options->admits;
    d->admits_context = options->admits_context;
    d->search = search_new(world, options);
    d->seeks_chances = !options->no_solver && last_chance_takes(world);
    return d;
}

void default_player_free(struct default_player *d)
{
    if (!d)
        return;
    search_free(d->search);
    last_chance_free(d->last_chance);
    free(d);
}

struct search *default_player_search(struct default_player *d)
{
    return d->search;
}

/* True if best play is proven not to win, and there is a choice. */
static bool is_lost(const struct position *p, const struct search_result *result)
{
    const struct solving *solving = p->world->rules->solving;
    struct move moves[MOVES_MAX];
    double lead = position_points(p, result->value);
    return result->proven && (lead < 0 || (lead == 0 && solving && solving->wins_only)) &&
           p->world->rules->moves(p, moves) > 1;
}

void default_player_seek_chance(struct default_player *d, const struct position *p,
                                const struct limits *limits, struct search_result *result)
{
    const double most = 2; /* seconds */
    const bool is_limited = limits->hard > 0 || limits->nodes > 0;
    if (!d->seeks_chances || !is_limited || limits->depth > 0 || !is_lost(p, result))
        return;
    struct limits rest = *limits;
    rest.hard = limits->soft > 0 ? limits->soft : limits->hard;
    if (rest.hard > limits_elapsed(limits) + most)
        rest.hard = limits_elapsed(limits) + most;
    if (limits->nodes > 0)
        rest.nodes = limits->nodes > result->nodes ? limits->nodes - result->nodes : 1;
    if (!d->last_chance)
        d->last_chance = last_chance_new(d->world);
    struct chance chance = last_chance_choose(d->last_chance, p, &rest, d->admits,
                                              d->admits_context);
    result->nodes += chance.nodes;
    result->seconds = limits_elapsed(limits);
    if (!chance.found || chance.chance <= 0 || chance.move == result->move)
        return;
    result->move = result->line[0] = chance.move;
    result->line_length = 1;
}

struct search_result default_player_think(struct default_player *d, const struct player_turn *turn)
{
    search_set_past(d->search, turn->past, turn->past_count, turn->ply_limit);
    struct search_result result = search_run(d->search, turn->position, turn->limits,
                                             turn->listener, turn->context);
    default_player_seek_chance(d, turn->position, turn->limits, &result);
    return result;
}

/* --- as a player --- */

static void *create(const struct world *world, const struct player_options *options,
                    unsigned without)
{
    (void)without;
    return default_player_new(world, &options->search);
}

static void destroy(void *d)
{
    default_player_free(d);
}

static struct search_result think(void *d, const struct player_turn *turn)
{
    return default_player_think(d, turn);
}

static const char *const no_ideas[] = {NULL};

const struct playing default_playing = {
    .ideas = no_ideas, .create = create, .destroy = destroy, .think = think};
