#include "serve/server.h"

#include <microhttpd.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/memory.h"
#include "serve/api.h"
#include "serve/assets.h"
#include "serve/document.h"
#include "serve/exchange.h"
#include "serve/guard.h"
#include "serve/gzip.h"
#include "serve/reply.h"
#include "serve/scoreboard.h"

enum {
    PORTS_TRIED = 40,
    TOKEN_MIN = 8, /* characters; a shorter token can be guessed */
    TOKEN_MAX = 100,
    WORKERS_MAX = 128, /* a stream holds one: ERRANDS_MAX, WATCHERS_MAX, and as many readers */
    HOSTS_MAX = 8,
    HEAD_BYTES = 32 << 10,
};

#define LETTERS_AND_DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

struct server {
    struct MHD_Daemon *daemon;
    struct links *links;
    struct workers *workers, *hosts; /* hosts: for documents, which never wait behind calls */
    struct assets *assets;
    struct document *document;
    struct guard guard;
    struct shared shared;
    char address[200], cookie_name[40];
};

/* A connection: libmicrohttpd stores it with the socket. */
struct peer {
    struct link *link;
    struct text target; /* the request target as sent */
};

/* --- the head of a request --- */

static bool is_call(const struct exchange *exchange)
{
    return strncmp(exchange_path(exchange), "/api/", 5) == 0;
}

static enum admission check(const struct server *server, const struct exchange *exchange)
{
    struct visitor visitor = {.host = exchange_header(exchange, "Host"),
                              .origin = exchange_header(exchange, "Origin"),
                              .site = exchange_header(exchange, "Sec-Fetch-Site"),
                              .authorization = exchange_header(exchange, "Authorization"),
                              .cookie = exchange_cookie(exchange, server->cookie_name),
                              .query_token = exchange_argument(exchange, "token"),
                              .api = is_call(exchange)};
    return guard_check(&server->guard, &visitor);
}

static const struct {
    unsigned status;
    const char *why;
} refusals[] = {
    [GUARD_WRONG_HOST] = {403, "this server answers to its own address only"},
    [GUARD_WRONG_ORIGIN] = {403, "this request comes from another page"},
    [GUARD_NO_TOKEN] = {401, "a token is needed: open the address that plywood serve has printed"},
};

/* Fields of a request's head that two parsers might read in different ways. */
struct head {
    int hosts, origins, sites, lengths, encodings;
    bool odd;   /* bytes that must not occur */
    bool waits; /* Expect: 100-continue: the client waits for permission to send the body */
    size_t length;
};

static enum MHD_Result look_at_header(void *context, enum MHD_ValueKind kind, const char *name,
                                      size_t name_length, const char *value, size_t length)
{
    struct head *head = context;
    (void)kind;
    if (!value)
        value = "";
    head->odd = head->odd || memchr(name, 0, name_length) || memchr(value, 0, length) ||
                name[strcspn(name, " \t")] != 0;
    for (size_t i = 0; i < length; i++)
        head->odd = head->odd || ((unsigned char)value[i] < ' ' && value[i] != '\t');
    head->hosts += strcasecmp(name, "Host") == 0;
    head->origins += strcasecmp(name, "Origin") == 0;
    head->sites += strcasecmp(name, "Sec-Fetch-Site") == 0;
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        head->encodings++;
        head->odd = head->odd || strcasecmp(value, "chunked") != 0;
    }
    head->waits = head->waits || strcasecmp(name, "Expect") == 0;
    if (strcasecmp(name, "Content-Length") == 0) {
        head->lengths++;
        head->odd = head->odd || length == 0 || strspn(value, "0123456789") != length;
        head->length = strtoul(value, NULL, 10);
    }
    return MHD_YES;
}

static const char *fault_of(const struct head *head, const struct peer *peer)
{
    const char *target = peer->target.data ? peer->target.data : "";
    if (head->hosts > 1 || head->origins > 1 || head->sites > 1 || head->lengths > 1 ||
        head->encodings > 1)
        return "a header that there can be but once comes twice";
    if (head->lengths > 0 && head->encodings > 0)
        return "expected Content-Length or Transfer-Encoding, found both";
    if (head->odd || strstr(target, "%00"))
        return "a header, or the address, is not well-formed";
    return NULL;
}

/* The path of a request target, which may be an absolute URL with this Host. NULL if it names
 * another host, or none. */
static const char *own_path(const char *url, const char *host)
{
    static const char scheme[] = "http://";
    if (strncasecmp(url, scheme, strlen(scheme)) == 0 && host &&
        strncasecmp(url + strlen(scheme), host, strlen(host)) == 0)
        url += strlen(scheme) + strlen(host);
    return *url == '/' ? url : NULL;
}

