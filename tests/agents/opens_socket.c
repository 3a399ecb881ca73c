/* Wants to ask somebody else. */
#include "misbehaving.h"

#include <sys/socket.h>

int main(void)
{
    be_asked();
    socket(AF_INET, SOCK_STREAM, 0);
    answer();
    go_on_honestly();
    return 0;
}
