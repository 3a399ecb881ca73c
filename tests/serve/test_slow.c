/* test_slow.c - the server among clients that are slow, silent or many
 *
 * The server runs in this process, with a part of its usual patience, or far more than that where
 * only numbers count. Nothing here is decided by a clock of ours: slow clients go on until the
 * server has closed them, and whoever asks meanwhile is to be answered. That it closes a connection
 * is seen by the files of this process. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/links.h"
#include "serve/server.h"
#include "tests/check.h"

enum { SILENT = 300, SLOW = 40, MANY = 20, STEP_MS = 20, STEPS_MOST = 6000, TRIES = 50 };

static struct server *start(struct serve_options options)
{
    struct notes notes = {0};
    static struct serve_options kept; /* they must outlive it */
    kept = options;
    struct server *server = serve_start(&kept, &notes);
    if (!server)
        fprintf(stderr, "%s\n", notes_why(&notes));
    assert_non_null(server);
    return server;
}

static int port_of(const struct server *server)
{
    const char *colon = strrchr(serve_address(server), ':');
    return atoi(colon + 1);
}

static int connect_to(const struct server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port_of(server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int small = 4096;
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static bool say(int fd, const char *words)
{
    return send(fd, words, strlen(words), MSG_NOSIGNAL) == (ssize_t)strlen(words);
}

/* Asks for a page or makes a call and reads the answer's first line: its status, or 0. */
static int ask_once(const struct server *server, const char *method, const char *path,
                    const char *token, const char *body)
{
    int fd = connect_to(server), status = 0;
    char text[600], got[13] = "";
    snprintf(text, sizeof text,
             "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%s%sContent-Length: %zu\r\n\r\n%s", method,
             path, port_of(server), token ? "Authorization: Bearer " : "", token ? token : "",
             token ? "\r\n" : "", strlen(body), body);
    say(fd, text);
    size_t length = 0;
    for (ssize_t count; length < 12 && (count = recv(fd, got + length, 12 - length, 0)) > 0;)
        length += (size_t)count;
    sscanf(got, "HTTP/1.%*d %d", &status);
    close(fd);
    return status;
}

/* On a busy machine even this client may be too slow for so little patience: it asks again. */
static int ask(const struct server *server, const char *method, const char *path, const char *token,
               const char *body)
{
    int status = 0;
    for (int tries = 0; status == 0 && tries < TRIES; tries++)
        status = ask_once(server, method, path, token, body);
    return status;
}

static void check_answers(const struct server *server, const char *token)
{
    assert_int_equal(ask(server, "GET", "/icon.svg", token, ""), 200);
    assert_int_equal(ask(server, "GET", "/", token, ""), 200);
    assert_int_equal(ask(server, "GET", "/api/games", token, ""), 200);
}

/* True if the other end has closed, or cut, the connection. */
static bool is_ended(int fd)
{
    char byte;
    ssize_t got = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN);
}

static int open_files(void)
{
    DIR *list = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(list))
        count++;
    closedir(list);
    return count;
}

static void test_silent_clients_stop_nobody(void **state)
{
    (void)state;
    struct server *server = start(
        (struct serve_options){.patience = 40}); /* only their number counts */
    int fd[SILENT];
    for (int i = 0; i < SILENT; i++)
        fd[i] = connect_to(server);
    check_answers(server, NULL);
    /* more than one client may have: the oldest gave way, the newest did not */
    int ended = 0;
    for (int i = 0; i < SILENT; i++)
        ended += is_ended(fd[i]);
    assert_in_range(ended, SILENT - SERVE_LINKS_A_CLIENT, SILENT - SERVE_LINKS_A_CLIENT + 6);
    for (int i = 0; i < ended; i++)
        assert_true(is_ended(fd[i]));
    for (int i = 0; i < SILENT; i++)
        close(fd[i]);
    serve_stop(server);
}

/* What a slow client has said when it begins to be slow, and what it says after that. */
static const struct slow {
    const char *begin, *more;
} slow[] = {
    {"", NULL}, /* silent */
    {"", "a"},  /* a method without end */
    {"GET / HTTP/1.1\r\n", "X-A: b\r\n"},
    {"POST /api/new HTTP/1.1\r\nHost: %s\r\n%sContent-Length: 200000\r\n\r\n", NULL},
    {"POST /api/new HTTP/1.1\r\nHost: %s\r\n%sContent-Length: 200000\r\n\r\n", " "},
    {"POST /api/new HTTP/1.1\r\nHost: %s\r\n%sTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"},
    {"GET /icon.svg HTTP/1.1\r\nHost: %s\r\n%s\r\n", NULL}, /* answered, then silent */
};
enum { KINDS = sizeof slow / sizeof *slow };

