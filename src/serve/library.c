#include "serve/library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/statistics.h"
#include "game/picture.h"
#include "serve/decisions.h"

enum {
    SWEEP_AT = 64,       /* number of cards at which cards of deleted files are first swept */
    UNDECIDED = INT_MIN, /* no whole review has found the deciding move */
};

/* What an overview is made of. */
struct overview {
    char *json;  /* an object without its closing brace; of a broken record the whole object */
    bool broken; /* json describes the error */
    bool open;   /* the record has no summary: the match may still be running */
    int games;
    uint64_t telling; /* name of the pictured game (decisions.h); 0: none */
    int decided;      /* the deciding move when the overview was made, or UNDECIDED */
};

/* The cached result of reading a file, valid for this size and time. */
struct card {
    uint64_t name; /* hash of the path, for quick comparison */
    char *path;
    off_t size;
    struct timespec changed;
    bool in_hand;             /* a thread is making it anew */
    struct overview overview; /* its json is NULL before the first reading */
};

struct library {
    const char *const *paths;
    int count;
    const char *directory;
    pthread_mutex_t lock; /* guards what follows */
    struct card *cards;
    int card_count, sweep_at;
};

struct library *library_new(const char *const *paths, int count, const char *directory)
{
    struct library *l = memory_zero(sizeof *l);
    l->paths = paths;
    l->count = count;
    l->directory = directory;
    l->sweep_at = SWEEP_AT;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

static void card_free(struct card *card)
{
    free(card->path);
    free(card->overview.json);
}

void library_free(struct library *l)
{
    if (!l)
        return;
    for (int i = 0; i < l->card_count; i++)
        card_free(&l->cards[i]);
    free(l->cards);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* True if the file starts like a record: with the event "match". */
static bool looks_like_record(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    char begin[40] = "";
    size_t got = fread(begin, 1, sizeof begin - 1, file);
    fclose(file);
    begin[got] = 0;
    return strstr(begin, "\"event\":\"match\"") != NULL;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return strcmp(a, b) == 0 || (stat(a, &one) == 0 && stat(b, &other) == 0 &&
                                 one.st_ino == other.st_ino && one.st_dev == other.st_dev);
}

static const struct library_entry *with_id(const struct library_entry *list, int count,
                                           const char *id)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].id, id) == 0)
            return &list[i];
    return NULL;
}

/* Adds a file under its name; a further file of the same name gets a number. */
static void enter(struct library_entry *list, int *count, const char *path)
{
    struct library_entry entry;
    const char *name = base_name(path);
    int length = snprintf(entry.id, sizeof entry.id, "%s", name), copies = 1;
    for (const struct library_entry *other;
         length < LIBRARY_ID && (other = with_id(list, *count, entry.id));) {
        if (is_same_file(other->path, path))
            return;
        length = snprintf(entry.id, sizeof entry.id, "%s.%d", name, ++copies);
    }
    if (*count == LIBRARY_MAX || length >= LIBRARY_ID || strlen(path) >= LIBRARY_PATH)
        return;
    snprintf(entry.path, sizeof entry.path, "%s", path);
    list[(*count)++] = entry;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct library_entry *)a)->id, ((const struct library_entry *)b)->id);
}

int library_list(const struct library *l, struct library_entry **out)
{
    struct library_entry *list = memory_new(LIBRARY_MAX * sizeof *list);
    int count = 0;
    for (int i = 0; i < l->count; i++)
        enter(list, &count, l->paths[i]);
    int given = count;
    DIR *directory = l->directory ? opendir(l->directory) : NULL;
    for (const struct dirent *file; directory && (file = readdir(directory));) {
        char path[LIBRARY_PATH];
        int length = snprintf(path, sizeof path, "%s/%s", l->directory, file->d_name);
        if (file->d_name[0] != '.' && length < LIBRARY_PATH && looks_like_record(path))
            enter(list, &count, path);
    }
    if (directory)
        closedir(directory);
    qsort(list + given, (size_t)(count - given), sizeof *list, by_id);
    *out = list;
    return count;
}

bool library_find(const struct library *l, const char *id, struct library_entry *out)
{
    struct library_entry *list;
    int count = library_list(l, &list);
    const struct library_entry *found = with_id(list, count, id);
    if (found)
        *out = *found;
    free(list);
    return found != NULL;
}

bool library_is_being_written(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0)
        close(file);
    return locked;
}

/* Twice the points of a in a finished game; -1 if the game does not count. */
static int half_points(const struct recorded_game *g)
{
    if (!g || g->dropped || g->verdict == VERDICT_NONE || g->verdict == VERDICT_OUR_FAILURE)
        return -1;
    return g->winner == 0 ? 2 : g->winner == 1 ? 0 : 1;
}

