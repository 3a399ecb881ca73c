#include "tournament/roster.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "referee/sandbox/porter.h"
#include "tournament/archive.h"
#include "tournament/field.h"

/* A program or built-in agent, known by its hash: two agents may have the same. */
struct known {
    char hash[STORE_HASH];
    pthread_mutex_t lock; /* for what follows */
    bool tried;
    struct contender *contender; /* NULL: it cannot be prepared */
    char reason[NOTE_BYTES];
};

struct roster {
    struct store *store;
    const struct settings *settings;
    pthread_mutex_t lock; /* for what follows */
    int count;
    struct known **known;
};

struct roster *roster_new(struct store *store, const struct settings *settings, struct notes *notes)
{
    if (!porter_call(notes)) /* a program may be entered when there are threads */
        return NULL;
    struct roster *r = memory_zero(sizeof *r);
    r->store = store;
    r->settings = settings;
    pthread_mutex_init(&r->lock, NULL);
    return r;
}

void roster_free(struct roster *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->count; i++) {
        contender_free(r->known[i]->contender);
        free(r->known[i]);
    }
    free(r->known);
    free(r);
}

static struct known *find(struct roster *r, const char *hash)
{
    pthread_mutex_lock(&r->lock);
    struct known *found = NULL;
    for (int i = 0; i < r->count && !found; i++)
        if (strcmp(r->known[i]->hash, hash) == 0)
            found = r->known[i];
    if (!found) {
        found = memory_zero(sizeof *found);
        snprintf(found->hash, sizeof found->hash, "%s", hash);
        pthread_mutex_init(&found->lock, NULL);
        r->known = memory_resize(r->known, (size_t)(r->count + 1) * sizeof *r->known);
        r->known[r->count++] = found;
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

/* Programs are known by the hash of their archive. */
static bool is_intact(const struct text *archive, const char *hash, struct notes *notes)
{
    struct digest digest;
    char found[STORE_HASH];
    digest_begin(&digest);
    digest_add(&digest, archive->data, archive->length);
    digest_end(&digest, found);
    return strcmp(found, hash) == 0 ||
           (notes_fault(notes, 0, "the program %s in the store is damaged", hash) && false);
}

static struct contender *prepare_program(struct roster *r, const char *hash, struct notes *notes)
{
    struct text archive = {0};
    char path[SCRATCH_DIR_PATH];
    bool good = store_get_program(r->store, hash, &archive, notes) &&
                is_intact(&archive, hash, notes) && archive_lodge(&archive, path, notes);
    text_free(&archive);
    if (!good)
        return NULL;
    struct contender *c = contender_new(path, r->settings->game, &r->settings->limits, notes);
    if (c)
        contender_calibrate(c);
    return c;
}

static struct contender *prepare_built_in(struct roster *r, const struct store_agent *agent,
                                          struct notes *notes)
{
    char hash[STORE_HASH];
    field_hash_spec(agent->spec, hash);
    if (strcmp(hash, agent->hash) != 0) {
        notes_fault(notes, 0, "%.60s: this plywood has another version of it than the tournament",
                    agent->spec);
        return NULL;
    }
    return contender_new(agent->spec, r->settings->game, &r->settings->limits, notes);
}

static void prepare(struct roster *r, struct known *known, int id)
{
    struct notes notes = {0};
    struct store_agent *agents = NULL;
    int count = 0;
    if (!store_agents(r->store, &agents, &count, &notes)) {
        snprintf(known->reason, sizeof known->reason, "%s", notes_why(&notes));
        return; /* to be tried again */
    }
    const struct store_agent *agent = NULL;
    for (int i = 0; i < count; i++)
        if (agents[i].id == id && strcmp(agents[i].hash, known->hash) == 0)
            agent = &agents[i];
    if (agent) {
        known->contender = agent->is_program ? prepare_program(r, known->hash, &notes)
                                             : prepare_built_in(r, agent, &notes);
        struct store_progress ignored;
        struct notes more = {0};
        known->tried = known->contender || store_progress(r->store, &ignored, &more);
    } else {
        notes_fault(&notes, 0, "it has been replaced");
    }
    snprintf(known->reason, sizeof known->reason, "%s", notes_why(&notes));
    store_free_agents(agents, count);
}

struct contender *roster_get(struct roster *r, int id, const char *hash, bool *gone,
                             struct notes *notes)
{
    struct known *known = find(r, hash);
    pthread_mutex_lock(&known->lock);
    if (!known->tried)
        prepare(r, known, id);
    struct contender *c = known->contender;
    *gone = !known->tried;
    if (!c)
        notes_fault(notes, 0, "%s", known->reason);
    pthread_mutex_unlock(&known->lock);
    return c;
}
