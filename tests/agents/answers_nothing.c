/* Ends, content, without a word. */
#include "sin.h"

int main(void)
{
    be_asked();
    return 0;
}
