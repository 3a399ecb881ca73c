#include "referee/guest/judge.h"

#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/exact.h"
#include "base/foreign.h"

enum verdict judge_says(struct answer *answer, enum verdict verdict, const char *format, ...)
{
    struct text detail = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&detail, format, arguments);
    va_end(arguments);
    foreign_put(answer->detail, sizeof answer->detail, detail.data);
    text_free(&detail);
    answer->verdict = verdict;
    return verdict;
}

void judge_last_words(const struct text *complaint, char out[LAST_WORDS])
{
    const char *data = complaint->data ? complaint->data : "";
    size_t end = complaint->length, start;
    while (end > 0 && isspace((unsigned char)data[end - 1]))
        end--;
    for (start = end; start > 0 && data[start - 1] != '\n'; start--) {
    }
    struct text words = {0};
    text_add_foreign(&words, data + start, end - start, LAST_WORDS - 1);
    memcpy(out, words.data, words.length + 1);
    text_free(&words);
}

/* --- a run --- */

static bool cap_comes_first(const struct move_time *time, enum clock_kind clock)
{
    return clock != CLOCK_WALL && time->cap > 0 &&
           (time->remaining <= 0 || time->cap < time->remaining);
}

double judge_cpu_granted(const struct move_time *time, enum clock_kind clock)
{
    return cap_comes_first(time, clock) ? time->cap : time->remaining > 0 ? time->remaining : 0;
}

double judge_wall_budget(const struct contender_options *o, double clock)
{
    const double reserve = 10; /* for example to load a large program */
    return (o->wall_ratio > 0 ? o->wall_ratio : CONTENDER_WALL_RATIO) * clock + reserve;
}

double judge_wall_used(const struct answer *answer)
{
    return warden_wall_counted(answer->wall, answer->waited, answer->cpu);
}

static double idle(double wall, double waited, double cpu)
{
    return fmax(0, warden_wall_counted(wall, waited, cpu) - cpu);
}

double judge_idle(const struct answer *answer)
{
    return idle(answer->wall, answer->waited, answer->cpu);
}

double judge_idle_run(const struct warden_report *report)
{
    return idle(report->wall, report->waited, report->cpu);
}

double judge_wall_left(double before, const struct answer *answer)
{
    const double least = 0.001; /* 0 would mean "no limit" */
    double left = before - judge_wall_used(answer);
    return left > least ? left : least;
}

enum verdict judge_late(struct answer *answer, double late)
{
    if (late >= answer->stolen)
        return answer->verdict;
    size_t used = strlen(answer->detail);
    snprintf(answer->detail + used, sizeof answer->detail - used,
             "; but the host of this machine stopped a core for %.2f s meanwhile", answer->stolen);
    return answer->verdict = VERDICT_OUR_FAILURE;
}

/* This is for an answer that came late. A guest that was killed might never have answered. */
static enum verdict judge_time(const struct move_time *time, enum clock_kind clock,
                               struct answer *answer)
{
    double used = clock == CLOCK_WALL ? judge_wall_used(answer) : answer->cpu;
    const char *kind = clock == CLOCK_WALL ? "wall clock" : "CPU time";
    double over_clock = time->remaining > 0 ? answer->cpu - time->remaining : -1;
    double over_cap = time->cap > 0 ? used - time->cap : -1;
    if (over_clock < 0 && over_cap <= 0)
        return VERDICT_NONE;
    if (over_clock >= 0)
        judge_says(answer, VERDICT_OUT_OF_TIME,
                   "answered, but used %.3f s of CPU time; %.3f s were left", answer->cpu,
                   time->remaining);
    else
        judge_says(answer, VERDICT_OUT_OF_TIME,
                   "answered after %.3f s of %s; a move may take %.3f s", used, kind, time->cap);
    return judge_late(answer, over_clock > over_cap ? over_clock : over_cap);
}

