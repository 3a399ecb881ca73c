#include "referee/match/bout.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/random.h"
#include "game/opening.h"
#include "referee/guest/judge.h"
#include "referee/guest/sabotage.h"
#include "referee/match/conventions.h"

#define CLOCK_RESOLUTION 1e-6 /* seconds: the resolution of the coarsest CPU meter */

enum { LEVEL_ATTEMPTS = 20 };

/* The current attempt. */
struct running_game {
    const struct bout *bout;
    const struct attempt *attempt;
    struct match_game *result;
    struct session *session;
    struct seat *seat[2]; /* of a and b */
    struct answer answer; /* the last one */
    double wall[2];       /* what is left of the wall budgets, if the match has a clock */
    bool started;         /* a has been asked for a move */
};

/* The contender (0: a) who plays this side. */
static int who_plays(const struct running_game *r, int side)
{
    return (side != r->session->position[0]->side) ^ r->result->first;
}

static void take_scores(const struct running_game *r)
{
    int score[2];
    position_score(session_now(r->session), score);
    for (int side = 0; side < 2; side++)
        r->result->score[who_plays(r, side)] = score[side];
    r->result->plies = r->session->count;
}

/* True if this contender's next move is granted its startup cost. */
static bool has_startup(const struct running_game *r, int who)
{
    return who == 0 && !(r->bout->options->startup.once && r->started);
}

static struct move_time time_for(const struct running_game *r, int who)
{
    const struct match_options *o = r->bout->options;
    double cap = o->cap + (has_startup(r, who) ? o->startup.cap : 0);
    if (r->result->timed)
        return (struct move_time){.remaining = r->result->left[who] +
                                               (has_startup(r, who) ? o->startup.clock : 0),
                                  .cap = cap,
                                  .wall = r->wall[who]};
    struct move_time time = {.cap = cap};
    if (time.cap == 0 && contender_is_program(o->contender[who]))
        time.cap = o->game->move_seconds > 0 ? o->game->move_seconds : o->game->game_seconds;
    return time;
}

/* Asks the side to move for a move and charges its clock. True if the move is legal and in time. */
static bool take_turn(struct running_game *r)
{
    struct match_game *g = r->result;
    struct answer *answer = &r->answer;
    int who = who_plays(r, session_now(r->session)->side);
    struct move_time time = time_for(r, who);
    double startup = has_startup(r, who) ? r->bout->options->startup.clock : 0;
    r->started = r->started || who == 0;
    seat_ask(r->seat[who], r->session, &time, answer);
    sabotage_judge(answer, contender_program(r->bout->options->contender[who]),
                   &r->attempt->warden_failures[who]);
    g->cpu[who] += answer->cpu;
    g->wall[who] += answer->wall;
    g->idle += who == 0 ? judge_idle(answer) : 0;
    r->wall[who] = judge_wall_left(r->wall[who], answer);
    if (g->timed && answer->cpu > startup)
        g->left[who] -= answer->cpu - startup;
    if (answer->verdict == VERDICT_NONE && g->timed && g->left[who] <= 0) {
        answer->verdict = VERDICT_OUT_OF_TIME;
        snprintf(answer->detail, sizeof answer->detail, "%.3f s were left, the move took %.3f s",
                 time.remaining, answer->cpu);
    }
    if (answer->verdict == VERDICT_NONE) {
        session_play(r->session, answer->code);
        return true;
    }
    g->verdict = answer->verdict;
    snprintf(g->detail, sizeof g->detail, "%s", answer->detail);
    if (verdict_kind(g->verdict) == VERDICT_IS_FAULT) {
        g->fault = who;
        g->winner = 1 - who;
        g->last.cpu = answer->cpu;
        g->last.wall = answer->wall;
        g->last.switches = answer->switches;
        g->last.stolen = answer->stolen;
        g->last.signal = answer->signal;
        g->last.exit_status = answer->exit_status;
        judge_last_words(&answer->complaint, g->complaint);
    }
    return false;
}

