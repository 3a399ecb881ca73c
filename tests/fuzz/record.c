/* record.c - records of matches, as anybody may have written or cut them */
#include <string.h>

#include "base/foreign.h"
#include "referee/match/record.h"
#include "tests/fuzz/fuzz.h"

/* What is shown to people is fit for that. */
static void check_tame(const char *text)
{
    CLAIM(text);
    for (size_t bytes; *text; text += bytes) {
        bytes = character_bytes(text, 4);
        CLAIM(bytes > 0 && character_is_fit(character_code(text, bytes)));
    }
}

static void check_game(const struct record *record, const struct recorded_game *g)
{
    CLAIM(record_game(record, g->number) == g);
    CLAIM(g->first == 0 || g->first == 1);
    CLAIM(g->winner >= -1 && g->winner <= 1);
    CLAIM(g->verdict < VERDICT_COUNT);
    CLAIM(g->session->world->game == record->game);
    for (int ply = 0; ply < g->session->count; ply++) {
        int mover = recorded_mover(g, ply);
        CLAIM(mover == 0 || mover == 1);
        CLAIM((mover == g->first) ==
              (g->session->position[ply]->side == g->session->position[0]->side));
        fuzz_check_legal(g->session->position[ply], g->session->move[ply]);
    }
    int last[2];
    position_score(g->session->position[g->session->count], last);
    CLAIM(recorded_score(g, g->session->count, 0) + recorded_score(g, g->session->count, 1) ==
          last[0] + last[1]);
    check_tame(g->detail);
    check_tame(g->complaint);
    check_tame(g->bundle);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct notes notes = {0};
    struct record *record = record_read(fuzz_file(bytes, count), &notes);
    CLAIM(record ? notes.faults == 0 : notes.faults > 0);
    if (!record)
        return 0;
    CLAIM(record->game && record->variant);
    check_tame(record->name[0]);
    check_tame(record->name[1]);
    for (int i = 0; i < record->count; i++) {
        CLAIM(i == 0 || record->games[i - 1]->number < record->games[i]->number);
        check_game(record, record->games[i]);
    }
    record_free(record);
    return 0;
}
