#include "search/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/default_player.h"

struct player {
    const struct playing *playing;
    void *state;
};

static const struct playing *playing_of(const struct game *game)
{
    return game->playing ? game->playing : &default_playing;
}

static bool is_listed(const char *words, const char *name)
{
    char between[40];
    snprintf(between, sizeof between, " %s ", name);
    return words && strstr(words, between);
}

struct player *player_new(const struct world *world, const struct player_options *options)
{
    struct player *player = memory_zero(sizeof *player);
    unsigned without = 0;
    player->playing = playing_of(world->game);
    for (int i = 0; player->playing->ideas[i]; i++)
        without |= (unsigned)is_listed(options->without, player->playing->ideas[i]) << i;
    player->state = player->playing->create(world, options, without);
    return player;
}

void player_free(struct player *player)
{
    if (!player)
        return;
    player->playing->destroy(player->state);
    free(player);
}

struct search_result player_think(struct player *player, const struct player_turn *turn)
{
    return player->playing->think(player->state, turn);
}

void player_set_score(const struct player *player, struct position *p)
{
    if (player->playing->set_score)
        player->playing->set_score(player->state, p);
}

void player_remember(const struct player *player, struct text *out)
{
    if (player->playing->remember)
        player->playing->remember(player->state, out);
}

bool player_recall(struct player *player, const struct lines *lines, const struct position *after)
{
    return player->playing->recall && player->playing->recall(player->state, lines, after);
}

bool player_is_decided(const struct position *p, int plies_left, const struct limits *limits,
                       struct search_result *result)
{
    const struct playing *playing = playing_of(p->world->game);
    *result = (struct search_result){0};
    return playing->is_decided && playing->is_decided(p, plies_left, limits, result);
}

search_filter *player_filter(const struct game *game)
{
    return playing_of(game)->admits;
}

const char *const *player_ideas(const struct game *game)
{
    return playing_of(game)->ideas;
}

bool player_has_idea(const struct game *game, const char *name)
{
    const char *const *ideas = player_ideas(game);
    for (int i = 0; ideas[i]; i++)
        if (strcmp(ideas[i], name) == 0)
            return true;
    return false;
}
