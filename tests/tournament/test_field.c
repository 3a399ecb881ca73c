/* Agents on their way through a store: archives that hold what they should and lead nowhere else,
 * names, hashes, identities, settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/registry.h"
#include "referee/sandbox/folder.h"
#include "tournament/archive.h"
#include "tournament/field.h"
#include "tournament/identity.h"
#include "tournament/play.h"

static char place[] = "/tmp/plywood-test-XXXXXX";
static int base;

static int enter_place(void **state)
{
    (void)state;
    if (!mkdtemp(place) || chdir(place) != 0)
        return -1;
    base = open(place, O_RDONLY | O_DIRECTORY);
    return base < 0 ? -1 : 0;
}

static int leave_place(void **state)
{
    (void)state;
    return chdir("/") == 0 && folder_remove(AT_FDCWD, place) ? 0 : -1;
}

static void put(const char *path, const char *bytes, mode_t mode)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, strlen(bytes)), (ssize_t)strlen(bytes));
    assert_int_equal(close(file), 0);
}

static int folder(const char *name)
{
    mkdir(name, 0755);
    int fd = open(name, O_RDONLY | O_DIRECTORY);
    assert_true(fd >= 0);
    return fd;
}

static bool pack(const char *name, struct text *out)
{
    struct notes notes = {0};
    int fd = folder(name);
    bool good = archive_pack(fd, out, &notes);
    assert_int_equal(good, notes.faults == 0);
    close(fd);
    return good;
}

static bool unpack(const struct text *archive, const char *name)
{
    struct notes notes = {0};
    int fd = folder(name);
    bool good = archive_unpack(archive, fd, &notes);
    assert_int_equal(good, notes.faults == 0);
    close(fd);
    return good;
}

static void archives_hold_what_they_were_made_of(void **state)
{
    (void)state;
    struct text first = {0}, second = {0};
    close(folder("one"));
    close(folder("one/deep"));
    close(folder("one/empty"));
    put("one/agent", "#!/bin/sh\n", 0755);
    put("one/deep/data", "", 0600);
    char name[260] = "one/deep/";
    memset(name + strlen(name), 'x', 98); /* more than the head's first field has room for */
    put(name, "long", 0644);
    assert_int_equal(symlink("../agent", "one/deep/same"), 0);
    assert_true(pack("one", &first));
    assert_int_equal(first.length % 512, 0);
    assert_true(unpack(&first, "two"));
    struct stat status;
    assert_int_equal(stat("two/agent", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0755);
    assert_int_equal(lstat("two/deep/same", &status), 0);
    assert_true(S_ISREG(status.st_mode) && status.st_size == 10);
    assert_int_equal(stat("two/deep/data", &status), 0);
    assert_int_equal(status.st_size, 0);
    assert_true(pack("two", &second)); /* whatever the times, owners and other bits are */
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    text_free(&first);
    text_free(&second);
}

static void what_cannot_travel_is_refused(void **state)
{
    (void)state;
    struct text out = {0};
    close(folder("out"));
    close(folder("links"));
    assert_int_equal(symlink("../out", "links/a"), 0);
    assert_false(pack("links", &out));
    unlink("links/a");
    assert_int_equal(symlink("/etc/passwd", "links/a"), 0);
    assert_false(pack("links", &out));
    unlink("links/a");
    assert_int_equal(symlink("a", "links/a"), 0);
    assert_false(pack("links", &out));
    unlink("links/a");
    assert_int_equal(mkfifo("links/a", 0600), 0);
    assert_false(pack("links", &out));
    unlink("links/a");
    text_clear(&out);
    put("links/large", "", 0644);
    assert_int_equal(truncate("links/large", ARCHIVE_BYTES), 0);
    assert_false(pack("links", &out));
    text_free(&out);
}

/* The sum of a head that was changed, as POSIX wants it. */
static void mend_sum(char *head)
{
    unsigned sum = 0;
    memset(head + 148, ' ', 8);
    for (int i = 0; i < 512; i++)
        sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%06o", sum);
}

