#include "serve/document.h"

#include <assert.h>
#include <string.h>

#include "core/json.h"
#include "games/registry.h"
#include "serve/fresh_game.h"

/* The game with which a newcomer's page begins: the first one in words.js. Were it another one, the
 * page would ask for that. */
static const char first_game[] = "fruit";

static const char place[] = "id=\"known\">";

bool page_is_document(const struct page *page)
{
    return strcmp(page->path, "index.html") == 0;
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

void document_write(const struct shared *shared, struct text *out)
{
    const struct page *page = page_find("/");
    assert(page_is_document(page));
    const char *found = memmem(page->begin, (size_t)(page->end - page->begin), place,
                               strlen(place));
    assert(found);
    const char *data = found + strlen(place);
    const struct setup setup = {.size = -1, .kinds = -1, .blocks = -1, .seed = fresh_seed()};
    struct notes notes = {0};
    struct text json = {0};
    json_open(&json, NULL, '{');
    json_known(&json, "known", shared);
    json_fresh_game(&json, "first", game_by_name(first_game), &setup, &notes);
    json_close(&json, '}');
    text_add_bytes(out, page->begin, (size_t)(data - page->begin));
    add_data(out, &json);
    text_add_bytes(out, data, (size_t)(page->end - data));
    text_free(&json);
}
