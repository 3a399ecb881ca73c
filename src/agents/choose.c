#include "agents/choose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/last_chance.h"
#include "agents/racer.h"
#include "base/memory.h"
#include "game/book.h"
#include "game/caution.h"
#include "game/solving.h"
#include "game/standstill.h"

struct chooser {
    const struct world *world;
    search_filter *admits; /* the moves that may be answered, as the search was told */
    void *admits_context;
    unsigned refuted; /* readings of the rules that do not hold here */
    unsigned waived;  /* those to which this move need not keep */
    struct search *search;
    struct rival *rival;     /* NULL: never planned against */
    struct racer *racer;     /* NULL: never asked */
    bool has_no_plan;        /* of a race */
    bool plays_chances;      /* where all is lost */
    const struct book *book; /* NULL: not asked */
    bool has_plans;          /* the last move was planned against a rival we think we know */
    struct last_chance *last_chance; /* made when first needed */
    bool has_after;
    struct position *after; /* where our last move led */
};

/* When a move's time is used up: by watching, by the search, by planning, by following each plan's
 * moves against the other models; the rest is for a sober look at the plan. */
static const double watch_until = 0.05, search_until = 0.2, plan_until = 0.75, follow_until = 0.93;

/* With less than this for a move, in seconds or nodes, only the search is of use. */
static const double least_seconds = 0.02;
static const uint64_t least_nodes = 2000;

/* Models with a smaller share of the belief are not planned against. */
static const double least_trust = 0.1;

/* How many of the moves that plans begin with are looked at soberly. */
enum { CANDIDATES = 3 };

/* The simplest model answers at once, so a plan against it needs only this part of its share. */
static const double simple_share = 0.4;

struct chooser *chooser_new(const struct world *world, const struct chooser_options *options)
{
    struct chooser *c = memory_zero(sizeof *c);
    c->world = world;
    struct search_options searching = options->search;
    if (!searching.admits) {
        searching.admits = search_admits_safe;
        searching.admits_context = &c->waived;
    }
    c->admits = searching.admits;
    c->admits_context = searching.admits_context;
    c->search = search_new(world, &searching);
    if (!options->no_rival && world->rules->foresight)
        c->rival = rival_new(world);
    if (!options->no_racer && options->search.lines <= 1)
        c->racer = racer_new(world);
    c->has_no_plan = options->no_plan;
    if (!options->no_book && searching.lines <= 1)
        c->book = world->game->book;
    c->plays_chances = !options->search.no_solver && last_chance_takes(world);
    c->after = position_new(world);
    return c;
}

void chooser_free(struct chooser *c)
{
    if (!c)
        return;
    search_free(c->search);
    rival_free(c->rival);
    racer_free(c->racer);
    last_chance_free(c->last_chance);
    free(c->after);
    free(c);
}

void chooser_refute(struct chooser *c, unsigned readings)
{
    c->refuted |= readings;
}

/* The game went on after the opponent's last move, so no reading that forbids it holds. Against one
 * who stays we make use of that; else we keep to every reading all the same, for our own pieces
 * that stay at home for long are shut in there. */
static void watch_rules(struct chooser *c, const struct position *p)
{
    const struct caution *caution = c->world->rules->caution;
    const struct standstill *standstill = c->world->rules->standstill;
    const int made = caution && c->has_after ? position_move_to(c->after, p) : -1;
    if (made >= 0)
        chooser_refute(c, caution->forbidden_by(c->after, (unsigned)made));
    c->waived = standstill && standstill->stays(p) ? c->refuted : 0;
}

