/* Matches, their records and their statistics. */
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "referee/match/match.h"
#include "referee/match/record.h"
#include "tests/check.h"

/* --- statistics --- */

/* Results of sequential tests as Fishtest published them, with Elo bounds of the logistic model and
 * error rates of 5 %: the pull requests of official-stockfish/Stockfish named in each row. */
static void published_tests_come_out_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        struct tally tally;
        double elo0, elo1, llr;
    } rows[] = {
        {"#3273, short", {{292, 5905, 28939, 6129, 299}}, -0.25, 1.25, 2.95},
        {"#3273, long", {{5, 418, 6043, 506, 12}}, 0.25, 1.25, 2.92},
        {"#3209, short", {{253, 4282, 17604, 4431, 286}}, -0.25, 1.25, 2.94},
        {"#3209, long", {{58, 3302, 33130, 3518, 84}}, 0.25, 1.25, 2.97},
        {"#2493, short", {{424, 2948, 5832, 3045, 460}}, -1, 3, 2.94},
        {"#2493, long", {{1284, 17437, 55536, 18085, 1292}}, 0, 2, 2.94},
        {"#2598, short", {{243, 1665, 3339, 1762, 281}}, -1.5, 0.5, 2.95},
        {"#2598, long", {{444, 5546, 17841, 5604, 428}}, -1.5, 0.5, 2.63},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double llr = tally_llr(&rows[i].tally, rows[i].elo0, rows[i].elo1);
        if (fabs(llr - rows[i].llr) > 0.0051) /* published to two digits */
            fail_msg("%s: expected %.2f, found %.4f", rows[i].source, rows[i].llr, llr);
    }
    double lower, upper; /* Wald's bounds: log(0.05 / 0.95) and log(0.95 / 0.05) */
    sprt_bounds(0.05, 0.05, &lower, &upper);
    assert_true(fabs(lower + 2.94) < 0.005 && fabs(upper - 2.94) < 0.005);
}

/* Rows of the usual table of the logistic model: a score and the difference it stands for. */
static void elo_follows_the_logistic_table(void **state)
{
    (void)state;
    static const double table[][2] = {{0.50, 0},   {0.51, 7},   {0.55, 35},  {0.60, 70},
                                      {0.64, 100}, {0.70, 147}, {0.75, 191}, {0.76, 200},
                                      {0.80, 241}, {0.90, 382}, {0.99, 798}, {0.25, -191}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(score_to_elo(table[i][0]) - table[i][1]) < 0.6);
}

/* As figures by hand have it, with a lost and a won pair added for the interval; 3/n is the rule of
 * three: what did not happen in n trials has, with 95 % confidence, at most that probability. */
static void equal_results_are_no_certainty(void **state)
{
    (void)state;
    struct estimate e = tally_estimate(&(struct tally){{0, 0, 0, 0, 10}});
    assert_true(isinf(e.elo) && isinf(e.high));
    /* 11 of 12, variance 11/144, error 0.07979 */
    assert_true(fabs(e.low - score_to_elo(0.76029)) < 0.01);
    assert_true(fabs(e.los - 0.999217) < 1e-6); /* ½ erfc(-√5) */
    e = tally_estimate(&(struct tally){{0, 0, 0, 0, 100}});
    assert_true(elo_to_score(e.low) > 1 - 3.0 / 100 && elo_to_score(e.low) < 1 - 2.0 / 100);
    e = tally_estimate(&(struct tally){{0, 0, 30, 0, 0}});
    assert_true(e.elo == 0 && e.los == 0.5);
    /* 32 pairs, variance 0.5 / 32, error 0.022097 */
    assert_true(fabs(e.high - score_to_elo(0.54331)) < 0.01 && fabs(e.low + e.high) < 1e-9);
    e = tally_estimate(&(struct tally){{1, 0, 0, 0, 0}});
    assert_true(isinf(e.low) && e.low < 0 && e.high > 0 && fabs(e.los - 0.158655) < 1e-6);
    e = tally_estimate(&(struct tally){{0}});
    assert_true(isinf(e.low) && isinf(e.high) && e.los == 0.5 && e.pair_count == 0);
}

/* --- jobs --- */

struct counting {
    int delivered, enough_at;
};

static void square(void *context, int number, void *result)
{
    (void)context;
    usleep(number % 7 == 0 ? 2000 : 0); /* so that later ones overtake it */
    *(int *)result = number * number;
}

