/* The lower rungs: the same programs under circumstances in which a referee may find itself, root
 * or not, with control groups or without. Each circumstance is a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/thread.h"
#include "referee/sandbox/meter.h"
#include "tests/referee/guests.h"

enum { NOBODY = 65534 };

/* --- circumstances --- */

static bool write_to(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return good;
}

static bool stay(void)
{
    return true;
}

static bool become_nobody(void)
{
    return setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 &&
           setresuid(NOBODY, NOBODY, NOBODY) == 0 && prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

static char delegated[METER_PATH]; /* "" for none */

/* As a service manager does it: the group and its files are the user's. */
static bool enter_delegated_group(void)
{
    char path[METER_PATH + 20];
    static const char *const files[] = {"", "/cgroup.procs", "/cgroup.subtree_control"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s%s", delegated, files[i]);
        if (chown(path, NOBODY, NOBODY) != 0)
            return false;
    }
    snprintf(path, sizeof path, "%s/cgroup.procs", delegated);
    return write_to(path, "0") && become_nobody();
}

/* In a user namespace that allows no other, and without any capability there. */
static bool lose_user_namespaces(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {0};
    return become_nobody() && unshare(CLONE_NEWUSER) == 0 &&
           write_to("/proc/self/uid_map", "65534 65534 1") &&
           write_to("/proc/self/setgroups", "deny") &&
           write_to("/proc/self/gid_map", "65534 65534 1") &&
           write_to("/proc/sys/user/max_user_namespaces", "0") &&
           syscall(SYS_capset, &header, none) == 0;
}

static const struct circumstance {
    const char *name;
    bool (*enter)(void);
    const char *rung; /* what it must come to; NULL: that depends on the machine */
} circumstances[] = {
    {"as we are", stay, NULL},
    {"as nobody", become_nobody, "ptrace; namespaces"},
    {"as nobody, with a delegated group", enter_delegated_group, "cgroup v2; namespaces"},
    {"as nobody, without user namespaces", lose_user_namespaces, "ptrace; "},
};

enum { CIRCUMSTANCES = sizeof circumstances / sizeof *circumstances };

static const struct circumstance *here;

/* --- the tests --- */

static struct contender_options limits_on(int rung)
{
    struct contender_options options = guest_limits;
    options.rung = rung;
    return options;
}

/* What stands is told; what is missing too, and a rung below is not taken without need. */
static void what_stands_is_told(void **state)
{
    (void)state;
    struct play play = play_begin("honest", FILES, &guest_limits);
    const char *rung = contender_rung(play.contender), *missing = contender_missing(play.contender);
    print_message("# %s: %s; missing: %s\n", here->name, rung, missing);
    if (here->rung && strncmp(rung, here->rung, strlen(here->rung)) != 0)
        fail_msg("%s: expected %s, found %s, missing %s", here->name, here->rung, rung, missing);
    assert_null(strstr(missing, "exact CPU metering"));
    assert_null(strstr(missing, "freezer"));
    if (here->enter == lose_user_namespaces)
        assert_non_null(strstr(missing, "namespaces"));
    assert_int_equal(play_ask(&play).verdict, VERDICT_NONE);
    play_end(&play);
    struct contender_options options = limits_on(METER_WAIT4);
    play = play_begin("honest", FILES, &options);
    assert_non_null(strstr(contender_missing(play.contender), "exact CPU metering"));
    assert_non_null(strstr(contender_missing(play.contender), "freezer"));
    play_end(&play);
}

/* It sees by its own clock that it was still for as long as we slept, but for the moment in which
 * it is stopped: on a busy machine that moment is long, and we sleep longer. */
static void nobody_is_woken_off_turn(void **state)
{
    (void)state;
    static const int rungs[] = {METER_BEST, METER_CGROUP1, METER_TRACE, METER_WAIT4};
    static const char *const ways[] = {"wakes_itself timer", "wakes_itself child"};
    enum { PAUSE = 100000, LONGEST = 16 * PAUSE };
    for (size_t i = 0; i < 8; i++) {
        struct contender_options options = limits_on(rungs[i / 2]);
        bool again = geteuid() != 0 && rungs[i / 2] < METER_TRACE && rungs[i / 2] > METER_BEST;
        if (again) /* an ordinary user has no such rung */
            continue;
        struct play play = play_begin(ways[i % 2], PIPES, &options);
        play.time.remaining = 60;
        assert_int_equal(play_ask(&play).verdict, VERDICT_NONE);
        bool was_still = false;
        for (useconds_t pause = PAUSE; !was_still; pause *= 2) {
            usleep(pause);
            struct answer answer = play_ask(&play);
            double still = -1;
            sscanf(answer.complaint.data ? answer.complaint.data : "", "still %lf", &still);
            was_still = still >= 0.9e-6 * pause;
            if (answer.verdict != VERDICT_NONE || (!was_still && pause == LONGEST))
                fail_msg("%s, %s: %s, still for %f s: %s", ways[i % 2],
                         contender_rung(play.contender), verdict_name(answer.verdict), still,
                         answer.detail);
        }
        play_end(&play);
    }
}

/* 120 processes used a millisecond each. */
static void brief_processes_are_charged(void **state)
{
    (void)state;
    static const int rungs[] = {METER_BEST, METER_TRACE};
    for (size_t i = 0; i < 2; i++) {
        struct contender_options options = limits_on(rungs[i]);
        struct play play = play_begin("burns_in_mayflies", FILES, &options);
        play.time.remaining = 60;
        struct answer answer = play_ask(&play);
        print_message("# %s: charged %.3f s of 0.120 s\n", contender_rung(play.contender),
                      answer.cpu);
        if (answer.verdict != VERDICT_NONE || answer.cpu < 0.118)
            fail_msg("%s: %s, charged %f s: %s", contender_rung(play.contender),
                     verdict_name(answer.verdict), answer.cpu, answer.detail);
        play_end(&play);
    }
}

/* A process of ours that does nothing but keep the first core busy. */
static pid_t keep_a_core_busy(void)
{
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        sched_setaffinity(0, sizeof first, &first);
        for (;;) {
        }
    }
    return child;
}