/* --- immediate answers --- */

/* Adds the address without its token, for a redirect. Leaves out anything that would lead to
 * another host or is invalid in a header. */
static void add_address_without_token(const char *target, struct text *out)
{
    size_t path = strcspn(target, "?");
    bool plain = target[0] == '/' && !strchr("/\\", target[1]);
    for (const char *p = target; *p; p++)
        plain = plain && *p > ' ' && *p <= '~';
    text_add(out, "%.*s", plain ? (int)path : 1, plain ? target : "/");
    const char *at = target + path;
    char mark = '?';
    while (plain && *at) {
        size_t length = strcspn(++at, "&");
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "=&"), at);
        MHD_http_unescape(name);
        if (length > 0 && strcmp(name, "token") != 0) {
            text_add(out, "%c%.*s", mark, (int)length, at);
            mark = '&';
        }
        at += length;
    }
}

/* If the token is in the address, sets a cookie and redirects to the address without the token, so
 * that the token stays out of the browser's history. */
static bool hand_over_cookie(const struct server *server, struct exchange *exchange,
                             const struct peer *peer)
{
    const char *claimed = exchange_argument(exchange, "token");
    if (!server->guard.token || !guard_token_is(server->guard.token, claimed))
        return false;
    char cookie[TOKEN_MAX + 100];
    struct text location = {0};
    snprintf(cookie, sizeof cookie, "%s=%s; HttpOnly; SameSite=Strict; Path=/", server->cookie_name,
             server->guard.token);
    add_address_without_token(peer->target.data, &location);
    reply_elsewhere(exchange, location.data, cookie);
    text_free(&location);
    return true;
}

static enum MHD_Result send_file(const struct server *server, struct MHD_Connection *connection,
                                 struct exchange *exchange, const struct peer *peer,
                                 const struct page *page)
{
    struct wish wish = {.version = exchange_argument(exchange, "v"),
                        .accept_encoding = exchange_header(exchange, "Accept-Encoding"),
                        .if_none_match = exchange_header(exchange, "If-None-Match")};
    struct asset asset = assets_answer(server->assets, page, &wish);
    link_enter(peer->link, PHASE_ANSWER, asset.bytes);
    return MHD_queue_response(connection, asset.status, asset.response);
}

/* --- answers by a worker --- */

/* Where other machines can connect, a browser is identified by a random key in a cookie, which
 * lives for a year after its last visit. Other sites cannot send the cookie and scripts cannot read
 * it. */
static const char *key_cookie(const struct exchange *exchange, char *out, size_t bytes)
{
    char fresh[SHELF_KEY];
    const char *key = exchange_cookie(exchange, KEY_COOKIE);
    if (!key || !shelf_is_key(key)) {
        shelf_draw_key(fresh);
        key = fresh;
    }
    snprintf(out, bytes, KEY_COOKIE "=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000",
             key);
    return out;
}

static void send_document(const struct server *server, struct exchange *exchange, unsigned status)
{
    struct text document = {0};
    char nonce[NONCE_SIZE];
    bool compressed = gzip_is_welcome(exchange_header(exchange, "Accept-Encoding"));
    document_nonce(nonce);
    document_write(server->document, nonce, compressed, &document);
    char cookie[SHELF_KEY + 100];
    reply_document(exchange, status, nonce, compressed,
                   server->guard.token ? key_cookie(exchange, cookie, sizeof cookie) : NULL,
                   &document);
}

static void answer(struct exchange *exchange, void *context)
{
    struct server *server = context;
    const char *path = exchange_path(exchange);
    const struct text *body = exchange_body(exchange);
    struct request request = {.shared = &server->shared,
                              .exchange = exchange,
                              .body = body->data ? body->data : "",
                              .body_length = body->length};
    if (atomic_load(&server->shared.closing))
        reply_error(exchange, 503, "the server is about to stop");
    else if (is_call(exchange))
        api_answer(exchange_method(exchange), path, &request);
    else
        send_document(server, exchange, page_find(path) ? 200 : 404);
}

/* --- one request --- */

static enum MHD_Result result_of(bool good)
{
    return good ? MHD_YES : MHD_NO;
}

static bool may_have_come(const char *method)
{
    return strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
}

