/* The referee's process layer: one misbehaving program after the other, each with the verdict that
 * it must get, and nothing left behind. */
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/registry.h"
#include "referee/contender.h"
#include "referee/folder.h"
#include "referee/judge.h"
#include "referee/meter.h"

extern const struct game game_fruit, game_reversi;

/* What the sinners expect: see tests/agents/sin.h. */
static const struct board {
    const struct game *game;
    struct setup setup;
    struct move_time time;
} boards[] = {
    {&game_fruit, {.size = 1, .kinds = 1, .seed = 1}, {.remaining = 0.05}},
    {&game_reversi, {.size = 4}, {.remaining = 0.05, .cap = 60}},
};

enum { FILES, PIPES };

static const struct contender_options strict = {
    .grace = 0.03, .memory = 64 << 20, .processes = 24, .output_bytes = 1 << 20};

static char agents[4096]; /* where the sinners are */
static char temporary[64];

/* --- a game for one program --- */

struct play {
    struct problem *problem;
    struct session *session;
    struct contender *contender;
    struct seat *seat;
    struct move_time time;
};

static struct play play_begin(const char *sinner, int protocol,
                              const struct contender_options *options)
{
    char spec[4200];
    struct notes notes = {0};
    struct play play = {.time = boards[protocol].time};
    snprintf(spec, sizeof spec, "cmd:%s/%s", agents, sinner);
    play.problem = boards[protocol].game->create(&boards[protocol].setup, &notes);
    assert_non_null(play.problem);
    play.session = session_new(play.problem->position, 0);
    play.contender = contender_new(spec, boards[protocol].game, options, &notes);
    if (!play.contender)
        fail_msg("%s: %s", sinner, notes_first(&notes));
    play.seat = seat_new(play.contender, play.session, SIDE_FIRST, 1, &notes);
    if (!play.seat)
        fail_msg("%s: %s", sinner, notes_first(&notes));
    return play;
}

static struct answer play_ask(struct play *play)
{
    struct answer answer;
    seat_ask(play->seat, play->session, &play->time, &answer);
    return answer;
}

/* True if namespaces and Landlock stand around it. */
static bool is_kept_in(const struct play *play)
{
    const char *missing = contender_missing(play->contender);
    return !strstr(missing, "namespace") && !strstr(missing, "file system") &&
           !strstr(missing, "landlock");
}

static void play_end(struct play *play)
{
    seat_free(play->seat);
    contender_free(play->contender);
    session_free(play->session);
    problem_free(play->problem);
}

/* --- what must not be left behind --- */

static int count_matches(const char *pattern)
{
    glob_t found;
    int count = glob(pattern, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
    globfree(&found);
    return count;
}

/* Processes of our agents, whoever started them. */
static int count_sinners(void)
{
    DIR *dir = opendir("/proc");
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[300], target[4096];
        snprintf(path, sizeof path, "/proc/%s/exe", entry->d_name);
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length <= 0)
            continue;
        target[length] = 0;
        count += strncmp(target, agents, strlen(agents)) == 0;
    }
    closedir(dir);
    return count;
}

static int count_mounts(void)
{
    FILE *file = fopen("/proc/self/mounts", "r");
    char line[1024];
    int count = 0;
    while (fgets(line, sizeof line, file))
        count++;
    fclose(file);
    return count;
}

static int mounts_before;

/* The porter is our only child; control groups carry its number. */
static int count_groups(void)
{
    char line[64] = "", pattern[128];
    FILE *file = fopen("/proc/thread-self/children", "r");
    if (file && !fgets(line, sizeof line, file))
        line[0] = 0;
    if (file)
        fclose(file);
    int porter = atoi(line), count = 0;
    static const char *const places[] = {"/sys/fs/cgroup/%s", "/sys/fs/cgroup/*/%s",
                                         "/sys/fs/cgroup/*/*/%s", "/sys/fs/cgroup/*/*/*/%s"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char name[40];
        snprintf(name, sizeof name, "plywood-%d-*", porter);
        snprintf(pattern, sizeof pattern, places[i], name); // NOLINT: one of the four above
        count += count_matches(pattern);
    }
    return count;
}