/* A program whose first thread sleeps while others wait for a core has waited, and that is known
 * after its end, too. */
static void threads_that_wait_are_seen(void **state)
{
    (void)state;
    enum { BUSY = 3 };
    char spec[4200];
    snprintf(spec, sizeof spec, "cmd:taskset -c 0 %s/burns_in_threads", guest_agents);
    struct contender_options options = limits_on(METER_TRACE);
    struct play play = play_begin_spec(spec, FILES, &options);
    play.time.remaining = 60;
    pid_t busy[BUSY];
    for (int i = 0; i < BUSY; i++)
        busy[i] = keep_a_core_busy();
    struct answer answer = play_ask(&play);
    for (int i = 0; i < BUSY; i++) {
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
    print_message("# %s: used %.3f s of %.3f s, waited %.3f s\n", here->name, answer.cpu,
                  answer.wall, answer.waited);
    if (answer.verdict != VERDICT_NONE || answer.waited < 0.3 * (answer.wall - answer.cpu))
        fail_msg("%s: %s, used %f s of %f s, waited %f s", here->name, verdict_name(answer.verdict),
                 answer.cpu, answer.wall, answer.waited);
    play_end(&play);
}

/* There are never more than five; one that was forgotten would be counted for ever. */
static void nobody_killed_while_it_stops_is_forgotten(void **state)
{
    (void)state;
    struct contender_options options = limits_on(METER_TRACE);
    options.processes = 8;
    struct play play = play_begin("kills_stopped", FILES, &options);
    play.time.remaining = 60;
    struct answer answer = play_ask(&play);
    if (answer.verdict != VERDICT_NONE)
        fail_msg("%s: %s: %s", contender_rung(play.contender), verdict_name(answer.verdict),
                 answer.detail);
    play_end(&play);
}

/* Whoever has ended is no process any more, however many there were. */
static void orphans_that_have_ended_are_not_counted(void **state)
{
    (void)state;
    struct play play = play_begin("leaves_orphans", FILES, &guest_limits);
    play.time.remaining = 60;
    struct answer answer = play_ask(&play);
    if (answer.verdict != VERDICT_NONE)
        fail_msg("%s: %s: %s", contender_rung(play.contender), verdict_name(answer.verdict),
                 answer.detail);
    play_end(&play);
}

static void memory_cannot_be_hidden(void **state)
{
    (void)state;
    static const char *const ways[] = {"hides_memory anonymous", "hides_memory zero",
                                       "hides_memory memfd", "hides_memory pages",
                                       "hides_memory tables"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct play play = play_begin(ways[i], FILES, &guest_limits);
        play.time.remaining = 60;
        struct answer answer = play_ask(&play);
        /* where nothing counts a file without a name it is not granted at all */
        bool refused = i == 2 && answer.verdict == VERDICT_EXIT_ERROR;
        if (answer.verdict != VERDICT_MEMORY && !refused)
            fail_msg("%s: %s: %s", ways[i], verdict_name(answer.verdict), answer.detail);
        play_end(&play);
    }
}

static void memory_of_several_counts_once(void **state)
{
    (void)state;
    struct play play = play_begin("shares_memory", FILES, &guest_limits);
    play.time.remaining = 60;
    struct answer answer = play_ask(&play);
    if (answer.verdict != VERDICT_NONE)
        fail_msg("%s: %s", verdict_name(answer.verdict), answer.detail);
    play_end(&play);
}

static void nobody_speaks_by_locks(void **state)
{
    (void)state;
    struct play play = play_begin("locks_files", FILES, &guest_limits);
    play.time.remaining = 60;
    struct answer answer = play_ask(&play);
    assert_int_equal(answer.verdict, VERDICT_NONE);
    if (answer.complaint.length > 0)
        fail_msg("open ways:\n%s", answer.complaint.data);
    play_end(&play);
}

/* --- shares of the processor --- */

struct rival {
    struct play play;
    struct answer answer;
    atomic_bool ended;
};

static void *ask_rival(void *context)
{
    struct rival *rival = context;
    rival->answer = play_ask(&rival->play);
    rival->ended = true;
    return NULL;
}

static bool kernel_shares_by_session(void)
{
    char value = '0';
    int fd = open("/proc/sys/kernel/sched_autogroup_enabled", O_RDONLY | O_CLOEXEC);
    bool known = fd >= 0 && read(fd, &value, 1) == 1;
    if (fd >= 0)
        close(fd);
    return known && value == '1';
}

/* One account of pending signals for all that a user runs: whoever is frozen with a full one must
 * not take it from others. */
static void signals_cannot_be_used_up(void **state)
{
    (void)state;
    struct play hog = play_begin("fills_signal_queue", PIPES, &guest_limits);
    if (strstr(contender_missing(hog.contender), "namespaces")) {
        play_end(&hog);
        skip(); /* said: without a user namespace the account is the user's own */
    }
    hog.time.remaining = 60;
    assert_int_equal(play_ask(&hog).verdict, VERDICT_NONE);
    struct play victim = play_begin("fills_signal_queue victim", FILES, &guest_limits);
    victim.time.remaining = 60;
    struct answer answer = play_ask(&victim);
    play_end(&victim);
    play_end(&hog);
    assert_int_equal(answer.verdict, VERDICT_NONE);
}

/* A seat with 121 spinning processes is given 5 times as much CPU time for each core as an honest
 * one needs; if both have equal shares, it has not used it up when the honest one is done. */
static void a_crowd_has_one_share(void **state)
{
    (void)state;
    if (here->enter != stay && here->enter != become_nobody)
        skip(); /* it would be the same */
    double cores = (double)sysconf(_SC_NPROCESSORS_ONLN);
    struct contender_options options = guest_limits;
    options.processes = 130;
    options.memory = 256 << 20;
    struct play honest = play_begin("answers_late", FILES, &guest_limits);
    if (strstr(contender_missing(honest.contender), "share of the processor") &&
        !kernel_shares_by_session()) {
        play_end(&honest);
        skip();
    }
    struct rival rival = {.play = play_begin("spins_in_sessions 120", FILES, &options)};
    rival.play.time.remaining = 0.5 * cores;
    honest.time.remaining = 60;
    pthread_t thread;
    thread_must_start(&thread, ask_rival, &rival);
    usleep(100000); /* by then it spins, or else it has more time left */
    struct answer answer = play_ask(&honest);
    bool was_first = !rival.ended;
    pthread_join(thread, NULL);
    enum verdict verdict = rival.answer.verdict;
    play_end(&rival.play);
    play_end(&honest);
    assert_int_equal(verdict, VERDICT_OUT_OF_TIME);
    assert_int_equal(answer.verdict, VERDICT_NONE);
    assert_true(was_first);
}

/* --- all of it --- */

static int run_all(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_is_told),
        cmocka_unit_test(nobody_is_woken_off_turn),
        cmocka_unit_test(brief_processes_are_charged),
        cmocka_unit_test(memory_cannot_be_hidden),
        cmocka_unit_test(memory_of_several_counts_once),
        cmocka_unit_test(nobody_speaks_by_locks),
        cmocka_unit_test(signals_cannot_be_used_up),
        cmocka_unit_test(a_crowd_has_one_share),
        cmocka_unit_test(nobody_killed_while_it_stops_is_forgotten),
        cmocka_unit_test(orphans_that_have_ended_are_not_counted),
        cmocka_unit_test(threads_that_wait_are_seen),
    };
    return cmocka_run_group_tests_name(here->name, tests, NULL, NULL);
}

/* A group of version 2 for one who is not root; none where it cannot be made. */
static void make_delegated_group(void)
{
    static const char *const places[] = {"/sys/fs/cgroup/unified", "/sys/fs/cgroup"};
    for (size_t i = 0; i < 2 && !delegated[0]; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/cgroup.procs", places[i]);
        snprintf(delegated, sizeof delegated, "%s/plywood-test-%d", places[i], (int)getpid());
        if (access(path, F_OK) != 0 || mkdir(delegated, 0755) != 0)
            delegated[0] = 0;
    }
}

static int run_under(const struct circumstance *circumstance)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        here = circumstance;
        if (!here->enter()) {
            printf("# %s: not on this machine: %s\n", here->name, strerror(errno));
            exit(0);
        }
        exit(run_all());
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(void)
{
    if (!guests_begin() || !guests_copy_agents())
        return 1;
    if (geteuid() == 0)
        make_delegated_group();
    int failures = 0;
    int count = thoroughly() ? CIRCUMSTANCES : 2;
    for (int i = 0; i < count; i++)
        if (i == 0 || geteuid() == 0)
            failures += run_under(&circumstances[i]);
    if (delegated[0] && rmdir(delegated) != 0)
        failures++;
    return guests_end(failures);
}
