#include "tournament/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"

struct export
{
    const struct export_options *options;
    FILE *out;
    struct store_agent *agent; /* the one with id i + 1 at i */
    int agents;
    struct store_host *host;
    int hosts;
    struct text text; /* of one game */
    int error;        /* errno of the first write that failed */
};

/* A game as told from the seats: 0 moved first. */
struct view {
    const struct store_game *game;
    const char *name[2], *hash[2], *key, *host, *result, *detail, *complaint;
    int seat[2]; /* which of a and b sits there */
    char seed[24], finished[32], date[16];
};

static const char *name_of(const struct export *e, int id)
{
    if (id < 1 || id > e->agents)
        return "?";
    const struct store_agent *a = &e->agent[id - 1];
    return e->options->anonymous ? a->alias : a->name;
}

static const char *host_of(const struct export *e, int64_t id)
{
    for (int i = 0; i < e->hosts; i++)
        if (e->host[i].id == id)
            return e->host[i].name;
    return "";
}

/* Where names are hidden, key and seed are left out as well: whoever has a program and the
 * tournament's seed, which the board's confirms, could find its games by their keys. */
static struct view view_of(const struct export *e, const struct store_game *g)
{
    struct view v = {.game = g, .host = host_of(e, g->host)};
    bool open = !e->options->anonymous;
    for (int i = 0; i < 2; i++) {
        v.seat[i] = i == 0 ? g->first : 1 - g->first;
        v.name[i] = name_of(e, g->agent[v.seat[i]]);
        v.hash[i] = open ? g->hash[v.seat[i]] : "";
    }
    v.key = open ? g->key : "";
    if (open)
        snprintf(v.seed, sizeof v.seed, "%" PRIu64, g->seed);
    v.detail = open ? g->detail : "";
    v.complaint = open ? g->complaint : "";
    v.result = g->is_void ? "*" : g->winner < 0 ? "1/2-1/2" : g->winner == g->first ? "1-0" : "0-1";
    time_t when = (time_t)g->finished;
    struct tm utc;
    gmtime_r(&when, &utc);
    strftime(v.finished, sizeof v.finished, "%Y-%m-%dT%H:%M:%SZ", &utc);
    strftime(v.date, sizeof v.date, "%Y.%m.%d", &utc);
    return v;
}

/* Who lost by an own fault: "first", "second" or "". */
static const char *fault_of(const struct view *v)
{
    return v->game->fault < 0 ? "" : v->game->fault == v->seat[0] ? "first" : "second";
}

/* --- CSV --- */

static const char csv_head[] =
    "id,round,number,first,second,result,fault,ending,score_first,score_second,plies,opening,"
    "cpu_first,cpu_second,wall_first,wall_second,left_first,left_second,host,finished,start,"
    "attempt,seed,hash_first,hash_second,key,moves,detail,complaint\n";

/* One that begins with an apostrophe gets another, so that a reader can take away the first. */
static void csv_text(struct text *out, const char *cell)
{
    text_add(out, ",\"%s", *cell && strchr("=+-@'\t\r", *cell) ? "'" : "");
    for (; *cell; cell++)
        text_add_bytes(out, *cell == '"' ? "\"\"" : cell, *cell == '"' ? 2 : 1);
    text_add(out, "\"");
}

static void csv_seconds(struct text *out, double seconds)
{
    if (seconds < 0) /* there is no clock */
        text_add(out, ",");
    else
        text_add(out, ",%.6f", seconds);
}

static void csv_game(struct export *e, const struct view *v)
{
    const struct store_game *g = v->game;
    struct text *out = &e->text;
    text_add(out, "%" PRId64 ",%d,%d", g->id, g->round, g->number);
    const char *const told[] = {v->name[0], v->name[1], v->result, fault_of(v), g->ending};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        csv_text(out, told[i]);
    text_add(out, ",%d,%d,%d,%d", g->score[v->seat[0]], g->score[v->seat[1]], g->plies, g->opening);
    const double *const times[] = {g->cpu, g->wall, g->left};
    for (int i = 0; i < 6; i++)
        csv_seconds(out, times[i / 2][v->seat[i % 2]]);
    csv_text(out, v->host);
    text_add(out, ",%s,%d,%d,%s", v->finished, g->start, g->attempt, v->seed);
    const char *const rest[] = {v->hash[0], v->hash[1], v->key, g->moves, v->detail, v->complaint};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        csv_text(out, rest[i]);
    text_add(out, "\n");
}

/* --- JSON lines --- */

static void json_seconds(struct text *out, const char *name, const double *seconds,
                         const struct view *v)
{
    json_open(out, name, '[');
    for (int i = 0; i < 2; i++)
        if (seconds[v->seat[i]] < 0)
            json_put_null(out, NULL);
        else
            json_put_number(out, NULL, seconds[v->seat[i]]);
    json_close(out, ']');
}

static void json_strings(struct text *out, const char *name, const char *const string[2])
{
    json_open(out, name, '[');
    for (int i = 0; i < 2; i++)
        json_put_string(out, NULL, string[i]);
    json_close(out, ']');
}

