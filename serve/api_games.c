/* api_games.c - what can be played, new games, positions */
#include <sys/random.h>

#include "agents/levels.h"
#include "core/json.h"
#include "games/registry.h"
#include "serve/api.h"
#include "serve/ask.h"
#include "serve/position_json.h"
#include "serve/question.h"
#include "serve/reply.h"

static void json_number_or_null(struct text *out, const char *name, double value)
{
    if (value > 0)
        json_put_number(out, name, value);
    else
        json_put_null(out, name);
}

static void json_levels(struct text *out, const struct game *game)
{
    json_open(out, "levels", '[');
    for (int i = 0; i < level_count(); i++) {
        const struct level *level = level_at(i);
        int elo = level_elo(game, level->id);
        json_open(out, NULL, '{');
        json_put_integer(out, "id", level->id);
        json_put_string(out, "title", level->title);
        if (elo != LEVEL_ELO_UNKNOWN)
            json_put_integer(out, "elo", elo);
        else
            json_put_null(out, "elo");
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_game(struct text *out, const struct game *game)
{
    json_open(out, NULL, '{');
    json_put_string(out, "name", game->name);
    json_put_string(out, "title", game->title);
    json_open(out, "sides", '[');
    json_put_string(out, NULL, game->sides[0]);
    json_put_string(out, NULL, game->sides[1]);
    json_close(out, ']');
    json_put_string(out, "legend", game->legend);
    json_open(out, "variants", '[');
    for (int i = 0; game->variants[i]; i++)
        json_put_string(out, NULL, game->variants[i]);
    json_close(out, ']');
    json_open(out, "size", '{');
    json_put_integer(out, "min", game->size_min);
    json_put_integer(out, "max", game->size_max);
    json_put_integer(out, "default", game->size_default);
    json_close(out, '}');
    if (game->kinds_max > 0) {
        json_open(out, "kinds", '{');
        json_put_integer(out, "max", game->kinds_max);
        json_put_integer(out, "default", game->kinds_default);
        json_close(out, '}');
    } else {
        json_put_null(out, "kinds");
    }
    json_put_bool(out, "blocks", game->has_blocks);
    json_put_string(out, "clock", game->clock == CLOCK_CPU ? "cpu" : "wall");
    json_number_or_null(out, "game_seconds", game->game_seconds);
    json_number_or_null(out, "move_seconds", game->move_seconds);
    json_levels(out, game);
    json_close(out, '}');
}

void api_games(struct request *request)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_open(&out, "games", '[');
    for (int i = 0; games[i]; i++)
        json_game(&out, games[i]);
    json_close(&out, ']');
    json_opponents(&out, "opponents", request->shared->opponents);
    json_put_integer(&out, "version", 1);
    json_close(&out, '}');
    reply_json(request->connection, &out);
    text_free(&out);
}

/* A seed that fits the numbers of a browser. */
static uint64_t fresh_seed(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = 1;
    return seed & 0xffffffff;
}

static struct problem *create(const struct ask *ask, uint64_t seed, struct notes *notes)
{
    const struct game *game = ask->game ? game_by_name(ask->game) : NULL;
    if (!game) {
        notes_fault(notes, 0, "there is no game \"%.40s\"", ask->game ? ask->game : "");
        return NULL;
    }
    struct setup setup = {.size = ask->size,
                          .kinds = game->kinds_max > 0 ? ask->kinds : 0,
                          .blocks = game->has_blocks ? ask->blocks : -1,
                          .variant = ask->rules,
                          .seed = seed};
    return game->create(&setup, notes);
}

void api_new(struct request *request)
{
    struct ask ask;
    struct notes notes = {0};
    struct problem *problem = NULL;
    uint64_t seed = 0;
    if (ask_read(request->body, request->body_length, &ask, &notes)) {
        seed = ask.seed >= 0 ? (uint64_t)ask.seed : fresh_seed();
        problem = create(&ask, seed, &notes);
    }
    ask_free(&ask);
    if (!problem) {
        reply_error(request->connection, 400, "%s", question_fault(&notes));
        return;
    }
    struct session *session = session_new(problem->position, problem->world->game->ply_limit);
    struct text out = {0}, start = {0};
    problem->world->game->write(problem->position, -1, false, &start);
    json_open(&out, NULL, '{');
    json_put_string(&out, "start", start.data);
    json_put_integer(&out, "seed", (int64_t)seed);
    json_position(&out, "position", session);
    json_close(&out, '}');
    reply_json(request->connection, &out);
    text_free(&start);
    text_free(&out);
    session_free(session);
    problem_free(problem);
}

void api_position(struct request *request)
{
    struct question question;
    if (!question_read(request, &question))
        return;
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_position(&out, "position", question.tale.session);
    json_open(&out, "remarks", '[');
    for (int i = 0; i < question.notes.kept; i++)
        json_put_string(&out, NULL, question.notes.text[i]);
    json_close(&out, ']');
    json_close(&out, '}');
    reply_json(request->connection, &out);
    text_free(&out);
    question_free(&question);
}
