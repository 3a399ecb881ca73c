#include "tournament/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/random.h"
#include "referee/match/bout.h"

struct played {
    const struct play_context *context;
    const struct store_task *task;
    play_taker *taker;
    void *taker_context;
    bool *there; /* by number: games that are in the store */
    int wins[2];
    struct match_options options; /* of all games of the task */
    struct store_game game;       /* the one that is played */
    struct text input, moves;
};

void play_key(const char *conditions, const struct store_task *task, int start, int first,
              char key[STORE_KEY])
{
    struct digest digest;
    digest_begin(&digest);
    digest_add_string(&digest, conditions);
    digest_add_integer(&digest, start);
    digest_add_integer(&digest, first);
    for (int who = 0; who < 2; who++) {
        digest_add_integer(&digest, who == 0 ? task->a : task->b);
        digest_add_string(&digest, task->hash[who]);
    }
    digest_end(&digest, key);
}

static uint64_t number_of_hash(const char *hash)
{
    char digits[17] = "";
    memcpy(digits, hash, 16);
    return strtoull(digits, NULL, 16);
}

/* Who moves first in the first game of a couple is drawn. */
static int drawn_first(const struct settings *s, const struct store_task *task)
{
    return (int)(hash64(hash64(s->seed ^ (uint64_t)task->a << 32) ^ (uint64_t)task->b) & 1);
}

static uint64_t chance_of(const struct settings *s, const struct store_task *task, int start,
                          int first)
{
    uint64_t chance = hash64(s->seed ^ (uint64_t)(2 * start + first));
    chance = hash64(chance ^ number_of_hash(task->hash[0]));
    return hash64(chance ^ number_of_hash(task->hash[1]));
}

/* --- games that are there already --- */

static void count(struct played *p, const struct store_game *g)
{
    if (g->winner >= 0 && !g->is_void)
        p->wins[g->winner]++;
}

static void take_known(void *context, const struct store_game *g)
{
    struct played *p = context;
    if (g->number < 0 || g->number >= p->task->games || p->there[g->number])
        return;
    if (g->is_void)
        return; /* it is played again */
    p->there[g->number] = true;
    count(p, g);
}

static bool is_decided(const struct played *p)
{
    int majority = p->task->games / 2 + 1;
    return p->task->best_of && (p->wins[0] >= majority || p->wins[1] >= majority);
}

/* --- a game --- */

/* What the store keeps of a game, as an observer of it: the first position, the moves, and how many
 * of them the opening made. Each attempt replaces what the one before left. */
static void keep_start(void *context, const struct match_game *g, const struct session *session)
{
    (void)g;
    struct played *p = context;
    const struct game *game = p->options.game;
    double time = p->options.time;
    text_clear(&p->input);
    game->write(session->position[0], time > 0 ? time : game->game_seconds, false, &p->input);
    p->game.opening = session->count;
}

static void keep_moves(void *context, const struct match_game *g, const struct session *session)
{
    (void)g;
    struct played *p = context;
    text_clear(&p->moves);
    for (int ply = 0; ply < session->count; ply++) {
        char name[MOVE_NAME_MAX];
        p->options.game->move_name(session->position[ply], session->move[ply], name);
        text_add(&p->moves, "%s%s", ply > 0 ? " " : "", name);
    }
}

static void fill_game(struct played *p, const struct match_game *g)
{
    struct store_game *out = &p->game;
    out->winner = g->winner;
    out->is_void = verdict_kind(g->verdict) == VERDICT_IS_VOID;
    out->fault = g->fault;
    out->ending = verdict_name(g->verdict);
    out->plies = g->plies;
    out->seed = g->seed;
    for (int who = 0; who < 2; who++) {
        out->score[who] = g->score[who];
        out->cpu[who] = g->cpu[who];
        out->wall[who] = g->wall[who];
        out->left[who] = g->timed ? g->left[who] : -1;
    }
    out->detail = g->detail;
    out->complaint = g->complaint;
    out->input = p->input.data ? p->input.data : "";
    out->moves = p->moves.data ? p->moves.data : "";
}

