#include "serve/opponents.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/thread.h"
#include "game/registry.h"
#include "serve/position_json.h"
#include "serve/sittings.h"

enum {
    ENTRIES_MAX = 64,
    NAME_BYTES = 60,
    GLANCE_MS = 50,       /* milliseconds between two checks whether the client still waits */
    PATIENCE_MS = 600000, /* how long a program keeps its seat while the person thinks */
};

struct entry {
    char name[NAME_BYTES];
    const struct game *game;
    struct contender *contender;
};

struct opponents {
    struct entry entry[ENTRIES_MAX];
    int count;
    struct sittings *sittings;
    pthread_mutex_t lock; /* guards what follows, and seat, interrupted and done of every asking */
    pthread_cond_t news;
    bool taken; /* one program runs at a time, so that it has the machine's full speed */
};

/* One request for a move, and the thread that runs it. */
struct asking {
    struct opponents *opponents;
    const struct entry *entry;
    struct tale tale;
    double seconds;
    pthread_t thread;
    struct seat *seat; /* set while the program runs */
    bool interrupted, done;
    struct text told;
};

/* Calibrates here, before there are threads: a program cannot be interrupted in its first run. */
static void calibrate(const struct entry *entry)
{
    char words[CALIBRATED_WORDS];
    bool failed;
    contender_calibrate(entry->contender);
    contender_calibration(entry->contender, words, &failed);
    if (words[0])
        fprintf(stderr, "plywood serve: %s: its calibrate command%s %s\n", shown(entry->name),
                failed ? ":" : "", words);
}

/* same: an entry of the same program for another game, or NULL. A program is built and calibrated
 * once. */
static bool add(struct opponents *o, const char *name, const char *spec, const struct game *game,
                const struct entry *same, struct notes *notes)
{
    static const struct contender_options options = {.grace = 1};
    if (o->count == ENTRIES_MAX)
        return notes_fault(notes, 0, "too many opponents");
    struct entry *entry = &o->entry[o->count];
    const struct program *program = same ? contender_program(same->contender) : NULL;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->game = game;
    entry->contender = program ? contender_of(program, spec, game, &options, notes)
                               : contender_new(spec, game, &options, notes);
    if (!entry->contender)
        return false;
    o->count++;
    if (!program)
        calibrate(entry);
    return true;
}

static bool add_text(struct opponents *o, const char *text, struct notes *notes)
{
    char name[NAME_BYTES];
    const char *spec = strchr(text, '='), *slash = strchr(text, '/');
    bool one_game = slash && spec && slash < spec;
    const char *begin = one_game ? slash + 1 : text;
    if (!spec || spec == begin || spec[1] == 0 || spec - begin >= NAME_BYTES)
        return notes_fault(notes, 0, "opponent: expected NAME=SPEC, found \"%.100s\"", text);
    snprintf(name, sizeof name, "%.*s", (int)(spec - begin), begin);
    const struct entry *first = NULL;
    for (int i = 0; games[i]; i++) {
        size_t length = strlen(games[i]->name);
        if (one_game &&
            (length != (size_t)(slash - text) || strncmp(games[i]->name, text, length) != 0))
            continue;
        if (!add(o, name, spec + 1, games[i], first, notes))
            return false;
        first = first ? first : &o->entry[o->count - 1];
    }
    return first ||
           notes_fault(notes, 0, "opponent: there is no game \"%.*s\"", (int)(slash - text), text);
}

struct opponents *opponents_new(const char *const *texts, int count, struct notes *notes)
{
    struct opponents *o = memory_zero(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&o->news, &attributes);
    pthread_condattr_destroy(&attributes);
    for (int i = 0; i < count; i++)
        if (!add_text(o, texts[i], notes)) {
            opponents_free(o);
            return NULL;
        }
    o->sittings = sittings_new(PATIENCE_MS); /* starts a thread, so after the programs' porter */
    return o;
}

void opponents_free(struct opponents *o)
{
    if (!o)
        return;
    assert(!o->taken);
    if (o->sittings)
        sittings_free(o->sittings);
    while (o->count > 0) /* the first entry of a program owns what its other entries use */
        contender_free(o->entry[--o->count].contender);
    pthread_cond_destroy(&o->news);
    pthread_mutex_destroy(&o->lock);
    free(o);
}

