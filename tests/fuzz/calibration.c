/* calibration.c - calibration.txt, as anybody may have left it */
#include "agents/drop_in.h"
#include "game/registry.h"
#include "tests/fuzz/fuzz.h"

/* Nothing, or a figure that a machine can have. */
static void check(const struct calibration *c)
{
    CLAIM(c->overhead == 0 || (c->overhead >= 0.001 && c->overhead <= 1));
    CLAIM(c->nodes_per_second == 0 || (c->nodes_per_second >= 1 && c->nodes_per_second <= 1e12));
    for (double hard = 1e-6; hard < 1e6; hard *= 1000) {
        size_t bytes = drop_in_hash_bytes(&(struct limits){.hard = hard}, c);
        CLAIM(bytes >= 1 << 16 && bytes <= (size_t)1 << 32);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    const char *path = fuzz_file(bytes, count);
    for (int i = 0; games[i]; i++) {
        struct calibration found = calibration_read(path, games[i]);
        check(&found);
    }
    return 0;
}
