/* Reads what is not there. */
#include "sin.h"

int main(void)
{
    volatile int *volatile nothing = NULL;
    be_asked();
    return *nothing; // NOLINT: that is the sin
}