static bool take_square(void *context, int number, const void *result)
{
    struct counting *counting = context;
    assert_int_equal(number, counting->delivered++);
    assert_int_equal(*(const int *)result, number * number);
    return number + 1 < counting->enough_at;
}

static void jobs_are_delivered_in_order(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads += 2)
        for (int enough_at = 1; enough_at <= 101; enough_at += 50) {
            struct counting counting = {.enough_at = enough_at};
            struct jobs jobs = {.count = 100,
                                .threads = threads,
                                .result_bytes = sizeof(int),
                                .work = square,
                                .deliver = take_square,
                                .context = &counting};
            jobs_run(&jobs);
            assert_int_equal(counting.delivered, enough_at < 100 ? enough_at : 100);
        }
}

/* --- matches --- */

enum { GAMES_KEPT = 64 };

struct played {
    int count;
    struct match_game game[GAMES_KEPT];
    struct match_summary summary;
    int stop_after; /* games; 0: never */
    atomic_bool stop;
};

static void keep_game(void *context, const struct match_game *g, const struct match_summary *s)
{
    struct played *played = context;
    (void)s;
    assert_int_equal(g->number, played->count + 1);
    assert_true(played->count < GAMES_KEPT);
    played->game[played->count++] = *g;
    if (played->count == played->stop_after)
        atomic_store(&played->stop, true);
}

static void (*before_the_match)(void); /* what play() does when the contenders are there */

static struct match_options options_for(const char *game, int size)
{
    return (struct match_options){.game = game_by_name(game),
                                  .setup = {.size = size, .option = {-1}},
                                  .opening_plies = -1,
                                  .ply_limit = -1,
                                  .first = -1,
                                  .jobs = 1,
                                  .time = -1,
                                  .seed = 7};
}

static enum sandbox sandbox;                   /* of the next match */
static const struct match_observer *observers; /* likewise */

/* Plays the match with built-in agents under a limit in nodes; free() the result. */
static struct played *play(struct match_options o, const char *a, const char *b, int stop_after)
{
    struct played *played = memory_zero(sizeof *played);
    played->stop_after = stop_after;
    const char *spec[2] = {a, b};
    struct contender_options contender = {.nodes = 100, .sandbox = sandbox};
    struct notes notes = {0};
    for (int who = 0; who < 2; who++) {
        o.contender[who] = contender_new(spec[who], o.game, &contender, &notes);
        if (!o.contender[who])
            fail_msg("%s", notes_why(&notes));
    }
    o.stop = &played->stop;
    match_complete(&o);
    struct match_delivery delivery = {.game = keep_game, .context = played};
    if (before_the_match)
        before_the_match();
    if (!match_run(&o, observers, &delivery, &played->summary, &notes))
        fail_msg("%s", notes_why(&notes));
    for (int who = 0; who < 2; who++)
        contender_free(o.contender[who]);
    return played;
}

/* --- observers --- */

struct seen {
    struct seen *before; /* the observer that is called before this one; NULL: none */
    pthread_mutex_t lock;
    int starts, opening, moves, ends, drops;
    int plies; /* of the games that have ended */
};

/* An event reaches the observers in the order of their list. */
static void count_event(struct seen *seen, int *counter, const int *counter_before)
{
    pthread_mutex_lock(&seen->lock);
    ++*counter;
    if (counter_before)
        assert_true(*counter <= *counter_before);
    pthread_mutex_unlock(&seen->lock);
}

static void see_start(void *context, const struct match_game *g, const struct session *session)
{
    struct seen *seen = context;
    assert_int_equal(g->plies, session->count);
    count_event(seen, &seen->starts, seen->before ? &seen->before->starts : NULL);
    pthread_mutex_lock(&seen->lock);
    seen->opening += session->count;
    pthread_mutex_unlock(&seen->lock);
}

static void see_move(void *context, const struct match_game *g, const struct session *session,
                     const struct answer *answer)
{
    struct seen *seen = context;
    assert_int_equal(g->plies, session->count);
    assert_int_equal(session->move[session->count - 1], answer->code);
    count_event(seen, &seen->moves, seen->before ? &seen->before->moves : NULL);
}

