/* Thinks for ever. */
#include "sin.h"

int main(void)
{
    be_asked();
    burn(1e9);
    return 0;
}
