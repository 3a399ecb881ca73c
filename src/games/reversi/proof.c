#include "games/reversi/proof.h"

#include <inttypes.h>
#include <stdio.h>

#include "games/reversi/grid8.h"
#include "games/reversi/symmetry.h"

enum {
    SYMMETRIC_DISCS = 16,   /* up to here turned and mirrored positions are one */
    NEWS_NODES = 1 << 16,   /* between two pieces of news */
    WORTH_KEEPING = 1 << 15 /* nodes */
};

struct answers_key proof_key(const struct proof_board *board, uint64_t own, uint64_t other,
                             int empties, unsigned *way)
{
    *way = 0;
    if (board->squares - empties <= SYMMETRIC_DISCS)
        *way = symmetry_settle(board->world->size, &own, &other);
    return answers_key(own, other);
}

static unsigned turn_square(const struct proof_board *board, unsigned square, unsigned way)
{
    return (unsigned)__builtin_ctzll(symmetry_turn(board->world->size, grid_square(square), way));
}

bool proof_recalls(const struct proof_board *board, const struct proof_node *node,
                   struct answers_key key, unsigned way, struct answer *answer)
{
    if (!answers_find(&board->answers, key, answer))
        return false;
    if (way == 0 || answer->move == ANSWERS_NO_MOVE)
        return true;
    for (uint64_t rest = node->moves; rest != 0; rest &= rest - 1) {
        unsigned square = (unsigned)__builtin_ctzll(rest);
        if (turn_square(board, square, way) == answer->move) {
            answer->move = square;
            return true;
        }
    }
    answer->move = ANSWERS_NO_MOVE;
    return true;
}

static void keep(struct proof_board *board, const struct proof_node *node, unsigned way,
                 const struct answer *answer, uint64_t nodes)
{
    char line[128];
    uint64_t own = symmetry_turn(board->world->size, node->own, way);
    uint64_t other = symmetry_turn(board->world->size, node->other, way);
    snprintf(line, sizeof line, "%016" PRIx64 " %016" PRIx64 " %d %d %u %" PRIu64, own, other,
             answer->low, answer->high, answer->move, nodes);
    pthread_mutex_lock(&board->keeping);
    board->aid.keep(board->aid.context, line);
    pthread_mutex_unlock(&board->keeping);
}

void proof_remembers(struct proof_board *board, const struct proof_node *node,
                     struct answers_key key, unsigned way, struct answer answer, uint64_t nodes)
{
    if (way != 0 && answer.move != ANSWERS_NO_MOVE)
        answer.move = turn_square(board, answer.move, way);
    answers_put(&board->answers, key, answer, nodes);
    if (board->aid.keep && nodes >= WORTH_KEEPING)
        keep(board, node, way, &answer, nodes);
}

/* Of all moves at the first plies, those that are done with: each move counts alike among those of
 * its position, and for as much as its position does. */
static double share_done(const struct proof *proof)
{
    double share = 0, part = 1;
    for (int i = 0; i < PROOF_NEWS_PLIES && proof->path[i].all > 0; i++) {
        part /= proof->path[i].all;
        share += part * proof->path[i].done;
    }
    return share;
}

bool proof_is_stopped(struct proof *proof)
{
    struct proof_board *board = proof->board;
    proof->budget->nodes = proof->nodes;
    if (budget_is_spent(proof->budget))
        return true;
    if (board->aid.threads > 1 && atomic_load_explicit(&board->is_answered, memory_order_relaxed))
        proof->budget->stopped = true;
    if (board->aid.hear && !proof->is_helper && proof->nodes >= proof->next_news) {
        proof->next_news = proof->nodes + NEWS_NODES;
        board->aid.hear(board->aid.context, share_done(proof), proof->nodes);
    }
    return proof->budget->stopped;
}
