/* Fails unless input.txt is exact; then puts a directory in its place. */
#include "misbehaving.h"

#include <sys/stat.h>

int main(void)
{
    char line[64] = "";
    be_asked();
    FILE *in = fopen("input.txt", "r");
    if (!in || !fgets(line, sizeof line, in) || strcmp(line, "1\n") != 0)
        return 1;
    fclose(in);
    if (unlink("input.txt") != 0 || mkdir("input.txt", 0700) != 0)
        return 1;
    answer();
    return 0;
}
