#include "referee/match/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "referee/match/match_json.h"

enum { FORMAT_VERSION = 1 };

struct recorder {
    const struct match_options *options;
    int file;
    pthread_mutex_t lock;
    int error;     /* errno of the first line that could not be written; 0: none */
    bool complete; /* the summary was written; later lines are dropped */
};

/* Locks the file; false if another match has locked it. This tries several times, because a process
 * that only checks for a running match also holds the lock for an instant. */
static bool lock_alone(int file)
{
    for (int tries = 50; flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; tries--) {
        if (tries == 0)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return true;
}

/* Opens the file, locks it for us, and truncates it to this many bytes. */
static int open_alone(const char *path, off_t bytes, const struct resume *resume,
                      struct notes *notes)
{
    /* O_NONBLOCK: a FIFO without a reader is an error; otherwise open() would wait for ever */
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    struct stat status;
    if (file < 0 || fcntl(file, F_SETFL, O_APPEND) != 0 || fstat(file, &status) != 0) {
        notes_fault(notes, 0, "%s: cannot be written: %s", path, strerror(errno));
    } else if (S_ISREG(status.st_mode)) {
        if (!lock_alone(file))
            notes_fault(notes, 0, "%s: another match is writing it", path);
        else if (fstat(file, &status) != 0 || (resume && status.st_size != resume->size))
            notes_fault(notes, 0, "%s: has changed since it was read", path);
        else if (ftruncate(file, bytes) != 0)
            notes_fault(notes, 0, "%s: cannot be written: %s", path, strerror(errno));
        else
            return file;
    } else {
        return file;
    }
    if (file >= 0)
        close(file);
    return -1;
}

struct recorder *recorder_new(const struct match_options *o, struct notes *notes)
{
    int file = open_alone(o->record, o->resume ? o->resume->bytes : 0, o->resume, notes);
    if (file < 0)
        return NULL;
    struct recorder *r = memory_zero(sizeof *r);
    r->options = o;
    r->file = file;
    pthread_mutex_init(&r->lock, NULL);
    return r;
}

bool recorder_free(struct recorder *r, struct notes *notes)
{
    if (!r)
        return true;
    if (close(r->file) != 0 && r->error == 0)
        r->error = errno;
    if (r->error)
        notes_fault(notes, 0, "%s: cannot be written: %s", r->options->record, strerror(r->error));
    bool good = r->error == 0;
    pthread_mutex_destroy(&r->lock);
    free(r);
    return good;
}

static struct text event(const char *name)
{
    struct text line = {0};
    json_open(&line, NULL, '{');
    json_put_string(&line, "event", name);
    return line;
}

/* Writes a line. After a failed write nothing more is written, because a game with a missing line
 * would be read as another game. */
static void put(struct recorder *r, struct text *line, bool last)
{
    json_close(line, '}');
    text_add(line, "\n");
    pthread_mutex_lock(&r->lock);
    for (size_t done = 0; done < line->length && r->error == 0 && !r->complete;) {
        ssize_t got = write(r->file, line->data + done, line->length - done);
        if (got >= 0)
            done += (size_t)got;
        else if (errno != EINTR)
            r->error = errno;
    }
    r->complete = r->complete || last;
    pthread_mutex_unlock(&r->lock);
    text_free(line);
}

/* Adds the results of the calibrate commands, if there are any. */
static void put_calibrations(struct text *line, const struct match_options *o)
{
    char words[2][CALIBRATED_WORDS];
    bool failed;
    for (int who = 0; who < 2; who++)
        contender_calibration(o->contender[who], words[who], &failed);
    if (!words[0][0] && !words[1][0])
        return;
    json_open(line, "calibrate", '[');
    for (int who = 0; who < 2; who++)
        json_put_string(line, NULL, words[who]);
    json_close(line, ']');
}

void recorder_match(struct recorder *r)
{
    if (!r || r->options->resume)
        return;
    const struct match_options *o = r->options;
    struct text line = event("match"), conditions = {0};
    json_put_integer(&line, "version", FORMAT_VERSION);
    json_put_string(&line, "game", o->game->name);
    json_put_string(&line, "rules",
                    o->game->variants[game_variant(o->game, o->setup.variant)].name);
    static const struct {
        const char *name;
        const char *(*of)(const struct contender *);
    } columns[] = {{"spec", contender_spec},
                   {"name", contender_name},
                   {"hash", contender_hash},
                   {"rung", contender_rung},
                   {"missing", contender_missing}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        json_open(&line, columns[i].name, '[');
        for (int who = 0; who < 2; who++)
            json_put_string(&line, NULL, columns[i].of(o->contender[who]));
        json_close(&line, ']');
    }
    put_calibrations(&line, o);
    json_put_integer(&line, "games", o->games);
    json_put_number(&line, "time", o->time > 0 ? o->time : 0);
    json_put_number(&line, "cap", o->cap);
    json_put_integer(&line, "plies", o->ply_limit);
    json_put_integer(&line, "seed", (int64_t)o->seed);
    match_conditions(o, &conditions);
    json_put_string(&line, "conditions", conditions.data);
    text_free(&conditions);
    put(r, &line, false);
}

/* Writes the part of a move's line that agents' moves and opening moves have in common. */
static struct text move_event(const struct match_game *g, const struct session *session, int ply)
{
    const struct position *before = session->position[ply], *after = session->position[ply + 1];
    int side_of_a = session->position[0]->side ^ g->first;
    char name[MOVE_NAME_MAX];
    before->world->game->move_name(before, session->move[ply], name);
    struct text line = event("move");
    json_put_integer(&line, "number", g->number);
    json_put_integer(&line, "ply", ply);
    json_contender(&line, "by", before->side == side_of_a ? 0 : 1);
    json_put_string(&line, "move", name);
    int score[2];
    position_score(after, score);
    json_open(&line, "score", '[');
    json_put_integer(&line, NULL, score[side_of_a]);
    json_put_integer(&line, NULL, score[1 - side_of_a]);
    json_close(&line, ']');
    return line;
}

static void write_start(void *context, const struct match_game *g, const struct session *session)
{
    struct recorder *r = context;
    const struct match_options *o = r->options;
    struct text line = event("start"), input = {0};
    json_put_integer(&line, "number", g->number);
    json_put_integer(&line, "attempt", g->attempts);
    json_contender(&line, "first", g->first);
    json_put_integer(&line, "seed", (int64_t)g->seed);
    if (g->board)
        json_put_string(&line, "position", g->board);
    o->game->write(session->position[0], o->time > 0 ? o->time : o->game->game_seconds, false,
                   &input);
    json_put_string(&line, "input", input.data);
    text_free(&input);
    put(r, &line, false);
    for (int ply = 0; ply < session->count; ply++) {
        line = move_event(g, session, ply);
        json_put_bool(&line, "opening", true);
        put(r, &line, false);
    }
}

static void write_move(void *context, const struct match_game *g, const struct session *session,
                       const struct answer *answer)
{
    struct text line = move_event(g, session, session->count - 1);
    json_put_number(&line, "cpu", answer->cpu);
    json_put_number(&line, "wall", answer->wall);
    if (answer->switches > 0)
        json_put_integer(&line, "switches", answer->switches);
    if (answer->stolen > 0)
        json_put_number(&line, "stolen", answer->stolen);
    if (g->timed)
        json_both(&line, "left", g->left);
    if (answer->has_value) {
        json_put_number(&line, "value", answer->value);
        json_put_bool(&line, "proven", answer->proven);
        json_put_integer(&line, "depth", answer->depth);
    }
    put(context, &line, false);
}

static void write_end(void *context, const struct match_game *g, const struct session *session)
{
    (void)session;
    struct recorder *r = context;
    struct text line = event("end");
    json_match_game(&line, r->options, g);
    put(r, &line, false);
}

static void write_drop(void *context, const struct match_game *g)
{
    struct text line = event("dropped");
    json_put_integer(&line, "number", g->number);
    put(context, &line, false);
}

struct match_observer recorder_observer(struct recorder *r)
{
    return (struct match_observer){.start = write_start,
                                   .move = write_move,
                                   .end = write_end,
                                   .drop = write_drop,
                                   .context = r};
}

void recorder_summary(struct recorder *r, const struct match_summary *s)
{
    if (!r)
        return;
    struct text line = event("summary");
    json_match_summary(&line, r->options, s);
    put(r, &line, true);
}
