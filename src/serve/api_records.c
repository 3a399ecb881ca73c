/* api_records.c - calls for recorded matches: the list, one record, and one followed live */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/foreign.h"
#include "base/json.h"
#include "serve/api.h"
#include "serve/exchange.h"
#include "serve/position_json.h"
#include "serve/reply.h"
#include "serve/watch.h"

enum {
    PLIES_AT_ONCE = 20000, /* larger records are sent one game at a time */
    READERS_MAX = 4,       /* concurrent readers, since records may be large */
    READERS_WAITING = 20,  /* requests that may wait for a reader to finish */
    WATCHERS_MAX = 40,
    GLANCE_MS = 100, /* milliseconds between two checks of a growing file */
    HEARTBEATS = 10  /* checks between two heartbeats */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t left;
    int inside, waiting;
} reading_room = {.lock = PTHREAD_MUTEX_INITIALIZER, .left = PTHREAD_COND_INITIALIZER};

bool reading_begin(struct request *request)
{
    pthread_mutex_lock(&reading_room.lock);
    bool admitted = reading_room.waiting < READERS_WAITING;
    if (admitted) {
        reading_room.waiting++;
        while (reading_room.inside == READERS_MAX)
            pthread_cond_wait(&reading_room.left, &reading_room.lock);
        reading_room.waiting--;
        reading_room.inside++;
    }
    pthread_mutex_unlock(&reading_room.lock);
    if (!admitted)
        reply_error(request->exchange, 503, "too many read records, please try again in a moment");
    return admitted;
}

void reading_end(void)
{
    pthread_mutex_lock(&reading_room.lock);
    reading_room.inside--;
    pthread_cond_signal(&reading_room.left);
    pthread_mutex_unlock(&reading_room.lock);
}

void api_records(struct request *request)
{
    if (!reading_begin(request))
        return;
    struct library_entry *list;
    int count = library_list(request->shared->library, &list);
    struct text out = {0}, good = {0}, broken = {0};
    for (int i = 0; i < count; i++)
        library_json(request->shared->library, &list[i], 0, &good, &broken);
    text_add(&out, "{\"records\":[%s],\"broken\":[%s]}", good.data ? good.data : "",
             broken.data ? broken.data : "");
    free(list);
    reading_end();
    reply_json(request->exchange, 200, &out);
    text_free(&good);
    text_free(&broken);
    text_free(&out);
}

static const char *letter(int who)
{
    return who == 0 ? "a" : "b";
}

static void json_both(struct text *out, const char *name, double a, double b)
{
    json_open(out, name, '[');
    json_put_number(out, NULL, a);
    json_put_number(out, NULL, b);
    json_close(out, ']');
}

static void json_names(struct text *out, const char *name, const char *first, const char *second)
{
    json_open(out, name, '[');
    json_put_string(out, NULL, first);
    json_put_string(out, NULL, second);
    json_close(out, ']');
}

static void json_moves(struct text *out, const struct recorded_game *g)
{
    json_open(out, "moves", '[');
    for (int i = 0; i < g->session->count; i++)
        json_move(out, NULL, g->session->position[i], g->session->move[i]);
    json_close(out, ']');
    json_open(out, "clocks", '[');
    for (int i = 0; i < g->session->count; i++)
        if (g->move[i].left[0] >= 0)
            json_both(out, NULL, g->move[i].left[0], g->move[i].left[1]);
        else
            json_put_null(out, NULL);
    json_close(out, ']');
    json_open(out, "values", '[');
    for (int i = 0; i < g->session->count; i++)
        if (g->move[i].has_value)
            json_put_number(out, NULL, g->move[i].value);
        else
            json_put_null(out, NULL);
    json_close(out, ']');
}

