/* Closes its standard output and lives on. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    close(1);
    for (;;)
        pause();
}
