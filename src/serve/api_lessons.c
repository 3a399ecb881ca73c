/* api_lessons.c - call for a game's lessons, each with a position to try it on */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "game/lessons.h"
#include "game/registry.h"
#include "serve/api.h"
#include "serve/exchange.h"
#include "serve/position_json.h"
#include "serve/reply.h"

static void json_board(struct text *out, const struct game *game, const struct lesson *lesson)
{
    struct lines lines = lines_cut(lesson->start, strlen(lesson->start));
    struct notes notes = {0};
    struct problem *problem = game->read(&lines, lesson->rules, &notes);
    lines_free(&lines);
    assert(problem); /* tests/engine/test_lessons.c parses all of them */
    struct session *session = session_new(problem->position, game->draws.ply_limit);
    json_put_string(out, "start", lesson->start);
    json_put_string(out, "task", lesson->task);
    json_put_string(out, "done", lesson->done);
    unsigned code;
    if (lesson->move && game->move_parse(problem->position, lesson->move, &code, &notes))
        json_move(out, "move", problem->position, code);
    else
        json_put_null(out, "move");
    json_position(out, "position", session);
    session_free(session);
    problem_free(problem);
}

void api_lessons(struct request *request)
{
    char name[200];
    request_member(request, "game", name);
    const struct game *game = game_by_name(name);
    if (!game) {
        reply_error(request->exchange, 404, "there is no game \"%.40s\"", name);
        return;
    }
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_open(&out, "lessons", '[');
    for (const struct lesson *lesson = game->lessons; lesson && lesson->title; lesson++) {
        json_open(&out, NULL, '{');
        json_put_string(&out, "title", lesson->title);
        json_put_string(&out, "words", lesson->words);
        if (lesson->start)
            json_board(&out, game, lesson);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
    reply_json(request->exchange, 200, &out);
    text_free(&out);
}
