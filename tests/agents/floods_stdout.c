/* Writes to standard output without end; with pipes a line without end. */
#include "misbehaving.h"

int main(void)
{
    static char bytes[1 << 16];
    be_asked();
    memset(bytes, 'x', sizeof bytes);
    while (write(1, bytes, sizeof bytes) > 0) {
    }
    return 0;
}
