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

struct options {
    struct cli_reading reading;
    bool json, svg, exact;
    const char *input, *output;
};

static struct problem *load(const struct command *command, const char *path,
                            const struct options *o)
{
    return cli_load(command, path, NULL, o->reading.variant, o->reading.strict);
}

static const struct cli_place file_place[] = {CLI_THE_FILE, {0}};

static int show(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    if (o.json && o.svg)
        cli_fail(command, "--json or --svg, not both");
    struct problem *problem = load(command, argv[0], &o);
    const struct position *p = problem->position;
    struct text out = {0};
    if (o.json) {
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
    } else if (o.svg) {
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
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    struct problem *problem = load(command, argv[0], &o);
    const struct position *p = problem->position;
    struct text out = {0};
    if (o.json) {
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
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    struct problem *problem = load(command, argv[0], &o);
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
    if (o.json) {
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
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    struct problem *problem = load(command, o.input, &o);
    const struct position *p = problem->position;
    struct notes notes = {.file = o.output};
    unsigned code;
    bool good = judge_file(p, o.output, o.exact, &code, &notes);
    if (o.json) {
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

/* --- the commands --- */

#define FILE_DETAILS                                                                               \
    "\nWhere agents talk over pipes, FILE is what an agent reads for a turn. A FILE that is not\n" \
    "exactly a position file is read as the drop-in agent reads it. What was put right is told\n"  \
    "on stderr. --strict refuses such a file with exit status 2.\n"

static const struct cli_option show_table[] = {
    {"svg", NULL, "print an SVG image", CLI_FLAG(struct options, svg)},
    CLI_JSON(struct options, json),
    CLI_READING(struct options, reading),
    {0},
};

static const struct cli_option reading_table[] = {
    CLI_JSON(struct options, json),
    CLI_READING(struct options, reading),
    {0},
};

static const struct cli_option check_table[] = {
    {"input", "FILE", "the position", CLI_STRING(struct options, input), .usual = "input.txt"},
    {"output", "FILE", "the answer to judge", CLI_STRING(struct options, output),
     .usual = "output.txt"},
    {"exact", NULL, "judge the answer to the letter", CLI_FLAG(struct options, exact)},
    CLI_JSON(struct options, json),
    CLI_READING(struct options, reading),
    {0},
};

static const struct cli_place apply_places[] = {
    CLI_THE_FILE,
    {"MOVE", "a move as 'plywood legal' or the course writes it", 1, 1},
    {0},
};

const struct command command_show = {
    .name = "show",
    .summary = "draw a position",
    .places = file_place,
    .options = show_table,
    .examples = "show input.txt\n"
                "show input.txt --svg",
    .details = "The drawing is coloured on a terminal.\n" FILE_DETAILS,
    .run = show,
};

const struct command command_legal = {
    .name = "legal",
    .summary = "list the legal moves of a position",
    .places = file_place,
    .options = reading_table,
    .examples = "legal input.txt\n"
                "legal input.txt --json",
    .details = "It prints one move a line.\n" FILE_DETAILS,
    .run = legal,
};

const struct command command_apply = {
    .name = "apply",
    .summary = "make a move and print the next position",
    .places = apply_places,
    .options = reading_table,
    .examples = "apply input.txt A1\n"
                "apply input.txt A1 --json",
    .details = "It prints the position file that the opponent gets. If the move is not legal, it\n"
               "tells the reason and ends with exit status 1.\n" FILE_DETAILS,
    .run = apply,
};

const struct command command_check = {
    .name = "check",
    .summary = "judge one answer",
    .options = check_table,
    .examples = "check\n"
                "check --input input.txt --output output.txt --exact",
    .details =
        "It prints 'legal' and ends with exit status 0, or it prints what is wrong with the\n"
        "answer and ends with 1. A board in the answer is checked too. Line ends, blanks and\n"
        "empty lines are not judged; a remark about them goes to stderr. --exact judges the\n"
        "answer to the letter, as 'plywood grade' does.\n"
        "\n"
        "The position is an input.txt of any game, or - for standard input.\n" FILE_DETAILS,
    .run = check,
};
