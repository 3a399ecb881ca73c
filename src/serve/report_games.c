/* report_games.c - chooses the replays of a report and encodes them
 *
 * The page that shows the replays knows no game. A replay is the picture of the start, one
 * character per square, and for each ply its changes: three characters per changed square (two for
 * its number, one for its paint), then an exclamation mark and the squares that stand for the move,
 * two characters each. Each start is written only once.
 *
 * If the games do not all fit, faults come first, then games of neighbours in the standings, then
 * the latest games.
 */
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "game/looks.h"
#include "game/session.h"
#include "referee/guest/verdict.h"
#include "serve/report_parts.h"

enum {
    NEIGHBOUR_GAMES = 8, /* games per pair of neighbours */
    FAULT_GAMES = 2000,
    LATEST_GAMES = 20000,
    STARTS_MAX = 1 << 16
};

/* The state of the selection. */
struct gathering {
    struct report *report;
    size_t used, most;
    int64_t *seen; /* ids, an open-addressing hash table; 0: empty slot */
    size_t slots;
    int start_count;
    uint64_t *start_key; /* hashes of the starts written so far */
};

/* --- pictures as characters --- */

static char letter(unsigned value)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return letters[value % 64];
}

static void put_square(struct text *out, int square)
{
    text_add_bytes(out, (char[]){letter((unsigned)square / 64), letter((unsigned)square)}, 2);
}

static void draw(const struct position *p, struct picture *picture)
{
    memset(picture, 0, sizeof *picture);
    p->world->game->draw(p, picture);
}

static void put_picture(struct text *out, const struct picture *picture)
{
    for (int r = 0; r < picture->rows; r++)
        for (int c = 0; c < picture->columns; c++)
            text_add_bytes(out, (char[]){letter(picture->cell[r][c].paint)}, 1);
}

static void put_change(struct text *out, const struct picture *before, const struct picture *after,
                       const struct shape *shape)
{
    for (int r = 0; r < after->rows; r++) {
        for (int c = 0; c < after->columns; c++) {
            if (before->cell[r][c].paint == after->cell[r][c].paint)
                continue;
            put_square(out, r * after->columns + c);
            text_add_bytes(out, (char[]){letter(after->cell[r][c].paint)}, 1);
        }
    }
    text_add_bytes(out, "!", 1);
    for (int i = 0; i < shape->cell_count; i++)
        put_square(out, shape->cell[i].row * after->columns + shape->cell[i].column);
}

/* --- a game --- */

/* The number of the start's picture; writes the picture if it is new. */
static int start_number(struct gathering *g, const struct picture *picture)
{
    struct text board = {0};
    put_picture(&board, picture);
    uint64_t key = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < board.length; i++)
        key = (key ^ (unsigned char)board.data[i]) * 1099511628211u;
    for (int i = 0; i < g->start_count; i++) {
        if (g->start_key[i] != key)
            continue;
        text_free(&board);
        return i;
    }
    if (g->start_count == STARTS_MAX) {
        text_free(&board);
        return -1;
    }
    struct text *out = &g->report->starts;
    json_open(out, NULL, '{');
    json_put_integer(out, "n", picture->columns);
    json_put_bool(out, "letters", picture->names == NAMES_LETTERS);
    json_put_string(out, "board", board.data);
    json_close(out, '}');
    text_free(&board);
    g->start_key[g->start_count] = key;
    return g->start_count++;
}

/* What a replayed game yields for the report. */
struct told {
    struct text moves, changes, scores;
    int plies;
};

/* Plays the moves up to the first illegal one, so a store that was tampered with harms only its own
 * replay.
 */
static void replay(struct session *session, const char *moves, struct told *told)
{
    struct picture before, after;
    draw(session_now(session), &before);
    char *names = memory_string(moves), *rest = names, *name;
    struct notes notes = {0};
    while ((name = strsep(&rest, " ")) != NULL) {
        const struct position *p = session_now(session);
        unsigned code;
        if (*name == 0)
            continue;
        if (position_is_over(p) || !p->world->game->move_parse(p, name, &code, &notes))
            break;
        struct shape shape;
        char shown_name[MOVE_NAME_MAX];
        shape_of(p, code, &shape);
        p->world->game->move_name(p, code, shown_name);
        session_play(session, code);
        draw(session_now(session), &after);
        const char *comma = told->plies++ > 0 ? " " : "";
        text_add(&told->moves, "%s%s", comma, shown_name);
        text_add(&told->changes, "%s", comma);
        put_change(&told->changes, &before, &after, &shape);
        text_add(&told->scores, "%s%d:%d", comma, session_now(session)->score[0],
                 session_now(session)->score[1]);
        before = after;
    }
    free(names);
}

static void put_game(struct gathering *g, const struct store_game *game, const int row[2],
                     int start, int side, const struct told *told, struct text *out)
{
    json_open(out, NULL, '{');
    json_put_integer(out, "id", game->id);
    /* in seat order, because the order of a and b reveals the order of entry */
    json_put_integer(out, "a", row[game->first]);
    json_put_integer(out, "b", row[1 - game->first]);
    json_put_integer(out, "first", 0);
    json_put_integer(out, "side", side); /* of the first mover */
    json_put_integer(out, "winner", game->winner < 0 ? -1 : game->winner ^ game->first);
    json_put_string(out, "ending", game->ending);
    json_put_integer(out, "start", start);
    json_put_integer(out, "opening", game->opening);
    json_put_string(out, "moves", told->moves.data ? told->moves.data : "");
    json_put_string(out, "changes", told->changes.data ? told->changes.data : "");
    if (g->report->standings.settings.game->counts)
        json_put_string(out, "scores", told->scores.data ? told->scores.data : "");
    json_close(out, '}');
}

