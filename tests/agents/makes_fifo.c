/* Makes output.txt a pipe that nobody writes to. */
#include "misbehaving.h"

#include <sys/stat.h>

int main(void)
{
    be_asked();
    return mkfifo("output.txt", 0600) != 0;
}
