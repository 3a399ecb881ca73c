/* player.c - Fruit Rage's own player: the search, and plans against an opponent that can be
 * foreseen
 *
 * The search assumes the best opponent. Where it finds no safe win, a plan against the rival
 * (rival.h) may offer more. How much the search's own value may suffer for a plan depends on how
 * well the rival is known: hardly at all for a stranger, entirely for one whose every move was
 * foreseen. Against a stranger a lost position is played as the default player does.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/fruit/fruit.h"
#include "games/fruit/rival.h"
#include "search/default_player.h"

enum { IDEA_RIVAL }; /* plan against an opponent that can be foreseen */
static const char *const ideas[] = {[IDEA_RIVAL] = "rival", NULL};

struct fruit_player {
    const struct world *world;
    search_filter *admits;
    void *admits_context;
    struct default_player *usual;
    struct search *search;  /* the usual player's */
    struct rival *rival;    /* NULL: never planned against */
    bool has_plans;         /* the last move was planned against a rival we think we know */
    struct position *after; /* where our last move led; NULL: there was none */
};

/* When a move's time is used up: by watching, by the search, by planning, by following each plan's
 * moves against the other models; the rest is for a search of the planned move. */
static const double watch_until = 0.05, search_until = 0.2, plan_until = 0.75, follow_until = 0.93;

/* Models with a smaller share of the belief are not planned against. */
static const double least_trust = 0.1;

/* How many of the moves that plans begin with are searched. */
enum { CANDIDATES = 3 };

/* The simplest model answers at once, so a plan against it needs only this part of its share. */
static const double simple_share = 0.4;

static void destroy(void *state)
{
    struct fruit_player *c = state;
    default_player_free(c->usual);
    rival_free(c->rival);
    free(c->after);
    free(c);
}

static void *create(const struct world *world, const struct player_options *options,
                    unsigned without)
{
    struct fruit_player *c = memory_zero(sizeof *c);
    c->world = world;
    c->admits = options->search.admits;
    c->admits_context = options->search.admits_context;
    c->usual = default_player_new(world, &options->search);
    c->search = default_player_search(c->usual);
    if (!(without >> IDEA_RIVAL & 1))
        c->rival = rival_new(world);
    return c;
}

/* What search and plan may use together: more than a move's fair share, never more than the hard
 * limit. The last moves need hardly any time: with 1.5 fair shares 1 to 2 of 5 s were left in the
 * end. */
static struct limits whole_of(const struct limits *limits)
{
    const double generous = 2.5;
    struct limits whole = *limits;
    if (limits->soft > 0 && generous * limits->soft < limits->hard)
        whole.hard = generous * limits->soft;
    return whole;
}

static double chance_to_win(const struct position *p, int value, double doubt)
{
    return 1 / (1 + exp(-position_points(p, value) / doubt));
}

/* A move that some plan begins with. */
struct candidate {
    unsigned move;
    double hope; /* the chance to win by plans alone */
};

struct plans {
    const struct position *position;
    double belief[RIVAL_MODELS];
    int models;                     /* that are planned against */
    struct plan plan[RIVAL_MODELS]; /* empty for the others */
};

static bool is_trusted(const struct plans *o, int model)
{
    return model != RIVAL_STRANGER && o->belief[model] >= least_trust;
}

static struct plans plans_of(const struct fruit_player *c, const struct position *p)
{
    struct plans o = {.position = p};
    for (int i = 0; i < RIVAL_MODELS; i++) {
        o.belief[i] = rival_belief(c->rival, i);
        o.models += is_trusted(&o, i);
    }
    return o;
}

/* The chance to win with a move whose value by search is known. Plans only add to it. */
static double expectation(const struct plans *o, unsigned move, int searched)
{
    double sum = 0,
           least = chance_to_win(o->position, searched, fruit_foresight.search_margin_scale);
    for (int i = 0; i < RIVAL_MODELS; i++) {
        int planned = plan_value(&o->plan[i], move, -VALUE_MAX);
        sum += o->belief[i] *
               fmax(least, chance_to_win(o->position, planned, fruit_foresight.plan_margin_scale));
    }
    return sum;
}

/* Plans against each model that may be true; its time is its share of the belief. Where there is
 * only one, its moves need not be followed against others. Returns the nodes that it took. */
