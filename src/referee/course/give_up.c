#include "referee/course/give_up.h"

void give_up_note(struct give_up *h, bool is_game, enum verdict verdict, bool passed, bool late)
{
    struct give_up_row *row = &h->row[is_game];
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

bool give_up_forfeits(const struct give_up *h, bool is_game)
{
    return h->row[is_game].over;
}

enum verdict give_up_verdict(const struct give_up *h, bool is_game)
{
    return h->row[is_game].verdict;
}
