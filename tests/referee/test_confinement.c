/* The confinement around a program: what is charged, what is handed on to it, what happens where a
 * part of it cannot be had. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/guest/program.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/confine.h"
#include "referee/sandbox/folder.h"
#include "referee/sandbox/run.h"
#include "tests/referee/guests.h"

/* A policy as a program with these limits has it. */
static struct policy policy_for(const char *spec, const struct contender_options *options)
{
    struct program *program = memory_zero(sizeof *program);
    struct notes notes = {0};
    if (!program_prepare(program, spec, options, &notes))
        fail_msg("%s", notes_why(&notes));
    struct policy policy = program->policy;
    free(program);
    return policy;
}

static struct cell *new_cell(const struct policy *policy)
{
    struct notes notes = {0};
    struct cell *cell = cell_new(policy, &notes);
    if (!cell)
        fail_msg("%s", notes_why(&notes));
    return cell;
}

static const struct warden_report *run(struct cell *cell, const char *command)
{
    struct warden_order order = {.start = true, .wall = 60};
    snprintf(order.command, sizeof order.command, "%.4000s", command);
    return cell_order(cell, &order);
}

/* A group that cannot be joined would stand still at zero: it is done without. */
static void groups_that_cannot_be_joined_are_left(void **state)
{
    (void)state;
    static const struct {
        const char
            *procs; /* what stands for cgroup.procs: one file takes everything, one nothing */
        enum meter_rung rung, left;
        bool limits;
    } rows[] = {
        {"/dev/null", METER_CGROUP1, METER_CGROUP1, true},
        {"/dev/full", METER_CGROUP1, METER_WAIT4, false},
        {"/dev/null", METER_CGROUP2, METER_CGROUP2, true},
        {"/dev/full", METER_CGROUP2, METER_CGROUP2, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct meter meter = {
            .rung = rows[i].rung, .limits_memory = true, .limits_processes = true};
        for (int group = 0; group < METER_GROUPS; group++)
            meter.join[group] = -1;
        meter.join[1] = open(rows[i].procs, O_WRONLY);
        assert_true(meter.join[1] >= 0);
        meter_join(&meter);
        close(meter.join[1]);
        assert_int_equal(meter.rung, rows[i].left);
        assert_int_equal(meter.limits_memory, rows[i].limits);
        assert_int_equal(meter.limits_processes, rows[i].limits);
    }
}

/* While the memory of the last run is being given back the kernel may kill the next one even before
 * it is the program: that is a lack of memory too, and not our failure. */
static void lack_of_memory_is_never_our_failure(void **state)
{
    (void)state;
    char command[4200], spec[4300];
    snprintf(command, sizeof command, "%s/eats_memory", guest_agents);
    snprintf(spec, sizeof spec, "cmd:%s", command);
    struct policy policy = policy_for(spec, &guest_limits);
    struct cell *cell = new_cell(&policy);
    for (int i = 0; i < 10; i++) {
        const struct warden_report *report = run(cell, command);
        bool starved = report->end == WARDEN_HEAVY ||
                       (report->end == WARDEN_ENDED && report->status != 0);
        if (!starved)
            fail_msg("end %d, status %d: %s", report->end, report->status, report->failure);
    }
    cell_free(cell);
}

/* System V memory that a run leaves behind is gone before the next one, and does not bring down the
 * process that looks after it. */
static void segments_end_with_the_run(void **state)
{
    (void)state;
    char command[4200], spec[4300];
    snprintf(command, sizeof command, "%s/hoards_segments", guest_agents);
    snprintf(spec, sizeof spec, "cmd:%s", command);
    for (int rung = METER_CGROUP2; rung <= METER_WAIT4; rung++) {
        struct contender_options options = guest_limits;
        options.rung = rung;
        struct policy policy = policy_for(spec, &options);
        struct cell *cell = new_cell(&policy);
        bool counted = cell_facts(cell)->layers & LAYER_MEMORY;
        for (int i = 0; i < 10; i++) {
            bool all = i % 3 == 2;
            char words[4210];
            snprintf(words, sizeof words, "%s%s", command, all ? " all" : "");
            folder_put(cell_home(cell), "input.txt", "", 0);
            const struct warden_report *report = run(cell, words);
            /* where nothing counts it, it is not granted at all */
            bool expected = report->end == WARDEN_ENDED &&
                            (counted && !all ? report->status == 0 : report->status != 0);
            if (!expected)
                fail_msg("rung %d, run %d: end %d, status %d: %s", rung, i, report->end,
                         report->status, report->failure);
            report = run(cell, "ipcs -m -s -q");
            assert_int_equal(report->status, 0);
            if (memmem(report->output, report->output_length, "0x0", 3))
                fail_msg("left: %.*s", (int)report->output_length, report->output);
        }
        cell_free(cell);
    }
}

/* What its preparations took is taken off, and the difference of two readings may be less. */
static void nobody_is_paid_for_running(void **state)
{
    (void)state;
    assert_true(meter_charge(1, 3, 0.5) == 1.5);
    assert_true(meter_charge(1, 1.25, 0.5) == 0);
    for (int rung = METER_CGROUP2; rung <= METER_WAIT4; rung++) {
        struct contender_options options = guest_limits;
        options.rung = rung;
        struct policy policy = policy_for("cmd:true", &options);
        struct cell *cell = new_cell(&policy);
        for (int i = 0; i < 20; i++) {
            const struct warden_report *report = run(cell, "true");
            assert_int_equal(report->end, WARDEN_ENDED);
            if (report->cpu < 0 || report->cpu > 1)
                fail_msg("rung %d: charged %f s", rung, report->cpu);
        }
        cell_free(cell);
    }
}

/* Neither the listener for its system calls nor the referee's sockets are open in it. */
static void a_guest_has_three_files(void **state)
{
    (void)state;
    struct policy policy = policy_for("cmd:true", &guest_limits);
    struct cell *cell = new_cell(&policy);
    const struct warden_report *report = run(cell, "ls /proc/self/fd");
    if (report->end != WARDEN_ENDED || report->status != 0)
        fail_msg("%.*s", (int)report->complaint_length, report->complaint);
    /* the fourth is the directory itself, which ls looks at */
    assert_int_equal(report->output_length, 8);
    assert_memory_equal(report->output, "0\n1\n2\n3\n", 8);
    cell_free(cell);
}

/* What an author asks for can lower the limit, not raise it. */
static void a_manifest_lowers_the_memory(void **state)
{
    (void)state;
    static const struct {
        const char *manifest;
        size_t granted, found; /* megabytes; granted 0: the default */
    } rows[] = {
        {"{\"command\": \"true\"}", 64, 64},
        {"{\"command\": \"true\", \"memory\": 32}", 64, 32},
        {"{\"command\": \"true\", \"memory\": 128}", 64, 64},
        {"{\"command\": \"true\", \"memory\": 4000}", 0, 1024},
        {"{\"command\": \"true\", \"memory\": 512}", 0, 512},
        {"{\"command\": \"true\", \"memory\": 4000}", 8000, 4000},
    };
    char dir[128];
    snprintf(dir, sizeof dir, "%s/thrifty", guest_place);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct contender_options options = guest_limits;
        struct notes notes = {0};
        options.memory = rows[i].granted << 20;
        guest_write("thrifty", "plywood.json", rows[i].manifest);
        struct contender *contender = contender_new(dir, &game_fruit, &options, &notes);
        if (!contender)
            fail_msg("%s", notes_why(&notes));
        assert_int_equal(contender_program(contender)->policy.memory, rows[i].found << 20);
        contender_free(contender);
    }
}

