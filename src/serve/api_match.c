/* api_match.c - calls for matches started in the browser: options, start, pause, stop */
#include <string.h>

#include "base/json.h"
#include "serve/api.h"
#include "serve/question.h"
#include "serve/reply.h"

/* The contest; answers with an error and returns NULL if there is none. */
static struct contest *contest_of(struct request *request)
{
    if (!request->shared->contest)
        reply_error(request->exchange, 404, "this server plays no matches for browsers");
    return request->shared->contest;
}

static void reply_contest(struct request *request, const char *key)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    contest_json(request->shared->contest, key, &out);
    json_close(&out, '}');
    reply_json(request->exchange, 200, &out);
    text_free(&out);
}

static void answer(struct request *request, enum contest_answer answer, const char *key,
                   const struct notes *notes)
{
    static const unsigned status[] = {
        [CONTEST_BAD_WISH] = 400, [CONTEST_BUSY] = 409, [CONTEST_NOT_YOURS] = 403};
    if (answer == CONTEST_DONE)
        reply_contest(request, key);
    else
        reply_error(request->exchange, status[answer], "%s", question_fault(notes));
}

void api_match(struct request *request)
{
    char key[SHELF_KEY];
    if (contest_of(request))
        reply_contest(request, request_key(request, key));
}

void api_match_begin(struct request *request)
{
    char key_room[SHELF_KEY];
    const char *key = request_key(request, key_room);
    struct contest *contest = contest_of(request);
    struct ask ask;
    struct notes notes = {0};
    if (!contest)
        return;
    enum contest_answer begun = CONTEST_BAD_WISH;
    if (ask_read(request->body, request->body_length, &ask, &notes))
        begun = contest_start(contest, &ask, key, &notes);
    ask_free(&ask);
    answer(request, begun, key, &notes);
}

void api_match_tell(struct request *request)
{
    static const struct {
        const char *name;
        enum contest_wish wish;
    } wishes[] = {{"pause", CONTEST_PAUSE}, {"go-on", CONTEST_GO_ON}, {"stop", CONTEST_STOP}};
    char wish[200], key_room[SHELF_KEY];
    const char *key = request_key(request, key_room);
    struct contest *contest = contest_of(request);
    struct notes notes = {0};
    request_member(request, "wish", wish);
    for (size_t i = 0; contest && i < sizeof wishes / sizeof *wishes; i++)
        if (strcmp(wishes[i].name, wish) == 0) {
            answer(request, contest_tell(contest, wishes[i].wish, key, &notes), key, &notes);
            return;
        }
    if (contest)
        reply_error(request->exchange, 400, "wish: expected pause, go-on or stop");
}
