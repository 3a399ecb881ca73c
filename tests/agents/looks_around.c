/* Honest but curious: tells how much it can see of others. */
#include "misbehaving.h"

#include <dirent.h>
#include <stdlib.h>

static int entries(const char *path, int numbers_only)
{
    DIR *dir = opendir(path);
    int count = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.' && (!numbers_only || atoi(entry->d_name) > 0);
    if (dir)
        closedir(dir);
    return count;
}

int main(void)
{
    char host[64] = "";
    be_asked();
    gethostname(host, sizeof host - 1);
    fprintf(stderr, "processes %d, neighbours %d, root %d, shadow %d, uid %d, host %s\n",
            entries("/proc", 1), entries("../..", 0), access("/root", F_OK) == 0,
            access("/etc/shadow", F_OK) == 0, (int)getuid(), host);
    answer();
    go_on_honestly();
    return 0;
}
