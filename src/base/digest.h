/* digest.h - SHA-256 (FIPS 180-4), which identifies programs and games
 *
 * A program's author chooses its bytes, so the hash must be collision-resistant.
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
/* Adds the terminating 0 byte too, so that "a", "bc" and "ab", "c" differ. */
void digest_add_string(struct digest *, const char *);
void digest_add_integer(struct digest *, int64_t);

/* The first 128 bits of the digest in hexadecimal. */
enum { DIGEST_HEX = 33 };
void digest_end(struct digest *, char hex[DIGEST_HEX]);

#endif
