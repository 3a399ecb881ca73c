/* Kills all processes it can name, its opponent among them. */
#include "misbehaving.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>

int main(void)
{
    be_asked();
    DIR *dir = opendir("/proc");
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        int pid = atoi(entry->d_name);
        if (pid > 0 && pid != getpid())
            kill(pid, SIGKILL);
    }
    kill(-1, SIGKILL);
    answer();
    go_on_honestly();
    return 0;
}
