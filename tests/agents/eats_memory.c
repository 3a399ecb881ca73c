/* Takes memory and uses it, until there is none. */
#include "sin.h"

#include <stdlib.h>

int main(void)
{
    be_asked();
    for (;;) {
        char *bytes = malloc(1 << 20);
        if (!bytes)
            abort();
        memset(bytes, 1, 1 << 20);
    }
}