static void nothing_is_unpacked_elsewhere(void **state)
{
    (void)state;
    static const char *const names[] = {
        "../evil", "/tmp/plywood-evil", "a/../../evil", "a//b", "./a", ".", "..", "a/..", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text archive = {0};
        struct notes notes = {0};
        assert_true(archive_add_file(&archive, "innocent", false, "x", 1, &notes));
        archive_end(&archive);
        memset(archive.data, 0, 100);
        memcpy(archive.data, names[i], strlen(names[i]));
        mend_sum(archive.data);
        bool good = unpack(&archive, "jail");
        assert_int_equal(good, names[i][0] == 0); /* no name is the end */
        assert_true(access("evil", F_OK) != 0 && access("/tmp/plywood-evil", F_OK) != 0);
        text_free(&archive);
        assert_false(archive_add_file(&archive, names[i], false, "x", 1, &notes));
        text_free(&archive);
    }
    for (int type = '1'; type < '8'; type++) { /* links, devices, pipes; directories are '5' */
        struct text archive = {0};
        struct notes notes = {0};
        archive_add_file(&archive, "odd", false, "", 0, &notes);
        archive_end(&archive);
        archive.data[156] = (char)type;
        mend_sum(archive.data);
        assert_int_equal(unpack(&archive, "types"), type == '5');
        text_free(&archive);
    }
}

static void damaged_archives_are_refused(void **state)
{
    (void)state;
    struct text archive = {0};
    struct notes notes = {0};
    archive_add_file(&archive, "file", true, "bytes", 5, &notes);
    archive_end(&archive);
    for (size_t length = 0; length < 1536; length += 256) {
        struct text part = {.data = archive.data, .length = length, .capacity = length};
        char name[32];
        snprintf(name, sizeof name, "cut%zu", length);
        assert_false(unpack(&part, name));
    }
    archive.data[3] ^= 1;
    assert_false(unpack(&archive, "sum"));
    text_free(&archive);
}

static void agents_are_named_by_what_they_lie_in(void **state)
{
    (void)state;
    struct field field = {0};
    struct notes notes = {0};
    close(folder("class"));
    close(folder("class/ada"));
    put("class/ada/agent.sh", "true\n", 0644);
    put("class/bob.py", "pass\n", 0644);
    put("class/notes.txt", "no agent\n", 0644);
    close(folder("class/esc\033[1m"));
    put("class/esc\033[1m/plywood.json", "{\"name\": \"ada\", \"command\": \"./x\"}", 0644);
    put("list.txt", "# staff\nrandom\nstrong one = alphabeta:depth=2\n\n", 0644);
    assert_true(field_add(&field, "class", NULL, false, &notes));
    assert_true(field_add(&field, "class/ada", NULL, false, &notes));
    assert_true(field_add(&field, "list.txt", NULL, true, &notes));
    assert_true(field_add(&field, "cmd:sh class/ada/agent.sh", NULL, false, &notes));
    static const char *const names[] = {"ada",    "bob",        "esc\\x1b[1m",          "ada (2)",
                                        "random", "strong one", "sh class/ada/agent.sh"};
    assert_int_equal(field.count, 7);
    for (int i = 0; i < field.count; i++) {
        assert_string_equal(field.entrant[i].name, names[i]);
        assert_int_equal(field.entrant[i].is_ladder, i == 4 || i == 5);
        assert_int_equal(field.entrant[i].is_program, i < 4 || i == 6);
        assert_string_equal(field.entrant[i].reason, "");
    }
    assert_string_equal(field.entrant[0].hash, field.entrant[3].hash);
    assert_string_not_equal(field.entrant[0].hash, field.entrant[1].hash);
    assert_false(field_add(&field, "nobody", NULL, false, &notes));
    assert_false(field_add(&field, "class/nobody", NULL, false, &notes));
    field_free(&field);
}

