#include "serve/server.h"

#include <civetweb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "serve/api.h"
#include "serve/document.h"
#include "serve/guard.h"
#include "serve/pages.h"
#include "serve/reply.h"

enum {
    BODY_MAX = 256 << 10,
    PORTS_TRIED = 40,
    TOKEN_MIN = 8, /* characters; anything shorter is guessed */
    TOKEN_MAX = 200
};

#define LETTERS_AND_DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static const char cookie_name[] = "plywood_token";

struct server {
    struct mg_context *context;
    struct guard guard;
    struct shared shared;
    char address[200];
};

/* --- one request --- */

static bool is_call(const struct mg_request_info *info)
{
    return strncmp(info->local_uri, "/api/", 5) == 0;
}

static enum admission check(const struct server *server, struct mg_connection *connection,
                            const struct mg_request_info *info, char query_token[TOKEN_MAX])
{
    char cookie[TOKEN_MAX];
    const char *cookies = mg_get_header(connection, "Cookie"), *query = info->query_string;
    bool has_cookie = cookies && mg_get_cookie(cookies, cookie_name, cookie, sizeof cookie) >= 0;
    bool in_query = query && mg_get_var(query, strlen(query), "token", query_token, TOKEN_MAX) >= 0;
    if (!in_query)
        query_token[0] = 0;
    struct visitor visitor = {.host = mg_get_header(connection, "Host"),
                              .origin = mg_get_header(connection, "Origin"),
                              .site = mg_get_header(connection, "Sec-Fetch-Site"),
                              .authorization = mg_get_header(connection, "Authorization"),
                              .cookie = has_cookie ? cookie : NULL,
                              .query_token = in_query ? query_token : NULL,
                              .api = is_call(info)};
    return guard_check(&server->guard, &visitor);
}

static const struct {
    int status;
    const char *why;
} refusals[] = {
    [GUARD_WRONG_HOST] = {403, "this server answers to its own address only"},
    [GUARD_WRONG_ORIGIN] = {403, "this request comes from another page"},
    [GUARD_NO_TOKEN] = {401, "a token is needed: open the address that plywood serve has printed"},
};

/* A page that was opened with the token in its address gets a cookie and an address without it, so
 * that the token stays in no history. */
static bool hand_over_cookie(const struct server *server, struct mg_connection *connection,
                             const char *path, const char *query_token)
{
    if (!server->guard.token || !guard_token_is(server->guard.token, query_token))
        return false;
    char extra[TOKEN_MAX + 800];
    bool plain = path[strspn(path, "/._-" LETTERS_AND_DIGITS)] == 0; /* it becomes a header */
    snprintf(extra, sizeof extra,
             "Set-Cookie: %s=%s; HttpOnly; SameSite=Strict; Path=/\r\nLocation: %.500s\r\n",
             cookie_name, server->guard.token, plain ? path : "/");
    reply(connection, 303, "text/plain", extra, "", 0);
    return true;
}

/* A file; a browser that has it already is told so. */
static void send_file(struct mg_connection *connection, const struct page *page)
{
    char tag[24], extra[100];
    page_tag(page, tag);
    snprintf(extra, sizeof extra, "Cache-Control: no-cache\r\nETag: %s\r\n", tag);
    const char *known = mg_get_header(connection, "If-None-Match");
    reply(connection, known && strstr(known, tag) ? 304 : 200, page_type(page), extra, page->begin,
          (size_t)(page->end - page->begin));
}

/* A page. Whoever opens an address that is none gets the document too, which says so. */
static void serve_page(const struct shared *shared, struct mg_connection *connection,
                       const struct mg_request_info *info)
{
    const struct page *page = page_find(info->local_uri);
    const char *method = info->request_method;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        reply_error(connection, 405, "pages want GET");
    } else if (!page && !reply_is_for_people(connection)) {
        reply_error(connection, 404, "there is no such page");
    } else if (page && !page_is_document(page)) {
        send_file(connection, page);
    } else {
        struct text document = {0};
        char nonce[NONCE_SIZE];
        document_nonce(nonce);
        document_write(shared, nonce, &document);
        reply_document(connection, page ? 200 : 404, nonce, &document);
        text_free(&document);
    }
}

/* Reads the body; false if it is larger than anything that makes sense. */
static bool read_body(struct mg_connection *connection, struct text *body)
{
    char part[8192];
    if (mg_get_request_info(connection)->content_length > BODY_MAX)
        return false;
    for (int got; (got = mg_read(connection, part, sizeof part)) > 0;) {
        text_add_bytes(body, part, (size_t)got);
        if (body->length > BODY_MAX)
            return false;
    }
    return true;
}

struct call {
    struct server *server;
    struct mg_connection *connection;
    const struct mg_request_info *info;
    struct text body;
};

static void *answer_call(void *context)
{
    struct call *call = context;
    const char *query = call->info->query_string;
    struct request request = {.shared = &call->server->shared,
                              .connection = call->connection,
                              .query = query ? query : "",
                              .body = call->body.data ? call->body.data : "",
                              .body_length = call->body.length};
    if (is_call(call->info))
        api_answer(call->info->request_method, call->info->local_uri, &request);
    else
        serve_page(request.shared, call->connection, call->info);
    return NULL;
}

