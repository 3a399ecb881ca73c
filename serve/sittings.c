#include "serve/sittings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { KEPT_MAX = 6 };

struct sittings {
    pthread_mutex_t lock;
    struct sitting *kept[KEPT_MAX]; /* the one that has waited longest first */
    int count;
};

struct sittings *sittings_new(void)
{
    struct sittings *s = memory_zero(sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void sittings_free(struct sittings *s)
{
    for (int i = 0; i < s->count; i++)
        sitting_free(s->kept[i]);
    pthread_mutex_destroy(&s->lock);
    free(s);
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

/* True if the game goes on from what this program has seen, and it moves again. */
static bool goes_on(const struct sitting *sitting, const struct session *game)
{
    const struct session *seen = sitting->tale.session;
    if (game->count <= seen->count || !same_start(seen, game) ||
        session_now(seen)->side != session_now(game)->side)
        return false;
    for (int i = 0; i < seen->count; i++)
        if (seen->move[i] != game->move[i])
            return false;
    return true;
}

static struct sitting *take_out(struct sittings *s, int index)
{
    struct sitting *sitting = s->kept[index];
    s->count--;
    memmove(&s->kept[index], &s->kept[index + 1],
            (size_t)(s->count - index) * sizeof(struct sitting *));
    return sitting;
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

void sittings_keep(struct sittings *s, struct sitting *sitting)
{
    struct sitting *gone = NULL;
    pthread_mutex_lock(&s->lock);
    if (s->count == KEPT_MAX)
        gone = take_out(s, 0);
    s->kept[s->count++] = sitting;
    pthread_mutex_unlock(&s->lock);
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
