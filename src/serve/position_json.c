#include "serve/position_json.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "game/facts.h"
#include "game/looks.h"

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

/* Adds the ground under the pieces, where the game has different grounds. */
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

/* Adds the standing of both sides, as people count it. */
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

/* Adds what each move so far gained for its mover, in games that count a score. */
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
        else /* the page has no use for how a winner would be decided */
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

static void json_fact_row(struct text *out, const struct fact_row *row)
{
    char unit[40];
    snprintf(unit, sizeof unit, "%ss", row->unit);
    json_open(out, row->name, '[');
    for (int side = 0; side < 2; side++) {
        const struct fact_number *number = &row->side[side];
        json_open(out, NULL, '{');
        if (number->value >= 0)
            json_put_integer(out, unit, number->value);
        else
            json_put_null(out, unit);
        json_put_integer(out, "least", number->least);
        json_put_bool(out, "proven", number->proven);
        json_put_bool(out, "won", number->wins);
        json_close(out, '}');
    }
    json_close(out, ']');
    if (row->flag)
        json_put_bool(out, row->flag, row->is_final);
}

/* Adds the game's facts as position_json.h describes them. */
static void json_facts(struct text *out, const struct session *session)
{
    struct fact_rows rows = {0};
    if (session_ending(session) == ENDING_NONE)
        facts_look(session_now(session), &rows);
    json_open(out, "facts", '[');
    for (int i = 0; i < rows.count; i++) {
        const struct fact_row *row = &rows.row[i];
        json_open(out, NULL, '{');
        json_put_string(out, "name", row->name);
        json_put_string(out, "unit", row->unit);
        json_put_string(out, "label", row->label);
        if (row->standing)
            json_put_string(out, "standing", row->standing);
        json_put_bool(out, "final", row->is_final);
        json_close(out, '}');
    }
    json_close(out, ']');
    for (int i = 0; i < rows.count; i++)
        json_fact_row(out, &rows.row[i]);
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
    json_facts(out, session);
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
