#include "tournament/standings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournament/meetings.h"

/* A standing with what it is sorted by: the format's own measure, then the rating. */
struct ranked {
    struct standing row;
    double measure;
    double pause; /* points for pauses */
};

/* --- agents and encounters, by number --- */

static int by_alias(const void *x, const void *y)
{
    return strcmp(((const struct store_agent *)x)->alias, ((const struct store_agent *)y)->alias);
}

/* Agents that take part come first, in the order of entry, so that encounters, ratings and places
 * are among them alone. new_of: where each of the store's list has gone; of the others it is not
 * where they are listed, which is by alias where the order of entry is secret. Returns
 * how many take part. */
static int put_entrants_first(struct store_agent *agents, int count, bool anonymous, int *new_of)
{
    struct store_agent *sorted = memory_new(((size_t)count + 1) * sizeof *sorted);
    int entrants = 0, at = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            if ((agents[i].state == AGENT_ENTERED) != (pass == 0))
                continue;
            new_of[i] = at;
            sorted[at++] = agents[i];
        }
        if (pass == 0)
            entrants = at;
    }
    if (count > 0)
        memcpy(agents, sorted, (size_t)count * sizeof *agents);
    free(sorted);
    if (anonymous && count > entrants)
        qsort(agents + entrants, (size_t)(count - entrants), sizeof *agents, by_alias);
    return entrants;
}

/* The order of those that take part is that of the store, so couples stay sorted. Agents beyond the
 * list came after it was read. */
static void renumber(struct encounters *e, const int *new_of, int count, int entrants)
{
    int kept = 0;
    for (int i = 0; i < e->count; i++) {
        struct encounter one = e->encounter[i];
        if (one.a >= count || one.b >= count)
            continue;
        one.a = new_of[one.a];
        one.b = new_of[one.b];
        if (one.a < entrants && one.b < entrants)
            e->encounter[kept++] = one;
    }
    e->count = kept;
    e->agents = entrants;
}

/* --- what encounters say of each agent --- */

static void add_games(struct standing *row, enum encounter_result result, bool first, long count)
{
    row->games += count;
    row->wins += result == ENCOUNTER_WON ? count : 0;
    row->draws += result == ENCOUNTER_DRAWN ? count : 0;
    row->losses += result == ENCOUNTER_LOST ? count : 0;
    row->first_games += first ? count : 0;
    row->first_wins += first && result == ENCOUNTER_WON ? count : 0;
}

/* A game of a's, seen by both. */
static void add_both(struct ranked *a, struct ranked *b, int result, bool a_first, long count)
{
    add_games(&a->row, (enum encounter_result)result, a_first, count);
    add_games(&b->row, (enum encounter_result)(ENCOUNTER_WON - result), !a_first, count);
}

static void count_games(const struct encounters *encounters, struct ranked *rows)
{
    for (int i = 0; i < encounters->count; i++) {
        const struct encounter *e = &encounters->encounter[i];
        struct ranked *a = &rows[e->a], *b = &rows[e->b];
        for (int x = 0; x < ENCOUNTER_RESULTS; x++) {
            for (int y = 0; y < ENCOUNTER_RESULTS; y++) {
                add_both(a, b, x, true, e->pair[x][y]);
                add_both(a, b, y, false, e->pair[x][y]);
            }
            add_both(a, b, x, true, e->odd[0][x]);
            add_both(a, b, x, false, e->odd[1][x]);
        }
    }
}

struct fault_count {
    const int *number_of; /* by id */
    int most_id;
    struct ranked *rows;
};

static void take_faults(void *context, int agent, const char *ending, int64_t count)
{
    (void)ending;
    const struct fault_count *faults = context;
    if (agent >= 1 && agent <= faults->most_id && faults->number_of[agent] >= 0)
        faults->rows[faults->number_of[agent]].row.faults += (long)count;
}

/* --- points and rank --- */

static bool counts_meetings(const struct settings *settings)
{
    return settings->best_of || settings->format == FORMAT_KNOCK_OUT;
}

