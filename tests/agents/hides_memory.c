/* Takes memory that no process seems to have: in shared mappings of which little stays mapped, in
 * files without a name, in mappings of a single byte, for which the kernel gives a page. */
#include "misbehaving.h"

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

/* A byte read in every second megabyte costs no memory but the tables that lead to it. */
static int fill_page_tables(void)
{
    const size_t step = 2 << 20, pages = ENOUGH / 4096;
    char *memory = mmap(NULL, step * pages, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                        -1, 0);
    if (memory == MAP_FAILED || madvise(memory, step * pages, MADV_NOHUGEPAGE) != 0)
        return 1;
    for (size_t i = 0; i < pages; i++)
        (void)*(volatile char *)(memory + i * step);
    return 0;
}

int main(int argc, char **argv)
{
    be_asked();
    const char *way = argc > 1 ? argv[1] : "anonymous";
    if (strcmp(way, "tables") == 0 && fill_page_tables() != 0)
        return 1;
    if (strcmp(way, "pages") == 0) {
        if (!take_pages())
            return 1;
        answer();
        go_on_honestly();
        return 0;
    }
    for (int bytes = 0; bytes < ENOUGH && strcmp(way, "tables") != 0; bytes += PIECE) {
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
