/* Writes output.txt without end. */
#include "misbehaving.h"

int main(void)
{
    static char bytes[1 << 16];
    be_asked();
    memset(bytes, 'x', sizeof bytes);
    FILE *out = fopen("output.txt", "w");
    while (out && fwrite(bytes, 1, sizeof bytes, out) == sizeof bytes) {
    }
    return 0;
}
