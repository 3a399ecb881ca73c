#include "serve/api.h"

#include <stdio.h>
#include <string.h>

#include "serve/exchange.h"
#include "serve/reply.h"

enum {
    HEARTBEAT = 100,   /* milliseconds between two heartbeats */
    INTERIM_BEATS = 10 /* heartbeats between two interim responses */
};

static const struct {
    const char *method, *path;
    void (*answer)(struct request *);
} calls[] = {
    {"GET", "/api/games", api_games},
    {"POST", "/api/new", api_new},
    {"POST", "/api/position", api_position},
    {"POST", "/api/compose", api_compose},
    {"POST", "/api/why", api_why},
    {"GET", "/api/lessons", api_lessons},
    {"POST", "/api/move", api_move},
    {"POST", "/api/hint", api_hint},
    {"POST", "/api/analyze", api_analyze},
    {"POST", "/api/review", api_review},
    {"POST", "/api/moment", api_moment},
    {"POST", "/api/mistake", api_mistake},
    {"POST", "/api/keep", api_keep},
    {"GET", "/api/kept", api_kept},
    {"GET", "/api/text", api_text},
    {"POST", "/api/forget", api_forget},
    {"POST", "/api/restore", api_restore},
    {"GET", "/api/match", api_match},
    {"POST", "/api/match/begin", api_match_begin},
    {"POST", "/api/match/tell", api_match_tell},
    {"GET", "/api/records", api_records},
    {"GET", "/api/record", api_record},
    {"GET", "/api/watch", api_watch},
    {"GET", "/api/agent", api_agent},
    {"GET", "/api/tournament", api_tournament},
    {"GET", "/api/tournament/cross", api_tournament_cross},
    {"GET", "/api/tournament/games", api_tournament_games},
    {"POST", "/api/tournament/watch", api_tournament_watch},
};

void api_answer(const char *method, const char *path, struct request *request)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].path, path) != 0)
            continue;
        if (strcmp(calls[i].method, method) == 0)
            calls[i].answer(request);
        else
            reply_error(request->exchange, 405, "%s wants %s", path, calls[i].method);
        return;
    }
    reply_error(request->exchange, 404, "there is no such call");
}

void request_member(const struct request *request, const char *name, char out[200])
{
    const char *value = exchange_argument(request->exchange, name);
    snprintf(out, 200, "%s", value ? value : "");
}

const char *request_key(const struct request *request, char out[SHELF_KEY])
{
    const char *key = exchange_cookie(request->exchange, KEY_COOKIE);
    if (!key || !shelf_is_key(key))
        return NULL;
    snprintf(out, SHELF_KEY, "%s", key);
    return out;
}

bool request_find(const struct request *request, const char *id, struct library_entry *entry)
{
    const struct shared *shared = request->shared;
    char key[SHELF_KEY];
    return library_find(shared->library, id, entry) ||
           shelf_find(shared->shelves, request_key(request, key), id, entry) ||
           (shared->contest && contest_find(shared->contest, id, entry));
}

static void reply_told(struct exchange *exchange, const struct text *told)
{
    static const char error[] = "{\"error\"";
    if (told->length == 0)
        reply_error(exchange, 500, "nothing was found");
    else
        reply_json(exchange, strncmp(told->data, error, strlen(error)) == 0 ? 502 : 200, told);
}

/* The status is not known before the end, so the heartbeats are HTTP interim responses. */
static void deliver_late(struct request *request, struct errand *errand)
{
    struct text told = {0};
    bool wanted = true;
    for (int beat = 1; wanted && errand_listen(errand, HEARTBEAT, &told); beat++) {
        wanted = !atomic_load(&request->shared->closing);
        if (beat % INTERIM_BEATS == 0 && told.length == 0)
            wanted = wanted && exchange_interim(request->exchange);
    }
    if (wanted)
        reply_told(request->exchange, &told);
    text_free(&told);
}

static void deliver_stream(struct request *request, struct errand *errand, bool lines)
{
    struct exchange *exchange = request->exchange;
    struct text told = {0};
    bool heard = true;
    reply_stream(exchange, lines ? "application/x-ndjson" : "application/json; charset=utf-8");
    while (heard && !atomic_load(&request->shared->closing) &&
           errand_listen(errand, HEARTBEAT, &told)) {
        heard = told.length > 0 ? exchange_write(exchange, told.data, told.length)
                                : exchange_write(exchange, lines ? "\n" : " ", 1);
        text_clear(&told);
    }
    if (atomic_load(&request->shared->closing))
        exchange_break(exchange); /* a partial result must not look complete */
    text_free(&told);
}

void request_errand(struct request *request, errand_work *work, void *context, bool patient,
                    enum delivery delivery)
{
    struct errand *errand = errand_start(work, context, patient);
    if (!errand) {
        reply_error(request->exchange, 503,
                    "too many searches are running, please try again in a moment");
        return;
    }
    if (delivery == DELIVER_LATE)
        deliver_late(request, errand);
    else
        deliver_stream(request, errand, delivery == DELIVER_LINES);
    errand_end(errand);
}
