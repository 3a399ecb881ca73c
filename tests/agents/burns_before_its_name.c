/* Thinks before it is asked, and after that once more; either alone would be quick enough. */
#include "misbehaving.h"

int main(void)
{
    burn(0.06);
    be_asked();
    burn(0.07);
    answer();
    go_on_honestly();
    return 0;
}
