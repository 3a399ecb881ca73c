/* Takes memory and uses it, until there is none. */
#include "misbehaving.h"

#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
    be_asked();
    for (;;) {
        enum { BYTES = 1 << 20 };
        volatile char *bytes = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (bytes == MAP_FAILED)
            abort();
        for (int i = 0; i < BYTES; i += 1024)
            bytes[i] = 1;
    }
}
