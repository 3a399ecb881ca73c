/* Golden games: fixed moves, and every position they lead to, byte for byte.
 *
 * tests/golden/NAME.moves has a first line "game size kinds blocks seed rules" and then a move a
 * line; tests/golden/NAME.txt is the transcript. A change of rules shows as a difference. With
 * GOLDEN_UPDATE=1 in the environment the transcripts are written anew, to be looked at and
 * committed.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "game/session.h"
#include "tests/check.h"

static const char folder[] = "tests/golden";

static struct problem *start_of(const char *line)
{
    char game[16], rules[16];
    struct setup setup = {.variant = rules};
    int kinds, blocks;
    int fields = sscanf(line, "%15s %d %d %d %lu %15s", game, &setup.size, &kinds, &blocks,
                        &setup.seed, rules);
    assert_int_equal(fields, 6);
    setup.option[0] = strcmp(game, "laser") == 0 ? blocks : kinds;
    struct notes notes = {0};
    struct problem *problem = game_by_name(game)->create(&setup, &notes);
    if (!problem)
        fail_msg("%s", notes_why(&notes));
    return problem;
}

static void add_position(struct text *out, const struct position *p)
{
    p->world->game->write(p, 100, false, out);
    int score[2];
    position_score(p, score);
    text_add(out, "score %d %d\n\n", score[0], score[1]);
}

static struct text transcript(const char *moves_path)
{
    struct notes notes = {.file = moves_path};
    struct lines lines;
    if (!lines_read(moves_path, &lines, &notes))
        fail_msg("%s", notes_why(&notes));
    struct problem *problem = start_of(lines_at(&lines, 0).start);
    struct session *session = session_new(problem->position, problem->world->game->draws.ply_limit);
    struct text out = {0};
    add_position(&out, problem->position);
    for (int i = 1; i < lines.count; i++) {
        unsigned code;
        const struct position *p = session_now(session);
        if (!p->world->game->move_parse(p, lines.line[i].start, &code, &notes))
            fail_msg("%s:%d: %s", moves_path, i + 1, notes_why(&notes));
        text_add(&out, "move %s\n", lines.line[i].start);
        p->world->game->answer_write(p, code, &out);
        session_play(session, code);
        add_position(&out, session_now(session));
    }
    text_add(&out, "%s\n", ending_name(session_ending(session)));
    session_free(session);
    problem_free(problem);
    lines_free(&lines);
    return out;
}

static void golden(void **state)
{
    const char *name = *state;
    char moves_path[300], text_path[300];
    snprintf(moves_path, sizeof moves_path, "%s/%s.moves", folder, name);
    snprintf(text_path, sizeof text_path, "%s/%s.txt", folder, name);
    struct text out = transcript(moves_path);
    if (getenv("GOLDEN_UPDATE"))
        assert_true(file_replace(text_path, out.data, out.length));
    FILE *file = fopen(text_path, "r");
    assert_non_null(file);
    char *expected = calloc(1, out.length + 2);
    size_t got = fread(expected, 1, out.length + 1, file);
    fclose(file);
    assert_int_equal(got, out.length);
    assert_string_equal(expected, out.data);
    free(expected);
    text_free(&out);
}

int main(void)
{
    struct CMUnitTest tests[64];
    static char names[64][64];
    size_t count = 0;
    DIR *dir = opendir(folder);
    if (!dir) {
        fprintf(stderr, "%s: %s (run from the top of the repository)\n", folder, strerror(errno));
        return 1;
    }
    for (struct dirent *entry; (entry = readdir(dir)) && count < 64;) {
        char *end = strstr(entry->d_name, ".moves");
        if (!end || strlen(end) != strlen(".moves"))
            continue;
        snprintf(names[count], sizeof names[count], "%.*s", (int)(end - entry->d_name),
                 entry->d_name);
        tests[count] = (struct CMUnitTest){names[count], golden, NULL, NULL, names[count]};
        count++;
    }
    closedir(dir);
    if (count == 0)
        return 1;
    return _cmocka_run_group_tests("golden", tests, count, NULL, NULL);
}
