#include "serve/api.h"

#include <civetweb.h>
#include <string.h>

#include "serve/reply.h"

enum {
    HEARTBEAT = 100,   /* milliseconds between two signs of life */
    INTERIM_BEATS = 10 /* heartbeats between two interim answers */
};

static const struct {
    const char *method, *path;
    void (*answer)(struct request *);
} calls[] = {
    {"GET", "/api/games", api_games},        {"POST", "/api/new", api_new},
    {"POST", "/api/position", api_position}, {"POST", "/api/compose", api_compose},
    {"POST", "/api/move", api_move},         {"POST", "/api/hint", api_hint},
    {"POST", "/api/analyze", api_analyze},   {"POST", "/api/review", api_review},
    {"GET", "/api/records", api_records},    {"GET", "/api/record", api_record},
    {"GET", "/api/watch", api_watch},        {"GET", "/api/agent", api_agent},
};

void api_answer(const char *method, const char *path, struct request *request)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].path, path) != 0)
            continue;
        if (strcmp(calls[i].method, method) == 0)
            calls[i].answer(request);
        else
            reply_error(request->connection, 405, "%s wants %s", path, calls[i].method);
        return;
    }
    reply_error(request->connection, 404, "there is no such call");
}

void request_member(const struct request *request, const char *name, char out[200])
{
    if (mg_get_var(request->query, strlen(request->query), name, out, 200) < 0)
        out[0] = 0;
}

static void reply_told(struct mg_connection *connection, const struct text *told)
{
    static const char error[] = "{\"error\"";
    if (told->length == 0)
        reply_error(connection, 500, "nothing was found");
    else if (strncmp(told->data, error, strlen(error)) == 0)
        reply(connection, 502, "application/json; charset=utf-8", "Cache-Control: no-store\r\n",
              told->data, told->length);
    else
        reply_json(connection, told);
}

/* The status is not known before the end, so the signs of life are interim answers. */
static void deliver_late(struct request *request, struct errand *errand)
{
    struct text told = {0};
    bool wanted = true;
    for (int beat = 1; wanted && errand_listen(errand, HEARTBEAT, &told); beat++) {
        wanted = !atomic_load(&request->shared->closing);
        if (beat % INTERIM_BEATS == 0 && told.length == 0)
            wanted = wanted && reply_interim(request->connection);
    }
    if (wanted)
        reply_told(request->connection, &told);
    text_free(&told);
}

static void deliver_stream(struct request *request, struct errand *errand, bool lines)
{
    struct mg_connection *connection = request->connection;
    struct text told = {0};
    bool heard = stream_begin(connection,
                              lines ? "application/x-ndjson" : "application/json; charset=utf-8");
    while (heard && !atomic_load(&request->shared->closing) &&
           errand_listen(errand, HEARTBEAT, &told)) {
        heard = told.length > 0 ? stream_write(connection, told.data, told.length)
                                : stream_write(connection, lines ? "\n" : " ", 1);
        text_clear(&told);
    }
    text_free(&told);
}

void request_errand(struct request *request, errand_work *work, void *context, bool patient,
                    enum delivery delivery)
{
    struct errand *errand = errand_start(work, context, patient);
    if (!errand) {
        reply_error(request->connection, 503,
                    "too many searches are running, please try again in a moment");
        return;
    }
    if (delivery == DELIVER_LATE)
        deliver_late(request, errand);
    else
        deliver_stream(request, errand, delivery == DELIVER_LINES);
    errand_end(errand);
}
