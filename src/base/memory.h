/* memory.h - allocation that cannot fail: without memory the program prints a line and exits with
 * 70 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

void *memory_new(size_t bytes);                       /* not cleared */
void *memory_zero(size_t bytes);                      /* cleared */
void *memory_aligned(size_t alignment, size_t bytes); /* cleared; bytes are rounded up */
void *memory_resize(void *, size_t bytes);
char *memory_string(const char *);

#endif
