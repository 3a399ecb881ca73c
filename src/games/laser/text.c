#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "games/laser/laser.h"

static struct problem *create(const struct setup *setup, struct notes *notes)
{
    if (game_variant(&game_laser, setup->variant) < 0) {
        notes_fault(notes, 0, "rules: expected default, found \"%s\"", setup->variant);
        return NULL;
    }
    struct laser_sheet sheet = {.size = setup->size};
    if (setup->size == 0 || setup->size == -1)
        sheet.size = game_laser.size_default;
    if (sheet.size < 1 || sheet.size > LASER_EDGE_MAX) {
        notes_fault(notes, 0, "size: expected 1 to %d, found %d", LASER_EDGE_MAX, setup->size);
        return NULL;
    }
    int squares = sheet.size * sheet.size;
    int blocks = setup_value(&game_laser, setup, LASER_BLOCKS);
    if (blocks < 0)
        blocks = (squares + 8) / 16;
    if (blocks > squares) {
        notes_fault(notes, 0, "blocks: expected 0 to %d, found %d", squares, blocks);
        return NULL;
    }
    /* each square in turn takes its fair share of the blocks that are left */
    struct random random = {setup->seed};
    for (int i = 0; i < squares; i++)
        if ((int)random_below(&random, (unsigned)(squares - i)) < blocks) {
            sheet.cell[i / sheet.size][i % sheet.size] = LASER_BLOCK;
            blocks--;
        }
    return laser_problem(&sheet);
}

static void write(const struct position *position, double seconds, bool single, struct text *out)
{
    (void)seconds; /* the limit is the same for every move; the file does not tell it */
    (void)single;
    const char *digits = position->side == SIDE_FIRST ? "0123" : "0213";
    struct laser_scene scene;
    laser_kind(position->world->size)->show(position, &scene);
    text_add(out, "%d\n", scene.size);
    for (int row = 0; row < scene.size; row++) {
        char line[LASER_EDGE_MAX + 1];
        for (int column = 0; column < scene.size; column++)
            line[column] = digits[scene.cell[row][column]];
        line[scene.size] = '\n';
        text_add_bytes(out, line, (size_t)scene.size + 1);
    }
}

static void move_name(const struct position *position, unsigned code, char out[MOVE_NAME_MAX])
{
    const struct world *world = position->world;
    snprintf(out, MOVE_NAME_MAX, "%d,%d", laser_row(world, code), laser_column(world, code));
}

