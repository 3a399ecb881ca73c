/* fuzz.h - what the harnesses have in common
 *
 * A harness is one function that takes any bytes at all, gives them to a reader, and claims what
 * must be true of the result. The sanitizers watch the memory, the claims watch the meaning; both
 * end the process. README.md tells how harnesses are built, run and added.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdint.h>

#include "game/game.h"

/* libFuzzer's name for a harness, and replay.c's. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Ends the process if the condition does not hold, with or without NDEBUG. */
#define CLAIM(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
void fuzz_fail(const char *file, int line, const char *claim) __attribute__((noreturn));

/* The bytes as a string that ends at the first 0 byte, in a block just large enough for the
 * sanitizer to see every read past its end. Free it. */
char *fuzz_string(const uint8_t *bytes, size_t count);

/* The path of a file that does not exist, in a folder of this process alone, which goes when the
 * process ends. It is always the same path: what was there before is gone. */
const char *fuzz_path(void);

/* The same, but the file exists and holds these bytes. */
const char *fuzz_file(const void *bytes, size_t count);

/* The folder of that file, with one more file in it, of this name and with these bytes, until the
 * next call. */
const char *fuzz_folder(const char *name, const void *bytes, size_t count);

/* Claims all that game.h promises, of the position that a reader in this mode has read and of one
 * that is a few moves on. */
void fuzz_check_problem(const struct problem *, bool salvage);

/* Claims that this code is among the legal moves. */
void fuzz_check_legal(const struct position *, unsigned code);

#endif
