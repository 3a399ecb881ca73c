/* measure FILE COMMAND… - runs a command and writes to FILE what it took: CPU seconds (user and
 * system), wall seconds, and its exit status (128 and the signal's number if one ended it). */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: measure FILE COMMAND…\n");
        return 2;
    }
    double began = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("measure");
        return 70;
    }
    double wall = now() - began;
    FILE *out = fopen(argv[1], "w");
    if (!out) {
        perror(argv[1]);
        return 70;
    }
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    fprintf(out, "%.6f %.6f %d\n", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), wall,
            code);
    return fclose(out) == 0 ? code : 70;
}
