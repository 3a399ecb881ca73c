#include "serve/contest.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "agents/levels.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/thread.h"
#include "game/registry.h"
#include "referee/match/match.h"

enum { NICENESS = 15, NAME_BYTES = 80, GRACE = 1 };

/* The reference agents, as agents/agent.h names them. */
static const struct {
    const char *id, *title, *spec;
} references[] = {
    {"agent:random", "Random", "random"},
    {"agent:greedy", "Greedy", "greedy"},
    {"agent:minimax-2", "Minimax, depth 2", "minimax:depth=2"},
    {"agent:minimax-3", "Minimax, depth 3", "minimax:depth=3"},
    {"agent:alphabeta-4", "Alpha-beta, depth 4", "alphabeta:depth=4,caching,ordering"},
};

struct contest {
    struct opponents *opponents;
    struct shelves *shelves;
    bool bounded;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t news;
    bool running, paused, begun; /* begun: the threads exist and must be joined */
    atomic_bool stop;
    char key[SHELF_KEY]; /* the owner's; "" where there are no visitors */
    struct library_entry entry;
    bool passing;                    /* the record is a temporary file */
    double began, moved, rest_until; /* wall-clock times */
    double pace;                     /* minimum seconds between two moves */
    char why[NOTE_BYTES]; /* why the last match failed, shown to its owner; "": it did not */
    pthread_t player, attendant;
    struct match_options options;
    char variant[NAME_BYTES];
};

static double now(void)
{
    return clock_seconds(CLOCK_OF_WALL);
}

struct contest *contest_new(struct opponents *opponents, struct shelves *shelves, bool bounded)
{
    struct contest *c = memory_zero(sizeof *c);
    c->opponents = opponents;
    c->shelves = shelves;
    c->bounded = bounded;
    pthread_mutex_init(&c->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&c->news, &attributes);
    pthread_condattr_destroy(&attributes);
    return c;
}

/* Joins the threads of a match that has ended. The caller holds the lock; it is released while
 * waiting. */
static void join(struct contest *c)
{
    if (!c->begun)
        return;
    c->begun = false;
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->player, NULL);
    pthread_join(c->attendant, NULL);
    pthread_mutex_lock(&c->lock);
}

static void remove_passing(struct contest *c)
{
    if (c->passing)
        unlink(c->entry.path);
    c->passing = false;
}

void contest_free(struct contest *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->stop, true);
    pthread_cond_broadcast(&c->news);
    join(c);
    pthread_mutex_unlock(&c->lock);
    remove_passing(c);
    pthread_cond_destroy(&c->news);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* --- the match --- */

/* Waits for a signal, at most until this wall-clock time. */
static void await(struct contest *c, double until)
{
    const time_t seconds = (time_t)until;
    const struct timespec at = {seconds, (long)((until - (double)seconds) * 1e9)};
    pthread_cond_timedwait(&c->news, &c->lock, &at);
}

/* Called after an agent's move: waits while the match is paused, and until the pace allows the next
 * move. */
static void keep_pace(void *context, const struct match_game *g, const struct session *session,
                      const struct answer *answer)
{
    (void)g, (void)session, (void)answer;
    struct contest *c = context;
    pthread_mutex_lock(&c->lock);
    const double next = c->moved + c->pace;
    while (!atomic_load(&c->stop) && (c->paused || now() < next))
        if (c->paused)
            pthread_cond_wait(&c->news, &c->lock);
        else
            await(c, next);
    c->moved = now();
    pthread_mutex_unlock(&c->lock);
}

static void end(struct contest *c, bool good, const struct notes *notes)
{
    for (int who = 0; who < 2; who++)
        contender_free(c->options.contender[who]);
    pthread_mutex_lock(&c->lock);
    struct text why = {0};
    if (!good) {
        fprintf(stderr, "plywood: a match from the browser: %s\n", notes_why(notes));
        library_fault(&c->entry, notes, &why);
    }
    snprintf(c->why, sizeof c->why, "%s", why.length > 0 ? why.data : "");
    text_free(&why);
    c->running = false;
    c->paused = false;
    c->rest_until = c->bounded ? now() + (now() - c->began) : 0;
    pthread_cond_broadcast(&c->news);
    pthread_mutex_unlock(&c->lock);
}

static void *play(void *context)
{
    struct contest *c = context;
    const struct match_observer pace = {.move = keep_pace, .context = c};
    const struct match_delivery nobody = {0}; /* no delivery: the pages read the record */
    struct match_summary summary;
    struct notes notes = {0};
    pthread_setname_np(pthread_self(), "match");
    (void)sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS); /* child processes inherit it */
    end(c, match_run(&c->options, &pace, &nobody, &summary, &notes), &notes);
    return NULL;
}

