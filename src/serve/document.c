#include "serve/document.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/registry.h"
#include "serve/fresh_game.h"
#include "serve/gzip.h"

enum { NAME_MAX_LENGTH = 30, PARTS_MAX = 12 };

/* What a part contains: constant bytes, or something made for each request. */
enum kind { PART_CONSTANT, PART_NONCE, PART_KNOWN };

struct part {
    enum kind kind;
    struct text bytes;  /* of a constant part */
    struct piece piece; /* the same, compressed */
};

struct document {
    const struct shared *shared;
    int count;
    struct part part[PARTS_MAX];
};

/* The game of a newcomer's page. It must be the first game of the page's list; otherwise the page
 * would request that one. */
static const struct game *first_game(void)
{
    const struct game *shown[REGISTRY_MAX];
    games_for_people(shown);
    return shown[0];
}

bool page_is_document(const struct page *page)
{
    return strcmp(page->path, "index.html") == 0;
}

void document_nonce(char out[NONCE_SIZE])
{
    uint64_t word[2];
    random_bytes(word, sizeof word);
    snprintf(out, NONCE_SIZE, "%016" PRIx64 "%016" PRIx64, word[0], word[1]);
}

/* Adds JSON as the text of an element. No part of it may look like the element's end tag. */
static void add_data(struct text *out, const struct text *json)
{
    for (size_t i = 0; i < json->length; i++) {
        if (json->data[i] == '<')
            text_add(out, "\\u003c");
        else
            text_add_bytes(out, &json->data[i], 1);
    }
}

static void add_known(const struct shared *shared, struct text *out)
{
    struct setup setup = SETUP_DEFAULT;
    setup.seed = random_draw();
    struct notes notes = {0};
    struct text json = {0};
    json_open(&json, NULL, '{');
    json_known(&json, "known", shared);
    json_fresh_game(&json, "first", first_game(), &setup, &notes);
    json_close(&json, '}');
    add_data(out, &json);
    text_free(&json);
}

static void add_page(const struct page *page, struct text *out)
{
    assert(page && !page_is_document(page));
    text_add_bytes(out, page->begin, (size_t)(page->end - page->begin));
}

static void add_file(const char *name, struct text *out)
{
    char address[NAME_MAX_LENGTH + 2];
    snprintf(address, sizeof address, "/%s", name);
    add_page(page_find(address), out);
}

/* Adds the first game's module, if it has one. The script before it opens the first page only after
 * this script has run, so the module is there in time. */
static void add_first_module(struct text *out)
{
    const struct page *page = page_of_game(first_game()->name);
    if (page)
        add_page(page, out);
}

/* Adds a file's address with its version. */
static void add_address(const struct page *page, struct text *out)
{
    assert(page);
    text_add(out, "/%s?v=%s", page->path, page->version);
}

static bool is_script(const struct page *page)
{
    size_t length = strlen(page->path);
    return length > 3 && strcmp(page->path + length - 3, ".js") == 0;
}

static void add_versions(struct text *out)
{
    struct text json = {0};
    json_open(&json, NULL, '{');
    json_open(&json, "imports", '{');
    for (const struct page *page = pages; page->path; page++) {
        if (!is_script(page))
            continue;
        struct text name = {0}, address = {0};
        text_add(&name, "/%s", page->path);
        add_address(page, &address);
        json_put_string(&json, name.data, address.data);
        text_free(&name);
        text_free(&address);
    }
    json_close(&json, '}');
    json_close(&json, '}');
    add_data(out, &json);
    text_free(&json);
}

/* Adds the constant content of a placeholder. */
static void add_named(const char *name, struct text *out)
{
    if (strcmp(name, "game") == 0) {
        add_first_module(out);
    } else if (strcmp(name, "versions") == 0) {
        add_versions(out);
    } else if (strncmp(name, "v ", 2) == 0) {
        char address[NAME_MAX_LENGTH + 2];
        snprintf(address, sizeof address, "/%s", name + 2);
        add_address(page_find(address), out);
    } else {
        add_file(name, out);
    }
}

/* The last part, to which constant bytes are appended. */
static struct part *last_constant(struct document *d)
{
    if (d->count == 0 || d->part[d->count - 1].kind != PART_CONSTANT) {
        assert(d->count < PARTS_MAX);
        d->part[d->count++] = (struct part){.kind = PART_CONSTANT};
    }
    return &d->part[d->count - 1];
}

static void add_part(struct document *d, const char *name)
{
    bool nonce = strcmp(name, "nonce") == 0;
    if (nonce || strcmp(name, "known") == 0) {
        assert(d->count < PARTS_MAX);
        d->part[d->count++] = (struct part){.kind = nonce ? PART_NONCE : PART_KNOWN};
    } else {
        add_named(name, &last_constant(d)->bytes);
    }
}

struct document *document_new(const struct shared *shared)
{
    struct document *d = memory_zero(sizeof *d);
    d->shared = shared;
    const struct page *page = page_find("/");
    assert(page_is_document(page));
    const char *at = page->begin; /* ends with a 0 byte, as all pages do */
    for (const char *open; (open = strstr(at, "{{"));) {
        const char *close = strstr(open, "}}");
        assert(close && close - open - 2 <= NAME_MAX_LENGTH);
        char name[NAME_MAX_LENGTH + 1];
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        text_add_bytes(&last_constant(d)->bytes, at, (size_t)(open - at));
        add_part(d, name);
        at = close + 2;
    }
    text_add_bytes(&last_constant(d)->bytes, at, (size_t)(page->end - at));
    for (int i = 0; i < d->count; i++)
        if (d->part[i].kind == PART_CONSTANT)
            d->part[i].piece = piece_new(d->part[i].bytes.data, d->part[i].bytes.length, true);
    return d;
}

void document_free(struct document *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->count; i++) {
        text_free(&d->part[i].bytes);
        piece_free(&d->part[i].piece);
    }
    free(d);
}

static void write_compressed(const struct document *d, const char *nonce, const struct text *known,
                             struct text *out)
{
    struct piece fresh[] = {[PART_NONCE] = piece_new(nonce, strlen(nonce), false),
                            [PART_KNOWN] = piece_new(known->data, known->length, false)};
    struct gzip gzip = gzip_begin(out);
    for (int i = 0; i < d->count; i++) {
        const struct part *part = &d->part[i];
        gzip_add(&gzip, part->kind == PART_CONSTANT ? &part->piece : &fresh[part->kind]);
    }
    gzip_end(&gzip);
    piece_free(&fresh[PART_NONCE]);
    piece_free(&fresh[PART_KNOWN]);
}

static void write_plain(const struct document *d, const char *nonce, const struct text *known,
                        struct text *out)
{
    for (int i = 0; i < d->count; i++) {
        const struct part *part = &d->part[i];
        if (part->kind == PART_NONCE)
            text_add_bytes(out, nonce, strlen(nonce));
        else if (part->kind == PART_KNOWN)
            text_add_bytes(out, known->data, known->length);
        else
            text_add_bytes(out, part->bytes.data, part->bytes.length);
    }
}

void document_write(const struct document *d, const char *nonce, bool compressed, struct text *out)
{
    struct text known = {0};
    add_known(d->shared, &known);
    (compressed ? write_compressed : write_plain)(d, nonce, &known, out);
    text_free(&known);
}