/* Points are meetings won. An agent that has lost one of a knock-out is out. */
static void count_meetings(const struct meetings *meetings, const struct settings *settings,
                           struct ranked *rows)
{
    bool knock_out = settings->format == FORMAT_KNOCK_OUT;
    for (int i = 0; i < meetings->count; i++) {
        const struct meeting *meeting = &meetings->meeting[i];
        int result = meeting_result(meeting);
        if (result < 0)
            continue;
        rows[meeting->a].row.points += result / 2.0;
        rows[meeting->b].row.points += (2 - result) / 2.0;
        struct ranked *loser = result == 2   ? &rows[meeting->b]
                               : result == 0 ? &rows[meeting->a]
                                             : NULL;
        if (!knock_out || !loser || loser->row.is_out)
            continue;
        loser->row.is_out = true;
        loser->measure = meeting->round;
    }
}

/* A pause of a Swiss tournament is an encounter won. */
static void count_pauses(const struct meetings *meetings, const struct standings *s,
                         struct ranked *rows)
{
    int *pauses = memory_new(((size_t)s->count + 1) * sizeof *pauses);
    meetings_pauses(meetings, s->count, pauses);
    for (int i = 0; i < s->count; i++)
        rows[i].pause = pauses[i] * (s->settings.best_of ? 1.0 : (double)s->settings.games);
    free(pauses);
}

enum { STILL_IN = 1 << 30 }; /* beyond every round */

/* Games differ: the estimate tells. Those that nothing tells apart share a rank. */
static void measure_by_estimate(const struct standings *s, struct ranked *rows)
{
    for (int i = 0; i < s->count; i++) {
        struct ranked *row = &rows[s->certainty.order[i]];
        const struct ranked *before = i > 0 ? &rows[s->certainty.order[i - 1]] : NULL;
        bool shares = before && before->row.rating.elo == row->row.rating.elo;
        row->measure = shares ? before->measure : -i;
    }
}

static void measure(const struct standings *s, struct ranked *rows)
{
    if (s->settings.format == FORMAT_UNTIL_CERTAIN)
        measure_by_estimate(s, rows);
    for (int i = 0; i < s->count; i++) {
        struct standing *row = &rows[i].row;
        if (!counts_meetings(&s->settings))
            row->points = (double)row->wins + 0.5 * (double)row->draws;
        row->points += rows[i].pause;
        if (s->settings.format == FORMAT_UNTIL_CERTAIN)
            continue;
        if (s->settings.format != FORMAT_KNOCK_OUT)
            rows[i].measure = row->points;
        else if (!row->is_out)
            rows[i].measure = STILL_IN;
        if (s->settings.format == FORMAT_GAUNTLET && row->agent->is_ladder)
            rows[i].measure = -1;
    }
}

static int by_measure(const void *x, const void *y)
{
    const struct ranked *a = x, *b = y;
    if (a->measure != b->measure)
        return a->measure > b->measure ? -1 : 1;
    if (a->row.rating.elo != b->row.rating.elo)
        return a->row.rating.elo > b->row.rating.elo ? -1 : 1;
    if (a->row.shown == a->row.agent->alias) /* ids would tell the order of entry */
        return strcmp(a->row.shown, b->row.shown);
    return a->row.agent->id < b->row.agent->id ? -1 : 1;
}

static void rank(struct standings *s, struct ranked *rows)
{
    qsort(rows, (size_t)s->count, sizeof *rows, by_measure);
    s->row = memory_new(((size_t)s->count + 1) * sizeof *s->row);
    for (int i = 0; i < s->count; i++) {
        bool shares = i > 0 && rows[i].measure == rows[i - 1].measure;
        rows[i].row.rank = shares ? s->row[i - 1].rank : i + 1;
        if (s->settings.format == FORMAT_GAUNTLET && rows[i].row.agent->is_ladder)
            rows[i].row.rank = 0;
        s->row[i] = rows[i].row;
    }
}

/* --- all of it --- */

static int anchor_of(const struct standings *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->agents[i].is_ladder)
            return i;
    return -1;
}

static void fit(struct standings *s, bool quick)
{
    struct rating_options options = {
        .anchor = anchor_of(s), .resamples = quick ? -1 : 0, .seed = s->settings.seed};
    ratings_fit(&s->encounters, &options, &s->ratings);
    options.resamples = -1; /* nothing is decided by these */
    ratings_fit(&s->clean, &options, &s->play);
    int *entry = memory_new(((size_t)s->count + 1) * sizeof *entry), field = s->progress.field;
    for (int i = 0; i < s->count; i++)
        entry[i] = s->agents[i].entry;
    certainty_find(&s->encounters,
                   &(struct certainty_options){.entry = field > 0 ? entry : NULL, .field = field},
                   &s->certainty);
    free(entry);
}

