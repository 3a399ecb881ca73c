#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory, size_t bytes)
{
    if (memory)
        return memory;
    fprintf(stderr, "plywood: out of memory (%zu bytes wanted)\n", bytes);
    exit(70);
}

void *memory_new(size_t bytes)
{
    return checked(malloc(bytes ? bytes : 1), bytes);
}

void *memory_zero(size_t bytes)
{
    return checked(calloc(1, bytes ? bytes : 1), bytes);
}

void *memory_aligned(size_t alignment, size_t bytes)
{
    bytes = (bytes + alignment - 1) / alignment * alignment;
    void *memory = checked(aligned_alloc(alignment, bytes), bytes);
    memset(memory, 0, bytes);
    return memory;
}

void *memory_resize(void *old, size_t bytes)
{
    return checked(realloc(old, bytes ? bytes : 1), bytes);
}

char *memory_string(const char *string)
{
    size_t bytes = strlen(string) + 1;
    return memcpy(memory_new(bytes), string, bytes);
}