static void see_end(void *context, const struct match_game *g, const struct session *session)
{
    struct seen *seen = context;
    assert_int_equal(g->plies, session->count);
    assert_true(g->verdict != VERDICT_NONE);
    count_event(seen, &seen->ends, seen->before ? &seen->before->ends : NULL);
    pthread_mutex_lock(&seen->lock);
    seen->plies += g->plies;
    pthread_mutex_unlock(&seen->lock);
}

static void see_drop(void *context, const struct match_game *g)
{
    struct seen *seen = context;
    assert_true(g->dropped);
    count_event(seen, &seen->drops, seen->before ? &seen->before->drops : NULL);
}

static struct match_observer observer_of(struct seen *seen)
{
    return (struct match_observer){
        .start = see_start, .move = see_move, .end = see_end, .drop = see_drop, .context = seen};
}

/* Every observer hears of every event, one after the other; one that leaves calls out is fine. */
static void observers_hear_of_every_event(void **state)
{
    (void)state;
    for (int stop_after = 0; stop_after <= 2; stop_after += 2) {
        struct seen first = {.lock = PTHREAD_MUTEX_INITIALIZER};
        struct seen second = {.lock = PTHREAD_MUTEX_INITIALIZER, .before = &first};
        struct match_observer last = observer_of(&second);
        const struct match_observer silent = {.next = &last};
        struct match_observer list = observer_of(&first);
        list.next = &silent;
        struct match_options o = options_for("reversi", 6);
        o.games = 8;
        o.jobs = 3;
        o.opening_plies = 4;
        observers = &list;
        struct played *played = play(o, "greedy", "random", stop_after);
        observers = NULL;
        for (const struct seen *seen = &first; seen; seen = seen == &first ? &second : NULL) {
            assert_int_equal(seen->starts, seen->ends + seen->drops);
            assert_int_equal(seen->opening, 4 * seen->starts);
            assert_true(seen->ends >= played->count);
            if (stop_after > 0)
                continue;
            assert_int_equal(seen->drops, 0);
            assert_int_equal(seen->ends, 8);
            assert_int_equal(seen->plies, seen->opening + seen->moves);
        }
        assert_memory_equal(&first.starts, &second.starts,
                            sizeof first - offsetof(struct seen, starts));
        free(played);
    }
}

/* Everything but times. */
static void assert_same_decisions(const struct match_game *x, const struct match_game *y)
{
    assert_int_equal(x->number, y->number);
    assert_int_equal(x->first, y->first);
    assert_int_equal(x->seed, y->seed);
    assert_int_equal(x->verdict, y->verdict);
    assert_int_equal(x->winner, y->winner);
    assert_int_equal(x->plies, y->plies);
    assert_int_equal(x->attempts, y->attempts);
    assert_memory_equal(x->score, y->score, sizeof x->score);
}

static void assert_same_moves(const struct record *x, const struct record *y)
{
    assert_int_equal(x->count, y->count);
    for (int i = 0; i < x->count; i++) {
        const struct session *s = x->games[i]->session, *t = y->games[i]->session;
        assert_int_equal(s->count, t->count);
        assert_memory_equal(s->move, t->move, (size_t)s->count * sizeof *s->move);
        for (int ply = 0; ply < s->count; ply++) {
            assert_true(x->games[i]->move[ply].value == y->games[i]->move[ply].value);
            assert_int_equal(x->games[i]->move[ply].depth, y->games[i]->move[ply].depth);
        }
    }
}

static struct record *read_good(const char *path)
{
    struct notes notes = {0};
    struct record *record = record_read(path, &notes);
    if (!record)
        fail_msg("%s", notes_why(&notes));
    return record;
}

static const struct {
    const char *game;
    int size;
} boards[] = {{"fruit", 6}, {"reversi", 6}, {"laser", 7}, {"halma", 16}};

static char folder[] = "/tmp/plywood-test-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder); /* every test removes what it wrote */
}

static const char *in_folder(const char *name)
{
    static char path[2][80];
    static int turn;
    turn = 1 - turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void matches_repeat_themselves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct match_options o = options_for(boards[i].game, boards[i].size);
        o.games = 22;
        struct played *played[3];
        struct record *record[3];
        for (int round = 0; round < 3; round++) {
            o.record = in_folder("record");
            o.jobs = 1 + round % 2;
            played[round] = play(o, "plywood", "random", 0);
            record[round] = read_good(o.record);
            unlink(o.record);
            assert_int_equal(played[round]->count, o.games);
        }
        for (int round = 1; round < 3; round++) {
            for (int game = 0; game < o.games; game++)
                assert_same_decisions(&played[0]->game[game], &played[round]->game[game]);
            assert_memory_equal(&played[0]->summary.tally, &played[round]->summary.tally,
                                sizeof(struct tally));
            assert_same_moves(record[0], record[round]);
        }
        for (int round = 0; round < 3; round++) {
            free(played[round]);
            record_free(record[round]);
        }
    }
}

