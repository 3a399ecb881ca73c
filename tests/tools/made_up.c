/* made_up STORE AGENTS GAMES SEED [SETTINGS] - a tournament that was never played, for tests of
 * cost
 *
 * AGENTS agents with strengths drawn from a spread of 200 Elo meet in pairs, each couple as often
 * as the next, until GAMES games are in the store; the first move is worth 250 Elo, a tenth is
 * drawn, one game in 200 is lost by a fault. Their moves are legal: they come from a pool of random
 * games with the same result. A store that exists must have no agents yet; a new one gets the text
 * of the file SETTINGS, or an empty object, for settings.
 *
 * Prints the seconds that planning and saving took. MADE_UP_PATIENCE in the environment: the
 * store's patience, in seconds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "game/registry.h"
#include "game/session.h"
#include "tournament/store.h"

enum { BATCH = 500, STARTS = 50, POOL_TRIES = 40 };

static void must(bool done, const struct notes *notes)
{
    if (done)
        return;
    fprintf(stderr, "made_up: %s\n", notes_why(notes));
    exit(1);
}

/* --- games to take moves from --- */

/* One for each start and each result of the first mover: lost, drawn, won. */
struct sample {
    char *input, *moves;
    int score[2], plies;
};

static struct sample pool[STARTS][3];

static void play_sample(const struct game *game, int start, struct random *random)
{
    struct setup setup = SETUP_DEFAULT;
    setup.size = 5;
    setup.seed = (uint64_t)start + 1;
    struct notes notes = {0};
    struct problem *problem = game->create(&setup, &notes);
    must(problem, &notes);
    struct session *s = session_new(problem->position, 0);
    struct text moves = {0}, input = {0};
    game->write(problem->position, -1, false, &input);
    struct move legal[MOVES_MAX];
    while (session_ending(s) == ENDING_NONE) {
        int count = s->world->rules->moves(session_now(s), legal);
        unsigned code = legal[random_below(random, (unsigned)count)].code;
        char name[MOVE_NAME_MAX];
        game->move_name(session_now(s), code, name);
        text_add(&moves, "%s%s", moves.length ? " " : "", name);
        session_play(s, code);
    }
    int winner = session_winner(s);
    struct sample *to = &pool[start][winner < 0 ? 1 : winner == 0 ? 2 : 0];
    free(to->input);
    free(to->moves);
    *to = (struct sample){.input = input.data, .moves = moves.data, .plies = s->count};
    position_score(session_now(s), to->score);
    session_free(s);
    problem_free(problem);
}

static void fill_pool(struct random *random)
{
    const struct game *game = game_by_name("laser");
    for (int start = 0; start < STARTS; start++)
        for (int i = 0; i < POOL_TRIES; i++)
            play_sample(game, start, random);
    for (int start = 0; start < STARTS; start++)
        for (int result = 0; result < 3; result++)
            if (!pool[start][result].moves) { /* this start never had it: any that did */
                int other = (start + 1) % STARTS;
                while (!pool[other][result].moves)
                    other = (other + 1) % STARTS;
                pool[start][result] = pool[other][result];
                pool[start][result].input = memory_string(pool[other][result].input);
                pool[start][result].moves = memory_string(pool[other][result].moves);
            }
}

/* --- agents, tasks, games --- */

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static void add_agents(struct store *store, int agents, double *elo, struct random *random)
{
    for (int i = 0; i < agents; i++) {
        char name[40], alias[40], hash[STORE_HASH];
        snprintf(name, sizeof name, "Student %03d", i + 1);
        snprintf(alias, sizeof alias, "Alias %03d", (i * 7 + 3) % agents + 1);
        snprintf(hash, sizeof hash, "%016llx%016llx", (unsigned long long)random_next(random),
                 (unsigned long long)i);
        char spec[] = "random", reason[] = "";
        struct store_agent a = {.name = name, .alias = alias, .spec = spec, .reason = reason};
        memcpy(a.hash, hash, sizeof hash);
        struct notes notes = {0};
        must(store_add_agent(store, &a, &notes), &notes);
        double sum = 0;
        for (int k = 0; k < 12; k++)
            sum += uniform(random);
        elo[i] = 200 * (sum - 6);
    }
}

static void plan(struct store *store, int agents, int64_t pairs)
{
    struct store_task *task = memory_new((size_t)pairs * sizeof *task);
    int64_t count = 0;
    for (int start = 0; count < pairs; start++)
        for (int a = 1; a <= agents && count < pairs; a++)
            for (int b = a + 1; b <= agents && count < pairs; b++, count++)
                task[count] = (struct store_task){
                    .number = (int)count, .a = a, .b = b, .start = start, .games = 2};
    struct notes notes = {0};
    bool planned;
    must(store_plan_round(store, 1, task, (int)count, 0, &planned, &notes), &notes);
    free(task);
}