static void begin_slowly(const struct server *server, const struct slow *kind, const char *token,
                         int fd)
{
    char host[40], text[400];
    snprintf(host, sizeof host, "127.0.0.1:%d", port_of(server));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, kind->begin, host, token);
#pragma GCC diagnostic pop
    say(fd, text); /* on a busy machine it may be too late already, which is ended as well */
}

static void check_slow_ones(const char *token)
{
    char header[100] = "";
    if (token)
        snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", token);
    struct server *server = start((struct serve_options){
        .patience = 0.05, .token = token, .listen = token ? "0.0.0.0" : NULL});
    int before = open_files(), left = SLOW;
    int fd[SLOW];
    for (int i = 0; i < SLOW; i++) {
        fd[i] = connect_to(server);
        begin_slowly(server, &slow[i % KINDS], header, fd[i]);
    }
    for (int step = 0; left > 0 && step < STEPS_MOST; step++) {
        left = 0;
        for (int i = 0; i < SLOW; i++) {
            char got[4096];
            while (recv(fd[i], got, sizeof got, MSG_DONTWAIT) > 0)
                ;
            left += !is_ended(fd[i]);
            if (slow[i % KINDS].more)
                say(fd[i], slow[i % KINDS].more);
        }
        if (step % 10 == 0)
            check_answers(server, token);
        usleep(STEP_MS * 1000);
    }
    assert_int_equal(left, 0);
    for (int i = 0; i < SLOW; i++)
        close(fd[i]);
    for (int step = 0; open_files() > before && step < STEPS_MOST; step++)
        usleep(STEP_MS * 1000);
    assert_int_equal(open_files(), before);
    serve_stop(server);
}

static void test_slow_requests_are_ended(void **state)
{
    (void)state;
    check_slow_ones(NULL);
}

static void test_slow_requests_with_a_token_are_ended(void **state)
{
    (void)state;
    check_slow_ones("correct-horse");
}

/* A record larger than all buffers on the way; its name in path. */
static void write_large_record(char *path)
{
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fprintf(file, "{\"event\":\"match\"}\n");
    for (int i = 0; i < 200000; i++)
        fprintf(file, "{\"event\":\"nothing\",\"number\":%d,\"padding\":\"%080d\"}\n", i, i);
    fclose(file);
}

static void test_slow_readers_are_ended(void **state)
{
    (void)state;
    char path[] = "/tmp/plywood-large-XXXXXX";
    write_large_record(path);
    struct server *server = start(
        (struct serve_options){.patience = 0.05, .record = {path}, .record_count = 1});
    int before = open_files();
    int fd[MANY];
    for (int i = 0; i < MANY; i++) {
        char text[200];
        fd[i] = connect_to(server);
        snprintf(text, sizeof text, "GET /api/watch?id=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
                 strrchr(path, '/') + 1, port_of(server));
        say(fd[i], text);
    }
    /* the server has a socket and an open record for each; ours stay open */
    int most = 0;
    for (int step = 0; step < STEPS_MOST; step++) {
        int now = open_files();
        most = now > most ? now : most;
        if (most >= before + MANY + 2 && now == before + MANY)
            break;
        for (int i = 0; i < MANY; i += 2) { /* some take a byte at a time, others none */
            char byte;
            (void)!recv(fd[i], &byte, 1, MSG_DONTWAIT);
        }
        if (step % 10 == 0)
            check_answers(server, NULL);
        usleep(STEP_MS * 1000);
    }
    assert_true(most >= before + MANY + 2);
    assert_int_equal(open_files(), before + MANY);
    for (int i = 0; i < MANY; i++)
        close(fd[i]);
    serve_stop(server);
    unlink(path);
}

