#include "referee/course/mistakes.h"

static const struct mistake none[] = {{NULL, NULL}};

static const struct mistake *mistakes_of(const struct game *game)
{
    return game->course ? game->course->mistakes : none;
}

static bool is_right(const struct position *p, const struct text *answer, int dialect)
{
    const struct conversation *talk = p->world->game->conversation;
    const char *bytes = answer->data ? answer->data : "";
    struct text file = {0};
    if (talk && dialect != DIALECT_NONE)
        talk->answer(bytes, answer->length, dialect, &file);
    else
        text_add_bytes(&file, bytes, answer->length);
    struct lines lines = lines_cut(file.data ? file.data : "", file.length);
    struct notes ignored = {0};
    unsigned code;
    bool right = p->world->game->answer_read(p, &lines, &code, &ignored);
    lines_free(&lines);
    text_free(&file);
    return right;
}

const char *mistake_in(const struct position *p, const struct text *answer, int dialect,
                       unsigned ruled_out)
{
    struct lines lines = lines_cut(answer->data ? answer->data : "", answer->length);
    const struct mistake *m = mistakes_of(p->world->game);
    const char *what = NULL;
    bool right = is_right(p, answer, dialect);
    for (int i = 0; !right && lines.count > 0 && m[i].what && !what; i++) {
        struct text mended = {0};
        if (!(ruled_out & 1u << i) && m[i].mend(p, &lines, &mended) &&
            is_right(p, &mended, dialect))
            what = m[i].what;
        text_free(&mended);
    }
    lines_free(&lines);
    return what;
}

unsigned mistakes_ruled_out(const struct position *p, const struct text *answer, int dialect)
{
    struct lines lines = lines_cut(answer->data ? answer->data : "", answer->length);
    const struct mistake *m = mistakes_of(p->world->game);
    unsigned ruled_out = 0;
    for (int i = 0; lines.count > 0 && m[i].what; i++) {
        struct text mended = {0};
        if (m[i].mend(p, &lines, &mended) && !is_right(p, &mended, dialect))
            ruled_out |= 1u << i;
        text_free(&mended);
    }
    lines_free(&lines);
    return ruled_out;
}

const char *oddity_in(const struct text *answer)
{
    bool ends = answer->length > 0 && answer->data[answer->length - 1] == '\n';
    return ends ? NULL : "the last line does not end with a newline";
}
