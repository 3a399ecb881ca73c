/* The referee's process layer: one misbehaving program after the other, each with the verdict that
 * it must get, and nothing left behind. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/guest/judge.h"
#include "referee/sandbox/meter.h"
#include "tests/referee/guests.h"

/* True if namespaces and Landlock stand around it. */
static bool is_kept_in(const struct play *play)
{
    const char *missing = contender_missing(play->contender);
    return !strstr(missing, "namespace") && !strstr(missing, "file system") &&
           !strstr(missing, "landlock");
}

/* --- what must not be left behind --- */

/* Processes of our own copies of the agents. */
static int count_offenders(void)
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
        count += strncmp(target, guest_agents, strlen(guest_agents)) == 0;
    }
    closedir(dir);
    return count;
}

/* Those in our own place; others may mount what they like meanwhile. */
static int count_mounts(void)
{
    FILE *file = fopen("/proc/self/mounts", "r");
    char line[1024];
    int count = 0;
    while (fgets(line, sizeof line, file))
        count += strstr(line, guest_place) != NULL;
    fclose(file);
    return count;
}

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
        count += guest_count_matches(pattern);
    }
    return count;
}

static void assert_nothing_is_left(const char *name)
{
    char pattern[128];
    snprintf(pattern, sizeof pattern, "%s/plywood-*/[0-9]*", guest_place);
    int files = guest_count_matches(pattern), offenders = count_offenders(),
        groups = count_groups(), mounts = count_mounts();
    if (files || offenders || groups || mounts)
        fail_msg("%s left %d files, %d processes, %d control groups, %d mounts", name, files,
                 offenders, groups, mounts);
}

/* --- the table --- */

enum { ALSO_OFF = 1, ONLY_FILES = 2, ONLY_PIPES = 4, SLEEPS = 8, BURNS = 16, DANGEROUS = 32 };

static const struct offence {
    const char *name;
    enum verdict verdict;
    int flags; /* ALSO_OFF: harmless enough to be run without sandbox, and judged the same;
                  SLEEPS: only the wall clock ends it, which we make short;
                  BURNS: it is about CPU time, of which it gets little;
                  DANGEROUS: not where the kernel grants no namespaces to keep it in */
} offences[] = {
    {"honest", VERDICT_NONE, ALSO_OFF},
    {"sleeps", VERDICT_WALL_BUDGET, ALSO_OFF | SLEEPS},
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
    {"fills_home", VERDICT_DISK, ALSO_OFF},
    {"fills_disk", VERDICT_DISK, ALSO_OFF},
    {"fills_disk_unseen", VERDICT_DISK, 0},
    {"fills_disk_and_cleans_up", VERDICT_NONE, 0},
    {"locks_home", VERDICT_NONE, ALSO_OFF},
    {"writes_outside", VERDICT_NONE, 0},
    {"opens_socket", VERDICT_SYSTEM_CALL, 0},
    {"opens_socket_oddly", VERDICT_SYSTEM_CALL, 0},
    {"forks_untraced", VERDICT_SYSTEM_CALL, 0},
    {"limits_warden files", VERDICT_SYSTEM_CALL, 0},
    {"limits_warden cpu", VERDICT_SYSTEM_CALL, 0},
    {"slows_warden affinity", VERDICT_SYSTEM_CALL, 0},
    {"slows_warden idle", VERDICT_SYSTEM_CALL, 0},
    {"slows_warden nice", VERDICT_SYSTEM_CALL, 0},
    {"slows_warden pidfd", VERDICT_SYSTEM_CALL, 0},
    {"slows_warden user", VERDICT_NONE, 0},
    {"kills_parent", VERDICT_NONE, DANGEROUS},
    {"kills_everybody", VERDICT_NONE, DANGEROUS},
    {"ignores_sigterm", VERDICT_WALL_BUDGET, ALSO_OFF | SLEEPS},
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
};

