#include "serve/position_json.h"

#include <ctype.h>
#include <string.h>

#include "base/json.h"
#include "game/looks.h"
#include "game/racing.h"

void json_move(struct text *out, const char *name, const struct position *p, unsigned code)
{
    char text[MOVE_NAME_MAX];
    p->world->game->move_name(p, code, text);
    json_put_string(out, name, text);
}

static void json_cells(struct text *out, const char *name, const struct square *cells, int count)
{
    json_open(out, name, '[');
    for (int i = 0; i < count; i++) {
        json_open(out, NULL, '[');
        json_put_integer(out, NULL, cells[i].row);
        json_put_integer(out, NULL, cells[i].column);
        json_close(out, ']');
    }
    json_close(out, ']');
}

void json_move_cells(struct text *out, const char *name, const struct position *p, unsigned code)
{
    struct shape shape;
    shape_of(p, code, &shape);
    json_cells(out, name, shape.cell, shape.cell_count);
}

static void json_shape(struct text *out, const char *name, const struct position *p, unsigned code)
{
    struct shape shape;
    shape_of(p, code, &shape);
    json_open(out, name, '{');
    json_move(out, "move", p, code);
    json_cells(out, "cells", shape.cell, shape.cell_count);
    if (shape.way_count > 0)
        json_cells(out, "path", shape.way, shape.way_count);
    else
        json_put_null(out, "path");
    json_cells(out, "effect", shape.effect, shape.effect_count);
    json_put_integer(out, "gain", shape.gain);
    json_close(out, '}');
}

