#include "serve/decisions.h"

#include <pthread.h>

#include "base/random.h"

enum { PLACES = 4096 }; /* hash slots: a newer game replaces another one in its slot */

static struct {
    uint64_t name; /* 0: empty */
    int ply;
} places[PLACES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

uint64_t decisions_name(const struct session *session)
{
    uint64_t name = hash64((uintptr_t)session->world->rules);
    name = hash64(name ^ (uint64_t)session->world->size);
    for (int i = 0; i < session->count; i++)
        name = hash64(hash64(name ^ session->position[i]->key) ^ session->move[i]);
    return name ? name : 1;
}

void decisions_note(uint64_t name, int ply)
{
    pthread_mutex_lock(&lock);
    places[name % PLACES].name = name;
    places[name % PLACES].ply = ply;
    pthread_mutex_unlock(&lock);
}

bool decisions_find(uint64_t name, int *ply)
{
    pthread_mutex_lock(&lock);
    bool known = places[name % PLACES].name == name;
    *ply = places[name % PLACES].ply;
    pthread_mutex_unlock(&lock);
    return known;
}