/* Stops a bounded match when its time is up. */
static void *attend(void *context)
{
    struct contest *c = context;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += CONTEST_SECONDS;
    pthread_mutex_lock(&c->lock);
    while (c->running)
        if (!c->bounded)
            pthread_cond_wait(&c->news, &c->lock);
        else if (pthread_cond_timedwait(&c->news, &c->lock, &until) == ETIMEDOUT) {
            atomic_store(&c->stop, true);
            pthread_cond_broadcast(&c->news);
            break;
        }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* --- starting a match --- */

/* Makes a contender from one of the server's lists. Returns NULL, with a fault noted, if none has
 * this id. */
static struct contender *contender_by_id(const struct contest *c, const struct game *game,
                                         const char *id, struct notes *notes)
{
    struct contender_options options = {.grace = GRACE, .niceness = NICENESS};
    for (size_t i = 0; id && i < sizeof references / sizeof *references; i++)
        if (strcmp(references[i].id, id) == 0) {
            options.name = references[i].title;
            return contender_new(references[i].spec, game, &options, notes);
        }
    for (int i = 0; id && i < level_count(); i++) {
        char level[NAME_BYTES], name[NAME_BYTES];
        snprintf(level, sizeof level, "level:%d", level_at(i)->id);
        snprintf(name, sizeof name, "Plywood, %s", level_at(i)->title);
        options.name = name;
        if (strcmp(level, id) == 0)
            return contender_new(level_spec(game, level_at(i)->id), game, &options, notes);
    }
    static const char program[] = "program:";
    if (id && strncmp(id, program, strlen(program)) == 0 &&
        opponents_have(c->opponents, game, id + strlen(program)))
        return opponents_contender(c->opponents, game, id + strlen(program), &options, notes);
    notes_fault(notes, 0, "there is no contender \"%.60s\" for %s", id ? id : "", game->title);
    return NULL;
}

static bool take_clock(struct match_options *o, double seconds, bool bounded, struct notes *notes)
{
    bool a_move = o->game->game_seconds <= 0;
    double most = a_move ? CONTEST_MOVE_SECONDS : CONTEST_SIDE_SECONDS;
    double usual = a_move ? o->game->move_seconds : o->game->game_seconds;
    if (bounded && (seconds > 0 ? seconds : usual) > most)
        return notes_fault(notes, 0, "seconds: expected at most %g here", most);
    if (a_move)
        o->cap = seconds;
    else
        o->time = seconds;
    return true;
}

/* Fills in all options except contenders and record. */
static bool take_wish(struct contest *c, const struct ask *ask, struct notes *notes)
{
    const struct game *game = ask->game ? game_by_name(ask->game) : NULL;
    int most = c->bounded ? CONTEST_GAMES_BOUNDED : CONTEST_GAMES;
    if (!game)
        return notes_fault(notes, 0, "there is no game \"%.40s\"", ask->game ? ask->game : "");
    if (ask->games > most)
        return notes_fault(notes, 0, "games: expected at most %d here", most);
    c->pace = ask->pace;
    struct match_options *o = &c->options;
    *o = (struct match_options){.game = game,
                                .setup = SETUP_DEFAULT,
                                .games = ask->games,
                                .opening_plies = -1,
                                .ply_limit = -1,
                                .first = -1,
                                .jobs = 1,
                                .seed = random_draw(),
                                .record = c->entry.path,
                                .stop = &c->stop,
                                .interrupts = true};
    snprintf(c->variant, sizeof c->variant, "%s", ask->rules ? ask->rules : "");
    o->setup.size = ask->size;
    o->setup.variant = ask->rules ? c->variant : NULL;
    option_fill(game, &ask->options, &o->setup);
    struct problem *trial = game->create(&o->setup, notes);
    problem_free(trial);
    if (!trial || !take_clock(o, ask->seconds, c->bounded, notes))
        return false;
    match_complete(o);
    return true;
}

static bool take_contenders(struct contest *c, const struct ask *ask, struct notes *notes)
{
    const char *const id[2] = {ask->a, ask->b};
    for (int who = 0; who < 2; who++) {
        c->options.contender[who] = contender_by_id(c, c->options.game, id[who], notes);
        if (!c->options.contender[who]) {
            contender_free(who == 1 ? c->options.contender[0] : NULL);
            return false;
        }
    }
    return true;
}

/* Creates the record before the match begins, because the page opens it at once. */
static bool make_empty(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 && close(file) == 0;
}

/* Chooses the record's path: on the shelf or, if that is not possible, a temporary file. */
static bool take_place(struct contest *c, const char *key, struct notes *notes)
{
    struct notes unkept = {0};
    remove_passing(c);
    shelf_draw_id(c->entry.id);
    if (shelf_place(c->shelves, key, c->entry.id, c->entry.path, &unkept) == SHELF_DONE &&
        make_empty(c->entry.path))
        return true;
    const char *parent = getenv("TMPDIR");
    snprintf(c->entry.path, sizeof c->entry.path, "%.900s/plywood-match-XXXXXX",
             parent && *parent ? parent : "/tmp");
    int file = mkstemp(c->entry.path);
    if (file < 0)
        return notes_fault(notes, 0, "no record can be made: %s", strerror(errno));
    close(file);
    return c->passing = true;
}

/* Starts the threads. The caller holds the lock. */
static bool begin(struct contest *c, const char *key)
{
    atomic_store(&c->stop, false);
    c->running = true;
    c->paused = false;
    c->began = c->moved = now();
    c->why[0] = 0;
    snprintf(c->key, sizeof c->key, "%s", key ? key : "");
    c->begun = thread_start(&c->attendant, attend, c);
    if (c->begun && thread_start(&c->player, play, c))
        return true;
    c->running = false;
    pthread_cond_broadcast(&c->news);
    if (c->begun) {
        pthread_mutex_unlock(&c->lock);
        pthread_join(c->attendant, NULL);
        pthread_mutex_lock(&c->lock);
    }
    return c->begun = false;
}

static enum contest_answer prepare_and_begin(struct contest *c, const struct ask *ask,
                                             const char *key, struct notes *notes)
{
    if (c->bounded && !key) {
        notes_fault(notes, 0, "whose match it is must be known: open the playground before");
        return CONTEST_NOT_YOURS;
    }
    if (c->running) {
        notes_fault(notes, 0, "another match is being played");
        return CONTEST_BUSY;
    }
    if (c->rest_until > now()) {
        notes_fault(notes, 0, "the machine rests after the last match, for %.0f s more",
                    c->rest_until - now() + 0.5);
        return CONTEST_BUSY;
    }
    join(c);
    if (c->running || !take_wish(c, ask, notes) || !take_contenders(c, ask, notes))
        return CONTEST_BAD_WISH;
    if (take_place(c, key, notes) && begin(c, key))
        return CONTEST_DONE;
    for (int who = 0; who < 2; who++)
        contender_free(c->options.contender[who]);
    notes_fault(notes, 0, "the machine has no room for a match");
    return CONTEST_BUSY;
}

enum contest_answer contest_start(struct contest *c, const struct ask *ask, const char *key,
                                  struct notes *notes)
{
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER; /* only one start at a time */
    pthread_mutex_lock(&starting);
    pthread_mutex_lock(&c->lock);
    enum contest_answer answer = prepare_and_begin(c, ask, key, notes);
    pthread_mutex_unlock(&c->lock);
    pthread_mutex_unlock(&starting);
    return answer;
}

/* True if the visitor with this key owns the match, or if it has no owner. */
static bool is_own(const struct contest *c, const char *key)
{
    return !c->key[0] || (key && strcmp(c->key, key) == 0);
}

enum contest_answer contest_tell(struct contest *c, enum contest_wish wish, const char *key,
                                 struct notes *notes)
{
    enum contest_answer answer = CONTEST_DONE;
    pthread_mutex_lock(&c->lock);
    if (!c->running) {
        notes_fault(notes, 0, "no match is being played");
        answer = CONTEST_BUSY;
    } else if (!is_own(c, key)) {
        notes_fault(notes, 0, "the match is somebody else's");
        answer = CONTEST_NOT_YOURS;
    } else if (wish == CONTEST_STOP) {
        atomic_store(&c->stop, true);
    } else {
        c->paused = wish == CONTEST_PAUSE;
    }
    pthread_cond_broadcast(&c->news);
    pthread_mutex_unlock(&c->lock);
    return answer;
}

static void json_limits(struct text *out, const struct contest *c)
{
    json_open(out, "limits", '{');
    json_put_integer(out, "games", c->bounded ? CONTEST_GAMES_BOUNDED : CONTEST_GAMES);
    if (c->bounded) {
        json_put_integer(out, "side_seconds", CONTEST_SIDE_SECONDS);
        json_put_integer(out, "move_seconds", CONTEST_MOVE_SECONDS);
        json_put_integer(out, "seconds", CONTEST_SECONDS);
    }
    json_close(out, '}');
    json_open(out, "agents", '[');
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        json_open(out, NULL, '{');
        json_put_string(out, "id", references[i].id);
        json_put_string(out, "title", references[i].title);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void contest_json(struct contest *c, const char *key, struct text *out)
{
    pthread_mutex_lock(&c->lock);
    double rest = c->rest_until - now();
    json_put_bool(out, "running", c->running);
    json_put_bool(out, "paused", c->paused);
    json_put_bool(out, "mine", is_own(c, key));
    json_put_string(out, "id", c->entry.id);
    json_put_string(out, "why", is_own(c, key) ? c->why : "");
    json_put_integer(out, "rest", !c->running && rest > 0 ? (int64_t)(rest + 1) : 0);
    json_limits(out, c);
    pthread_mutex_unlock(&c->lock);
}

bool contest_find(struct contest *c, const char *id, struct library_entry *out)
{
    pthread_mutex_lock(&c->lock);
    bool found = c->entry.id[0] && strcmp(c->entry.id, id) == 0;
    if (found)
        *out = c->entry;
    pthread_mutex_unlock(&c->lock);
    return found;
}
