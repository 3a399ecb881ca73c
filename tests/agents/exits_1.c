/* Ends with an error. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    fprintf(stderr, "I cannot play this\n");
    return 1;
}
