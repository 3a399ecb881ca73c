/* http.c - hostile bytes on a socket, against the server itself
 *
 * Two servers run in this process: one on the loopback address, one that wants a token. The first
 * byte chooses the server, and whether the rest is all that a client sends, or lines that become a
 * well-formed request: method and target, headers up to an empty line, the body. Whatever is sent,
 * the server answers or closes; nobody without the token gets in; nothing that was sent becomes a
 * header of the answer.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/server.h"
#include "tests/fuzz/fuzz.h"

enum { ANSWER_MAX = 1 << 20, SECONDS = 60 };

static const char token[] = "correct-horse";
static struct server *servers[2];

static void stop_all(void)
{
    for (int i = 0; i < 2; i++)
        serve_stop(servers[i]);
}

static void start_all(void)
{
    static struct serve_options options[2];
    options[0].patience = options[1].patience = 0.02; /* some bytes wait for more */
    options[1].token = token;
    for (int i = 0; i < 2; i++) {
        struct notes notes = {0};
        servers[i] = serve_start(&options[i], &notes);
        CLAIM(servers[i]);
    }
    atexit(stop_all);
}

static int port_of(const struct server *server)
{
    return atoi(strrchr(serve_address(server), ':') + 1);
}

/* The lines of a request, framed as they should be. */
static void add_request(struct text *out, const uint8_t *bytes, size_t count, int port)
{
    char *text = fuzz_string(bytes, count);
    size_t head = strcspn(text, "\n");
    text_add(out, "%.*s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n", (int)head, text, port);
    const char *at = text + head + (text[head] == '\n');
    for (size_t length; (length = strcspn(at, "\n")) > 0; at += length + (at[length] == '\n'))
        text_add(out, "%.*s\r\n", (int)length, at);
    at += *at == '\n';
    text_add(out, "Content-Length: %zu\r\n\r\n%s", strlen(at), at);
    free(text);
}

/* What the server answers until it closes or begins a stream, which only ends with its search. */
static void exchange_bytes(int port, const struct text *sent, struct text *answer)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct timeval patience = {.tv_sec = SECONDS};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    CLAIM(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    (void)!send(fd, sent->data, sent->length, MSG_NOSIGNAL); /* it may be closed in the midst */
    shutdown(fd, SHUT_WR);
    char part[4096];
    ssize_t got;
    while ((got = recv(fd, part, sizeof part, 0)) > 0) {
        text_add_bytes(answer, part, (size_t)got);
        if (answer->length > ANSWER_MAX || strstr(answer->data, "\r\nTransfer-Encoding: chunked"))
            break;
    }
    CLAIM(got >= 0 || answer->length > 0 || errno == ECONNRESET); /* it answers or closes */
    close(fd);
}

static bool has(const struct text *text, const char *words)
{
    return text->length > 0 && memmem(text->data, text->length, words, strlen(words));
}

static void check_answer(const struct text *sent, const struct text *answer, bool wants_token)
{
    CLAIM(answer->length == 0 || strncmp(answer->data, "HTTP/1.", 7) == 0);
    CLAIM(!has(answer, "HTTP/1.1 500"));
    CLAIM(!has(answer, "\nX-Evil:") && !has(answer, "\nx-evil:"));
    if (wants_token && !has(sent, token) && !has(sent, "%"))
        CLAIM(!has(answer, "HTTP/1.1 200") && !has(answer, "HTTP/1.1 303"));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (!servers[0])
        start_all();
    if (count == 0)
        return 0;
    bool wants_token = bytes[0] & 1, framed = bytes[0] & 2;
    int port = port_of(servers[wants_token]);
    struct text sent = {0}, answer = {0};
    if (framed)
        add_request(&sent, bytes + 1, count - 1, port);
    else
        text_add_bytes(&sent, (const char *)bytes + 1, count - 1);
    exchange_bytes(port, &sent, &answer);
    check_answer(&sent, &answer, wants_token);
    text_free(&sent);
    text_free(&answer);
    return 0;
}
