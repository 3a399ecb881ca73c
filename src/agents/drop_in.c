#include "agents/drop_in.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/foreign.h"
#include "base/random.h"

static const char calibration_title[] = "plywood calibration 1";
static const char playdata_title[] = "plywood playdata 5";

/* No machine is so slow, or so fast, that a measured figure outside these is worth believing. */
static const double overhead_min = 0.002, overhead_max = 0.1;
static const double speed_min = 1e3, speed_max = 1e9;

static bool believable(double value, double min, double max)
{
    return value >= min && value <= max;
}

struct calibration calibration_read(const char *path, const struct game *game)
{
    struct calibration found = {0};
    struct notes ignored = {0};
    struct lines lines;
    if (!lines_read(path, &lines, &ignored))
        return found;
    if (strcmp(lines_at(&lines, 0).start, calibration_title) == 0) {
        for (int i = 1; i < lines.count; i++) {
            char name[32];
            double value;
            int used = 0;
            if (sscanf(lines.line[i].start, "%31s %lf%n", name, &value, &used) != 2 ||
                used != lines.line[i].length)
                continue;
            if (strcmp(name, "overhead") == 0 && believable(value, 0, overhead_max))
                found.overhead = value < overhead_min ? overhead_min : value;
            if (strcmp(name, game->name) == 0 && believable(value, speed_min, speed_max))
                found.nodes_per_second = value;
        }
    }
    lines_free(&lines);
    return found;
}

bool calibration_write(const char *path, double overhead, const struct calibration_line *line,
                       int count)
{
    struct text out = {0};
    text_add(&out, "%s\noverhead %.6f\n", calibration_title, overhead);
    for (int i = 0; i < count; i++)
        text_add(&out, "%s %.0f\n", line[i].game->name, line[i].nodes_per_second);
    bool good = file_replace(path, out.data, out.length);
    text_free(&out);
    return good;
}

static double move_cap(void)
{
    const char *text = getenv("PLYWOOD_MOVE_SECONDS");
    double seconds;
    if (!text || !*text)
        return 0;
    if (line_number(line_from(text), &seconds) && seconds > 0)
        return seconds;
    fprintf(stderr, "PLYWOOD_MOVE_SECONDS: expected seconds above 0, found \"%s\": ignored\n",
            shown(text));
    return 0;
}

static uint64_t move_nodes(void)
{
    const char *text = getenv("PLYWOOD_MOVE_NODES");
    long nodes;
    if (!text || !*text)
        return 0;
    if (line_integer(line_from(text), 1, LONG_MAX, &nodes))
        return (uint64_t)nodes;
    fprintf(stderr, "PLYWOOD_MOVE_NODES: expected a number above 0, found \"%s\": ignored\n",
            shown(text));
    return 0;
}

struct allowance drop_in_allowance(const struct problem *problem,
                                   const struct calibration *calibration)
{
    const struct game *game = problem->world->game;
    struct allowance a = {.single = problem->single,
                          .remaining = problem->seconds,
                          .move_cap = move_cap(),
                          .nodes = move_nodes(),
                          /* twice what was measured: the machine may be busier by now */
                          .overhead = 2 * calibration->overhead};
    if (game->clock == CLOCK_CPU) {
        a.source = CLOCK_OF_PROCESS; /* started = 0: loading the program counts */
    } else {
        a.source = CLOCK_OF_WALL;
        a.started = clock_seconds(CLOCK_OF_WALL);
    }
    if (a.remaining == 0) {
        a.remaining = 1e-9; /* none left: answer at once */
    } else if (a.remaining < 0 && game->move_seconds > 0) {
        const double half = game->move_seconds / 2;
        a.remaining = 0;
        a.move_cap = a.move_cap > 0 && a.move_cap < half ? a.move_cap : half;
    } else if (a.remaining < 0) {
        a.remaining = 1; /* the file's time was unreadable: little will not be wrong */
    }
    return a;
}

size_t drop_in_hash_bytes(const struct limits *limits, const struct calibration *calibration)
{
    double speed = calibration->nodes_per_second > 0 ? calibration->nodes_per_second : 4e6;
    double bytes = 16 * speed * limits->hard;
    const double least = 1 << 20, most = 256 << 20;
    return (size_t)(bytes < least ? least : bytes > most ? most : bytes);
}

/* The last line guards against a file that was cut or touched. */
static uint64_t playdata_check(const struct playdata *data)
{
    uint64_t check = hash64((uint64_t)data->count);
    for (int i = 0; i < data->count; i++)
        check = hash64(check ^ data->key[i]);
    for (size_t i = 0; i < data->memory.length; i++)
        check = hash64(check ^ (unsigned char)data->memory.data[i]);
    return check;
}

