#include "referee/match/boards.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/registry.h"

static struct problem *read_bytes(const struct text *bytes, const struct game *game,
                                  const char *variant, struct notes *notes)
{
    struct lines lines = lines_cut(bytes->data, bytes->length);
    const struct game *found = game_of_lines(&lines);
    struct problem *problem = NULL;
    if (found && found != game)
        notes_fault(notes, 0, "expected a position of %s, found one of %s", game->title,
                    found->title);
    else
        problem = game->read(&lines, variant, notes);
    lines_free(&lines);
    return problem;
}

static bool is_playable(const struct text *bytes, const struct game *game, const char *variant,
                        struct notes *notes)
{
    struct problem *problem = read_bytes(bytes, game, variant, notes);
    bool good = problem && !position_is_over(problem->position);
    if (problem && !good)
        notes_fault(notes, 0, "expected a position with a legal move, found a finished game");
    problem_free(problem);
    return good;
}

static bool add_file(struct boards *boards, const char *path, const struct game *game,
                     const char *variant, struct notes *notes)
{
    struct text bytes = {0};
    struct notes own = {.file = path};
    if (!text_read(path, &bytes, &own) || !is_playable(&bytes, game, variant, &own)) {
        notes_fault(notes, 0, "%s", notes_why(&own));
        text_free(&bytes);
        return false;
    }
    boards->board = memory_resize(boards->board,
                                  (size_t)(boards->count + 1) * sizeof *boards->board);
    boards->board[boards->count++] = (struct board){memory_string(path), bytes};
    return true;
}

static bool add_directory(struct boards *boards, const char *dir, const struct game *game,
                          const char *variant, struct notes *notes)
{
    struct dirent **list;
    int entries = scandir(dir, &list, NULL, alphasort), before = boards->count;
    if (entries < 0) {
        notes_fault(notes, 0, "%s: cannot be read: %s", dir, strerror(errno));
        return false;
    }
    bool good = true;
    for (int i = 0; i < entries; i++) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%.3500s/%s", dir, list[i]->d_name);
        if (good && list[i]->d_name[0] != '.' && stat(path, &status) == 0 &&
            !S_ISDIR(status.st_mode))
            good = add_file(boards, path, game, variant, notes);
        free(list[i]);
    }
    free(list);
    if (good && boards->count == before)
        notes_fault(notes, 0, "%s: expected position files in it, found none", dir);
    return boards->count > before && good;
}

static bool add_matches(struct boards *boards, const char *pattern, const struct game *game,
                        const char *variant, struct notes *notes)
{
    glob_t found;
    bool good = glob(pattern, 0, NULL, &found) == 0;
    if (!good)
        notes_fault(notes, 0, "%s: expected a pattern of position files, found none", pattern);
    for (size_t i = 0; good && i < found.gl_pathc; i++)
        good = add_file(boards, found.gl_pathv[i], game, variant, notes);
    globfree(&found);
    return good;
}

bool boards_add(struct boards *boards, const char *where, const struct game *game,
                const char *variant, struct notes *notes)
{
    struct stat status;
    bool is_there = stat(where, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        return add_directory(boards, where, game, variant, notes);
    if (!is_there && strpbrk(where, "*?["))
        return add_matches(boards, where, game, variant, notes);
    return add_file(boards, where, game, variant, notes);
}

void boards_free(struct boards *boards)
{
    for (int i = 0; i < boards->count; i++) {
        free(boards->board[i].path);
        text_free(&boards->board[i].bytes);
    }
    free(boards->board);
    *boards = (struct boards){0};
}

struct problem *board_problem(const struct board *board, const struct game *game,
                              const char *variant)
{
    struct notes notes = {0};
    struct problem *problem = read_bytes(&board->bytes, game, variant, &notes);
    assert(problem); /* boards_add() has checked it */
    return problem;
}

uint64_t board_hash(const struct board *board)
{
    uint64_t hash = board->bytes.length;
    for (size_t i = 0; i < board->bytes.length; i++)
        hash = hash64(hash ^ (unsigned char)board->bytes.data[i]);
    return hash;
}
