#include "cmd/parcel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "cmd/zip.h"

struct text *parcel_add(struct parcel *parcel, const char *name, bool executable)
{
    parcel->file = memory_resize(parcel->file, (size_t)(parcel->count + 1) * sizeof *parcel->file);
    struct parcel_file *file = &parcel->file[parcel->count++];
    *file = (struct parcel_file){.name = memory_string(name), .executable = executable};
    return &file->bytes;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct parcel_file *)a)->name, ((const struct parcel_file *)b)->name);
}

static void sort(struct parcel *parcel)
{
    qsort(parcel->file, (size_t)parcel->count, sizeof *parcel->file, by_name);
}

/* Makes the directories above a path, from this byte of it on. */
static bool make_directories(char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        bool good = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!good)
            return false; /* the path now names the one that cannot be made */
        *slash = '/';
    }
    return true;
}

bool parcel_write(struct parcel *parcel, const char *dir, struct text *path)
{
    sort(parcel);
    for (int i = 0; i < parcel->count; i++) {
        const struct parcel_file *file = &parcel->file[i];
        text_clear(path);
        text_add(path, "%s/%s", dir, file->name);
        if (!make_directories(path->data, strlen(dir)) ||
            !file_replace(path->data, file->bytes.data ? file->bytes.data : "",
                          file->bytes.length) ||
            (file->executable && chmod(path->data, 0755) != 0))
            return false;
    }
    return true;
}

void parcel_zip(struct parcel *parcel, struct text *out)
{
    struct zip zip = {0};
    sort(parcel);
    for (int i = 0; i < parcel->count; i++) {
        const struct parcel_file *file = &parcel->file[i];
        zip_add(&zip, file->name, file->executable, file->bytes.data ? file->bytes.data : "",
                file->bytes.length);
    }
    zip_end(&zip);
    *out = zip.files;
    zip.files = (struct text){0};
    zip_free(&zip);
}

void parcel_free(struct parcel *parcel)
{
    for (int i = 0; i < parcel->count; i++) {
        free(parcel->file[i].name);
        text_free(&parcel->file[i].bytes);
    }
    free(parcel->file);
}
