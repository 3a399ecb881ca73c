/* The porter is forked before there are threads. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/thread.h"
#include "referee/guest/program.h"
#include "referee/sandbox/capacity.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/porter.h"
#include "tests/check.h"

static void *wait_for_the_end(void *context)
{
    (void)context;
    pause();
    return NULL;
}

/* In a process of its own, which has one thread more: the status with which it ends. */
static int status_with_threads(int more)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct notes notes = {0};
        pthread_t thread;
        for (int i = 0; i < more; i++)
            thread_must_start(&thread, wait_for_the_end, NULL);
        if (!freopen("/dev/null", "w", stderr) || !porter_call(&notes))
            _exit(1);
        exit(0); /* which sends the porter away */
    }
    int status;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void threads_are_counted(void **state)
{
    (void)state;
    assert_int_equal(thread_count(), 1);
}

static void porter_starts_in_a_process_of_one_thread_only(void **state)
{
    (void)state;
    assert_int_equal(status_with_threads(0), 0);
    assert_int_equal(status_with_threads(1), 70);
}

static int files_of(const char *process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/fd", process);
    DIR *files = opendir(path);
    int count = -2; /* . and .. */
    while (files && readdir(files))
        count++;
    if (files)
        closedir(files);
    return count;
}

static int files_of_porter(void)
{
    char path[64], child[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *children = fopen(path, "re");
    assert_non_null(children);
    assert_int_equal(fscanf(children, "%31s", child), 1);
    fclose(children);
    return files_of(child);
}

/* On every rung guests take no more files than is said, in the referee and in the porter. */
static void guests_take_the_files_that_are_counted(void **state)
{
    (void)state;
    enum { GUESTS = 5 };
    static const enum meter_rung rungs[] = {METER_BEST, METER_CGROUP1, METER_WAIT4};
    struct contender_options options = {.grace = 1};
    struct policy policy = {0};
    struct notes notes = {0};
    program_set_policy(&policy, &options, 0);
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        struct cell *cell[GUESTS];
        policy.rung = rungs[i];
        assert_non_null(porter_call(&notes));
        long most = capacity_files(GUESTS, 0), one_more = capacity_files(GUESTS + 1, 0) - most;
        int before = files_of("self");
        for (int k = 0; k < GUESTS; k++)
            assert_non_null(cell[k] = cell_new(&policy, &notes));
        int porter = files_of_porter();
        assert_in_range(porter, GUESTS, most);
        assert_in_range(files_of("self") - before, GUESTS, GUESTS * 4);
        cell_free(cell[0]);
        assert_in_range(porter - files_of_porter(), 1, one_more);
        for (int k = 1; k < GUESTS; k++)
            cell_free(cell[k]);
    }
}

static void files_allowed_are_raised(void **state)
{
    (void)state;
    struct rlimit before, after;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    struct rlimit low = {.rlim_cur = 64, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    capacity_raise();
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &after), 0);
    assert_true(after.rlim_cur == before.rlim_max);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_counted),
        cmocka_unit_test(porter_starts_in_a_process_of_one_thread_only),
        cmocka_unit_test(files_allowed_are_raised),
        cmocka_unit_test(guests_take_the_files_that_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
