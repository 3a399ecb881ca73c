/* plywood show, legal, apply, check - looking at one position */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/foreign.h"
#include "base/json.h"
#include "cmd/commands.h"
#include "screens/draw.h"

static void print_text(struct text *out)
{
    if (out->length > 0)
        fwrite(out->data, 1, out->length, stdout);
    text_free(out);
}

static void json_position(struct text *out, const struct position *p)
{
    const struct game *game = p->world->game;
    json_put_string(out, "game", game->name);
    json_put_string(out, "rules", game->variants[p->world->variant].name);
    json_put_integer(out, "size", p->world->size);
    json_put_string(out, "side", game->sides[p->side]);
    int score[2];
    position_score(p, score);
    json_open(out, "score", '[');
    json_put_integer(out, NULL, score[0]);
    json_put_integer(out, NULL, score[1]);
    json_close(out, ']');
    json_put_bool(out, "over", position_is_over(p));
}

static void json_moves(struct text *out, const struct position *p)
{
    struct move moves[MOVES_MAX];
    char name[MOVE_NAME_MAX];
    int count = p->world->rules->moves(p, moves);
    json_open(out, "moves", '[');
    for (int i = 0; i < count; i++) {
        p->world->game->move_name(p, moves[i].code, name);
        json_put_string(out, NULL, name);
    }
    json_close(out, ']');
}

static int show(const struct command *command, int argc, char **argv)
{
    const char *variant = NULL;
    bool json = false, svg = false, strict = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"rules", CLI_STRING, &variant, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"svg", CLI_FLAG, &svg, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              1, 1);
    if (json && svg)
        cli_fail(command, "--json or --svg, not both");
    struct problem *problem = cli_load(command, argv[0], NULL, variant, strict);
    const struct position *p = problem->position;
    struct text out = {0};
    if (json) {
        json_open(&out, NULL, '{');
        json_position(&out, p);
        if (problem->seconds >= 0)
            json_put_number(&out, "seconds", problem->seconds);
        struct picture picture = {0};
        p->world->game->draw(p, &picture);
        json_open(&out, "board", '[');
        for (int r = 0; r < picture.rows; r++) {
            char row[PICTURE_EDGE + 1] = {0};
            for (int c = 0; c < picture.columns; c++)
                row[c] = picture.cell[r][c].glyph;
            json_put_string(&out, NULL, row);
        }
        json_close(&out, ']');
        json_close(&out, '}');
        text_add(&out, "\n");
        print_text(&out);
    } else if (svg) {
        struct picture picture = {0};
        p->world->game->draw(p, &picture);
        draw_svg(&picture, p->world->game->title, &out);
        print_text(&out);
    } else {
        cli_print_position(p, draw_colour_is_wanted());
    }
    problem_free(problem);
    return 0;
}

static int legal(const struct command *command, int argc, char **argv)
{
    const char *variant = NULL;
    bool json = false, strict = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"rules", CLI_STRING, &variant, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              1, 1);
    struct problem *problem = cli_load(command, argv[0], NULL, variant, strict);
    const struct position *p = problem->position;
    struct text out = {0};
    if (json) {
        json_open(&out, NULL, '{');
        json_position(&out, p);
        json_moves(&out, p);
        json_close(&out, '}');
        text_add(&out, "\n");
    } else {
        struct move moves[MOVES_MAX];
        char name[MOVE_NAME_MAX];
        int count = p->world->rules->moves(p, moves);
        for (int i = 0; i < count; i++) {
            p->world->game->move_name(p, moves[i].code, name);
            text_add(&out, "%s\n", name);
        }
    }
    print_text(&out);
    problem_free(problem);
    return 0;
}

static int apply(const struct command *command, int argc, char **argv)
{
    const char *variant = NULL;
    bool json = false, strict = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"rules", CLI_STRING, &variant, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              2, 2);
    struct problem *problem = cli_load(command, argv[0], NULL, variant, strict);
    const struct position *p = problem->position;
    const struct game *game = p->world->game;
    struct notes notes = {0};
    unsigned code;
    if (!game->move_parse(p, argv[1], &code, &notes)) {
        notes_print(&notes);
        problem_free(problem);
        return EXIT_NO;
    }
    struct position *child = position_new(problem->world);
    p->world->rules->play(p, code, child);
    struct text out = {0}, next = {0};
    double seconds = problem->seconds > 0 ? problem->seconds : game->game_seconds;
    game->write(child, seconds, problem->single, &next);
    if (json) {
        char name[MOVE_NAME_MAX];
        game->move_name(p, code, name);
        json_open(&out, NULL, '{');
        json_put_string(&out, "move", name);
        json_position(&out, child);
        json_put_string(&out, "position", next.data);
        json_close(&out, '}');
        text_add(&out, "\n");
        print_text(&out);
        text_free(&next);
    } else {
        print_text(&next);
    }
    free(child);
    problem_free(problem);
    return 0;
}

