#include "games/halma/racer.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/halma/racing.h"

enum {
    QUICK_NODES = 400, /* of the first look, and of a proof at the end: a millisecond or so */
    FIRST_SHARE = 4,   /* no line in this part of the time and nodes: the search is asked */
    PLAN_NODES = 1000, /* of a plan, enough for a narrow beam to the end of a race */
    PLAN_SHARE = 20,   /* a plan gets this part of the time and nodes */
    OTHER_SHARE = 4    /* the other side's race gets this part of the time and nodes */
};

struct racer {
    int side;
    struct race_count own; /* what is left of our line; moves is -1 if there is none */
    bool is_run;           /* its last move was made; else it is a plan */
};

struct racer *racer_new(void)
{
    struct racer *r = memory_zero(sizeof *r);
    r->own.moves = -1;
    return r;
}

void racer_free(struct racer *r)
{
    free(r);
}

/* A part of what is left. */
static struct limits part_of(const struct limits *limits, int divisor, uint64_t spent)
{
    struct limits part = *limits;
    const double until = limits->soft > 0 ? limits->soft : limits->hard;
    const double now = limits_elapsed(limits);
    if (until > 0)
        part.soft = part.hard = now < until ? now + (until - now) / divisor : now + 1e-9;
    if (limits->nodes > 0)
        part.nodes = limits->nodes > spent + (uint64_t)divisor
                         ? (limits->nodes - spent) / (uint64_t)divisor
                         : 1;
    return part;
}

/* Says what both counts amount to. A race that the cap on moves ends is not won. */
static void judge(const struct racer *r, const struct position *p, const struct race_count *theirs,
                  int plies_left, const struct limits *limits, struct search_result *result)
{
    int by;
    struct limits proof = *limits;
    proof.nodes = QUICK_NODES;
    const int ours_end = 2 * r->own.moves - 1, theirs_end = 2 * theirs->moves;
    const bool won = (plies_left == 0 || ours_end <= plies_left) &&
                     race_is_won(p, p->side, &r->own, &proof, &by);
    const bool lost = !won && (plies_left == 0 || theirs_end <= plies_left) &&
                      race_is_won(p, !p->side, theirs, &proof, &by);
    result->won = won;
    result->value = race_value(p, &r->own, theirs, won ? 1 : lost ? -1 : 0);
}

static void put_move(const struct racer *r, const struct limits *limits,
                     struct search_result *result)
{
    result->move = result->line[0] = r->own.line[0];
    result->line_length = 1;
    result->depth = r->own.moves;
    result->seconds = limits_elapsed(limits);
}

/* Takes the first move of the line as made. */
static void go_on(struct racer *r)
{
    r->is_run = true;
    r->own.moves--;
    memmove(r->own.line, r->own.line + 1, (size_t)r->own.moves * sizeof *r->own.line);
    if (r->own.moves == 0)
        r->own.moves = -1;
}

/* Makes an admitted move the first of our line: one that comes later, if the others still follow.
 * False if there is none. */
static bool admit_first(struct racer *r, const struct position *p, search_filter *admits,
                        void *context)
{
    const struct limits none = {.nodes = 1};
    for (int k = 0; k < r->own.moves; k++) {
        if (admits && !admits(context, p, r->own.line[k]))
            continue;
        struct race_count other = r->own;
        memmove(other.line + 1, r->own.line, (size_t)k * sizeof *other.line);
        other.line[0] = r->own.line[k];
        if (k > 0)
            race_count_moves(p, p->side, false, &none, &other);
        if (other.moves != r->own.moves || other.line[0] != r->own.line[k])
            continue;
        r->own = other;
        return true;
    }
    return false;
}

/* A first look at our own race, of so many nodes at most; what is left of a line of before may be
 * better. Returns its nodes. */
static uint64_t glance(struct racer *r, const struct position *p, struct limits *limits,
                       uint64_t most)
{
    if (r->side != p->side)
        r->own.moves = -1;
    r->is_run = false;
    r->side = p->side;
    if (limits->nodes == 0 || limits->nodes > most)
        limits->nodes = most;
    return race_count_moves(p, p->side, false, limits, &r->own);
}

bool racer_plan(struct racer *r, const struct position *p, const struct limits *limits,
                uint64_t *nodes, unsigned *move)
{
    struct limits part = part_of(limits, PLAN_SHARE, 0);
    *nodes += glance(r, p, &part, PLAN_NODES);
    if (r->own.moves <= 0)
        return false;
    *move = r->own.line[0];
    return true;
}

bool racer_run(struct racer *r, const struct position *p, int plies_left,
               const struct limits *limits, search_filter *admits, void *filter_context,
               search_listener *listener, void *context, struct search_result *result)
{
    if (!race_is_decoupled(p))
        return false;
    *result = (struct search_result){0};
    if (listener) {
        result->move = result->line[0] = filter_first(admits, filter_context, p);
        result->line_length = 1;
        listener(context, result);
    }
    const struct limits first = part_of(limits, FIRST_SHARE, 0);
    struct limits quick = first;
    result->nodes = glance(r, p, &quick, QUICK_NODES);
    if (r->own.moves <= 0)
        result->nodes += race_count_moves(p, p->side, false, &first, &r->own);
    if (!admit_first(r, p, admits, filter_context)) {
        r->own.moves = -1;
        return false;
    }
    if (listener) {
        put_move(r, limits, result);
        listener(context, result);
    }
    struct race_count theirs = {.moves = -1};
    const struct limits others = part_of(limits, OTHER_SHARE, result->nodes);
    result->nodes += race_count_moves(p, !p->side, false, &others, &theirs);
    const struct limits rest = part_of(limits, 1, result->nodes);
    result->nodes += race_count_moves(p, p->side, false, &rest, &r->own);
    if (!admit_first(r, p, admits, filter_context)) {
        r->own.moves = -1;
        return false;
    }
    judge(r, p, &theirs, plies_left, limits, result);
    put_move(r, limits, result);
    go_on(r);
    return true;
}

void racer_remember(const struct racer *r, struct text *out)
{
    if (!r->is_run || r->own.moves <= 0)
        return;
    text_add(out, "race %d", r->side);
    for (int i = 0; i < r->own.moves; i++)
        text_add(out, " %u", (unsigned)r->own.line[i]);
    text_add(out, "\n");
}

bool racer_recall(struct racer *r, struct line line)
{
    static const char title[] = "race";
    const char *at = line.start + sizeof title - 1;
    struct race_count own = {0};
    long side, move;
    if (strncmp(line.start, title, sizeof title - 1) != 0 || !string_integer(&at, 0, 1, &side))
        return false;
    while (own.moves < RACE_MOVES_MAX && string_integer(&at, 0, UINT16_MAX, &move))
        own.line[own.moves++] = (uint16_t)move;
    if (at != line.start + line.length || own.moves == 0)
        return false;
    r->side = (int)side;
    r->own = own;
    return true;
}
