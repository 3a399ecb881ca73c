#include "cmd/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

enum { WORDS_MOST = 1100, SUBMISSIONS = 5, OUTPUT_MOST = 1 << 20 };

static const double store_seconds = 1;    /* between looks at the store */
static const double queue_seconds = 15;   /* between looks at Slurm's queue */
static const double warning_seconds = 60; /* before a time limit */

struct words {
    int count;
    char *word[WORDS_MOST + 1];
};

static void add(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *w, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    if (w->count < WORDS_MOST)
        w->word[w->count++] = text.data;
    else
        text_free(&text);
}

static void clear(struct words *w)
{
    for (int i = 0; i < w->count; i++)
        free(w->word[i]);
    *w = (struct words){0};
}

/* Runs a command, without a shell, and takes what it prints. False, with a fault noted, if it
 * cannot be run or fails. */
static bool run(const struct words *w, struct text *out, struct notes *notes)
{
    int ends[2], status = 0;
    pid_t pid = 0;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return notes_fault(notes, 0, "%s: %s", w->word[0], strerror(errno)) && false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    int error = posix_spawnp(&pid, w->word[0], &actions, NULL, w->word, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char bytes[4096];
    for (ssize_t count; !error && (count = read(ends[0], bytes, sizeof bytes)) != 0;) {
        if (count < 0 && errno != EINTR)
            break;
        if (count > 0 && out->length < OUTPUT_MOST)
            text_add_bytes(out, bytes, (size_t)count);
    }
    close(ends[0]);
    if (error)
        return notes_fault(notes, 0, "%s: %s", w->word[0], strerror(error)) && false;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (status != 0)
        notes_fault(notes, 0, "%s failed: %.150s", w->word[0], out->data ? out->data : "");
    return status == 0;
}

int slurm_array_size(const char *config, int wanted)
{
    const char *at = config ? strstr(config, "MaxArraySize") : NULL;
    at = at ? strchr(at, '=') : NULL;
    int most = at ? atoi(at + 1) : 0;
    return most > 0 && most < wanted ? most : wanted;
}

/* Slurm wants a script; this one becomes the words that follow it. */
static bool write_script(char path[64], struct notes *notes)
{
    static const char script[] = "#!/bin/sh\nexec \"$@\"\n";
    snprintf(path, 64, "/tmp/plywood-slurm-XXXXXX");
    int file = mkstemp(path);
    bool good = file >= 0 && write(file, script, sizeof script - 1) == (ssize_t)sizeof script - 1;
    if (file >= 0)
        good = close(file) == 0 && good;
    return good || (notes_fault(notes, 0, "%s: %s", path, strerror(errno)) && false);
}

static int array_size(int wanted)
{
    struct words w = {0};
    struct text config = {0};
    struct notes ignored = {0};
    add(&w, "scontrol");
    add(&w, "show");
    add(&w, "config");
    int size = run(&w, &config, &ignored) ? slurm_array_size(config.data, wanted) : wanted;
    text_free(&config);
    clear(&w);
    return size;
}

static void add_sbatch(struct words *w, const struct slurm_options *o, int size)
{
    add(w, "sbatch");
    add(w, "--parsable");
    add(w, "--job-name=plywood");
    add(w, "--array=0-%d", size - 1);
    add(w, "--cpus-per-task=%d", o->jobs);
    add(w, "--requeue");
    add(w, "--signal=B:TERM@%d", (int)warning_seconds);
    add(w, "--output=/dev/null");
    if (o->partition)
        add(w, "--partition=%s", o->partition);
    if (o->time_limit)
        add(w, "--time=%s", o->time_limit);
    for (int i = 0; i < o->word_count; i++)
        add(w, "%s", o->words[i]);
}

static void add_worker(struct words *w, const struct slurm_options *o)
{
    char own[4096] = "plywood";
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length > 0)
        own[length] = 0;
    add(w, "%s", o->program ? o->program : own);
    add(w, "worker");
    add(w, "--quiet");
    add(w, "--store=%s", o->where);
    add(w, "--jobs=%d", o->jobs);
    if (o->lease > 0)
        add(w, "--lease=%g", o->lease);
}

/* Sets the job's number. */
static bool submit(const struct slurm_options *o, char job[32], struct notes *notes)
{
    struct words w = {0};
    struct text out = {0};
    char script[64];
    if (!write_script(script, notes))
        return false;
    add_sbatch(&w, o, array_size(o->workers));
    add(&w, "%s", script);
    add_worker(&w, o);
    bool good = run(&w, &out, notes);
    unlink(script); /* sbatch has read it */
    /* warnings may stand before the number, which is the last line's, a cluster's name behind it */
    char *last = out.data;
    for (char *at = out.data; at && *at; at++)
        if (at[0] == '\n' && at[1])
            last = at + 1;
    size_t digits = last ? strspn(last, "0123456789") : 0;
    if (good && (digits == 0 || digits >= 32))
        good = notes_fault(notes, 0, "sbatch: expected a job's number, found \"%.60s\"",
                           last ? last : "") &&
               false;
    if (good)
        snprintf(job, 32, "%.*s", (int)digits, last);
    text_free(&out);
    clear(&w);
    return good;
}

/* Whether any worker waits or runs. A queue that cannot be asked is taken for one that has some. */
static bool is_alive(const char *job)
{
    struct words w = {0};
    struct text out = {0};
    struct notes notes = {0};
    add(&w, "squeue");
    add(&w, "--noheader");
    add(&w, "--job=%s", job);
    add(&w, "--format=%%T");
    bool answered = run(&w, &out, &notes);
    /* once all have ended and are forgotten, the number is an error */
    bool alive = answered ? out.length > 0 : !(out.data && strstr(out.data, "Invalid job id"));
    text_free(&out);
    clear(&w);
    return alive;
}

enum slurm_end slurm_run(struct store *store, const struct slurm_options *o, void (*tick)(void *),
                         void *context, const atomic_bool *stop, struct notes *notes)
{
    char job[32] = "";
    int submissions = 0;
    double store_at = 0, queue_at = 0;
    for (;;) {
        double now = clock_seconds(CLOCK_OF_WALL);
        struct store_progress progress = {0};
        struct notes why = {0};
        if (atomic_load(stop))
            return SLURM_LEFT;
        if (now - store_at >= store_seconds) {
            /* the store may be gone for a moment */
            if (store_progress(store, &progress, &why) && progress.finished)
                return SLURM_FINISHED;
            store_at = now;
        }
        bool alive = job[0] && (now - queue_at < queue_seconds || is_alive(job));
        if (!alive && submissions == SUBMISSIONS) {
            notes_fault(notes, 0, "%d submissions have ended and games are left", submissions);
            return SLURM_FAILED;
        }
        if (!alive) {
            if (!submit(o, job, notes))
                return SLURM_FAILED;
            fprintf(stderr, "submitted as job %s\n", job);
            submissions++;
        }
        if (!alive || now - queue_at >= queue_seconds)
            queue_at = now;
        tick(context);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}
