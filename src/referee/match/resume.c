#include "referee/match/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/match/record.h"

bool resume_is_needed(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
}

/* Converts a finished game of a record to a result of the match. */
static struct match_game game_of(const struct recorded_game *r)
{
    struct match_game g = {.number = r->number,
                           .first = r->first,
                           .seed = r->seed,
                           .verdict = r->verdict,
                           .winner = r->winner,
                           .fault = -1,
                           .plies = r->session->count,
                           .attempts = r->attempt,
                           .resumed = true};
    if (verdict_kind(r->verdict) == VERDICT_IS_FAULT)
        g.fault = 1 - r->winner;
    for (int who = 0; who < 2; who++) {
        g.score[who] = recorded_score(r, r->session->count, who);
        g.cpu[who] = r->cpu[who];
        g.wall[who] = r->wall[who];
    }
    snprintf(g.detail, sizeof g.detail, "%s", r->detail);
    snprintf(g.complaint, sizeof g.complaint, "%s", r->complaint);
    snprintf(g.bundle, sizeof g.bundle, "%s", r->bundle);
    return g;
}

static bool has_result(const struct recorded_game *g)
{
    enum verdict_kind kind = verdict_kind(g->verdict);
    return kind == VERDICT_IS_RESULT || kind == VERDICT_IS_FAULT;
}

static struct resume *take_games(const struct record *record, off_t size)
{
    struct resume *resume = memory_zero(sizeof *resume);
    *resume = (struct resume){
        .conditions = memory_string(record->conditions),
        .seed = record->seed,
        .bytes = record->bytes,
        .size = size,
        .game = memory_zero((size_t)(record->count + 1) * sizeof *resume->game)};
    for (int i = 0; i < record->count; i++)
        if (has_result(record->games[i]))
            resume->game[resume->count++] = game_of(record->games[i]);
    return resume;
}

struct resume *resume_read(const char *path, struct notes *notes)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        notes_fault(notes, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    struct notes inner = {0};
    struct record *record = record_read(path, &inner);
    if (!record) {
        notes_fault(notes, 0, "is not empty and no whole record of a match (%s)",
                    notes_why(&inner));
        return NULL;
    }
    struct resume *resume = NULL;
    if (record->summary && !record->stopped)
        notes_fault(notes, 0, "holds a match that has come to its end");
    else if (!record->conditions[0])
        notes_fault(notes, 0, "holds a match that does not tell its conditions");
    else
        resume = take_games(record, status.st_size);
    record_free(record);
    return resume;
}

void resume_free(struct resume *resume)
{
    if (!resume)
        return;
    free(resume->conditions);
    free(resume->game);
    free(resume);
}

static void add_number(struct text *out, const char *name, double value)
{
    text_add(out, ", %s %.17g", name, value);
}

static void add_limits(struct text *out, const char *who, const struct contender *contender)
{
    const struct contender_options *c = contender_limits(contender);
    text_add(out, ", %s %s", who, contender_hash(contender));
    text_add(out, ", nodes of %s %" PRIu64 ", depth of %s %d", who, c->nodes, who, c->depth);
    if (!contender_is_program(contender))
        return;
    const struct {
        const char *name;
        double value;
    } rows[] = {{"sandbox", c->sandbox == SANDBOX_ON},
                {"grace", c->grace},
                {"memory", (double)c->memory},
                {"disk", (double)c->disk},
                {"processes", c->processes},
                {"output", (double)c->output_bytes},
                {"wall", c->wall_ratio},
                {"patience", c->patience},
                {"calibrate", c->calibrate},
                {"exact", c->exact},
                {"dialect", c->dialect}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        text_add(out, ", %s of %s %.17g", rows[i].name, who, rows[i].value);
}

void match_conditions(const struct match_options *o, struct text *out)
{
    const struct game *game = o->game;
    text_add(out, "game %s, rules %s", game->name,
             game->variants[game_variant(game, o->setup.variant)].name);
    text_add(out, ", seed %" PRIu64, o->seed);
    add_number(out, "size", o->setup.size);
    for (int i = 0; game->options && game->options[i].name; i++)
        add_number(out, game->options[i].name, o->setup.option[i]);
    add_number(out, "games", o->games);
    add_number(out, "best of", o->best_of);
    add_number(out, "time", o->time);
    add_number(out, "move-time", o->cap);
    add_number(out, "openings", o->opening_plies);
    add_number(out, "plies", o->ply_limit);
    add_number(out, "first", o->first);
    if (o->sprt)
        text_add(out, ", sprt %.17g %.17g", o->elo0, o->elo1);
    for (int i = 0; o->boards && i < o->boards->count; i++)
        text_add(out, ", board %016" PRIx64, board_hash(&o->boards->board[i]));
    add_limits(out, "a", o->contender[0]);
    add_limits(out, "b", o->contender[1]);
}

/* The end of the condition that starts at this point. */
static size_t condition_length(const char *at)
{
    const char *end = strstr(at, ", ");
    return end ? (size_t)(end - at) : strlen(at);
}

bool resume_fits(const struct resume *resume, const struct match_options *o, struct notes *notes)
{
    struct text now = {0};
    match_conditions(o, &now);
    const char *there = resume->conditions, *here = now.data;
    bool same = true;
    while (same && (*there || *here)) {
        size_t a = condition_length(there), b = condition_length(here);
        same = a == b && memcmp(there, here, a) == 0;
        if (!same)
            notes_fault(notes, 0, "holds another match: \"%.*s\" there, \"%.*s\" here",
                        (int)(a < 80 ? a : 80), there, (int)(b < 80 ? b : 80), here);
        there += a + (there[a] ? 2 : 0);
        here += b + (here[b] ? 2 : 0);
    }
    text_free(&now);
    return same;
}

const struct match_game *resume_game(const struct resume *resume, int number)
{
    int low = 0, high = resume ? resume->count : 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (resume->game[middle].number == number)
            return &resume->game[middle];
        if (resume->game[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
