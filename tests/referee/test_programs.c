/* How programs are prepared and found, and what is kept of their faults. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/course/doctor.h"
#include "referee/guest/program.h"
#include "referee/guest/rerun.h"
#include "referee/sandbox/folder.h"
#include "referee/sandbox/warden.h"
#include "tests/referee/guests.h"

/* What two programs share in name they need not share in their words. */
static void commands_are_told_apart(void **state)
{
    (void)state;
    static const char *const specs[] = {"cmd:true 1", "cmd:true 2", "cmd:false 1"};
    struct contender *contender[3];
    struct notes notes = {0};
    for (int i = 0; i < 3; i++) {
        contender[i] = contender_new(specs[i], &game_fruit, &guest_limits, &notes);
        assert_non_null(contender[i]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(contender_hash(contender[i]), contender_hash(contender[j]));
    }
    for (int i = 0; i < 3; i++)
        contender_free(contender[i]);
}

static void a_fault_leaves_a_bundle(void **state)
{
    (void)state;
    char dir[128], command[320];
    struct notes notes = {0};
    struct play play = play_begin("exits_1", FILES, &guest_limits);
    play.time.remaining = 1;
    struct answer answer = play_ask(&play);
    snprintf(dir, sizeof dir, "%s/faults/one", guest_place);
    assert_true(seat_write_bundle(play.seat, &answer, dir, &notes));
    assert_string_equal(guest_read(dir, "input.txt"), "1\n1\n1.000\n0\n");
    assert_string_equal(guest_read(dir, "output.txt"), "");
    assert_string_equal(guest_read(dir, "stderr.txt"), "I cannot play this\n");
    const char *fault = guest_read(dir, "fault.json");
    assert_non_null(strstr(fault, "\"verdict\":\"exit-error\""));
    assert_non_null(strstr(fault, contender_hash(play.contender)));
    assert_non_null(strstr(fault, "\"cpu_seconds\":1.03"));
    snprintf(command, sizeof command, "sh %s/rerun.sh >%s/out 2>&1", dir, dir);
    assert_true(system(command) >= 0); // NOLINT: it is a shell script that is tested
    assert_non_null(strstr(guest_read(dir, "out"), "I cannot play this\n"));
    assert_non_null(strstr(guest_read(dir, "out"), "exit status 1\n"));
    assert_string_equal(guest_read(dir, "stdout.txt"), "");
    play_end(&play);
}

/* A bundle is somebody's directory: whatever is in it, it is run again or refused in a sentence. */
static void a_bundle_is_asked_again(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *reason;
    } rows[] = {
        {"\"game\":\"fruit\"", "\"game\":\"chess\"", "there is no game \"chess\""},
        {"\"game\":\"fruit\"", "\"game\":\"\\u001b\\u009b1m\"",
         "there is no game \"\\x1b\\x9b1m\""},
        {"\"rules\":\"", "\"rules\":\"no-", "has no rules"},
        {"\"command\"", "\"commend\"", "only a program can be asked again"},
        {"\"protocol\":\"files\"", "\"protocol\":\"talk\"", "protocol: expected"},
        {"\"protocol\":\"files\"", "\"protocol\":\"pipes\"", "expected \"files\" for Fruit Rage"},
        {"\"grace\"", "\"grease\"", "limits: expected a number \"grace\""},
        {"\"processes\":24", "\"processes\":-1", "limits: expected a number \"processes\""},
        {"\"readable\":[", "\"readable\":[3,", "readable: expected names of directories"},
        {"{", "[", "expected a fault as plywood writes it"},
    };
    char dir[128];
    struct notes notes = {0};
    struct play play = play_begin("exits_1", FILES, &guest_limits);
    play.time.remaining = 1;
    struct answer answer = play_ask(&play);
    snprintf(dir, sizeof dir, "%s/again", guest_place);
    assert_true(seat_write_bundle(play.seat, &answer, dir, &notes));
    struct rerun *rerun = rerun_new(dir, &notes);
    if (!rerun)
        fail_msg("%s", notes_why(&notes));
    assert_string_equal(rerun_verdict_then(rerun), "exit-error");
    struct answer again;
    assert_true(rerun_ask(rerun, SANDBOX_ON, &again, &notes));
    assert_int_equal(again.verdict, answer.verdict);
    assert_string_equal(again.complaint.data, "I cannot play this\n");
    assert_string_equal(rerun_rung(rerun), contender_rung(play.contender));
    assert_string_equal(rerun_rung(rerun), rerun_rung_then(rerun));
    rerun_free(rerun);
    char *fault = memory_string(guest_read(dir, "fault.json"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = strstr(fault, rows[i].from);
        assert_non_null(at);
        struct text text = {0};
        text_add(&text, "%.*s%s%s", (int)(at - fault), fault, rows[i].to,
                 at + strlen(rows[i].from));
        guest_write("again", "fault.json", text.data);
        text_free(&text);
        notes = (struct notes){0};
        assert_null(rerun_new(dir, &notes));
        if (!strstr(notes_why(&notes), rows[i].reason))
            fail_msg("expected \"%s\", found \"%s\"", rows[i].reason, notes_why(&notes));
    }
    free(fault);
    play_end(&play);
}

/* Puts words into the place of others in a bundle's fault.json, all of which have to be there. */
static void forge(const char *bundle, const char *const (*pairs)[2], size_t count)
{
    char dir[128];
    snprintf(dir, sizeof dir, "%s/%s", guest_place, bundle);
    char *fault = memory_string(guest_read(dir, "fault.json"));
    for (size_t i = 0; i < count; i++) {
        const char *at = strstr(fault, pairs[i][0]);
        assert_non_null(at);
        struct text text = {0};
        text_add(&text, "%.*s%s%s", (int)(at - fault), fault, pairs[i][1],
                 at + strlen(pairs[i][0]));
        free(fault);
        fault = text.data;
    }
    guest_write(bundle, "fault.json", fault);
    free(fault);
}

/* A bundle may come from anybody: it neither unlocks the sandbox nor lifts the limits, and its
 * words do nothing to a terminal. */
static void a_bundle_opens_no_doors(void **state)
{
    (void)state;
    static const char *const forged[][2] = {
        {"\"sandbox\":true", "\"sandbox\":false"},
        {"\"processes\":24", "\"processes\":0"},
        {"\"memory\":67108864", "\"memory\":0"},
        {"\"open_files\":256", "\"open_files\":0"},
        {"\"verdict\":\"", "\"verdict\":\"\\u009b\\u001b"},
        {"\"detail\":\"", "\"detail\":\"\\n"},
        {"\"rung\":\"", "\"rung\":\"\\u0085"},
        {"\"command\":\"", "\"command\":\"\\t"},
        {"\"readable\":[", "\"readable\":[\"/usr/\\u001bshare\","},
    };
    char dir[128];
    struct notes notes = {0};
    struct play play = play_begin("opens_socket", FILES, &guest_limits);
    play.time.remaining = 10;
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_SYSTEM_CALL);
    snprintf(dir, sizeof dir, "%s/forged", guest_place);
    assert_true(seat_write_bundle(play.seat, &answer, dir, &notes));
    play_end(&play);
    forge("forged", forged, sizeof forged / sizeof *forged);
    struct rerun *rerun = rerun_new(dir, &notes);
    if (!rerun)
        fail_msg("%s", notes_why(&notes));
    assert_true(rerun_was_unconfined(rerun));
    assert_true(rerun_policy(rerun)->processes > 24);
    assert_true(rerun_policy(rerun)->memory > 64 << 20);
    assert_true(rerun_policy(rerun)->open_files > 0);
    assert_string_equal(rerun_verdict_then(rerun), "\\x9b\\x1bsystem-call");
    assert_memory_equal(rerun_detail_then(rerun), "\\n", 2);
    assert_memory_equal(rerun_rung_then(rerun), "\\x85", 4);
    assert_memory_equal(rerun_command(rerun), "\\t", 2);
    assert_string_equal(rerun_readable(rerun, 0), "/usr/\\x1bshare");
    assert_string_equal(rerun_readable(rerun, POLICY_READABLE), "");
    struct answer again;
    assert_true(rerun_ask(rerun, SANDBOX_ON, &again, &notes));
    assert_int_equal(again.verdict, VERDICT_SYSTEM_CALL);
    assert_true(rerun_ask(rerun, SANDBOX_OFF, &again, &notes));
    assert_int_equal(again.verdict, VERDICT_NONE);
    rerun_free(rerun);
}

