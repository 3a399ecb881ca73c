/* Answers well, but after its time. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    burn(0.1);
    answer();
    go_on_honestly();
    return 0;
}