static void pairs_share_their_start(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct match_options o = options_for(boards[i].game, boards[i].size);
        o.games = 4;
        o.first = 1;
        o.record = in_folder("record");
        free(play(o, "greedy", "random", 0));
        struct record *record = read_good(o.record);
        unlink(o.record);
        assert_int_equal(record->count, 4);
        uint64_t key[4];
        for (int game = 0; game < 4; game++) {
            const struct recorded_game *g = record->games[game];
            assert_int_equal(g->first, game % 2 == 0 ? 1 : 0);
            int plies = 0;
            while (plies < g->session->count && g->move[plies].opening)
                plies++;
            bool bare = game < 2 || i == 0 || i == 2; /* random boards need no opening */
            if (g->attempt == 1)
                assert_int_equal(plies, bare ? 0 : 4);
            key[game] = g->session->position[plies]->key;
        }
        if (record->games[0]->attempt == 1 && record->games[1]->attempt == 1)
            assert_true(key[0] == key[1]);
        if (record->games[2]->attempt == 1 && record->games[3]->attempt == 1)
            assert_true(key[2] == key[3]);
        assert_true(key[0] != key[2]);
        record_free(record);
    }
}

static void best_of_ends_with_the_majority(void **state)
{
    (void)state;
    struct match_options o = options_for("fruit", 6);
    struct played *played = play(o, "plywood", "random", 0);
    const struct match_summary *s = &played->summary;
    int wins[2] = {s->wins[0][0] + s->wins[1][0], s->wins[0][1] + s->wins[1][1]};
    assert_true(wins[0] == 6 && wins[1] < 6); /* plywood beats random */
    assert_int_equal(played->count, wins[0] + wins[1] + s->draws[0] + s->draws[1]);
    assert_int_equal(played->game[played->count - 1].winner, 0);
    free(played);
    o.games = 11; /* asked for by number: all of them */
    played = play(o, "plywood", "random", 0);
    assert_int_equal(played->count, 11);
    long pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += played->summary.tally.pairs[i];
    assert_int_equal(pairs, 5); /* the eleventh game has no partner */
    assert_int_equal(match_points(&played->summary, 0) + match_points(&played->summary, 1), 22);
    free(played);
}

/* On tiny boards of many kinds games often end level. */
static void level_games_are_played_again_or_go_by_time(void **state)
{
    (void)state;
    struct match_options o = options_for("fruit", 2);
    o.setup.option[0] = 9;
    o.games = 20;
    struct played *played = play(o, "greedy", "greedy", 0);
    int again = 0;
    for (int i = 0; i < played->count; i++) {
        again += played->game[i].attempts > 1;
        assert_int_equal(played->game[i].verdict, VERDICT_SCORE);
        assert_true(played->game[i].winner >= 0);
    }
    assert_true(again > 0);
    free(played);
    o.time = 300; /* the slower one loses them */
    played = play(o, "plywood", "greedy", 0);
    int by_time = 0;
    for (int i = 0; i < played->count; i++) {
        const struct match_game *g = &played->game[i];
        assert_int_equal(g->attempts, 1);
        by_time += g->verdict == VERDICT_TIME_TIE;
        if (g->verdict == VERDICT_TIME_TIE)
            assert_true(g->winner == 1 && g->left[1] > g->left[0]);
    }
    assert_true(by_time > 0);
    free(played);
}

static void a_draw_is_a_draw_without_clocks(void **state)
{
    (void)state;
    struct match_options o = options_for("halma", 16);
    o.games = 2;
    o.ply_limit = 10;
    struct played *played = play(o, "random", "random", 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(played->game[i].verdict, VERDICT_MOVE_CAP);
        assert_int_equal(played->game[i].winner, -1);
        assert_int_equal(played->game[i].plies, 10);
    }
    assert_int_equal(played->summary.tally.pairs[2], 1);
    free(played);
    o.time = 100;
    played = play(o, "plywood", "random", 0);
    for (int i = 0; i < 2; i++) {
        const struct match_game *g = &played->game[i];
        assert_int_equal(g->verdict, VERDICT_MOVE_CAP);
        assert_int_equal(g->winner, 1); /* chance is quicker than search */
        assert_true(g->left[1] > g->left[0]);
    }
    free(played);
}

