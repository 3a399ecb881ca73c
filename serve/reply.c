#include "serve/reply.h"

#include <civetweb.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"

static const char safety[] =
    "Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Connection: close\r\n";

static bool write_head(struct mg_connection *connection, int status, const char *type,
                       const char *extra)
{
    return mg_printf(connection, "HTTP/1.1 %d %s\r\n%sContent-Type: %s\r\n%s", status,
                     mg_get_response_code_text(connection, status), safety, type, extra) > 0;
}

void reply(struct mg_connection *connection, int status, const char *type, const char *extra,
           const char *bytes, size_t count)
{
    const struct mg_request_info *info = mg_get_request_info(connection);
    bool head = info && info->request_method && strcmp(info->request_method, "HEAD") == 0;
    bool empty = status == 304;
    if (!write_head(connection, status, type, extra))
        return;
    if (empty)
        mg_printf(connection, "\r\n");
    else
        mg_printf(connection, "Content-Length: %zu\r\n\r\n", count);
    if (!head && !empty && count > 0)
        mg_write(connection, bytes, count);
}

static const char json_type[] = "application/json; charset=utf-8";
static const char no_store[] = "Cache-Control: no-store\r\n";

void reply_json(struct mg_connection *connection, const struct text *json)
{
    reply(connection, 200, json_type, no_store, json->data, json->length);
}

void reply_error(struct mg_connection *connection, int status, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "error", message);
    json_close(&out, '}');
    reply(connection, status, json_type,
          status == 503 ? "Cache-Control: no-store\r\nRetry-After: 1\r\n" : no_store, out.data,
          out.length);
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
    return write_head(connection, 200, type, no_store) && mg_printf(connection, "\r\n") > 0;
}

bool stream_write(struct mg_connection *connection, const char *bytes, size_t count)
{
    return mg_write(connection, bytes, count) == (int)count;
}
