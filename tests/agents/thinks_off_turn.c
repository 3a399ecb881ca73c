/* Answers at once and thinks on the other's time; tells how much it could. */
#include "misbehaving.h"

#include <pthread.h>

static void *think(void *unused)
{
    burn(1e9);
    return unused;
}

static double used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(void)
{
    char line[4096];
    pthread_t thread;
    be_asked();
    pthread_create(&thread, NULL, think, NULL);
    double before = used();
    answer();
    while (fgets(line, sizeof line, stdin))
        if (line[0] == '(') {
            fprintf(stderr, "thought %f\n", used() - before);
            answer();
        }
    return 0;
}
