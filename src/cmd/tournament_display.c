#include "cmd/tournament_display.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "cmd/redraw.h"
#include "screens/columns.h"
#include "tournament/host.h"

enum { TOP = 10, FAULTS_WAITING = 64, NAME_COLUMNS = 24 };

static const double live_seconds = 1, line_seconds = 30, rate_seconds = 20;

struct fault {
    int agent;
    char ending[40], detail[200];
};

struct display {
    struct store *store;
    enum display_mode mode;
    bool anonymous;
    double last, last_faults, last_games_at;
    struct redraw redraw;
    double rate; /* games a second, of all workers */
    int64_t last_games;
    pthread_mutex_t lock; /* for the faults */
    int fault_count;
    struct fault fault[FAULTS_WAITING];
    int64_t faults_missed;
};

/* --- words --- */

static void add_progress(struct text *out, const struct store_progress *p, double rate)
{
    if (p->rounds == 0) {
        text_add(out, "nothing is planned yet");
        return;
    }
    text_add(out, "%" PRId64 " of %s%" PRId64 " games", p->games, p->finished ? "" : "at most ",
             p->planned_games > p->games || !p->finished ? p->planned_games : p->games);
    if (p->rounds > 1)
        text_add(out, ", round %d", p->rounds);
    if (p->faults > 0)
        text_add(out, ", %" PRId64 " fault%s", p->faults, p->faults == 1 ? "" : "s");
    if (p->voids > 0)
        text_add(out, ", %" PRId64 " void", p->voids);
    if (rate > 0) {
        if (rate >= 0.5)
            text_add(out, ", %.*f games/s", rate >= 10 ? 0 : 1, rate);
        else
            text_add(out, ", %.1f games/min", 60 * rate);
        if (!p->finished && p->planned_games > p->games) {
            text_add(out, ", ");
            add_duration(out, (double)(p->planned_games - p->games) / rate);
            text_add(out, " left");
        }
    }
    if (p->finished)
        text_add(out, "; finished");
}

/* brief: what fits into 80 columns */
static void add_row(struct text *out, const struct standing *row, bool brief)
{
    if (row->rank > 0)
        text_add(out, "%4d  ", row->rank);
    else
        text_add(out, "   -  ");
    columns_add(out, row->shown, NAME_COLUMNS, true);
    text_add(out, " %7.1f %6ld", row->points, row->games);
    if (!brief)
        text_add(out, " %5ld %5ld %5ld", row->wins, row->draws, row->losses);
    if (row->rating.pairs > 0)
        text_add(out, "  %+6.0f [%+.0f, %+.0f]", row->rating.elo, row->rating.low,
                 row->rating.high);
    else
        text_add(out, "       -");
    text_add(out, "  %d-%d", row->place.best, row->place.worst);
    if (row->faults > 0)
        text_add(out, "  %ld fault%s", row->faults, row->faults == 1 ? "" : "s");
    if (row->is_out)
        text_add(out, "  out");
    text_add(out, "\n");
}

static void add_table(struct text *out, const struct standings *s, int rows, bool brief)
{
    int count = rows > 0 && rows < s->count ? rows : s->count;
    text_add(out, "rank  %-24s  points  games%s     Elo  interval    place\n", "agent",
             brief ? "" : "   won drawn  lost");
    for (int i = 0; i < count; i++)
        add_row(out, &s->row[i], brief);
    if (count < s->count)
        text_add(out, "      and %d more\n", s->count - count);
}

static const char *shown_of(const struct standings *s, const struct store_agent *agent)
{
    return s->settings.anonymous ? agent->alias : agent->name;
}

static void add_absent(struct text *out, const struct standings *s)
{
    for (int i = 0; i < s->agent_count; i++) {
        const struct store_agent *agent = &s->agents[i];
        if (agent->state == AGENT_KEPT_OUT)
            text_add(out, "kept out   %s%s%s\n", shown_of(s, agent),
                     s->settings.anonymous ? "" : ": ",
                     s->settings.anonymous ? "" : shown(agent->reason));
        else if (agent->state == AGENT_WITHDRAWN)
            text_add(out, "withdrawn  %s\n", shown_of(s, agent));
    }
}

