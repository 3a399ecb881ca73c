/* Fills the disk with files that have no name any more and that a child keeps open. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    for (int i = 0, more = 1000; i < 60 && more == 1000; i++) {
        more = fill_file(i, 1000);
        remove_file(i);
    }
    if (fork() == 0)
        for (;;)
            pause();
    answer();
    go_on_honestly();
    return 0;
}
