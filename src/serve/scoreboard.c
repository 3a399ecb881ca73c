#include "serve/scoreboard.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/guest/verdict.h"
#include "tournament/standings.h"

enum {
    PAUSE = 2,        /* minimum seconds between two standings */
    SAMPLES_MAX = 40, /* samples of the rank history */
    ROUNDS_MAX = 12   /* of them, taken from rounds played before the start */
};

struct scoreboard {
    struct store *store;
    pthread_mutex_t lock; /* guards everything below */
    struct standings standings;
    bool is_made;
    bool is_busy; /* a thread is computing new standings */
    int version;
    double next; /* earliest time of the next standings */
    int sample_count;
    int *sample[SAMPLES_MAX]; /* ranks from 1, by agent id; 0: not entered yet */
    int most_id;
    struct store_progress told; /* progress when the standings were made */
};

struct scoreboard *scoreboard_open(const char *where, struct notes *notes)
{
    struct store *store = store_open(where, STORE_READ, notes);
    struct text json = {0};
    struct settings settings;
    bool good = store && store_settings(store, &json, notes) &&
                settings_read(json.data ? json.data : "", &settings, notes);
    text_free(&json);
    if (!good) {
        if (store)
            store_close(store);
        return NULL;
    }
    struct scoreboard *board = memory_zero(sizeof *board);
    board->store = store;
    pthread_mutex_init(&board->lock, NULL);
    return board;
}

void scoreboard_close(struct scoreboard *board)
{
    if (!board)
        return;
    for (int i = 0; i < board->sample_count; i++)
        free(board->sample[i]);
    if (board->is_made)
        standings_free(&board->standings);
    store_close(board->store);
    pthread_mutex_destroy(&board->lock);
    free(board);
}

/* --- rank history --- */

static int most_id_of(const struct standings *s)
{
    int most = 0;
    for (int i = 0; i < s->agent_count; i++)
        most = s->agents[i].id > most ? s->agents[i].id : most;
    return most;
}

/* Adds a sample. When there are too many, drops every second one, so that the history still starts
 * at the beginning. */
static void add_sample(struct scoreboard *board, int *ranks)
{
    if (board->sample_count == SAMPLES_MAX) {
        int kept = 0;
        for (int i = 0; i < SAMPLES_MAX; i++) {
            if (i % 2 == 0)
                board->sample[kept++] = board->sample[i];
            else
                free(board->sample[i]);
        }
        board->sample_count = kept;
    }
    board->sample[board->sample_count++] = ranks;
}

struct share {
    const struct store_agent *agent;
    double share;
};

static int by_share(const void *x, const void *y)
{
    const struct share *a = x, *b = y;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return strcmp(a->agent->alias, b->agent->alias); /* ids would reveal the order of entry */
}

/* Ranks after a round, by the share of points. agents: as the store lists them. */
static int *ranks_after(const struct encounters *e, const struct store_agent *agents, int count,
                        int most_id)
{
    double *points = memory_zero(2 * ((size_t)count + 1) * sizeof *points), *games = points + count;
    for (int i = 0; i < e->count; i++) {
        const struct encounter *one = &e->encounter[i];
        double pairs = (double)encounter_pairs(one), half = (double)encounter_half_points(one);
        points[one->a] += half;
        points[one->b] += 4 * pairs - half;
        games[one->a] += 4 * pairs;
        games[one->b] += 4 * pairs;
    }
    struct share *shares = memory_new(((size_t)count + 1) * sizeof *shares);
    int met = 0;
    for (int i = 0; i < count; i++)
        if (games[i] > 0 && agents[i].state == AGENT_ENTERED)
            shares[met++] = (struct share){&agents[i], points[i] / games[i]};
    qsort(shares, (size_t)met, sizeof *shares, by_share);
    int *ranks = memory_zero(((size_t)most_id + 1) * sizeof *ranks);
    for (int i = 0; i < met; i++)
        ranks[shares[i].agent->id] = i + 1;
    free(shares);
    free(points);
    return ranks;
}

/* Fills the history of a tournament that began earlier from some of its rounds, as many as can be
 * computed quickly. */