struct search *chooser_search(struct chooser *c)
{
    return c->search;
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

/* The limits up to a part of the whole, of whose nodes some are spent. */
static struct limits until(const struct limits *limits, double part, uint64_t spent)
{
    struct limits l = *limits;
    l.soft *= part;
    l.hard *= part;
    if (l.nodes > 0) {
        uint64_t nodes = (uint64_t)(part * (double)l.nodes);
        l.nodes = nodes > spent ? nodes - spent : 1;
    }
    return l;
}

static bool has_time_to_plan(const struct limits *limits)
{
    bool is_short = (limits->hard > 0 && limits->hard - limits_elapsed(limits) < least_seconds) ||
                    (limits->nodes > 0 && limits->nodes < least_nodes);
    bool is_limited = limits->hard > 0 || limits->nodes > 0;
    return is_limited && !is_short && limits->depth == 0;
}

/* The search's value of one move. Forced moves are followed: the search answers them without a look
 * at their value. */
static int sober_value(struct chooser *c, const struct position *p, unsigned move,
                       const struct limits *limits, uint64_t *nodes)
{
    struct move moves[MOVES_MAX] = {{.code = (uint16_t)move}};
    struct position *now = position_copy(p), *child = position_new(c->world);
    int value = 0, sign = 1, count = 1;
    for (; count == 1; sign = -sign) {
        value += sign * c->world->rules->play(now, moves[0].code, child);
        struct position *swap = now;
        now = child;
        child = swap;
        count = now->over ? 0 : c->world->rules->moves(now, moves);
    }
    if (count > 1) {
        struct limits all = *limits;
        all.soft = 0; /* what is left is for this */
        struct search_result reply = search_run(c->search, now, &all, NULL, NULL);
        value += sign * reply.value;
        *nodes += reply.nodes;
    } else {
        value += sign * c->world->rules->end_value(now);
    }
    free(now);
    free(child);
    return value;
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

struct outlook {
    const struct position *position;
    double belief[RIVAL_MODELS];
    int models;                     /* that are planned against */
    struct plan plan[RIVAL_MODELS]; /* empty for the others */
};

static bool is_trusted(const struct outlook *o, int model)
{
    return model != RIVAL_STRANGER && o->belief[model] >= least_trust;
}

static struct outlook outlook_of(const struct chooser *c, const struct position *p)
{
    struct outlook o = {.position = p};
    for (int i = 0; i < RIVAL_MODELS; i++) {
        o.belief[i] = rival_belief(c->rival, i);
        o.models += is_trusted(&o, i);
    }
    return o;
}

/* The chance to win with a move whose sober value is known: whoever the rival is, the plans only
 * add to it. */
static double expectation(const struct outlook *o, unsigned move, int sober)
{
    const struct foresight *foresight = o->position->world->rules->foresight;
    double sum = 0, least = chance_to_win(o->position, sober, foresight->search_margin_scale);
    for (int i = 0; i < RIVAL_MODELS; i++) {
        int planned = plan_value(&o->plan[i], move, -VALUE_MAX);
        sum += o->belief[i] *
               fmax(least, chance_to_win(o->position, planned, foresight->plan_margin_scale));
    }
    return sum;
}

/* Plans against each model that may be true; its time is its share of the belief. Where there is
 * only one, its moves need not be followed against others. Returns the nodes that it took. */
static uint64_t make_plans(struct chooser *c, struct outlook *o, const struct limits *limits,
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
        struct limits planning = until(limits, search_until + (end - search_until) * done, nodes);
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
static void list_candidates(const struct chooser *c, const struct outlook *o, unsigned own,
                            struct candidate best[CANDIDATES])
{
    memset(best, 0, CANDIDATES * sizeof *best);
    for (int i = 0; i < RIVAL_MODELS; i++)
        for (int j = 0; j < o->plan[i].count; j++) {
            unsigned move = o->plan[i].best[j].move;
            if (move == own || !c->admits(c->admits_context, o->position, move))
                continue;
            add_candidate(best, (struct candidate){move, expectation(o, move, -VALUE_MAX)});
        }
}

/* Where several models may be true, a move that is good against one is worth knowing against the
 * others: values the moves there that their own plans did not come to. Returns the nodes that it
 * took. */
static uint64_t follow_plans(struct chooser *c, struct outlook *o, const unsigned *move, int count,
                             const struct limits *limits, uint64_t spent)
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
            struct limits following = until(limits, part, nodes);
            uint64_t before = o->plan[j].nodes;
            rival_follow(c->rival, j, o->position, move[i], &following, &o->plan[j]);
            nodes += o->plan[j].nodes - before;
        }
    return nodes - spent;
}

/* Takes the move with the best chance to win, plans and all. */
static void consider_plans(struct chooser *c, struct outlook *outlook, const struct limits *limits,
                           struct search_result *result)
{
    struct candidate candidate[CANDIDATES];
    result->nodes += make_plans(c, outlook, limits, result->nodes);
    list_candidates(c, outlook, result->move, candidate);
    unsigned followed[CANDIDATES + 1] = {result->move};
    int count = 1;
    while (count <= CANDIDATES && candidate[count - 1].hope > 0) {
        followed[count] = candidate[count - 1].move;
        count++;
    }
    result->nodes += follow_plans(c, outlook, followed, count, limits, result->nodes);
    list_candidates(c, outlook, result->move, candidate);
    const int value = result->value;
    double best = expectation(outlook, result->move, value);
    for (int i = 0; i < CANDIDATES && candidate[i].hope > 0; i++) {
        unsigned move = candidate[i].move;
        if (expectation(outlook, move, value) <= best) /* it can hardly be better than the best */
            continue;
        double part = follow_until + (1 - follow_until) * (i + 1) / CANDIDATES;
        struct limits checking = until(limits, part, result->nodes);
        int sober = sober_value(c, outlook->position, move, &checking, &result->nodes);
        double chance = expectation(outlook, move, sober);
        if (chance <= best)
            continue;
        best = chance;
        result->move = result->line[0] = move;
        result->line_length = 1;
        result->value = sober;
        result->proven = false;
    }
}

static struct search_result search_and_plan(struct chooser *c, const struct position *p,
                                            const struct limits *limits, search_listener *listener,
                                            void *context)
{
    struct limits whole = whole_of(limits);
    uint64_t watched = 0;
    if (c->has_after) {
        struct limits watching = until(&whole, watch_until, 0);
        watched = rival_observe(c->rival, c->after, p, &watching);
    }
    struct outlook outlook = outlook_of(c, p);
    c->has_plans = outlook.models > 0;
    struct limits searching = outlook.models > 0 ? until(&whole, search_until, watched)
                                                 : until(limits, 1, watched);
    struct search_result result = search_run(c->search, p, &searching, listener, context);
    result.nodes += watched;
    struct move moves[MOVES_MAX];
    bool has_choice = c->world->rules->moves(p, moves) > 1;
    double lead = position_points(p, result.value);
    bool is_safe = lead >= c->world->rules->foresight->safe_lead || (result.proven && lead > 0);
    if (outlook.models > 0 && has_choice && !is_safe)
        consider_plans(c, &outlook, &whole, &result);
    result.seconds = limits_elapsed(limits);
    if (listener)
        listener(context, &result);
    return result;
}

/* True if best play is proven not to win, and there is a choice. */
static bool is_lost(const struct chooser *c, const struct position *p,
                    const struct search_result *result)
{
    const struct solving *solving = c->world->rules->solving;
    struct move moves[MOVES_MAX];
    double lead = position_points(p, result->value);
    return result->proven && (lead < 0 || (lead == 0 && solving && solving->wins_only)) &&
           c->world->rules->moves(p, moves) > 1;
}

/* Takes the move after which a fallible opponent is most likely to let us win. The result's value
 * stays what best play comes to. */
static void play_last_chance(struct chooser *c, const struct position *p,
                             const struct limits *limits, struct search_result *result)
{
    const double most = 2; /* seconds */
    struct limits rest = *limits;
    rest.hard = limits->soft > 0 ? limits->soft : limits->hard;
    if (rest.hard > limits_elapsed(limits) + most)
        rest.hard = limits_elapsed(limits) + most;
    if (limits->nodes > 0)
        rest.nodes = limits->nodes > result->nodes ? limits->nodes - result->nodes : 1;
    if (!c->last_chance)
        c->last_chance = last_chance_new(c->world);
    struct chance chance = last_chance_choose(c->last_chance, p, &rest, c->admits,
                                              c->admits_context);
    result->nodes += chance.nodes;
    result->seconds = limits_elapsed(limits);
    if (!chance.found || chance.chance <= 0 || chance.move == result->move)
        return;
    result->move = result->line[0] = chance.move;
    result->line_length = 1;
}

/* The move with which a race would go on, if nobody else moved, is looked at first. */
static uint64_t suggest_race(struct chooser *c, const struct position *p,
                             const struct limits *limits)
{
    uint64_t nodes = 0;
    unsigned move;
    if (c->racer && !c->has_no_plan && has_time_to_plan(limits) &&
        racer_plan(c->racer, p, limits, &nodes, &move))
        search_suggest(c->search, move);
    return nodes;
}

/* Where nobody can win any more all that counts is the time that is left, and the sooner the game
 * is drawn the better: the move after which the board has been as it is most often, among these the
 * one that gives least away. False if the game is alive, or this move is all there is to think of.
 */
static bool wait_it_out(struct chooser *c, const struct position *p, const struct limits *limits,
                        struct search_result *result)
{
    const struct standstill *standstill = c->world->rules->standstill;
    struct text why = {0};
    const bool is_game = limits->depth == 0 && (limits->soft > 0 || limits->nodes > 0);
    const bool is_dead = is_game && standstill && standstill->is_dead(p, &why);
    text_free(&why);
    if (!is_dead)
        return false;
    struct move moves[MOVES_MAX];
    const int count = filter_keep(c->admits, c->admits_context, p, moves,
                                  c->world->rules->moves(p, moves));
    struct position *child = position_new(c->world);
    *result = (struct search_result){.line_length = 1};
    for (int i = 0, most = -1; i < count; i++) {
        c->world->rules->play(p, moves[i].code, child);
        const int times = search_times_before(c->search, child->key);
        const int value = -c->world->rules->evaluate(child);
        if (times < most || (times == most && value <= result->value))
            continue;
        most = times;
        result->move = result->line[0] = moves[i].code;
        result->value = value;
    }
    free(child);
    result->nodes = (uint64_t)count;
    result->seconds = limits_elapsed(limits);
    return true;
}

/* How often the position after a move stood on the board before. */
static int times_after(const struct chooser *c, const struct position *p, unsigned move)
{
    struct position *child = position_new(c->world);
    c->world->rules->play(p, move, child);
    const int times = search_times_before(c->search, child->key);
    free(child);
    return times;
}

/* The search, and where the opponent seems to stand still the move that takes advantage of it,
 * unless the search finds it too dear, or it has led nowhere before. A win in sight needs no such
 * thing. */
static struct search_result search_or_hurry(struct chooser *c, const struct position *p,
                                            const struct limits *limits, search_listener *listener,
                                            void *context)
{
    /* the first part is the search's, the rest is for a sober look at the other move */
    const double compare_from = 0.6, most = 1.4;
    const struct standstill *standstill = c->world->rules->standstill;
    unsigned move;
    bool is_limited = limits->hard > 0 || limits->nodes > 0;
    if (!standstill || !is_limited || !standstill->hurry(p, &move) ||
        !c->admits(c->admits_context, p, move) || times_after(c, p, move) > 0)
        return search_run(c->search, p, limits, listener, context);
    struct limits whole = *limits;
    if (limits->soft > 0)
        whole.hard = fmin(limits->hard, most * limits->soft);
    struct limits searching = until(&whole, compare_from, 0);
    struct search_result result = search_run(c->search, p, &searching, listener, context);
    const int win = c->world->game->draws ? c->world->game->draws->win_value : 0;
    if (result.move == move || result.proven || (win > 0 && result.value > win / 2))
        return result;
    struct limits rest = until(&whole, 1, result.nodes);
    int sober = sober_value(c, p, move, &rest, &result.nodes);
    if (sober <= 0)
        return result;
    result.move = result.line[0] = move;
    result.line_length = 1;
    result.value = sober;
    result.seconds = limits_elapsed(limits);
    if (listener)
        listener(context, &result);
    return result;
}

/* Where there is hardly any time, or a fixed depth, the search is asked. */
static bool may_race(const struct chooser *c, const struct limits *limits)
{
    const double least = 0.002;
    return c->racer && limits->depth == 0 && (limits->hard > 0 || limits->nodes > 0) &&
           (limits->hard <= 0 || limits->hard - limits_elapsed(limits) >= least);
}

/* A move by search, and by plans where there are any. */
static struct search_result think(struct chooser *c, const struct position *p,
                                  const struct limits *limits, search_listener *listener,
                                  void *context)
{
    struct search_result result;
    if (c->rival && has_time_to_plan(limits)) {
        result = search_and_plan(c, p, limits, listener, context);
    } else {
        const uint64_t planned = suggest_race(c, p, limits);
        const struct limits rest = until(limits, 1, planned);
        result = search_or_hurry(c, p, &rest, listener, context);
        result.nodes += planned;
    }
    bool is_limited = limits->hard > 0 || limits->nodes > 0;
    if (c->plays_chances && !c->has_plans && is_limited && limits->depth == 0 &&
        is_lost(c, p, &result))
        play_last_chance(c, p, limits, &result);
    return result;
}

/* True, with the answer, if the book has a move that may be made and whose time is worth saving. */
static bool take_from_book(const struct chooser *c, const struct position *p,
                           const struct limits *limits, search_listener *listener, void *context,
                           struct search_result *result)
{
    unsigned move;
    if (!c->book || limits->soft <= 0 || limits->depth > 0 || !c->book->find(p, &move) ||
        !c->admits(c->admits_context, p, move))
        return false;
    *result = (struct search_result){
        .move = move, .line = {move}, .line_length = 1, .seconds = limits_elapsed(limits)};
    if (listener)
        listener(context, result);
    return true;
}

struct search_result chooser_run(struct chooser *c, const struct position *p,
                                 const struct limits *limits, search_listener *listener,
                                 void *context)
{
    struct search_result result;
    watch_rules(c, p);
    c->has_plans = false;
    const bool is_known = take_from_book(c, p, limits, listener, context, &result) ||
                          wait_it_out(c, p, limits, &result);
    if (!is_known && (!may_race(c, limits) ||
                      !racer_run(c->racer, p, search_plies_left(c->search), limits, c->admits,
                                 c->admits_context, listener, context, &result)))
        result = think(c, p, limits, listener, context);
    c->world->rules->play(p, result.move, c->after);
    c->has_after = true;
    return result;
}

void chooser_set_score(const struct chooser *c, struct position *p)
{
    const struct foresight *foresight = c->world->rules->foresight;
    int made = c->has_after ? position_move_to(c->after, p) : -1;
    if (made < 0) {
        if (foresight)
            foresight->presume_score(p);
        return;
    }
    struct position *now = position_new(c->world);
    c->world->rules->play(c->after, (unsigned)made, now);
    p->score[p->side] = now->score[now->side];
    p->score[!p->side] = now->score[!now->side];
    free(now);
}

/* What is left of our line in a race. Of a rival: its line, the score, then the position after our
 * move as its file, which tells none. */
void chooser_remember(const struct chooser *c, struct text *out)
{
    if (c->racer)
        racer_remember(c->racer, out);
    if (!c->rival || !c->has_after)
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

bool chooser_recall(struct chooser *c, const struct lines *lines)
{
    int ours, theirs;
    if (c->racer && lines->count == 1)
        return racer_recall(c->racer, lines->line[0]);
    if (!c->rival || lines->count < 3 || !read_score(lines->line[1], &ours, &theirs))
        return false;
    struct lines board = {.count = lines->count - 2, .line = lines->line + 2};
    struct notes notes = {0};
    struct problem *problem = c->world->game->read(
        &board, c->world->game->variants[c->world->variant].name, &notes);
    bool good = problem && is_like(problem->world, c->world) &&
                rival_recall(c->rival, lines->line[0]);
    if (good) {
        memcpy(c->after, problem->position, c->world->position_bytes);
        c->after->world = c->world;
        c->after->score[!c->after->side] = ours;
        c->after->score[c->after->side] = theirs;
        c->has_after = true;
    }
    problem_free(problem);
    return good;
}
