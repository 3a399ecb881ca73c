#include "serve/assets.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "serve/gzip.h"
#include "serve/reply.h"

enum { TAG_SIZE = 48 };

/* The two Cache-Control policies. */
static const char *const keeping[2] = {"no-cache", "max-age=31536000, immutable"};

/* A file in one encoding. */
struct form {
    char tag[TAG_SIZE];
    struct text bytes;             /* empty if the page's own bytes are sent */
    size_t count;                  /* 0: this form does not exist */
    struct MHD_Response *whole[2]; /* one per Cache-Control policy */
    struct MHD_Response *known[2]; /* 304 Not Modified: headers only */
};

struct assets {
    int count;
    struct {
        struct form plain, packed; /* packed exists only if it is shorter */
    } * file;
};

static struct MHD_Response *make(const struct page *page, const struct form *form, bool packed,
                                 const char *bytes, size_t count, const char *kept)
{
    const struct header headers[] = {{"Cache-Control", kept},
                                     {"ETag", form->tag},
                                     {"Vary", "Accept-Encoding"},
                                     {packed ? "Content-Encoding" : NULL, "gzip"},
                                     {NULL, NULL}};
    struct MHD_Response *response = MHD_create_response_from_buffer(count, (void *)(uintptr_t)bytes,
                                                                    MHD_RESPMEM_PERSISTENT);
    reply_add_headers(response, page_type(page), NULL, headers);
    return response;
}

static void fill(struct form *form, const struct page *page, bool packed, const char *bytes,
                 size_t count)
{
    snprintf(form->tag, sizeof form->tag, "\"%s%s\"", page->version, packed ? "-gzip" : "");
    form->count = count;
    for (int i = 0; i < 2; i++) {
        form->whole[i] = make(page, form, packed, bytes, count, keeping[i]);
        form->known[i] = make(page, form, packed, "", 0, keeping[i]);
    }
}

static void fill_both(struct form *plain, struct form *packed, const struct page *page)
{
    size_t count = (size_t)(page->end - page->begin);
    fill(plain, page, false, page->begin, count);
    struct piece piece = piece_new(page->begin, count, true);
    struct gzip gzip = gzip_begin(&packed->bytes);
    gzip_add(&gzip, &piece);
    gzip_end(&gzip);
    piece_free(&piece);
    if (packed->bytes.length < count)
        fill(packed, page, true, packed->bytes.data, packed->bytes.length);
}

struct assets *assets_new(void)
{
    struct assets *assets = memory_zero(sizeof *assets);
    while (pages[assets->count].path)
        assets->count++;
    assets->file = memory_zero((size_t)assets->count * sizeof *assets->file);
    for (int i = 0; i < assets->count; i++)
        fill_both(&assets->file[i].plain, &assets->file[i].packed, &pages[i]);
    return assets;
}

static void empty(struct form *form)
{
    for (int i = 0; i < 2 && form->count > 0; i++) {
        MHD_destroy_response(form->whole[i]);
        MHD_destroy_response(form->known[i]);
    }
    text_free(&form->bytes);
}

void assets_free(struct assets *assets)
{
    if (!assets)
        return;
    for (int i = 0; i < assets->count; i++) {
        empty(&assets->file[i].plain);
        empty(&assets->file[i].packed);
    }
    free(assets->file);
    free(assets);
}

struct asset assets_answer(const struct assets *assets, const struct page *page,
                           const struct wish *wish)
{
    const struct form *form = &assets->file[page - pages].plain;
    const struct form *packed = &assets->file[page - pages].packed;
    bool kept = wish->version && strcmp(wish->version, page->version) == 0;
    if (packed->count > 0 && gzip_is_welcome(wish->accept_encoding))
        form = packed;
    if (wish->if_none_match && strstr(wish->if_none_match, form->tag))
        return (struct asset){304, form->known[kept], 0};
    return (struct asset){200, form->whole[kept], form->count};
}
