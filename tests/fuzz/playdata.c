/* playdata.c - playdata.txt, as anybody may have left it
 *
 * The input is tried as the file itself. But no chance finds a file whose last line fits the rest;
 * so the same input also says what a sound file is to hold and which of its bytes is then spoilt.
 */
#include <stdio.h>
#include <string.h>

#include "agents/drop_in.h"
#include "base/random.h"
#include "game/registry.h"
#include "tests/fuzz/fuzz.h"

static bool is_equal(const struct playdata *a, const struct playdata *b)
{
    return a->count == b->count && memcmp(a->key, b->key, (size_t)a->count * sizeof *a->key) == 0 &&
           a->memory.length == b->memory.length &&
           (a->memory.length == 0 || memcmp(a->memory.data, b->memory.data, a->memory.length) == 0);
}

static void check_file(const uint8_t *bytes, size_t count)
{
    static struct playdata data, again;
    for (int i = 0; games[i]; i++) {
        const char *path = fuzz_file(bytes, count);
        playdata_read(path, games[i], &data);
        CLAIM(data.count >= 0 && data.count <= PLAYDATA_KEYS);
        CLAIM(playdata_write(fuzz_path(), games[i], &data));
        playdata_read(path, games[i], &again);
        CLAIM(is_equal(&data, &again));
        playdata_free(&again);
        playdata_free(&data);
    }
}

/* All bytes of a file that we wrote. */
static uint8_t *contents(const char *path, size_t *count)
{
    enum { BYTES = 32 * (PLAYDATA_KEYS + 3) };
    static uint8_t bytes[BYTES];
    FILE *file = fopen(path, "r");
    CLAIM(file);
    *count = fread(bytes, 1, BYTES, file);
    CLAIM(*count > 0 && *count < BYTES);
    fclose(file);
    return bytes;
}

static void check_damage(const uint8_t *recipe)
{
    static struct playdata data, again;
    const struct game *game = games[0];
    data.count = 0;
    int keys = recipe[0] < 255 ? recipe[0] % 32 : PLAYDATA_KEYS + 5; /* that is too many */
    for (int i = 0; i < keys; i++)
        playdata_add(&data, hash64((uint64_t)(recipe[1] + i)));
    CLAIM(data.count == (keys < PLAYDATA_KEYS ? keys : PLAYDATA_KEYS));
    CLAIM(keys == 0 || data.key[data.count - 1] == hash64((uint64_t)(recipe[1] + keys - 1)));

    const char *path = fuzz_path();
    CLAIM(playdata_write(path, game, &data));
    playdata_read(path, game, &again);
    CLAIM(is_equal(&data, &again));

    size_t count;
    uint8_t *bytes = contents(path, &count);
    bytes[(size_t)(recipe[2] << 8 | recipe[3]) % count] = recipe[4];
    playdata_read(fuzz_file(bytes, count), game, &again);
    CLAIM(again.count == 0 || is_equal(&data, &again));
    playdata_read(fuzz_file(bytes, (size_t)(recipe[5] << 8 | recipe[6]) % count), game, &again);
    CLAIM(again.count == 0 || is_equal(&data, &again));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    enum { RECIPE = 7 };
    check_file(bytes, count);
    if (count >= RECIPE)
        check_damage(bytes);
    return 0;
}
