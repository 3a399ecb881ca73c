/* bundle.c - fault.json of a bundle that is to be run again */
#include <string.h>

#include "referee/guest/rerun.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const char input[] = "1\n1\n1.000\n0\n";
    struct notes notes = {0};
    fuzz_file(input, strlen(input));
    struct rerun *rerun = rerun_new(fuzz_folder("fault.json", bytes, count), &notes);
    CLAIM((rerun != NULL) == (notes.faults == 0));
    if (rerun) {
        CLAIM(rerun_game(rerun) && *rerun_command(rerun));
        CLAIM(rerun_verdict_then(rerun) && rerun_detail_then(rerun) && rerun_rung_then(rerun));
    }
    rerun_free(rerun);
    return 0;
}