/* A fault of a program in a conversation, after some good answers; the bundle has this name. */
static void talk_until_fault(const char *script, int good, const char *bundle)
{
    char dir[128], spec[200];
    struct notes notes = {0};
    guest_write("talker", "agent.sh", script);
    snprintf(spec, sizeof spec, "cmd:sh %s/talker/agent.sh", guest_place);
    struct play play = play_begin_spec(spec, PIPES, &guest_limits);
    play.time.remaining = 10;
    for (int i = 0; i < good; i++)
        assert_int_equal(play_ask(&play).verdict, VERDICT_NONE);
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_EXIT_ERROR);
    snprintf(dir, sizeof dir, "%s/%s", guest_place, bundle);
    assert_true(seat_write_bundle(play.seat, &answer, dir, &notes));
    play_end(&play);
}

/* A conversation is asked again from its opening line and the turn in question. */
static void a_conversation_is_asked_again(void **state)
{
    (void)state;
    static const char repaired[] = "echo me; read a; read b; read c; echo 3 2; read d\n";
    static const struct {
        const char *script, *bundle, *input;
        int good;
        bool late;
    } rows[] = {
        {"exit 3\n", "unbegun",
         "1,-1,0,1,1\nSCORE 2 2\n[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]\n", 0,
         false},
        {"echo me; read a; read b; read c; echo 3 2; read d; exit 3\n", "midst",
         "1,-1,0,1,1\nSCORE 2 2\n((0, 0, 0, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 0, 0, 0))\n", 1,
         true},
    };
    char dir[128];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct notes notes = {0};
        struct answer again;
        talk_until_fault(rows[i].script, rows[i].good, rows[i].bundle);
        snprintf(dir, sizeof dir, "%s/%s", guest_place, rows[i].bundle);
        assert_string_equal(guest_read(dir, "input.txt"), rows[i].input);
        guest_write("talker", "agent.sh", repaired);
        struct rerun *rerun = rerun_new(dir, &notes);
        assert_non_null(rerun);
        assert_int_equal(rerun_lateness(rerun) != NULL, rows[i].late);
        assert_true(rerun_ask(rerun, SANDBOX_ON, &again, &notes));
        if (again.verdict != VERDICT_NONE)
            fail_msg("%s: %s: %s", rows[i].bundle, verdict_name(again.verdict), again.detail);
        rerun_free(rerun);
    }
    struct text text = {0};
    for (int i = 0; i <= WARDEN_TEXT; i++)
        text_add(&text, "1");
    guest_write("midst", "input.txt", text.data);
    text_free(&text);
    struct notes notes = {0};
    assert_null(rerun_new(dir, &notes));
    char most[80];
    snprintf(most, sizeof most, "expected at most %d bytes of a conversation", WARDEN_TEXT);
    assert_non_null(strstr(notes_why(&notes), most));
}