static void who_is_out_of_time_has_lost(void **state)
{
    (void)state;
    struct match_options o = options_for("fruit", 10);
    o.games = 4;
    o.time = 1e-7;
    struct played *played = play(o, "plywood", "greedy", 0);
    for (int i = 0; i < 4; i++) {
        const struct match_game *g = &played->game[i];
        assert_int_equal(g->verdict, VERDICT_OUT_OF_TIME);
        assert_int_equal(g->winner, 1 - g->first);
        assert_int_equal(g->fault, g->first);
        assert_true(g->left[g->first] <= 0 && g->detail[0]);
    }
    assert_int_equal(played->summary.faults[0][VERDICT_OUT_OF_TIME], 2);
    assert_int_equal(played->summary.faults[1][VERDICT_OUT_OF_TIME], 2);
    free(played);
}

/* Whatever the referee wants to open from now on, it cannot. */
static void forbid_files(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &files);
}

static void our_failures_count_for_nobody(void **state)
{
    (void)state;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    before_the_match = forbid_files;
    struct match_options o = options_for("fruit", 5);
    o.games = 3;
    struct played *played = play(o, "cmd:true", "greedy", 0);
    before_the_match = NULL;
    setrlimit(RLIMIT_NOFILE, &files);
    assert_int_equal(played->count, 3);
    for (int i = 0; i < 3; i++) {
        const struct match_game *g = &played->game[i];
        assert_int_equal(g->verdict, VERDICT_OUR_FAILURE);
        assert_int_equal(g->winner, -1);
        assert_int_equal(g->fault, -1);
        assert_int_equal(g->attempts, 4); /* once, and three times again */
        assert_true(g->detail[0]);
    }
    const struct match_summary *s = &played->summary;
    assert_int_equal(s->voids, 3);
    assert_int_equal(s->games, 0);
    assert_int_equal(match_points(s, 0) + match_points(s, 1), 0);
    assert_int_equal(tally_estimate(&s->tally).pair_count, 0);
    free(played);
}

/* Without a sandbox a program can bring down the process that looks after it, and would never
 * lose. If it does so each time, while others stand, it has lost. */
static void whoever_brings_down_the_warden_has_lost(void **state)
{
    (void)state;
    struct match_options o = options_for("fruit", 5);
    o.games = 1;
    sandbox = SANDBOX_OFF;
    struct played *played = play(o, "cmd:kill -KILL $PPID", "greedy", 0);
    sandbox = SANDBOX_ON;
    const struct match_game *g = &played->game[0];
    assert_int_equal(g->verdict, VERDICT_SABOTAGE);
    assert_int_equal(g->fault, 0);
    assert_int_equal(g->winner, 1);
    assert_int_equal(g->attempts, 4);
    assert_non_null(
        strstr(g->detail, "was ended by signal 9, Killed; this happened in 4 of 4 attempts"));
    free(played);
}

static void a_match_can_be_stopped(void **state)
{
    (void)state;
    struct match_options o = options_for("reversi", 6);
    o.games = 20;
    o.record = in_folder("record");
    for (o.jobs = 1; o.jobs <= 2; o.jobs++) {
        struct played *played = play(o, "greedy", "random", 3);
        assert_true(played->summary.stopped);
        assert_in_range(played->count, 3, 3 + 8);
        struct record *record = read_good(o.record);
        assert_non_null(record->summary);
        for (int i = 0; i < record->count; i++)
            assert_true(record->games[i]->dropped || record->games[i]->verdict != VERDICT_NONE);
        record_free(record);
        free(played);
    }
    unlink(o.record);
}

static void a_test_ends_when_it_is_decided(void **state)
{
    (void)state;
    struct match_options o = options_for("reversi", 6);
    o.sprt = true;
    o.elo1 = 100;
    o.games = GAMES_KEPT;
    struct played *played = play(o, "plywood", "random", 0);
    assert_int_equal(played->summary.decision, 1);
    assert_true(played->summary.llr >= 2.94);
    assert_true(played->count % 2 == 0 && played->count < GAMES_KEPT);
    free(played);
}

