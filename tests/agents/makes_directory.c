/* Makes output.txt a directory that is hard to remove. */
#include "misbehaving.h"

#include <sys/stat.h>

int main(void)
{
    be_asked();
    mkdir("output.txt", 0700);
    for (int depth = 0; depth < 120; depth++)
        if (chdir(depth ? "deep" : "output.txt") != 0 || mkdir("deep", 0700) != 0)
            return 1;
    return chmod("deep", 0) != 0;
}
