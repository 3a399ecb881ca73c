#include "serve/library.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "game/picture.h"

/* What was read of a file when it had this size and age. */
struct card {
    char path[LIBRARY_PATH];
    off_t size;
    struct timespec changed;
    bool in_hand; /* somebody makes it anew just now */
    bool broken;  /* it tells why there is no overview */
    char *json;   /* NULL: there never was one */
};

struct library {
    const char *const *paths;
    int count;
    const char *directory;
    pthread_mutex_t lock; /* of what follows */
    struct card *cards;
    int card_count;
};

struct library *library_new(const char *const *paths, int count, const char *directory)
{
    struct library *l = memory_zero(sizeof *l);
    l->paths = paths;
    l->count = count;
    l->directory = directory;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

void library_free(struct library *l)
{
    if (!l)
        return;
    for (int i = 0; i < l->card_count; i++)
        free(l->cards[i].json);
    free(l->cards);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A record begins with its match. */
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

/* Enters a file under its name; another file of that name gets a number as well. */
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

/* Twice the points of a in a game that counts; -1 if it does not. */
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
    json_put_bool(out, "running", record->summary == NULL);
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
    const char *note = notes_why(notes), *file = shown(entry->path); /* as the note tells it */
    size_t path = strlen(file);
    if (strncmp(note, file, path) == 0 && note[path] == ':') {
        note += path + 1;
        text_add(out, "%s%s", *note == ' ' ? "" : "line ", note + (*note == ' '));
    } else {
        text_add(out, "%s", note);
    }
}

static char *make_broken_card(const struct library_entry *entry, const struct notes *notes)
{
    struct text out = {0}, why = {0};
    fprintf(stderr, "plywood: no record: %s\n", notes_why(notes));
    library_fault(entry, notes, &why);
    json_open(&out, NULL, '{');
    json_put_string(&out, "id", entry->id);
    json_put_string(&out, "error", why.data);
    text_free(&why);
    json_close(&out, '}');
    return out.data;
}

/* The game of which a picture tells most: the last that has ended, or else the last. */
static const struct recorded_game *telling_game(const struct record *record)
{
    for (int i = record->count - 1; i >= 0; i--)
        if (record->games[i]->verdict != VERDICT_NONE)
            return record->games[i];
    return record->count > 0 ? record->games[record->count - 1] : NULL;
}

/* The board before the move that decided, a letter a square, A for the first paint; where nobody
 * has looked for that move, halfway through the game, when there is something to see. */
static void json_picture(struct text *out, const struct recorded_game *g)
{
    int ply = g->moment >= 0 ? g->moment : g->session->count / 2;
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

/* What is told of a single game: how it went. */
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

static char *make_card(const struct library_entry *entry, time_t changed, bool *broken)
{
    struct notes notes = {0};
    struct record *record = record_read(entry->path, &notes);
    *broken = !record;
    if (!record)
        return make_broken_card(entry, &notes);
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
    if (telling)
        json_picture(&out, telling);
    if (record->count == 1)
        json_result(&out, record->games[0]);
    json_close(&out, '}');
    text_free(&title);
    record_free(record);
    return out.data;
}

/* The card of a file, made if there is none. */
static struct card *find_card(struct library *l, const char *path)
{
    for (int i = 0; i < l->card_count; i++)
        if (strcmp(l->cards[i].path, path) == 0)
            return &l->cards[i];
    l->cards = memory_resize(l->cards, (size_t)(l->card_count + 1) * sizeof *l->cards);
    struct card *card = &l->cards[l->card_count++];
    *card = (struct card){.size = -1};
    snprintf(card->path, sizeof card->path, "%s", path);
    return card;
}

static bool is_fresh(const struct card *card, const struct stat *about)
{
    return card->size == about->st_size && card->changed.tv_sec == about->st_mtim.tv_sec &&
           card->changed.tv_nsec == about->st_mtim.tv_nsec;
}

/* Large records take their time to read, so cards are made without the lock; meanwhile the old card
 * does for everybody else. */
void library_json(struct library *l, const struct library_entry *entry, struct text *out,
                  struct text *broken)
{
    struct stat about;
    if (stat(entry->path, &about) != 0)
        return;
    pthread_mutex_lock(&l->lock);
    struct card *card = find_card(l, entry->path);
    if (!is_fresh(card, &about) && !(card->in_hand && card->json)) {
        card->in_hand = true;
        pthread_mutex_unlock(&l->lock);
        bool is_broken;
        char *json = make_card(entry, about.st_mtim.tv_sec, &is_broken);
        pthread_mutex_lock(&l->lock);
        card = find_card(l, entry->path); /* the cards may have moved */
        free(card->json);
        card->json = json;
        card->broken = is_broken;
        card->size = about.st_size;
        card->changed = about.st_mtim;
        card->in_hand = false;
    }
    struct text *to = card->broken ? broken : out;
    text_add(to, "%s%s", to->length > 0 ? "," : "", card->json);
    pthread_mutex_unlock(&l->lock);
}

void library_forget(struct library *l, const char *path)
{
    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < l->card_count; i++)
        if (strcmp(l->cards[i].path, path) == 0) {
            free(l->cards[i].json);
            l->cards[i] = l->cards[--l->card_count];
            break;
        }
    pthread_mutex_unlock(&l->lock);
}