/* What a program remembered before the faulty move is there to run it again. */
static void a_bundle_remembers(void **state)
{
    (void)state;
    static const char command[] =
        "cmd:cat playdata.txt >&2; if [ -f playdata.txt ]; then echo late >playdata.txt; echo out; "
        "exit 3; fi; echo early >playdata.txt; printf 'A1\\n*\\n' >output.txt";
    char dir[128], line[320];
    struct notes notes = {0};
    struct problem *problem = game_fruit.create(&guest_boards[FILES].setup, &notes);
    struct session *session = session_new(problem->position, 0);
    struct contender *contender = contender_new(command, &game_fruit, &guest_limits, &notes);
    assert_non_null(contender);
    struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
    struct answer answer;
    for (int i = 0; i < 2; i++)
        seat_ask(seat, session, &(struct move_time){.remaining = 60}, &answer);
    assert_int_equal(answer.verdict, VERDICT_EXIT_ERROR);
    snprintf(dir, sizeof dir, "%s/faults/two", guest_place);
    assert_true(seat_write_bundle(seat, &answer, dir, &notes));
    assert_string_equal(guest_read(dir, "playdata.txt"), "early\n");
    assert_string_equal(guest_read(dir, "stdout.txt"), "out\n");
    snprintf(line, sizeof line, "sh %s/rerun.sh >%s/out 2>&1", dir, dir);
    assert_true(system(line) >= 0); // NOLINT: it is a shell script that is tested
    assert_non_null(strstr(guest_read(dir, "out"), "early\n"));
    struct rerun *rerun = rerun_new(dir, &notes);
    assert_non_null(rerun);
    assert_true(rerun_ask(rerun, SANDBOX_ON, &answer, &notes));
    assert_int_equal(answer.verdict, VERDICT_EXIT_ERROR);
    assert_string_equal(answer.complaint.data, "early\n");
    rerun_free(rerun);
    assert_non_null(strstr(guest_read(dir, "out"), "exit status 3\n"));
    seat_free(seat);
    contender_free(contender);
    session_free(session);
    problem_free(problem);
}

