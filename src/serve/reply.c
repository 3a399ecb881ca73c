#include "serve/reply.h"

#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "serve/exchange.h"

#define POLICY                                                                          \
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " \
    "object-src 'none'"

static const struct header safety[] = {{"X-Content-Type-Options", "nosniff"},
                                       {"X-Frame-Options", "DENY"},
                                       {"Referrer-Policy", "no-referrer"},
                                       {"Cross-Origin-Opener-Policy", "same-origin"},
                                       {"Cross-Origin-Resource-Policy", "same-origin"},
                                       {NULL, NULL}};

static const char html_type[] = "text/html; charset=utf-8";
static const char json_type[] = "application/json; charset=utf-8";
static const struct header no_store[] = {{"Cache-Control", "no-store"}, {NULL, NULL}};

static void add_all(struct MHD_Response *response, const struct header *header)
{
    for (; header->name; header++)
        MHD_add_response_header(response, header->name, header->value);
}

void reply_add_headers(struct MHD_Response *response, const char *type, const char *nonce,
                       const struct header *more)
{
    char policy[400] = POLICY;
    if (nonce)
        snprintf(policy, sizeof policy,
                 POLICY "; script-src 'self' 'nonce-%s'; style-src 'self' 'nonce-%s'", nonce,
                 nonce);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    add_all(response, safety);
    MHD_add_response_header(response, "Content-Type", type);
    add_all(response, more);
}

static struct MHD_Response *response_of(const char *bytes, size_t count)
{
    return MHD_create_response_from_buffer(count, (void *)(uintptr_t)(count > 0 ? bytes : ""),
                                           MHD_RESPMEM_MUST_COPY);
}

void reply_json(struct exchange *exchange, unsigned status, const struct text *json)
{
    struct MHD_Response *response = response_of(json->data, json->length);
    reply_add_headers(response, json_type, NULL, no_store);
    exchange_answer(exchange, status, response, json->length);
}

void reply_lines(struct exchange *exchange, const struct text *lines)
{
    struct MHD_Response *response = response_of(lines->data, lines->length);
    reply_add_headers(response, "application/x-ndjson", NULL, no_store);
    exchange_answer(exchange, 200, response, lines->length);
}

void reply_document(struct exchange *exchange, unsigned status, const char *nonce, bool compressed,
                    const char *cookie, struct text *document)
{
    static const struct header packed[] = {{"Cache-Control", "no-store"},
                                           {"Vary", "Accept-Encoding"},
                                           {"Content-Encoding", "gzip"},
                                           {NULL, NULL}};
    static const struct header plain[] = {
        {"Cache-Control", "no-store"}, {"Vary", "Accept-Encoding"}, {NULL, NULL}};
    size_t bytes = document->length;
    struct MHD_Response *response = MHD_create_response_from_buffer(bytes, document->data,
                                                                    MHD_RESPMEM_MUST_FREE);
    *document = (struct text){0};
    reply_add_headers(response, html_type, nonce, compressed ? packed : plain);
    if (cookie)
        MHD_add_response_header(response, "Set-Cookie", cookie);
    exchange_answer(exchange, status, response, bytes);
}

void reply_elsewhere(struct exchange *exchange, const char *location, const char *cookie)
{
    const struct header more[] = {{"Cache-Control", "no-store"},
                                  {"Set-Cookie", cookie},
                                  {"Location", location},
                                  {NULL, NULL}};
    struct MHD_Response *response = response_of("", 0);
    reply_add_headers(response, "text/plain", NULL, more);
    exchange_answer(exchange, 303, response, 0);
}

/* Adds text to HTML, with markup escaped. */
static void add_escaped(struct text *out, const char *words)
{
    for (; *words; words++) {
        if (strchr("<>&\"'", *words))
            text_add(out, "&#%d;", *words);
        else
            text_add(out, "%c", *words);
    }
}

bool reply_is_for_people(const struct exchange *exchange)
{
    const char *accept = exchange_header(exchange, "Accept");
    return accept && strstr(accept, "text/html");
}

/* No stylesheet: that request may be refused too. */
static void write_error_page(struct text *out, const char *message)
{
    text_add(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<title>Plywood</title>\n<h1>This did not work</h1>\n<p>The reason: ");
    add_escaped(out, message);
    text_add(out, ".</p>\n<p><a href=\"/\">Play a game</a></p>\n</html>\n");
}

static void write_error_json(struct text *out, const char *message)
{
    json_open(out, NULL, '{');
    json_put_string(out, "error", message);
    json_close(out, '}');
}

void reply_error(struct exchange *exchange, unsigned status, const char *format, ...)
{
    static const struct header more[] = {{"Connection", "close"},
                                         {"Cache-Control", "no-store"},
                                         {"Retry-After", "1"},
                                         {NULL, NULL}},
                               less[] = {{"Connection", "close"},
                                         {"Cache-Control", "no-store"},
                                         {NULL, NULL}};
    char message[400];
    bool people = reply_is_for_people(exchange);
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct text out = {0};
    (people ? write_error_page : write_error_json)(&out, message);
    struct MHD_Response *response = response_of(out.data, out.length);
    reply_add_headers(response, people ? html_type : json_type, NULL, status == 503 ? more : less);
    exchange_answer(exchange, status, response, out.length);
    text_free(&out);
}

void reply_stream(struct exchange *exchange, const char *type)
{
    struct MHD_Response *response = exchange_stream_response(exchange);
    reply_add_headers(response, type, NULL, no_store);
    exchange_stream(exchange, 200, response);
}