void json_standing(struct text *out, const struct record *record)
{
    struct tally tally = {0};
    int finished = 0, half = 0;
    for (int i = 0; i < record->count; i++) {
        const struct recorded_game *g = record->games[i];
        int points = half_points(g);
        if (points < 0)
            continue;
        finished++;
        half += points;
        int other = g->number % 2 == 1 ? half_points(record_game(record, g->number + 1)) : -1;
        if (other >= 0)
            tally.pairs[points + other]++;
    }
    json_put_integer(out, "games", record->count);
    json_put_integer(out, "finished", finished);
    json_open(out, "score", '[');
    json_put_number(out, NULL, half / 2.0);
    json_put_number(out, NULL, finished - half / 2.0);
    json_close(out, ']');
    if (tally_estimate(&tally).pair_count > 0)
        tally_json(out, &tally);
    else
        json_put_null(out, "elo");
}

void library_fault(const struct library_entry *entry, const struct notes *notes, struct text *out)
{
    const char *note = notes_why(notes), *file = shown(entry->path); /* as the note names it */
    size_t path = strlen(file);
    if (strncmp(note, file, path) == 0 && note[path] == ':') {
        note += path + 1;
        text_add(out, "%s%s", *note == ' ' ? "" : "line ", note + (*note == ' '));
    } else {
        text_add(out, "%s", note);
    }
}

static struct overview make_broken(const struct library_entry *entry, const struct notes *notes)
{
    struct text out = {0}, why = {0};
    fprintf(stderr, "plywood: no record: %s\n", notes_why(notes));
    library_fault(entry, notes, &why);
    json_open(&out, NULL, '{');
    json_put_string(&out, "id", entry->id);
    json_put_string(&out, "error", why.data);
    text_free(&why);
    json_close(&out, '}');
    return (struct overview){.json = out.data, .broken = true, .decided = UNDECIDED};
}

/* The game to picture: the last one that has ended, or else the last one. */
static const struct recorded_game *telling_game(const struct record *record)
{
    for (int i = record->count - 1; i >= 0; i--)
        if (record->games[i]->verdict != VERDICT_NONE)
            return record->games[i];
    return record->count > 0 ? record->games[record->count - 1] : NULL;
}

/* The deciding move that a whole review found for the game with this name: a ply, -1 or
 * UNDECIDED. */
static int decided(uint64_t name)
{
    int ply;
    return name != 0 && decisions_find(name, &ply) ? ply : UNDECIDED;
}

/* Adds the board before the deciding move, one letter per square, A for the first paint. The move
 * comes from a whole review, else from the record. If neither has one, the board is taken halfway
 * through the game, when it is not nearly empty. For an unfinished game it is the last position. */
static void json_picture(struct text *out, const struct recorded_game *g, int decided)
{
    int ply = decided != UNDECIDED ? decided : g->moment;
    if (g->verdict == VERDICT_NONE)
        ply = g->session->count;
    else if (ply < 0)
        ply = g->session->count / 2;
    const struct position *p = g->session->position[ply];
    struct picture picture = {0};
    struct text board = {0};
    p->world->game->draw(p, &picture);
    for (int row = 0; row < picture.rows; row++)
        for (int column = 0; column < picture.columns; column++)
            text_add(&board, "%c", 'A' + picture.cell[row][column].paint);
    json_open(out, "picture", '{');
    json_put_integer(out, "number", g->number);
    json_put_integer(out, "ply", ply);
    json_put_integer(out, "columns", picture.columns);
    json_put_string(out, "board", board.data);
    json_close(out, '}');
    text_free(&board);
}

/* Adds the result of a single game. */
static void json_result(struct text *out, const struct recorded_game *g)
{
    static const char *const letters[] = {"a", "b"};
    int plies = g->session->count;
    json_open(out, "result", '{');
    json_put_string(out, "first", letters[g->first]);
    if (g->winner >= 0)
        json_put_string(out, "winner", letters[g->winner]);
    else
        json_put_null(out, "winner");
    if (g->verdict != VERDICT_NONE)
        json_put_string(out, "ending", verdict_name(g->verdict));
    else
        json_put_null(out, "ending");
    json_open(out, "score", '[');
    json_put_integer(out, NULL, recorded_score(g, plies, 0));
    json_put_integer(out, NULL, recorded_score(g, plies, 1));
    json_close(out, ']');
    json_put_integer(out, "plies", plies);
    json_close(out, '}');
}

