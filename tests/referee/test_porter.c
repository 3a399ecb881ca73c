/* The porter is forked before there are threads. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/thread.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_counted),
        cmocka_unit_test(porter_starts_in_a_process_of_one_thread_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
