#include "serve/document.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/json.h"
#include "game/registry.h"
#include "serve/fresh_game.h"

enum { NAME_MAX_LENGTH = 30 };

/* The game with which a newcomer's page begins. Were it another one than the first of the page's
 * list, the page would ask for that. */
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
    if (getrandom(word, sizeof word, 0) != sizeof word) {
        fprintf(stderr, "plywood: there are no random numbers\n");
        exit(70);
    }
    snprintf(out, NONCE_SIZE, "%016" PRIx64 "%016" PRIx64, word[0], word[1]);
}

/* As text within an element: nothing in it may look like the element's end. */
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
    setup.seed = fresh_seed();
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

/* The first game's module, if it has one. The script before it opens its first page only after it
 * has run to its end, so the module is there in time. */
static void add_first_module(struct text *out)
{
    const struct page *page = page_of_game(first_game()->name);
    if (page)
        add_page(page, out);
}

static void add_named(const char *name, const struct shared *shared, const char *nonce,
                      struct text *out)
{
    if (strcmp(name, "known") == 0)
        add_known(shared, out);
    else if (strcmp(name, "nonce") == 0)
        text_add(out, "%s", nonce);
    else if (strcmp(name, "game") == 0)
        add_first_module(out);
    else
        add_file(name, out);
}

void document_write(const struct shared *shared, const char *nonce, struct text *out)
{
    const struct page *page = page_find("/");
    assert(page_is_document(page));
    const char *at = page->begin; /* ends with a 0 byte, as all pages do */
    for (const char *open; (open = strstr(at, "{{"));) {
        const char *close = strstr(open, "}}");
        assert(close && close - open - 2 <= NAME_MAX_LENGTH);
        char name[NAME_MAX_LENGTH + 1];
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        text_add_bytes(out, at, (size_t)(open - at));
        add_named(name, shared, nonce, out);
        at = close + 2;
    }
    text_add_bytes(out, at, (size_t)(page->end - at));
}