static struct overview make_overview(const struct library_entry *entry, time_t changed)
{
    struct notes notes = {0};
    struct record *record = record_read(entry->path, &notes);
    if (!record)
        return make_broken(entry, &notes);
    struct overview made = {.open = !record->summary, .decided = UNDECIDED};
    made.games = record->count > record->wished ? record->count : record->wished;
    struct text out = {0}, title = {0};
    text_add(&title, "%s: %s against %s", record->game->title, record->name[0], record->name[1]);
    json_open(&out, NULL, '{');
    json_put_string(&out, "id", entry->id);
    json_put_string(&out, "title", title.data);
    json_put_string(&out, "game", record->game->name);
    json_put_string(&out, "rules", record->variant);
    json_open(&out, "names", '[');
    json_put_string(&out, NULL, record->name[0]);
    json_put_string(&out, NULL, record->name[1]);
    json_close(&out, ']');
    json_put_integer(&out, "date", changed);
    json_standing(&out, record);
    const struct recorded_game *telling = telling_game(record);
    if (telling) {
        made.telling = decisions_name(telling->session);
        made.decided = decided(made.telling);
        json_picture(&out, telling, made.decided);
    }
    if (record->count == 1 && made.games == 1)
        json_result(&out, record->games[0]);
    json_put_bool(&out, "stopped", record->stopped);
    made.json = out.data;
    text_free(&title);
    record_free(record);
    return made;
}

/* Drops the cards whose files are gone. It runs only when the number of cards has doubled since the
 * last sweep, so its cost per card is constant, and strangers who add and delete records cannot
 * fill the memory. */
static void sweep(struct library *l)
{
    int left = 0;
    for (int i = 0; i < l->card_count; i++) {
        if (l->cards[i].in_hand || access(l->cards[i].path, F_OK) == 0)
            l->cards[left++] = l->cards[i];
        else
            card_free(&l->cards[i]);
    }
    l->card_count = left;
    l->sweep_at = 2 * left > SWEEP_AT ? 2 * left : SWEEP_AT;
}

/* The card of a file; makes it if there is none. */
static struct card *find_card(struct library *l, const char *path)
{
    uint64_t name = 0;
    for (const char *at = path; *at; at++)
        name = hash64(name ^ (unsigned char)*at);
    for (int i = 0; i < l->card_count; i++)
        if (l->cards[i].name == name && strcmp(l->cards[i].path, path) == 0)
            return &l->cards[i];
    if (l->card_count >= l->sweep_at)
        sweep(l);
    l->cards = memory_resize(l->cards, (size_t)(l->card_count + 1) * sizeof *l->cards);
    struct card *card = &l->cards[l->card_count++];
    *card = (struct card){.name = name, .path = memory_string(path), .size = -1};
    return card;
}

static bool is_fresh(const struct card *card, const struct stat *about)
{
    return card->size == about->st_size && card->changed.tv_sec == about->st_mtim.tv_sec &&
           card->changed.tv_nsec == about->st_mtim.tv_nsec &&
           card->overview.decided == decided(card->overview.telling);
}

/* Adds an overview, and whether the match is still being played: a server that was killed leaves a
 * record without a summary that no process writes any more. */
static void tell(const struct overview *overview, const char *path, struct text *out)
{
    text_add(out, "%s%s", out->length > 0 ? "," : "", overview->json);
    if (overview->broken)
        return;
    json_put_bool(out, "running", overview->open && library_is_being_written(path));
    json_close(out, '}');
}

/* Large records take time to read, so cards are made without the lock. Meanwhile other threads get
 * the old card. */
bool library_json(struct library *l, const struct library_entry *entry, int least, struct text *out,
                  struct text *broken)
{
    struct stat about;
    if (stat(entry->path, &about) != 0)
        return false;
    pthread_mutex_lock(&l->lock);
    struct card *card = find_card(l, entry->path);
    if (!is_fresh(card, &about) && !(card->in_hand && card->overview.json)) {
        card->in_hand = true;
        pthread_mutex_unlock(&l->lock);
        struct overview made = make_overview(entry, about.st_mtim.tv_sec);
        pthread_mutex_lock(&l->lock);
        card = find_card(l, entry->path); /* the array of cards may have been reallocated */
        free(card->overview.json);
        card->overview = made;
        card->size = about.st_size;
        card->changed = about.st_mtim;
        card->in_hand = false;
    }
    const struct overview *overview = &card->overview;
    bool wanted = overview->broken || overview->games >= least;
    if (wanted)
        tell(overview, entry->path, overview->broken ? broken : out);
    pthread_mutex_unlock(&l->lock);
    return wanted;
}