static uint64_t make_plans(struct fruit_player *c, struct plans *o, const struct limits *limits,
                           uint64_t spent)
{
    const double end = o->models > 1 ? plan_until : follow_until;
    double need[RIVAL_MODELS] = {0}, needed = 0, done = 0;
    uint64_t nodes = spent;
    for (int i = 0; i < RIVAL_MODELS; i++) {
        need[i] = !is_trusted(o, i) ? 0 : i == 1 ? simple_share * o->belief[i] : o->belief[i];
        needed += need[i];
    }
    for (int i = 0; i < RIVAL_MODELS; i++) {
        if (!is_trusted(o, i))
            continue;
        done += need[i] / needed;
        struct limits planning = limits_until(limits, search_until + (end - search_until) * done,
                                              nodes);
        rival_plan(c->rival, i, o->position, &planning, &o->plan[i]);
        nodes += o->plan[i].nodes;
    }
    return nodes - spent;
}

static void add_candidate(struct candidate best[CANDIDATES], struct candidate candidate)
{
    for (int i = 0; i < CANDIDATES; i++) {
        if (best[i].move == candidate.move && best[i].hope > 0)
            return;
        if (candidate.hope > best[i].hope) {
            struct candidate swap = best[i];
            best[i] = candidate;
            candidate = swap;
        }
    }
}

/* The most hopeful moves of the plans, other than the search's own. */
static void list_candidates(const struct fruit_player *c, const struct plans *o, unsigned own,
                            struct candidate best[CANDIDATES])
{
    memset(best, 0, CANDIDATES * sizeof *best);
    for (int i = 0; i < RIVAL_MODELS; i++)
        for (int j = 0; j < o->plan[i].count; j++) {
            unsigned move = o->plan[i].best[j].move;
            if (move == own || (c->admits && !c->admits(c->admits_context, o->position, move)))
                continue;
            add_candidate(best, (struct candidate){move, expectation(o, move, -VALUE_MAX)});
        }
}

/* Where several models may be true, a move that is good against one is worth knowing against the
 * others: values the moves there that their own plans did not come to. Returns the nodes that it
 * took. */
static uint64_t follow_plans(struct fruit_player *c, struct plans *o, const unsigned *move,
                             int count, const struct limits *limits, uint64_t spent)
{
    int to_do = 0, done = 0;
    uint64_t nodes = spent;
    bool is_unknown[CANDIDATES + 1][RIVAL_MODELS] = {{false}};
    for (int i = 0; i < count; i++)
        for (int j = 1; j < RIVAL_MODELS; j++) {
            is_unknown[i][j] = o->plan[j].count > 0 &&
                               plan_value(&o->plan[j], move[i], -VALUE_MAX) == -VALUE_MAX;
            to_do += is_unknown[i][j];
        }
    for (int i = 0; i < count; i++)
        for (int j = 1; j < RIVAL_MODELS; j++) {
            if (!is_unknown[i][j])
                continue;
            double part = plan_until + (follow_until - plan_until) * ++done / to_do;
            struct limits following = limits_until(limits, part, nodes);
            uint64_t before = o->plan[j].nodes;
            rival_follow(c->rival, j, o->position, move[i], &following, &o->plan[j]);
            nodes += o->plan[j].nodes - before;
        }
    return nodes - spent;
}

/* Takes the move with the best chance to win, plans and all. */
static void consider_plans(struct fruit_player *c, struct plans *plans, const struct limits *limits,
                           struct search_result *result)
{
    struct candidate candidate[CANDIDATES];
    result->nodes += make_plans(c, plans, limits, result->nodes);
    list_candidates(c, plans, result->move, candidate);
    unsigned followed[CANDIDATES + 1] = {result->move};
    int count = 1;
    while (count <= CANDIDATES && candidate[count - 1].hope > 0) {
        followed[count] = candidate[count - 1].move;
        count++;
    }
    result->nodes += follow_plans(c, plans, followed, count, limits, result->nodes);
    list_candidates(c, plans, result->move, candidate);
    const int value = result->value;
    double best = expectation(plans, result->move, value);
    for (int i = 0; i < CANDIDATES && candidate[i].hope > 0; i++) {
        unsigned move = candidate[i].move;
        if (expectation(plans, move, value) <= best) /* it can hardly be better than the best */
            continue;
        double part = follow_until + (1 - follow_until) * (i + 1) / CANDIDATES;
        struct limits checking = limits_until(limits, part, result->nodes);
        int searched = search_move_value(c->search, plans->position, move, &checking,
                                         &result->nodes);
        double chance = expectation(plans, move, searched);
        if (chance <= best)
            continue;
        best = chance;
        result->move = result->line[0] = move;
        result->line_length = 1;
        result->value = searched;
        result->proven = false;
    }
}

