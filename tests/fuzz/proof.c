/* proof.c - the files of proofs
 *
 * Whatever the bytes are, the check ends with a verdict and a word about it. It may take a file for
 * a proof only if the file says as much as a proof does. Files that ask for much memory or work are
 * left out: they would take their time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "verify/verify.h"

/* True if the number after a word of the head is larger than this. */
static bool asks_for_more(const char *text, const char *word, double most)
{
    const char *found = strstr(text, word);
    return found && strtod(found + strlen(word), NULL) > most;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0 || count > TEXT_FILE_MAX)
        return 0;
    char *text = fuzz_string(bytes, count);
    bool too_much = asks_for_more(text, "memo", 12) || asks_for_more(text, "nodes", 1e5);
    free(text);
    if (too_much)
        return 0;
    FILE *file = fmemopen((void *)(uintptr_t)bytes, count, "rb");
    CLAIM(file);
    static struct verification v;
    enum verdict verdict = verify_proof(file, NULL, &v);
    fclose(file);
    CLAIM(verdict == VERIFY_PROVEN || v.why[0]);
    CLAIM(memchr(v.why, 0, sizeof v.why));
    if (verdict == VERIFY_PROVEN) {
        CLAIM(verify_rules(v.certificate.game));
        CLAIM(v.certificate.low <= v.certificate.high);
        CLAIM(v.certificate.nodes > 0);
    }
    return 0;
}