static int count_entries(const char *path)
{
    DIR *dir = opendir(path);
    int count = 0;
    assert_non_null(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

/* Files that are open here and in the porter, our only child. */
static int count_files(void)
{
    char line[64] = "", path[100];
    FILE *file = fopen("/proc/thread-self/children", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    snprintf(path, sizeof path, "/proc/%d/fd", atoi(line));
    return count_entries("/proc/self/fd") + count_entries(path);
}

static void files_are_closed(void **state)
{
    (void)state;
    struct policy policy = policy_for("cmd:true", &guest_limits);
    int before = count_files();
    for (int i = 0; i < 5; i++) {
        struct cell *cell = new_cell(&policy);
        run(cell, i % 2 ? "true" : "no-such-command");
        cell_free(cell);
        struct play play = play_begin("exits_1", i % 2 ? FILES : PIPES, &guest_limits);
        play_ask(&play);
        play_end(&play);
        policy.home[0] = 0;
    }
    assert_int_equal(count_files(), before);
}

/* A program that cannot be run is no contender; it is not run to find that out. */
static void what_cannot_be_run_is_told_at_once(void **state)
{
    (void)state;
    static const char *const specs[] = {"cmd:no-such-command", "cmd:./nothing here",
                                        "cmd:/etc/passwd", "cmd:/"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct notes notes = {0};
        assert_null(contender_new(specs[i], &game_fruit, &guest_limits, &notes));
        assert_non_null(strstr(notes_why(&notes), "the command cannot be run"));
    }
}

/* Tries a command that leaves a file, where nothing may be traced; what is then wrong, 0 for
 * nothing. */
static int try_untraced(const struct policy *policy, char *command)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter || seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ptrace), 0) != 0 ||
        seccomp_load(filter) != 0)
        return 1;
    struct meter meter = {.entry = -1, .proc = -1};
    struct confinement confinement = {.policy = policy, .meter = &meter, .ruleset = -1};
    struct run run;
    int status;
    if (run_start(&run, &confinement, command, RUN_TRIAL) != RUN_STARTED)
        return 2;
    return waitpid(run.guest, &status, 0) == run.guest && status == 0 ? 0 : 3;
}