/* Has a program make one good move; what it complained about is kept. */
static void make_move(struct contender *contender, char complaint[400])
{
    struct notes notes = {0};
    struct problem *problem = game_fruit.create(&guest_boards[FILES].setup, &notes);
    struct session *session = session_new(problem->position, 0);
    struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
    struct answer answer;
    assert_non_null(seat);
    seat_ask(seat, session, &(struct move_time){.remaining = 60}, &answer);
    if (answer.verdict != VERDICT_NONE)
        fail_msg("%s: %s", verdict_name(answer.verdict), answer.detail);
    snprintf(complaint, 400, "%s", answer.complaint.data ? answer.complaint.data : "");
    seat_free(seat);
    session_free(session);
    problem_free(problem);
}

/* A manifest is its author's: what it names is not shown for that. */
static void a_manifest_opens_no_doors(void **state)
{
    (void)state;
    char path[300], manifest[1000], complaint[400];
    struct notes notes;
    guest_write("neighbour", "secret", "42");
    guest_write("curious", "agent.sh",
                "for f in \"$@\"; do [ -r \"$f\" ] && echo \"$f\" >&2; done\n"
                "printf 'A1\\n*\\n' >output.txt\n");
    guest_write("curious", "own", "1");
    snprintf(path, sizeof path, "%s/curious/link", guest_place);
    assert_int_equal(symlink("../neighbour/secret", path), 0);
    snprintf(manifest, sizeof manifest,
             "{\"command\": \"sh agent.sh own link ../neighbour %s/neighbour "
             "%s/neighbour/secret\"}",
             guest_place, guest_place);
    guest_write("curious", "plywood.json", manifest);
    struct contender *contender = guest_in_directory("curious", &notes);
    assert_non_null(contender);
    bool kept_in = !strstr(contender_missing(contender), "file system") ||
                   !strstr(contender_missing(contender), "landlock");
    make_move(contender, complaint);
    contender_free(contender);
    snprintf(path, sizeof path, "%s/curious/own\n", guest_place);
    if (kept_in)
        assert_string_equal(complaint, path);
}

static void a_manifest_is_a_plain_file(void **state)
{
    (void)state;
    char path[300];
    struct notes notes;
    guest_write("pipe", "agent.sh", "");
    snprintf(path, sizeof path, "%s/pipe/plywood.json", guest_place);
    assert_int_equal(mkfifo(path, 0644), 0);
    assert_null(guest_in_directory("pipe", &notes));
    assert_non_null(strstr(notes_why(&notes), "found a pipe"));
}

