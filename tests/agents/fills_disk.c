/* Writes files, each of which is small enough, until its directory takes no more. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    for (int i = 0; i < 60 && fill_file(i, 1000) == 1000; i++) {
    }
    answer();
    go_on_honestly();
    return 0;
}