/* The head has arrived. Refuses an unauthorised request here, before its body is read. */
static enum MHD_Result begin(const struct server *server, struct MHD_Connection *connection,
                             const struct peer *peer, struct exchange *exchange, bool own)
{
    struct head head = {0};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, look_at_header, &head);
    enum admission admission = check(server, exchange);
    const char *fault = fault_of(&head, peer);
    if (atomic_load(&server->shared.closing))
        return MHD_NO;
    if (fault)
        reply_error(exchange, 400, "%s", fault);
    else if (admission != GUARD_ADMITS)
        reply_error(exchange, refusals[admission].status, "%s", refusals[admission].why);
    else if (!own)
        reply_error(exchange, 400, "expected an address of this server");
    else if (head.length > (head.waits ? BODY_MAX : BODY_READ_MAX))
        reply_error(exchange, 413, "expected at most %d bytes", BODY_MAX);
    else {
        if (head.lengths + head.encodings > 0)
            link_enter(peer->link, PHASE_BODY, 0);
        return MHD_YES;
    }
    return result_of(exchange_send(exchange));
}

/* The whole request has arrived. Sends a file at once and gives everything else to a worker. A
 * browser that opens an unknown address gets the document too, which reports that. */
static enum MHD_Result dispatch(struct server *server, struct MHD_Connection *connection,
                                const struct peer *peer, struct exchange *exchange)
{
    const struct page *page = page_find(exchange_path(exchange));
    if (!exchange_body(exchange)) {
        reply_error(exchange, 413, "expected at most %d bytes", BODY_MAX);
    } else if (is_call(exchange)) {
        exchange_hand_over(exchange, server->workers, answer, server);
        return MHD_YES;
    } else if (hand_over_cookie(server, exchange, peer)) {
        /* libmicrohttpd calls again for the body */
    } else if (!may_have_come(exchange_method(exchange))) {
        reply_error(exchange, 405, "pages want GET");
    } else if (page && !page_is_document(page)) {
        return send_file(server, connection, exchange, peer, page);
    } else if (!page && !reply_is_for_people(exchange)) {
        reply_error(exchange, 404, "there is no such page");
    } else {
        exchange_hand_over(exchange, server->hosts, answer, server);
        return MHD_YES;
    }
    return result_of(exchange_send(exchange));
}

static struct peer *peer_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* libmicrohttpd calls this with the head, with each part of the body, when the request is complete,
 * and again after a worker has answered. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *part,
                              size_t *part_length, void **state)
{
    struct server *server = context;
    struct peer *peer = peer_of(connection);
    struct exchange *exchange = *state;
    if (!exchange) {
        const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
                                                       MHD_HTTP_HEADER_HOST);
        const char *path = own_path(url, host);
        exchange = exchange_new(connection, peer->link, method, path ? path : "/", version);
        *state = exchange;
        return begin(server, connection, peer, exchange, path != NULL);
    }
    if (*part_length > 0) {
        bool good = exchange_take_body(exchange, part, *part_length);
        *part_length = 0;
        return result_of(good);
    }
    if (exchange_is_back(exchange))
        return result_of(exchange_send(exchange));
    return dispatch(server, connection, peer, exchange);
}

/* --- libmicrohttpd's notifications --- */

static void *note_target(void *context, const char *target, struct MHD_Connection *connection)
{
    (void)context;
    struct peer *peer = peer_of(connection);
    text_clear(&peer->target);
    text_add_bytes(&peer->target, target, strlen(target));
    return NULL; /* there is no request yet */
}

static void end_request(void *context, struct MHD_Connection *connection, void **state,
                        enum MHD_RequestTerminationCode how)
{
    (void)context;
    (void)how;
    if (!*state)
        return;
    exchange_over(*state);
    *state = NULL;
    link_enter(peer_of(connection)->link, PHASE_HEAD, 0);
}

static void note_connection(void *context, struct MHD_Connection *connection, void **kept,
                            enum MHD_ConnectionNotificationCode what)
{
    struct server *server = context;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        struct peer *peer = memory_zero(sizeof *peer);
        peer->link = link_open(
            server->links,
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);
        *kept = peer;
    } else if (*kept) {
        struct peer *peer = *kept;
        link_close(peer->link);
        text_free(&peer->target);
        free(peer);
        *kept = NULL;
    }
}

/* --- the server --- */

/* A listening socket at this address; -1 if that fails. */
static int listen_at(const char *address, int port)
{
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    struct addrinfo wanted = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM},
                    *found = NULL;
    if (getaddrinfo(address, service, &wanted, &found) != 0)
        return -1;
    int yes = 1, fd = socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                             found->ai_protocol);
    if (fd >= 0 &&
        (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
         bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, SOMAXCONN) != 0)) {
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static bool start_daemon(struct server *server, int fd)
{
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)(SERVE_LINKS_HELD),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, note_target, server, MHD_OPTION_NOTIFY_COMPLETED, end_request,
        server, MHD_OPTION_NOTIFY_CONNECTION, note_connection, server, MHD_OPTION_END);
    if (!server->daemon)
        close(fd);
    return server->daemon != NULL;
}