static void sample_rounds(struct scoreboard *board, const struct standings *s)
{
    struct notes notes = {0};
    struct store_agent *agents = NULL;
    int count = 0, rounds = s->progress.rounds;
    double end = clock_seconds(CLOCK_OF_WALL) + 1.5;
    if (rounds < 2 || !store_agents(board->store, &agents, &count, &notes))
        return;
    int steps = rounds - 1 < ROUNDS_MAX ? rounds - 1 : ROUNDS_MAX;
    for (int i = 1; i <= steps && clock_seconds(CLOCK_OF_WALL) < end; i++) {
        struct encounters e = {0};
        if (!store_condense(board->store, false, (int)((long)rounds * i / (steps + 1)), &e, &notes))
            break;
        add_sample(board, ranks_after(&e, agents, count, board->most_id));
        encounters_free(&e);
    }
    store_free_agents(agents, count);
}

static void sample_now(struct scoreboard *board, const struct standings *s)
{
    int *ranks = memory_zero(((size_t)board->most_id + 1) * sizeof *ranks);
    for (int i = 0; i < s->count; i++)
        ranks[s->row[i].agent->id] = i + 1;
    add_sample(board, ranks);
}

/* --- new standings --- */

/* Samples are indexed by id; if agents were added, all samples grow. */
static void grow_samples(struct scoreboard *board, int most_id)
{
    for (int i = 0; i < board->sample_count; i++) {
        int *grown = memory_zero(((size_t)most_id + 1) * sizeof *grown);
        memcpy(grown, board->sample[i], ((size_t)board->most_id + 1) * sizeof *grown);
        free(board->sample[i]);
        board->sample[i] = grown;
    }
    board->most_id = most_id;
}

static bool is_stale(const struct scoreboard *board, const struct store_progress *now)
{
    const struct store_progress *told = &board->told;
    return !board->is_made || now->games != told->games || now->voids != told->voids ||
           now->faults != told->faults || now->rounds != told->rounds ||
           now->finished != told->finished;
}

/* Replaces the old standings. The caller holds the lock. */
static void take_over(struct scoreboard *board, struct standings *fresh)
{
    bool first = !board->is_made;
    int most_id = most_id_of(fresh);
    if (most_id > board->most_id)
        grow_samples(board, most_id);
    if (first)
        sample_rounds(board, fresh);
    else
        standings_free(&board->standings);
    board->standings = *fresh;
    board->told = fresh->progress;
    board->is_made = true;
    board->version++;
    sample_now(board, &board->standings);
}

/* Makes sure that the standings are recent enough and returns with the lock held. If the store
 * fails, returns false without the lock. */
static bool hold(struct scoreboard *board, struct notes *notes)
{
    struct store_progress now;
    if (!store_progress(board->store, &now, notes))
        return false;
    pthread_mutex_lock(&board->lock);
    bool wanted = !board->is_made ||
                  (is_stale(board, &now) && !board->is_busy &&
                   (clock_seconds(CLOCK_OF_WALL) >= board->next || now.finished));
    if (!wanted)
        return true;
    board->is_busy = true;
    bool keep = !board->is_made; /* other requests have nothing to show yet */
    if (!keep)
        pthread_mutex_unlock(&board->lock);
    double began = clock_seconds(CLOCK_OF_WALL);
    struct standings fresh;
    bool good = standings_make(board->store, &(struct standings_options){.quick = true}, &fresh,
                               notes);
    if (!keep)
        pthread_mutex_lock(&board->lock);
    if (good)
        take_over(board, &fresh);
    double took = clock_seconds(CLOCK_OF_WALL) - began;
    board->next = clock_seconds(CLOCK_OF_WALL) + (took > PAUSE ? took : PAUSE);
    board->is_busy = false;
    if (!good)
        pthread_mutex_unlock(&board->lock);
    return good;
}

/* --- as JSON --- */

static void json_progress(struct text *out, const struct store_progress *p)
{
    json_put_integer(out, "games", p->games);
    json_put_integer(out, "planned", p->planned_games);
    json_put_integer(out, "tasks", p->tasks);
    json_put_integer(out, "done", p->done);
    json_put_integer(out, "running", p->leased);
    json_put_integer(out, "rounds", p->rounds);
    json_put_integer(out, "faults", p->faults);
    json_put_bool(out, "finished", p->finished);
}

bool scoreboard_tick(struct scoreboard *board, struct text *out, struct notes *notes)
{
    struct store_progress now;
    if (!hold(board, notes))
        return false;
    int version = board->version;
    pthread_mutex_unlock(&board->lock);
    if (!store_progress(board->store, &now, notes))
        return false;
    json_open(out, NULL, '{');
    json_put_integer(out, "version", version);
    json_progress(out, &now);
    json_close(out, '}');
    return true;
}