static void begin_game(struct played *p, int number)
{
    const struct store_task *task = p->task;
    int start = task->start + number / 2;
    int first = drawn_first(p->context->settings, task) ^ (number & 1);
    p->game = (struct store_game){.task = task->id,
                                  .number = number,
                                  .agent = {task->a, task->b},
                                  .start = start,
                                  .first = first,
                                  .host = p->context->host};
    memcpy(p->game.hash, task->hash, sizeof p->game.hash);
    play_key(p->context->conditions, task, start, first, p->game.key);
    text_clear(&p->input);
    text_clear(&p->moves);
}

static void hand_over(struct played *p, const struct match_game *g)
{
    p->game.finished = (int64_t)time(NULL);
    fill_game(p, g);
    count(p, &p->game);
    p->taker(p->taker_context, &p->game);
}

static struct match_options options_of(const struct settings *s, struct contender *const c[2])
{
    return (struct match_options){.game = s->game,
                                  .setup = s->setup,
                                  .contender = {c[0], c[1]},
                                  .games = 1,
                                  .time = s->time,
                                  .cap = s->cap,
                                  .opening_plies = s->opening_plies,
                                  .ply_limit = s->ply_limit,
                                  .seed = s->seed};
}

/* False if it was left. */
static bool play_game(struct played *p, int number)
{
    begin_game(p, number);
    const struct store_game *game = &p->game;
    const struct match_observer keep = {.start = keep_start, .end = keep_moves, .context = p};
    const struct bout bout = {.options = &p->options,
                              .number = number + 1,
                              .first = game->first,
                              .observers = &keep,
                              .enough = p->context->stop};
    uint64_t chance = chance_of(p->context->settings, p->task, game->start, game->first);
    struct match_game g;
    p->game.attempt = bout_play(&bout, game->start, chance, &g);
    if (g.dropped)
        return false;
    hand_over(p, &g);
    return true;
}

/* Records a void game: the program passed its smoke test, but no host can prepare it. */
static void give_void(struct played *p, int number, const char *why)
{
    struct match_game g = {.verdict = VERDICT_OUR_FAILURE, .winner = -1, .fault = -1};
    snprintf(g.detail, sizeof g.detail, "%s", why);
    begin_game(p, number);
    hand_over(p, &g);
}

static enum play_end play_games(struct played *p, struct notes *notes)
{
    const struct store_task *task = p->task;
    struct contender *contender[2];
    struct notes why = {0};
    bool gone[2];
    for (int who = 0; who < 2; who++)
        contender[who] = roster_get(p->context->roster, who == 0 ? task->a : task->b,
                                    task->hash[who], &gone[who], &why);
    if (gone[0] || gone[1])
        return PLAY_LEFT;
    if (task->there > 0 && !store_games_of_task(p->context->store, task, take_known, p, notes))
        return PLAY_FAILED;
    const bool unfit[2] = {!contender[0], !contender[1]};
    bool hopeless = true;
    if ((unfit[0] || unfit[1]) &&
        !store_refuse_task(p->context->store, p->context->worker, task, unfit, &hopeless, notes))
        return PLAY_FAILED;
    if (!hopeless) {
        *notes = why;
        return PLAY_REFUSED;
    }
    p->options = options_of(p->context->settings, contender);
    for (int number = 0; number < task->games && !is_decided(p); number++) {
        if (p->there[number])
            continue;
        if (unfit[0] || unfit[1])
            give_void(p, number, notes_why(&why));
        else if (!play_game(p, number))
            return PLAY_LEFT;
    }
    return PLAY_DONE;
}

enum play_end play_task(const struct play_context *context, const struct store_task *task,
                        play_taker *taker, void *taker_context, struct notes *notes)
{
    struct played p = {
        .context = context, .task = task, .taker = taker, .taker_context = taker_context};
    p.there = memory_zero((size_t)task->games * sizeof *p.there);
    enum play_end end = play_games(&p, notes);
    free(p.there);
    text_free(&p.input);
    text_free(&p.moves);
    return end;
}
