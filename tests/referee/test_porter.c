/* The porter is forked before there are threads. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/thread.h"
#include "referee/guest/program.h"
#include "referee/guest/scratch_dir.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/capacity.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/cleaner.h"
#include "referee/sandbox/folder.h"
#include "referee/sandbox/porter.h"
#include "referee/sandbox/transfer.h"
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

enum { PATIENCE = 60000 }; /* milliseconds, on a machine that others use */

/* True as soon as a directory can be removed, because it is empty or gone. */
static bool becomes_empty(const char *path)
{
    for (int i = 0; i < PATIENCE && rmdir(path) != 0; i++) {
        if (access(path, F_OK) != 0)
            return true;
        usleep(1000);
    }
    return access(path, F_OK) != 0;
}

static void what_is_given_up_is_removed(void **state)
{
    (void)state;
    char place[] = "/tmp/given-up-XXXXXX";
    assert_non_null(mkdtemp(place));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct notes notes = {0};
        char path[SCRATCH_DIR_PATH];
        setenv("TMPDIR", place, 1);
        if (!porter_call(&notes) || scratch_dir_make(path, &notes) < 0)
            _exit(1);
        scratch_dir_abandon();
        _exit(0); /* without what exit(3) would call */
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(becomes_empty(place));
}

static void whoever_leaves_copies_and_removes_no_more(void **state)
{
    (void)state;
    const struct transfer_limit limit = {1 << 20, 100};
    const atomic_bool flag = true;
    struct notes notes = {0};
    char place[] = "/tmp/leaves-XXXXXX";
    assert_non_null(mkdtemp(place));
    int folder = open(place, O_RDONLY | O_DIRECTORY);
    assert_int_equal(mkdirat(folder, "from", 0700), 0);
    assert_int_equal(mkdirat(folder, "to", 0700), 0);
    int from = openat(folder, "from", O_RDONLY | O_DIRECTORY);
    int to = openat(folder, "to", O_RDONLY | O_DIRECTORY);
    assert_true(folder_put(from, "file", "x", 1));
    cancel_set_flag(&flag);
    assert_false(transfer_in(from, to, &limit, &notes));
    assert_false(transfer_back(from, to, &limit, &notes));
    assert_false(folder_remove(AT_FDCWD, place));
    assert_int_equal(faccessat(from, "file", F_OK, 0), 0);
    assert_int_not_equal(faccessat(to, "file", F_OK, 0), 0);
    cleaner_remove(place); /* whoever leaves does not wait for it */
    cancel_set_flag(NULL);
    for (int i = 0; i < PATIENCE && access(place, F_OK) == 0; i++)
        usleep(1000);
    assert_int_not_equal(access(place, F_OK), 0);
    cleaner_stop();
    close(folder);
    close(from);
    close(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_counted),
        cmocka_unit_test(porter_starts_in_a_process_of_one_thread_only),
        /* before this process has a porter itself */
        cmocka_unit_test(what_is_given_up_is_removed),
        cmocka_unit_test(files_allowed_are_raised),
        cmocka_unit_test(guests_take_the_files_that_are_counted),
        cmocka_unit_test(whoever_leaves_copies_and_removes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
