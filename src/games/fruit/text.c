/* text.c - Fruit Rage in words: new boards, files, moves, answers, pictures */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/tuning.h"
#include "games/fruit/fruit.h"

/* --- the estimate's weights --- */

static const int weights[FRUIT_CLASSES] = {
#include "games/fruit/weights.inc"
};

static const char *const weight_names[FRUIT_CLASSES] = {
    "regions of 1 and 2", "regions of 3",       "regions of 4",       "regions of 5",
    "regions of 6",       "regions of 7 and 8", "regions of 9 to 11", "regions of 12 and more",
};

static void features(const struct position *p, int out[])
{
    fruit_width(p->world)->features(p, out);
}

static const struct tuning tuning = {
    .count = FRUIT_CLASSES,
    .names = weight_names,
    .limit = 4000, /* times 676 squared is within an int */
    .scale = FRUIT_WEIGHT_SCALE,
    .spread = 10,
    .features = features,
};

/* --- new problems --- */

struct problem *fruit_problem(const struct fruit_grid *grid, int kinds)
{
    assert(grid->size >= 1 && grid->size <= FRUIT_EDGE);
    struct world *world = memory_zero(sizeof *world);
    *world = (struct world){.game = &game_fruit,
                            .bytes = sizeof *world,
                            .size = grid->size,
                            .weights = weights,
                            .option = {[FRUIT_KINDS] = kinds > 1 ? kinds : 1}};
    for (int row = 0; row < grid->size; row++)
        for (int column = 0; column < grid->size; column++)
            if (grid->cell[row][column] > world->option[FRUIT_KINDS])
                world->option[FRUIT_KINDS] = grid->cell[row][column];
    const struct fruit_width *width = fruit_width(world);
    world->rules = &width->rules;
    world->position_bytes = width->position_bytes;
    struct problem *problem = problem_new(world);
    width->set(problem->position, grid);
    return problem;
}

/* A full board, every cell drawn by itself. */
static struct problem *create(const struct setup *setup, struct notes *notes)
{
    int size = setup->size == 0 || setup->size == -1 ? game_fruit.size_default : setup->size;
    int kinds = setup_value(&game_fruit, setup, FRUIT_KINDS);
    if (size < game_fruit.size_min || size > game_fruit.size_max) {
        notes_fault(notes, 0, "size: expected %d to %d, found %d", game_fruit.size_min,
                    game_fruit.size_max, size);
        return NULL;
    }
    if (kinds > FRUIT_KINDS_MAX) {
        notes_fault(notes, 0, "kinds: expected 1 to %d, found %d", FRUIT_KINDS_MAX, kinds);
        return NULL;
    }
    if (game_variant(&game_fruit, setup->variant) < 0) {
        notes_fault(notes, 0, "rules: expected default, found \"%s\"", setup->variant);
        return NULL;
    }
    struct random random = {setup->seed};
    struct fruit_grid grid = {.size = size};
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            grid.cell[row][column] = (uint8_t)(1 + random_below(&random, (unsigned)kinds));
    return fruit_problem(&grid, kinds);
}

/* --- boards --- */

static char glyph_of(uint8_t cell)
{
    return cell == FRUIT_EMPTY ? '*' : (char)('0' + cell - 1);
}

static struct fruit_grid grid_of(const struct position *p)
{
    struct fruit_grid grid;
    fruit_width(p->world)->get(p, &grid);
    return grid;
}

/* A single move leaves its holes in neighbouring columns, and no more of them than there is of a
 * kind, as a rule. Where much more is missing than the largest region still has, several moves were
 * made, and nobody can tell whose. Between greedy players on 10 x 10 with four kinds that tells 98
 * first moves of 100, and is deceived by 3 positions of 100 after three moves. */