static void json_shown(struct text *out, const char *name, const char *foreign)
{
    char *fit = foreign_copy(foreign);
    json_put_string(out, name, fit);
    free(fit);
}

static const char *relation_word(const struct standings *s, int row)
{
    static const char *const words[] = {[RELATION_OPEN] = "open",
                                        [RELATION_ABOVE] = "above",
                                        [RELATION_BELOW] = "below",
                                        [RELATION_EQUAL] = "equal"};
    if (row + 1 >= s->count || s->row[row + 1].rank == 0)
        return "";
    ptrdiff_t a = s->row[row].agent - s->agents, b = s->row[row + 1].agent - s->agents;
    return words[s->certainty.relation[a * s->certainty.agents + b]];
}

static void json_row(struct text *out, const struct scoreboard *board, int number)
{
    const struct standing *row = &board->standings.row[number];
    json_open(out, NULL, '{');
    json_shown(out, "name", row->shown);
    json_put_integer(out, "rank", row->rank);
    json_put_number(out, "points", row->points);
    json_put_number(out, "elo", row->rating.elo);
    json_put_number(out, "low", row->rating.low);
    json_put_number(out, "high", row->rating.high);
    json_put_integer(out, "best", row->place.best);
    json_put_integer(out, "worst", row->place.worst);
    json_put_string(out, "next", relation_word(&board->standings, number));
    json_put_integer(out, "games", row->games);
    json_put_integer(out, "faults", row->faults);
    json_put_bool(out, "out", row->is_out);
    json_open(out, "history", '[');
    for (int i = 0; i < board->sample_count; i++)
        json_put_integer(out, NULL, board->sample[i][row->agent->id]);
    json_close(out, ']');
    json_close(out, '}');
}

bool scoreboard_overview(struct scoreboard *board, struct text *out, struct notes *notes)
{
    if (!hold(board, notes))
        return false;
    const struct standings *s = &board->standings;
    json_open(out, NULL, '{');
    json_open(out, "tournament", '{');
    json_put_integer(out, "version", board->version);
    json_shown(out, "title", s->settings.title);
    json_put_string(out, "game", s->settings.game->name);
    json_put_string(out, "rules", s->settings.setup.variant);
    json_put_string(out, "format", format_name(s->settings.format));
    json_put_integer(out, "encounter", s->settings.games);
    json_put_bool(out, "best_of", s->settings.best_of);
    json_put_bool(out, "anonymous", s->settings.anonymous);
    json_put_number(out, "seat", s->ratings.seat);
    json_progress(out, &s->progress);
    json_open(out, "rows", '[');
    for (int i = 0; i < s->count; i++)
        json_row(out, board, i);
    json_close(out, ']');
    json_close(out, '}');
    json_close(out, '}');
    pthread_mutex_unlock(&board->lock);
    return true;
}

/* Half points and games of each pair, by rows, above the diagonal. */
static long (*scores_of(const struct standings *s))[2]
{
    size_t count = (size_t)s->count;
    int *row_of = memory_new((count + 1) * sizeof *row_of);
    for (int i = 0; i < s->count; i++)
        row_of[s->row[i].agent - s->agents] = i;
    long(*score)[2] = memory_zero((count * count + 1) * sizeof *score);
    for (int i = 0; i < s->encounters.count; i++) {
        const struct encounter *e = &s->encounters.encounter[i];
        long games = 2 * encounter_pairs(e), half = encounter_half_points(e);
        for (int seat = 0; seat < 2; seat++) {
            for (int result = 0; result < ENCOUNTER_RESULTS; result++) {
                games += e->odd[seat][result];
                half += result * e->odd[seat][result];
            }
        }
        size_t a = (size_t)row_of[e->a], b = (size_t)row_of[e->b];
        size_t at = a < b ? a * count + b : b * count + a;
        score[at][0] = games;
        score[at][1] = a < b ? half : 2 * games - half;
    }
    free(row_of);
    return score;
}

