#include "games/fruit/model.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/memory.h"
#include "search/order.h"

enum {
    POLL_NODES = 64,
    KNOWN = 1 << 18 /* a beam asks for some 100,000 answers */
};

/* What a model answers in a position. */
struct known {
    uint64_t key;
    unsigned answer;
    uint16_t depth, habit;
};

struct model_memory {
    struct known known[KNOWN];
};

struct model_memory *model_memory_new(void)
{
    return memory_zero(sizeof(struct model_memory));
}

void model_memory_free(struct model_memory *memory)
{
    free(memory);
}

void model_search_init(struct model_search *m, const struct world *world,
                       const struct limits *limits)
{
    *m = (struct model_search){.budget = budget_begin(limits, POLL_NODES)};
    size_t bytes = world->position_bytes;
    m->children = memory_aligned(POSITION_ALIGN, (MODEL_DEPTHS + 1) * bytes);
    for (size_t i = 0; i <= MODEL_DEPTHS; i++)
        m->child[i] = (struct position *)((char *)m->children + i * bytes);
}

void model_search_destroy(struct model_search *m)
{
    free(m->children);
    *m = (struct model_search){0};
}

static int look_ahead(struct model_search *, const struct position *, int depth, int alpha,
                      int beta);

/* What a move is worth to such a search. */
static int try_move(struct model_search *m, const struct position *p, unsigned code, int depth,
                    int alpha, int beta)
{
    struct position *child = m->child[depth];
    int gain = p->world->rules->play(p, code, child);
    return gain - look_ahead(m, child, depth - 1, gain - beta, gain - alpha);
}

/* The last two plies at once. */
static int exchange(struct model_search *m, const struct position *p, int alpha, int beta)
{
    struct last_ply last;
    if (!fruit_width_of(p->world->rules)->two_plies(p, alpha, beta, &last))
        return 0;
    m->budget.nodes += (uint64_t)last.tried;
    if (last.value >= beta)
        m->refutation[2] = (uint16_t)last.move;
    return last.value;
}

/* How far ahead a textbook search of this depth believes the mover can come, from now on. What has
 * refuted a sibling mostly refutes this position too, and is tried before the moves are listed. */
static int look_ahead(struct model_search *m, const struct position *p, int depth, int alpha,
                      int beta)
{
    const struct rules *rules = p->world->rules;
    m->budget.nodes++;
    if (depth == 1)
        return fruit_width_of(rules)->best_gain(p, beta);
    int best = -VALUE_MAX;
    const unsigned guess = m->refutation[depth];
    if (rules->shortcuts && rules->shortcuts->is_legal(p, guess))
        best = try_move(m, p, guess, depth, alpha, beta);
    if (best >= beta)
        return best;
    if (depth == 2) {
        int value = exchange(m, p, best > alpha ? best : alpha, beta);
        return value > best ? value : best;
    }
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves);
    if (count == 0)
        return 0;
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    for (int i = 0; i < count && best < beta && !budget_is_spent(&m->budget); i++) {
        order_pick(moves, order, i, count);
        int floor = best > alpha ? best : alpha;
        int value = try_move(m, p, moves[i].code, depth, floor, beta);
        best = value > best ? value : best;
        if (best >= beta)
            m->refutation[depth] = moves[i].code;
    }
    return best;
}

/* The largest gains. Most moves need not be made to see that they are none of them. */
static int find_gains(struct model_search *m, const struct position *p, struct move out[MOVES_MAX])
{
    const struct rules *rules = p->world->rules;
    const struct fruit_width *width = fruit_width_of(rules);
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves), best = width->best_gain(p, VALUE_MAX), answers = 0;
    for (int i = 0; i < count; i++) {
        if (width->gain_at_most(p, moves[i]) < best)
            continue;
        m->budget.nodes++;
        if (rules->play(p, moves[i].code, m->child[0]) == best)
            out[answers++] = moves[i];
    }
    return answers;
}

int model_answers(struct model_search *m, const struct position *p, int depth,
                  struct move out[MOVES_MAX])
{
    assert(depth >= 1 && depth <= MODEL_DEPTHS);
    if (depth == 1)
        return budget_is_spent(&m->budget) ? 0 : find_gains(m, p, out);
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves), best = -VALUE_MAX, answers = 0;
    struct position *child = m->child[depth];
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    for (int i = 0; i < count && !budget_is_spent(&m->budget); i++) {
        order_pick(moves, order, i, count);
        int gain = rules->play(p, moves[i].code, child);
        m->budget.nodes++; /* the window lets ties through */
        int value = gain - look_ahead(m, child, depth - 1, -VALUE_MAX, gain - best + 1);
        if (value > best) {
            best = value;
            answers = 0;
        }
        if (value == best)
            out[answers++] = moves[i];
    }
    return answers;
}

int model_pick(const struct position *p, const struct move *answer, int answers, enum habit habit)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int picked = 0, count = rules->moves(p, moves), best = INT_MAX;
    for (int i = 0; i < answers && habit != HABIT_NONE; i++) {
        int place = 0;
        if (habit != HABIT_FIRST_LISTED)
            place = fruit_width_of(rules)->place(p, answer[i].code);
        else
            while (place < count && moves[place].code != answer[i].code)
                place++;
        if (habit == HABIT_LAST_READ)
            place = -place;
        if (place < best) {
            best = place;
            picked = i;
        }
    }
    return picked;
}

/* The best move of a model that is the worst for us, where nothing is known about its habits. */
static int pick_worst(struct model_search *m, const struct position *p, const struct move *answer,
                      int answers)
{
    const struct rules *rules = p->world->rules;
    struct position *child = m->child[0];
    int worst = 0, most = -VALUE_MAX;
    for (int i = 0; i < answers; i++) {
        int value = rules->play(p, answer[i].code, child);
        value -= rules->evaluate(child);
        if (value > most) {
            most = value;
            worst = i;
        }
    }
    return worst;
}

int model_reply(struct model_memory *memory, struct model_search *m, const struct position *p,
                int depth, enum habit habit)
{
    struct known *known = &memory->known[p->key % KNOWN];
    if (known->key == p->key && known->depth == depth && known->habit == habit)
        return (int)known->answer;
    struct move answer[MOVES_MAX];
    int answers = model_answers(m, p, depth, answer), picked = 0;
    if (m->budget.stopped || answers == 0)
        return -1;
    if (answers > 1)
        picked = habit == HABIT_NONE ? pick_worst(m, p, answer, answers)
                                     : model_pick(p, answer, answers, habit);
    *known = (struct known){p->key, answer[picked].code, (uint16_t)depth, (uint16_t)habit};
    return answer[picked].code;
}