static bool tell_game(struct gathering *g, const struct store_game *game, const int row[2],
                      struct text *out)
{
    const struct settings *settings = &g->report->standings.settings;
    struct notes notes = {0};
    struct lines lines = lines_cut(game->input, strlen(game->input));
    struct problem *start = settings->game->read(&lines, settings->setup.variant, &notes);
    lines_free(&lines);
    if (!start)
        return false;
    struct session *session = session_new(start->position, 0);
    struct picture picture;
    draw(start->position, &picture);
    struct told told = {0};
    int number = start_number(g, &picture);
    if (number >= 0) {
        replay(session, game->moves, &told);
        put_game(g, game, row, number, start->position->side, &told, out);
    }
    text_free(&told.moves);
    text_free(&told.changes);
    text_free(&told.scores);
    session_free(session);
    problem_free(start);
    return number >= 0;
}

/* --- choosing --- */

/* Adds an id; returns true if it is new. */
static bool note_id(struct gathering *g, int64_t id)
{
    size_t at = (size_t)((uint64_t)id * 0x9e3779b97f4a7c15u >> 20) % g->slots;
    while (g->seen[at] != 0 && g->seen[at] != id)
        at = (at + 1) % g->slots;
    bool is_new = g->seen[at] == 0;
    g->seen[at] = id;
    return is_new;
}

/* Text that a program or its judge wrote, cut to a readable length; empty where names are
 * hidden. */
static char *words(const struct report *report, const char *foreign)
{
    char *copy = memory_string(report->standings.settings.anonymous || !foreign ? "" : foreign);
    if (strlen(copy) > REPORT_WORDS)
        strcpy(copy + REPORT_WORDS - 3, "...");
    return copy;
}

static void take_game(void *context, const struct store_game *game)
{
    struct gathering *g = context;
    struct report *report = g->report;
    int row[2] = {report_row(report, game->agent[0]), report_row(report, game->agent[1])};
    enum verdict verdict = verdict_of_name(game->ending);
    if (g->used >= g->most || game->is_void || row[0] < 0 || row[1] < 0 ||
        verdict == VERDICT_COUNT || !note_id(g, game->id))
        return;
    if (report->game_count == report->game_room) {
        report->game_room = report->game_room ? 2 * report->game_room : 64;
        report->game = memory_resize(report->game,
                                     (size_t)report->game_room * sizeof *report->game);
    }
    struct report_game *kept = &report->game[report->game_count];
    *kept = (struct report_game){.id = game->id, .row = {row[0], row[1]}, .fault = game->fault};
    size_t starts = report->starts.length;
    if (!tell_game(g, game, row, &kept->json))
        return;
    kept->ending = verdict_name(verdict);
    kept->detail = words(report, game->detail);
    kept->complaint = words(report, game->complaint);
    g->used += kept->json.length + report->starts.length - starts;
    report->game_count++;
    if (game->finished > report->last_finished)
        report->last_finished = game->finished;
}

static bool gather_neighbours(struct gathering *g, struct notes *notes)
{
    const struct standings *s = &g->report->standings;
    bool good = true;
    for (int i = 0; good && i + 1 < s->count && g->used < g->most; i++) {
        struct store_filter filter = {.agent = {s->row[i].agent->id, s->row[i + 1].agent->id},
                                      .most = NEIGHBOUR_GAMES};
        good = store_games(g->report->store, &filter, take_game, g, notes);
    }
    return good;
}

static bool gather(struct gathering *g, size_t most, struct notes *notes)
{
    struct report *report = g->report;
    int64_t all = report->standings.progress.games;
    g->most = most / 2;
    bool good = store_games(
        report->store,
        &(struct store_filter){
            .faults_only = true, .without_voids = true, .latest = true, .most = FAULT_GAMES},
        take_game, g, notes);
    g->most = most / 5 * 4;
    if (all > LATEST_GAMES / 4)
        good = good && gather_neighbours(g, notes);
    g->most = most;
    /* the latest games that still fit, estimated from the average size of a game so far */
    size_t one = report->game_count > 0 ? g->used / (size_t)report->game_count + 1 : 3000;
    int64_t fit = (int64_t)((most - (g->used < most ? g->used : most)) / one);
    fit = fit < LATEST_GAMES ? fit : LATEST_GAMES;
    if (all <= LATEST_GAMES / 4)
        fit = all;
    struct store_filter latest = {.without_voids = true, .latest = true, .most = fit};
    return good && (fit <= 0 || store_games(report->store, &latest, take_game, g, notes));
}

static int by_id(const void *x, const void *y)
{
    int64_t a = ((const struct report_game *)x)->id, b = ((const struct report_game *)y)->id;
    return (a > b) - (a < b);
}

bool report_gather_games(struct report *report, struct notes *notes)
{
    struct gathering g = {.report = report, .slots = 1 << 17};
    g.seen = memory_zero(g.slots * sizeof *g.seen);
    g.start_key = memory_new(STARTS_MAX * sizeof *g.start_key);
    bool good = gather(&g, report->replay_bytes, notes);
    free(g.seen);
    free(g.start_key);
    if (report->game_count > 0)
        qsort(report->game, (size_t)report->game_count, sizeof *report->game, by_id);
    return good;
}

void report_free_games(struct report *report)
{
    for (int i = 0; i < report->game_count; i++) {
        free(report->game[i].detail);
        free(report->game[i].complaint);
        text_free(&report->game[i].json);
    }
    free(report->game);
    text_free(&report->starts);
}