static void assert_nothing_is_left(const char *sinner)
{
    char pattern[128];
    snprintf(pattern, sizeof pattern, "%s/plywood-*/*", temporary);
    int files = count_matches(pattern), sinners = count_sinners(), groups = count_groups(),
        mounts = count_mounts() - mounts_before;
    if (files || sinners || groups || mounts)
        fail_msg("%s left %d files, %d processes, %d control groups, %d mounts", sinner, files,
                 sinners, groups, mounts);
}

/* --- the table --- */

enum { ALSO_OFF = 1, ONLY_FILES = 2, ONLY_PIPES = 4, SLEEPS = 8, BURNS = 16, DANGEROUS = 32 };

static const struct sin {
    const char *name;
    enum verdict verdict;
    int flags; /* ALSO_OFF: harmless enough to be run without sandbox, and judged the same;
                  SLEEPS: only the wall clock ends it, which we make short;
                  BURNS: it is about CPU time, of which it gets little;
                  DANGEROUS: not where the kernel grants no namespaces to keep it in */
} sins[] = {
    {"honest", VERDICT_NONE, ALSO_OFF},
    {"sleeps", VERDICT_OUT_OF_TIME, ALSO_OFF | SLEEPS},
    {"burns", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS},
    {"burns_in_child", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS},
    {"burns_in_threads", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS},
    {"burns_in_orphan", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS},
    {"burns_unreaped", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS},
    {"burns_before_its_name", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS | ONLY_PIPES},
    {"forks", VERDICT_PROCESSES, DANGEROUS},
    {"eats_memory", VERDICT_MEMORY, ALSO_OFF},
    {"floods_stdout", VERDICT_OUTPUT, ALSO_OFF},
    {"floods_stderr", VERDICT_OUTPUT, ALSO_OFF},
    {"floods_file", VERDICT_OUTPUT, ALSO_OFF | ONLY_FILES},
    {"floods_file_quietly", VERDICT_OUTPUT, ALSO_OFF | ONLY_FILES},
    {"fills_home", VERDICT_OUTPUT, ALSO_OFF},
    {"locks_home", VERDICT_NONE, ALSO_OFF},
    {"writes_outside", VERDICT_NONE, 0},
    {"opens_socket", VERDICT_SYSTEM_CALL, 0},
    {"opens_socket_oddly", VERDICT_SYSTEM_CALL, 0},
    {"kills_parent", VERDICT_NONE, DANGEROUS},
    {"kills_everybody", VERDICT_NONE, DANGEROUS},
    {"ignores_sigterm", VERDICT_OUT_OF_TIME, ALSO_OFF | SLEEPS},
    {"makes_symlink", VERDICT_BAD_FORMAT, ALSO_OFF | ONLY_FILES},
    {"makes_fifo", VERDICT_BAD_FORMAT, ALSO_OFF | ONLY_FILES},
    {"makes_directory", VERDICT_BAD_FORMAT, ALSO_OFF | ONLY_FILES},
    {"answers_late", VERDICT_OUT_OF_TIME, ALSO_OFF | BURNS},
    {"answers_illegal", VERDICT_ILLEGAL_MOVE, ALSO_OFF},
    {"answers_wrong_board", VERDICT_WRONG_BOARD, ALSO_OFF | ONLY_FILES},
    {"answers_half", VERDICT_BAD_FORMAT, ALSO_OFF},
    {"answers_nothing", VERDICT_NO_ANSWER, ALSO_OFF},
    {"answers_endlessly", VERDICT_OUTPUT, ALSO_OFF | ONLY_PIPES},
    {"closes_output", VERDICT_NO_ANSWER, ALSO_OFF | ONLY_PIPES},
    {"exits_1", VERDICT_EXIT_ERROR, ALSO_OFF},
    {"segfaults", VERDICT_CRASHED, ALSO_OFF},
    {"changes_playdata", VERDICT_NONE, 0},
    {"alters_input", VERDICT_NONE, ALSO_OFF | ONLY_FILES},
    {"leaves_processes", VERDICT_NONE, ALSO_OFF},
    {"is_not_there", VERDICT_EXIT_ERROR, ALSO_OFF},
};

