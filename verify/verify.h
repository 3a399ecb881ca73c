/* verify.h - checks a proof
 *
 * Nothing in the file is believed. If a check succeeds, then the value of the position that the
 * file shows lies between the two bounds that it names, by the plain rules of that game.
 */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include <stdio.h>

#include "verify/certificate.h"
#include "verify/plain.h"

enum verdict {
    VERIFY_PROVEN,
    VERIFY_REJECTED,
    VERIFY_UNREADABLE, /* there is no such file */
    VERIFY_NO_MEMORY
};

struct verification {
    struct certificate certificate;
    char head[CERTIFICATE_HEAD]; /* its lines as they stand in the file */
    char why[256];               /* it is not proven */
};

/* Checks what the file of this name holds, or what can be read from here on; a line on `progress`
 * (NULL: none) tells how far it is. */
enum verdict verify_file(const char *path, FILE *progress, struct verification *);
enum verdict verify_stream(FILE *, FILE *progress, struct verification *);

/* What has been proven, for people: the position, its value, how much it took. */
void verify_print(const struct verification *, FILE *);

/* The plain rules of the game of this name, or NULL. */
const struct plain_rules *verify_rules(const char *game);

#endif
