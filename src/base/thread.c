#include "base/thread.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { STACK_BYTES = 16 << 20 };

int thread_count(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *entry; tasks && (entry = readdir(tasks));)
        count += entry->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return count;
}

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int failed = pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return failed == 0;
}

void thread_must_start(pthread_t *thread, void *(*run)(void *), void *context)
{
    if (thread_start(thread, run, context))
        return;
    fprintf(stderr, "plywood: a thread cannot be started\n");
    exit(70);
}