static void a_directory_may_have_any_name(void **state)
{
    (void)state;
    char complaint[400];
    struct notes notes;
    guest_write("o'brien (1)", "agent.sh", "printf 'A1\\n*\\n' >output.txt\n");
    struct contender *contender = guest_in_directory("o'brien (1)", &notes);
    assert_non_null(contender);
    make_move(contender, complaint);
    contender_free(contender);
}

/* Where a name cannot be removed, nothing is done to what a link of that name leads to. */
static void links_are_not_followed(void **state)
{
    (void)state;
    char path[300];
    struct stat status;
    guest_write("outside", "file", "42");
    guest_write("inside", "file", "42");
    snprintf(path, sizeof path, "%s/inside/link", guest_place);
    assert_int_equal(symlink("../outside/file", path), 0);
    snprintf(path, sizeof path, "%s/inside", guest_place);
    assert_int_equal(chmod(path, 0555), 0);
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    folder_remove(folder, "link");
    close(folder);
    snprintf(path, sizeof path, "%s/outside/file", guest_place);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
}

static void a_directory_is_a_program(void **state)
{
    (void)state;
    struct notes notes;
    guest_write("program", "readme", "no program");
    assert_null(guest_in_directory("program", &notes));
    assert_non_null(strstr(notes_why(&notes), "expected a manifest plywood.json"));
    guest_write("program", "plywood.json", "{\"name\": \"Ada\"}");
    assert_null(guest_in_directory("program", &notes));
    assert_non_null(strstr(notes_why(&notes), "expected a field \"command\""));
    guest_write("program", "plywood.json", "{\"command\": \"true\", \"build\": \"sh broken\"}");
    assert_null(guest_in_directory("program", &notes));
    assert_non_null(strstr(notes_why(&notes), "build:"));
    guest_write("program", "plywood.json",
                "{\"name\": \"Ada\", \"command\": \"sh built.sh\", \"build\": \"cp source "
                "built.sh\", \"calibrate\": \"sh measure\", \"memory\": 100}");
    guest_write("program", "measure", "echo fast >calibration.txt\n");
    guest_write("program", "source",
                "grep -q fast calibration.txt && printf 'A1\\n*\\n' >output.txt\n");
    struct contender *contender = guest_in_directory("program", &notes);
    assert_non_null(contender);
    assert_string_equal(contender_name(contender), "Ada");
    char complaint[400];
    make_move(contender, complaint);
    contender_free(contender);
}

/* What a file in the place where a program was built is: kind and mode; 0 if it is not there. */
static mode_t mode_of(const struct contender *contender, const char *name)
{
    char path[SCRATCH_DIR_PATH + 40];
    struct stat status;
    snprintf(path, sizeof path, "%s/%.30s", contender_program(contender)->place, name);
    if (lstat(path, &status) != 0)
        return 0;
    assert_int_equal(status.st_uid, geteuid());
    assert_true(S_ISDIR(status.st_mode) || status.st_nlink == 1);
    assert_true(listxattr(path, NULL, 0) <= 0 || S_ISLNK(status.st_mode));
    return status.st_mode;
}

