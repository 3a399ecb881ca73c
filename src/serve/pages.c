#include "serve/pages.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
};

/* First path segments that are views of the application, not files. */
static const char *const views[] = {"", "play", "analyse", "review", "watch", "howto"};

static const struct page *find_file(const char *path)
{
    for (const struct page *page = pages; page->path; page++)
        if (strcmp(page->path, path) == 0)
            return page;
    return NULL;
}

const struct page *page_find(const char *address)
{
    if (*address != '/')
        return NULL;
    const char *path = address + 1;
    size_t first = strcspn(path, "/");
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (strlen(views[i]) == first && strncmp(views[i], path, first) == 0 &&
            (first > 0 || *path == 0))
            return find_file("index.html");
    return find_file(path);
}

const struct page *page_of_game(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "game-%s.js", name);
    return find_file(path);
}

const char *page_type(const struct page *page)
{
    size_t length = strlen(page->path);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(page->path + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}
