/* api.h - the calls that pages make
 *
 * Each is a row of the table in api.c. A call gets the request, answers it, and keeps nothing.
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

/* What the calls share. */
struct shared {
    struct library *library;
    struct opponents *opponents;
    struct shelves *shelves;
    struct contest *contest;       /* NULL: no matches from the browser */
    struct scoreboard *scoreboard; /* NULL: no tournament is served */
    atomic_bool closing;           /* the server is about to stop: streams come to their end */
};

struct request {
    struct shared *shared;
    struct exchange *exchange;
    const char *body;
    size_t body_length;
};

/* Answers the call at this path, "/api/…". The body is read before. */
void api_answer(const char *method, const char *path, struct request *);

/* The value of a member of the query, cut to fit, or an empty text. */
void request_member(const struct request *, const char *name, char out[200]);

/* The key by which this visitor is known, or NULL if there is none; out keeps it. */
const char *request_key(const struct request *, char out[SHELF_KEY]);
#define KEY_COOKIE "plywood_key"

/* A record that this visitor may see: one the server was started with, one of his own, or the match
 * that is played for all. */
bool request_find(const struct request *, const char *id, struct library_entry *);

/* At most a few read records at once. Answers, and returns false, if too many wait already. */
bool reading_begin(struct request *);
void reading_end(void);

/* How an errand's lines reach the client. */
enum delivery {
    DELIVER_LINES, /* as they come, with empty lines in between to see whether anybody listens */
    DELIVER_ONE,   /* one JSON value, with blanks before it for the same reason */
    DELIVER_LATE   /* one JSON value when it is there; an object with "error" gets status 502;
                      interim answers before it, for the same reason */
};

/* Sends on an errand and delivers; the context lasts until this returns. */
void request_errand(struct request *, errand_work *, void *context, bool patient, enum delivery);

/* What can be played and by whom, the answer of /api/games. */
void json_known(struct text *, const char *name, const struct shared *);

/* One file for each group of calls. */
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
