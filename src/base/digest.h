/* digest.h - SHA-256, by which programs and games are known
 *
 * A program's author chooses its bytes, so whoever tells programs apart by a hash needs one for
 * which nobody can make two that are equal. FIPS 180-4 describes it; tests/engine/test_core.c has
 * its examples.
 */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct digest {
    uint32_t state[8];
    uint64_t length;
    unsigned char block[64];
};

void digest_begin(struct digest *);
void digest_add(struct digest *, const void *bytes, size_t count);
/* A string and its end, so that two in a row cannot be taken for another two. */
void digest_add_string(struct digest *, const char *);
void digest_add_integer(struct digest *, int64_t);

/* The first half of the digest, 128 bits, in hexadecimal: enough that nobody finds two alike. */
enum { DIGEST_HEX = 33 };
void digest_end(struct digest *, char hex[DIGEST_HEX]);

#endif