enum { SINS = sizeof sins / sizeof *sins };

static void commit(const struct sin *sin, int protocol, const struct contender_options *options)
{
    char problem[900] = "";
    struct play play = play_begin(sin->name, protocol, options);
    if ((sin->flags & DANGEROUS) && !is_kept_in(&play)) {
        play_end(&play);
        return;
    }
    if (!(sin->flags & BURNS))
        play.time.remaining = 60;
    struct answer answer = play_ask(&play);
    if (answer.verdict != sin->verdict || (answer.verdict != VERDICT_NONE && !answer.detail[0]))
        snprintf(problem, sizeof problem, "expected %s, found %s: %s\nstderr: %.300s",
                 verdict_name(sin->verdict), verdict_name(answer.verdict), answer.detail,
                 answer.complaint.data ? answer.complaint.data : "");
    if (answer.verdict == VERDICT_NONE) { /* harmless, and so it stays */
        answer = play_ask(&play);
        if (answer.verdict != VERDICT_NONE)
            snprintf(problem, sizeof problem, "asked again, found %s: %s",
                     verdict_name(answer.verdict), answer.detail);
    }
    play_end(&play);
    if (problem[0])
        fail_msg("%s by %s: %s", sin->name, protocol == FILES ? "files" : "pipes", problem);
    assert_nothing_is_left(sin->name);
}

static void commit_all(int protocol, enum sandbox sandbox, int rung)
{
    struct contender_options options = strict;
    options.sandbox = sandbox;
    options.rung = rung;
    for (int i = 0; i < SINS; i++) {
        if ((sins[i].flags & (protocol == FILES ? ONLY_PIPES : ONLY_FILES)) ||
            (sandbox == SANDBOX_OFF && !(sins[i].flags & ALSO_OFF)))
            continue;
        /* nothing but control groups limits root's processes: it would be killed, but late */
        if (strcmp(sins[i].name, "forks") == 0 && rung == METER_WAIT4 && geteuid() == 0)
            continue;
        options.patience = sins[i].flags & SLEEPS ? 0.2 : 0;
        commit(&sins[i], protocol, &options);
    }
    assert_int_equal(count_matches("/tmp/plywood-sinner-was-here"), 0);
    assert_int_equal(count_matches("/usr/bin/plywood-sinner-was-here"), 0);
    char pattern[4200];
    snprintf(pattern, sizeof pattern, "%s/plywood-sinner-was-here", agents);
    assert_int_equal(count_matches(pattern), 0);
}

static void sins_by_files(void **state)
{
    (void)state;
    commit_all(FILES, SANDBOX_ON, METER_BEST);
}

static void sins_by_pipes(void **state)
{
    (void)state;
    commit_all(PIPES, SANDBOX_ON, METER_BEST);
}

/* The lower rungs of the meter's ladder, which a good machine would not use. */
static void sins_on_lower_rungs(void **state)
{
    (void)state;
    commit_all(FILES, SANDBOX_ON, METER_CGROUP1);
    commit_all(PIPES, SANDBOX_ON, METER_WAIT4);
    commit_all(FILES, SANDBOX_OFF, METER_WAIT4);
}

static void sins_by_files_without_sandbox(void **state)
{
    (void)state;
    commit_all(FILES, SANDBOX_OFF, METER_BEST);
}

static void sins_by_pipes_without_sandbox(void **state)
{
    (void)state;
    commit_all(PIPES, SANDBOX_OFF, METER_BEST);
}

/* --- what the table cannot tell --- */