/* The lines between the title and the check; false if they are not what playdata_write() wrote. */
static bool read_playdata_lines(const struct lines *lines, struct playdata *data)
{
    int last = lines->count - 1, at = 3, used = 0, keys = -1;
    sscanf(lines_at(lines, 2).start, "keys %9d%n", &keys, &used);
    if (used != lines_at(lines, 2).length || keys < 0 || keys > PLAYDATA_KEYS || at + keys > last)
        return false;
    for (; data->count < keys; at++, data->count++) {
        struct line line = lines->line[at];
        used = 0;
        if (sscanf(line.start, "%16" SCNx64 "%n", &data->key[data->count], &used) != 1 ||
            used != line.length)
            return false;
    }
    for (; at < last; at++)
        text_add(&data->memory, "%s\n", lines->line[at].start);
    uint64_t check = 0;
    return sscanf(lines->line[last].start, "check %16" SCNx64, &check) == 1 &&
           check == playdata_check(data);
}

void playdata_read(const char *path, const struct game *game, struct playdata *data)
{
    *data = (struct playdata){0};
    struct notes ignored = {0};
    struct lines lines;
    if (!lines_read(path, &lines, &ignored))
        return;
    bool sound = strcmp(lines_at(&lines, 0).start, playdata_title) == 0 &&
                 strcmp(lines_at(&lines, 1).start, game->name) == 0 &&
                 read_playdata_lines(&lines, data);
    if (!sound)
        playdata_free(data);
    lines_free(&lines);
}

void playdata_free(struct playdata *data)
{
    text_free(&data->memory);
    problem_free(data->before);
    *data = (struct playdata){0};
}

void playdata_add(struct playdata *data, uint64_t key)
{
    if (data->count == PLAYDATA_KEYS) /* forget the oldest */
        memmove(data->key, data->key + 1, (size_t)--data->count * sizeof *data->key);
    data->key[data->count++] = key;
}

bool playdata_write(const char *path, const struct game *game, const struct playdata *data)
{
    struct text out = {0};
    text_add(&out, "%s\n%s\nkeys %d\n", playdata_title, game->name, data->count);
    for (int i = 0; i < data->count; i++)
        text_add(&out, "%016" PRIx64 "\n", data->key[i]);
    if (data->memory.length > 0)
        text_add(&out, "%s", data->memory.data);
    text_add(&out, "check %016" PRIx64 "\n", playdata_check(data));
    bool good = file_replace(path, out.data, out.length);
    text_free(&out);
    return good;
}

void playdata_put_turn(struct playdata *data, const struct position *after, double seconds)
{
    struct text board = {0}, rest = data->memory;
    after->world->game->write(after, 1, false, &board);
    int lines = 0;
    for (size_t i = 0; i < board.length; i++)
        lines += board.data[i] == '\n';
    data->memory = (struct text){0};
    text_add(&data->memory, "turn %.6f %d\n%s", seconds, lines, board.data);
    if (rest.length > 0)
        text_add(&data->memory, "%s", rest.data);
    text_free(&board);
    text_free(&rest);
}

/* The position that our last move left, if a move of the opponent's leads from there to the present
 * one; else NULL. */
static struct problem *read_before(const struct lines *board, const struct problem *now)
{
    const struct world *world = now->world;
    struct notes notes = {.salvage = true};
    struct problem *before = world->game->read(board, world->game->variants[world->variant].name,
                                               &notes);
    const bool is_like = before && before->world->rules == world->rules &&
                         before->world->size == world->size;
    if (is_like && position_move_to(before->position, now->position) >= 0)
        return before;
    problem_free(before);
    return NULL;
}

void playdata_take_turn(struct playdata *data, const struct problem *now)
{
    if (data->memory.length == 0) {
        data->count = 0;
        return;
    }
    struct lines lines = lines_cut(data->memory.data, data->memory.length);
    double seconds = 0;
    int count = 0, used = 0;
    sscanf(lines_at(&lines, 0).start, "turn %lf %9d%n", &seconds, &count, &used);
    bool good = used > 0 && used == lines_at(&lines, 0).length && now->seconds <= seconds &&
                count > 0 && count < lines.count;
    bool is_again = good && data->count >= 2 && data->key[data->count - 2] == now->position->key;
    struct lines board = {.count = count, .line = lines.line + 1};
    if (is_again) {
        data->count -= 2;
    } else if (!good || !(data->before = read_before(&board, now))) {
        data->count = 0;
        count = lines.count - 1;
    }
    text_free(&data->memory);
    for (int i = count + 1; i < lines.count; i++)
        text_add(&data->memory, "%s\n", lines.line[i].start);
    lines_free(&lines);
}