static bool read_store(struct store *store, struct standings *s, struct notes *notes)
{
    struct text json = {0};
    bool good = store_settings(store, &json, notes) &&
                settings_read(json.data ? json.data : "", &s->settings, notes) &&
                store_agents(store, &s->agents, &s->agent_count, notes) &&
                store_progress(store, &s->progress, notes) &&
                store_condense(store, false, 0, &s->encounters, notes) &&
                store_condense(store, true, 0, &s->clean, notes);
    text_free(&json);
    return good;
}

/* By id, the number of each that takes part; -1 of the others. */
static int *numbers_of(const struct standings *s, int *most_id)
{
    *most_id = 0;
    for (int i = 0; i < s->agent_count; i++)
        *most_id = s->agents[i].id > *most_id ? s->agents[i].id : *most_id;
    int *number_of = memory_new(((size_t)*most_id + 1) * sizeof *number_of);
    for (int id = 0; id <= *most_id; id++)
        number_of[id] = -1;
    for (int i = 0; i < s->count; i++)
        number_of[s->agents[i].id] = i;
    return number_of;
}

static bool add_meetings(struct store *store, const struct standings *s, const int *number_of,
                         int most_id, struct ranked *rows, struct notes *notes)
{
    enum format format = s->settings.format;
    if (!counts_meetings(&s->settings) && format != FORMAT_SWISS)
        return true;
    bool once = format == FORMAT_ROUND_ROBIN || format == FORMAT_GAUNTLET;
    struct meetings_options options = {number_of, most_id, once ? &s->encounters : NULL};
    struct meetings meetings;
    if (!meetings_make(store, &options, &meetings, notes))
        return false;
    if (counts_meetings(&s->settings))
        count_meetings(&meetings, &s->settings, rows);
    if (format == FORMAT_SWISS)
        count_pauses(&meetings, s, rows);
    meetings_free(&meetings);
    return true;
}

static bool make_rows(struct store *store, struct standings *s, struct notes *notes)
{
    int most_id;
    int *number_of = numbers_of(s, &most_id);
    struct ranked *rows = memory_zero(((size_t)s->count + 1) * sizeof *rows);
    for (int i = 0; i < s->count; i++) {
        struct standing *row = &rows[i].row;
        row->agent = &s->agents[i];
        row->shown = s->settings.anonymous ? row->agent->alias : row->agent->name;
        row->rating = s->ratings.agent[i];
        row->play = s->play.agent[i];
        row->place = s->certainty.place[i];
    }
    count_games(&s->encounters, rows);
    struct fault_count faults = {number_of, most_id, rows};
    bool good = store_count_faults(store, take_faults, &faults, notes) &&
                add_meetings(store, s, number_of, most_id, rows, notes);
    if (good) {
        measure(s, rows);
        rank(s, rows);
    }
    free(rows);
    free(number_of);
    return good;
}

bool standings_make(struct store *store, const struct standings_options *options,
                    struct standings *s, struct notes *notes)
{
    *s = (struct standings){0};
    bool good = read_store(store, s, notes);
    if (good) {
        int *new_of = memory_new(((size_t)s->agent_count + 1) * sizeof *new_of);
        s->count = put_entrants_first(s->agents, s->agent_count, s->settings.anonymous, new_of);
        renumber(&s->encounters, new_of, s->agent_count, s->count);
        renumber(&s->clean, new_of, s->agent_count, s->count);
        free(new_of);
        fit(s, options->quick);
        good = make_rows(store, s, notes);
    }
    if (!good)
        standings_free(s);
    return good;
}

void standings_free(struct standings *s)
{
    store_free_agents(s->agents, s->agent_count);
    free(s->row);
    encounters_free(&s->encounters);
    encounters_free(&s->clean);
    ratings_free(&s->ratings);
    ratings_free(&s->play);
    certainty_free(&s->certainty);
    *s = (struct standings){0};
}
