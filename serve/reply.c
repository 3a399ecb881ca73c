#include "serve/reply.h"

#include <civetweb.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"

static const char policy[] =
    "Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'";

static const char safety[] = "X-Content-Type-Options: nosniff\r\n"
                             "X-Frame-Options: DENY\r\n"
                             "Referrer-Policy: no-referrer\r\n"
                             "Cross-Origin-Opener-Policy: same-origin\r\n"
                             "Cross-Origin-Resource-Policy: same-origin\r\n";

/* nonce: of the style and the script within the answer, NULL if it has none. */
static void add_head(struct text *out, struct mg_connection *connection, int status,
                     const char *type, const char *extra, const char *nonce)
{
    text_add(out, "HTTP/1.1 %d %s\r\n%s", status, mg_get_response_code_text(connection, status),
             policy);
    if (nonce)
        text_add(out, "; script-src 'self' 'nonce-%s'; style-src 'self' 'nonce-%s'", nonce, nonce);
    text_add(out, "\r\n%sContent-Type: %s\r\n%s", safety, type, extra);
}

/* In one piece, which is one packet where it fits. */
static void reply_whole(struct mg_connection *connection, int status, const char *type,
                        const char *extra, const char *nonce, const char *bytes, size_t count)
{
    const struct mg_request_info *info = mg_get_request_info(connection);
    bool head = info && info->request_method && strcmp(info->request_method, "HEAD") == 0;
    bool empty = status == 304;
    struct text out = {0};
    add_head(&out, connection, status, type, extra, nonce);
    if (empty)
        text_add(&out, "\r\n");
    else
        text_add(&out, "Content-Length: %zu\r\n\r\n", count);
    if (!head && !empty)
        text_add_bytes(&out, bytes, count);
    mg_write(connection, out.data, out.length);
    text_free(&out);
}

void reply(struct mg_connection *connection, int status, const char *type, const char *extra,
           const char *bytes, size_t count)
{
    reply_whole(connection, status, type, extra, NULL, bytes, count);
}

static const char html_type[] = "text/html; charset=utf-8";
static const char json_type[] = "application/json; charset=utf-8";
static const char no_store[] = "Cache-Control: no-store\r\n";

void reply_json(struct mg_connection *connection, const struct text *json)
{
    reply(connection, 200, json_type, no_store, json->data, json->length);
}

void reply_document(struct mg_connection *connection, int status, const char *nonce,
                    const struct text *document)
{
    reply_whole(connection, status, html_type, no_store, nonce, document->data, document->length);
}

/* The text between the tags of a page. */
static void add_escaped(struct text *out, const char *words)
{
    for (; *words; words++) {
        if (strchr("<>&\"'", *words))
            text_add(out, "&#%d;", *words);
        else
            text_add(out, "%c", *words);
    }
}

bool reply_is_for_people(struct mg_connection *connection)
{
    const char *accept = mg_get_header(connection, "Accept");
    return accept && strstr(accept, "text/html");
}

/* It looks as plain as it must: what makes pages beautiful may be refused as well. */
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

void reply_error(struct mg_connection *connection, int status, const char *format, ...)
{
    char message[400], extra[120];
    bool people = reply_is_for_people(connection);
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct text out = {0};
    (people ? write_error_page : write_error_json)(&out, message);
    snprintf(extra, sizeof extra, "%s%sConnection: close\r\n", no_store,
             status == 503 ? "Retry-After: 1\r\n" : "");
    mg_disable_connection_keep_alive(connection);
    reply(connection, status, people ? html_type : json_type, extra, out.data, out.length);
    text_free(&out);
}

bool reply_interim(struct mg_connection *connection)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const struct mg_request_info *info = mg_get_request_info(connection);
    bool old = !info->http_version || strcmp(info->http_version, "1.0") == 0;
    return old || stream_write(connection, interim, strlen(interim));
}

bool stream_begin(struct mg_connection *connection, const char *type)
{
    struct text head = {0};
    add_head(&head, connection, 200, type, no_store, NULL);
    text_add(&head, "Connection: close\r\n\r\n");
    mg_disable_connection_keep_alive(connection);
    bool heard = stream_write(connection, head.data, head.length);
    text_free(&head);
    return heard;
}

bool stream_write(struct mg_connection *connection, const char *bytes, size_t count)
{
    return mg_write(connection, bytes, count) == (int)count;
}
