/* Fills its directory with files that are small each. */
#include "misbehaving.h"

#include <fcntl.h>

int main(void)
{
    be_asked();
    for (int i = 0; i < 12000; i++) {
        char name[20];
        snprintf(name, sizeof name, "%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0)
            return 1;
        close(fd);
    }
    answer();
    go_on_honestly();
    return 0;
}