/* Where the kernel does not let a program be held, the trial does without running it. */
static void a_trial_takes_no_step(void **state)
{
    (void)state;
    char command[128], touched[100];
    struct contender_options options = guest_limits;
    options.sandbox = SANDBOX_OFF;
    struct policy policy = policy_for("cmd:true", &options);
    snprintf(touched, sizeof touched, "%s/touched", guest_place);
    snprintf(command, sizeof command, "touch %s", touched);
    pid_t child = fork(); /* a filter is for life */
    if (child == 0)
        _exit(try_untraced(&policy, command));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(access(touched, F_OK), -1);
}

/* Makes directories, one in the other, and files in some. */
static void nest(const char *path, int levels)
{
    assert_int_equal(mkdir(path, 0755), 0);
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < levels; i++) {
        if (i % 1000 == 0)
            assert_true(folder_put(folder, "file", "file", 4));
        assert_int_equal(mkdirat(folder, "d", 0755), 0);
        int below = openat(folder, "d", O_RDONLY | O_DIRECTORY);
        assert_true(below >= 0);
        fchmod(folder, i % 100 == 1 && i > 1 ? 0 : 0755); /* locked, as a guest may do it */
        close(folder);
        folder = below;
    }
    close(folder);
}

/* Allows this many open files more. Returns what was allowed before. */
static struct rlimit allow_files(rlim_t more)
{
    struct rlimit before, few;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int lowest_free = open("/dev/null", O_RDONLY);
    close(lowest_free);
    few = (struct rlimit){(rlim_t)lowest_free + more, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    return before;
}

/* However deep: no recursion, and few open files. */
static void any_depth_is_removed(void **state)
{
    (void)state;
    /* in memory, if possible: a disk would take minutes */
    char place[] = "/dev/shm/plywood-test-XXXXXX", path[100];
    bool in_memory = mkdtemp(place) != NULL;
    snprintf(path, sizeof path, "%s/deep", in_memory ? place : guest_place);
    nest(path, 45000);
    struct rlimit before = allow_files(4);
    bool removed = folder_remove(AT_FDCWD, path);
    int error = errno;
    setrlimit(RLIMIT_NOFILE, &before);
    if (!removed)
        fail_msg("%s", strerror(error));
    assert_int_equal(access(path, F_OK), -1);
    if (in_memory)
        rmdir(place);
}

/* Two files are enough for any depth; and that there is none is no fault of the guest's. */
static void a_directory_is_measured_with_two_files(void **state)
{
    (void)state;
    enum { LEVELS = 150, ENTRIES = LEVELS + 1 + 3 };
    char path[100], side[120];
    snprintf(path, sizeof path, "%s/measured", guest_place);
    nest(path, LEVELS);
    for (int i = 0; i < 3; i++) {
        snprintf(side, sizeof side, "%s/d/side-%d", path, i);
        assert_int_equal(mkdir(side, 0), 0); /* locked, as a guest may do it */
    }
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    static const struct {
        int files;
        size_t entries, bytes;
        int levels;
        enum folder_measure measure;
    } cases[] = {
        {2, ENTRIES, 10 << 20, LEVELS + 1, FOLDER_HOLDS_NO_MORE},
        {2, ENTRIES - 1, 10 << 20, LEVELS + 1, FOLDER_HOLDS_MORE},
        {2, ENTRIES, 10 << 20, LEVELS, FOLDER_HOLDS_MORE},
        {2, ENTRIES, 1, LEVELS + 1, FOLDER_HOLDS_MORE},
        {1, ENTRIES, 10 << 20, LEVELS + 1, FOLDER_UNKNOWN},
        {0, ENTRIES, 10 << 20, LEVELS + 1, FOLDER_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rlimit before = allow_files((rlim_t)cases[i].files);
        enum folder_measure found = folder_measure(folder, cases[i].entries, cases[i].bytes,
                                                   cases[i].levels);
        int error = errno;
        setrlimit(RLIMIT_NOFILE, &before);
        assert_int_equal(found, cases[i].measure);
        if (found == FOLDER_UNKNOWN)
            assert_int_equal(error, EMFILE);
    }
    struct rlimit before = allow_files(0);
    struct text text = {0};
    const char *what;
    enum folder_finding finding = folder_get(folder, "file", 100, &text, &what);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(finding, FOLDER_NO_MEANS);
    text_free(&text);
    close(folder);
    assert_true(folder_remove(AT_FDCWD, path));
}

int main(void)
{
    if (!guests_begin())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_that_cannot_be_joined_are_left),
        cmocka_unit_test(lack_of_memory_is_never_our_failure),
        cmocka_unit_test(segments_end_with_the_run),
        cmocka_unit_test(nobody_is_paid_for_running),
        cmocka_unit_test(a_guest_has_three_files),
        cmocka_unit_test(a_manifest_lowers_the_memory),
        cmocka_unit_test(files_are_closed),
        cmocka_unit_test(what_cannot_be_run_is_told_at_once),
        cmocka_unit_test(a_trial_takes_no_step),
        cmocka_unit_test(any_depth_is_removed),
        cmocka_unit_test(a_directory_is_measured_with_two_files),
    };
    return guests_end(cmocka_run_group_tests(tests, NULL, NULL));
}
