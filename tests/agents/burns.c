/* Thinks for ever. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    burn(1e9);
    return 0;
}
