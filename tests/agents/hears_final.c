/* No offence: answers, and proves that it has read the result, which it keeps as the name of a
 * file, and then that its input has ended. */
#include "tests/agents/misbehaving.h"

#include <stdlib.h>

static void leave_file(const char *name)
{
    FILE *file = fopen(name, "w");
    if (file)
        fclose(file);
}

int main(void)
{
    char line[4096], name[64] = "";
    int first, second;
    be_asked();
    answer_with("A1\n*\n", "0 1\n");
    while (fgets(line, sizeof line, stdin))
        if (sscanf(line, "FINAL %d %d", &first, &second) == 2)
            snprintf(name, sizeof name, "heard-%d-%d-and-the-end", first, second);
    if (name[0])
        leave_file(name);
    return 0;
}