/* Judges the answer in a file. What is good but not exact is a fault only if exactness is asked
 * for; else it is told on stderr. */
static bool judge_file(const struct position *p, const char *path, bool exact, unsigned *code,
                       struct notes *notes)
{
    struct text bytes = {0};
    if (!text_read(path, &bytes, notes))
        return false;
    struct lines lines = lines_cut(bytes.data, bytes.length);
    bool good = p->world->game->answer_read(p, &lines, code, notes);
    char why[EXACT_WHY];
    if (good && !exact_text(bytes.data, bytes.length, why)) {
        if (exact)
            good = notes_fault(notes, 0, "%s", why);
        else
            fprintf(stderr, "%s: %s: not to the letter (--exact rejects it)\n", shown(path), why);
    }
    lines_free(&lines);
    text_free(&bytes);
    return good;
}

static int check(const struct command *command, int argc, char **argv)
{
    const char *variant = NULL, *input = "input.txt", *output = "output.txt";
    bool json = false, strict = false, exact = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"input", CLI_STRING, &input, 0, 0},
                                    {"output", CLI_STRING, &output, 0, 0},
                                    {"rules", CLI_STRING, &variant, 0, 0},
                                    {"exact", CLI_FLAG, &exact, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              0, 0);
    struct problem *problem = cli_load(command, input, NULL, variant, strict);
    const struct position *p = problem->position;
    struct notes notes = {.file = output};
    unsigned code;
    bool good = judge_file(p, output, exact, &code, &notes);
    if (json) {
        struct text out = {0};
        json_open(&out, NULL, '{');
        json_put_bool(&out, "legal", good);
        if (good) {
            char name[MOVE_NAME_MAX];
            p->world->game->move_name(p, code, name);
            json_put_string(&out, "move", name);
        } else {
            json_put_string(&out, "reason", notes_why(&notes));
        }
        json_close(&out, '}');
        text_add(&out, "\n");
        print_text(&out);
    } else {
        printf("%s\n", good ? "legal" : notes_why(&notes));
    }
    problem_free(problem);
    return good ? 0 : EXIT_NO;
}

#define FILE_HELP                                                                                  \
    "\nA FILE is an input.txt of any of the games, or - for standard input; where agents talk\n"   \
    "over pipes it is what an agent reads for a turn. --rules R picks the rules; 'plywood "        \
    "games'\n"                                                                                     \
    "lists them. A FILE that is not exactly one is read as the drop-in agent reads it, and what\n" \
    "was put right is told on stderr; --strict refuses it with exit status 2.\n"

const struct command command_show = {
    "show", "draw a position",
    "usage: plywood show FILE [--rules R] [--svg] [--json] [--strict]\n\n"
    "Draws the position, in colour on a terminal, or as an SVG image.\n" FILE_HELP,
    show};

const struct command command_legal = {
    "legal", "list the legal moves of a position",
    "usage: plywood legal FILE [--rules R] [--json] [--strict]\n\nLists the "
    "legal moves, one a line.\n" FILE_HELP,
    legal};

const struct command command_apply = {
    "apply", "make a move and print the next position",
    "usage: plywood apply FILE MOVE [--rules R] [--json] [--strict]\n\n"
    "Makes the move and prints the position file that the opponent gets. MOVE is a name as\n"
    "'plywood legal' lists them, or the move as the course writes it. Exit status 1, with the\n"
    "reason, if the move is not legal.\n" FILE_HELP,
    apply};

const struct command command_check = {
    "check", "judge one answer",
    "usage: plywood check [--input input.txt] [--output output.txt] [--exact] [--rules R] "
    "[--json]\n"
    "                     [--strict]\n\n"
    "Prints 'legal' and exits with 0, or prints precisely what is wrong with the answer and\n"
    "exits with 1. A board in the answer is checked too. Line ends, blanks and empty lines may be\n"
    "as they like, with a word on stderr; --exact judges to the letter, as 'plywood grade' "
    "does.\n" FILE_HELP,
    check};
