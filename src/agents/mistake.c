#include "agents/mistake.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "game/solving.h"
#include "search/search.h"
#include "search/solve.h"

struct mistakes {
    const struct world *world;
    struct search *search;
    struct solver *solver; /* NULL: the game has none for this board */
    struct position *child;
};

static const size_t hash_bytes = (size_t)16 << 20;

struct mistakes *mistakes_new(const struct world *world)
{
    struct mistakes *m = memory_zero(sizeof *m);
    m->world = world;
    m->search = search_new(world, &(struct search_options){.hash_bytes = hash_bytes});
    if (world->rules->solving && solver_takes(world))
        m->solver = solver_new(world, hash_bytes);
    m->child = position_new(world);
    return m;
}

void mistakes_free(struct mistakes *m)
{
    if (!m)
        return;
    search_free(m->search);
    if (m->solver)
        solver_free(m->solver);
    free(m->child);
    free(m);
}

/* The search is content with a sure win or with none; where the end is near the value itself is
 * within reach. The result's value becomes exact then, and its move one that makes sure of it. */
static void make_exact(struct mistakes *m, const struct position *p, const struct limits *limits,
                       struct search_result *r)
{
    unsigned move;
    if (r->proven || !m->solver || !m->world->rules->solving->is_near_end(p))
        return;
    struct solution s = solver_run(m->solver, p, limits);
    if (s.low != s.high || !solver_best(m->solver, p, s.low, limits, &move))
        return;
    r->line_length = r->move == move ? r->line_length : 0;
    if (r->line_length == 0)
        r->line[r->line_length++] = move;
    r->move = move;
    r->value = s.low;
    r->proven = true;
    r->won = false;
}

/* depth 0: as deep as the nodes allow. */
static struct search_result look(struct mistakes *m, const struct position *p, uint64_t nodes,
                                 int depth, const struct limits *limits)
{
    struct limits own = *limits;
    own.nodes = nodes;
    own.depth = depth;
    struct search_result r = search_run(m->search, p, &own, NULL, NULL);
    own.depth = 0;
    make_exact(m, p, &own, &r);
    return r;
}

/* A move's value for the mover, and how certain it is. */
struct worth {
    int value;
    struct outlook outlook;
    bool proven;
    int line_length;
    unsigned line[MISTAKE_LINE];
};

static struct worth worth_of(struct mistakes *m, const struct position *p, unsigned move,
                             uint64_t nodes, int depth, const struct limits *limits)
{
    struct worth w = {0};
    const int gain = m->world->rules->play(p, move, m->child);
    if (position_is_over(m->child)) {
        w.value = gain - m->world->rules->end_value(m->child);
        w.proven = true;
    } else {
        struct search_result r = look(m, m->child, nodes, depth, limits);
        w.value = gain - r.value;
        w.proven = r.proven;
        for (int i = 0; i < r.line_length && i < MISTAKE_LINE; i++)
            w.line[w.line_length++] = r.line[i];
        if (r.won) /* the other side wins for certain, by the value or more */
            w.outlook.decided = true;
    }
    const bool decided = w.outlook.decided;
    w.outlook = outlook_of_move(p, move, w.value, w.proven);
    w.outlook.decided = w.outlook.decided || (decided && w.outlook.margin < 0);
    return w;
}

/* The depth at which another move is compared with the root's best. */
static int depth_beside(const struct search_result *root)
{
    return root->proven || root->won || root->depth < 2 ? 0 : root->depth - 1;
}

static struct outlook outlook_of_root(const struct position *p, const struct search_result *r)
{
    struct outlook o = outlook_of_move(p, r->move, r->value, r->proven);
    o.decided = o.decided || (r->won && o.margin > 0);
    return o;
}

/* By how much a move is worse than the best one. A certain result holds the bonus of a win and an
 * estimate does not: between one of each only the margins can be compared. */
static int loss(const struct world *world, int best_value, struct outlook best, int value,
                struct outlook outlook)
{
    const int lost = best.decided == outlook.decided
                         ? best_value - value
                         : (int)lround((best.margin - outlook.margin) * world->game->unit);
    return lost > 0 ? lost : 0;
}

void mistakes_judge(struct mistakes *m, const struct position *p, unsigned move, uint64_t nodes,
                    const struct limits *limits, struct judged_move *out)
{
    struct search_result root = look(m, p, nodes, 0, limits);
    *out = (struct judged_move){.played = move, .best = root.move, .best_value = root.value};
    out->before = outlook_of_root(p, &root);
    if (root.move == move) {
        out->played_value = root.value;
        out->after = out->before;
        return;
    }
    struct worth played = worth_of(m, p, move, nodes, depth_beside(&root), limits);
    out->played_value = played.value;
    out->after = played.outlook;
    out->cost = loss(m->world, root.value, out->before, played.value, out->after);
    out->certain = out->before.decided && out->after.decided;
    out->line_length = played.line_length;
    for (int i = 0; i < played.line_length; i++)
        out->line[i] = played.line[i];
}

int mistakes_good(struct mistakes *m, const struct position *p, const struct judged_move *mistake,
                  uint64_t nodes, const struct limits *limits, unsigned out[MOVES_MAX])
{
    struct move moves[MOVES_MAX];
    const int count = m->world->rules->moves(p, moves);
    const int slack = (mistake->cost - 1) / 4;
    const bool win_given_away = mistake->before.decided && mistake->before.margin > 0 &&
                                mistake->after.decided && mistake->after.margin <= 0;
    struct search_result root = look(m, p, nodes, 0, limits);
    const bool is_root = root.proven || !mistake->before.proven;
    const int best = is_root ? root.value : mistake->best_value;
    const struct outlook before = is_root ? outlook_of_root(p, &root) : mistake->before;
    int good = 0;
    for (int i = 0; i < count; i++) {
        const unsigned code = moves[i].code;
        bool is_good = code == mistake->best;
        if (!is_good && code != mistake->played) {
            struct worth w = worth_of(m, p, code, nodes, depth_beside(&root), limits);
            const bool wins = w.outlook.decided && w.outlook.margin > 0;
            is_good = win_given_away ? wins
                      : w.proven && mistake->before.proven
                          ? w.value >= best
                          : loss(m->world, best, before, w.value, w.outlook) <= slack;
        }
        if (is_good)
            out[good++] = code;
    }
    return good;
}