static void add_hosts(struct text *out, const struct store_host *hosts, int count)
{
    for (int i = 0; i < count; i++) {
        const struct store_host *h = &hosts[i];
        text_add(out, "host       %s: %" PRId64 " games, speed %.2f ms; %s", shown(h->name),
                 h->games, 1000 * h->speed, shown(h->confinement));
        if (h->missing[0])
            text_add(out, "; MISSING: %s", shown(h->missing));
        if (h->is_purged)
            text_add(out, "; purged");
        if (host_is_out_of_line(h))
            text_add(out, "; OUT OF LINE: it charges %.2f times what others charge", h->cpu_ratio);
        text_add(out, "\n");
    }
}

/* Neighbours of the order that are open and get no more games. */
static void add_split(struct text *out, const struct standings *s)
{
    const struct certainty *c = &s->certainty;
    for (int i = 0; s->settings.format == FORMAT_UNTIL_CERTAIN && i + 1 < s->count; i++) {
        int a = c->order[i], b = c->order[i + 1];
        if (c->split[a * c->agents + b] && c->relation[a * c->agents + b] == RELATION_OPEN)
            text_add(out, "open       %s and %s: their pairs practically always split\n",
                     shown_of(s, &s->agents[a]), shown_of(s, &s->agents[b]));
    }
}

void display_print(struct store *store, const struct standings *s, int rows, struct text *out,
                   struct notes *notes)
{
    const struct settings *settings = &s->settings;
    text_add(out, "%s: ", settings->title);
    if (strcmp(settings->title, settings->game->title) != 0)
        text_add(out, "%s, ", settings->game->title);
    text_add(out, "%s", format_name(settings->format));
    if (s->settings.format != FORMAT_UNTIL_CERTAIN)
        text_add(out, ", %s%d game%s", s->settings.best_of ? "best of " : "", s->settings.games,
                 s->settings.games == 1 ? "" : "s");
    text_add(out, ", seed %" PRIu64 "\n", s->settings.seed);
    add_progress(out, &s->progress, 0);
    text_add(out, "\n\n");
    add_table(out, s, rows, false);
    add_absent(out, s);
    add_split(out, s);
    struct store_host *hosts;
    int count;
    if (store_hosts(store, &hosts, &count, notes)) {
        add_hosts(out, hosts, count);
        store_free_hosts(hosts, count);
    }
}

/* --- JSON --- */

static void put_rating(struct text *out, const char *name, const struct rating *r)
{
    json_open(out, name, '{');
    json_put_number(out, "elo", r->elo);
    json_put_number(out, "low", r->low);
    json_put_number(out, "high", r->high);
    json_put_integer(out, "pairs", r->pairs);
    json_close(out, '}');
}

static void put_standing(struct text *out, const struct standing *row)
{
    json_open(out, NULL, '{');
    json_put_integer(out, "rank", row->rank);
    json_put_string(out, "name", row->shown);
    json_put_number(out, "points", row->points);
    json_put_integer(out, "games", row->games);
    json_put_integer(out, "wins", row->wins);
    json_put_integer(out, "draws", row->draws);
    json_put_integer(out, "losses", row->losses);
    json_put_integer(out, "faults", row->faults);
    json_put_bool(out, "is_out", row->is_out);
    json_put_bool(out, "is_ladder", row->agent->is_ladder);
    put_rating(out, "rating", &row->rating);
    put_rating(out, "play", &row->play);
    json_open(out, "place", '[');
    json_put_integer(out, NULL, row->place.best);
    json_put_integer(out, NULL, row->place.worst);
    json_close(out, ']');
    json_close(out, '}');
}

static void put_progress(struct text *out, const struct store_progress *p)
{
    json_put_integer(out, "rounds", p->rounds);
    json_put_bool(out, "finished", p->finished);
    json_put_integer(out, "tasks", p->tasks);
    json_put_integer(out, "tasks_done", p->done);
    json_put_integer(out, "tasks_leased", p->leased);
    json_put_integer(out, "games", p->games);
    json_put_integer(out, "planned_games", p->planned_games);
    json_put_integer(out, "voids", p->voids);
    json_put_integer(out, "faults", p->faults);
}