/* Somebody who finds a setuid file of ours becomes us. */
static void assert_no_power_is_left(enum sandbox sandbox)
{
    static const struct {
        const char *name;
        mode_t mode;
    } rows[] = {
        {"plain", S_IFREG | 0644},
        {"runs", S_IFREG | 0755},
        {"setuid", S_IFREG | 0755},
        {"setgid", S_IFREG | 0755},
        {"sticky", S_IFREG | 0755},
        {"capable", S_IFREG | 0755},
        {"given", S_IFREG | 0755},
        {"folder", S_IFDIR | 0755},
        {"folder/setuid", S_IFREG | 0755},
        {"folder/in", S_IFLNK | 0777},
        {"pipe", 0},
        {"device", 0},
        {"disk", 0},
        {"out", 0},
        {"up", 0},
        {"folder/up", 0},
        {"socket", 0},
    };
    char dir[128], text[5000];
    struct notes notes = {0};
    struct contender_options options = guest_limits;
    options.sandbox = sandbox;
    snprintf(dir, sizeof dir, "%s/traps", guest_place);
    guest_write("traps", "given", "something else\n");
    snprintf(text, sizeof text,
             "{\"command\": \"true\", \"build\": \"cp builder b && ./b && rm b\"}");
    guest_write("traps", "plywood.json", text);
    snprintf(text, sizeof text, "exec cp %.4000s/builds_traps %s/builder", guest_agents, dir);
    assert_int_equal(system(text), 0);
    struct contender *contender = contender_new(dir, &game_fruit, &options, &notes);
    if (!contender)
        fail_msg("%s", notes_why(&notes));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (mode_of(contender, rows[i].name) != rows[i].mode)
            fail_msg("%s: expected mode %o, found %o", rows[i].name, (unsigned)rows[i].mode,
                     (unsigned)mode_of(contender, rows[i].name));
    assert_int_equal(mode_of(contender, "b"), 0);
    contender_free(contender);
    assert_true(folder_remove(AT_FDCWD, dir));
}

static void a_build_leaves_no_power(void **state)
{
    (void)state;
    umask(0);
    assert_no_power_is_left(SANDBOX_ON);
    assert_no_power_is_left(SANDBOX_OFF);
    umask(022);
}

/* It sees its own directory under its own name, knows which files are newer, and a build that fails
 * leaves nothing. */
static void a_build_sees_its_own_directory(void **state)
{
    (void)state;
    struct notes notes;
    char path[200], build[400];
    struct stat status;
    guest_write("site", "agent.sh", "true\n");
    guest_write("site", "plywood.json",
                "{\"command\": \"sh agent.sh\", \"build\": \"pwd >where; touch new; false\"}");
    snprintf(path, sizeof path, "%s/site/new", guest_place);
    assert_null(guest_in_directory("site", &notes));
    assert_int_equal(lstat(path, &status), -1);
    snprintf(build, sizeof build,
             "{\"command\": \"sh agent.sh\", \"build\": \"pwd >where; "
             "test agent.sh -nt new || echo again >>new\"}");
    guest_write("site", "plywood.json", build);
    struct contender *contender = guest_in_directory("site", &notes);
    assert_non_null(contender);
    assert_int_equal(lstat(path, &status), -1); /* its author's own directory stays as it is */
    const char *place = contender_program(contender)->place;
    char line[SCRATCH_DIR_PATH + 2];
    snprintf(line, sizeof line, "%s\n", place);
    assert_string_equal(guest_read(place, "where"), line);
    assert_string_equal(guest_read(place, "new"), "again\n");
    contender_free(contender);
}

static uint64_t hash_now(void)
{
    struct notes notes;
    struct contender *contender = guest_in_directory("changing", &notes);
    if (!contender)
        fail_msg("%s", notes_why(&notes));
    uint64_t hash = strtoull(contender_hash(contender), NULL, 16);
    contender_free(contender);
    return hash;
}

