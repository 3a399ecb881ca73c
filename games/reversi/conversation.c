/* conversation.c - the conversation of the course's manager
 *
 * The agent prints its name, gets a line with its colour, then for every turn the score and the
 * board, and in the end FINAL and the score. The manager that the course uses begins with five
 * fields (colour, limit, minimax, caching, ordering) and reads answers as column and row; the one
 * that the text describes begins with the colour alone and reads row and column.
 */
#include "game/conversation.h"

#include <limits.h>
#include <string.h>

#include "games/reversi/reversi.h"

static void hello(int side, int dialect, struct text *out)
{
    text_add(out, dialect == REVERSI_BARE ? "%d\n" : "%d,-1,0,1,1\n", side + 1);
}

/* The position file without its first line; the first board is a list of lists, later ones are
 * tuples, as the file has them. */
static void turn(const struct position *p, bool first, struct text *out)
{
    struct text file = {0};
    size_t before = out->length;
    p->world->game->write(p, 0, false, &file);
    text_add(out, "%s", strchr(file.data, '\n') + 1);
    for (char *at = out->data + before; first && *at; at++)
        *at = (char)(*at == '(' ? '[' : *at == ')' ? ']' : *at);
    text_free(&file);
}

/* The manager does not ask a side that cannot move; in rules with passes it passes for that side.
 */
static bool is_unasked(const struct position *p, unsigned *code)
{
    struct move list[MOVES_MAX];
    *code = REVERSI_PASS;
    return p->world->rules->moves(p, list) == 1 && list[0].code == REVERSI_PASS;
}

static const char *answer(const char *line, size_t length, int dialect, struct text *out)
{
    long column, row;
    const char *at = line;
    bool exchanges = dialect != REVERSI_BARE && string_integer(&at, INT_MIN, INT_MAX, &column) &&
                     string_integer(&at, INT_MIN, INT_MAX, &row);
    if (exchanges && (size_t)(at - line) + strspn(at, " \t\r\n\v\f") == length)
        text_add(out, "%ld %ld\n", row, column);
    else
        text_add_bytes(out, line, length);
    return dialect == REVERSI_BARE ? "stdout" : "stdout, read as column and row";
}

static void end(const struct position *p, struct text *out)
{
    int score[2];
    position_score(p, score);
    text_add(out, "FINAL %d %d\n", score[0], score[1]);
}

static int dialect_of(const char *kept)
{
    return memchr(kept, ',', strcspn(kept, "\n")) ? REVERSI_FIVE_FIELDS : REVERSI_BARE;
}

static size_t before_end(const char *kept, size_t length)
{
    const char *final = strstr(kept, "\nFINAL");
    return final ? (size_t)(final + 1 - kept) : length;
}

static const char *lateness(const char *kept)
{
    return strchr(kept, '(') ? "its board comes as tuples, not as a list" : NULL;
}

const struct conversation reversi_conversation = {
    .dialects = REVERSI_DIALECTS,
    .hello = hello,
    .turn = turn,
    .is_unasked = is_unasked,
    .answer = answer,
    .end = end,
    .dialect_of = dialect_of,
    .before_end = before_end,
    .later_turn_sign = lateness,
};
