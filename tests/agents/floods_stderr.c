/* Complains without end. */
#include "misbehaving.h"

int main(void)
{
    static char bytes[1 << 16];
    be_asked();
    memset(bytes, 'x', sizeof bytes);
    while (write(2, bytes, sizeof bytes) > 0) {
    }
    return 0;
}