/* A resubmission is another program: by its bytes, names, modes, links, however many files. */
static void directories_are_told_apart(void **state)
{
    (void)state;
    enum { FILES_THERE = 3000 };
    char place[128], path[200];
    snprintf(place, sizeof place, "%s/changing", guest_place);
    guest_write("changing", "agent.sh", "exit 1\n");
    for (int i = 0; i < FILES_THERE; i++) {
        snprintf(path, sizeof path, "%d", i);
        guest_write("changing", path, "the same\n");
    }
    int dir = open(place, O_RDONLY | O_DIRECTORY);
    uint64_t hash = hash_now();
    assert_true(hash == hash_now());
    for (int i = 0; i < FILES_THERE; i += FILES_THERE / 5) { /* in whatever order they are found */
        snprintf(path, sizeof path, "%d", i);
        guest_write("changing", path, "the Same\n");
        assert_true(hash != hash_now());
        guest_write("changing", path, "the same\n");
        assert_true(hash == hash_now());
    }
    assert_int_equal(renameat(dir, "7", dir, "seven"), 0);
    assert_true(hash != hash_now());
    assert_int_equal(renameat(dir, "seven", dir, "7"), 0);
    assert_int_equal(renameat(dir, "agent.sh", dir, "x"), 0); /* two that change their names */
    assert_int_equal(renameat(dir, "7", dir, "agent.sh"), 0);
    assert_int_equal(renameat(dir, "x", dir, "7"), 0);
    assert_true(hash != hash_now());
    assert_int_equal(renameat(dir, "7", dir, "x"), 0);
    assert_int_equal(renameat(dir, "agent.sh", dir, "7"), 0);
    assert_int_equal(renameat(dir, "x", dir, "agent.sh"), 0);
    assert_int_equal(fchmodat(dir, "7", 0755, 0), 0);
    assert_true(hash != hash_now());
    assert_int_equal(fchmodat(dir, "7", 0644, 0), 0);
    assert_int_equal(symlinkat("7", dir, "link"), 0);
    uint64_t linked = hash_now();
    assert_true(hash != linked);
    assert_int_equal(unlinkat(dir, "link", 0), 0);
    assert_int_equal(symlinkat("8", dir, "link"), 0);
    assert_true(linked != hash_now());
    close(dir);
}

/* Pipes need a game with a conversation, the doctor one with traps: what is missing is told. */
static void what_a_game_lacks_is_told(void **state)
{
    (void)state;
    char dir[128];
    struct notes notes = {0};
    struct game bare = game_reversi;
    bare.course = NULL;
    guest_write("piped", "agent.sh", "echo me\n");
    guest_write("piped", "plywood.json", "{\"command\":\"sh agent.sh\",\"protocol\":\"pipes\"}");
    assert_null(guest_in_directory("piped", &notes));
    assert_non_null(strstr(notes_why(&notes), "protocol: expected \"files\" for Fruit Rage"));
    snprintf(dir, sizeof dir, "%s/piped", guest_place);
    struct doctor_options o = {.contender = guest_limits};
    struct patient *patient = patient_new(dir, &o, &notes);
    assert_non_null(patient);
    notes = (struct notes){0};
    assert_true(patient_can_try(patient, &game_reversi, &notes));
    assert_int_equal(notes.faults, 0);
    assert_false(patient_can_try(patient, &game_fruit, &notes));
    assert_non_null(strstr(notes_why(&notes), "protocol: expected \"files\" for Fruit Rage"));
    notes = (struct notes){0};
    assert_false(patient_can_try(patient, &bare, &notes));
    assert_string_equal(notes_why(&notes), "doctor knows no traps for Land bidding");
    patient_free(patient);
}

int main(void)
{
    if (!guests_begin())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_told_apart),
        cmocka_unit_test(a_fault_leaves_a_bundle),
        cmocka_unit_test(a_bundle_is_asked_again),
        cmocka_unit_test(a_bundle_opens_no_doors),
        cmocka_unit_test(a_conversation_is_asked_again),
        cmocka_unit_test(a_bundle_remembers),
        cmocka_unit_test(a_directory_is_a_program),
        cmocka_unit_test(a_build_leaves_no_power),
        cmocka_unit_test(a_build_sees_its_own_directory),
        cmocka_unit_test(directories_are_told_apart),
        cmocka_unit_test(a_manifest_opens_no_doors),
        cmocka_unit_test(a_manifest_is_a_plain_file),
        cmocka_unit_test(a_directory_may_have_any_name),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(what_a_game_lacks_is_told),
    };
    return guests_end(cmocka_run_group_tests(tests, NULL, NULL));
}