void json_opponents(struct text *out, const char *name, const struct opponents *o)
{
    json_open(out, name, '[');
    for (int i = 0; i < o->count; i++) {
        json_open(out, NULL, '{');
        json_put_string(out, "id", o->entry[i].name);
        json_put_string(out, "name", o->entry[i].name);
        json_put_string(out, "game", o->entry[i].game->name);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static const struct entry *find(const struct opponents *o, const struct game *game, const char *id)
{
    for (int i = 0; i < o->count; i++)
        if (o->entry[i].game == game && strcmp(o->entry[i].name, id) == 0)
            return &o->entry[i];
    return NULL;
}

bool opponents_have(const struct opponents *o, const struct game *game, const char *id)
{
    return find(o, game, id) != NULL;
}

struct contender *opponents_contender(const struct opponents *o, const struct game *game,
                                      const char *id, const struct contender_options *options,
                                      struct notes *notes)
{
    const struct entry *entry = find(o, game, id);
    const struct program *program = contender_program(entry->contender);
    struct contender_options named = *options;
    named.name = entry->name;
    /* the record shows its name instead of its spec, because the path must not reach a page */
    return program ? contender_of(program, entry->name, game, &named, notes)
                   : contender_new(contender_spec(entry->contender), game, &named, notes);
}

/* p: the position of the request. The session has the answer's move too, if there is one. */
static void json_answer(struct text *out, const struct position *p, const struct session *session,
                        const struct answer *answer)
{
    json_open(out, NULL, '{');
    if (answer->verdict != VERDICT_NONE) {
        json_put_string(out, "error", verdict_meaning(answer->verdict));
        json_put_string(out, "verdict", verdict_name(answer->verdict));
        json_put_string(out, "detail", answer->detail);
    } else {
        json_move(out, "move", p, answer->code);
        if (answer->has_value)
            json_put_number(out, "value", answer->value);
        else
            json_put_null(out, "value");
        json_put_bool(out, "proven", answer->proven);
        json_put_integer(out, "depth", answer->depth);
        json_put_integer(out, "nodes", (int64_t)answer->nodes);
        json_put_number(out, "seconds", answer->cpu);
        json_open(out, "line", '[');
        json_move(out, NULL, p, answer->code);
        json_close(out, ']');
        json_position(out, "position", session);
    }
    json_close(out, '}');
}

/* --- running a program --- */

/* Runs the program for its move. Other threads may interrupt its seat meanwhile. */
static void put_question(struct asking *a, struct sitting *sitting)
{
    struct opponents *o = a->opponents;
    struct session *session = sitting->tale.session;
    const struct position *p = session_now(session);
    bool by_wall = session->world->game->clock == CLOCK_WALL;
    struct move_time time = {.remaining = by_wall ? 0 : a->seconds,
                             .cap = by_wall ? a->seconds : 0};
    struct answer *answer = memory_zero(sizeof *answer);
    pthread_mutex_lock(&o->lock);
    a->seat = sitting->seat;
    pthread_mutex_unlock(&o->lock);
    seat_ask(sitting->seat, session, &time, answer);
    if (answer->verdict == VERDICT_NONE)
        session_play(session, answer->code);
    json_answer(&a->told, p, session, answer);
    pthread_mutex_lock(&o->lock);
    a->seat = NULL;
    bool good = !a->interrupted && answer->verdict == VERDICT_NONE;
    pthread_mutex_unlock(&o->lock);
    if (good)
        sittings_keep(o->sittings, sitting);
    else
        sitting_free(sitting);
    free(answer);
}

static void *think(void *context)
{
    struct asking *a = context;
    struct opponents *o = a->opponents;
    struct notes notes = {0};
    struct sitting *sitting = sittings_take(o->sittings, a->entry->contender, &a->tale, &notes);
    if (sitting) {
        put_question(a, sitting);
    } else {
        json_open(&a->told, NULL, '{');
        json_put_string(&a->told, "error", notes_why(&notes));
        json_close(&a->told, '}');
    }
    pthread_mutex_lock(&o->lock);
    a->done = true;
    pthread_cond_broadcast(&o->news);
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

/* Waits briefly for any change under the lock, which the caller holds. */
static void wait_for_news(struct opponents *o)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += GLANCE_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&o->news, &o->lock, &until);
}

/* Waits for its turn. Returns true, with the lock held, once the program has been started. */
static bool begin(struct opponents *o, struct asking *a, const atomic_bool *stop)
{
    while (o->taken && !atomic_load(stop))
        wait_for_news(o);
    if (o->taken || atomic_load(stop))
        return false;
    o->taken = thread_start(&a->thread, think, a);
    return o->taken;
}

/* Waits for the answer. Interrupts the program once the client has stopped waiting. */
static void await(struct opponents *o, struct asking *a, const atomic_bool *stop)
{
    while (!a->done) {
        if (atomic_load(stop) && a->seat && !a->interrupted) {
            a->interrupted = true;
            seat_interrupt(a->seat);
        }
        wait_for_news(o);
    }
    o->taken = false;
    pthread_cond_broadcast(&o->news);
}

void opponents_ask(struct opponents *o, const char *id, struct tale *tale, double seconds,
                   const atomic_bool *stop, struct text *out)
{
    assert(seconds > 0);
    struct asking a = {.opponents = o,
                       .entry = find(o, tale->session->world->game, id),
                       .tale = *tale,
                       .seconds = seconds};
    *tale = (struct tale){0};
    pthread_mutex_lock(&o->lock);
    bool begun = begin(o, &a, stop);
    if (begun)
        await(o, &a, stop);
    pthread_mutex_unlock(&o->lock);
    if (begun)
        pthread_join(a.thread, NULL);
    if (begun && !a.interrupted)
        text_add_bytes(out, a.told.data, a.told.length);
    tale_free(&a.tale);
    text_free(&a.told);
}
