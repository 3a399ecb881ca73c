#include "games/halma/book.h"

#include <stdlib.h>

#include "base/random.h"

/* By their keys. */
static const struct book_entry entries[] = {
#include "games/halma/book.inc"
};

static unsigned seen(const struct book_view *view, unsigned square)
{
    const unsigned s = view->turned ? HALMA_SQUARES - 1 - square : square;
    return view->mirrored ? halma_square(halma_y(s), halma_x(s)) : s;
}

static uint64_t key_of(const struct halma *p, const struct book_view *view)
{
    uint64_t key = hash64((uint64_t)p->head.world->variant);
    for (unsigned owner = 0; owner < 2; owner++)
        for_each_square16 (square, p->piece[owner ^ p->head.side])
            key ^= hash64((uint64_t)(owner + 1) << 8 | seen(view, square));
    return key;
}

struct book_view book_view_of(const struct halma *p)
{
    struct book_view plain = {.turned = p->head.side == SIDE_SECOND}, mirrored = plain;
    mirrored.mirrored = true;
    plain.key = key_of(p, &plain);
    mirrored.key = key_of(p, &mirrored);
    return plain.key <= mirrored.key ? plain : mirrored;
}

/* Turning and mirroring undo themselves, and it does not matter which comes first. */
unsigned book_code(const struct book_view *view, unsigned code)
{
    return halma_code(seen(view, halma_from(code)), seen(view, halma_to(code)));
}

static int compare_keys(const void *key, const void *entry)
{
    const uint64_t a = *(const uint64_t *)key, b = ((const struct book_entry *)entry)->key;
    return (a > b) - (a < b);
}

bool book_find(const struct position *head, unsigned *move)
{
    const struct book_view view = book_view_of(halma_of(head));
    const struct book_entry *entry = bsearch(&view.key, entries, sizeof entries / sizeof *entries,
                                             sizeof *entries, compare_keys);
    if (!entry)
        return false;
    struct move list[MOVES_MAX];
    const int count = head->world->rules->moves(head, list);
    *move = book_code(&view, entry->code);
    for (int i = 0; i < count; i++)
        if (list[i].code == *move)
            return true;
    return false; /* another position has this key */
}