/* running: the match is still being played. */
static void json_recorded(struct text *out, const struct record *record,
                          const struct recorded_game *g, bool running, bool with_moves)
{
    int side_of_first = g->session->position[0]->side, plies = g->session->count;
    int side_0 = side_of_first == SIDE_FIRST ? g->first : 1 - g->first;
    struct text start = {0};
    record->game->write(g->start->position, record->time > 0 ? record->time : -1, false, &start);
    json_open(out, NULL, '{');
    json_put_integer(out, "number", g->number);
    json_put_string(out, "first", letter(g->first));
    json_names(out, "seats", letter(side_0), letter(1 - side_0));
    json_names(out, "names", record->name[side_0], record->name[1 - side_0]);
    json_put_string(out, "start", start.data);
    json_put_integer(out, "plies", plies);
    if (with_moves)
        json_moves(out, g);
    else
        json_put_null(out, "moves");
    json_put_bool(out, "running", running && g->verdict == VERDICT_NONE && !g->dropped);
    if (g->verdict != VERDICT_NONE) {
        json_put_string(out, "ending", verdict_name(g->verdict));
        json_put_string(out, "meaning", verdict_meaning(g->verdict));
    } else {
        json_put_null(out, "ending");
    }
    if (g->winner >= 0)
        json_put_string(out, "winner", letter(g->winner));
    else
        json_put_null(out, "winner");
    json_both(out, "score", recorded_score(g, plies, 0), recorded_score(g, plies, 1));
    json_put_string(out, "detail", g->detail);
    if (g->moment >= 0)
        json_put_integer(out, "moment", g->moment);
    json_close(out, '}');
    text_free(&start);
}

static void json_match(struct text *out, const struct library_entry *entry,
                       const struct record *record, bool running)
{
    json_open(out, "match", '{');
    json_put_string(out, "id", entry->id);
    json_put_string(out, "game", record->game->name);
    json_put_string(out, "rules", record->variant);
    json_names(out, "names", record->name[0], record->name[1]);
    json_put_number(out, "time", record->time);
    json_put_number(out, "cap", record->cap);
    json_put_integer(out, "plies", record->ply_limit);
    json_standing(out, record);
    json_put_bool(out, "running", running);
    json_close(out, '}');
}

static void json_record(struct text *out, const struct library_entry *entry,
                        const struct record *record, int number)
{
    bool running = !record->summary && library_is_being_written(entry->path);
    long plies = 0;
    for (int i = 0; i < record->count; i++)
        plies += record->games[i]->session->count;
    json_open(out, NULL, '{');
    json_match(out, entry, record, running);
    json_open(out, "games", '[');
    for (int i = 0; i < record->count; i++)
        if (number == 0 || record->games[i]->number == number)
            json_recorded(out, record, record->games[i], running,
                          number > 0 || plies <= PLIES_AT_ONCE);
    json_close(out, ']');
    text_add(out, ",\"summary\":%s}", record->summary ? record->summary : "null");
}

/* Finds the record that the request names. If there is none, answers with an error and returns
 * false. */
static bool find_entry(struct request *request, struct library_entry *entry)
{
    char id[200];
    request_member(request, "id", id);
    if (request_find(request, id, entry))
        return true;
    reply_error(request->exchange, 404, "there is no such record here");
    return false;
}

/* Parses a game or line number from the client; 0 if it is invalid. */
static long line_number_or_zero(const char *text)
{
    long number;
    return line_integer(line_from(text), 0, INT32_MAX, &number) ? number : 0;
}

void api_record(struct request *request)
{
    struct library_entry entry;
    struct notes notes = {0};
    char number[200];
    request_member(request, "game", number);
    if (!find_entry(request, &entry) || !reading_begin(request))
        return;
    struct text out = {0};
    struct record *record = record_read(entry.path, &notes);
    if (record)
        json_record(&out, &entry, record, (int)line_number_or_zero(number));
    reading_end();
    if (record) {
        reply_json(request->exchange, 200, &out);
    } else {
        library_fault(&entry, &notes, &out);
        reply_error(request->exchange, 422, "this is no record: %s", out.data);
    }
    record_free(record);
    text_free(&out);
}

/* --- watching --- */

/* Adds a line of a record, which may contain anything. Characters that control a terminal or are
 * invisible are escaped as in JSON. A CR would end the event stream's field and start another one;
 * outside strings it becomes a blank. */