/* --- records --- */

static void write_file(const char *path, const char *bytes, size_t count)
{
    assert_true(file_replace(path, bytes, count));
}

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = memory_zero(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

static void records_tell_the_match(void **state)
{
    (void)state;
    struct match_options o = options_for("fruit", 8);
    o.games = 6;
    o.time = 50;
    o.record = in_folder("record");
    struct played *played = play(o, "plywood", "greedy", 0);
    struct record *record = read_good(o.record);
    unlink(o.record);
    assert_string_equal(record->name[1], "greedy");
    assert_true(record->time == 50 && record->seed == 7);
    assert_int_equal(record->count, 6);
    for (int i = 0; i < 6; i++) {
        const struct match_game *g = &played->game[i];
        const struct recorded_game *r = record_game(record, i + 1);
        int plies = r->session->count;
        assert_int_equal(r->verdict, g->verdict);
        assert_int_equal(r->winner, g->winner);
        assert_int_equal(plies, g->plies);
        assert_true(r->seed == g->seed);
        double cpu[2] = {0};
        for (int ply = 0; ply < plies; ply++)
            cpu[recorded_mover(r, ply)] += r->move[ply].cpu;
        for (int who = 0; who < 2; who++) {
            assert_int_equal(recorded_score(r, plies, who), g->score[who]);
            assert_true(fabs(cpu[who] - g->cpu[who]) < 1e-5);
            assert_true(fabs(r->move[plies - 1].left[who] - g->left[who]) < 1e-5);
        }
    }
    assert_null(record_game(record, 7));
    record_free(record);
    free(played);
}

/* Whoever looks while the record grows sees games that are right as far as they go. */
static void growing_records_can_be_read(void **state)
{
    (void)state;
    struct match_options o = options_for("reversi", 4);
    o.games = 4;
    o.jobs = 2;
    o.record = in_folder("record");
    free(play(o, "greedy", "random", 0));
    size_t length;
    char *bytes = read_whole(o.record, &length);
    unlink(o.record);
    const char *part = in_folder("part");
    size_t first_line = strcspn(bytes, "\n") + 1;
    int moves = 0;
    for (size_t cut = first_line; cut <= length; cut += 97) {
        write_file(part, bytes, cut);
        struct record *record = read_good(part);
        int seen = 0;
        for (int i = 0; i < record->count; i++)
            seen += record->games[i]->session->count;
        assert_true(seen >= moves);
        moves = seen;
        record_free(record);
    }
    assert_true(moves > 10);
    write_file(part, bytes, first_line - 1);
    struct notes notes = {0};
    assert_null(record_read(part, &notes));
    assert_non_null(strstr(notes_why(&notes), "expected the record of a match, found none"));
    unlink(part);
    free(bytes);
}

/* The text with the first occurrence of a part replaced; free() it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    struct text out = {0};
    text_add(&out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out.data;
}

/* A record of one short game of land bidding. */
static const char good_record[] =
    "{\"event\":\"match\",\"version\":1,\"game\":\"reversi\",\"rules\":\"bidding\",\"seed\":1}\n"
    "{\"event\":\"start\",\"number\":1,\"attempt\":1,\"first\":\"b\",\"seed\":5,\"input\":"
    "\"1\\nSCORE 2 2\\n[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]\\n\"}\n"
    "{\"event\":\"move\",\"number\":1,\"ply\":0,\"by\":\"b\",\"move\":\"0,1\"}\n"
    "{\"event\":\"end\",\"number\":1,\"winner\":\"b\",\"ending\":\"no-answer\"}\n";

static void false_records_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *reason;
    } rows[] = {
        {"\"version\":1", "\"version\":2", ":1: expected a whole number \"version\""},
        {"\"game\":\"reversi\"", "\"game\":\"chess\"", ":1: there is no game \"chess\""},
        {"bidding", "poker", ":1: Land bidding has no rules \"poker\""},
        {"\"event\":\"match\"", "\"event\":\"march\"", ":1: expected the match first"},
        {"\"event\":\"start\"", "\"event\":\"match\"", ":2: expected one match"},
        {"\"first\":\"b\"", "\"first\":\"c\"", ":2: expected \"first\" to be"},
        {"[0, 2, 1, 0]", "[0, 2, 1]", ":2: input: "},
        {"\"seed\":5,", "", ":2: expected a whole number \"seed\""},
        {"\"move\":\"0,1\"", "\"move\":\"0,0\"", ":3: game 1, ply 0: "},
        {"\"ply\":0", "\"ply\":1", ":3: game 1: expected ply 0, found 1"},
        {"\"by\":\"b\"", "\"by\":\"a\"", ":3: game 1: it is the other side's turn"},
        {"\"number\":1,\"ply\"", "\"number\":2,\"ply\"", ":3: game 2 has not begun"},
        {"\"event\":\"move\"", "\"event\":\"dropped\"", ":4: game 1 has ended before"},
        {"no-answer", "boredom", ":4: there is no ending \"boredom\""},
        {"no-answer", "score", ":4: game 1: its moves do not lead to this ending"},
        {"\"winner\":\"b\"", "\"winner\":3", ":4: expected \"winner\" to be"},
        {"\"ending\":", "ending:", ":4: not JSON: "},
        {"{\"event\":\"end\"", "{\"event\":1,\"event\":\"end\"", ":4: not JSON: "},
    };
    const char *path = in_folder("record");
    write_file(path, good_record, strlen(good_record));
    struct record *record = read_good(path);
    assert_int_equal(record->games[0]->verdict, VERDICT_NO_ANSWER);
    record_free(record);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *bytes = replaced(good_record, rows[i].from, rows[i].to);
        write_file(path, bytes, strlen(bytes));
        free(bytes);
        struct notes notes = {0};
        assert_null(record_read(path, &notes));
        if (!strstr(notes_why(&notes), rows[i].reason))
            fail_msg("expected \"%s\", found \"%s\"", rows[i].reason, notes_why(&notes));
    }
    unlink(path);
    struct notes notes = {0};
    assert_null(record_read(path, &notes));
    assert_non_null(strstr(notes_why(&notes), "cannot be read"));
}

