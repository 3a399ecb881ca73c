/* answers.c - moves as people, agents and graders write them */
#include "games/halma/halma.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOVE_TEXT_MAX = 4096 }; /* nobody writes a longer one on a line */

static const char *const side_name[2] = {"black", "white"};

/* A line of an answer: one step or one jump. */
struct leg {
    char kind; /* 'E' or 'J' */
    unsigned from, to;
};

void halma_move_name(const struct position *head, unsigned code, char out[MOVE_NAME_MAX])
{
    (void)head;
    const unsigned from = halma_from(code), to = halma_to(code);
    snprintf(out, MOVE_NAME_MAX, "%u,%u-%u,%u", halma_x(from), halma_y(from), halma_x(to),
             halma_y(to));
}

void halma_answer_write(const struct position *head, unsigned code, struct text *text)
{
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    const int count = halma_way(halma_of(head), code, way, &settled);
    assert(count >= 2);
    const char kind = halma_king_steps(halma_from(code), halma_to(code)) == 1 ? 'E' : 'J';
    for (int i = 1; i < count; i++)
        text_add(text, "%c %u,%u %u,%u\n", kind, halma_x(way[i - 1]), halma_y(way[i - 1]),
                 halma_x(way[i]), halma_y(way[i]));
}

/* Readers of parts move the pointer behind what they have read. */
static bool parse_coordinate(const char **at, unsigned *out)
{
    const char *p = *at;
    if (!isdigit((unsigned char)*p))
        return false;
    unsigned value = (unsigned)(*p++ - '0');
    if (value == 1 && *p >= '0' && *p <= '5')
        value = 10 + (unsigned)(*p++ - '0');
    if (isdigit((unsigned char)*p))
        return false;
    *out = value;
    *at = p;
    return true;
}

static bool parse_square(const char **at, unsigned *square)
{
    unsigned x, y;
    if (!parse_coordinate(at, &x) || *(*at)++ != ',' || !parse_coordinate(at, &y))
        return false;
    *square = halma_square(x, y);
    return true;
}

static bool parse_pair(const char *at, char between, unsigned *from, unsigned *to)
{
    return parse_square(&at, from) && *at++ == between && parse_square(&at, to) && *at == 0;
}

static bool parse_leg(struct line line, struct leg *leg)
{
    leg->kind = line.start[0];
    return (leg->kind == 'E' || leg->kind == 'J') && line.start[1] == ' ' &&
           parse_pair(line.start + 2, ' ', &leg->from, &leg->to);
}

/* Faults about squares read alike: what was expected, at or from where, and what is there. */
static bool fault_at(struct notes *notes, int line, const char *expected, unsigned square,
                     const char *found)
{
    notes_fault(notes, line, "expected %s, found %s at %u,%u", expected, found, halma_x(square),
                halma_y(square));
    return false;
}

static const char *content(const struct halma *p, unsigned square)
{
    static const char *const name[2] = {"a black piece", "a white piece"};
    for (int side = 0; side < 2; side++)
        if (board16_has(&p->piece[side], square))
            return name[side];
    return "no piece";
}

static bool check_start(const struct halma *p, unsigned from, int line, struct notes *notes)
{
    if (board16_has(&p->piece[p->head.side], from))
        return true;
    char expected[64];
    snprintf(expected, sizeof expected, "a %s piece to move", side_name[p->head.side]);
    return fault_at(notes, line, expected, from, content(p, from));
}

/* One step or jump of the piece that stood on start and has left it. */
static bool check_leg(const struct halma *p, unsigned start, struct leg leg, int line,
                      struct notes *notes)
{
    const unsigned dx = halma_gap(halma_x(leg.from), halma_x(leg.to));
    const unsigned dy = halma_gap(halma_y(leg.from), halma_y(leg.to));
    const unsigned steps = dx > dy ? dx : dy;
    if (leg.to != start && halma_glyph(p, leg.to) != '.')
        return fault_at(notes, line, "an empty square to move to", leg.to, content(p, leg.to));
    if (leg.kind == 'E') {
        if (steps == 1)
            return true;
        notes_fault(notes, line,
                    "expected a step to one of the eight neighbours of %u,%u, found %u,%u",
                    halma_x(leg.from), halma_y(leg.from), halma_x(leg.to), halma_y(leg.to));
        return false;
    }
    if (steps != 2 || dx == 1 || dy == 1) {
        notes_fault(
            notes, line,
            "expected a jump from %u,%u by two squares along a row, a column or a diagonal, found %u,%u",
            halma_x(leg.from), halma_y(leg.from), halma_x(leg.to), halma_y(leg.to));
        return false;
    }
    const unsigned over = (leg.from + leg.to) / 2;
    if (over == start || halma_glyph(p, over) == '.')
        return fault_at(notes, line, "a piece to jump over", over, "none");
    return true;
}

