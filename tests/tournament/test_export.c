/* Exports, read back by other people's readers (tests/tools/read_exports.py). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "tests/tournament/stores.h"
#include "tournament/export.h"

static const char *const names[] = {"=HYPERLINK(\"http://x\",\"y\")",
                                    "+1,2;3",
                                    "-2 \\\" \\",
                                    "@SUM(A1)",
                                    "a \"quoted\", name] {x}",
                                    "\x1b[31m\r\n<script>alert(1)</script>",
                                    "Zo\xc3\xab \xff",
                                    "'=plain"};
enum { NAMES = sizeof names / sizeof *names };

static const char *const words[] = {"csv", "json", "pgn"};

static void path_of(char out[160], int format)
{
    snprintf(out, 160, "%.*s/out.%s", (int)(strrchr(file, '/') - file), file, words[format]);
}

static void export_all(struct store *store, bool anonymous)
{
    struct export_options options = {
        .title = "Class \"of\" \\ 2026", .game = "5 x 5", .anonymous = anonymous};
    for (int i = 0; i < EXPORT_FORMATS; i++) {
        char path[160];
        path_of(path, i);
        enum export_format format;
        assert_true(export_of_name(words[i], &format));
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        DONE(export_write(store, format, &options, out, &notes));
        assert_int_equal(fclose(out), 0);
    }
}

/* What the reader says of the files; free() it. */
static char *read_back(void)
{
    char command[300];
    snprintf(command, sizeof command, "python3 -IS tests/tools/read_exports.py %.*s",
             (int)(strrchr(file, '/') - file), file);
    FILE *reader = popen(command, "r");
    assert_non_null(reader);
    struct text said = {0};
    char bytes[4096];
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, reader)) > 0;)
        text_add_bytes(&said, bytes, count);
    assert_int_equal(pclose(reader), 0);
    return said.data;
}

static void remove_exports(void)
{
    for (int i = 0; i < EXPORT_FORMATS; i++) {
        char path[160];
        path_of(path, i);
        unlink(path);
    }
}

/* Every couple's pair: won, lost, drawn, by a fault, void. */
static struct store *hostile_store(void)
{
    struct store *store = fresh();
    for (int i = 0; i < NAMES; i++)
        add_agent(store, names[i], "h");
    plan_pairs(store, 1, NAMES, 0);
    struct store_task task[NAMES * NAMES];
    int count = take(store, 1, 1000, NAMES * NAMES, task);
    for (int i = 0; i < count; i++) {
        struct store_game game[2] = {game_of(&task[i], 0), game_of(&task[i], 1)};
        for (int k = 0; k < 2; k++) {
            game[k].winner = (i + k) % 3 - 1;
            game[k].is_void = (i + k) % 7 == 0;
            snprintf(game[k].key, sizeof game[k].key, "%d-%d", i, k);
            game[k].detail = "=1+1, \"said\" \x1b[0m";
            game[k].moves = i % 2 ? "-a1 b2 c3"
                                  : "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14 "
                                    "o15 p16 q17 r18 s19 t20 u21 v22 w23 x24";
            if (game[k].winner >= 0 && i % 5 == 0)
                game[k].fault = 1 - game[k].winner;
        }
        DONE(store_save(store, game, 2, &task[i].id, 1, &notes));
    }
    return store;
}

struct expected {
    struct store_agent *agent;
    struct text text;
};

/* As Python's json module writes it. */
static void add_line(void *context, const struct store_game *g)
{
    struct expected *e = context;
    const char *result = g->is_void ? "*" : g->winner < 0 ? "1/2-1/2" : NULL;
    if (!result)
        result = g->winner == g->first ? "1-0" : "0-1";
    const char *const told[] = {e->agent[g->agent[g->first] - 1].name,
                                e->agent[g->agent[1 - g->first] - 1].name, result};
    for (int i = 0; i < 3; i++) {
        text_add(&e->text, i ? ", \"" : "[\"");
        for (const char *p = told[i]; *p; p++)
            if (*p == '"' || *p == '\\')
                text_add(&e->text, "\\%c", *p);
            else if (strncmp(p, "\xc3\xab", 2) == 0)
                text_add(&e->text, "\\u00eb"), p++;
            else
                text_add(&e->text, "%c", *p);
        text_add(&e->text, "\"");
    }
    text_add(&e->text, "]\n");
}

static void test_read_back(void **state)
{
    (void)state;
    struct store *store = hostile_store();
    export_all(store, false);
    char *said = read_back();
    struct expected e = {0};
    int count;
    DONE(store_agents(store, &e.agent, &count, &notes));
    struct store_filter everything = {0};
    DONE(store_games(store, &everything, add_line, &e, &notes));
    assert_string_equal(said, e.text.data);
    store_free_agents(e.agent, count);
    text_free(&e.text);
    free(said);
    remove_exports();
    store_close(store);
}

static void test_anonymous(void **state)
{
    (void)state;
    struct store *store = fresh();
    char name[] = "Ada", alias[] = "Otter", other[] = "Bob", second[] = "Heron", none[] = "";
    struct store_agent a = {.name = name, .alias = alias, .spec = none, .reason = none};
    struct store_agent b = {.name = other, .alias = second, .spec = none, .reason = none};
    snprintf(a.hash, sizeof a.hash, "secret");
    snprintf(b.hash, sizeof b.hash, "secret");
    DONE(store_add_agent(store, &a, &notes));
    DONE(store_add_agent(store, &b, &notes));
    plan_pairs(store, 1, 2, 0);
    struct store_task task;
    take(store, 1, 1000, 1, &task);
    struct store_game g = game_of(&task, 0);
    g.detail = "Ada said so";
    snprintf(g.key, sizeof g.key, "key");
    DONE(store_save(store, &g, 1, &task.id, 1, &notes));
    export_all(store, true);
    char *said = read_back();
    assert_string_equal(said, "[\"Otter\", \"Heron\", \"1-0\"]\n");
    free(said);
    for (int i = 0; i < EXPORT_FORMATS; i++) {
        char path[160];
        path_of(path, i);
        struct text text = {0};
        DONE(text_read(path, &text, &notes));
        assert_null(strstr(text.data, "Ada"));
        assert_null(strstr(text.data, "secret"));
        text_free(&text);
    }
    remove_exports();
    store_close(store);
}

static void test_full_disk(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        skip();
    struct store *store = hostile_store();
    struct export_options options = {.title = "t", .game = "g"};
    REFUSED(export_write(store, EXPORT_JSON, &options, full, &notes), "No space left");
    fclose(full);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_anonymous),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