static enum verdict judge_signal(int signal, struct answer *answer)
{
    if (signal == SIGSYS)
        return judge_says(answer, VERDICT_SYSTEM_CALL,
                          "made a system call that is forbidden in the sandbox (SIGSYS)");
    if (signal == SIGXFSZ)
        return judge_says(answer, VERDICT_OUTPUT, "wrote a file larger than it may be (SIGXFSZ)");
    return judge_says(answer, VERDICT_CRASHED, "ended by signal %d, %s (SIG%s)", signal,
                      strsignal(signal), sigabbrev_np(signal) ? sigabbrev_np(signal) : "?");
}

/* Without a control group RLIMIT_DATA just makes allocations fail, and no counter shows that. So a
 * program that failed near its limit counts as out of memory. */
static bool ran_out_of_memory(const struct warden_report *report, const struct policy *policy)
{
    bool failed = report->end == WARDEN_ENDED && report->status != 0;
    return report->end == WARDEN_HEAVY || (failed && report->oom) ||
           (failed && report->memory > policy->memory / 10 * 9);
}

static double megabytes(size_t bytes)
{
    return (double)bytes / (1 << 20);
}

static enum verdict judge_wall(const struct warden_report *report, double limit,
                               enum verdict verdict, struct answer *answer)
{
    double counted = warden_wall_counted(report->wall, report->waited, report->cpu);
    char apart[60] = "";
    if (report->wall - counted >= 0.001)
        snprintf(apart, sizeof apart, ", %.3f s of waiting for a core apart",
                 report->wall - counted);
    return judge_says(
        answer, verdict,
        "killed after %.3f s of wall clock (limit %.3f s%s), having used %.3f s of CPU time%s",
        report->wall, limit, apart, report->cpu,
        report->cpu < counted / 10 ? ": asleep, waiting, or its answer was never flushed" : "");
}

enum verdict judge_run(const struct warden_report *report, const struct policy *policy,
                       const struct warden_order *order, const struct move_time *time,
                       enum clock_kind clock, struct answer *answer)
{
    bool ended = report->end == WARDEN_ENDED;
    answer->cpu = report->cpu;
    answer->wall = report->wall;
    answer->waited = report->waited;
    answer->switches = report->switches;
    answer->stolen = report->stolen;
    answer->memory = report->memory;
    answer->signal = ended && WIFSIGNALED(report->status) ? WTERMSIG(report->status) : 0;
    answer->exit_status = ended && WIFEXITED(report->status) ? WEXITSTATUS(report->status) : -1;
    if (report->filled) /* before memory: files in a tmpfs are charged as memory */
        return judge_says(answer, VERDICT_DISK,
                          "filled its directory: it may hold %.0f MB, %d files and directories",
                          megabytes(policy->disk), policy->entries);
    if (ran_out_of_memory(report, policy))
        return judge_says(answer, VERDICT_MEMORY, "wanted more than the %.0f MB it may have",
                          megabytes(policy->memory));
    switch (report->end) {
    case WARDEN_FAILED:
    case WARDEN_LOST:
        answer->warden_failed = true;
        return judge_says(answer, VERDICT_OUR_FAILURE, "%s", report->failure);
    case WARDEN_NOT_STARTED: return judge_says(answer, VERDICT_EXIT_ERROR, "%s", report->failure);
    case WARDEN_OVER_CPU:
        return judge_says(answer, VERDICT_OUT_OF_TIME,
                          cap_comes_first(time, clock)
                              ? "killed after %.3f s of CPU time; a move may take %.3f s"
                              : "killed after %.3f s of CPU time; %.3f s were left",
                          report->cpu, judge_cpu_granted(time, clock));
    case WARDEN_OVER_WALL: return judge_wall(report, order->wall, VERDICT_OUT_OF_TIME, answer);
    case WARDEN_OVER_BUDGET: {
        double granted = judge_cpu_granted(time, clock);
        bool late = granted > 0 && report->cpu >= granted;
        return judge_wall(report, order->budget, late ? VERDICT_OUT_OF_TIME : VERDICT_WALL_BUDGET,
                          answer);
    }
    case WARDEN_FLOODED:
        return judge_says(answer, VERDICT_OUTPUT, "wrote more than %.0f MB to stdout or stderr",
                          megabytes(policy->file_bytes));
    case WARDEN_LONG_LINE:
        return judge_says(answer, VERDICT_OUTPUT, "wrote a line of more than %d bytes to stdout",
                          WARDEN_OUTPUT);
    case WARDEN_FORBIDDEN:
        return judge_says(answer, VERDICT_SYSTEM_CALL,
                          "made the system call %s, which is forbidden in the sandbox",
                          report->failure);
    case WARDEN_CROWDED:
        return judge_says(answer, VERDICT_PROCESSES, "wanted more than %d processes at once",
                          policy->processes);
    default: break;
    }
    if (answer->signal)
        return judge_signal(answer->signal, answer);
    if (answer->exit_status > 0)
        return judge_says(answer, VERDICT_EXIT_ERROR, "ended with exit status %d",
                          answer->exit_status);
    return judge_time(time, clock, answer);
}

