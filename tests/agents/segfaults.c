/* Reads what is not there. */
#include "misbehaving.h"

int main(void)
{
    volatile int *volatile nothing = NULL;
    be_asked();
    return *nothing; // NOLINT: that is the offence
}
