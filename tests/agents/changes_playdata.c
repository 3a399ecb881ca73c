/* Looks for the playdata.txt of others and changes it. */
#include "misbehaving.h"

#include <glob.h>

int main(void)
{
    static const char *const patterns[] = {
        "../../*/home/playdata.txt", "/tmp/*/*/home/playdata.txt", "/tmp/*/*/*/home/playdata.txt",
        "/proc/*/cwd/playdata.txt"};
    be_asked();
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found;
        if (glob(patterns[i], 0, NULL, &found) != 0)
            continue;
        for (size_t f = 0; f < found.gl_pathc; f++) {
            FILE *out = fopen(found.gl_pathv[f], "w");
            if (out) {
                fputs("spoiled\n", out);
                fclose(out);
            }
        }
        globfree(&found);
    }
    answer();
    go_on_honestly();
    return 0;
}
