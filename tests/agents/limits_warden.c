/* Takes files or time away from whoever started it, with limits that a process may set for another
 * one of the same user. */
#include "misbehaving.h"

#include <sys/resource.h>

int main(int argc, char **argv)
{
    be_asked();
    bool time = argc > 1 && strcmp(argv[1], "cpu") == 0;
    struct rlimit limit = {time, time};
    prlimit(getppid(), time ? RLIMIT_CPU : RLIMIT_NOFILE, &limit, NULL);
    answer();
    go_on_honestly();
    return 0;
}