/* Without sandbox nothing protects the warden; but the game is void, and the house is cleaned. */
static void without_sandbox_parents_can_be_killed(void **state)
{
    (void)state;
    static const int rungs[] = {METER_BEST, METER_WAIT4};
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        struct contender_options options = strict;
        options.sandbox = SANDBOX_OFF;
        options.rung = rungs[i];
        struct play play = play_begin("kills_parent", PIPES, &options);
        assert_int_equal(play_ask(&play).verdict, VERDICT_OUR_FAILURE);
        play_end(&play);
        assert_nothing_is_left("kills_parent");
    }
}

static void forbidden_calls_are_named(void **state)
{
    (void)state;
    struct play play = play_begin("opens_socket", FILES, &strict);
    assert_string_equal(play_ask(&play).detail,
                        "made the system call socket(2, …), which is forbidden in the sandbox");
    play_end(&play);
}

/* While one seat is taken, the other's program does what it can to it. */
static void neighbours_are_safe(void **state)
{
    (void)state;
    static const char *const bad[] = {"kills_everybody", "changes_playdata", "writes_outside"};
    struct contender_options options = strict;
    for (int protocol = FILES; protocol <= PIPES; protocol++) {
        struct play good = play_begin("remembers", protocol, &options);
        struct answer answer = play_ask(&good);
        assert_string_equal(answer.complaint.data, "move 1\n");
        for (int i = 0; i < 3; i++) {
            struct play play = play_begin(bad[i], protocol, &options);
            if (is_kept_in(&play))
                assert_int_equal(play_ask(&play).verdict, VERDICT_NONE);
            play_end(&play);
        }
        answer = play_ask(&good); /* one that reads its memory before every answer, if by files */
        assert_int_equal(answer.verdict, VERDICT_NONE);
        if (protocol == FILES)
            assert_string_equal(answer.complaint.data, "move 2\n");
        play_end(&good);
    }
    assert_nothing_is_left("remembers");
}

static void a_guest_sees_nobody(void **state)
{
    (void)state;
    struct contender_options options = strict;
    struct play other = play_begin("honest", PIPES, &options);
    play_ask(&other);
    struct play play = play_begin("looks_around", FILES, &options);
    if (!is_kept_in(&play)) {
        play_end(&play);
        play_end(&other);
        skip();
    }
    struct answer answer = play_ask(&play);
    assert_string_equal(answer.complaint.data,
                        "processes 1, neighbours 0, root 0, shadow 0, uid 1000, host plywood\n");
    play_end(&play);
    play_end(&other);
}

static void nobody_thinks_off_turn(void **state)
{
    (void)state;
    static const int rungs[] = {METER_BEST, METER_WAIT4};
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        struct contender_options options = strict;
        options.rung = rungs[i];
        struct play play = play_begin("thinks_off_turn", PIPES, &options);
        play.time.remaining = 60;
        assert_int_equal(play_ask(&play).verdict, VERDICT_NONE);
        usleep(500000);
        struct answer answer = play_ask(&play);
        assert_int_equal(answer.verdict, VERDICT_NONE);
        double thought = -1;
        sscanf(answer.complaint.data, "thought %lf", &thought);
        assert_true(thought >= 0 && thought < 0.25);
        play_end(&play);
    }
}

/* What it used is charged, no less and not much more, on every rung. */
static void time_is_charged_exactly(void **state)
{
    (void)state;
    static const char *const burners[] = {"burns_in_child", "burns_in_threads", "burns_in_orphan",
                                          "answers_late"};
    for (int rung = METER_CGROUP2; rung <= METER_WAIT4; rung++)
        for (int i = 0; i < 4; i++) {
            struct contender_options options = strict;
            options.rung = rung;
            struct play play = play_begin(burners[i], FILES, &options);
            play.time.remaining = 60;
            struct answer answer = play_ask(&play);
            assert_int_equal(answer.verdict, VERDICT_NONE);
            if (answer.cpu < 0.098 || answer.cpu > 1)
                fail_msg("%s, rung %d: used 0.1 s, was charged %f s", burners[i], rung, answer.cpu);
            play_end(&play);
        }
}

