/* Leaves a file beside its program, in the directories above its own, and in /tmp. */
#include "misbehaving.h"

#include <libgen.h>

static void leave_mark(const char *dir)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/plywood-agent-was-here", dir);
    FILE *out = fopen(path, "w");
    if (out)
        fclose(out);
}

int main(int argc, char **argv)
{
    (void)argc;
    be_asked();
    leave_mark(dirname(argv[0]));
    leave_mark("..");
    leave_mark("../..");
    leave_mark("/tmp");
    leave_mark("/usr/bin");
    answer();
    go_on_honestly();
    return 0;
}