enum { OFFENCES = sizeof offences / sizeof *offences };

/* The first answer; on a machine whose host stops its cores, one of a time when it did not. */
static struct answer first_answer(struct play *play, const struct offence *offence, int protocol,
                                  const struct contender_options *options)
{
    struct answer answer;
    for (int attempt = 0; attempt < 20; attempt++) {
        if (attempt > 0) {
            play_end(play);
            *play = play_begin(offence->name, protocol, options);
        }
        if (!(offence->flags & BURNS))
            play->time.remaining = 60;
        answer = play_ask(play);
        if (answer.verdict != VERDICT_OUR_FAILURE || answer.stolen == 0)
            break;
    }
    return answer;
}

enum { UNJUDGED_MOST = 3 };
static int unjudged; /* in all, for that reason */

static void commit(const struct offence *offence, int protocol,
                   const struct contender_options *options)
{
    char problem[900] = "";
    struct play play = play_begin(offence->name, protocol, options);
    if ((offence->flags & DANGEROUS) && !is_kept_in(&play)) {
        play_end(&play);
        return;
    }
    struct answer answer = first_answer(&play, offence, protocol, options);
    if (answer.verdict == VERDICT_OUR_FAILURE && answer.stolen > 0 && unjudged++ < UNJUDGED_MOST) {
        print_message("# %s is not judged: the host stops cores all the time\n", offence->name);
        play_end(&play);
        return;
    }
    if (answer.verdict != offence->verdict || (answer.verdict != VERDICT_NONE && !answer.detail[0]))
        snprintf(problem, sizeof problem, "expected %s, found %s: %s\nstderr: %.300s",
                 verdict_name(offence->verdict), verdict_name(answer.verdict), answer.detail,
                 answer.complaint.data ? answer.complaint.data : "");
    if (answer.verdict == VERDICT_NONE) { /* harmless, and so it stays */
        answer = play_ask(&play);
        if (answer.verdict != VERDICT_NONE)
            snprintf(problem, sizeof problem, "asked again, found %s: %s",
                     verdict_name(answer.verdict), answer.detail);
    }
    play_end(&play);
    if (problem[0])
        fail_msg("%s by %s: %s", offence->name, protocol == FILES ? "files" : "pipes", problem);
    assert_nothing_is_left(offence->name);
}

static void commit_all(int protocol, enum sandbox sandbox, int rung)
{
    struct contender_options options = guest_limits;
    options.sandbox = sandbox;
    options.rung = rung;
    for (int i = 0; i < OFFENCES; i++) {
        if ((offences[i].flags & (protocol == FILES ? ONLY_PIPES : ONLY_FILES)) ||
            (sandbox == SANDBOX_OFF && !(offences[i].flags & ALSO_OFF)))
            continue;
        /* nothing but control groups limits root's processes: it would be killed, but late */
        if (strcmp(offences[i].name, "forks") == 0 && rung == METER_WAIT4 && geteuid() == 0)
            continue;
        options.patience = offences[i].flags & SLEEPS ? 0.2 : 0;
        commit(&offences[i], protocol, &options);
    }
    assert_int_equal(guest_count_matches("/tmp/plywood-agent-was-here"), 0);
    assert_int_equal(guest_count_matches("/usr/bin/plywood-agent-was-here"), 0);
    char pattern[4200];
    snprintf(pattern, sizeof pattern, "%s/plywood-agent-was-here", guest_agents);
    assert_int_equal(guest_count_matches(pattern), 0);
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
    if (thoroughly())
        commit_all(FILES, SANDBOX_ON, METER_CGROUP1);
    commit_all(FILES, SANDBOX_ON, METER_TRACE);
    if (!thoroughly())
        return;
    commit_all(PIPES, SANDBOX_ON, METER_TRACE);
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
    if (thoroughly())
        commit_all(PIPES, SANDBOX_OFF, METER_BEST);
}

