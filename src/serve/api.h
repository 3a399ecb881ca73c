/* api.h - the HTTP API that the pages call
 *
 * Each call is a row of the table in api.c. It reads the request, answers it, and keeps no state.
 */
#ifndef SERVE_API_H
#define SERVE_API_H

#include "serve/contest.h"
#include "serve/errand.h"
#include "serve/library.h"
#include "serve/opponents.h"
#include "serve/shelf.h"

struct exchange;
struct scoreboard;

/* State that all calls share. */
struct shared {
    struct library *library;
    struct opponents *opponents;
    struct shelves *shelves;
    struct contest *contest;       /* NULL: the browser cannot start matches */
    struct scoreboard *scoreboard; /* NULL: the server shows no tournament */
    atomic_bool closing;           /* the server is stopping: streams end */
};

struct request {
    struct shared *shared;
    struct exchange *exchange;
    const char *body;
    size_t body_length;
};

/* Answers the call at this path, "/api/…". The body has been read completely. */
void api_answer(const char *method, const char *path, struct request *);

/* Copies a parameter of the query string, truncated to fit, or an empty string. */
void request_member(const struct request *, const char *name, char out[200]);

/* The visitor's key from the cookie, or NULL if there is none. out holds the string. */
const char *request_key(const struct request *, char out[SHELF_KEY]);
#define KEY_COOKIE "plywood_key"

/* Finds a record that this visitor may read: one of the library, one of the visitor's own shelf, or
 * the match that the server is playing. */
bool request_find(const struct request *, const char *id, struct library_entry *);

/* Limits how many requests read records at once. If too many are waiting, answers the request with
 * an error and returns false. */
bool reading_begin(struct request *);
void reading_end(void);

/* How the output of an errand reaches the client. */
enum delivery {
    DELIVER_LINES, /* as they come; blank lines in between detect that the client has gone */
    DELIVER_ONE,   /* one JSON value; blanks before it detect that the client has gone */
    DELIVER_LATE /* one JSON value when it is complete; an object with "error" gets status 502. HTTP
                    interim responses before it detect that the client has gone */
};

/* Runs an errand and delivers its output. The context must last until this returns. */
void request_errand(struct request *, errand_work *, void *context, bool patient, enum delivery);

/* Adds the games, levels and opponents that a page can choose: the answer of /api/games. */
void json_known(struct text *, const char *name, const struct shared *);

/* The handlers, one file for each group of calls. */
void api_games(struct request *), api_new(struct request *), api_position(struct request *);
void api_compose(struct request *), api_why(struct request *), api_lessons(struct request *);
void api_move(struct request *), api_hint(struct request *), api_analyze(struct request *);
void api_review(struct request *), api_moment(struct request *), api_mistake(struct request *);
void api_keep(struct request *), api_kept(struct request *), api_text(struct request *),
    api_forget(struct request *), api_restore(struct request *);
void api_match(struct request *), api_match_begin(struct request *),
    api_match_tell(struct request *);
void api_records(struct request *), api_record(struct request *), api_watch(struct request *),
    api_agent(struct request *);
void api_tournament(struct request *), api_tournament_cross(struct request *),
    api_tournament_games(struct request *), api_tournament_watch(struct request *);

#endif