bool scoreboard_cross(struct scoreboard *board, struct text *out, struct notes *notes)
{
    if (!hold(board, notes))
        return false;
    const struct standings *s = &board->standings;
    long(*score)[2] = scores_of(s);
    json_open(out, NULL, '{');
    json_put_integer(out, "version", board->version);
    json_open(out, "cross", '[');
    for (int i = 0; i < s->count; i++) {
        struct text line = {0};
        for (int k = i + 1; k < s->count; k++) {
            const long *one = score[(size_t)i * (size_t)s->count + (size_t)k];
            text_add(&line, "%s", k > i + 1 ? " " : "");
            if (one[0] > 0)
                text_add(&line, "%ld:%ld", one[0], one[1]);
        }
        json_put_string(out, NULL, line.data ? line.data : "");
        text_free(&line);
    }
    json_close(out, ']');
    json_close(out, '}');
    pthread_mutex_unlock(&board->lock);
    free(score);
    return true;
}

/* --- games --- */

/* An agent's id with its shown name. The store is read without the lock, so the standings may
 * change meanwhile. */
struct shown_agent {
    int id;
    char *shown;
};

struct listing {
    struct shown_agent *agent;
    int count;
    struct text *out;
};

static struct listing list_agents(const struct standings *s)
{
    struct listing list = {.count = s->count};
    list.agent = memory_new(((size_t)s->count + 1) * sizeof *list.agent);
    for (int i = 0; i < s->count; i++)
        list.agent[i] = (struct shown_agent){s->row[i].agent->id, foreign_copy(s->row[i].shown)};
    return list;
}

static void free_listing(struct listing *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->agent[i].shown);
    free(list->agent);
}

static const char *shown_of(const struct listing *list, int id)
{
    for (int i = 0; i < list->count; i++)
        if (list->agent[i].id == id)
            return list->agent[i].shown;
    return NULL;
}

struct one_game {
    struct listing *list;
    int64_t id;
};

/* Returns false if no agent is shown by this name. Sets *id to 0 where any agent is meant. */
static bool find_agent(const struct listing *list, const char *shown_name, int *id)
{
    *id = 0;
    for (int i = 0; shown_name && i < list->count; i++)
        if (strcmp(list->agent[i].shown, shown_name) == 0)
            *id = list->agent[i].id;
    return !shown_name || *id > 0;
}

static void json_moves(struct text *out, const char *moves)
{
    char *names = memory_string(moves), *rest = names, *name;
    json_open(out, "moves", '[');
    while ((name = strsep(&rest, " ")) != NULL)
        if (*name)
            json_put_string(out, NULL, name);
    json_close(out, ']');
    free(names);
}

static void take_game(void *context, const struct store_game *game)
{
    const struct listing *list = context;
    struct text *out = list->out;
    const char *first = shown_of(list, game->agent[game->first]);
    const char *second = shown_of(list, game->agent[1 - game->first]);
    enum verdict verdict = verdict_of_name(game->ending);
    if (!first || !second || verdict == VERDICT_COUNT)
        return;
    json_open(out, NULL, '{');
    json_put_integer(out, "id", game->id);
    json_open(out, "names", '[');
    json_put_string(out, NULL, first);
    json_put_string(out, NULL, second);
    json_close(out, ']');
    json_put_integer(out, "winner", game->winner < 0 ? -1 : game->winner ^ game->first);
    json_put_string(out, "ending", verdict_name(verdict));
    json_put_string(out, "start", game->input);
    json_moves(out, game->moves);
    json_close(out, '}');
}

/* Takes the game of this id. If that game does not count, the store finds the next one, which is
 * ignored. */
static void take_that_game(void *context, const struct store_game *game)
{
    const struct one_game *one = context;
    if (game->id == one->id)
        take_game(one->list, game);
}

bool scoreboard_games(struct scoreboard *board, const struct scoreboard_wish *wish,
                      struct text *out, struct notes *notes)
{
    if (!hold(board, notes))
        return false;
    struct listing list = list_agents(&board->standings);
    pthread_mutex_unlock(&board->lock);
    list.out = out;
    struct store_filter filter = {.without_voids = true, .latest = true, .most = SCOREBOARD_GAMES};
    bool known = find_agent(&list, wish->of, &filter.agent[0]) &&
                 find_agent(&list, wish->and, &filter.agent[1]);
    bool good = true;
    json_open(out, NULL, '{');
    json_open(out, "games", '[');
    if (wish->id > 0)
        good = store_games(
            board->store,
            &(struct store_filter){.without_voids = true, .after = wish->id - 1, .most = 1},
            take_that_game, &(struct one_game){&list, wish->id}, notes);
    else if (known)
        good = store_games(board->store, &filter, take_game, &list, notes);
    json_close(out, ']');
    json_close(out, '}');
    free_listing(&list);
    return good;
}
