/* manifest.c - plywood.json, as the author of a program may have written it */
#include "referee/guest/manifest.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct manifest manifest;
    struct notes notes = {0};
    bool good = manifest_read(fuzz_folder("plywood.json", bytes, count), &manifest, &notes);
    CLAIM(good == (notes.faults == 0));
    if (good) {
        CLAIM(manifest.command && *manifest.command);
        CLAIM(manifest.memory % (1 << 20) == 0);
        CLAIM(manifest.protocol <= PROTOCOL_PIPES);
        manifest_free(&manifest);
    }
    CLAIM(!manifest.name && !manifest.command && !manifest.build && !manifest.calibrate);
    return 0;
}
