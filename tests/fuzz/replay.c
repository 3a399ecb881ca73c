/* replay.c - runs a harness over its corpus, without a fuzzer
 *
 * replay_HARNESS takes the files of fuzz/corpus/HARNESS, or those named as arguments. It speaks
 * TAP. An input that is not handled well ends the process, so the file is announced first.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/fuzz/fuzz.h"

static const char prefix[] = "replay_";

/* False if the file cannot be read. */
static bool run(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char *data = memory_new(TEXT_FILE_MAX);
    size_t count = fread(data, 1, TEXT_FILE_MAX, file);
    bool good = !ferror(file) && fgetc(file) == EOF;
    fclose(file);
    if (good) {
        /* a block of just this size, so that the sanitizer sees every step past its end */
        uint8_t *bytes = memory_new(count);
        memcpy(bytes, data, count);
        LLVMFuzzerTestOneInput(bytes, count);
        free(bytes);
    }
    free(data);
    return good;
}

static bool report(int number, const char *harness, const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", folder, name);
    printf("# %s\n", path);
    fflush(stdout);
    bool good = run(path);
    printf("%sok %d - %s: %s\n", good ? "" : "not ", number, harness, name);
    return good;
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    const char *harness = program_invocation_short_name;
    if (strncmp(harness, prefix, strlen(prefix)) == 0)
        harness += strlen(prefix);
    bool good = true;
    for (int i = 1; i < argc; i++)
        good = report(i, harness, "", argv[i]) && good;
    if (argc > 1)
        return good ? 0 : 1;

    char folder[256];
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s/", harness);
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_input, alphasort);
    if (count <= 0) {
        printf("not ok 1 - %s: %s: %s\n", harness, folder, count < 0 ? strerror(errno) : "empty");
        good = false;
    }
    for (int i = 0; i < count; i++) {
        good = report(i + 1, harness, folder, entries[i]->d_name) && good;
        free(entries[i]);
    }
    free(entries);
    if (count > 0)
        printf("1..%d\n", count);
    return good ? 0 : 1;
}
