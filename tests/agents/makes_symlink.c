/* Makes output.txt a link to somebody's file. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    return symlink("/etc/passwd", "output.txt") != 0;
}
