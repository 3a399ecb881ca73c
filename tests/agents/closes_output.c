/* Closes its standard output and lives on. */
#include "sin.h"

int main(void)
{
    be_asked();
    close(1);
    for (;;)
        pause();
}
