/* api_kept.c - calls for a visitor's games: store, list, download, delete and restore
 *
 * A visitor can see and delete only his own games: every call starts with his key (shelf.h).
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "serve/api.h"
#include "serve/exchange.h"
#include "serve/reply.h"

enum { AT_ONCE = 12, TEXT_MOST = 128 << 20 };

static void reply_kept(struct request *request, bool kept)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_bool(&out, "kept", kept);
    json_close(&out, '}');
    reply_json(request->exchange, 200, &out);
    text_free(&out);
}

void api_keep(struct request *request)
{
    char id[200], key[SHELF_KEY];
    struct notes notes = {0};
    struct text record = {0};
    request_member(request, "id", id);
    if (!reading_begin(request))
        return;
    text_add_bytes(&record, request->body, request->body_length);
    enum shelf_answer answer = shelf_put(request->shared->shelves, request_key(request, key), id,
                                         &record, &notes);
    reading_end();
    text_free(&record);
    if (answer == SHELF_NO_RECORD)
        reply_error(request->exchange, 422, "this is no record: %s", notes_why(&notes));
    else if (answer == SHELF_NO_ROOM)
        reply_error(request->exchange, 507, "the server cannot keep the game: %s",
                    notes_why(&notes));
    else
        reply_kept(request, answer == SHELF_DONE);
}

void api_kept(struct request *request)
{
    struct shared *shared = request->shared;
    char after[200], least[200], key_room[SHELF_KEY], mark[SHELF_MARK];
    const char *key = request_key(request, key_room);
    long games;
    request_member(request, "after", after);
    request_member(request, "least", least);
    if (!line_integer(line_from(least), 0, INT32_MAX, &games))
        games = 0;
    if (!reading_begin(request))
        return;
    struct library_entry *list;
    int count = shelf_list(shared->shelves, key, &list);
    int next = shelf_after(list, count, after);
    struct text out = {0}, good = {0}, broken = {0};
    for (int told = 0; next < count && told < AT_ONCE; next++)
        told += library_json(shared->library, &list[next], (int)games, &good, &broken);
    reading_end();
    json_open(&out, NULL, '{');
    json_put_bool(&out, "keeps", shelf_keeps(shared->shelves, key));
    json_put_integer(&out, "count", count);
    json_open(&out, "ids", '[');
    for (int i = 0; !after[0] && i < count; i++)
        json_put_string(&out, NULL, list[i].id);
    json_close(&out, ']');
    if (next < count) {
        shelf_mark(&list[next - 1], mark);
        json_put_string(&out, "next", mark);
    } else {
        json_put_null(&out, "next");
    }
    text_add(&out, ",\"records\":[%s],\"broken\":[%s]}", good.data ? good.data : "",
             broken.data ? broken.data : "");
    reply_json(request->exchange, 200, &out);
    free(list);
    text_free(&good);
    text_free(&broken);
    text_free(&out);
}

/* Reads a record's bytes unchanged; false if that fails. */
static bool read_bytes(const char *path, struct text *out)
{
    char part[65536];
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0 && out->length < TEXT_MOST;)
        text_add_bytes(out, part, got);
    bool good = !ferror(file) && out->length < TEXT_MOST;
    fclose(file);
    return good;
}

void api_text(struct request *request)
{
    char id[200];
    struct library_entry entry;
    struct text out = {0};
    request_member(request, "id", id);
    if (!request_find(request, id, &entry)) {
        reply_error(request->exchange, 404, "there is no such record here");
        return;
    }
    if (!reading_begin(request))
        return;
    bool good = read_bytes(entry.path, &out);
    reading_end();
    if (good)
        reply_lines(request->exchange, &out);
    else
        reply_error(request->exchange, 500, "the record cannot be read");
    text_free(&out);
}

void api_forget(struct request *request)
{
    char id[200], key_room[SHELF_KEY];
    const char *key = request_key(request, key_room);
    struct library_entry entry;
    request_member(request, "id", id);
    if (!shelf_find(request->shared->shelves, key, id, &entry)) {
        reply_error(request->exchange, 404, "no such game is kept here");
    } else if (!shelf_remove(request->shared->shelves, key, id)) {
        reply_error(request->exchange, 409, "the match is still being played");
    } else {
        reply_kept(request, false);
    }
}

void api_restore(struct request *request)
{
    char id[200], key[SHELF_KEY];
    request_member(request, "id", id);
    if (shelf_restore(request->shared->shelves, request_key(request, key), id))
        reply_kept(request, true);
    else
        reply_error(request->exchange, 404, "it is too late to have this game back");
}