/* --- what the table cannot tell --- */

/* Without sandbox nothing protects the warden; but the game is void, and the house is cleaned. */
static void without_sandbox_parents_can_be_killed(void **state)
{
    (void)state;
    static const int rungs[] = {METER_BEST, METER_WAIT4};
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        struct contender_options options = guest_limits;
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
    struct play play = play_begin("opens_socket", FILES, &guest_limits);
    assert_string_equal(play_ask(&play).detail,
                        "made the system call socket(2, …), which is forbidden in the sandbox");
    play_end(&play);
}

/* While one seat is taken, the other's program does what it can to it. */
static void neighbours_are_safe(void **state)
{
    (void)state;
    static const char *const bad[] = {"kills_everybody", "changes_playdata", "writes_outside"};
    struct contender_options options = guest_limits;
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
    struct contender_options options = guest_limits;
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

/* How much of half a second off turn it could think, in CPU seconds. */
static double thought_off_turn(int rung)
{
    struct contender_options options = guest_limits;
    options.rung = rung;
    struct play play = play_begin("thinks_off_turn", PIPES, &options);
    play.time.remaining = 60;
    assert_int_equal(play_ask(&play).verdict, VERDICT_NONE);
    usleep(500000);
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_NONE);
    double thought = -1;
    sscanf(answer.complaint.data, "thought %lf", &thought);
    play_end(&play);
    assert_true(thought >= 0);
    return thought;
}

/* Where nobody is frozen it thinks all the while, each time. Who freezes it may be kept waiting by
 * a busy machine before and after, when it is its turn as well; so one time of several is enough.
 */
static void nobody_thinks_off_turn(void **state)
{
    (void)state;
    enum { TRIES = 10 };
    static const int rungs[] = {METER_BEST, METER_TRACE, METER_WAIT4};
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        double least = 1;
        for (int try = 0; try < TRIES && least >= 0.25; try++) {
            double thought = thought_off_turn(rungs[i]);
            least = thought < least ? thought : least;
        }
        assert_true(least < 0.25);
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
            struct contender_options options = guest_limits;
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
    struct contender_options options = guest_limits;
    options.grace = 0.3;
    struct play play = play_begin("burns", FILES, &options);
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_OUT_OF_TIME);
    assert_true(answer.cpu >= 0.35 && answer.cpu < 4); /* 0.05 s were left */
    play_end(&play);
}

/* However short the naps are, a game has an end. */
static void naps_add_up(void **state)
{
    (void)state;
    for (int protocol = FILES; protocol <= PIPES; protocol++) {
        struct play play = play_begin("naps", protocol, &guest_limits);
        play.time.remaining = 60;
        play.time.wall = 1;
        struct answer answer = {0};
        int moves = 0;
        for (; moves < 100 && answer.verdict == VERDICT_NONE; moves++) {
            answer = play_ask(&play);
            play.time.wall = judge_wall_left(play.time.wall, &answer);
        }
        if (answer.verdict != VERDICT_WALL_BUDGET)
            fail_msg("%s after %d moves: %s", verdict_name(answer.verdict), moves, answer.detail);
        play_end(&play);
    }
}

/* A cap on the move counts as the rest of the clock does, and the sentence tells which it was. */
static void the_first_limit_counts(void **state)
{
    (void)state;
    struct play play = play_begin("burns", FILES, &guest_limits);
    play.time = (struct move_time){.remaining = 600, .cap = 0.05};
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_OUT_OF_TIME);
    assert_non_null(strstr(answer.detail, "a move may take 0.050 s"));
    play_end(&play);
}

int main(void)
{
    if (!guests_begin() || !guests_copy_agents())
        return 1;
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
        cmocka_unit_test(naps_add_up),
        cmocka_unit_test(the_first_limit_counts),
    };
    return guests_end(cmocka_run_group_tests(tests, NULL, NULL));
}
