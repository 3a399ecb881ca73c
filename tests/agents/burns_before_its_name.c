/* Thinks before it is asked, and after that once more; either alone would be quick enough. */
#include "sin.h"

int main(void)
{
    burn(0.03);
    be_asked();
    burn(0.06);
    answer();
    go_on_honestly();
    return 0;
}
