#include "cmd/solve_aid.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const struct cli_option solve_aid_options[] = {
    {"threads", "N", "search in this many threads", CLI_INT(struct solve_wishes, threads, 1, 64),
     .usual = "1"},
    {"keep", "FILE", "keep answers that took much work, and go on from them",
     CLI_STRING(struct solve_wishes, keep)},
    {"progress", NULL, "write what is proven so far to stderr, once a second",
     CLI_FLAG(struct solve_wishes, progress)},
    {0},
};

struct solve_aid {
    const struct command *command;
    const struct position *position;
    double started; /* by the wall clock */
    const char *path;
    FILE *kept;
    double asked_at;  /* seconds: when the question at hand came up */
    int asked;        /* that question */
    double next_line; /* seconds */
};

static double seconds(const struct solve_aid *aid)
{
    return clock_seconds(CLOCK_OF_WALL) - aid->started;
}

static void write_margin(const struct solve_aid *aid, int value, char out[16])
{
    if (value <= -VALUE_MAX || value >= VALUE_MAX)
        strcpy(out, "?");
    else
        snprintf(out, 16, "%+g", position_points(aid->position, value));
}

/* Where a win is worth a bonus, values between are nobody's: the question is who wins. */
static void write_question(const struct solve_aid *aid, int value, char out[32])
{
    int whole = value + position_banked(aid->position),
        bonus = aid->position->world->game->win_bonus;
    char margin[16];
    write_margin(aid, value, margin);
    if (whole > 0 && whole <= bonus)
        strcpy(out, "a win?");
    else if (whole <= 0 && whole > -bonus && bonus > 0)
        strcpy(out, "no loss?");
    else
        snprintf(out, 32, "%s or more?", margin);
}

static void hear(void *context, const struct solver_news *news)
{
    struct solve_aid *aid = context;
    double now = seconds(aid);
    if (news->asked != aid->asked || aid->asked_at <= 0) {
        aid->asked = news->asked;
        aid->asked_at = now;
    }
    if (now < aid->next_line)
        return;
    aid->next_line = now + 1;
    char low[16], high[16], asked[32], left[32] = "?";
    write_margin(aid, news->low, low);
    write_margin(aid, news->high, high);
    write_question(aid, news->asked, asked);
    if (news->share > 0)
        snprintf(left, sizeof left, "%.0f s", (now - aid->asked_at) * (1 / news->share - 1));
    fprintf(stderr,
            "%.1f M nodes, %.1f M/s; value %s to %s; %s %.1f %% of this question done, "
            "at most %s left\n",
            (double)news->nodes / 1e6, (double)news->nodes / 1e6 / (now > 0 ? now : 1), low, high,
            asked, 100 * news->share, left);
}

static void keep(void *context, const char *line)
{
    struct solve_aid *aid = context;
    if (fprintf(aid->kept, "%s\n", line) < 0 || fflush(aid->kept) != 0)
        cli_cannot(aid->command, "%s: %s", aid->path, strerror(errno));
}

static void write_head(const struct position *p, char *out, size_t size)
{
    const struct world *world = p->world;
    snprintf(out, size, "answers of %s, %s, %d x %d\n", world->game->name,
             world->game->variants[world->variant].name, world->size, world->size);
}

/* Takes back what the file has; leaves the file at its end, ready for more. */
static void recall(struct solve_aid *aid, struct solver *solver)
{
    char head[128], *line = NULL;
    size_t room = 0;
    ssize_t length;
    long good = 0;
    write_head(aid->position, head, sizeof head);
    for (long number = 1; (length = getline(&line, &room, aid->kept)) > 0; number++) {
        if (line[length - 1] != '\n')
            break;
        if (number == 1 && strcmp(line, head) != 0)
            cli_fail(aid->command, "%s:1: expected '%.*s'", aid->path, (int)strlen(head) - 1, head);
        line[length - 1] = '\0';
        if (number > 1 && !solver_recall(solver, line))
            cli_fail(aid->command, "%s:%ld: this is no answer: %s", aid->path, number, line);
        good += length;
    }
    free(line);
    if (fseek(aid->kept, good, SEEK_SET) != 0)
        cli_cannot(aid->command, "%s: %s", aid->path, strerror(errno));
    if (good == 0)
        fputs(head, aid->kept);
}

static void open_kept(struct solve_aid *aid, struct solver *solver)
{
    aid->kept = fopen(aid->path, "r+");
    if (!aid->kept && errno == ENOENT)
        aid->kept = fopen(aid->path, "w+");
    if (!aid->kept)
        cli_fail(aid->command, "%s: %s", aid->path, strerror(errno));
    recall(aid, solver);
}

struct solve_aid *solve_aid_begin(const struct command *command, struct solver *solver,
                                  const struct position *p, const struct solve_wishes *wishes)
{
    if (wishes->threads <= 1 && !wishes->keep && !wishes->progress)
        return NULL;
    struct solve_aid *aid = memory_zero(sizeof *aid);
    *aid = (struct solve_aid){.command = command,
                              .position = p,
                              .started = clock_seconds(CLOCK_OF_WALL),
                              .path = wishes->keep};
    struct solver_aid wanted = {.threads = wishes->threads,
                                .keep = wishes->keep ? keep : NULL,
                                .hear = wishes->progress ? hear : NULL,
                                .context = aid};
    if (!solver_set_aid(solver, &wanted))
        cli_fail(command,
                 "the solver of %s on this board works in one thread, and without --keep and "
                 "--progress",
                 p->world->game->title);
    if (wishes->keep)
        open_kept(aid, solver);
    return aid;
}

void solve_aid_end(struct solve_aid *aid)
{
    if (aid && aid->kept && fclose(aid->kept) != 0)
        cli_cannot(aid->command, "%s: %s", aid->path, strerror(errno));
    free(aid);
}
