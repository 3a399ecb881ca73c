#include "serve/exchange.h"

#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"

enum {
    BLOCK = 16 << 10,   /* bytes of a stream that libmicrohttpd takes at once */
    QUEUE_MAX = 1 << 20 /* maximum bytes in a stream's queue, except for a single longer line */
};

struct exchange {
    struct MHD_Connection *connection;
    struct link *link;
    int socket;
    const char *method, *path;
    bool old; /* HTTP/1.0 or older */
    struct text body;
    size_t received; /* bytes of the body */
    void (*work)(struct exchange *, void *);
    void *context;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t room;  /* signalled when the queue has space or the client has gone */
    int holders;          /* reference count: libmicrohttpd and the worker */
    bool back;            /* the worker has answered, started a stream or given up */
    bool finished;        /* the worker adds nothing more */
    bool asleep;          /* the connection is suspended until the stream has more bytes */
    bool gone;            /* libmicrohttpd has closed the request */
    unsigned status;
    struct MHD_Response *response;
    size_t bytes;
    bool streams, broken;
    struct text queue;
    size_t taken; /* bytes already taken from the front of the queue */
};

struct exchange *exchange_new(struct MHD_Connection *connection, struct link *link,
                              const char *method, const char *path, const char *version)
{
    struct exchange *e = memory_zero(sizeof *e);
    e->connection = connection;
    e->link = link;
    e->method = method;
    e->path = path;
    e->old = strcmp(version, MHD_HTTP_VERSION_1_1) != 0;
    e->holders = 1;
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->room, NULL);
    return e;
}

/* Drops a reference. The caller holds the lock; this releases it. */
static void let_go(struct exchange *e)
{
    bool last = --e->holders == 0;
    pthread_mutex_unlock(&e->lock);
    if (!last)
        return;
    if (e->response)
        MHD_destroy_response(e->response);
    pthread_cond_destroy(&e->room);
    pthread_mutex_destroy(&e->lock);
    text_free(&e->queue);
    text_free(&e->body);
    free(e);
}

void exchange_over(struct exchange *e)
{
    pthread_mutex_lock(&e->lock);
    e->gone = true;
    pthread_cond_signal(&e->room);
    let_go(e);
}

bool exchange_take_body(struct exchange *e, const char *bytes, size_t count)
{
    e->received += count;
    if (e->received <= BODY_MAX)
        text_add_bytes(&e->body, bytes, count);
    return e->received <= BODY_READ_MAX;
}

const struct text *exchange_body(const struct exchange *e)
{
    return e->received <= BODY_MAX ? &e->body : NULL;
}

static void finish(struct exchange *e)
{
    pthread_mutex_lock(&e->lock);
    e->finished = true;
    bool resume = e->streams ? e->asleep && !e->gone : true;
    e->asleep = false;
    e->back = true;
    if (resume)
        MHD_resume_connection(e->connection);
    let_go(e);
}

static void run(void *context)
{
    struct exchange *e = context;
    e->work(e, e->context);
    finish(e);
}

void exchange_hand_over(struct exchange *e, struct workers *workers,
                        void (*work)(struct exchange *, void *), void *context)
{
    e->work = work;
    e->context = context;
    e->holders = 2;
    e->socket =
        MHD_get_connection_info(e->connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    link_enter(e->link, PHASE_WORK, 0);
    MHD_suspend_connection(e->connection); /* before another thread can resume it */
    if (!workers_do(workers, run, e))
        finish(e);
}

bool exchange_is_back(struct exchange *e)
{
    pthread_mutex_lock(&e->lock);
    bool back = e->back;
    pthread_mutex_unlock(&e->lock);
    return back;
}

bool exchange_send(struct exchange *e)
{
    pthread_mutex_lock(&e->lock);
    struct MHD_Response *response = e->response;
    unsigned status = e->status;
    size_t bytes = e->bytes;
    e->response = NULL;
    pthread_mutex_unlock(&e->lock);
    if (!response)
        return false;
    link_enter(e->link, PHASE_ANSWER, bytes);
    bool queued = MHD_queue_response(e->connection, status, response) == MHD_YES;
    MHD_destroy_response(response);
    return queued;
}

/* --- the request --- */

const char *exchange_method(const struct exchange *e)
{
    return e->method;
}

const char *exchange_path(const struct exchange *e)
{
    return e->path;
}

struct lookup {
    const char *name, *value;
    int count;
};

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name,
                            const char *value)
{
    struct lookup *lookup = context;
    int (*compare)(const char *, const char *) = kind == MHD_HEADER_KIND ? strcasecmp : strcmp;
    if (compare(name, lookup->name) == 0) {
        lookup->value = value;
        lookup->count++;
    }
    return MHD_YES;
}

