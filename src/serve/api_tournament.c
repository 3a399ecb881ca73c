/* api_tournament.c - calls for a tournament: standings, games, and an event stream of changes */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/api.h"
#include "serve/exchange.h"
#include "serve/reply.h"
#include "serve/scoreboard.h"

enum {
    GLANCE_MS = 500, /* milliseconds between two checks of the store */
    WATCHERS_MAX = 40
};

/* Sends the answer, or an error if there is none. The store's path must not reach a page, so the
 * details go to standard error. */
static void answer(struct request *request, bool good, struct text *out, const struct notes *notes)
{
    if (good) {
        reply_json(request->exchange, 200, out);
    } else {
        notes_print(notes);
        reply_error(request->exchange, 500, "the tournament cannot be read");
    }
    text_free(out);
}

/* If the server shows no tournament, answers with an error and returns NULL. */
static struct scoreboard *board_of(struct request *request)
{
    if (!request->shared->scoreboard)
        reply_error(request->exchange, 404, "the server was started without a tournament");
    return request->shared->scoreboard;
}

void api_tournament(struct request *request)
{
    struct text out = {0};
    struct notes notes = {0};
    bool good = true;
    if (request->shared->scoreboard)
        good = scoreboard_overview(request->shared->scoreboard, &out, &notes);
    else
        text_add(&out, "{\"tournament\":null}");
    answer(request, good, &out, &notes);
}

void api_tournament_cross(struct request *request)
{
    struct text out = {0};
    struct notes notes = {0};
    struct scoreboard *board = board_of(request);
    if (board)
        answer(request, scoreboard_cross(board, &out, &notes), &out, &notes);
}

void api_tournament_games(struct request *request)
{
    const char *id = exchange_argument(request->exchange, "id");
    long number = 0;
    struct text out = {0};
    struct notes notes = {0};
    struct scoreboard *board = board_of(request);
    if (!board)
        return;
    if (id && !line_integer(line_from(id), 1, INT64_MAX, &number)) {
        reply_error(request->exchange, 400, "id: expected a game's number");
        return;
    }
    struct scoreboard_wish wish = {exchange_argument(request->exchange, "of"),
                                   exchange_argument(request->exchange, "and"), number};
    answer(request, scoreboard_games(board, &wish, &out, &notes), &out, &notes);
}

/* Sends a line whenever something has changed, and an empty line as heartbeat. */
static void follow(struct request *request, struct scoreboard *board)
{
    struct text last = {0}, now = {0};
    bool heard = true;
    reply_stream(request->exchange, "application/x-ndjson");
    while (heard && !atomic_load(&request->shared->closing)) {
        struct notes notes = {0};
        text_clear(&now);
        if (!scoreboard_tick(board, &now, &notes))
            break;
        text_add(&now, "\n");
        if (last.data && strcmp(last.data, now.data) == 0) {
            heard = exchange_write(request->exchange, "\n", 1);
        } else {
            heard = exchange_write(request->exchange, now.data, now.length);
            text_clear(&last);
            text_add_bytes(&last, now.data, now.length);
        }
        nanosleep(&(struct timespec){.tv_nsec = GLANCE_MS * 1000000L}, NULL);
    }
    text_free(&last);
    text_free(&now);
}

void api_tournament_watch(struct request *request)
{
    static atomic_int watchers;
    struct scoreboard *board = board_of(request);
    if (!board)
        return;
    if (atomic_fetch_add(&watchers, 1) < WATCHERS_MAX)
        follow(request, board);
    else
        reply_error(request->exchange, 503, "too many are watching, please try again later");
    atomic_fetch_sub(&watchers, 1);
}
