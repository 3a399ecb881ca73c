/* api_agent.c - statistics of one agent over all its recorded games: where does it lose most? */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "game/registry.h"
#include "serve/api.h"
#include "serve/position_json.h"
#include "serve/reply.h"
#include "serve/review.h"

enum {
    GAMES_REVIEWED = 24,     /* the latest games; reviewing all of them would take too long */
    POSITIONS_MAX = 2400,    /* in those games */
    NODES_A_POSITION = 1500, /* takes a few milliseconds */
    PLIES_TOLD = 200,
    WORST = 8
};

enum phase { PHASE_OPENING, PHASE_MIDDLE, PHASE_END, PHASES };

static const char *const phase_name[PHASES] = {"opening", "middle", "end"};

struct sum {
    int moves;
    double loss;
};

/* A costly move and where to find it. */
struct mistake {
    char record[LIBRARY_ID];
    int number, ply;
    double loss;
    char move[MOVE_NAME_MAX], best[MOVE_NAME_MAX];
};

/* The agent's statistics in one of the games that it plays. */
struct profile {
    int played;
    int results[2][3];             /* [moved first: 0, second: 1][won, drawn, lost] */
    int endings[2][VERDICT_COUNT]; /* of won or drawn games, and of lost ones */
    int reviewed, positions;       /* numbers of reviewed games and of positions in them */
    struct sum by_phase[PHASES], by_seat[2], by_ply[PLIES_TOLD];
    int worst_count;
    struct mistake worst[WORST];
};

struct inquiry {
    struct shared *shared;
    char name[200], game[200];
    struct profile *profiles; /* one for each game of the registry */
    struct profile *profile;  /* of the current game */
    /* the record's game that is being reviewed */
    const struct library_entry *entry;
    const struct recorded_game *recorded;
    int who;
};

static void add_to(struct sum *sum, double loss)
{
    sum->moves++;
    sum->loss += loss;
}

static void keep_mistake(struct inquiry *q, const struct session *session,
                         const struct reviewed_move *m)
{
    struct profile *profile = q->profile;
    const struct position *p = session->position[m->ply];
    int at = profile->worst_count;
    while (at > 0 && profile->worst[at - 1].loss < m->loss)
        at--;
    if (at == WORST || m->loss <= 0)
        return;
    int last = profile->worst_count < WORST ? profile->worst_count++ : WORST - 1;
    memmove(&profile->worst[at + 1], &profile->worst[at],
            (size_t)(last - at) * sizeof *profile->worst);
    struct mistake *mistake = &profile->worst[at];
    *mistake = (struct mistake){.number = q->recorded->number, .ply = m->ply, .loss = m->loss};
    memcpy(mistake->record, q->entry->id, sizeof mistake->record);
    p->world->game->move_name(p, m->move, mistake->move);
    p->world->game->move_name(p, m->best.code[0], mistake->best);
}

static void hear_move(void *context, const struct session *session, const struct reviewed_move *m)
{
    struct inquiry *q = context;
    const struct recorded_game *g = q->recorded;
    if (recorded_mover(g, m->ply) != q->who || g->move[m->ply].opening)
        return;
    enum phase phase = (enum phase)(PHASES * m->ply / session->count);
    add_to(&q->profile->by_phase[phase], m->loss);
    add_to(&q->profile->by_seat[q->who != g->first], m->loss);
    if (m->ply < PLIES_TOLD)
        add_to(&q->profile->by_ply[m->ply], m->loss);
    keep_mistake(q, session, m);
}

static void count_result(struct profile *profile, const struct recorded_game *g, int who)
{
    bool lost = g->winner == 1 - who;
    profile->played++;
    profile->results[who != g->first][g->winner == who ? 0 : lost ? 2 : 1]++;
    profile->endings[lost][g->verdict]++;
}

/* Evaluates a record in which the agent takes part as a or as b. */
static void look_at(struct inquiry *q, const struct record *record, const atomic_bool *stop)
{
    struct profile *profile = q->profile;
    for (int i = record->count - 1; i >= 0 && !atomic_load(stop); i--) {
        const struct recorded_game *g = record->games[i];
        if (g->verdict == VERDICT_NONE || g->verdict == VERDICT_OUR_FAILURE)
            continue;
        count_result(profile, g, q->who);
        if (profile->reviewed >= GAMES_REVIEWED || profile->positions >= POSITIONS_MAX ||
            g->session->count == 0)
            continue;
        struct review_summary summary;
        q->recorded = g;
        profile->positions += g->session->count;
        review_run(g->session, 0, NODES_A_POSITION, stop, hear_move, q, &summary);
        profile->reviewed++;
    }
}

