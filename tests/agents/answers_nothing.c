/* Ends, content, without a word. */
#include "misbehaving.h"

int main(void)
{
    be_asked();
    return 0;
}
