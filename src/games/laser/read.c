/* Reading position files: N, then N rows of N digits.
 *
 * The exact reader notes every deviation. Where a damaged file is to be salvaged, a second reader
 * takes over that asks only what board these lines are most likely to show: the rows count more
 * than the N above them, and what cannot be a cell is an empty one.
 */
#include <assert.h>
#include <string.h>

#include "games/laser/laser.h"

static bool is_cell(char c)
{
    return c >= '0' && c <= '3';
}

static bool is_separator(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

/* Nothing but cells, and how many of them; 0 if there is anything else. */
static int exact_cells(struct line line)
{
    for (int i = 0; i < line.length; i++)
        if (!is_cell(line.start[i]))
            return 0;
    return line.length;
}

static void fill_row(struct laser_sheet *sheet, int row, const char *cells, int count)
{
    assert(row < LASER_EDGE_MAX && count <= LASER_EDGE_MAX);
    for (int i = 0; i < count; i++)
        sheet->cell[row][i] = is_cell(cells[i]) ? (uint8_t)(cells[i] - '0') : LASER_EMPTY;
}

/* More rows than N are tolerated: the course's own example has one too many. */
static bool rest_is_exact(const struct lines *lines, int size, struct notes *notes)
{
    int rows = size;
    for (int i = size + 1; i < lines->count; i++) {
        struct line line = lines_at(lines, i);
        if (exact_cells(line) == size) {
            rows++;
        } else if (line.length > 0) {
            char quote[64];
            notes_fault(notes, i + 1, "expected the end, found %s", line_quote(line, quote));
            return false;
        }
    }
    if (rows > size)
        notes_remark(notes, size + 2, "read %d rows, %d found", size, rows);
    return true;
}

/* False if there was any fault. Goes on through the rows while the notes allow it. */
static bool read_exactly(const struct lines *lines, struct laser_sheet *sheet, struct notes *notes)
{
    char quote[64];
    int before = notes->faults;
    long size;
    if (!line_integer(lines_at(lines, 0), 1, LASER_EDGE_MAX, &size)) {
        notes_fault(notes, 1, "expected N from 1 to %d, found %s", LASER_EDGE_MAX,
                    line_quote(lines_at(lines, 0), quote));
        return false;
    }
    sheet->size = (int)size;
    for (int row = 0; row < sheet->size; row++) {
        struct line line = lines_at(lines, row + 1);
        if (exact_cells(line) == sheet->size)
            fill_row(sheet, row, line.start, line.length);
        else if (!notes_fault(notes, row + 2, "expected a row of %d digits 0 to 3, found %s",
                              sheet->size, line_quote(line, quote)))
            return false;
    }
    return notes->faults == before && rest_is_exact(lines, sheet->size, notes);
}

/* The cells of a damaged row, without separators unless they fill it to the wanted width; returns
 * their number, counted up to one more than the largest board has. */
static int rough_cells(struct line line, int width, char out[LASER_EDGE_MAX + 1])
{
    int count = 0;
    for (int i = 0; i < line.length && count <= LASER_EDGE_MAX; i++)
        if (line.length == width || !is_separator(line.start[i]))
            out[count++] = line.start[i];
    return count;
}

/* A line that may well be a row: at least half of it are cells. */
static bool is_rowlike(struct line line)
{
    int good = 0, bad = 0;
    for (int i = 0; i < line.length; i++) {
        good += is_cell(line.start[i]);
        bad += !is_cell(line.start[i]) && !is_separator(line.start[i]);
    }
    return good > 0 && good >= bad;
}

/* The size that the lines speak for, and the line where the rows begin; 0 if there are none. A
 * stated N holds, unless the rows make a square of another size. */
static int likely_size(const struct lines *lines, int *first)
{
    char cells[LASER_EDGE_MAX + 1];
    int seen[LASER_EDGE_MAX + 2] = {0}, rows = 0, common = 0;
    for (int i = 1; i < lines->count; i++) {
        if (!is_rowlike(lines_at(lines, i)))
            continue;
        rows++;
        int width = rough_cells(lines_at(lines, i), 0, cells);
        if (++seen[width] >= seen[common])
            common = width;
    }
    if (rows == 0)
        return 0;
    struct line head = lines_at(lines, 0);
    bool headless = is_rowlike(head) && rough_cells(head, 0, cells) == common && rows < common;
    bool square = rows + headless == common;
    long size;
    *first = 1;
    if (line_integer(head, 1, LASER_EDGE_MAX, &size) && (size == common || !square))
        return (int)size;
    *first = !headless;
    return common <= LASER_EDGE_MAX ? common : 0;
}

static bool read_roughly(const struct lines *lines, struct laser_sheet *sheet, struct notes *notes)
{
    int first = 0;
    *sheet = (struct laser_sheet){.size = likely_size(lines, &first)};
    if (sheet->size == 0)
        return false;
    for (int i = first, row = 0; i < lines->count && row < sheet->size; i++) {
        struct line line = lines_at(lines, i);
        if (line.length != sheet->size && !is_rowlike(line))
            continue;
        char cells[LASER_EDGE_MAX + 1];
        int count = rough_cells(line, sheet->size, cells);
        fill_row(sheet, row++, cells, count < sheet->size ? count : sheet->size);
    }
    notes_remark(notes, 0, "taken for a board of %d x %d", sheet->size, sheet->size);
    return true;
}

/* What no game in which both kept to the rules can show. */
static void remark_on(const struct position *p, struct notes *notes)
{
    struct laser_scene scene;
    laser_kind(p->world->size)->show(p, &scene);
    int emitters[2] = {0}, hit_row = -1, hit_column = -1;
    for (int row = 0; row < scene.size; row++)
        for (int column = 0; column < scene.size; column++) {
            int cell = scene.cell[row][column], r = row, c = column;
            if (cell != LASER_MINE && cell != LASER_THEIRS)
                continue;
            emitters[cell == LASER_THEIRS]++;
            if (hit_row < 0 && laser_emitter_near(&scene, &r, &c)) {
                hit_row = row;
                hit_column = column;
            }
        }
    if (hit_row >= 0)
        notes_remark(notes, 0, "the emitter at %d,%d stands in another's beam", hit_row,
                     hit_column);
    int mine = emitters[p->side], theirs = emitters[!p->side];
    if (mine - theirs > 1 || theirs - mine > 1)
        notes_remark(notes, 0, "players who alternate have not placed %d and %d emitters", mine,
                     theirs);
}

struct problem *laser_read(const struct lines *lines, const char *variant, struct notes *notes)
{
    if (game_variant(&game_laser, variant) < 0 &&
        !notes_fault(notes, 0, "rules: expected default, found \"%s\"", variant))
        return NULL;
    struct laser_sheet sheet = {0};
    if (!read_exactly(lines, &sheet, notes) &&
        !(notes->salvage && read_roughly(lines, &sheet, notes)))
        return NULL;
    struct problem *problem = laser_problem(&sheet);
    remark_on(problem->position, notes);
    return problem;
}

/* Intact, N and a row that fits it; damaged, mostly rows of some kind. */
bool laser_recognise(const struct lines *lines)
{
    long size;
    if (line_integer(lines_at(lines, 0), 1, TEXT_FILE_MAX, &size) &&
        exact_cells(lines_at(lines, 1)) == size)
        return true;
    int rows = 0, others = 0;
    for (int i = 1; i < lines->count; i++) {
        struct line line = lines_at(lines, i);
        if (line.length > 1 && strspn(line.start, "0123, \t") == (size_t)line.length)
            rows++;
        else if (line.length > 0)
            others++;
    }
    return rows > others;
}
