/* Reading games, a page at a time: a transaction that reads for long would keep PostgreSQL from
 * cleaning up and SQLite from shortening its log, and all games at once would not fit in memory. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournament/store_inside.h"
#include "tournament/tally.h"

enum { PAGE = 500 };

/* SQLite joins tables in the order in which CROSS JOIN names them, and a '+' keeps it from looking
 * for a column in an index; both mean nothing to PostgreSQL, which knows by itself. */
#define COLUMNS                                                                                   \
    "SELECT game.id, key, task, game.number, game.a, game.b, x.hash, y.hash, game.start, "        \
    "attempt, "                                                                                   \
    "first, winner, void, fault, ending, score_a, score_b, plies, cpu_a, cpu_b, wall_a, wall_b, " \
    "left_a, left_b, host, game.finished, seed, opening, detail, complaint, task.round, "
#define TABLES                                                                               \
    " FROM game CROSS JOIN task CROSS JOIN version x CROSS JOIN version y CROSS JOIN board " \
    "WHERE task.id = game.task AND x.id = version_a AND y.id = version_b AND "               \
    "board.id = game.board AND retired = 0 AND live = 1 AND "
#define WITH_TEXTS COLUMNS "input, moves" TABLES
#define NO_TEXTS   COLUMNS "'', ''" TABLES
#define WHOSE      "(? = 0 OR task.round = ?) AND fault >= ? AND void <= ? AND "
#define OF_ONE     WHOSE "game.task IN (SELECT id FROM task WHERE a = ? OR b = ?) AND "
#define OF_TWO \
    WHOSE "game.task IN (SELECT id FROM task WHERE (a = ? AND b = ?) OR (a = ? AND b = ?)) AND "
#define RISING(id)  id " > ? ORDER BY " id " LIMIT ?"
#define FALLING(id) id " < ? ORDER BY " id " DESC LIMIT ?"

/* [how many agents are named][without texts][the latest first] */
#define BOTH(columns, whose, id)                            \
    {                                                       \
        columns whose RISING(id), columns whose FALLING(id) \
    }
static const char *const selects[3][2][2] = {
    {BOTH(WITH_TEXTS, WHOSE, "game.id"), BOTH(NO_TEXTS, WHOSE, "game.id")},
    {BOTH(WITH_TEXTS, OF_ONE, "+game.id"), BOTH(NO_TEXTS, OF_ONE, "+game.id")},
    {BOTH(WITH_TEXTS, OF_TWO, "+game.id"), BOTH(NO_TEXTS, OF_TWO, "+game.id")}};

static const char of_task[] = WITH_TEXTS "game.task = ? ORDER BY game.number LIMIT ?";

struct page {
    const struct store_filter *filter; /* NULL: the games of a task */
    int64_t task, last;                /* id of the last one before this page */
    int most;
    struct store_game *game;
    int count;
};

static void read_game(struct statement *s, struct store_game *g)
{
    int at = 0;
    *g = (struct store_game){.id = column_integer(s, at++)};
    store_copy(g->key, sizeof g->key, column_text(s, at++));
    g->task = column_integer(s, at++);
    g->number = (int)column_integer(s, at++);
    for (int i = 0; i < 2; i++)
        g->agent[i] = (int)column_integer(s, at++);
    for (int i = 0; i < 2; i++)
        store_copy(g->hash[i], sizeof g->hash[i], column_text(s, at++));
    g->start = (int)column_integer(s, at++);
    g->attempt = (int)column_integer(s, at++);
    g->first = (int)column_integer(s, at++);
    g->winner = (int)column_integer(s, at++);
    g->is_void = column_integer(s, at++) != 0;
    g->fault = (int)column_integer(s, at++);
    g->ending = memory_string(column_text(s, at++));
    for (int i = 0; i < 2; i++)
        g->score[i] = (int)column_integer(s, at++);
    g->plies = (int)column_integer(s, at++);
    double *const times[] = {&g->cpu[0],  &g->cpu[1],  &g->wall[0],
                             &g->wall[1], &g->left[0], &g->left[1]};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] = column_real(s, at++);
    g->host = column_integer(s, at++);
    g->finished = column_integer(s, at++);
    g->seed = (uint64_t)column_integer(s, at++);
    g->opening = (int)column_integer(s, at++);
    g->detail = memory_string(column_text(s, at++));
    g->complaint = memory_string(column_text(s, at++));
    g->round = (int)column_integer(s, at++);
    g->input = memory_string(column_text(s, at++));
    g->moves = memory_string(column_text(s, at++));
}

/* The texts of a game that was read are its own; of one that is saved they are the caller's. */
static void free_games(struct page *p)
{
    for (int i = 0; i < p->count; i++) {
        const char *const texts[] = {p->game[i].ending, p->game[i].detail, p->game[i].complaint,
                                     p->game[i].input, p->game[i].moves};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            free((void *)(uintptr_t)texts[k]);
    }
    p->count = 0;
}

static void bind_filter(struct statement *s, const struct store_filter *f, int agents)
{
    statement_integer(s, f->round);
    statement_integer(s, f->round);
    statement_integer(s, f->faults_only ? 0 : -1);
    statement_integer(s, f->without_voids ? 0 : 1);
    const int a = f->agent[0] ? f->agent[0] : f->agent[1], b = f->agent[1];
    const int of_one[] = {a, a}, of_two[] = {a, b, b, a};
    for (int i = 0; i < 2 * agents; i++)
        statement_integer(s, agents == 1 ? of_one[i] : of_two[i]);
}

static void read_page(struct database *d, void *context)
{
    struct page *p = context;
    free_games(p);
    struct statement *s;
    if (p->filter) {
        int agents = (p->filter->agent[0] > 0) + (p->filter->agent[1] > 0);
        s = statement(d, selects[agents][p->filter->without_moves][p->filter->latest]);
        bind_filter(s, p->filter, agents);
        statement_integer(s, p->last);
    } else {
        s = statement(d, of_task);
        statement_integer(s, p->task);
    }
    statement_integer(s, p->most);
    while (statement_row(s))
        read_game(s, &p->game[p->count++]);
}

bool store_games(struct store *store, const struct store_filter *filter, store_game_taker *take,
                 void *context, struct notes *notes)
{
    struct page p = {.filter = filter, .last = filter->latest ? INT64_MAX : filter->after};
    p.game = memory_new(PAGE * sizeof *p.game);
    bool done = true;
    for (int64_t left = filter->most > 0 ? filter->most : INT64_MAX; left > 0;) {
        p.most = left < PAGE ? (int)left : PAGE;
        done = store_look(store, read_page, &p, notes);
        if (!done || p.count == 0)
            break;
        for (int i = 0; i < p.count; i++)
            take(context, &p.game[i]);
        p.last = p.game[p.count - 1].id;
        left = p.count < p.most ? 0 : left - p.count;
        free_games(&p);
    }
    free_games(&p);
    free(p.game);
    return done;
}

bool store_games_of_task(struct store *store, const struct store_task *task, store_game_taker *take,
                         void *context, struct notes *notes)
{
    struct page p = {.task = task->id, .most = TALLY_GAMES};
    p.game = memory_new(TALLY_GAMES * sizeof *p.game);
    bool done = store_look(store, read_page, &p, notes);
    for (int i = 0; done && i < p.count; i++)
        take(context, &p.game[i]);
    free_games(&p);
    free(p.game);
    return done;
}
