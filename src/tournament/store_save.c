/* Saving games: the one place where results come in. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "base/random.h"
#include "tournament/store_inside.h"
#include "tournament/tally.h"

struct saving {
    const struct store_game *game;
    int count;
    const int64_t *done;
    int done_count;
};

/* The sums of a batch that go into one row of timing. */
struct charge {
    int64_t host, version, games, plies;
    double cpu;
};

struct batch {
    int64_t *task; /* those whose games have changed, maybe more than once */
    int tasks;
    struct charge *charge;
    int charges;
    int64_t next_id;
    int64_t board; /* of the last game, and its text: pairs have one board */
    const char *input;
    int64_t versions_of, version[2]; /* of the last game's task */
};

/* --- boards --- */

static int64_t hash_of(const char *text)
{
    uint64_t hash = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        hash = hash64(hash ^ *p);
    return (int64_t)(hash >> 1);
}

static int64_t enter_board(struct database *d, struct batch *b, const char *input)
{
    if (b->input && strcmp(b->input, input) == 0)
        return b->board;
    int64_t hash = hash_of(input);
    struct statement *s = statement(d, "SELECT id FROM board WHERE hash = ? AND input = ?");
    statement_integer(s, hash);
    statement_text(s, input);
    int64_t id = statement_row(s) ? column_integer(s, 0) : 0;
    statement_end(s);
    if (!id) {
        id = store_next_id(d, "SELECT max(id) FROM board");
        s = statement(d, "INSERT INTO board (id, hash, input) VALUES (?, ?, ?)");
        statement_integer(s, id);
        statement_integer(s, hash);
        statement_text(s, input);
        statement_run(s);
    }
    b->input = input;
    b->board = id;
    return id;
}

/* --- a game --- */

static bool insert_game(struct database *d, const struct store_game *g, int64_t id, int64_t board)
{
    struct statement *s = statement(
        d, "INSERT INTO game (id, key, a, b, task, number, start, attempt, first, winner, void, "
           "fault, ending, score_a, score_b, plies, cpu_a, cpu_b, wall_a, wall_b, left_a, left_b, "
           "host, finished, seed, board, moves, opening, detail, complaint) VALUES (?, ?, ?, ?, ?, "
           "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
           "ON CONFLICT (key, a, b, retired) DO NOTHING");
    statement_integer(s, id);
    statement_text(s, g->key);
    const int64_t numbers[] = {g->agent[0], g->agent[1], g->task,   g->number,  g->start,
                               g->attempt,  g->first,    g->winner, g->is_void, g->fault};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        statement_integer(s, numbers[i]);
    statement_foreign(s, g->ending);
    statement_integer(s, g->score[0]);
    statement_integer(s, g->score[1]);
    statement_integer(s, g->plies);
    const double times[] = {g->cpu[0], g->cpu[1], g->wall[0], g->wall[1], g->left[0], g->left[1]};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        statement_real(s, times[i]);
    statement_integer(s, g->host);
    statement_integer(s, g->finished);
    statement_integer(s, (int64_t)g->seed);
    statement_integer(s, board);
    statement_text(s, g->moves);
    statement_integer(s, g->opening);
    statement_foreign(s, g->detail);
    statement_foreign(s, g->complaint);
    return statement_run(s) == 1;
}

static void bind_key(struct statement *s, const struct store_game *g)
{
    statement_text(s, g->key);
    statement_integer(s, g->agent[0]);
    statement_integer(s, g->agent[1]);
}

/* The key is there already. A void game gives way to one that is not, and so does one that came in
 * under a task whose host had been purged: its worker did not know. A game of any other task that
 * is live no more, played by such a worker, now belongs to this one. True if the new game is to be
 * written after all. */
static bool settle_conflict(struct database *d, const struct store_game *g)
{
    struct statement *s = statement(
        d, "UPDATE game SET retired = id WHERE key = ? AND a = ? AND b = ? AND retired = 0 AND "
           "task IN (SELECT id FROM task WHERE purged = 1)");
    bind_key(s, g);
    if (statement_run(s) > 0)
        return true;
    if (!g->is_void) {
        s = statement(d, "UPDATE game SET retired = id WHERE key = ? AND a = ? AND b = ? AND "
                         "retired = 0 AND void = 1");
        bind_key(s, g);
        if (statement_run(s) > 0)
            return true;
    }
    s = statement(d, "UPDATE game SET task = ?, number = ? WHERE key = ? AND a = ? AND b = ? AND "
                     "retired = 0 AND task IN (SELECT id FROM task WHERE live = 0)");
    statement_integer(s, g->task);
    statement_integer(s, g->number);
    bind_key(s, g);
    statement_run(s);
    return false;
}

/* --- what hosts charge --- */