static void add_line(struct text *out, const struct text *line)
{
    for (size_t i = 0, bytes; i < line->length; i += bytes) {
        const char *at = line->data + i;
        bytes = character_bytes(at, line->length - i);
        unsigned code = bytes > 0 ? character_code(at, bytes) : 0xfffd;
        if (code == '\r')
            text_add(out, " ");
        else if (bytes > 0 && (character_is_fit(code) || code == '\t'))
            text_add_bytes(out, at, bytes);
        else if (code < 0x10000)
            text_add(out, "\\u%04x", code);
        else
            text_add(out, "\\u%04x\\u%04x", 0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
        bytes = bytes > 0 ? bytes : 1;
    }
}

static bool send_event(struct request *request, const struct text *line, long number)
{
    struct text out = {0};
    text_add(&out, "id: %ld\ndata: ", number);
    add_line(&out, line);
    text_add(&out, "\n\n");
    bool heard = exchange_write(request->exchange, out.data, out.length);
    text_free(&out);
    return heard;
}

/* Reopens a file that was truncated or replaced, and tells the client to start over. Returns NULL
 * if the file is gone. */
static struct watch *begin_anew(struct request *request, struct watch *watch, const char *path)
{
    static const char anew[] = "event: anew\ndata: {}\n\n";
    watch_free(watch);
    watch = watch_new(path);
    if (watch)
        exchange_write(request->exchange, anew, strlen(anew));
    return watch;
}

/* Tells the client whether the record is still being written. */
static bool send_writer(struct request *request, bool written)
{
    struct text out = {0};
    text_add(&out, "event: writer\ndata: %s\n\n", written ? "true" : "false");
    bool heard = exchange_write(request->exchange, out.data, out.length);
    text_free(&out);
    return heard;
}

/* Sends the lines from this number on; the earlier ones are still read, since they may show that
 * the match is over. With each heartbeat it checks whether the record is being written: it is
 * locked, has grown, or has no line yet. */
static void follow(struct request *request, struct watch *watch, const char *path, long first)
{
    struct text line = {0};
    long number = 0;
    bool heard = true, over = false, written = false, grown = false;
    reply_stream(request->exchange, "text/event-stream");
    for (int glance = 0; heard && !over && !atomic_load(&request->shared->closing); glance++) {
        while (heard && !over && watch_next(watch, &line, &number)) {
            heard = number < first || send_event(request, &line, number);
            over = strstr(line.data, "\"event\":\"summary\"") != NULL;
            grown = glance > 0;
        }
        if (heard && !over && glance % HEARTBEATS == 0) {
            bool before = written;
            written = number == 0 || grown || library_is_being_written(path);
            grown = false;
            heard = written != before || glance == 0
                        ? send_writer(request, written)
                        : exchange_write(request->exchange, ":\n\n", 3);
        }
        if (!over && watch_is_stale(watch)) {
            watch = begin_anew(request, watch, path);
            first = 0;
            over = !watch;
        }
        if (heard && !over)
            nanosleep(&(struct timespec){.tv_nsec = GLANCE_MS * 1000000L}, NULL);
    }
    static const char end[] = "event: end\ndata: {}\n\n";
    if (heard && over)
        exchange_write(request->exchange, end, strlen(end));
    text_free(&line);
    watch_free(watch);
}

void api_watch(struct request *request)
{
    static atomic_int watchers;
    struct library_entry entry;
    char from[200];
    request_member(request, "from", from);
    const char *last = exchange_header(request->exchange, "Last-Event-ID");
    long first = last ? line_number_or_zero(last) + 1 : line_number_or_zero(from);
    if (!find_entry(request, &entry))
        return;
    struct watch *watch = watch_new(entry.path);
    if (!watch) {
        reply_error(request->exchange, 500, "the record cannot be opened");
        return;
    }
    if (atomic_fetch_add(&watchers, 1) < WATCHERS_MAX) {
        follow(request, watch, entry.path, first);
    } else {
        reply_error(request->exchange, 503, "too many are watching, please try again later");
        watch_free(watch);
    }
    atomic_fetch_sub(&watchers, 1);
}