static void json_sum(struct text *out, const char *name, const char *label, const struct sum *sum)
{
    json_open(out, NULL, '{');
    json_put_string(out, name, label);
    json_put_integer(out, "moves", sum->moves);
    json_put_number(out, "loss", sum->loss);
    json_put_number(out, "mean_loss", sum->moves > 0 ? sum->loss / sum->moves : 0);
    json_close(out, '}');
}

static void json_results(struct text *out, const struct profile *profile)
{
    static const char *const seats[2] = {"first", "second"}, *const words[3] = {"wins", "draws",
                                                                                "losses"};
    for (int seat = 0; seat < 2; seat++) {
        json_open(out, seats[seat], '{');
        for (int i = 0; i < 3; i++)
            json_put_integer(out, words[i], profile->results[seat][i]);
        json_close(out, '}');
    }
    for (int lost = 0; lost < 2; lost++) {
        json_open(out, lost ? "lost_by" : "others_by", '{');
        for (int i = 0; i < VERDICT_COUNT; i++)
            if (profile->endings[lost][i] > 0)
                json_put_integer(out, verdict_name((enum verdict)i), profile->endings[lost][i]);
        json_close(out, '}');
    }
}

static void json_losses(struct text *out, const struct profile *profile)
{
    static const char *const seats[2] = {"first", "second"};
    json_open(out, "by_phase", '[');
    for (int i = 0; i < PHASES; i++)
        json_sum(out, "phase", phase_name[i], &profile->by_phase[i]);
    json_close(out, ']');
    json_open(out, "by_seat", '[');
    for (int i = 0; i < 2; i++)
        json_sum(out, "seat", seats[i], &profile->by_seat[i]);
    json_close(out, ']');
    json_open(out, "by_ply", '[');
    for (int i = 0; i < PLIES_TOLD; i++) {
        const struct sum *sum = &profile->by_ply[i];
        if (sum->moves == 0)
            continue;
        json_open(out, NULL, '{');
        json_put_integer(out, "ply", i);
        json_put_integer(out, "moves", sum->moves);
        json_put_number(out, "mean_loss", sum->loss / sum->moves);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "costliest", '[');
    for (int i = 0; i < profile->worst_count; i++) {
        const struct mistake *mistake = &profile->worst[i];
        json_open(out, NULL, '{');
        json_put_string(out, "record", mistake->record);
        json_put_integer(out, "number", mistake->number);
        json_put_integer(out, "ply", mistake->ply);
        json_put_string(out, "move", mistake->move);
        json_put_string(out, "best", mistake->best);
        json_put_number(out, "loss", mistake->loss);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_profile(struct text *out, const struct game *game, const struct profile *profile)
{
    json_open(out, NULL, '{');
    json_put_string(out, "game", game->name);
    json_put_integer(out, "played", profile->played);
    json_put_integer(out, "reviewed", profile->reviewed);
    json_results(out, profile);
    json_losses(out, profile);
    json_close(out, '}');
}

/* The game's index in the list of games, which ends with NULL. */
static int index_of(const struct game *game)
{
    int i = 0;
    while (games[i] != game)
        i++;
    return i;
}

/* Evaluates a record if its game was asked for. */
static void look_into(struct inquiry *q, const struct library_entry *entry, const atomic_bool *stop)
{
    struct notes notes = {0};
    struct record *record = record_read(entry->path, &notes);
    if (record && (q->game[0] == 0 || strcmp(record->game->name, q->game) == 0)) {
        q->entry = entry;
        q->profile = &q->profiles[index_of(record->game)];
        for (q->who = 0; q->who < 2; q->who++)
            if (strcmp(record->name[q->who], q->name) == 0)
                look_at(q, record, stop);
    }
    record_free(record);
}

static void inquire(struct errand *errand, void *context)
{
    struct inquiry *q = context;
    const atomic_bool *stop = errand_stop(errand);
    struct library_entry *list;
    int count = library_list(q->shared->library, &list);
    q->profiles = memory_zero((size_t)index_of(NULL) * sizeof *q->profiles);
    for (int i = 0; i < count && !atomic_load(stop); i++)
        look_into(q, &list[i], stop);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "agent", q->name);
    json_open(&out, "games", '[');
    for (int i = 0; games[i]; i++)
        if (q->profiles[i].played > 0)
            json_profile(&out, games[i], &q->profiles[i]);
    json_close(&out, ']');
    json_close(&out, '}');
    errand_tell(errand, &out);
    text_free(&out);
    free(q->profiles);
    free(list);
}

void api_agent(struct request *request)
{
    struct inquiry q = {.shared = request->shared};
    request_member(request, "id", q.name);
    request_member(request, "game", q.game);
    if (q.name[0] == 0)
        reply_error(request->exchange, 400, "id: expected the name of an agent");
    else
        request_errand(request, inquire, &q, true, DELIVER_ONE);
}