static void charge(struct batch *b, int64_t host, int64_t version, int plies, double cpu)
{
    int i = 0;
    while (i < b->charges && (b->charge[i].host != host || b->charge[i].version != version))
        i++;
    if (i == b->charges)
        b->charge[b->charges++] = (struct charge){.host = host, .version = version};
    b->charge[i].games++;
    b->charge[i].plies += plies;
    b->charge[i].cpu += cpu;
}

static void find_versions(struct database *d, struct batch *b, int64_t task)
{
    if (b->versions_of == task)
        return;
    struct statement *s = statement(d, "SELECT version_a, version_b FROM task WHERE id = ?");
    statement_integer(s, task);
    if (statement_row(s))
        for (int i = 0; i < 2; i++)
            b->version[i] = column_integer(s, i);
    else
        database_refuse(d, "there is no task %lld", (long long)task);
    statement_end(s);
    b->versions_of = task;
}

static void charge_game(struct database *d, struct batch *b, const struct store_game *g)
{
    find_versions(d, b, g->task);
    int own = (g->plies - g->opening + 1) /
              2; /* plies of the first mover; the other has the rest */
    for (int i = 0; i < 2; i++)
        charge(b, g->host, b->version[i], g->first == i ? own : g->plies - g->opening - own,
               g->cpu[i]);
}

static void write_charges(struct database *d, const struct batch *b)
{
    for (int i = 0; i < b->charges; i++) {
        const struct charge *c = &b->charge[i];
        struct statement *s = statement(
            d, "INSERT INTO timing (host, version, games, plies, cpu) VALUES (?, ?, ?, ?, ?) "
               "ON CONFLICT (host, version) DO UPDATE SET games = timing.games + excluded.games, "
               "plies = timing.plies + excluded.plies, cpu = timing.cpu + excluded.cpu");
        statement_integer(s, c->host);
        statement_integer(s, c->version);
        statement_integer(s, c->games);
        statement_integer(s, c->plies);
        statement_real(s, c->cpu);
        statement_run(s);
    }
}

/* --- a batch --- */

static void save_game(struct database *d, struct batch *b, const struct store_game *g)
{
    int64_t board = enter_board(d, b, g->input);
    bool is_new = insert_game(d, g, b->next_id, board);
    if (!is_new && settle_conflict(d, g))
        is_new = insert_game(d, g, b->next_id, board);
    if (is_new) {
        b->next_id++;
        charge_game(d, b, g);
    }
    if (b->tasks == 0 || b->task[b->tasks - 1] != g->task)
        b->task[b->tasks++] = g->task;
}

#define WON_BY(who)                                                                      \
    "(SELECT count(*) FROM game WHERE game.task = task.id AND retired = 0 AND void = 0 " \
    "AND winner = " who ")"
#define THESE "WHERE id IN (?, ?, ?, ?, ?, ?, ?, ?) AND live = 1 AND done = 0"

/* A task ends by the games in the store, not by what its worker says: games may have been lost on
 * their way, or other workers may have played some with other results. A task that lacks games is
 * open again. One statement ends several tasks, because each is a network round trip. */
static void end_tasks(struct database *d, const int64_t *task, int count)
{
    enum { AT_ONCE = 8 };
    static const char *const sql[] = {
        "UPDATE task SET done = 1, worker = 0, lease = 0 " THESE " AND (there + voids >= games OR "
        "(best_of = 1 AND (2 * " WON_BY("0") " > games OR 2 * " WON_BY("1") " > games)))",
        "UPDATE task SET worker = 0, lease = 0 " THESE};
    for (int i = 0; i < count; i += AT_ONCE)
        for (int step = 0; step < 2; step++) {
            struct statement *s = statement(d, sql[step]);
            for (int k = i; k < i + AT_ONCE; k++)
                statement_integer(s, k < count ? task[k] : 0);
            statement_run(s);
        }
}

static void save(struct database *d, void *context)
{
    const struct saving *saving = context;
    size_t room = (size_t)saving->count + 1;
    struct batch b = {.task = memory_new(room * sizeof *b.task),
                      .charge = memory_new(2 * room * sizeof *b.charge)};
    if (saving->count > 0)
        b.next_id = store_next_id(d, "SELECT max(id) FROM game");
    for (int i = 0; i < saving->count && !database_failed(d); i++)
        save_game(d, &b, &saving->game[i]);
    for (int i = 0; i < b.tasks; i++)
        tally_refresh(d, b.task[i]);
    end_tasks(d, saving->done, saving->done_count);
    write_charges(d, &b);
    free(b.task);
    free(b.charge);
}

bool store_save(struct store *store, const struct store_game *games, int count,
                const int64_t *done_tasks, int done_count, struct notes *notes)
{
    struct saving saving = {games, count, done_tasks, done_count};
    return store_change(store, save, &saving, notes);
}
