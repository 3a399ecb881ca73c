/* misbehaving.h - what the misbehaving agents share: just enough of both protocols to be asked a
 * question
 *
 * They are asked about a 1 x 1 board of Fruit Rage (files), where A1 is the only move, or the start
 * of land bidding on 4 x 4 (pipes), where 0 1 is legal however it is read.
 */
#ifndef TESTS_AGENTS_MISBEHAVING_H
#define TESTS_AGENTS_MISBEHAVING_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool by_files;

/* Waits until we are asked for a move: at once with files, after a board with pipes. */
static inline void be_asked(void)
{
    char line[4096];
    by_files = access("input.txt", F_OK) == 0;
    if (by_files)
        return;
    printf("offender\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) && line[0] != '[' && line[0] != '(') {
    }
}

static inline void answer_with(const char *file, const char *line)
{
    if (by_files) {
        FILE *out = fopen("output.txt", "w");
        if (out) {
            fputs(file, out);
            fclose(out);
        }
    } else {
        fputs(line, stdout);
        fflush(stdout);
    }
}

static inline void answer(void)
{
    answer_with("A1\n*\n", "0 1\n");
}

/* With pipes there are more turns until the end of the input; with files this is it. */
static inline void go_on_honestly(void)
{
    char line[4096];
    while (!by_files && fgets(line, sizeof line, stdin))
        if (line[0] == '[' || line[0] == '(')
            answer();
}

/* A new file with this number for its name, which stays open. Returns how many kilobytes could be
 * written. */
static inline int fill_file(int number, int kilobytes)
{
    char name[20], block[1024];
    memset(block, 1, sizeof block);
    snprintf(name, sizeof name, "fill-%d", number);
    int fd = open(name, O_WRONLY | O_CREAT, 0600), written = 0;
    while (fd >= 0 && written < kilobytes && write(fd, block, sizeof block) == sizeof block)
        written++;
    return written;
}

static inline void remove_file(int number)
{
    char name[20];
    snprintf(name, sizeof name, "fill-%d", number);
    unlink(name);
}

static inline void burn(double seconds)
{
    struct timespec now;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec < seconds);
}

#endif
