#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "search/player.h"

enum {
    PLIES = 4,  /* played from every position that is read */
    SAMPLES = 6 /* moves of a position that are written and read again */
};

void fuzz_fail(const char *file, int line, const char *claim)
{
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, claim);
    abort();
}

char *fuzz_string(const uint8_t *bytes, size_t count)
{
    size_t length = strnlen((const char *)bytes, count);
    char *string = memory_new(length + 1);
    memcpy(string, bytes, length);
    string[length] = 0;
    return string;
}

/* --- files --- */

static char folder[64], path[80], other[120]; /* other: of fuzz_folder(); "" for none */

static void remove_folder(void)
{
    unlink(path);
    unlink(other);
    rmdir(folder);
}

const char *fuzz_path(void)
{
    if (!path[0]) {
        snprintf(folder, sizeof folder, "/tmp/plywood-fuzz-XXXXXX");
        CLAIM(mkdtemp(folder));
        snprintf(path, sizeof path, "%s/input.txt", folder);
        atexit(remove_folder);
    }
    unlink(path); /* some file systems write to the disk when a file is replaced: slow */
    return path;
}

const char *fuzz_file(const void *bytes, size_t count)
{
    CLAIM(file_replace(fuzz_path(), bytes, count));
    return path;
}

const char *fuzz_folder(const char *name, const void *bytes, size_t count)
{
    unlink(other);
    if (!path[0])
        fuzz_path();
    snprintf(other, sizeof other, "%s/%.40s", folder, name);
    CLAIM(file_replace(other, bytes, count));
    return folder;
}

/* --- moves --- */

static int by_code(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    return (x->code > y->code) - (x->code < y->code);
}

/* The legal moves in the order of their codes. */
static int sorted_moves(const struct position *p, struct move out[MOVES_MAX])
{
    int count = p->world->rules->moves(p, out);
    CLAIM(count >= 0 && count <= MOVES_MAX);
    qsort(out, (size_t)count, sizeof *out, by_code);
    return count;
}

void fuzz_check_legal(const struct position *p, unsigned code)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    int found = 0;
    while (found < count && moves[found].code != code)
        found++;
    CLAIM(found < count);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_moves(const struct position *p, const struct move *moves, int count)
{
    static char names[MOVES_MAX][MOVE_NAME_MAX];
    for (int i = 0; i < count; i++) {
        p->world->game->move_name(p, moves[i].code, names[i]);
        CLAIM(names[i][0] && memchr(names[i], 0, MOVE_NAME_MAX));
        CLAIM(i == 0 || moves[i].code > moves[i - 1].code);
    }
    qsort(names, (size_t)count, sizeof *names, by_name);
    for (int i = 1; i < count; i++)
        CLAIM(strcmp(names[i - 1], names[i]) != 0);
}

/* A legal move's name and its answer file lead back to it. */
static void check_texts_of_move(const struct position *p, unsigned code)
{
    const struct game *game = p->world->game;
    char name[MOVE_NAME_MAX];
    unsigned found = ~0u;
    struct notes notes = {0};
    game->move_name(p, code, name);
    CLAIM(game->move_parse(p, name, &found, &notes) && found == code && notes.faults == 0);

    struct text answer = {0};
    game->answer_write(p, code, &answer);
    struct lines lines = lines_cut(answer.data, answer.length);
    found = ~0u;
    CLAIM(game->answer_read(p, &lines, &found, &notes) && found == code && notes.faults == 0);
    lines_free(&lines);
    text_free(&answer);
    if (player_filter(game))
        player_filter(game)(NULL, p, code);
}

/* --- positions --- */

static void check_picture(const struct position *p)
{
    struct picture picture = {0};
    p->world->game->draw(p, &picture);
    CLAIM(picture.rows == p->world->size && picture.columns == p->world->size);
    for (int row = 0; row < picture.rows; row++)
        for (int column = 0; column < picture.columns; column++) {
            char glyph = picture.cell[row][column].glyph;
            CLAIM(glyph > ' ' && glyph <= '~' && picture.cell[row][column].paint < PAINT_COUNT);
        }
}