static void runaways_get_their_grace(void **state)
{
    (void)state;
    struct contender_options options = strict;
    options.grace = 0.3;
    struct play play = play_begin("burns", FILES, &options);
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_OUT_OF_TIME);
    assert_true(answer.cpu >= 0.35 && answer.cpu < 4); /* 0.05 s were left */
    play_end(&play);
}

/* A cap on the move counts as the rest of the clock does, and the sentence tells which it was. */
static void the_first_limit_counts(void **state)
{
    (void)state;
    struct play play = play_begin("burns", FILES, &strict);
    play.time = (struct move_time){.remaining = 600, .cap = 0.05};
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_OUT_OF_TIME);
    assert_non_null(strstr(answer.detail, "a move may take 0.050 s"));
    play_end(&play);
}

/* What two programs share in name they need not share in their words. */
static void commands_are_told_apart(void **state)
{
    (void)state;
    static const char *const specs[] = {"cmd:true 1", "cmd:true 2", "cmd:false 1"};
    struct contender *contender[3];
    struct notes notes = {0};
    for (int i = 0; i < 3; i++) {
        contender[i] = contender_new(specs[i], &game_fruit, &strict, &notes);
        assert_non_null(contender[i]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(contender_hash(contender[i]), contender_hash(contender[j]));
    }
    for (int i = 0; i < 3; i++)
        contender_free(contender[i]);
}

static char *read_text(const char *dir, const char *name)
{
    static struct text text;
    const char *what;
    int folder = open(dir, O_RDONLY | O_DIRECTORY);
    assert_int_equal(folder_get(folder, name, 1 << 20, &text, &what), FOLDER_FILE);
    close(folder);
    return text.data ? text.data : "";
}

static void a_fault_leaves_a_bundle(void **state)
{
    (void)state;
    char dir[128], command[320];
    struct notes notes = {0};
    struct play play = play_begin("exits_1", FILES, &strict);
    play.time.remaining = 1;
    struct answer answer = play_ask(&play);
    snprintf(dir, sizeof dir, "%s/faults/one", temporary);
    assert_true(seat_write_bundle(play.seat, &answer, dir, &notes));
    assert_string_equal(read_text(dir, "input.txt"), "1\n1\n1.000\n0\n");
    assert_string_equal(read_text(dir, "output.txt"), "");
    assert_string_equal(read_text(dir, "stderr.txt"), "I cannot play this\n");
    const char *fault = read_text(dir, "fault.json");
    assert_non_null(strstr(fault, "\"verdict\":\"exit-error\""));
    assert_non_null(strstr(fault, contender_hash(play.contender)));
    assert_non_null(strstr(fault, "\"cpu_seconds\":1.03"));
    snprintf(command, sizeof command, "sh %s/rerun.sh >%s/out 2>&1", dir, dir);
    assert_true(system(command) >= 0); // NOLINT: it is a shell script that is tested
    assert_non_null(strstr(read_text(dir, "out"), "I cannot play this\n"));
    assert_non_null(strstr(read_text(dir, "out"), "exit status 1\n"));
    assert_string_equal(read_text(dir, "stdout.txt"), "");
    play_end(&play);
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
    struct problem *problem = game_fruit.create(&boards[FILES].setup, &notes);
    struct session *session = session_new(problem->position, 0);
    struct contender *contender = contender_new(command, &game_fruit, &strict, &notes);
    assert_non_null(contender);
    struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
    struct answer answer;
    for (int i = 0; i < 2; i++)
        seat_ask(seat, session, &(struct move_time){.remaining = 60}, &answer);
    assert_int_equal(answer.verdict, VERDICT_EXIT_ERROR);
    snprintf(dir, sizeof dir, "%s/faults/two", temporary);
    assert_true(seat_write_bundle(seat, &answer, dir, &notes));
    assert_string_equal(read_text(dir, "playdata.txt"), "early\n");
    assert_string_equal(read_text(dir, "stdout.txt"), "out\n");
    snprintf(line, sizeof line, "sh %s/rerun.sh >%s/out 2>&1", dir, dir);
    assert_true(system(line) >= 0); // NOLINT: it is a shell script that is tested
    assert_non_null(strstr(read_text(dir, "out"), "early\n"));
    assert_non_null(strstr(read_text(dir, "out"), "exit status 3\n"));
    seat_free(seat);
    contender_free(contender);
    session_free(session);
    problem_free(problem);
}

/* Writes a file of a directory. */
static void write_file(const char *directory, const char *name, const char *text)
{
    char dir[128];
    snprintf(dir, sizeof dir, "%s/%s", temporary, directory);
    mkdir(dir, 0755);
    int folder = open(dir, O_RDONLY | O_DIRECTORY);
    assert_true(folder_put(folder, name, text, strlen(text)));
    close(folder);
}

static void write_program(const char *name, const char *text)
{
    write_file("program", name, text);
}

static struct contender *in_directory(const char *directory, struct notes *notes)
{
    char dir[128];
    snprintf(dir, sizeof dir, "%s/%s", temporary, directory);
    *notes = (struct notes){0};
    return contender_new(dir, &game_fruit, &strict, notes);
}

static struct contender *program_in_directory(struct notes *notes)
{
    return in_directory("program", notes);
}

/* Has a program make one good move; what it complained about is kept. */
static void make_move(struct contender *contender, char complaint[400])
{
    struct notes notes = {0};
    struct problem *problem = game_fruit.create(&boards[FILES].setup, &notes);
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
    write_file("neighbour", "secret", "42");
    write_file("curious", "agent.sh",
               "for f in \"$@\"; do [ -r \"$f\" ] && echo \"$f\" >&2; done\n"
               "printf 'A1\\n*\\n' >output.txt\n");
    write_file("curious", "own", "1");
    snprintf(path, sizeof path, "%s/curious/link", temporary);
    assert_int_equal(symlink("../neighbour/secret", path), 0);
    snprintf(manifest, sizeof manifest,
             "{\"command\": \"sh agent.sh own link ../neighbour %s/neighbour "
             "%s/neighbour/secret\"}",
             temporary, temporary);
    write_file("curious", "plywood.json", manifest);
    struct contender *contender = in_directory("curious", &notes);
    assert_non_null(contender);
    bool kept_in = !strstr(contender_missing(contender), "file system") ||
                   !strstr(contender_missing(contender), "landlock");
    make_move(contender, complaint);
    contender_free(contender);
    snprintf(path, sizeof path, "%s/curious/own\n", temporary);
    if (kept_in)
        assert_string_equal(complaint, path);
}

static void a_manifest_is_a_plain_file(void **state)
{
    (void)state;
    char path[300];
    struct notes notes;
    write_file("pipe", "agent.sh", "");
    snprintf(path, sizeof path, "%s/pipe/plywood.json", temporary);
    assert_int_equal(mkfifo(path, 0644), 0);
    assert_null(in_directory("pipe", &notes));
    assert_non_null(strstr(notes_first(&notes), "found a pipe"));
}

static void a_directory_may_have_any_name(void **state)
{
    (void)state;
    char complaint[400];
    struct notes notes;
    write_file("o'brien (1)", "agent.sh", "printf 'A1\\n*\\n' >output.txt\n");
    struct contender *contender = in_directory("o'brien (1)", &notes);
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
    write_file("outside", "file", "42");
    write_file("inside", "file", "42");
    snprintf(path, sizeof path, "%s/inside/link", temporary);
    assert_int_equal(symlink("../outside/file", path), 0);
    snprintf(path, sizeof path, "%s/inside", temporary);
    assert_int_equal(chmod(path, 0555), 0);
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    folder_remove(folder, "link");
    close(folder);
    snprintf(path, sizeof path, "%s/outside/file", temporary);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
}

static void a_directory_is_a_program(void **state)
{
    (void)state;
    struct notes notes;
    write_program("readme", "no program");
    assert_null(program_in_directory(&notes));
    assert_non_null(strstr(notes_first(&notes), "expected a manifest plywood.json"));
    write_program("plywood.json", "{\"name\": \"Ada\"}");
    assert_null(program_in_directory(&notes));
    assert_non_null(strstr(notes_first(&notes), "expected a field \"command\""));
    write_program("plywood.json", "{\"command\": \"true\", \"build\": \"sh broken\"}");
    assert_null(program_in_directory(&notes));
    assert_non_null(strstr(notes_first(&notes), "build:"));
    write_program("plywood.json",
                  "{\"name\": \"Ada\", \"command\": \"sh built.sh\", \"build\": \"cp source "
                  "built.sh\", \"calibrate\": \"sh measure\", \"memory\": 100}");
    write_program("measure", "echo fast >calibration.txt\n");
    write_program("source", "grep -q fast calibration.txt && printf 'A1\\n*\\n' >output.txt\n");
    struct contender *contender = program_in_directory(&notes);
    assert_non_null(contender);
    assert_string_equal(contender_name(contender), "Ada");
    char complaint[400];
    make_move(contender, complaint);
    contender_free(contender);
}

/* The pipes' texts as the course's manager writes them; the answer read as column and row. */
static void a_conversation_to_the_letter(void **state)
{
    (void)state;
    static const struct {
        bool bare;
        const char *heard, *move;
    } rows[] = {
        {false, "1,-1,0,1,1\nSCORE 2 2\n", "2,3"},
        {true, "1\nSCORE 2 2\n", "3,2"},
    };
    static const char board[] = "[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]\n";
    for (size_t i = 0; i < 2; i++) {
        struct contender_options options = strict;
        options.bare_number = rows[i].bare;
        struct notes notes = {0};
        struct problem *problem = game_reversi.create(&boards[PIPES].setup, &notes);
        struct session *session = session_new(problem->position, 0);
        struct contender *contender = contender_new(
            "cmd:echo me; for i in 1 2 3; do read l; echo \"$l\" >&2; done; echo 3 2; read l; "
            "read l; echo \"$l\" >&2; echo 3 2; read l; echo \"$l\" >told",
            &game_reversi, &options, &notes);
        assert_non_null(contender);
        struct seat *seat = seat_new(contender, session, SIDE_FIRST, 1, &notes);
        struct move_time time = {.cap = 60};
        struct answer answer;
        char heard[400], name[MOVE_NAME_MAX];
        seat_ask(seat, session, &time, &answer);
        snprintf(heard, sizeof heard, "%s%s", rows[i].heard, board);
        assert_string_equal(answer.complaint.data, heard);
        assert_string_equal(answer.input.data, heard);
        assert_int_equal(answer.verdict, VERDICT_NONE);
        game_reversi.move_name(session_now(session), answer.code, name);
        assert_string_equal(name, rows[i].move);
        seat_ask(seat, session, &time, &answer);
        assert_string_equal(answer.complaint.data,
                            "((0, 0, 0, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 0, 0, 0))\n");
        seat_tell_final(seat, session);
        seat_free(seat);
        contender_free(contender);
        session_free(session);
        problem_free(problem);
    }
}

static void answers_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *game, *answer;
        enum verdict verdict;
    } rows[] = {
        {"fruit", "", VERDICT_NO_ANSWER},
        {"fruit", "\n\n", VERDICT_NO_ANSWER},
        {"fruit", "A", VERDICT_BAD_FORMAT},
        {"fruit", "1A\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n**\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n*\n*\n", VERDICT_BAD_FORMAT},
        {"fruit", "A1\n0\n", VERDICT_WRONG_BOARD},
        {"fruit", "B1\n*\n", VERDICT_ILLEGAL_MOVE},
        {"fruit", "A1\r\n*\r\n", VERDICT_NONE},
        {"halma", "E 0,0 0,1\n", VERDICT_ILLEGAL_MOVE},
        {"halma", "E 4,1 5,1\n", VERDICT_NONE},
        {"halma", "E 4,1 5\n", VERDICT_BAD_FORMAT},
        {"halma", "J 3,0 5,0\nJ 5,0 7,0\n", VERDICT_ILLEGAL_MOVE},
        {"halma", "J 3,0 5,0\nthank you\n", VERDICT_BAD_FORMAT},
        {"laser", "0 0\n", VERDICT_NONE},
        {"laser", "99 0\n", VERDICT_ILLEGAL_MOVE},
        {"laser", "0,0\n", VERDICT_BAD_FORMAT},
        {"laser", "0 0\n0 1\n", VERDICT_ILLEGAL_MOVE},
        {"reversi", "0 0\n", VERDICT_ILLEGAL_MOVE},
        {"reversi", "zero one\n", VERDICT_BAD_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int g = 0; games[g]; g++) {
            if (strcmp(games[g]->name, rows[i].game) != 0)
                continue;
            struct notes notes = {0};
            struct setup setup = {.size = games[g] == &game_fruit ? 1 : 0, .seed = 1};
            struct problem *problem = games[g]->create(&setup, &notes);
            struct answer answer = {0};
            enum verdict verdict = judge_answer(problem->position, "output.txt", rows[i].answer,
                                                strlen(rows[i].answer), &answer);
            if (verdict != rows[i].verdict)
                fail_msg("%s \"%s\": expected %s, found %s: %s", rows[i].game, rows[i].answer,
                         verdict_name(rows[i].verdict), verdict_name(verdict), answer.detail);
            problem_free(problem);
        }
}

