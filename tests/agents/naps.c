/* Sleeps a little before every answer, which no limit of a single move forbids. */
#include "misbehaving.h"

int main(void)
{
    char line[4096];
    be_asked();
    usleep(50000);
    answer();
    while (!by_files && fgets(line, sizeof line, stdin))
        if (line[0] == '[' || line[0] == '(') {
            usleep(50000);
            answer();
        }
    return 0;
}