static void answer_write(const struct position *position, unsigned code, struct text *out)
{
    const struct world *world = position->world;
    text_add(out, "%d %d\n", laser_row(world, code), laser_column(world, code));
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Reads an integer, with a sign only if it is negative; NULL if there is none, or too large a one.
 */
static const char *parse_integer(const char *text, int *out)
{
    long value;
    if (!isdigit((unsigned char)text[*text == '-']) ||
        !string_integer(&text, INT_MIN, INT_MAX, &value))
        return NULL;
    *out = (int)value;
    return text;
}

/* Finds the legal move on a square, or says why there is none. */
static bool judge(const struct position *position, int row, int column, unsigned *code, int line,
                  struct notes *notes)
{
    int last = position->world->size - 1;
    if (row < 0 || row > last) {
        notes_fault(notes, line, "expected a row from 0 to %d, found %d", last, row);
        return false;
    }
    if (column < 0 || column > last) {
        notes_fault(notes, line, "expected a column from 0 to %d, found %d", last, column);
        return false;
    }
    struct laser_scene scene;
    laser_kind(position->world->size)->show(position, &scene);
    int cell = scene.cell[row][column], from_row = row, from_column = column;
    const char *const *sides = game_laser.sides;
    if (cell == LASER_BLOCK) {
        notes_fault(notes, line, "expected a free square, found a block on %d,%d", row, column);
    } else if (cell != LASER_EMPTY) {
        notes_fault(notes, line, "expected a free square, found an emitter of %s on %d,%d",
                    sides[cell == LASER_THEIRS], row, column);
    } else if (laser_emitter_near(&scene, &from_row, &from_column)) {
        notes_fault(notes, line,
                    "expected a square no beam covers, found %d,%d in the beam of %s from %d,%d",
                    row, column, sides[scene.cell[from_row][from_column] == LASER_THEIRS], from_row,
                    from_column);
    } else {
        *code = laser_code(position->world, row, column);
        return true;
    }
    return false;
}

/* "row,col", "row col" or "(row, col)", blanks as one likes. */
static bool move_parse(const struct position *position, const char *text, unsigned *code,
                       struct notes *notes)
{
    int row, column;
    const char *p = skip_blanks(text);
    bool bracket = *p == '(';
    p = parse_integer(skip_blanks(p + bracket), &row);
    const char *gap = p;
    if (p) {
        p = skip_blanks(p);
        p = skip_blanks(p + (*p == ','));
        p = p > gap ? parse_integer(p, &column) : NULL;
    }
    if (p) {
        p = skip_blanks(p);
        p = !bracket ? p : *p == ')' ? skip_blanks(p + 1) : NULL;
    }
    if (!p || *p != 0) {
        char quote[64];
        struct line line = line_from(text);
        notes_fault(notes, 0, "expected row,col, found %s", line_quote(line, quote));
        return false;
    }
    return judge(position, row, column, code, 0, notes);
}

/* One line, two integers, one blank between them. */
static bool answer_read(const struct position *position, const struct lines *lines, unsigned *code,
                        struct notes *notes)
{
    char quote[64];
    struct line line = lines_at(lines, 0);
    int row, column;
    const char *p = parse_integer(line.start, &row);
    p = p && *p == ' ' ? parse_integer(p + 1, &column) : NULL;
    if (!p || *p != 0) {
        notes_fault(notes, 1, "expected a row and a column separated by a blank, found %s",
                    line_quote(line, quote));
        return false;
    }
    if (lines->count > 1) {
        notes_fault(notes, 2, "expected the end, found %s", line_quote(lines_at(lines, 1), quote));
        return false;
    }
    return judge(position, row, column, code, 1, notes);
}

static void draw(const struct position *position, struct picture *picture)
{
    static const struct {
        char glyph;
        uint8_t paint;
    } ground[4] = {
        {'.', PAINT_EMPTY},
        {'-', PAINT_COVER_FIRST},
        {'|', PAINT_COVER_SECOND},
        {'+', PAINT_COVER_BOTH},
    };
    static const char glyphs[] = {[LASER_MINE] = '1', [LASER_THEIRS] = '2', [LASER_BLOCK] = '#'};
    static const uint8_t paints[] = {
        [LASER_MINE] = PAINT_FIRST, [LASER_THEIRS] = PAINT_SECOND, [LASER_BLOCK] = PAINT_BLOCK};
    struct laser_scene scene;
    laser_kind(position->world->size)->show(position, &scene);
    picture->rows = picture->columns = scene.size;
    picture->names = NAMES_ROW_COLUMN;
    for (int row = 0; row < scene.size; row++)
        for (int column = 0; column < scene.size; column++) {
            int cell = scene.cell[row][column], by = scene.covered[row][column];
            char glyph = cell == LASER_EMPTY ? ground[by].glyph : glyphs[cell];
            uint8_t paint = cell == LASER_EMPTY ? ground[by].paint : paints[cell];
            picture->cell[row][column].glyph = glyph;
            picture->cell[row][column].paint = paint;
        }
}

static const struct variant variants[] = {
    {"default", "as the course says", false},
    {0},
};

static const struct setup_option options[] = {
    [LASER_BLOCKS] = {.name = "blocks",
                      .label = "Blocks",
                      .min = 0,
                      .max = ROWS64_SQUARES,
                      .standard = -1,
                      .is_random = true},
    {0},
};

const struct game game_laser = {
    .name = "laser",
    .title = "Laser Checkmate",
    .sides = {"first", "second"},
    .legend =
        "1 and 2 are the emitters of first and second; - is covered by first, | by second, + by both,\n"
        "# is a block. A move is an uncovered square, row,column from 0: 3,5.\n",
    .goal = "Place emitters where no beam shines. Cover more squares than the other.",
    .variants = variants,
    .size_min = 1,
    .size_max = LASER_EDGE_MAX,
    .size_default = 8,
    .size_solved = LASER_EDGE,
    .options = options,
    .unit = LASER_UNIT,
    .counts = true,
    .pays = true,
    .clock = CLOCK_WALL,
    .move_seconds = 60,
    .tuning = &laser_tuning,
    .looks = &laser_looks,
    .course = &laser_course,
    .lessons = laser_lessons,
    .reducing = &laser_reducing,
    .create = create,
    .recognise = laser_recognise,
    .read = laser_read,
    .write = write,
    .move_name = move_name,
    .move_parse = move_parse,
    .answer_write = answer_write,
    .answer_read = answer_read,
    .draw = draw,
};