/* --- an answer --- */

/* The form of a line: each number becomes one 9, each letter an A. */
static void form_of(struct line line, char out[64])
{
    int length = 0;
    for (int i = 0; i < line.length && length < 63; i++) {
        unsigned char c = (unsigned char)line.start[i];
        char kind = (char)(isdigit(c) ? '9' : isalpha(c) ? 'A' : isblank(c) ? ' ' : c);
        if (length > 0 && out[length - 1] == kind && strchr("9 ", kind))
            continue;
        out[length++] = kind;
    }
    out[length] = 0;
}

static bool same_form(struct line a, struct line b)
{
    char form[2][64];
    form_of(a, form[0]);
    form_of(b, form[1]);
    return strcmp(form[0], form[1]) == 0;
}

/* The kind of fault, by a comparison with a good answer: does the first line, the move, have the
 * same form? If a board follows, do its rows have the same lengths? */
static enum verdict kind_of_fault(const struct position *p, const struct lines *got)
{
    struct move list[MOVES_MAX];
    p->world->rules->moves(p, list);
    struct notes ignored = {0};
    unsigned code = list[0].code;
    bool legal = p->world->game->move_parse(p, lines_at(got, 0).start, &code, &ignored);
    struct text text = {0};
    p->world->game->answer_write(p, code, &text);
    struct lines good = lines_cut(text.data, text.length);
    bool board_follows = good.count > 1 && !same_form(lines_at(&good, 0), lines_at(&good, 1));
    enum verdict verdict = VERDICT_ILLEGAL_MOVE;
    if (!same_form(lines_at(got, 0), lines_at(&good, 0))) {
        verdict = VERDICT_BAD_FORMAT;
    } else if (board_follows && legal) {
        verdict = got->count == good.count ? VERDICT_WRONG_BOARD : VERDICT_BAD_FORMAT;
        for (int i = 1; i < good.count; i++)
            if (lines_at(got, i).length != lines_at(&good, i).length)
                verdict = VERDICT_BAD_FORMAT;
    } else if (!board_follows) {
        for (int i = 1; i < got->count; i++) /* a chain of jumps has more lines of the same form */
            if (!same_form(lines_at(got, i), lines_at(&good, 0)))
                verdict = VERDICT_BAD_FORMAT;
    }
    lines_free(&good);
    text_free(&text);
    return verdict;
}

enum verdict judge_answer(const struct position *p, const char *file, const char *bytes,
                          size_t count, struct answer *answer)
{
    struct lines lines = lines_cut(bytes, count);
    struct notes notes = {.file = file};
    enum verdict verdict = VERDICT_NONE;
    if (lines.count == 0)
        verdict = judge_says(answer, VERDICT_NO_ANSWER, "%s: expected an answer, found nothing",
                             file);
    else if (!p->world->game->answer_read(p, &lines, &answer->code, &notes))
        verdict = judge_says(answer, kind_of_fault(p, &lines), "%s", notes_why(&notes));
    lines_free(&lines);
    return verdict;
}

enum verdict judge_exact(const char *file, const char *bytes, size_t count, struct answer *answer)
{
    char why[EXACT_WHY];
    if (answer->verdict != VERDICT_NONE || exact_text(bytes, count, why))
        return answer->verdict;
    return judge_says(answer, VERDICT_BAD_FORMAT, "%s: %s", file, why);
}