static bool shows_one_move(const struct position *p, const struct fruit_grid *grid, int missing)
{
    int seams = 0, size = grid->size;
    for (int column = 0; column < size; column++) {
        bool is_full_before = column == 0 || grid->cell[0][column - 1] != FRUIT_EMPTY;
        seams += is_full_before && grid->cell[0][column] == FRUIT_EMPTY;
        for (int row = 1; row < size; row++)
            if (grid->cell[row][column] == FRUIT_EMPTY && grid->cell[row - 1][column])
                return false; /* a damaged file, or none of a game */
    }
    int largest_squared = fruit_width_of(p->world->rules)->best_gain(p, VALUE_MAX);
    return seams == 1 && missing * p->world->option[FRUIT_KINDS] <= size * size &&
           4 * missing * missing < 25 * largest_squared;
}

void fruit_presume_score(struct position *p)
{
    const struct fruit_grid grid = grid_of(p);
    int missing = 0;
    for (int row = 0; row < grid.size; row++)
        for (int column = 0; column < grid.size; column++)
            missing += grid.cell[row][column] == FRUIT_EMPTY;
    p->score[!p->side] = shows_one_move(p, &grid, missing) ? missing * missing : 0;
}

static void write_row(const struct fruit_grid *grid, int row, char out[FRUIT_EDGE + 1])
{
    for (int column = 0; column < grid->size; column++)
        out[column] = glyph_of(grid->cell[row][column]);
    out[grid->size] = 0;
}

static void write_board(const struct position *p, struct text *out)
{
    struct fruit_grid grid = grid_of(p);
    char row[FRUIT_EDGE + 1];
    for (int i = 0; i < grid.size; i++) {
        write_row(&grid, i, row);
        text_add(out, "%s\n", row);
    }
}

/* The format wants a positive number: a time that is unknown is a whole game's, and one that is
 * short gets as many digits as it takes to tell it from none. */
static void write_position(const struct position *p, double seconds, bool single, struct text *out)
{
    (void)single;
    if (seconds < 0)
        seconds = game_fruit.game_seconds;
    if (seconds < 1e-9)
        seconds = 1e-9;
    int digits = seconds < 0.1 ? 10 : 3; /* enough for the smallest, too */
    text_add(out, "%d\n%d\n%.*f\n", p->world->size, p->world->option[FRUIT_KINDS], digits, seconds);
    write_board(p, out);
}

static void draw(const struct position *p, struct picture *picture)
{
    struct fruit_grid grid = grid_of(p);
    memset(picture, 0, sizeof *picture);
    picture->rows = picture->columns = grid.size;
    picture->names = NAMES_LETTERS;
    for (int row = 0; row < grid.size; row++)
        for (int column = 0; column < grid.size; column++) {
            uint8_t cell = grid.cell[row][column];
            picture->cell[row][column].glyph = glyph_of(cell);
            picture->cell[row][column].paint = (uint8_t)(cell == FRUIT_EMPTY
                                                             ? PAINT_EMPTY
                                                             : PAINT_KIND_0 + cell - 1);
        }
}

/* --- moves --- */

static void move_name(const struct position *p, unsigned code, char out[MOVE_NAME_MAX])
{
    snprintf(out, MOVE_NAME_MAX, "%c%d", 'A' + (int)fruit_column(code),
             p->world->size - (int)fruit_height(code));
}

/* Finds the move that takes the cell named by a line such as G8, or notes at that line why there is
 * none. A letter and a row number without leading zeros make a cell's name. */
static bool find_move(const struct position *p, struct line name, bool any_case, int line,
                      unsigned *code, struct notes *notes)
{
    char quote[64];
    int size = p->world->size, row = 0, digits = 0;
    char letter = name.start[0];
    if (any_case)
        letter = (char)toupper((unsigned char)letter);
    for (int i = 1; i < name.length && i <= 2 && isdigit((unsigned char)name.start[i]);
         i++, digits++)
        row = 10 * row + (name.start[i] - '0');
    if (letter < 'A' || letter > 'Z' || digits == 0 || digits + 1 != name.length ||
        name.start[1] == '0') {
        notes_fault(notes, line, "expected %s letter and a row number such as G8, found %s",
                    any_case ? "a" : "a capital", line_quote(name, quote));
        return false;
    }
    int column = letter - 'A';
    if (column >= size || row > size) {
        notes_fault(notes, line, "expected a cell from A1 to %c%d, found %s", 'A' + size - 1, size,
                    line_quote(name, quote));
        return false;
    }
    struct fruit_grid grid = grid_of(p);
    if (grid.cell[row - 1][column] == FRUIT_EMPTY) {
        notes_fault(notes, line, "expected a cell with a fruit, found %s, which is empty",
                    line_quote(name, quote));
        return false;
    }
    unsigned cell = fruit_code((unsigned)column, (unsigned)(size - row));
    *code = fruit_width(p->world)->region(p, cell);
    return true;
}

