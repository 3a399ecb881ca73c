#include "referee/course/hopeless.h"

void hopeless_note(struct hopeless *h, bool is_game, enum verdict verdict, bool passed, bool late)
{
    struct hopeless_row *row = &h->row[is_game];
    h->passed = h->passed || passed;
    if (h->limit == 0 || row->over)
        return;
    if (verdict_kind(verdict) != VERDICT_IS_FAULT) {
        row->length = 0;
        return;
    }
    row->length = row->length > 0 && row->verdict == verdict ? row->length + 1 : 1;
    row->verdict = verdict;
    if (row->length < h->limit)
        return;
    row->over = true;
    if (!is_game && !h->passed && !late)
        h->row[true] = *row;
}

bool hopeless_forfeits(const struct hopeless *h, bool is_game)
{
    return h->row[is_game].over;
}

enum verdict hopeless_verdict(const struct hopeless *h, bool is_game)
{
    return h->row[is_game].verdict;
}
