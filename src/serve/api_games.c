/* api_games.c - calls for the list of games, new games, positions, and boards set up by hand */
#include "agents/levels.h"
#include "base/json.h"
#include "base/random.h"
#include "game/looks.h"
#include "game/options.h"
#include "game/registry.h"
#include "screens/game_json.h"
#include "serve/api.h"
#include "serve/ask.h"
#include "serve/fresh_game.h"
#include "serve/pages.h"
#include "serve/position_json.h"
#include "serve/question.h"
#include "serve/reply.h"

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

static void json_options(struct text *out, const struct game *game)
{
    json_open(out, "options", '[');
    for (int i = 0; i < game_option_count(game); i++) {
        const struct setup_option *option = &game->options[i];
        json_open(out, NULL, '{');
        json_put_string(out, "name", option->name);
        json_put_string(out, "label", option->label);
        json_put_integer(out, "min", option->min);
        json_put_integer(out, "max", option->max);
        if (option->standard >= 0)
            json_put_integer(out, "default", option->standard);
        else
            json_put_null(out, "default");
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_brushes(struct text *out, const struct game *game)
{
    if (!game->looks) {
        json_put_null(out, "brushes");
        return;
    }
    json_open(out, "brushes", '[');
    for (const struct brush *brush = game->looks->brushes; brush->name; brush++) {
        json_open(out, NULL, '{');
        json_put_string(out, "name", brush->name);
        json_put_integer(out, "paint", brush->paint);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_game(struct text *out, const struct game *game)
{
    json_open(out, NULL, '{');
    json_game_members(out, game);
    json_levels(out, game);
    json_put_bool(out, "counts", game->counts);
    json_options(out, game);
    json_brushes(out, game);
    json_put_bool(out, "module", page_of_game(game->name) != NULL);
    json_put_bool(out, "has_mover", game->looks && game->looks->has_mover);
    json_close(out, '}');
}

void json_known(struct text *out, const char *name, const struct shared *shared)
{
    json_open(out, name, '{');
    json_open(out, "games", '[');
    const struct game *shown[REGISTRY_MAX];
    int count = games_for_people(shown);
    for (int i = 0; i < count; i++)
        json_game(out, shown[i]);
    json_close(out, ']');
    json_opponents(out, "opponents", shared->opponents);
    json_put_integer(out, "version", 1);
    json_close(out, '}');
}

void api_games(struct request *request)
{
    struct text out = {0};
    json_known(&out, NULL, request->shared);
    reply_json(request->exchange, 200, &out);
    text_free(&out);
}

void api_new(struct request *request)
{
    struct ask ask;
    struct notes notes = {0};
    struct text out = {0};
    bool made = false;
    if (ask_read(request->body, request->body_length, &ask, &notes)) {
        const struct game *game = ask.game ? game_by_name(ask.game) : NULL;
        struct setup setup = {.size = ask.size,
                              .variant = ask.rules,
                              .seed = ask.seed >= 0 ? (uint64_t)ask.seed : random_draw()};
        if (game)
            option_fill(game, &ask.options, &setup); /* other games' options are ignored */
        if (game)
            made = json_fresh_game(&out, NULL, game, &setup, &notes);
        else
            notes_fault(&notes, 0, "there is no game \"%.40s\"", ask.game ? ask.game : "");
    }
    if (made)
        reply_json(request->exchange, 200, &out);
    else
        reply_error(request->exchange, 400, "%s", question_fault(&notes));
    ask_free(&ask);
    text_free(&out);
}

void api_why(struct request *request)
{
    struct question question;
    if (!question_read(request, &question))
        return;
    const struct ask *ask = &question.ask;
    const struct position *p = session_now(question.tale.session);
    const int edge = p->world->size;
    bool on_board = ask->touched > 0;
    for (int i = 0; i < ask->touched; i++)
        on_board &= ask->touch[i].row < edge && ask->touch[i].column < edge;
    if (on_board) {
        struct text out = {0}, why = {0};
        if (session_ending(question.tale.session) == ENDING_NONE)
            looks_refuse(&why, p, ask->touch[0], ask->touch[ask->touched - 1]);
        else
            text_add(&why, "The game is over.");
        json_open(&out, NULL, '{');
        json_put_string(&out, "why", why.data);
        json_close(&out, '}');
        reply_json(request->exchange, 200, &out);
        text_free(&why);
        text_free(&out);
    } else {
        reply_error(request->exchange, 400, "touch: expected squares of the board");
    }
    question_free(&question);
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
    reply_json(request->exchange, 200, &out);
    text_free(&out);
    question_free(&question);
}

/* Reads the question's board as a sketch. Returns false, with a fault noted, if it is invalid. */
static bool sketch_read(const struct question *q, struct edited_board *sketch, struct notes *notes)
{
    const struct position *p = session_now(q->tale.session);
    const struct game *game = p->world->game;
    const int brushes = looks_brushes(game);
    struct picture picture = {0};
    game->draw(p, &picture);
    if (!game->looks)
        return notes_fault(notes, 0, "%s has no boards that are set up by hand", game->title);
    if (q->ask.rows != picture.rows || q->ask.columns != picture.columns)
        return notes_fault(notes, 0, "cells: expected %d rows of %d, found %d of %d", picture.rows,
                           picture.columns, q->ask.rows, q->ask.columns);
    *sketch = (struct edited_board){.world = p->world,
                                    .side = q->ask.side >= 0 ? q->ask.side : p->side};
    for (int row = 0; row < picture.rows; row++)
        for (int column = 0; column < picture.columns; column++) {
            uint8_t brush = q->ask.cell[row][column];
            if (brush >= brushes)
                return notes_fault(notes, 0, "cells: expected brushes from 0 to %d, found %d",
                                   brushes - 1, brush);
            sketch->brush[row][column] = brush;
        }
    return true;
}

void api_compose(struct request *request)
{
    struct question question;
    if (!question_read(request, &question))
        return;
    struct edited_board sketch;
    struct notes notes = {0};
    if (sketch_read(&question, &sketch, &notes)) {
        struct text out = {0}, input = {0};
        sketch.world->game->looks->compose(&sketch, &input); // NOLINT: sketch_read() set it
        json_open(&out, NULL, '{');
        json_put_string(&out, "input", input.data);
        json_close(&out, '}');
        reply_json(request->exchange, 200, &out);
        text_free(&input);
        text_free(&out);
    } else {
        reply_error(request->exchange, 400, "%s", notes_why(&notes));
    }
    question_free(&question);
}
