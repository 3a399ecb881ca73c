/* conversation.c - the conversation of the course's manager
 *
 * The agent prints its name, gets a line with its colour, then for every turn the score and the
 * board, and in the end FINAL and the score. The manager that the course uses begins with five
 * fields (colour, limit, minimax, caching, ordering) and reads answers as column and row; the one
 * that the text describes begins with the colour alone and reads row and column.
 *
 * A dialect is a number of these parts; all zeroes is the course's manager:
 *
 *     15 … 8      5             4            3        2 1                                0
 *     limit + 1   no ordering   no caching   minimax  0 order by the hello, 1 rc, 2 cr   bare
 */
#include "game/conversation.h"

#include <limits.h>
#include <string.h>

#include "games/reversi/reversi.h"

enum {
    BARE = 1,
    ORDER_SHIFT = 1,
    ORDER_MASK = 3 << ORDER_SHIFT,
    MINIMAX = 1 << 3,
    NO_CACHING = 1 << 4,
    NO_ORDERING = 1 << 5,
    LIMIT_SHIFT = 8,
    LIMIT_MASK = 0xff << LIMIT_SHIFT,
    LIMIT_MOST = 99,
    SETTINGS = MINIMAX | NO_CACHING | NO_ORDERING | LIMIT_MASK
};

/* True if this manager reads column, then row. */
static bool reads_column_first(int dialect)
{
    int order = (dialect & ORDER_MASK) >> ORDER_SHIFT;
    return order == 0 ? !(dialect & BARE) : order == 2;
}

static void hello(int side, int dialect, struct text *out)
{
    if (dialect & BARE)
        text_add(out, "%d\n", side + 1);
    else
        text_add(out, "%d,%d,%d,%d,%d\n", side + 1, ((dialect & LIMIT_MASK) >> LIMIT_SHIFT) - 1,
                 (dialect & MINIMAX) != 0, !(dialect & NO_CACHING), !(dialect & NO_ORDERING));
}

static const struct talk_option options[] = {
    {"hello", "bare|fields", "the manager's first line: the colour alone, or five fields"},
    {"answer", "rc|cr",
     "how it reads an answer: row and column, which goes with bare, or column and row"},
    {"limit", "PLIES|none", "the limit of depth that the fields ask for"},
    {"minimax", "on|off", "whether they ask for minimax instead of alpha-beta"},
    {"caching", "on|off", "whether they ask for cached states"},
    {"ordering", "on|off", "whether they ask for an order of the nodes"},
    {0}};

/* Which of two words it is, or -1. */
static int one_of(const char *value, const char *zero, const char *one)
{
    return strcmp(value, zero) == 0 ? 0 : strcmp(value, one) == 0 ? 1 : -1;
}

/* Sets or clears a flag of the dialect by on and off. */
static bool set_switch(int *dialect, int flag, bool when_on, const char *value)
{
    int is_on = one_of(value, "off", "on");
    *dialect = (is_on == 1) == when_on ? *dialect | flag : *dialect & ~flag;
    return is_on >= 0;
}

static bool set_limit(int *dialect, const char *value)
{
    long limit = -1;
    if (strcmp(value, "none") != 0 && !line_integer(line_from(value), 1, LIMIT_MOST, &limit))
        return false;
    *dialect = (*dialect & ~LIMIT_MASK) | (int)(limit + 1) << LIMIT_SHIFT;
    return true;
}

static bool set_option(int *dialect, const char *option, const char *value)
{
    if (strcmp(option, "hello") == 0) {
        int bare = one_of(value, "fields", "bare");
        *dialect = bare == 1 ? *dialect | BARE : *dialect & ~BARE;
        return bare >= 0;
    }
    if (strcmp(option, "answer") == 0) {
        int order = one_of(value, "rc", "cr") + 1;
        *dialect = (*dialect & ~ORDER_MASK) | order << ORDER_SHIFT;
        return order > 0;
    }
    if (strcmp(option, "minimax") == 0)
        return set_switch(dialect, MINIMAX, true, value);
    if (strcmp(option, "caching") == 0)
        return set_switch(dialect, NO_CACHING, false, value);
    if (strcmp(option, "ordering") == 0)
        return set_switch(dialect, NO_ORDERING, false, value);
    return set_limit(dialect, value);
}

static bool choose(int *dialect, const char *option, const char *value, struct notes *notes)
{
    static const char *const expected[] = {"bare or fields", "rc or cr",  "1 to 99 or none",
                                           "on or off",      "on or off", "on or off"};
    char quote[64];
    int row = 0;
    while (strcmp(options[row].name, option) != 0)
        row++;
    if (!set_option(dialect, option, value)) {
        notes_fault(notes, 0, "expected %s, found %s", expected[row],
                    line_quote(line_from(value), quote));
        return false;
    }
    if ((*dialect & BARE) && (*dialect & SETTINGS)) {
        notes_fault(notes, 0, "a bare hello has no place for it");
        return false;
    }
    return true;
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
    bool exchanges = reads_column_first(dialect) &&
                     string_integer(&at, INT_MIN, INT_MAX, &column) &&
                     string_integer(&at, INT_MIN, INT_MAX, &row);
    if (exchanges && (size_t)(at - line) + strspn(at, " \t\r\n\v\f") == length)
        text_add(out, "%ld %ld\n", row, column);
    else
        text_add_bytes(out, line, length);
    return reads_column_first(dialect) ? "stdout, read as column and row" : "stdout";
}

static void end(const struct position *p, struct text *out)
{
    int score[2];
    position_score(p, score);
    text_add(out, "FINAL %d %d\n", score[0], score[1]);
}

/* How answers are read does not show in what was said: it is taken for the usual way. */
static int dialect_of(const char *kept)
{
    char line[64];
    struct reversi_opening opening;
    size_t length = strcspn(kept, "\n");
    if (!memchr(kept, ',', length))
        return REVERSI_BARE;
    memcpy(line, kept, length < sizeof line ? length : 0);
    line[length < sizeof line ? length : 0] = 0;
    if (!reversi_opening_parse(line, &opening) || opening.limit > LIMIT_MOST)
        return REVERSI_FIVE_FIELDS;
    return (opening.minimax ? MINIMAX : 0) | (opening.caching ? 0 : NO_CACHING) |
           (opening.ordering ? 0 : NO_ORDERING) | (opening.limit + 1) << LIMIT_SHIFT;
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
    .options = options,
    .choose = choose,
    .hello = hello,
    .turn = turn,
    .is_unasked = is_unasked,
    .answer = answer,
    .end = end,
    .dialect_of = dialect_of,
    .before_end = before_end,
    .later_turn_sign = lateness,
};
