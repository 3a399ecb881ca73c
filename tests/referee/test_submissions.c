/* What is told of submissions without running them: names, languages, files, errors, waits, floors.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/guest/build.h"
#include "referee/guest/languages.h"
#include "referee/guest/names.h"
#include "referee/guest/startup_cost.h"
#include "referee/guest/submission.h"
#include "referee/match/bout.h"
#include "referee/sandbox/waits.h"
#include "tests/referee/guests.h"

static void languages_are_known_by_names(void **state)
{
    (void)state;
    static const struct {
        const char *file, *stem;
        int language; /* -1: none */
    } rows[] = {
        {"homework.c", "homework", LANGUAGE_C},
        {"homework11.cpp", "homework", LANGUAGE_CPP11},
        {"homework.cc", "homework", LANGUAGE_CPP},
        {"homework3.py", "homework", LANGUAGE_PYTHON3},
        {"homework.py", "homework", LANGUAGE_PYTHON},
        {"homework4.py", "homework", -1},
        {"homework.java", NULL, LANGUAGE_JAVA},
        {"x.sh", NULL, LANGUAGE_SHELL},
        {".py", NULL, -1},
        {"README.txt", NULL, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum language language = LANGUAGES;
        bool found = language_of_file(rows[i].file, rows[i].stem, &language);
        assert_int_equal(found ? (int)language : -1, rows[i].language);
    }
    assert_true(names_know("homework11.cpp") && names_know("calibrate.py") && names_know("agent"));
    assert_false(names_know("ada.c"));
}

static void java_is_read(void **state)
{
    (void)state;
    static const char text[] = "// public class A\n/* public class B */ package a.b ;\n"
                               "class C { String s = \"public class D\"; }\n"
                               "public final class Main extends C {}\n";
    struct java_names names = java_names_in(text, strlen(text));
    assert_string_equal(names.package, "a.b");
    assert_string_equal(names.class, "Main");
    names = java_names_in("public void x(); class Y", 24);
    assert_string_equal(names.class, "");
}

static void the_first_error_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *said, *error;
    } rows[] = {
        {"/p/a.c: In function 'main':\n/p/a.c:3:5: error: first\na.c:4:1: error: second\n",
         "a.c:3:5: error: first"},
        {"  File \"a.py\", line 2\n    print 1\nSyntaxError: bad\n", "a.py:2: SyntaxError: bad"},
        {"cc a.c\nmake: *** [Makefile:2: x] Error 1\n", "make: *** [Makefile:2: x] Error 1"},
        {"\n  just this\n", "just this"},
        {"", ""},
    };
    char error[FIRST_ERROR];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        build_first_error(rows[i].said, "/p", error);
        assert_string_equal(error, rows[i].error);
    }
    assert_true(python_is_old("    print 1\nSyntaxError: Missing parentheses in call to 'print'."));
    assert_false(python_is_old("SyntaxError: invalid syntax"));
    assert_false(python_is_old("    x( # SyntaxError: Missing parentheses in call to 'print'\n"
                               "SyntaxError: '(' was never closed"));
}

/* The other end of a terminal tells whether anybody has opened and closed it. */
static void devices_are_not_opened(void **state)
{
    (void)state;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    char device[60], path[200];
    assert_int_equal(ptsname_r(terminal, device, sizeof device), 0);
    assert_int_equal(chmod(device, 0777), 0);
    guest_write("tricky", "tool.c", "int main(void) { return 0; }\n");
    static const char *const links[] = {"agent", "homework", "box.zip", "calibrate"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        snprintf(path, sizeof path, "%s/tricky/%s", guest_place, links[i]);
        assert_int_equal(symlink(device, path), 0);
    }
    struct manifest manifest;
    struct notes notes = {0};
    snprintf(path, sizeof path, "%s/tricky", guest_place);
    assert_true(names_read(path, NULL, &manifest, &notes));
    assert_non_null(strstr(manifest.told, "tool.c"));
    manifest_free(&manifest);
    strcat(path, "/box.zip");
    assert_false(build_is_archive(path));
    assert_int_equal(submission_kind(path), SUBMISSION_NONE);
    struct pollfd news = {.fd = terminal, .events = POLLIN};
    assert_int_equal(poll(&news, 1, 0), 0);
    close(open(device, O_RDONLY | O_NOCTTY | O_CLOEXEC)); /* so it would have been seen */
    assert_int_equal(poll(&news, 1, 0), 1);
    close(terminal);
}

