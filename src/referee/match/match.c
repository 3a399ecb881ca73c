#include "referee/match/match.h"

#include <assert.h>
#include <pthread.h>

#include "base/clock.h"
#include "base/jobs.h"
#include "base/random.h"
#include "referee/match/bout.h"
#include "referee/match/conventions.h"
#include "referee/match/recorder.h"
#include "referee/match/resume.h"

enum { SPRT_GAMES = 200000, STOP_SECONDS = 2 };

static const double error_rate = 0.05; /* of the sequential test, in both directions */

struct match {
    const struct match_options *options;
    const struct match_observer *observers;
    const struct match_delivery *delivery;
    struct recorder *recorder; /* NULL: none */
    struct match_summary *summary;
    struct jobs jobs;
    pthread_mutex_t playing; /* guards `running` */
    struct bout_seats *running;
    struct match_game before; /* the game delivered last */
    double stopped_at;        /* 0: not yet */
};

void match_complete(struct match_options *o)
{
    const struct convention *convention = convention_of(o->game);
    if (o->games == 0) {
        o->games = o->sprt ? SPRT_GAMES : convention->games;
        o->best_of = convention->best_of && !o->sprt;
    }
    if (o->time == 0)
        o->time = o->game->game_seconds;
    if (o->cap == 0 && o->time >= 0)
        o->cap = o->game->move_seconds;
    if (o->ply_limit < 0)
        o->ply_limit = o->game->draws.ply_limit;
    if (o->first < 0)
        o->first = (int)(hash64(o->seed) & 1);
}

/* Adds the seats of a game to the list of those that can be interrupted, or removes them. */
static void seats_enter(struct match *m, struct bout_seats *seats)
{
    pthread_mutex_lock(&m->playing);
    seats->next = m->running;
    m->running = seats;
    pthread_mutex_unlock(&m->playing);
}

static void seats_leave(struct match *m, const struct bout_seats *seats)
{
    pthread_mutex_lock(&m->playing);
    struct bout_seats **at = &m->running;
    while (*at != seats)
        at = &(*at)->next;
    *at = seats->next;
    pthread_mutex_unlock(&m->playing);
}

static void interrupt_all(struct match *m)
{
    pthread_mutex_lock(&m->playing);
    for (struct bout_seats *seats = m->running; seats; seats = seats->next) {
        pthread_mutex_lock(&seats->lock);
        for (int who = 0; who < 2; who++)
            if (seats->seat[who])
                seat_interrupt(seats->seat[who]);
        pthread_mutex_unlock(&seats->lock);
    }
    pthread_mutex_unlock(&m->playing);
}

static void play_game(void *context, int index, void *result)
{
    struct match *m = context;
    const struct match_options *o = m->options;
    const struct board *board = o->boards ? &o->boards->board[index / 2 % o->boards->count] : NULL;
    const struct match_game *known = resume_game(o->resume, index + 1);
    if (known) {
        struct match_game *g = result;
        *g = *known;
        g->board = board ? board->path : NULL;
        return;
    }
    struct bout_seats seats = {.lock = PTHREAD_MUTEX_INITIALIZER};
    const struct bout bout = {.options = o,
                              .number = index + 1,
                              .first = o->first ^ (index & 1),
                              .board = board,
                              .observers = m->observers,
                              .enough = &m->jobs.enough,
                              .seats = &seats};
    seats_enter(m, &seats);
    bout_play(&bout, index / 2, hash64(o->seed ^ (uint64_t)bout.number), result);
    seats_leave(m, &seats);
}

static void count_game(struct match_summary *s, const struct match_game *g)
{
    int seat = g->first == 0 ? 0 : 1;
    for (int who = 0; who < 2; who++)
        s->cpu[who] += g->cpu[who];
    if (verdict_kind(g->verdict) == VERDICT_IS_VOID) {
        s->voids++;
        return;
    }
    s->games++;
    if (g->winner < 0)
        s->draws[seat]++;
    else
        s->wins[seat][g->winner]++;
    if (g->fault >= 0)
        s->faults[g->fault][g->verdict]++;
}