static void check_values(const struct position *p, bool has_move)
{
    const struct rules *rules = p->world->rules;
    int value = rules->evaluate(p);
    CLAIM(value > -VALUE_MAX && value < VALUE_MAX);
    CLAIM(!p->over || value == rules->end_value(p));
    value = rules->textbook(p);
    CLAIM(value > -VALUE_MAX && value < VALUE_MAX);
    CLAIM(!has_move || rules->moves_left(p) >= 1);
}

/* Where a file names a time at all, it is to be a positive one, and near the one that was meant. */
static void check_time(const struct game *game, double meant, double found)
{
    if (game->game_seconds == 0)
        return;
    CLAIM(found > 0);
    CLAIM(meant < 0 || fabs(found - meant) <= 0.001);
}

/* The position file that a position gets is read as the same position. */
static void check_reading_again(const struct position *p, const struct move *moves, int count,
                                const struct problem *problem, bool salvage)
{
    const struct game *game = p->world->game;
    const double seconds = problem->seconds;
    const bool single = problem->single;
    struct text text = {0}, text_again = {0};
    struct notes notes = {.salvage = salvage};
    game->write(p, seconds, single, &text);
    CLAIM(text.length > 0 && text.data[text.length - 1] == '\n');

    struct lines lines = lines_cut(text.data, text.length);
    struct problem *again = game->read(&lines, game->variants[p->world->variant].name, &notes);
    lines_free(&lines);
    CLAIM(again && (salvage || notes.faults == 0));
    check_time(game, seconds, again->seconds);
    game->write(again->position, seconds, single, &text_again);
    CLAIM(strcmp(text.data, text_again.data) == 0);
    CLAIM(again->position->key == p->key);

    /* the salvaging reader makes a move even if the game looks decided */
    if (!(salvage && p->over)) {
        static struct move moves_again[MOVES_MAX];
        CLAIM(sorted_moves(again->position, moves_again) == count);
        for (int i = 0; i < count; i++)
            CLAIM(moves_again[i].code == moves[i].code);
    }
    problem_free(again);
    text_free(&text);
    text_free(&text_again);
}

/* Claims all that game.h promises of a position of this problem. */
static void check_position(const struct position *p, const struct problem *problem, bool salvage)
{
    static struct move moves[MOVES_MAX];
    int count = sorted_moves(p, moves);
    CLAIM(p->side < 2 && p->key == p->world->rules->key(p));
    CLAIM(!p->over || count == 0);
    check_moves(p, moves, count);
    for (int i = 0; i < SAMPLES && i < count; i++)
        check_texts_of_move(p, moves[count <= SAMPLES ? i : i * (count - 1) / (SAMPLES - 1)].code);
    check_values(p, count > 0);
    check_reading_again(p, moves, count, problem, salvage);
}

static void check_child(const struct position *p, int gain, const struct position *child)
{
    CLAIM(child->world == p->world && child->ply == p->ply + 1 && child->side == 1 - p->side);
    CLAIM(child->key == child->world->rules->key(child));
    int margin = position_margin(child) - position_margin(p);
    CLAIM(gain == (p->world->game->pays ? p->world->game->unit * (p->side ? -margin : margin) : 0));
}

/* Plays a few moves; the position in the end is a new one, or NULL if there is no move at all. */
static struct position *play_on(const struct position *start)
{
    const struct rules *rules = start->world->rules;
    struct random random = {start->key};
    struct position *p = NULL;
    for (int ply = 0; ply < PLIES; ply++) {
        const struct position *parent = p ? p : start;
        struct move moves[MOVES_MAX];
        int count = rules->moves(parent, moves);
        if (count == 0)
            break;
        struct position *child = position_new(start->world);
        int gain = rules->play(parent, moves[random_below(&random, (unsigned)count)].code, child);
        check_child(parent, gain, child);
        free(p);
        p = child;
    }
    return p;
}

void fuzz_check_problem(const struct problem *problem, bool salvage)
{
    CLAIM(problem->position->world == problem->world);
    check_position(problem->position, problem, salvage);
    check_picture(problem->position);
    struct position *later = play_on(problem->position);
    if (later)
        check_position(later, problem, salvage);
    free(later);
}
