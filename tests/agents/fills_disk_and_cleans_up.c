/* Takes all room there is while it thinks, and leaves nothing: only itself it can harm. It fails if
 * it got far more than it may have. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    int kilobytes = 0, files = 0;
    for (int more = 1000; files < 60 && more == 1000; kilobytes += more)
        more = fill_file(files++, 1000);
    for (int i = 0; i < files; i++)
        remove_file(i);
    closefrom(3);
    if (kilobytes > 50000)
        return 1;
    answer();
    go_on_honestly();
    return 0;
}