static struct search_result search_and_plan(struct fruit_player *c, const struct position *p,
                                            const struct limits *limits, search_listener *listener,
                                            void *context)
{
    struct limits whole = whole_of(limits);
    uint64_t watched = 0;
    if (c->after) {
        struct limits watching = limits_until(&whole, watch_until, 0);
        watched = rival_observe(c->rival, c->after, p, &watching);
    }
    struct plans plans = plans_of(c, p);
    c->has_plans = plans.models > 0;
    struct limits searching = plans.models > 0 ? limits_until(&whole, search_until, watched)
                                               : limits_until(limits, 1, watched);
    struct search_result result = search_run(c->search, p, &searching, listener, context);
    result.nodes += watched;
    struct move moves[MOVES_MAX];
    bool has_choice = c->world->rules->moves(p, moves) > 1;
    double lead = position_points(p, result.value);
    bool is_safe = lead >= fruit_foresight.safe_lead || (result.proven && lead > 0);
    if (plans.models > 0 && has_choice && !is_safe)
        consider_plans(c, &plans, &whole, &result);
    result.seconds = limits_elapsed(limits);
    if (listener)
        listener(context, &result);
    return result;
}

static struct search_result think(void *state, const struct player_turn *turn)
{
    struct fruit_player *c = state;
    const struct position *p = turn->position;
    struct search_result result;
    c->has_plans = false;
    search_set_past(c->search, turn->past, turn->past_count, turn->ply_limit);
    if (c->rival && playing_has_time(turn->limits))
        result = search_and_plan(c, p, turn->limits, turn->listener, turn->context);
    else
        result = search_run(c->search, p, turn->limits, turn->listener, turn->context);
    if (!c->has_plans)
        default_player_seek_chance(c->usual, p, turn->limits, &result);
    if (!c->after)
        c->after = position_new(c->world);
    c->world->rules->play(p, result.move, c->after);
    return result;
}

/* --- what it remembers --- */

/* If one move leads from where our last one led to the present position, that move's gain; else
 * what the board itself tells. */
static void set_score(const void *state, struct position *p)
{
    const struct fruit_player *c = state;
    int made = c->after ? position_move_to(c->after, p) : -1;
    if (made < 0) {
        fruit_presume_score(p);
        return;
    }
    struct position *now = position_new(c->world);
    c->world->rules->play(c->after, (unsigned)made, now);
    p->score[p->side] = now->score[now->side];
    p->score[!p->side] = now->score[!now->side];
    free(now);
}

/* The rival's line, the score, then the position after our move as its file, which tells no score.
 */
static void remember(const void *state, struct text *out)
{
    const struct fruit_player *c = state;
    if (!c->rival || !c->after)
        return;
    rival_remember(c->rival, out);
    text_add(out, "score %d %d\n", c->after->score[!c->after->side],
             c->after->score[c->after->side]);
    c->world->game->write(c->after, 1, false, out);
}

/* True if positions of the one world can be taken for those of the other. */
static bool is_like(const struct world *a, const struct world *b)
{
    return a->rules == b->rules && a->position_bytes == b->position_bytes && a->size == b->size;
}

static bool read_score(struct line line, int *ours, int *theirs)
{
    const int most = 1 << 24; /* more than a board holds, and safe to add up */
    int used = 0;
    sscanf(line.start, "score %8d %8d%n", ours, theirs, &used);
    return used > 0 && used == line.length && abs(*ours) < most && abs(*theirs) < most;
}

static bool recall(void *state, const struct lines *lines, const struct position *after)
{
    struct fruit_player *c = state;
    int ours, theirs;
    (void)after; /* it would not tell the score */
    if (!c->rival || lines->count < 3 || !read_score(lines->line[1], &ours, &theirs))
        return false;
    struct lines board = {.count = lines->count - 2, .line = lines->line + 2};
    struct notes notes = {0};
    struct problem *problem = c->world->game->read(
        &board, c->world->game->variants[c->world->variant].name, &notes);
    bool good = problem && is_like(problem->world, c->world) &&
                rival_recall(c->rival, lines->line[0]);
    if (good) {
        free(c->after);
        c->after = position_copy(problem->position);
        c->after->world = c->world;
        c->after->score[!c->after->side] = ours;
        c->after->score[c->after->side] = theirs;
    }
    problem_free(problem);
    return good;
}

const struct playing fruit_playing = {
    .ideas = ideas,
    .create = create,
    .destroy = destroy,
    .think = think,
    .set_score = set_score,
    .remember = remember,
    .recall = recall,
};