static const char *find_value(const struct exchange *e, enum MHD_ValueKind kind, const char *name)
{
    struct lookup lookup = {.name = name};
    MHD_get_connection_values(e->connection, kind, look, &lookup);
    return lookup.count == 1 ? lookup.value : NULL;
}

const char *exchange_header(const struct exchange *e, const char *name)
{
    return find_value(e, MHD_HEADER_KIND, name);
}

const char *exchange_argument(const struct exchange *e, const char *name)
{
    return find_value(e, MHD_GET_ARGUMENT_KIND, name);
}

const char *exchange_cookie(const struct exchange *e, const char *name)
{
    return find_value(e, MHD_COOKIE_KIND, name);
}

/* --- the answer --- */

void exchange_answer(struct exchange *e, unsigned status, struct MHD_Response *response,
                     size_t bytes)
{
    pthread_mutex_lock(&e->lock);
    if (e->response)
        MHD_destroy_response(e->response);
    e->response = response;
    e->status = status;
    e->bytes = bytes;
    pthread_mutex_unlock(&e->lock);
}

/* libmicrohttpd has no call for interim responses, so this writes to the socket directly. That is
 * safe: while the connection is suspended nothing else writes to it, and the answer has not been
 * started. */
bool exchange_interim(struct exchange *e)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";
    return e->old || send(e->socket, interim, strlen(interim), MSG_DONTWAIT | MSG_NOSIGNAL) > 0 ||
           errno == EAGAIN || errno == EINTR;
}

/* Called by libmicrohttpd's thread for more bytes of the stream. */
static ssize_t take(void *context, uint64_t position, char *out, size_t most)
{
    struct exchange *e = context;
    (void)position;
    pthread_mutex_lock(&e->lock);
    size_t left = e->queue.length - e->taken, count = left < most ? left : most;
    ssize_t result = (ssize_t)count;
    if (count > 0) {
        memcpy(out, e->queue.data + e->taken, count);
        e->taken += count;
        if (e->taken == e->queue.length) {
            text_clear(&e->queue);
            e->taken = 0;
        }
        link_enter(e->link, PHASE_ANSWER, count);
        pthread_cond_signal(&e->room);
    } else if (e->finished) {
        result = e->broken ? MHD_CONTENT_READER_END_WITH_ERROR : MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        e->asleep = true;
        link_enter(e->link, PHASE_WORK, 0);
        MHD_suspend_connection(e->connection);
    }
    pthread_mutex_unlock(&e->lock);
    return result;
}

struct MHD_Response *exchange_stream_response(struct exchange *e)
{
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, take, e, NULL);
}

void exchange_stream(struct exchange *e, unsigned status, struct MHD_Response *response)
{
    exchange_answer(e, status, response, 0);
    pthread_mutex_lock(&e->lock);
    e->streams = true;
    e->back = true;
    MHD_resume_connection(e->connection);
    pthread_mutex_unlock(&e->lock);
}

void exchange_break(struct exchange *e)
{
    pthread_mutex_lock(&e->lock);
    e->broken = true;
    pthread_mutex_unlock(&e->lock);
}

/* Frees the bytes already taken. Without this a client that always lags slightly would make the
 * queue grow for ever. */
static void drop_taken(struct exchange *e)
{
    if (e->taken < QUEUE_MAX)
        return;
    e->queue.length -= e->taken;
    memmove(e->queue.data, e->queue.data + e->taken, e->queue.length + 1);
    e->taken = 0;
}

bool exchange_write(struct exchange *e, const char *bytes, size_t count)
{
    pthread_mutex_lock(&e->lock);
    while (!e->gone && e->queue.length - e->taken > QUEUE_MAX)
        pthread_cond_wait(&e->room, &e->lock);
    bool heard = !e->gone;
    if (heard) {
        drop_taken(e);
        text_add_bytes(&e->queue, bytes, count);
        if (e->asleep) {
            e->asleep = false;
            MHD_resume_connection(e->connection);
        }
    }
    pthread_mutex_unlock(&e->lock);
    return heard;
}
