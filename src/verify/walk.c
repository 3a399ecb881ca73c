#include "verify/walk.h"

#include <string.h>

enum {
    SEARCH_MEMO = 7,        /* the search keeps what it finds where this much is left, … */
    SEARCH_ORDER = 5,       /* … and looks for the move with the fewest replies */
    PROGRESS_MASK = 0xfffff /* nodes between two calls of progress(), less one */
};

/* Counts a node; false if the walk is to end. */
static bool count_node(struct walk *w)
{
    w->nodes++;
    if (w->nodes > w->nodes_most)
        w->fault = "it takes more positions than it says";
    if ((w->nodes & PROGRESS_MASK) == 0 && w->progress)
        w->progress(w);
    return !w->fault;
}

/* --- where little is left: a plain alpha-beta search --- */

struct child {
    struct plain_position position;
    int gain, order;
};

static int list_children(const struct walk *w, const struct plain_position *p, bool is_ordered,
                         struct child *out)
{
    uint8_t moves[PLAIN_MOVES], replies[PLAIN_MOVES];
    int count = w->rules->moves(w->board, p, moves);
    for (int i = 0; i < count; i++) {
        struct child child;
        child.gain = w->rules->play(w->board, p, moves[i], &child.position);
        child.order = is_ordered ? w->rules->moves(w->board, &child.position, replies) : 0;
        child.order -= 2 * child.gain;
        int at = i;
        for (; at > 0 && out[at - 1].order > child.order; at--)
            out[at] = out[at - 1];
        out[at] = child;
    }
    return count;
}

/* A value that the position reaches, if it reaches beta; else one that it does not exceed. */
static int search(struct walk *w, const struct plain_position *p, int beta)
{
    if (!count_node(w))
        return 0;
    int left = w->rules->left(w->board, p);
    if (left >= SEARCH_MEMO) {
        struct bounds known = memo_find(w->memo, p);
        if (known.low >= beta)
            return known.low;
        if (known.high < beta)
            return known.high;
    }
    struct child children[PLAIN_MOVES];
    int best = -MEMO_VALUE_MAX, count = list_children(w, p, left >= SEARCH_ORDER, children);
    if (count == 0)
        return w->rules->end(w->board, p);
    for (int i = 0; i < count && best < beta && !w->fault; i++) {
        int value = children[i].gain -
                    search(w, &children[i].position, children[i].gain - beta + 1);
        best = value > best ? value : best;
    }
    if (left >= SEARCH_MEMO && !w->fault)
        memo_add(w->memo, p, left,
                 best >= beta ? (struct bounds){best, MEMO_VALUE_MAX}
                              : (struct bounds){-MEMO_VALUE_MAX, best});
    return best;
}

/* --- above that: hints --- */

/* Of all turns of the position, the one with the least words. */
static struct plain_position canonical(const struct walk *w, const struct plain_position *p)
{
    struct plain_position least = *p, turned;
    for (int way = 1; way < PLAIN_TURNS; way++) {
        if (!(w->board->turns >> way & 1))
            continue;
        w->rules->turn(w->board, p, way, &turned);
        int i = 0;
        while (i < PLAIN_WORDS - 1 && turned.word[i] == least.word[i])
            i++;
        if (turned.word[i] < least.word[i])
            least = turned;
    }
    return least;
}

static bool refuse(struct walk *w, const char *fault)
{
    if (!w->fault)
        w->fault = fault;
    return false;
}

/* Proves what has to be proven of the position after a move: gain - value(child) is at least the
 * bound if and only if value(child) is at most gain - bound. */
static bool prove_child(struct walk *w, const struct plain_position *p, int move, bool is_least,
                        int bound, double share)
{
    struct plain_position child;
    int gain = w->rules->play(w->board, p, move, &child);
    if (w->depth == PLAIN_DEPTH)
        return refuse(w, "a game has no end");
    w->path[w->depth++] = (uint8_t)move;
    bool proven = walk_prove(w, &child, !is_least, gain - bound, share);
    w->depth -= proven; /* where it failed the path tells where */
    return proven;
}

static bool prove_moves(struct walk *w, const struct plain_position *p, bool is_least, int bound,
                        double share)
{
    uint8_t moves[PLAIN_MOVES];
    int count = w->rules->moves(w->board, p, moves);
    if (count == 0) {
        int value = w->rules->end(w->board, p);
        bool holds = is_least ? value >= bound : value <= bound;
        return holds || refuse(w, "the game ends with another value");
    }
    if (is_least) {
        int hint = w->hint(w, p, bound);
        if (hint < 0 || hint >= count)
            return refuse(w, hint < 0 ? "there is no further hint" : "a hint names no move");
        w->hints++;
        return prove_child(w, p, moves[hint], is_least, bound, share);
    }
    for (int i = 0; i < count; i++)
        if (!prove_child(w, p, moves[i], is_least, bound, share / count))
            return false;
    return true;
}

bool walk_prove(struct walk *w, const struct plain_position *p, bool is_least, int bound,
                double share)
{
    if (!count_node(w))
        return false;
    struct plain_position key = canonical(w, p);
    struct bounds known = memo_find(w->memo, &key);
    if (is_least ? known.low >= bound : known.high <= bound) {
        w->done += share;
        return true;
    }
    int left = w->rules->left(w->board, p);
    if (left <= w->handover) {
        int value = search(w, &key, is_least ? bound : bound + 1);
        if (w->fault || (is_least ? value < bound : value > bound))
            return refuse(w, "a search finds another value");
        w->done += share;
    } else if (!prove_moves(w, p, is_least, bound, share)) {
        return false;
    }
    memo_add(w->memo, &key, left,
             is_least ? (struct bounds){bound, MEMO_VALUE_MAX}
                      : (struct bounds){-MEMO_VALUE_MAX, bound});
    return true;
}

struct bounds walk_known(const struct walk *w, const struct plain_position *p)
{
    struct plain_position key = canonical(w, p);
    return memo_find(w->memo, &key);
}
