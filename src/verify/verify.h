/* verify.h - the file of a proof, and its check
 *
 * A few lines of text, an empty line, and then the hints (walk.h), a byte each, in the order in
 * which the walk asks for them: first those of "at least", then those of "at most".
 *
 *     plywood proof 1
 *     game NAME
 *     rules NAME              as on the command line
 *     position LINES          followed by this many lines: the game's own position file
 *     value LOW HIGH          LOW <= value <= HIGH, for the side to move
 *     handover N              where at most N is left the checker searches by itself
 *     memo BITS               the checker remembers 2^BITS positions
 *     hints N                 bytes that follow the empty line
 *     nodes N                 positions that the walk visits
 *     hash HEX                of the hints and then of all lines above
 *
 * The hash tells a damaged file from a whole one. It proves nothing, and nothing rests on it.
 *
 * Nothing in the file is believed. If a check succeeds, then the value of the position that the
 * file shows lies between the two bounds that it names, by the plain rules of that game.
 */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include <stdio.h>

#include "verify/plain.h"

enum {
    CERTIFICATE_TEXT = 4096, /* bytes of the position file, most */
    CERTIFICATE_HEAD = CERTIFICATE_TEXT + 512,
    CERTIFICATE_NAME = 32,
    CERTIFICATE_VALUE = 10000 /* largest value, up or down */
};

/* The most positions that a walk may visit: hours. */
#define CERTIFICATE_NODES UINT64_C(200000000000)

struct certificate {
    char game[CERTIFICATE_NAME], rules[CERTIFICATE_NAME];
    char position[CERTIFICATE_TEXT];
    int low, high, handover, memo_bits;
    uint64_t hints, nodes, hash;
};

/* The hash of what came before and a byte more. */
#define CERTIFICATE_HASH_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t certificate_hash(uint64_t hash, int byte)
{
    hash = (hash ^ (uint64_t)byte) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

enum verdict { VERIFY_PROVEN, VERIFY_REJECTED, VERIFY_NO_MEMORY };

struct verification {
    struct certificate certificate;
    char head[CERTIFICATE_HEAD]; /* its lines as they stand in the file */
    char why[256];               /* it is not proven */
};

/* Checks what can be read from here on; a line on `progress` (NULL: none) tells how far it is. */
enum verdict verify_proof(FILE *, FILE *progress, struct verification *);

/* What has been proven, for people: the position, its value, how much it took. */
void verify_print(const struct verification *, FILE *);

/* The plain rules of the game of this name, or NULL. */
const struct plain_rules *verify_rules(const char *game);

#endif