/* Answers in a thread with a stack of its own: civetweb's threads have 100 kB, and a reader of
 * nested JSON or a list of moves wants more. */
static void serve_call(struct server *server, struct mg_connection *connection,
                       const struct mg_request_info *info)
{
    struct call call = {server, connection, info, {0}};
    pthread_t thread;
    if (!read_body(connection, &call.body))
        reply_error(connection, 413, "expected at most %d bytes", BODY_MAX);
    else if (thread_start(&thread, answer_call, &call))
        pthread_join(thread, NULL);
    else
        reply_error(connection, 503, "there is no thread left for this");
    text_free(&call.body);
}

static int handle(struct mg_connection *connection, void *context)
{
    struct server *server = context;
    const struct mg_request_info *info = mg_get_request_info(connection);
    char query_token[TOKEN_MAX];
    enum admission admission = check(server, connection, info, query_token);
    if (admission != GUARD_ADMITS)
        reply_error(connection, refusals[admission].status, "%s", refusals[admission].why);
    else if (is_call(info) || !hand_over_cookie(server, connection, info->local_uri, query_token))
        serve_call(server, connection, info);
    return 200;
}

/* --- the server --- */

static int say_nothing(const struct mg_connection *connection, const char *message)
{
    (void)connection;
    (void)message;
    return 1;
}

/* What civetweb itself refuses. */
static int refuse(struct mg_connection *connection, int status, const char *message)
{
    (void)message;
    reply_error(connection, status, "this is no request that makes sense here");
    return 0;
}

static struct mg_context *open_port(const char *listen, int port, struct server *server)
{
    char place[120];
    bool six = strchr(listen, ':') != NULL;
    snprintf(place, sizeof place, six ? "[%s]:%d" : "%s:%d", listen, port);
    /* a stream holds its thread, so there are more of them than streams (ERRANDS_MAX, WATCHERS_MAX)
     */
    const char *options[] = {"listening_ports",
                             place,
                             "num_threads",
                             "96",
                             "request_timeout_ms",
                             "10000",
                             "enable_keep_alive",
                             "yes",
                             "keep_alive_timeout_ms",
                             "500",
                             "enable_directory_listing",
                             "no",
                             "tcp_nodelay",
                             "1",
                             "max_request_size",
                             "16384",
                             "access_control_allow_origin",
                             "",
                             "access_control_allow_methods",
                             "",
                             NULL};
    struct mg_callbacks callbacks = {
        .log_message = say_nothing, .log_access = say_nothing, .http_error = refuse};
    struct mg_context *opened = mg_start(&callbacks, server, options);
    if (opened)
        snprintf(server->address, sizeof server->address, "http://%s/", place);
    return opened;
}

static bool open_any_port(struct server *server, const struct serve_options *o, struct notes *notes)
{
    const char *listen = o->listen ? o->listen : "127.0.0.1";
    int first = o->port > 0 ? o->port : SERVE_PORT, count = o->port > 0 ? 1 : PORTS_TRIED;
    for (int port = first; port < first + count && !server->context; port++) {
        server->guard.port = port;
        server->context = open_port(listen, port, server);
    }
    if (!server->context)
        notes_fault(notes, 0, "port %d of %s cannot be opened", first, listen);
    else
        mg_set_request_handler(server->context, "/", handle, server);
    return server->context != NULL;
}

static bool check_options(const struct serve_options *o, struct notes *notes)
{
    bool loopback = !o->listen || strcmp(o->listen, "127.0.0.1") == 0 ||
                    strcmp(o->listen, "localhost") == 0 || strcmp(o->listen, "::1") == 0;
    size_t length = o->token ? strlen(o->token) : 0;
    if (!loopback && !o->token)
        return notes_fault(notes, 0, "an address that others can reach demands a token");
    if (o->token && (length < TOKEN_MIN || length >= TOKEN_MAX / 2 ||
                     strspn(o->token, LETTERS_AND_DIGITS "-_") != length))
        return notes_fault(notes, 0,
                           "token: expected %d or more letters, digits, dashes or underscores",
                           TOKEN_MIN);
    return true;
}

struct server *serve_start(const struct serve_options *o, struct notes *notes)
{
    if (!check_options(o, notes))
        return NULL;
    struct server *server = memory_zero(sizeof *server);
    server->guard.token = o->token;
    server->shared.library = library_new(o->record, o->record_count, o->records);
    server->shared.opponents = opponents_new(o->opponent, o->opponent_count, notes);
    signal(SIGPIPE, SIG_IGN); /* a closed connection is an error of the write, no reason to die */
    mg_init_library(MG_FEATURES_DEFAULT);
    if (server->shared.opponents && open_any_port(server, o, notes))
        return server;
    serve_stop(server);
    return NULL;
}

const char *serve_address(const struct server *server)
{
    return server->address;
}

void serve_stop(struct server *server)
{
    atomic_store(&server->shared.closing, true);
    if (server->context)
        mg_stop(server->context);
    mg_exit_library();
    opponents_free(server->shared.opponents);
    library_free(server->shared.library);
    free(server);
}