static void json_game(struct export *e, const struct view *v)
{
    const struct store_game *g = v->game;
    struct text *out = &e->text;
    json_open(out, NULL, '{');
    json_put_integer(out, "id", g->id);
    json_put_string(out, "key", v->key);
    json_put_integer(out, "round", g->round);
    json_put_integer(out, "number", g->number);
    json_strings(out, "agents", v->name);
    json_strings(out, "hashes", v->hash);
    json_put_string(out, "result", v->result);
    json_put_bool(out, "void", g->is_void);
    json_put_string(out, "fault", fault_of(v));
    json_put_string(out, "ending", g->ending);
    json_open(out, "score", '[');
    for (int i = 0; i < 2; i++)
        json_put_integer(out, NULL, g->score[v->seat[i]]);
    json_close(out, ']');
    json_put_integer(out, "plies", g->plies);
    json_put_integer(out, "opening", g->opening);
    json_seconds(out, "cpu", g->cpu, v);
    json_seconds(out, "wall", g->wall, v);
    json_seconds(out, "left", g->left, v);
    json_put_string(out, "host", v->host);
    json_put_string(out, "finished", v->finished);
    json_put_integer(out, "start", g->start);
    json_put_integer(out, "attempt", g->attempt);
    json_put_string(out, "seed", v->seed); /* larger than what every reader takes for a number */
    json_put_string(out, "input", g->input);
    json_put_string(out, "moves", g->moves);
    json_put_string(out, "detail", v->detail);
    json_put_string(out, "complaint", v->complaint);
    json_close(out, '}');
    text_add(out, "\n");
}

/* --- PGN --- */

static void pgn_tag(struct text *out, const char *name, const char *value)
{
    text_add(out, "[%s \"", name);
    for (const char *p = value; *p; p++)
        text_add(out, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
    text_add(out, "\"]\n");
}

/* A comment in lines of at most 79 bytes, which a '}' would end. */
static void pgn_comment(struct text *out, const char *moves)
{
    size_t column = 1;
    text_add(out, "{");
    while (*moves) {
        size_t length = strcspn(moves, " ");
        if (column > 1) {
            bool breaks = column + 1 + length > 79;
            text_add(out, breaks ? "\n" : " ");
            column = breaks ? 0 : column + 1;
        }
        for (size_t i = 0; i < length; i++)
            text_add(out, "%c", moves[i] == '}' ? ')' : moves[i]);
        column += length;
        moves += length;
        moves += strspn(moves, " ");
    }
    text_add(out, "}");
}

static void pgn_game(struct export *e, const struct view *v)
{
    const struct store_game *g = v->game;
    struct text *out = &e->text;
    char round[32], plies[16], id[24];
    snprintf(round, sizeof round, "%d.%d", g->round, g->number + 1);
    snprintf(plies, sizeof plies, "%d", g->plies);
    snprintf(id, sizeof id, "%" PRId64, g->id);
    pgn_tag(out, "Event", e->options->title);
    pgn_tag(out, "Site", *v->host ? v->host : "?");
    pgn_tag(out, "Date", v->date);
    pgn_tag(out, "Round", round);
    pgn_tag(out, "White", v->name[0]);
    pgn_tag(out, "Black", v->name[1]);
    pgn_tag(out, "Result", v->result);
    pgn_tag(out, "Variant", e->options->game);
    pgn_tag(out, "PlyCount", plies);
    pgn_tag(out, "Termination",
            g->is_void      ? "unterminated"
            : g->fault >= 0 ? "rules infraction"
                            : "normal");
    pgn_tag(out, "Ending", g->ending);
    pgn_tag(out, "GameId", id);
    text_add(out, "\n");
    pgn_comment(out, g->moves);
    text_add(out, " %s\n\n", v->result);
}

/* --- all of them --- */

static const struct {
    const char *name, *head;
    void (*write)(struct export *, const struct view *);
} formats[EXPORT_FORMATS] = {[EXPORT_CSV] = {"csv", csv_head, csv_game},
                             [EXPORT_JSON] = {"json", "", json_game},
                             [EXPORT_PGN] = {"pgn", "", pgn_game}};

bool export_of_name(const char *name, enum export_format *format)
{
    for (int i = 0; i < EXPORT_FORMATS; i++)
        if (strcmp(name, formats[i].name) == 0) {
            *format = (enum export_format)i;
            return true;
        }
    return false;
}

struct taking {
    struct export *export;
    enum export_format format;
};

static void write_game(void *context, const struct store_game *g)
{
    const struct taking *t = context;
    struct export *e = t->export;
    if (e->error)
        return;
    struct view v = view_of(e, g);
    text_clear(&e->text);
    formats[t->format].write(e, &v);
    errno = 0;
    if (fwrite(e->text.data, 1, e->text.length, e->out) != e->text.length)
        e->error = errno ? errno : EIO;
}

bool export_write(struct store *store, enum export_format format,
                  const struct export_options *options, FILE *out, struct notes *notes)
{
    struct export e = {.options = options, .out = out};
    struct taking t = {&e, format};
    struct store_filter everything = {.without_moves = false};
    bool done = store_agents(store, &e.agent, &e.agents, notes) &&
                store_hosts(store, &e.host, &e.hosts, notes);
    if (done && fputs(formats[format].head, out) < 0)
        e.error = errno;
    done = done && store_games(store, &everything, write_game, &t, notes);
    if (done && !e.error && fflush(out) != 0)
        e.error = errno;
    if (done && e.error) {
        notes_fault(notes, 0, "cannot be written: %s", strerror(e.error));
        done = false;
    }
    text_free(&e.text);
    store_free_agents(e.agent, e.agents);
    store_free_hosts(e.host, e.hosts);
    return done;
}