/* Sets the result of a game that ended by the rules. */
static void judge(struct running_game *r)
{
    struct match_game *g = r->result;
    int side = session_winner(r->session);
    g->verdict = verdict_of_ending(session_ending(r->session), side);
    if (side >= 0) {
        g->winner = who_plays(r, side);
        return;
    }
    double ahead = g->left[0] - g->left[1];
    if (!g->timed || fabs(ahead) < CLOCK_RESOLUTION ||
        !convention_of(r->bout->options->game)->time_decides)
        return;
    g->winner = ahead > 0 ? 0 : 1;
    if (g->verdict == VERDICT_TIE)
        g->verdict = VERDICT_TIME_TIE;
    snprintf(g->detail, sizeof g->detail, "time left: a %.6f s, b %.6f s", g->left[0], g->left[1]);
}

/* Makes a new directory for the bundle of this fault. */
static bool make_bundle_directory(const struct running_game *r, char *path, size_t bytes)
{
    const struct match_options *o = r->bout->options;
    if (mkdir(o->bundles, 0777) != 0 && errno != EEXIST)
        return false;
    for (int n = 1;; n++) {
        char count[16] = "";
        if (n > 1)
            snprintf(count, sizeof count, "-%d", n);
        int length = snprintf(path, bytes, "%s/%s-%d-%c%s", o->bundles, o->game->name,
                              r->result->number, r->result->fault == 0 ? 'a' : 'b', count);
        if ((size_t)length >= bytes) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (mkdir(path, 0777) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
}

/* Writes the repro bundle. If that fails, the detail says so, and the result stays. */
static void write_bundle(struct running_game *r)
{
    struct match_game *g = r->result;
    const struct match_options *o = r->bout->options;
    if (!o->bundles || !contender_is_program(o->contender[g->fault]))
        return;
    struct notes notes = {0};
    if (!make_bundle_directory(r, g->bundle, sizeof g->bundle))
        notes_fault(&notes, 0, "%s: %s", o->bundles, strerror(errno));
    else if (seat_write_bundle(r->seat[g->fault], &r->answer, g->bundle, &notes))
        return;
    g->bundle[0] = 0;
    size_t used = strlen(g->detail);
    snprintf(g->detail + used, sizeof g->detail - used, "%sno repro bundle: %s", used ? "; " : "",
             notes_why(&notes));
}

static bool take_seats(struct running_game *r)
{
    const struct match_options *o = r->bout->options;
    struct notes notes = {0};
    for (int who = 0; who < 2; who++) {
        int side = r->session->position[0]->side ^ (who != r->result->first);
        uint64_t chance = hash64(r->attempt->chance + (uint64_t)who) >> 11;
        r->seat[who] = seat_new(o->contender[who], r->session, side, chance, &notes);
        if (!r->seat[who]) {
            r->result->verdict = VERDICT_OUR_FAILURE;
            snprintf(r->result->detail, sizeof r->result->detail, "%s", notes_why(&notes));
            return false;
        }
    }
    return true;
}

/* Fills in the seats for other threads, or clears them. */
static void show_seats(const struct running_game *r, bool taken)
{
    struct bout_seats *seats = r->bout->seats;
    if (!seats)
        return;
    pthread_mutex_lock(&seats->lock);
    for (int who = 0; who < 2; who++)
        seats->seat[who] = taken ? r->seat[who] : NULL;
    pthread_mutex_unlock(&seats->lock);
}

static bool must_leave(const struct bout *bout)
{
    const atomic_bool *stop = bout->options->stop;
    return atomic_load(bout->enough) || (stop && atomic_load(stop));
}

/* Plays until the game ends or must be dropped. */
static void play_turns(struct running_game *r)
{
    const struct bout *bout = r->bout;
    while (session_ending(r->session) == ENDING_NONE) {
        /* an interrupt at the terminal may end a program before we see it; that is no fault */
        if (must_leave(bout) || !take_turn(r)) {
            r->result->dropped = must_leave(bout);
            return;
        }
        take_scores(r);
        observers_move(bout->observers, r->result, r->session, &r->answer);
    }
    judge(r);
}

/* Sends the final result to each program that has no fault, whether the game ended by the rules or
 * by the opponent's fault. */
static void tell_result(const struct running_game *r)
{
    if (r->result->dropped || verdict_kind(r->result->verdict) == VERDICT_IS_VOID)
        return;
    for (int who = 0; who < 2; who++)
        if (r->result->fault != who)
            seat_tell_final(r->seat[who], r->session);
}

static struct problem *board_of(const struct bout *bout, uint64_t seed)
{
    const struct match_options *o = bout->options;
    struct setup setup = o->setup;
    setup.seed = seed;
    setup.opener = convention_opener(o->game, seed);
    struct notes notes = {0};
    struct problem *problem = bout->board ? board_problem(bout->board, o->game, setup.variant)
                                          : o->game->create(&setup, &notes);
    assert(problem); /* the caller has checked the setup */
    return problem;
}

void bout_attempt(const struct bout *bout, const struct attempt *attempt, struct match_game *g)
{
    const struct match_options *o = bout->options;
    struct problem *problem = board_of(bout, attempt->seed);
    *g = (struct match_game){.number = bout->number,
                             .first = bout->first,
                             .seed = attempt->seed,
                             .board = bout->board ? bout->board->path : NULL,
                             .attempts = attempt->number,
                             .winner = -1,
                             .fault = -1,
                             .timed = o->time > 0,
                             .left = {o->time > 0 ? o->time : 0, o->time > 0 ? o->time : 0}};
    struct running_game r = {.bout = bout,
                             .attempt = attempt,
                             .result = g,
                             .session = opening_session(problem->position, o->ply_limit,
                                                        attempt->opening_plies, attempt->seed)};
    for (int who = 0; who < 2; who++)
        r.wall[who] = contender_wall_budget(o->contender[who], o->time);
    take_scores(&r);
    observers_start(bout->observers, g, r.session);
    bool seated = take_seats(&r);
    show_seats(&r, seated);
    if (seated)
        play_turns(&r);
    show_seats(&r, false);
    if (g->fault >= 0 && !g->dropped)
        write_bundle(&r);
    tell_result(&r);
    for (int who = 0; who < 2; who++)
        seat_free(r.seat[who]);
    if (g->dropped)
        observers_drop(bout->observers, g);
    else
        observers_end(bout->observers, g, r.session);
    session_free(r.session);
    problem_free(problem);
}

bool bout_is_level(const struct match_game *g)
{
    return verdict_kind(g->verdict) == VERDICT_IS_RESULT && g->winner < 0;
}

/* boards: the number of level games before it. The seed has at most 53 bits, so that every JSON
 * reader keeps it exact. */
static uint64_t board_seed(const struct bout *bout, int start, int boards)
{
    return hash64(hash64(bout->options->seed ^ (uint64_t)start << 20) + (uint64_t)boards) >> 11;
}

static int opening_plies(const struct bout *bout, int start, int boards)
{
    const struct match_options *o = bout->options;
    if (o->opening_plies >= 0)
        return o->opening_plies;
    if (bout->board)
        return 0;
    return start == 0 && boards == 0 ? 0 : opening_default_plies(o->game, &o->setup);
}

int bout_play(const struct bout *bout, int start, uint64_t chance, struct match_game *g)
{
    /* a game on a given board is not repeated on another one */
    bool again = convention_of(bout->options->game)->replay_level && !bout->board;
    int boards = 0, failures = 0, warden_failures[2] = {0};
    for (int number = 1;; number++) {
        const struct attempt attempt = {.number = number,
                                        .seed = board_seed(bout, start, boards),
                                        .opening_plies = opening_plies(bout, start, boards),
                                        .chance = chance + (uint64_t)boards,
                                        .warden_failures = warden_failures};
        bout_attempt(bout, &attempt, g);
        if (g->dropped)
            return boards;
        if (g->verdict == VERDICT_OUR_FAILURE && ++failures <= OUR_FAILURE_RETRIES)
            continue;
        if (!again || !bout_is_level(g) || boards + 1 >= LEVEL_ATTEMPTS)
            return boards;
        boards++;
    }
}
