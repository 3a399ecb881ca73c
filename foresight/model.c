#include "foresight/model.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/memory.h"
#include "search/order.h"

enum {
    POSITION_BYTES = 1024, /* no game's position is larger */
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

bool model_is_possible(const struct world *world)
{
    return world->rules->glance != NULL;
}

struct model_memory *model_memory_new(void)
{
    return memory_zero(sizeof(struct model_memory));
}

void model_memory_free(struct model_memory *memory)
{
    free(memory);
}

bool labour_must_stop(struct labour *labour)
{
    if (!labour->stopped && labour->nodes >= labour->next_poll) {
        labour->next_poll = labour->nodes + POLL_NODES;
        labour->stopped = limits_are_reached(labour->limits, labour->nodes);
    }
    return labour->stopped;
}

double labour_share(const struct labour *labour)
{
    const struct limits *limits = labour->limits;
    double now = limits_elapsed(limits), time = 0;
    if (limits->hard > 0)
        time = now < limits->hard ? (now - labour->begun) / (limits->hard - labour->begun) : 1;
    double nodes = limits->nodes > 0 ? (double)labour->nodes / (double)limits->nodes : 0;
    return time > nodes ? time : nodes;
}

static int look_ahead(const struct position *, int depth, int alpha, int beta, struct labour *);

/* What a move is worth to such a search. */
static int try_move(const struct position *p, unsigned code, int depth, int alpha, int beta,
                    struct labour *labour)
{
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    assert(p->world->position_bytes <= sizeof memory);
    struct position *child = (struct position *)memory;
    int gain = p->world->rules->play(p, code, child);
    return gain - look_ahead(child, depth - 1, gain - beta, gain - alpha, labour);
}

/* The last two plies at once. */
static int exchange(const struct position *p, int alpha, int beta, struct labour *labour)
{
    struct last_ply last;
    if (!p->world->rules->exchange(p, alpha, beta, &last))
        return 0;
    labour->nodes += (uint64_t)last.tried;
    if (last.value >= beta)
        labour->refutation[2] = (uint16_t)last.move;
    return last.value;
}

/* How far ahead a textbook search of this depth believes the mover can come, from now on. What has
 * refuted a sibling mostly refutes this position too, and is tried before the moves are listed. */
static int look_ahead(const struct position *p, int depth, int alpha, int beta,
                      struct labour *labour)
{
    const struct rules *rules = p->world->rules;
    labour->nodes++;
    if (depth == 1)
        return rules->glance(p, beta);
    int best = -VALUE_MAX;
    const unsigned guess = labour->refutation[depth];
    if (rules->is_legal && rules->is_legal(p, guess))
        best = try_move(p, guess, depth, alpha, beta, labour);
    if (best >= beta)
        return best;
    if (depth == 2) {
        int value = exchange(p, best > alpha ? best : alpha, beta, labour);
        return value > best ? value : best;
    }
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves);
    if (count == 0)
        return 0;
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    for (int i = 0; i < count && best < beta && !labour_must_stop(labour); i++) {
        order_pick(moves, order, i, count);
        int floor = best > alpha ? best : alpha;
        int value = try_move(p, moves[i].code, depth, floor, beta, labour);
        best = value > best ? value : best;
        if (best >= beta)
            labour->refutation[depth] = moves[i].code;
    }
    return best;
}

/* The largest gains. Most moves need not be made to see that they are none of them. */
static int find_gains(const struct position *p, struct move out[MOVES_MAX], struct labour *labour)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves), best = rules->glance(p, VALUE_MAX), answers = 0;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    struct position *child = (struct position *)memory;
    for (int i = 0; i < count; i++) {
        if (rules->ceiling && rules->ceiling(p, moves[i]) < best)
            continue;
        labour->nodes++;
        if (rules->play(p, moves[i].code, child) == best)
            out[answers++] = moves[i];
    }
    return answers;
}

int model_answers(const struct position *p, int depth, struct move out[MOVES_MAX],
                  struct labour *labour)
{
    if (depth == 1)
        return labour_must_stop(labour) ? 0 : find_gains(p, out, labour);
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves), best = -VALUE_MAX, answers = 0;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    struct position *child = (struct position *)memory;
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    for (int i = 0; i < count && !labour_must_stop(labour); i++) {
        order_pick(moves, order, i, count);
        int gain = rules->play(p, moves[i].code, child);
        labour->nodes++; /* the window lets ties through */
        int value = gain - look_ahead(child, depth - 1, -VALUE_MAX, gain - best + 1, labour);
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
        if (habit != HABIT_FIRST_LISTED && rules->place)
            place = rules->place(p, answer[i].code);
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
static int pick_worst(const struct position *p, const struct move *answer, int answers)
{
    const struct rules *rules = p->world->rules;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    struct position *child = (struct position *)memory;
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

int model_reply(struct model_memory *memory, const struct position *p, int depth, enum habit habit,
                struct labour *labour)
{
    struct known *known = &memory->known[p->key % KNOWN];
    if (known->key == p->key && known->depth == depth && known->habit == habit)
        return (int)known->answer;
    struct move answer[MOVES_MAX];
    int answers = model_answers(p, depth, answer, labour), picked = 0;
    if (labour->stopped || answers == 0)
        return -1;
    if (answers > 1)
        picked = habit == HABIT_NONE ? pick_worst(p, answer, answers)
                                     : model_pick(p, answer, answers, habit);
    *known = (struct known){p->key, answer[picked].code, (uint16_t)depth, (uint16_t)habit};
    return answer[picked].code;
}
