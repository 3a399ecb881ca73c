/* Writes output.txt as large as it may be, and does not mind being stopped. */
#include "misbehaving.h"

#include <signal.h>

int main(void)
{
    static char bytes[1 << 16];
    be_asked();
    signal(SIGXFSZ, SIG_IGN);
    memset(bytes, 'x', sizeof bytes);
    FILE *out = fopen("output.txt", "w");
    while (out && fwrite(bytes, 1, sizeof bytes, out) == sizeof bytes) {
    }
    return 0;
}
