/* Stops in the midst of a line. */
#include "sin.h"

int main(void)
{
    be_asked();
    answer_with("A", "0");
    return 0;
}
