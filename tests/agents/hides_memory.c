/* Takes memory that no process seems to have: in shared mappings of which little stays mapped, in
 * files without a name, in mappings of a single byte, for which the kernel gives a page. */
#include "sin.h"

#include <sys/mman.h>

enum { PIECE = 512 << 10, ENOUGH = 512 << 20 }; /* a file may have no more than a megabyte */

static char *share(const char *way)
{
    int fd = strcmp(way, "zero") == 0    ? open("/dev/zero", O_RDWR)
             : strcmp(way, "memfd") == 0 ? memfd_create("hidden", 0)
                                         : -1;
    if (fd < 0 && strcmp(way, "anonymous") != 0)
        return MAP_FAILED;
    if (strcmp(way, "memfd") == 0 && ftruncate(fd, PIECE) != 0)
        return MAP_FAILED;
    char *memory = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    if (fd >= 0)
        close(fd);
    return memory;
}

/* Shared memory stays when a process forgets where its pages are. False if none is to be had. */
static bool take_pages(void)
{
    enum { PAGES = 60000 }; /* a process may have a few more mappings than that */
    for (int i = 0; i < PAGES; i++) {
        char *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED)
            return false;
        *(volatile char *)page = 1;
        madvise(page, 4096, MADV_DONTNEED);
    }
    return true;
}

int main(int argc, char **argv)
{
    be_asked();
    const char *way = argc > 1 ? argv[1] : "anonymous";
    if (strcmp(way, "pages") == 0) {
        if (!take_pages())
            return 1;
        answer();
        go_on_honestly();
        return 0;
    }
    for (int bytes = 0; bytes < ENOUGH; bytes += PIECE) {
        volatile char *memory = share(way);
        if (memory == MAP_FAILED)
            return 1;
        for (int i = 0; i < PIECE; i += 4096)
            memory[i] = 1;
        munmap((char *)(size_t)memory + 4096, PIECE - 4096);
    }
    answer();
    go_on_honestly();
    return 0;
}