/* A link to a plain file is one way to hand in what lies elsewhere. */
static void links_to_files_are_followed(void **state)
{
    (void)state;
    char to[200], path[200];
    guest_write("linked", "script", "#!/bin/sh\n");
    snprintf(to, sizeof to, "%s/linked/script", guest_place);
    snprintf(path, sizeof path, "%s/linked/agent", guest_place);
    assert_true(chmod(to, 0755) == 0 && symlink("script", path) == 0);
    assert_true(names_can_execute(AT_FDCWD, path));
    assert_int_equal(chmod(to, 0644), 0);
    assert_false(names_can_execute(AT_FDCWD, path));
}

static void the_longest_wait_counts(void **state)
{
    (void)state;
    static struct waits waits;
    const struct {
        struct waits_line line[2];
        int count;
        double now, sum;
    } looks[] = {
        {{{1, 1}, {2, 2}}, 2, 10, 2},
        {{{1, 1.5}, {2, 3}}, 2, 20, 3},     /* half a second and one, side by side */
        {{{2, 3}}, 1, 21, 3},               /* what is gone stays counted */
        {{{1, 1.5}, {2, 3}}, 2, 22, 3},     /* it was only missed */
        {{{1, 1.5}, {2, 0.5}}, 2, 23, 3.5}, /* the number of one that is gone, given again */
        {{{1, 9.5}, {2, 0.5}}, 2, 24, 4.5}, /* no more than has passed */
        {{{0}}, 0, 25, 4.5},
    };
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        assert_float_equal(waits_look(&waits, looks[i].line, looks[i].count, looks[i].now),
                           looks[i].sum, 1e-9);
}

static void floors_are_granted_where_they_matter(void **state)
{
    (void)state;
    assert_float_equal(startup_cost_granted(0.05, 0.02, 1), 0.05, 1e-9);
    assert_float_equal(startup_cost_granted(0.05, 5.1, 1), 0, 1e-9);
    assert_float_equal(startup_cost_granted(0.05, 6, STARTUP_COST_MOVES), 0.05, 1e-9);
    assert_float_equal(startup_cost_granted(0.05, 0, 1), 0, 1e-9);
    assert_float_equal(startup_cost_granted(0, 0.01, 1), 0, 1e-9);
}

/* PLACE in a command stands for guest_place. */
static void set_command(struct program *program, const char *command)
{
    const char *at = strstr(command, "PLACE");
    if (at)
        snprintf(program->command, sizeof program->command, "%.*s%s%s", (int)(at - command),
                 command, guest_place, at + strlen("PLACE"));
    else
        snprintf(program->command, sizeof program->command, "%s", command);
}

static void only_installed_interpreters_have_floors(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        bool has;
    } rows[] = {
        {"sh agent", true},
        {"A=1 env sh agent", true},
        {"/bin/sh agent", true},
        {"sh_agent", false},
        {"./sh agent", false},
        {"python_agent", false},
        {"PLACE/ada/sh agent", false},
        {"PLACE/ada/link agent", false},
        {"PLACE/ada/script", true},
        {"PLACE/ada/own", false},
        {"PLACE/other/script", false},
        {"PLACE/ada/away", false},
        {"PLACE/ada/pipe || sh agent", false},
        {"/dev/stdin || sh agent", false},
        {"/dev/zero", false},
    };
    char path[200], word[STARTUP_COST_WORD], own[200];
    struct program program = {0};
    snprintf(program.source, sizeof program.source, "%s/ada", guest_place);
    snprintf(own, sizeof own, "#!%s/ada/sh\n", guest_place);
    guest_write("ada", "sh", "#!/bin/cat\n");
    guest_write("ada", "script", "#!/usr/bin/env sh\n");
    guest_write("ada", "own", own);
    guest_write("other", "script", "#!/bin/sh\n");
    snprintf(path, sizeof path, "%s/ada/sh", guest_place);
    assert_int_equal(chmod(path, 0755), 0);
    snprintf(path, sizeof path, "%s/ada/away", guest_place);
    assert_int_equal(symlink("../other/script", path), 0);
    snprintf(path, sizeof path, "%s/ada/link", guest_place);
    assert_int_equal(symlink("/bin/sleep", path), 0);
    snprintf(path, sizeof path, "%s/ada/pipe", guest_place);
    assert_int_equal(mkfifo(path, 0600), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_command(&program, rows[i].command);
        if (startup_cost_interpreter(&program, word) != rows[i].has)
            fail_msg("\"%s\": %s", program.command, rows[i].has ? "none found" : word);
    }
}

