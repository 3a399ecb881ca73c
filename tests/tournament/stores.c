#include "tests/tournament/stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tournament/database.h"

bool on_postgres;
char file[96];
static char folder[64];

const char *where(void)
{
    return on_postgres ? getenv("PLYWOOD_POSTGRES") : file;
}

/* --- fresh stores --- */

static void empty_schema(struct database *d, void *context)
{
    (void)context;
    database_execute(d, "DROP SCHEMA IF EXISTS plywood CASCADE");
}

void nothing_there(void)
{
    struct notes notes = {0};
    if (on_postgres) {
        struct database *d = database_open(where(), DATABASE_WRITE, &notes);
        assert_non_null(d);
        assert_true(database_transact(d, DATABASE_WRITING, empty_schema, NULL, &notes));
        database_close(d);
        return;
    }
    char path[sizeof file + 8];
    const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        unlink(path);
    }
}

struct store *open_store(enum store_access access)
{
    struct store *store = NULL;
    DONE((store = store_open(where(), access, &notes)));
    return store;
}

struct store *fresh(void)
{
    nothing_there();
    struct store *store = open_store(STORE_CREATE);
    DONE(store_set_settings(store, "{}", &notes));
    return store;
}

int add_agent(struct store *store, const char *name, const char *hash)
{
    struct store_agent a = {.name = memory_string(name),
                            .alias = memory_string(""),
                            .spec = memory_string("plywood"),
                            .reason = memory_string("")};
    snprintf(a.hash, sizeof a.hash, "%s", hash);
    DONE(store_add_agent(store, &a, &notes));
    free(a.name);
    free(a.alias);
    free(a.spec);
    free(a.reason);
    return a.id;
}

/* Agents named "1" to count with hashes "h1" … */
void add_agents(struct store *store, int count)
{
    for (int i = 1; i <= count; i++) {
        char name[16], hash[16];
        snprintf(name, sizeof name, "%d", i);
        snprintf(hash, sizeof hash, "h%d", i);
        assert_int_equal(add_agent(store, name, hash), i);
    }
}

/* Every couple, a pair each. */
int plan_pairs(struct store *store, int round, int agents, int start)
{
    struct store_task task[200];
    int count = 0;
    for (int a = 1; a <= agents; a++)
        for (int b = a + 1; b <= agents; b++, count++)
            task[count] = (struct store_task){
                .number = count, .a = a, .b = b, .start = start, .games = 2};
    bool planned = false;
    DONE(store_plan_round(store, round, task, count, 0, &planned, &notes));
    assert_true(planned);
    return count;
}

/* A game of a task with a result that depends on its number. */
struct store_game game_of(const struct store_task *t, int number)
{
    struct store_game g = {.task = t->id,
                           .number = number,
                           .agent = {t->a, t->b},
                           .start = t->start + number / 2,
                           .first = number % 2,
                           .winner = number % 2,
                           .fault = -1,
                           .ending = "won",
                           .score = {10 + number, 5},
                           .plies = 20,
                           .cpu = {1, 2},
                           .wall = {1.5, 2.5},
                           .left = {-1, 3},
                           .host = 1,
                           .finished = 1700000000 + number,
                           .seed = UINT64_C(0xfedcba9876543210),
                           .input = "5\n00000\n",
                           .moves = "a1 b2",
                           .opening = 1,
                           .detail = "",
                           .complaint = ""};
    for (int i = 0; i < 2; i++)
        memcpy(g.hash[i], t->hash[i], sizeof g.hash[i]);
    snprintf(g.key, sizeof g.key, "%.10s-%.10s-%d-%d", t->hash[0], t->hash[1], g.start, g.first);
    return g;
}

void save_task(struct store *store, const struct store_task *t)
{
    struct store_game game[2] = {game_of(t, 0), game_of(t, 1)};
    DONE(store_save(store, game, 2, &t->id, 1, &notes));
}

int take(struct store *store, int64_t worker, double seconds, int most, struct store_task *task)
{
    int count = -1;
    DONE(store_take(store, worker, seconds, most, task, &count, &notes));
    return count;
}

struct store_progress progress(struct store *store)
{
    struct store_progress p;
    DONE(store_progress(store, &p, &notes));
    return p;
}

void play_all(struct store *store)
{
    struct store_task task[64];
    for (int count; (count = take(store, 1, 100, 64, task)) > 0;)
        for (int i = 0; i < count; i++)
            save_task(store, &task[i]);
}

/* --- the counts of the tasks against the games themselves, read and paired by other means --- */

void keep_game(void *context, const struct store_game *g)
{
    struct kept *r = context;
    r->game = memory_resize(r->game, (size_t)(r->games + 1) * sizeof *r->game);
    r->game[r->games++] = *g;
}

static int result_of(const struct store_game *g, int agent)
{
    return g->winner < 0 ? 1 : g->agent[g->winner] == agent ? 2 : 0;
}

/* Quadratic and obvious. */
void check_counts(struct store *store)
{
    struct kept r = {0};
    struct store_filter everything = {0};
    DONE(store_games(store, &everything, keep_game, &r, &notes));
    struct encounters e;
    DONE(store_condense(store, false, 0, &e, &notes));
    long pairs = 0, odd = 0;
    for (int i = 0; i < r.games; i++) {
        const struct store_game *g = &r.game[i], *partner = NULL;
        if (g->is_void)
            continue;
        for (int k = 0; k < r.games; k++)
            if (r.game[k].task == g->task && r.game[k].number == (g->number ^ 1) &&
                !r.game[k].is_void && r.game[k].first != g->first && r.game[k].start == g->start &&
                r.game[k].attempt == g->attempt)
                partner = &r.game[k];
        int a = g->agent[0] < g->agent[1] ? g->agent[0] : g->agent[1];
        int b = g->agent[0] + g->agent[1] - a;
        struct encounter *at = encounters_of(&e, a - 1, b - 1);
        int seat = g->agent[g->first] == a ? 0 : 1;
        if (partner && seat == 0) {
            at->pair[result_of(g, a)][result_of(partner, a)]--;
            pairs++;
        } else if (!partner) {
            at->odd[seat][result_of(g, a)]--;
            odd++;
        }
    }
    for (int i = 0; i < e.count; i++)
        for (int k = 0; k < 9; k++) {
            assert_int_equal(e.encounter[i].pair[k / 3][k % 3], 0);
            if (k < 6)
                assert_int_equal(e.encounter[i].odd[k / 3][k % 3], 0);
        }
    assert_int_equal(progress(store).games, 2 * pairs + odd);
    encounters_free(&e);
    free(r.game);
}

int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/plywood-store-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/store", folder);
    return 0;
}

int remove_folder(void **state)
{
    (void)state;
    on_postgres = false;
    nothing_there();
    return rmdir(folder);
}