static bool move_parse(const struct position *p, const char *text, unsigned *code,
                       struct notes *notes)
{
    text += strspn(text, " \t");
    struct line name = line_from(text);
    while (name.length > 0 && isspace((unsigned char)text[name.length - 1]))
        name.length--;
    return find_move(p, name, true, 0, code, notes);
}

/* --- answers --- */

static struct position *after(const struct position *p, unsigned code)
{
    struct position *child = position_new(p->world);
    p->world->rules->play(p, code, child);
    return child;
}

static void answer_write(const struct position *p, unsigned code, struct text *out)
{
    char name[MOVE_NAME_MAX];
    move_name(p, code, name);
    text_add(out, "%s\n", name);
    struct position *child = after(p, code);
    write_board(child, out);
    free(child);
}

static bool check_rows(const struct fruit_grid *grid, const struct lines *lines,
                       struct notes *notes)
{
    char want[FRUIT_EDGE + 1], quote[64];
    for (int row = 0; row < grid->size; row++) {
        write_row(grid, row, want);
        struct line found = lines_at(lines, row + 1);
        if (row + 1 >= lines->count) {
            notes_fault(notes, row + 2, "row %d: expected \"%s\", found the end", row + 1, want);
            return false;
        }
        if (found.length != grid->size || memcmp(found.start, want, (size_t)grid->size) != 0) {
            notes_fault(notes, row + 2, "row %d: expected \"%s\", found %s", row + 1, want,
                        line_quote(found, quote));
            return false;
        }
    }
    if (lines->count > grid->size + 1) {
        notes_fault(notes, grid->size + 2, "expected nothing after the board, found %s",
                    line_quote(lines_at(lines, grid->size + 1), quote));
        return false;
    }
    return true;
}

static bool answer_read(const struct position *p, const struct lines *lines, unsigned *code,
                        struct notes *notes)
{
    unsigned found;
    if (!find_move(p, lines_at(lines, 0), false, 1, &found, notes))
        return false;
    struct position *child = after(p, found);
    struct fruit_grid grid = grid_of(child);
    free(child);
    if (!check_rows(&grid, lines, notes))
        return false;
    *code = found;
    return true;
}

static const struct variant variants[] = {
    {"default", "as the course says", false},
    {0},
};

static const struct setup_option options[] = {
    [FRUIT_KINDS] = {.name = "kinds",
                     .label = "Kinds of fruit",
                     .min = 1,
                     .max = FRUIT_KINDS_MAX,
                     .standard = 4,
                     .is_random = true},
    {0},
};

const struct game game_fruit = {
    .name = "fruit",
    .title = "Fruit Rage",
    .sides = {"first", "second"},
    .legend =
        "Digits are kinds of fruit, * is empty. A move names any fruit of the region to take by its\n"
        "column letter and its row, 1 on top: G8. Taking k fruits earns k x k points.\n",
    .goal = "Take groups of equal fruit. A group of 5 earns 5 × 5 points, and all above falls.",
    .variants = variants,
    .size_min = 1,
    .size_max = FRUIT_EDGE,
    .size_default = 10,
    .options = options,
    .unit = 1,
    .counts = true,
    .pays = true,
    .clock = CLOCK_CPU,
    .game_seconds = 300,
    .playing = &fruit_playing,
    .tuning = &tuning,
    .looks = &fruit_looks,
    .course = &fruit_course,
    .lessons = fruit_lessons,
    .reducing = &fruit_reducing,
    .create = create,
    .recognise = fruit_recognise,
    .read = fruit_read,
    .write = write_position,
    .move_name = move_name,
    .move_parse = move_parse,
    .answer_write = answer_write,
    .answer_read = answer_read,
    .draw = draw,
};
