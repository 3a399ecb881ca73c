/* Answers, and locks the referee out of the directory. */
#include "misbehaving.h"

#include <sys/stat.h>

int main(void)
{
    be_asked();
    answer();
    if (mkdir("deep", 0700) != 0 && chmod("deep", 0700) != 0)
        return 1;
    chmod("deep", 0);
    chmod(".", 0);
    go_on_honestly();
    return 0;
}
