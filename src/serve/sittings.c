#include "serve/sittings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"

enum { KEPT_MAX = 6 };

struct sittings {
    int patience_ms;
    pthread_t thread;
    bool attended;        /* the thread runs */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t news;
    struct sitting *kept[KEPT_MAX]; /* the one unused longest comes first */
    int count;
    bool closing;
};

static struct sitting *take_out(struct sittings *s, int index)
{
    struct sitting *sitting = s->kept[index];
    s->count--;
    memmove(&s->kept[index], &s->kept[index + 1],
            (size_t)(s->count - index) * sizeof(struct sitting *));
    return sitting;
}

static bool is_past(const struct timespec *time)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec != time->tv_sec ? now.tv_sec > time->tv_sec : now.tv_nsec >= time->tv_nsec;
}

/* Ends the sittings that were unused too long. */
static void *attend(void *context)
{
    struct sittings *s = context;
    pthread_mutex_lock(&s->lock);
    while (!s->closing) {
        if (s->count == 0) {
            pthread_cond_wait(&s->news, &s->lock);
        } else if (!is_past(&s->kept[0]->until)) {
            struct timespec until = s->kept[0]->until;
            pthread_cond_timedwait(&s->news, &s->lock, &until);
        } else {
            struct sitting *gone = take_out(s, 0);
            pthread_mutex_unlock(&s->lock);
            sitting_free(gone);
            pthread_mutex_lock(&s->lock);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

struct sittings *sittings_new(int patience_ms)
{
    struct sittings *s = memory_zero(sizeof *s);
    s->patience_ms = patience_ms;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&s->news, &attributes);
    pthread_condattr_destroy(&attributes);
    s->attended = thread_start(&s->thread, attend, s);
    return s;
}

void sittings_free(struct sittings *s)
{
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_broadcast(&s->news);
    pthread_mutex_unlock(&s->lock);
    if (s->attended)
        pthread_join(s->thread, NULL);
    for (int i = 0; i < s->count; i++)
        sitting_free(s->kept[i]);
    pthread_cond_destroy(&s->news);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

int sittings_count(struct sittings *s)
{
    pthread_mutex_lock(&s->lock);
    int count = s->count;
    pthread_mutex_unlock(&s->lock);
    return count;
}

static bool same_start(const struct session *a, const struct session *b)
{
    struct text one = {0}, other = {0};
    const struct game *game = a->world->game;
    game->write(a->position[0], -1, false, &one);
    game->write(b->position[0], -1, false, &other);
    bool same = a->world->variant == b->world->variant && strcmp(one.data, other.data) == 0;
    text_free(&one);
    text_free(&other);
    return same;
}

/* True if the game continues from this program's last move, and the same side moves again. */
static bool goes_on(const struct sitting *sitting, const struct session *game)
{
    const struct session *known = sitting->tale.session;
    int side = known->position[known->count - 1]->side;
    if (game->count < known->count || !same_start(known, game) || session_now(game)->side != side)
        return false;
    for (int i = 0; i < known->count; i++)
        if (known->move[i] != game->move[i])
            return false;
    return true;
}

static struct sitting *find(struct sittings *s, const struct contender *contender,
                            const struct session *game)
{
    struct sitting *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (int i = s->count - 1; i >= 0 && !found; i--)
        if (s->kept[i]->contender == contender && goes_on(s->kept[i], game))
            found = take_out(s, i);
    pthread_mutex_unlock(&s->lock);
    return found;
}

struct sitting *sittings_take(struct sittings *s, struct contender *contender, struct tale *tale,
                              struct notes *notes)
{
    const struct session *session = tale->session;
    const struct position *p = session_now(session);
    struct sitting *sitting = find(s, contender, session);
    if (!sitting) {
        sitting = memory_zero(sizeof *sitting);
        sitting->contender = contender;
        sitting->seat = seat_new(contender, session, p->side, p->key, notes);
    }
    tale_free(&sitting->tale);
    sitting->tale = *tale;
    *tale = (struct tale){0};
    if (sitting->seat)
        return sitting;
    sitting_free(sitting);
    return NULL;
}

static struct timespec time_from_now(int milliseconds)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += milliseconds % 1000 * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000L;
    time.tv_nsec %= 1000000000L;
    return time;
}

void sittings_keep(struct sittings *s, struct sitting *sitting)
{
    struct sitting *gone = sitting;
    if (session_ending(sitting->tale.session) != ENDING_NONE)
        seat_tell_final(sitting->seat, sitting->tale.session);
    if (s->attended && contender_is_program(sitting->contender) &&
        session_ending(sitting->tale.session) == ENDING_NONE) {
        pthread_mutex_lock(&s->lock);
        gone = s->count == KEPT_MAX ? take_out(s, 0) : NULL;
        sitting->until = time_from_now(s->patience_ms);
        s->kept[s->count++] = sitting;
        pthread_cond_signal(&s->news);
        pthread_mutex_unlock(&s->lock);
    }
    sitting_free(gone);
}

void sitting_free(struct sitting *sitting)
{
    if (!sitting)
        return;
    seat_free(sitting->seat);
    tale_free(&sitting->tale);
    free(sitting);
}