static void verdicts_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_COUNT; i++) {
        assert_int_equal(verdict_of_name(verdict_name((enum verdict)i)), i);
        assert_true(strlen(verdict_meaning((enum verdict)i)) > 10);
    }
    assert_int_equal(verdict_of_name("glory"), VERDICT_COUNT);
    assert_int_equal(verdict_of_ending(ENDING_SCORE, -1), VERDICT_TIE);
    assert_int_equal(verdict_of_ending(ENDING_SCORE, 1), VERDICT_SCORE);
}

int main(void)
{
    ssize_t length = readlink("/proc/self/exe", agents, sizeof agents - 40);
    if (length <= 0)
        return 1;
    agents[length] = 0;
    strcpy(strrchr(agents, '/'), "/agents");
    snprintf(temporary, sizeof temporary, "/tmp/plywood-test-XXXXXX");
    if (!mkdtemp(temporary) || setenv("TMPDIR", temporary, 1) != 0)
        return 1;
    mounts_before = count_mounts();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sins_by_files),
        cmocka_unit_test(sins_by_pipes),
        cmocka_unit_test(sins_on_lower_rungs),
        cmocka_unit_test(sins_by_files_without_sandbox),
        cmocka_unit_test(sins_by_pipes_without_sandbox),
        cmocka_unit_test(without_sandbox_parents_can_be_killed),
        cmocka_unit_test(forbidden_calls_are_named),
        cmocka_unit_test(neighbours_are_safe),
        cmocka_unit_test(a_guest_sees_nobody),
        cmocka_unit_test(nobody_thinks_off_turn),
        cmocka_unit_test(time_is_charged_exactly),
        cmocka_unit_test(runaways_get_their_grace),
        cmocka_unit_test(a_fault_leaves_a_bundle),
        cmocka_unit_test(a_bundle_remembers),
        cmocka_unit_test(the_first_limit_counts),
        cmocka_unit_test(commands_are_told_apart),
        cmocka_unit_test(a_directory_is_a_program),
        cmocka_unit_test(a_manifest_opens_no_doors),
        cmocka_unit_test(a_manifest_is_a_plain_file),
        cmocka_unit_test(a_directory_may_have_any_name),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(a_conversation_to_the_letter),
        cmocka_unit_test(answers_are_told_apart),
        cmocka_unit_test(verdicts_have_names),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove(AT_FDCWD, temporary);
    return failed;
}