static struct store_game make_up(const struct store_task *t, int number, const double *elo,
                                 struct random *random)
{
    struct store_game g = {.task = t->id,
                           .number = number,
                           .agent = {t->a, t->b},
                           .start = t->start,
                           .first = number,
                           .fault = -1,
                           .ending = "score",
                           .left = {-1, -1},
                           .host = 1 + (int64_t)random_below(random, 4),
                           .finished = 1700000000 + t->id,
                           .seed = (uint64_t)t->start + 1,
                           .detail = "",
                           .complaint = ""};
    memcpy(g.hash, t->hash, sizeof g.hash);
    snprintf(g.key, sizeof g.key, "%08x%08x%08x%08x", t->a, t->b, t->start, number);
    double ahead = elo[t->a - 1] - elo[t->b - 1] + (number == 0 ? 250 : -250);
    double chance = 1 / (1 + pow(10, -ahead / 400));
    g.winner = uniform(random) < 0.1 ? -1 : uniform(random) < chance ? 0 : 1;
    int first_result = g.winner < 0 ? 1 : g.winner == g.first ? 2 : 0;
    const struct sample *s = &pool[t->start % STARTS][first_result];
    g.input = s->input;
    g.moves = s->moves;
    g.plies = s->plies;
    for (int i = 0; i < 2; i++) {
        g.score[i] = s->score[g.first == i ? 0 : 1];
        g.cpu[i] = 0.01 * s->plies * (0.5 + uniform(random));
        g.wall[i] = 1.1 * g.cpu[i];
    }
    if (g.winner >= 0 && random_below(random, 200) == 0) {
        g.fault = 1 - g.winner;
        g.ending = "timeout";
        g.detail = "used 300.2 s of 300 s";
    }
    return g;
}

static void play(struct store *store, const double *elo, struct random *random)
{
    static struct store_task task[BATCH];
    static struct store_game game[2 * BATCH];
    static int64_t done[BATCH];
    for (int count;;) {
        struct notes notes = {0};
        must(store_take(store, 1, 600, BATCH, task, &count, &notes), &notes);
        if (count == 0)
            return;
        for (int i = 0; i < count; i++) {
            game[2 * i] = make_up(&task[i], 0, elo, random);
            game[2 * i + 1] = make_up(&task[i], 1, elo, random);
            done[i] = task[i].id;
        }
        must(store_save(store, game, 2 * count, done, count, &notes), &notes);
    }
}

static struct store *open_store(const char *where, const char *settings)
{
    struct notes notes = {0}, ignored = {0};
    struct store *store = store_open(where, STORE_WRITE, &ignored);
    if (store)
        return store;
    store = store_open(where, STORE_CREATE, &notes);
    must(store, &notes);
    struct text json = {0};
    if (settings)
        must(text_read(settings, &json, &notes), &notes);
    must(store_set_settings(store, settings ? json.data : "{}", &notes), &notes);
    text_free(&json);
    return store;
}

static void add_hosts(struct store *store)
{
    for (int i = 1; i <= 4; i++) {
        char name[] = "node0", word[] = "made up", none[] = "";
        name[4] = (char)('0' + i);
        struct store_host h = {
            .name = name, .confinement = word, .missing = none, .speed = 1, .detail = word};
        struct notes notes = {0};
        must(store_enter_host(store, &h, &notes), &notes);
    }
}

int main(int argc, char **argv)
{
    int agents = argc > 4 ? atoi(argv[2]) : 0;
    int64_t wanted = argc > 4 ? atoll(argv[3]) : 0;
    if (argc < 5 || argc > 6 || agents < 2 || wanted < 2) {
        fprintf(stderr, "usage: made_up STORE AGENTS GAMES SEED [SETTINGS]\n");
        return 2;
    }
    struct random random = {strtoull(argv[4], NULL, 10)};
    fill_pool(&random);
    struct store *store = open_store(argv[1], argc > 5 ? argv[5] : NULL);
    const char *told = getenv("MADE_UP_PATIENCE");
    if (told)
        store_set_patience(store, atof(told));
    double *elo = memory_new((size_t)agents * sizeof *elo);
    add_hosts(store);
    add_agents(store, agents, elo, &random);
    double began = clock_seconds(CLOCK_OF_WALL);
    plan(store, agents, wanted / 2);
    double planned = clock_seconds(CLOCK_OF_WALL);
    play(store, elo, &random);
    printf("planned %.2f s, saved %.2f s\n", planned - began,
           clock_seconds(CLOCK_OF_WALL) - planned);
    free(elo);
    store_close(store);
    for (int i = 0; i < 3 * STARTS; i++) {
        free(pool[i / 3][i % 3].input);
        free(pool[i / 3][i % 3].moves);
    }
    return 0;
}