/* Sends this many calls, then asks for a page: how many calls were answered when it came. */
static int calls_before_a_page(struct server *server, const char *request, int calls)
{
    int fd[200], answered = 0;
    assert_true(calls <= 200);
    for (int i = 0; i < calls; i++) {
        fd[i] = connect_to(server);
        assert_true(say(fd[i], request));
    }
    int page = connect_to(server);
    char text[100], byte;
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", port_of(server));
    assert_true(say(page, text));
    assert_int_equal(recv(page, &byte, 1, MSG_PEEK), 1);
    for (int i = 0; i < calls; i++)
        answered += recv(fd[i], &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
    for (int i = 0; i < calls; i++)
        close(fd[i]);
    close(page);
    print_message("# %d of %d calls were answered before the page\n", answered, calls);
    return answered;
}

/* A page comes while more calls wait than there are workers: behind them it would come, each time,
 * when those that are too many have been answered. On a busy machine we may be late ourselves, so
 * one time of several is enough. */
static void test_pages_do_not_wait_behind_calls(void **state)
{
    (void)state;
    enum { CALLS = 200, WORKERS = 128, EDGE = 32, ATTEMPTS = 6 };
    struct server *server = start((struct serve_options){.patience = 40});
    struct text board = {0}, request = {0};
    text_add(&board, "{\"start\":\"%d\\n", EDGE);
    for (int i = 0; i < EDGE; i++)
        text_add(&board, "%0*d\\n", EDGE, 0);
    text_add(&board, "\"}");
    text_add(&request,
             "POST /api/position HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %zu\r\n\r\n%s",
             port_of(server), board.length, board.data);
    bool overtakes = false;
    for (int i = 0; i < ATTEMPTS && !overtakes; i++)
        overtakes = calls_before_a_page(server, request.data, CALLS) < CALLS - WORKERS;
    assert_true(overtakes);
    text_free(&board);
    text_free(&request);
    serve_stop(server);
}

/* Asks for the whole stream and reads it as it comes. True if it came to its proper end. */
static bool read_all(const struct server *server, const char *id, long *total)
{
    static char got[1 << 16];
    char text[200], last[] = "     "; /* bytes of all */
    int fd = connect_to(server);
    snprintf(text, sizeof text,
             "GET /api/watch?id=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", id,
             port_of(server));
    assert_true(say(fd, text));
    *total = 0;
    for (ssize_t count; (count = recv(fd, got, sizeof got, 0)) > 0; *total += count)
        for (ssize_t k = count > 5 ? count - 5 : 0; k < count; k++) {
            memmove(last, last + 1, 4);
            last[4] = got[k];
        }
    close(fd);
    return memcmp(last, "0\r\n\r\n", 5) == 0; /* the last chunk: nothing was cut off */
}

/* Whoever reads at an ordinary pace gets all of a long answer, although the patience is short. On a
 * machine where we are not run for seconds our pace is none; so there are several tries. */
static void test_a_steady_reader_gets_all(void **state)
{
    (void)state;
    enum { READS = 5 };
    char path[] = "/tmp/plywood-large-XXXXXX";
    write_large_record(path);
    FILE *file = fopen(path, "a");
    fprintf(file, "{\"event\":\"summary\"}\n");
    fclose(file);
    struct server *server = start(
        (struct serve_options){.patience = 0.2, .record = {path}, .record_count = 1});
    long total = 0;
    bool whole = false;
    for (int i = 0; i < READS && !whole; i++)
        whole = read_all(server, strrchr(path, '/') + 1, &total);
    assert_true(whole);
    assert_true(total > 20000000);
    serve_stop(server);
    unlink(path);
}

/* Two clients with addresses of the older kind, told as such of the newer, are two; and one client
 * with many addresses of one network is one. */
static void test_clients_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *address;
        int gives_way; /* which of those before; -1: none */
    } rows[] = {{"::ffff:10.0.0.1", -1}, {"::ffff:10.0.0.2", -1}, {"2001:db8::1", -1},
                {"2001:db8:0:1::1", -1}, {"::ffff:10.0.0.1", 0},  {"2001:db8::2", 2}};
    enum { ROWS = sizeof rows / sizeof *rows };
    struct links *links = links_new(&(struct link_limits){.most = ROWS, .most_a_client = 1});
    struct link *link[ROWS];
    int pair[ROWS][2];
    bool ended[ROWS] = {0};
    for (int i = 0; i < ROWS; i++) {
        struct sockaddr_in6 client = {.sin6_family = AF_INET6};
        assert_int_equal(inet_pton(AF_INET6, rows[i].address, &client.sin6_addr), 1);
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair[i]), 0);
        link[i] = link_open(links, pair[i][0], (struct sockaddr *)&client);
        if (rows[i].gives_way >= 0)
            ended[rows[i].gives_way] = true;
        for (int k = 0; k <= i; k++)
            assert_int_equal(is_ended(pair[k][1]), ended[k]);
    }
    for (int i = 0; i < ROWS; i++) {
        link_close(link[i]);
        close(pair[i][0]);
        close(pair[i][1]);
    }
    links_free(links);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_silent_clients_stop_nobody),
        cmocka_unit_test(test_slow_requests_are_ended),
        cmocka_unit_test(test_slow_requests_with_a_token_are_ended),
        cmocka_unit_test(test_slow_readers_are_ended),
        cmocka_unit_test(test_pages_do_not_wait_behind_calls),
        cmocka_unit_test(test_a_steady_reader_gets_all),
        cmocka_unit_test(test_clients_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