/* What lies under the pieces, where that tells something. */
static void json_ground(struct text *out, const struct picture *picture)
{
    bool told = false;
    for (int row = 0; row < picture->rows; row++)
        for (int column = 0; column < picture->columns; column++)
            told |= picture->cell[row][column].ground != PAINT_EMPTY;
    if (!told)
        return;
    json_open(out, "ground", '[');
    for (int row = 0; row < picture->rows; row++) {
        json_open(out, NULL, '[');
        for (int column = 0; column < picture->columns; column++)
            json_put_integer(out, NULL, picture->cell[row][column].ground);
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void json_board(struct text *out, const struct position *p)
{
    struct picture picture = {0};
    p->world->game->draw(p, &picture);
    json_open(out, "rows", '[');
    for (int row = 0; row < picture.rows; row++) {
        char glyphs[PICTURE_EDGE + 1] = "";
        for (int column = 0; column < picture.columns; column++)
            glyphs[column] = picture.cell[row][column].glyph;
        json_put_string(out, NULL, glyphs);
    }
    json_close(out, ']');
    json_open(out, "paint", '[');
    for (int row = 0; row < picture.rows; row++) {
        json_open(out, NULL, '[');
        for (int column = 0; column < picture.columns; column++)
            json_put_integer(out, NULL, picture.cell[row][column].paint);
        json_close(out, ']');
    }
    json_close(out, ']');
    json_ground(out, &picture);
    json_put_bool(out, "letters", picture.names == NAMES_LETTERS);
    json_put_bool(out, "column_first", picture.names == NAMES_COLUMN_ROW);
}

/* How the sides stand, as people count it. */
static void json_standing(struct text *out, const struct position *p)
{
    struct text standing = {0};
    json_open(out, "standing", '[');
    for (int side = 0; side < 2; side++) {
        text_clear(&standing);
        looks_standing(&standing, p, side);
        json_put_string(out, NULL, standing.data);
    }
    json_close(out, ']');
    text_free(&standing);
}

/* What each move so far gained for whoever made it, where a score counts something. */
static void json_gains(struct text *out, const struct session *session)
{
    json_open(out, "gains", '[');
    for (int i = 0; i < session->count && session->world->game->counts; i++) {
        const int mover = session->position[i]->side;
        json_put_integer(
            out, NULL, session->position[i + 1]->score[mover] - session->position[i]->score[mover]);
    }
    json_close(out, ']');
}

static void json_ending(struct text *out, const struct session *session)
{
    const struct position *p = session_now(session);
    const char *const *sides = p->world->game->sides;
    enum ending ending = session_ending(session);
    struct text meaning = {0};
    int winner = -1;
    json_put_bool(out, "over", ending != ENDING_NONE);
    if (ending == ENDING_NONE) {
        json_put_null(out, "ending");
        text_add(&meaning, "%s to move.", sides[p->side]);
    } else {
        json_put_string(out, "ending", ending_name(ending));
        winner = session_winner(session);
        const char *why = looks_ending(p, ending);
        if (winner >= 0)
            text_add(&meaning, "%s wins: %s.", sides[winner], why);
        else /* how a winner would be found is of no use here */
            text_add(&meaning, "A draw: %.*s.", (int)strcspn(why, ";"), why);
    }
    meaning.data[0] = (char)toupper((unsigned char)meaning.data[0]);
    json_put_string(out, "meaning", meaning.data);
    text_free(&meaning);
    if (winner >= 0)
        json_put_integer(out, "winner", winner);
    else
        json_put_null(out, "winner");
}

/* How many moves each side needs, as far as a quick look tells. While the sides are among each
 * other pieces of the other one may fill squares, or bar them, that it is about to leave: then the
 * count is of the side alone, unless the goal is so near that they will hardly be gone in time. */
static void json_race(struct text *out, const struct session *session)
{
    enum { NODES = 1500 /* a count: some milliseconds */, NEAR = 3 };
    const struct position *p = session_now(session);
    const struct racing *racing = p->world->game->racing;
    if (!racing || session_ending(session) != ENDING_NONE) {
        json_put_null(out, "race");
        return;
    }
    const struct limits limits = {.nodes = NODES};
    const bool decoupled = racing->is_decoupled(p);
    int winner = -1, by = 0;
    json_open(out, "race", '[');
    for (int side = 0; side < 2; side++) {
        struct race_count count = {.moves = -1};
        racing->count(p, side, false, &limits, &count);
        if (winner < 0 && racing->is_won(p, side, &count, &limits, &by))
            winner = side;
        if (winner != side && !decoupled && !(race_is_proven(&count) && count.moves <= NEAR)) {
            count = (struct race_count){.moves = -1};
            racing->count(p, side, true, &limits, &count);
        }
        json_open(out, NULL, '{');
        if (count.moves >= 0)
            json_put_integer(out, "moves", count.moves);
        else
            json_put_null(out, "moves");
        json_put_integer(out, "least", count.least);
        json_put_bool(out, "proven", race_is_proven(&count));
        json_put_bool(out, "won", winner == side);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_put_bool(out, "decoupled", decoupled);
}

static void json_legal(struct text *out, const struct session *session)
{
    const struct position *p = session_now(session);
    struct move moves[MOVES_MAX];
    bool goes_on = session_ending(session) == ENDING_NONE;
    int count = goes_on ? p->world->rules->moves(p, moves) : 0;
    json_open(out, "legal", '[');
    for (int i = 0; i < count; i++)
        json_shape(out, NULL, p, moves[i].code);
    json_close(out, ']');
}

void json_position(struct text *out, const char *name, const struct session *session)
{
    const struct position *p = session_now(session);
    const struct world *world = p->world;
    json_open(out, name, '{');
    json_put_string(out, "game", world->game->name);
    json_put_string(out, "rules", world->game->variants[world->variant].name);
    json_put_integer(out, "size", world->size);
    for (int row = 0; row < game_option_count(world->game); row++)
        json_put_integer(out, world->game->options[row].name, world->option[row]);
    json_put_integer(out, "ply", session->count);
    json_put_integer(out, "side", p->side);
    int score[2];
    position_score(p, score);
    json_open(out, "score", '[');
    json_put_integer(out, NULL, score[0]);
    json_put_integer(out, NULL, score[1]);
    json_close(out, ']');
    json_standing(out, p);
    json_gains(out, session);
    json_ending(out, session);
    json_board(out, p);
    json_race(out, session);
    json_legal(out, session);
    if (session->count > 0)
        json_shape(out, "last", session->position[session->count - 1],
                   session->move[session->count - 1]);
    else
        json_put_null(out, "last");
    struct text input = {0};
    world->game->write(p, -1, false, &input);
    json_put_string(out, "input", input.data);
    text_free(&input);
    json_close(out, '}');
}