static void too_many_agents_are_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("crowd", 0755), 0);
    for (int i = 0; i <= FIELD_MOST; i++) {
        char path[32];
        snprintf(path, sizeof path, "crowd/%d", i);
        assert_int_equal(mkdir(path, 0755), 0);
    }
    struct field field = {0};
    struct notes notes = {0};
    assert_false(field_add(&field, "crowd", NULL, false, &notes));
    assert_string_equal(notes_why(&notes), "crowd: expected at most 1000 agents");
    field_free(&field);
    assert_int_equal(rmdir("crowd/0"), 0);
    struct notes none = {0};
    assert_true(field_add(&field, "crowd", NULL, false, &none));
    assert_int_equal(field.count, FIELD_MOST);
    field_free(&field);
}

static void identities_end_with_their_process(void **state)
{
    (void)state;
    int64_t own = identity_own();
    assert_true(own > 0 && own == identity_own());
    assert_false(identity_is_gone(own));
    assert_true(identity_is_gone(own ^ 1)); /* another process that had the same number */
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        int64_t mine = identity_own();
        _exit(write(ends[1], &mine, sizeof mine) == (ssize_t)sizeof mine ? 0 : 1);
    }
    int64_t theirs = 0;
    assert_int_equal(read(ends[0], &theirs, sizeof theirs), (ssize_t)sizeof theirs);
    waitpid(child, NULL, 0);
    assert_true(theirs != own);
    assert_true(identity_is_gone(theirs));
    close(ends[0]);
    close(ends[1]);
}

static void settings_come_back(void **state)
{
    (void)state;
    struct settings s = {.title = "\"Cup\" <1>", .game = games[0], .setup = SETUP_DEFAULT};
    s.setup.variant = games[0]->variants[0].name;
    s.setup.size = 9;
    s.format = FORMAT_SWISS;
    s.games = 11;
    s.best_of = s.anonymous = true;
    s.rounds = 4;
    s.time = 2.5;
    s.opening_plies = -1;
    s.seed = 123456789;
    s.limits.nodes = 77;
    s.limits.sandbox = SANDBOX_OFF;
    struct settings back;
    struct text json = {0}, again = {0};
    struct notes notes = {0};
    settings_write(&s, &json);
    assert_true(settings_read(json.data, &back, &notes));
    settings_write(&back, &again);
    assert_string_equal(json.data, again.data);
    assert_true(back.game == games[0] && back.limits.nodes == 77 && back.setup.size == 9);
    assert_false(settings_read("{}", &back, &notes));
    assert_false(settings_read("nothing", &back, &notes));
    text_free(&json);
    text_free(&again);
}

/* Everything that a result depends on is in the key, and nothing else. */
static void keys_tell_games_apart(void **state)
{
    (void)state;
    struct store_task task = {.id = 5, .round = 1, .a = 1, .b = 2, .games = 2};
    char key[STORE_KEY], other[STORE_KEY];
    strcpy(task.hash[0], "aa");
    strcpy(task.hash[1], "bb");
    play_key("{}", &task, 3, 0, key);
    struct store_task same = task;
    same.id = 6;
    same.round = 2;
    same.number = 9;
    play_key("{}", &same, 3, 0, other);
    assert_string_equal(key, other);
    play_key("{1}", &task, 3, 0, other);
    assert_string_not_equal(key, other);
    play_key("{}", &task, 4, 0, other);
    assert_string_not_equal(key, other);
    play_key("{}", &task, 3, 1, other);
    assert_string_not_equal(key, other);
    same.b = 3;
    play_key("{}", &same, 3, 0, other);
    assert_string_not_equal(key, other);
    strcpy(task.hash[1], "bc");
    play_key("{}", &task, 3, 0, other);
    assert_string_not_equal(key, other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archives_hold_what_they_were_made_of),
        cmocka_unit_test(what_cannot_travel_is_refused),
        cmocka_unit_test(nothing_is_unpacked_elsewhere),
        cmocka_unit_test(damaged_archives_are_refused),
        cmocka_unit_test(agents_are_named_by_what_they_lie_in),
        cmocka_unit_test(too_many_agents_are_refused),
        cmocka_unit_test(identities_end_with_their_process),
        cmocka_unit_test(settings_come_back),
        cmocka_unit_test(keys_tell_games_apart),
    };
    return cmocka_run_group_tests_name("field", tests, enter_place, leave_place);
}