static void put_absent(struct text *out, const struct standings *s)
{
    json_open(out, "absent", '[');
    for (int i = 0; i < s->agent_count; i++) {
        const struct store_agent *agent = &s->agents[i];
        if (agent->state == AGENT_ENTERED)
            continue;
        json_open(out, NULL, '{');
        json_put_string(out, "name", shown_of(s, agent));
        json_put_string(out, "state", agent->state == AGENT_KEPT_OUT ? "kept out" : "withdrawn");
        if (!s->settings.anonymous)
            json_put_string(out, "reason", agent->reason);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_host(struct text *out, const struct store_host *h)
{
    json_open(out, NULL, '{');
    json_put_string(out, "name", h->name);
    json_put_integer(out, "games", h->games);
    json_put_number(out, "speed", h->speed);
    json_put_string(out, "confinement", h->confinement);
    json_put_string(out, "missing", h->missing);
    json_put_number(out, "cpu_ratio", h->cpu_ratio);
    json_put_bool(out, "is_out_of_line", host_is_out_of_line(h));
    json_put_bool(out, "is_purged", h->is_purged);
    json_put_string(out, "detail", h->detail);
    json_close(out, '}');
}

/* A row for each standing: the chance that it is stronger than each of the standings, in the same
 * sequence; that of the next ones is what a reader looks for. */
static void put_superiority(struct text *out, const struct standings *s)
{
    const struct ratings *r = &s->ratings;
    json_open(out, "superiority", '[');
    for (int i = 0; i < s->count; i++) {
        ptrdiff_t row = s->row[i].agent - s->agents;
        json_open(out, NULL, '[');
        for (int k = 0; k < s->count; k++) {
            ptrdiff_t column = s->row[k].agent - s->agents;
            text_add(out, k > 0 ? ",%.3f" : "%.3f",
                     i == k ? 0.5 : (double)r->superiority[row * r->agents + column]);
        }
        json_close(out, ']');
    }
    json_close(out, ']');
}

void display_json(struct store *store, const struct standings *s, struct text *out,
                  struct notes *notes)
{
    struct text settings = {0};
    json_open(out, NULL, '{');
    settings_write(&s->settings, &settings);
    text_add(out, "\"settings\":%s", settings.data);
    text_free(&settings);
    put_progress(out, &s->progress);
    json_open(out, "standings", '[');
    for (int i = 0; i < s->count; i++)
        put_standing(out, &s->row[i]);
    json_close(out, ']');
    put_superiority(out, s);
    put_absent(out, s);
    struct store_host *hosts;
    int count;
    if (store_hosts(store, &hosts, &count, notes)) {
        json_open(out, "hosts", '[');
        for (int i = 0; i < count; i++)
            put_host(out, &hosts[i]);
        json_close(out, ']');
        store_free_hosts(hosts, count);
    }
    json_close(out, '}');
}

/* --- a run that is watched --- */

struct display *display_new(struct store *store, bool anonymous, enum display_mode mode)
{
    struct display *v = memory_zero(sizeof *v);
    v->store = store;
    v->anonymous = anonymous;
    v->mode = mode;
    v->last = clock_seconds(CLOCK_OF_WALL);
    pthread_mutex_init(&v->lock, NULL);
    return v;
}

void display_free(struct display *v)
{
    if (!v)
        return;
    pthread_mutex_destroy(&v->lock);
    free(v);
}

void display_game(struct display *v, const struct store_game *g)
{
    if (g->fault < 0 || v->mode == DISPLAY_QUIET || v->mode == DISPLAY_JSON)
        return;
    pthread_mutex_lock(&v->lock);
    if (v->fault_count < FAULTS_WAITING) {
        struct fault *f = &v->fault[v->fault_count++];
        f->agent = g->agent[g->fault];
        snprintf(f->ending, sizeof f->ending, "%s", g->ending);
        foreign_put(f->detail, sizeof f->detail, g->detail);
    } else {
        v->faults_missed++;
    }
    pthread_mutex_unlock(&v->lock);
}

static const char *name_of(const struct display *v, const struct store_agent *agents, int count,
                           int id)
{
    for (int i = 0; i < count; i++)
        if (agents[i].id == id)
            return v->anonymous ? agents[i].alias : agents[i].name;
    return "?";
}

/* Details may tell whose program it is. Players wait for the lock, so the store is not asked under
 * it. */
static void tell_faults(struct display *v)
{
    struct store_agent *agents = NULL;
    int count = 0;
    struct notes notes = {0};
    pthread_mutex_lock(&v->lock);
    bool any = v->fault_count > 0;
    pthread_mutex_unlock(&v->lock);
    if (!any || !store_agents(v->store, &agents, &count, &notes))
        return;
    pthread_mutex_lock(&v->lock);
    for (int i = 0; i < v->fault_count; i++) {
        const struct fault *f = &v->fault[i];
        bool tells = !v->anonymous && f->detail[0];
        fprintf(stderr, "fault: %s: %s%s%s\n", name_of(v, agents, count, f->agent), f->ending,
                tells ? ": " : "", tells ? f->detail : "");
    }
    if (v->faults_missed > 0)
        fprintf(stderr, "and %" PRId64 " more faults\n", v->faults_missed);
    v->fault_count = 0;
    v->faults_missed = 0;
    pthread_mutex_unlock(&v->lock);
    store_free_agents(agents, count);
}

void display_end(struct display *v)
{
    redraw_clear(&v->redraw);
    tell_faults(v);
    fflush(stderr);
}

/* Of the last seconds, so that it follows workers that come and go. */
static void measure_rate(struct display *v, const struct store_progress *p)
{
    double now = clock_seconds(CLOCK_OF_WALL);
    if (v->last_games_at == 0) {
        v->last_games_at = now;
        v->last_games = p->games;
        return;
    }
    double since = now - v->last_games_at;
    if (since < 0.5)
        return;
    double rate = (double)(p->games - v->last_games) / since;
    double weight = v->rate == 0 ? 1 : since / rate_seconds < 1 ? since / rate_seconds : 1;
    v->rate += weight * (rate - v->rate);
    v->last_games = p->games;
    v->last_games_at = now;
}

static void draw_live(struct display *v, const struct standings *s)
{
    int height = redraw_height(TOP + 4) - 4;
    struct text all = {0};
    add_progress(&all, &s->progress, v->rate);
    text_add(&all, "\n");
    add_table(&all, s, height > 0 && height < TOP ? height : TOP, true);
    redraw_clear(&v->redraw);
    tell_faults(v);
    redraw_show(&v->redraw, &all);
    text_free(&all);
}

static void print_line(struct display *v, const struct standings *s)
{
    struct text line = {0};
    add_progress(&line, &s->progress, v->rate);
    if (s->count > 0)
        text_add(&line, "; first: %s", s->row[0].shown);
    fprintf(stderr, "%s\n", line.data);
    fflush(stderr);
    text_free(&line);
}

static void print_json(const struct display *v, const struct standings *s)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "event", "progress");
    put_progress(&out, &s->progress);
    json_put_number(&out, "rate", v->rate);
    json_close(&out, '}');
    printf("%s\n", out.data);
    fflush(stdout);
    text_free(&out);
}

void display_tick(struct display *v)
{
    double now = clock_seconds(CLOCK_OF_WALL);
    double pause = v->mode == DISPLAY_LIVE ? live_seconds : line_seconds;
    if (v->mode == DISPLAY_LINES && now - v->last_faults >= live_seconds) {
        tell_faults(v);
        v->last_faults = now;
    }
    if (v->mode == DISPLAY_QUIET || now - v->last < pause)
        return;
    struct standings s;
    struct notes notes = {0};
    if (standings_make(v->store, &(struct standings_options){.quick = true}, &s, &notes)) {
        measure_rate(v, &s.progress);
        if (v->mode == DISPLAY_LIVE)
            draw_live(v, &s);
        else if (v->mode == DISPLAY_LINES)
            print_line(v, &s);
        else
            print_json(v, &s);
        standings_free(&s);
    }
    /* a screen that takes long to make must not take time from the games */
    v->last = clock_seconds(CLOCK_OF_WALL);
    v->last += 9 * (v->last - now);
}