static void results_follow_from_the_moves(void **state)
{
    (void)state;
    struct match_options o = options_for("reversi", 6);
    o.games = 1;
    o.record = in_folder("record");
    struct played *played = play(o, "plywood", "random", 0);
    assert_int_equal(played->game[0].winner, 0); /* plywood beats random */
    free(played);
    size_t length;
    char *bytes = read_whole(o.record, &length);
    static const char *const lies[][2] = {{"\"winner\":\"a\"", "\"winner\":\"b\""},
                                          {"\"winner\":\"a\"", "\"winner\":null"},
                                          {"\"ending\":\"score\"", "\"ending\":\"rule\""},
                                          {"\"ending\":\"score\"", "\"ending\":\"tie\""}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        char *lie = replaced(bytes, lies[i][0], lies[i][1]);
        write_file(o.record, lie, strlen(lie));
        struct notes notes = {0};
        assert_null(record_read(o.record, &notes));
        assert_non_null(strstr(notes_why(&notes), "its moves do not lead to this ending"));
        free(lie);
    }
    unlink(o.record);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_tests_come_out_the_same),
        cmocka_unit_test(elo_follows_the_logistic_table),
        cmocka_unit_test(equal_results_are_no_certainty),
        cmocka_unit_test(jobs_are_delivered_in_order),
        cmocka_unit_test(matches_repeat_themselves),
        cmocka_unit_test(pairs_share_their_start),
        cmocka_unit_test(best_of_ends_with_the_majority),
        cmocka_unit_test(level_games_are_played_again_or_go_by_time),
        cmocka_unit_test(a_draw_is_a_draw_without_clocks),
        cmocka_unit_test(who_is_out_of_time_has_lost),
        cmocka_unit_test(our_failures_count_for_nobody),
        cmocka_unit_test(whoever_brings_down_the_warden_has_lost),
        cmocka_unit_test(a_match_can_be_stopped),
        cmocka_unit_test(a_test_ends_when_it_is_decided),
        cmocka_unit_test(records_tell_the_match),
        cmocka_unit_test(growing_records_can_be_read),
        cmocka_unit_test(false_records_are_refused),
        cmocka_unit_test(observers_hear_of_every_event),
        cmocka_unit_test(results_follow_from_the_moves),
    };
    return cmocka_run_group_tests_name("match", tests, make_folder, remove_folder);
}