static bool open_any_port(struct server *server, const struct serve_options *o, struct notes *notes)
{
    const char *listen = o->listen ? o->listen : "127.0.0.1";
    int first = o->port > 0 ? o->port : SERVE_PORT, count = o->port > 0 ? 1 : PORTS_TRIED;
    int port = first, fd;
    while ((fd = listen_at(listen, port)) < 0 && port + 1 < first + count)
        port++;
    server->guard.port = port;
    snprintf(server->cookie_name, sizeof server->cookie_name, "plywood_token_%d", port);
    snprintf(server->address, sizeof server->address,
             strchr(listen, ':') ? "http://[%s]:%d/" : "http://%s:%d/", listen, port);
    if (fd < 0)
        return notes_fault(notes, 0, "port %d of %s cannot be opened", first, listen);
    return start_daemon(server, fd) || notes_fault(notes, 0, "the server cannot be started");
}

static bool check_options(const struct serve_options *o, struct notes *notes)
{
    bool loopback = !o->listen || strcmp(o->listen, "127.0.0.1") == 0 ||
                    strcmp(o->listen, "localhost") == 0 || strcmp(o->listen, "::1") == 0;
    size_t length = o->token ? strlen(o->token) : 0;
    if (!loopback && !o->token)
        return notes_fault(notes, 0, "an address that others can reach demands a token");
    if (o->token && (length < TOKEN_MIN || length >= TOKEN_MAX ||
                     strspn(o->token, LETTERS_AND_DIGITS "-_") != length))
        return notes_fault(notes, 0,
                           "token: expected %d or more letters, digits, dashes or underscores",
                           TOKEN_MIN);
    return true;
}

static struct link_limits limits_of(const struct serve_options *o)
{
    double patience = o->patience > 0 ? o->patience : 1;
    return (struct link_limits){.seconds = {[PHASE_HEAD] = patience * SERVE_HEAD_SECONDS,
                                            [PHASE_BODY] = patience * SERVE_BODY_SECONDS,
                                            [PHASE_ANSWER] = patience * SERVE_ANSWER_SECONDS},
                                .bytes_a_second = SERVE_BYTES_A_SECOND / patience,
                                .most = SERVE_LINKS,
                                .most_a_client = SERVE_LINKS_A_CLIENT};
}

/* libmicrohttpd reports an internal error that cannot happen. */
static void panic(void *context, const char *file, unsigned line, const char *why)
{
    (void)context;
    fprintf(stderr, "plywood: libmicrohttpd: %s:%u: %s\n", file, line, why ? why : "");
    _exit(70);
}

struct server *serve_start(const struct serve_options *o, struct notes *notes)
{
    if (!check_options(o, notes))
        return NULL;
    struct server *server = memory_zero(sizeof *server);
    server->guard.token = o->token;
    server->shared.library = library_new(o->record, o->record_count, o->records);
    server->shared.shelves = shelves_new(o->keep, o->token != NULL,
                                         &(struct shelf_limits){.games = o->keep_games});
    server->shared.opponents = opponents_new(o->opponent, o->opponent_count, notes);
    server->shared.scoreboard = o->tournament ? scoreboard_open(o->tournament, notes) : NULL;
    signal(SIGPIPE, SIG_IGN); /* a closed connection must fail the write, not kill the process */
    MHD_set_panic_func(panic, NULL);
    bool has_tournament = server->shared.scoreboard || !o->tournament;
    if (server->shared.opponents && has_tournament) { /* porter before any thread */
        struct link_limits limits = limits_of(o);
        server->links = links_new(&limits);
        if (o->matches)
            server->shared.contest = contest_new(server->shared.opponents, server->shared.shelves,
                                                 o->token != NULL);
        server->workers = workers_new(WORKERS_MAX);
        server->hosts = workers_new(HOSTS_MAX);
        server->assets = assets_new();
        server->document = document_new(&server->shared);
        if (open_any_port(server, o, notes))
            return server;
    }
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
    if (server->workers)
        workers_stop(server->workers); /* so that no connection stays suspended */
    if (server->hosts)
        workers_stop(server->hosts);
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    workers_free(server->workers);
    workers_free(server->hosts);
    links_free(server->links);
    document_free(server->document);
    assets_free(server->assets);
    contest_free(server->shared.contest);
    opponents_free(server->shared.opponents);
    shelves_free(server->shared.shelves);
    library_free(server->shared.library);
    scoreboard_close(server->shared.scoreboard);
    free(server);
}
