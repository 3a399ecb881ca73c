/* Wants to ask somebody else, and asks for it with bits that the kernel does not look at. */
#include "misbehaving.h"

#include <sys/socket.h>
#include <sys/syscall.h>

int main(void)
{
    be_asked();
    syscall(SYS_socket, 0x100000000L + AF_INET, (long)SOCK_STREAM, 0L);
    answer();
    go_on_honestly();
    return 0;
}