static void floors_are_ample(void **state)
{
    (void)state;
    double even[] = {0.02, 0.02, 0.02, 0.02, 0.02}, uneven[] = {0.02, 0.09, 0.02, 0.01, 0.02};
    assert_float_equal(startup_cost_of_runs(even), 0.03, 1e-9);
    assert_float_equal(startup_cost_of_runs(uneven), 0.09, 1e-9);
}

/* Makes this what lua does, which PATH leads to. */
static void write_lua(const char *does)
{
    char text[200], path[200];
    snprintf(text, sizeof text, "#!/bin/sh\n%s", does);
    guest_write("bin", "lua", text);
    snprintf(path, sizeof path, "%s/bin/lua", guest_place);
    assert_int_equal(chmod(path, 0755), 0);
}

/* A measure that fails is made again, and none depends on what an author wishes for. */
static void floors_are_everybodys(void **state)
{
    (void)state;
    const struct contender_options usual = {0};
    struct program program = {.command = "lua agent"};
    snprintf(program.policy.readable[0], POLICY_PATH, "%s/bin", guest_place);
    write_lua("exit 1\n");
    assert_string_equal(startup_cost_of(&program, &usual).language, "");
    write_lua("text=$(head -c 20000000 /dev/zero | tr '\\0' a)\n");
    program.policy.memory = 4 << 20;
    struct startup_cost cost = startup_cost_of(&program, &usual);
    assert_string_equal(cost.language, "lua");
    assert_true(cost.cpu > 0);
    write_lua("exit 1\n"); /* a good one is kept */
    assert_float_equal(startup_cost_of(&program, &usual).cpu, cost.cpu, 1e-9);
}

/* It answers its first move as late as the second one: only the first has the cost. */
static void a_conversation_has_its_floor_once(void **state)
{
    (void)state;
    struct notes notes = {0};
    guest_write("late", "agent.sh",
                "echo late\nread side\nread score\nread board\nsleep 1\necho 1 0\n"
                "read score\nread board\nsleep 1\necho 9 9\nread score\n");
    guest_write("late", "plywood.json", "{\"command\": \"sh agent.sh\"}");
    char spec[200];
    snprintf(spec, sizeof spec, "%s/late", guest_place);
    const struct contender_options usual = {0};
    for (int once = 0; once < 2; once++) {
        struct match_options o = {
            .game = &game_reversi,
            .setup = SETUP_DEFAULT,
            .contender = {contender_new(spec, &game_reversi, &usual, &notes),
                          contender_new("random", &game_reversi, &usual, &notes)},
            .games = 1,
            .time = -1,
            .cap = 0.2,
            .startup = {.cap = 60, .once = once},
            .jobs = 1};
        o.setup.size = 4;
        atomic_bool never = false;
        int failures[2] = {0};
        const struct bout bout = {.options = &o, .number = 1, .enough = &never};
        const struct attempt attempt = {.number = 1, .seed = 1, .warden_failures = failures};
        struct match_game g;
        assert_true(o.contender[0] && o.contender[1]);
        bout_attempt(&bout, &attempt, &g);
        assert_int_equal(g.plies, 2);
        assert_int_equal(g.fault, 0);
        assert_int_equal(g.verdict, once ? VERDICT_OUT_OF_TIME : VERDICT_ILLEGAL_MOVE);
        contender_free(o.contender[0]);
        contender_free(o.contender[1]);
    }
}

int main(void)
{
    char path[8192];
    const char *old = getenv("PATH");
    if (!guests_begin())
        return 1;
    snprintf(path, sizeof path, "%s/bin:%s", guest_place, old ? old : "/usr/bin:/bin");
    setenv("PATH", path, 1); /* before the first cell, which inherits it */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages_are_known_by_names),
        cmocka_unit_test(java_is_read),
        cmocka_unit_test(the_first_error_is_told),
        cmocka_unit_test(devices_are_not_opened),
        cmocka_unit_test(links_to_files_are_followed),
        cmocka_unit_test(the_longest_wait_counts),
        cmocka_unit_test(floors_are_granted_where_they_matter),
        cmocka_unit_test(only_installed_interpreters_have_floors),
        cmocka_unit_test(floors_are_ample),
        cmocka_unit_test(floors_are_everybodys),
        cmocka_unit_test(a_conversation_has_its_floor_once),
    };
    return guests_end(cmocka_run_group_tests(tests, NULL, NULL));
}
