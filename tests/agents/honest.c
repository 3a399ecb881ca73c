/* Does nothing wrong; the measure of the others. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    answer();
    go_on_honestly();
    return 0;
}