/* Judges the two ends of a move that the piece is able to make. */
static bool check_ends(const struct halma *p, unsigned code, int line, struct notes *notes)
{
    const unsigned from = halma_from(code), to = halma_to(code);
    const int side = p->head.side;
    const board16 *own = &halma_camp[side], *goal = &halma_camp[1 - side];
    if (from == to)
        return fault_at(notes, line, "the piece to end on another square", to, "its start");
    if (board16_has(goal, from) && !board16_has(goal, to))
        return fault_at(notes, line, "the piece to stay in the opposing camp", to,
                        "an end outside it");
    if (p->head.world->variant == HALMA_ADDENDUM && !board16_has(own, from) && board16_has(own, to))
        return fault_at(notes, line, "no piece to enter its own camp", to, "an end inside it");

    struct move list[MOVES_MAX];
    const int count = p->head.world->rules->moves(&p->head, list);
    for (int i = 0; i < count; i++)
        if (list[i].code == code)
            return true;
    char example[MOVE_NAME_MAX], name[MOVE_NAME_MAX];
    halma_move_name(&p->head, code, name);
    if (count == 0) {
        notes_fault(notes, line, "expected no move after the game's end, found %s", name);
    } else {
        halma_move_name(&p->head, list[0].code, example);
        notes_fault(
            notes, line,
            "expected a piece to move out of its own camp, or onward in it if none can leave, such as %s, found %s",
            example, name);
    }
    return false;
}

/* Judges a move written as the course does; numbered says whether line numbers mean anything. */
static bool judge_legs(const struct halma *p, const struct lines *lines, bool numbered,
                       unsigned *code, struct notes *notes)
{
    struct leg first = {0}, leg = {0};
    char quote[64];
    int line = 0;
    for (int i = 0; i < lines->count; i++) {
        const struct leg last = leg;
        line = numbered ? i + 1 : 0;
        if (!parse_leg(lines_at(lines, i), &leg)) {
            notes_fault(
                notes, line,
                "expected \"E x,y x,y\" or \"J x,y x,y\" with x and y from 0 to 15, found %s",
                line_quote(lines_at(lines, i), quote));
            return false;
        }
        if (i == 0) {
            first = leg;
            if (!check_start(p, first.from, line, notes))
                return false;
        } else if (first.kind == 'E' || leg.kind == 'E') {
            notes_fault(notes, line, "expected %s, found %s",
                        first.kind == 'E' ? "nothing after a step" : "only jumps after a jump",
                        line_quote(lines_at(lines, i), quote));
            return false;
        } else if (leg.from != last.to) {
            notes_fault(notes, line, "expected the next jump to start at %u,%u, found %u,%u",
                        halma_x(last.to), halma_y(last.to), halma_x(leg.from), halma_y(leg.from));
            return false;
        }
        if (!check_leg(p, first.from, leg, line, notes))
            return false;
    }
    *code = halma_code(first.from, leg.to);
    return check_ends(p, *code, line, notes);
}

bool halma_answer_read(const struct position *head, const struct lines *lines, unsigned *code,
                       struct notes *notes)
{
    if (lines->count == 0) {
        notes_fault(notes, 0, "expected a move, found nothing");
        return false;
    }
    return judge_legs(halma_of(head), lines, true, code, notes);
}

/* A move given by its ends alone. */
static bool judge_ends(const struct halma *p, unsigned from, unsigned to, unsigned *code,
                       struct notes *notes)
{
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    *code = halma_code(from, to);
    if (!check_start(p, from, 0, notes))
        return false;
    if (from != to && halma_glyph(p, to) != '.')
        return fault_at(notes, 0, "an empty square to move to", to, content(p, to));
    if (from != to && halma_way(p, *code, way, &settled) == 0) {
        notes_fault(notes, 0,
                    "expected a square that %u,%u reaches by a step or by jumps, found %u,%u",
                    halma_x(from), halma_y(from), halma_x(to), halma_y(to));
        return false;
    }
    return check_ends(p, *code, 0, notes);
}

/* Cuts "J 1,2 3,4; J 3,4 5,6", with or without the semicolon, into an answer's lines. */
static struct lines cut_legs(const char *text)
{
    char out[2 * MOVE_TEXT_MAX];
    size_t used = 0;
    for (; *text; text++) {
        bool begins = used == 0 || out[used - 1] == '\n';
        if (*text == ';' || *text == '\n' || *text == 'E' || *text == 'J') {
            if (!begins)
                out[used++] = '\n';
            if (*text == ';' || *text == '\n')
                continue;
        } else if (begins && isspace((unsigned char)*text)) {
            continue;
        }
        out[used++] = *text;
    }
    return lines_cut(out, used);
}

bool halma_move_parse(const struct position *head, const char *text, unsigned *code,
                      struct notes *notes)
{
    const struct halma *p = halma_of(head);
    const size_t length = strlen(text);
    char quote[64];
    struct lines lines = {0};
    bool good = false;
    unsigned from, to;
    if (length <= MOVE_TEXT_MAX)
        lines = cut_legs(text);
    if (lines.count == 1 && parse_pair(lines_at(&lines, 0).start, '-', &from, &to)) {
        good = judge_ends(p, from, to, code, notes);
    } else if (lines.count > 0 && strchr("EJ", lines_at(&lines, 0).start[0])) {
        good = judge_legs(p, &lines, false, code, notes);
    } else {
        notes_fault(notes, 0, "expected a move like 1,2-3,4 or E 1,2 2,2 or J 1,2 3,2, found %s",
                    line_quote(line_from(text), quote));
    }
    lines_free(&lines);
    return good;
}
