#include "referee/guest/bundle.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/shell.h"

const char *const bundle_files[BUNDLE_FILES] = {"playdata.txt", "calibration.txt"};

static void make_directories(const char *dir)
{
    char part[1024];
    snprintf(part, sizeof part, "%s", dir);
    for (char *at = strchr(part + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(part, 0777);
        *at = '/';
    }
    mkdir(part, 0777);
}

static bool put(const char *dir, const char *name, const struct text *text, struct notes *notes)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    if (file_replace(path, text->data ? text->data : "", text->length))
        return true;
    notes_fault(notes, 0, "%.150s: cannot be written: %s", path, strerror(errno));
    return false;
}

static void write_limits(const struct bundle *b, struct text *out)
{
    json_open(out, "limits", '{');
    json_put_number(out, "cpu_seconds", b->order->cpu);
    json_put_number(out, "wall_seconds", b->order->wall > 0 ? b->order->wall : b->order->budget);
    json_put_number(out, "remaining", b->time.remaining);
    json_put_number(out, "cap", b->time.cap);
    json_put_number(out, "wall_left", b->time.wall);
    json_put_number(out, "grace", b->options->grace);
    json_put_number(out, "patience", b->options->patience);
    json_put_integer(out, "memory", (int64_t)b->policy->memory);
    json_put_integer(out, "disk", (int64_t)b->policy->disk);
    json_put_integer(out, "processes", b->policy->processes);
    json_put_integer(out, "output_bytes", (int64_t)b->policy->file_bytes);
    json_put_integer(out, "open_files", b->policy->open_files);
    json_put_bool(out, "exact", b->options->exact);
    json_put_integer(out, "dialect", b->options->dialect);
    json_put_bool(out, "sandbox", b->policy->sandbox == SANDBOX_ON);
    json_close(out, '}');
    json_open(out, "readable", '[');
    for (int i = 0; i < POLICY_READABLE && b->policy->readable[i][0]; i++)
        json_put_string(out, NULL, b->policy->readable[i]);
    json_close(out, ']');
}

static void write_fault(const struct bundle *b, const struct answer *a, struct text *out)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, b->seed); /* text, as a JSON number has 53 bits */
    json_open(out, NULL, '{');
    json_put_string(out, "verdict", verdict_name(a->verdict));
    json_put_string(out, "meaning", verdict_meaning(a->verdict));
    json_put_string(out, "detail", a->detail);
    json_put_string(out, "game", b->game);
    json_put_string(out, "rules", b->rules);
    json_put_string(out, "side", b->side);
    json_put_string(out, "agent", b->spec);
    json_put_string(out, "hash", b->hash);
    json_put_string(out, "seed", seed);
    json_put_string(out, "rung", b->rung);
    json_put_number(out, "cpu", a->cpu);
    json_put_number(out, "wall", a->wall);
    json_put_integer(out, "switches", a->switches);
    json_put_number(out, "stolen", a->stolen);
    json_put_integer(out, "exit_status", a->exit_status);
    json_put_integer(out, "signal", a->signal);
    json_put_integer(out, "memory", (int64_t)a->memory);
    if (b->command) {
        json_put_string(out, "command", b->command);
        json_put_string(out, "protocol", b->protocol);
        if (b->place[0]) { /* its private directory will be gone, so it must be built again */
            json_put_string(out, "submission", b->source);
            json_put_string(out, "place", b->place);
            if (b->options->build)
                json_put_string(out, "build", b->options->build);
            if (b->options->run)
                json_put_string(out, "run", b->options->run);
        }
        json_put_bool(out, "input_ends", b->input_ends);
        write_limits(b, out);
    }
    json_close(out, '}');
    text_add(out, "\n");
}

/* The path of the running program if it is plywood or the grader, which both have replay; else
 * "plywood", which is looked up in PATH. */
static const char *own_path(char out[4096])
{
    ssize_t length = readlink("/proc/self/exe", out, 4095);
    out[length > 0 ? length : 0] = 0;
    const char *slash = strrchr(out, '/');
    bool known = slash && (strcmp(slash, "/plywood") == 0 || strcmp(slash, "/plywood-grader") == 0);
    return known ? out : "plywood";
}

static void write_rerun(const struct bundle *b, struct text *out)
{
    char own[4096];
    bool pipes = strcmp(b->protocol, "pipes") == 0;
    text_add(out, "#!/bin/sh\n# Asks the same program the same question in a fresh directory.\n"
                  "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 1\n"
                  "for plywood in \"${PLYWOOD:-}\" ");
    shell_add_word(out, own_path(own));
    text_add(
        out,
        " plywood; do\n"
        "    command -v \"$plywood\" >/dev/null 2>&1 && exec \"$plywood\" replay \"$here\" \"$@\"\n"
        "done\n"
        "echo \"NOT CONFINED: there is no plywood here (PLYWOOD=… tells where it is), so nothing but the CPU time is limited\"\n"
        "place=$(mktemp -d) && cd \"$place\" || exit 1\necho \"running in $place\"\n");
    if (!pipes)
        text_add(out, "cp \"$here/input.txt\" .\n");
    for (int i = 0; !pipes && i < BUNDLE_FILES; i++)
        if (b->memory[i].there)
            text_add(out, "cp \"$here/%s\" .\n", bundle_files[i]);
    text_add(out, "(");
    if (b->order->cpu > 0)
        text_add(out, "ulimit -t %.0f; ", 1 + b->order->cpu);
    text_add(out, "exec sh -c ");
    shell_add_word(out, b->command);
    text_add(out, ")%s\necho \"exit status $?\"\n", pipes ? " <\"$here/input.txt\"" : "");
    if (!pipes)
        text_add(out, "[ -f output.txt ] && cat output.txt\n");
}

/* Writes the files of a bundle that exist only if the program is asked by files. */
static bool put_files(const struct bundle *b, const char *dir, struct notes *notes)
{
    bool good = put(dir, "stdout.txt", b->said, notes);
    for (int i = 0; i < BUNDLE_FILES; i++)
        if (b->memory[i].there)
            good = good && put(dir, bundle_files[i], &b->memory[i].text, notes);
    return good;
}

bool bundle_write(const struct bundle *b, const struct answer *a, const char *dir,
                  struct notes *notes)
{
    make_directories(dir);
    struct text fault = {0}, rerun = {0};
    write_fault(b, a, &fault);
    bool good = put(dir, "fault.json", &fault, notes);
    if (good && b->command) {
        write_rerun(b, &rerun);
        good = put(dir, "input.txt", &a->input, notes) &&
               put(dir, "output.txt", &a->output, notes) &&
               put(dir, "stderr.txt", &a->complaint, notes) &&
               put(dir, "rerun.sh", &rerun, notes) && (!b->said || put_files(b, dir, notes));
    }
    text_free(&fault);
    text_free(&rerun);
    return good;
}