/* The second game of a pair completes it. */
static void count_pair(const struct match_options *o, struct match_summary *s,
                       const struct match_game *one, const struct match_game *two)
{
    int half_points = 0;
    const struct match_game *game[2] = {one, two};
    for (int i = 0; i < 2; i++) {
        if (verdict_kind(game[i]->verdict) == VERDICT_IS_VOID)
            return;
        half_points += game[i]->winner == 0 ? 2 : game[i]->winner < 0 ? 1 : 0;
    }
    s->tally.pairs[half_points]++;
    if (o->sprt) {
        s->llr = tally_llr(&s->tally, o->elo0, o->elo1);
        s->decision = s->llr >= s->upper ? 1 : s->llr <= s->lower ? -1 : 0;
    }
}

static bool is_decided(const struct match_options *o, const struct match_summary *s)
{
    if (s->decision != 0)
        return true;
    int majority = o->games / 2 + 1;
    for (int who = 0; who < 2; who++)
        if (o->best_of && s->wins[0][who] + s->wins[1][who] >= majority)
            return true;
    return false;
}

static bool take_game(void *context, int index, const void *result)
{
    struct match *m = context;
    const struct match_game *g = result;
    if (g->dropped) {
        m->summary->stopped = true;
        return false;
    }
    count_game(m->summary, g);
    if (index % 2 == 1)
        count_pair(m->options, m->summary, &m->before, g);
    m->before = *g;
    if (m->delivery->game)
        m->delivery->game(m->delivery->context, g, m->summary);
    return !is_decided(m->options, m->summary);
}

/* Handles a request to stop. A thinking agent cannot be forced to answer. With options->interrupts
 * agents are interrupted; with delivery->give_up the match ends without them after STOP_SECONDS. */
static void look_for_stop(void *context)
{
    struct match *m = context;
    double now = clock_seconds(CLOCK_OF_WALL);
    if (!m->options->stop || !atomic_load(m->options->stop))
        return;
    if (m->options->interrupts)
        interrupt_all(m);
    if (!m->delivery->give_up)
        return;
    if (m->stopped_at == 0)
        m->stopped_at = now;
    if (now < m->stopped_at + STOP_SECONDS)
        return;
    m->summary->stopped = true;
    recorder_summary(m->recorder, m->summary);
    m->delivery->give_up(m->delivery->context, m->summary);
}

bool match_run(const struct match_options *o, const struct match_observer *observers,
               const struct match_delivery *delivery, struct match_summary *summary,
               struct notes *notes)
{
    assert(o->games > 0 && o->first >= 0); /* match_complete() was called */
    *summary = (struct match_summary){0};
    sprt_bounds(error_rate, error_rate, &summary->lower, &summary->upper);
    struct problem *trial = o->game->create(&o->setup, notes);
    if (!trial)
        return false;
    problem_free(trial);
    struct recorder *recorder = NULL;
    if (o->record && !(recorder = recorder_new(o, notes)))
        return false;
    struct match_observer record = recorder_observer(recorder);
    record.next = observers;
    struct match m = {.options = o,
                      .observers = recorder ? &record : observers,
                      .delivery = delivery,
                      .recorder = recorder,
                      .summary = summary,
                      .playing = PTHREAD_MUTEX_INITIALIZER,
                      .jobs = {.count = o->games,
                               .threads = o->jobs,
                               .result_bytes = sizeof(struct match_game),
                               .work = play_game,
                               .deliver = take_game,
                               .idle = look_for_stop}};
    m.jobs.context = &m;
    recorder_match(recorder);
    jobs_run(&m.jobs);
    recorder_summary(recorder, summary);
    return recorder_free(recorder, notes);
}
