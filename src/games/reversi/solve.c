/* solve.c - the proofs of land bidding, on boards of up to 8 x 8: the facet of game/solving.h */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/thread.h"
#include "game/solving.h"
#include "games/reversi/grid8.h"
#include "games/reversi/learned.h"
#include "games/reversi/proof.h"
#include "games/reversi/stability.h"

enum { NEAR_END = 24 }; /* empty squares up to which a proof may be tried in play */

/* What a claim is worth to try first, by the distance from the nearest edges. */
static int worth_of(int n, int row, int column)
{
    enum { KNOWN = 4 };
    static const int worth[KNOWN][KNOWN] = {
        {18, 4, 16, 12}, {4, 2, 6, 8}, {16, 6, 14, 10}, {12, 8, 10, 0}};
    int a = row < n - 1 - row ? row : n - 1 - row;
    int b = column < n - 1 - column ? column : n - 1 - column;
    return worth[a < KNOWN ? a : KNOWN - 1][b < KNOWN ? b : KNOWN - 1];
}

static void describe_square(struct proof_board *board, int row, int column)
{
    int n = board->world->size, middle = (n + 1) / 2;
    unsigned square = (unsigned)(8 * row + column);
    unsigned quadrant = 1u << (2 * (row >= middle) + (column >= middle));
    board->inside |= grid_square(square);
    board->quadrant[square] = (uint8_t)quadrant;
    for (unsigned set = 0; set < 16; set++)
        if (set & quadrant)
            board->in_odd[set] |= grid_square(square);
    board->worth[square] = (int16_t)worth_of(n, row, column);
}

static void *create(const struct world *world, size_t hash_bytes)
{
    struct proof_board *board = memory_zero(sizeof *board);
    board->world = world;
    board->squares = world->size * world->size;
    board->corners = ((const struct reversi_world *)world)->corners.word[0];
    for (int row = 0; row < world->size; row++)
        for (int column = 0; column < world->size; column++)
            describe_square(board, row, column);
    board->aid.threads = 1;
    board->patterns = pattern_set(world->size, world->variant);
    pthread_mutex_init(&board->keeping, NULL);
    answers_begin(&board->answers, hash_bytes);
    return board;
}

static void destroy(void *state)
{
    struct proof_board *board = state;
    answers_end(&board->answers);
    pthread_mutex_destroy(&board->keeping);
    free(board);
}

static struct proof_node node_of(const struct proof_board *board, const struct position *p)
{
    struct proof_node node = {.parity = 0};
    reversi_boards(p, &node.own, &node.other);
    uint64_t empty = board->inside & ~(node.own | node.other);
    node.moves = grid_moves(node.own, node.other, empty);
    for (; empty != 0; empty &= empty - 1)
        node.parity ^= board->quadrant[__builtin_ctzll(empty)];
    return node;
}

/* The least margin whose value is at least this; none is larger than one beyond the whole board. */
static int margin_for(const struct proof_board *board, int value)
{
    int margin = 0;
    if (value > 0)
        margin = value <= REVERSI_WIN ? 1 : (value - REVERSI_WIN - 1) / REVERSI_UNIT + 1;
    else if (value < -REVERSI_WIN)
        margin = -((-value - REVERSI_WIN) / REVERSI_UNIT);
    return margin > board->squares + 1 ? board->squares + 1
           : margin < -board->squares  ? -board->squares
                                       : margin;
}

/* --- several threads: all ask the same question and share the table --- */

struct helper {
    pthread_t thread;
    struct proof proof;
    struct budget budget;
    const struct proof_node *node;
    int beta;
    struct verdict *verdict;
};

/* Whoever knows first tells. */
struct verdict {
    pthread_mutex_t lock;
    bool is_known;
    int margin;
};

static int search(struct proof *proof, const struct proof_node *node, int beta)
{
    bool passes = proof->board->world->variant == REVERSI_OTHELLO;
    return passes ? proof_othello(proof, node, beta) : proof_bidding(proof, node, beta);
}

static void decide(struct verdict *verdict, struct proof *proof, int margin)
{
    if (proof->budget->stopped)
        return;
    pthread_mutex_lock(&verdict->lock);
    verdict->margin = margin;
    verdict->is_known = true;
    pthread_mutex_unlock(&verdict->lock);
    atomic_store(&proof->board->is_answered, true);
}

static void *help(void *context)
{
    struct helper *helper = context;
    decide(helper->verdict, &helper->proof, search(&helper->proof, helper->node, helper->beta));
    return NULL;
}

static int search_together(struct proof *proof, const struct proof_node *node, int beta)
{
    struct proof_board *board = proof->board;
    struct verdict verdict = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct helper *helper = memory_zero((size_t)board->aid.threads * sizeof *helper);
    struct limits none = {.source = proof->budget->limits.source};
    int helpers = board->aid.threads - 1;
    answers_share(&board->answers);
    atomic_store(&board->is_answered, false);
    for (int i = 0; i < helpers; i++) {
        helper[i] = (struct helper){.budget = budget_begin(&none, proof->budget->interval),
                                    .node = node,
                                    .beta = beta,
                                    .verdict = &verdict};
        helper[i].proof = (struct proof){
            .board = board, .budget = &helper[i].budget, .is_helper = true};
        thread_must_start(&helper[i].thread, help, &helper[i]);
    }
    decide(&verdict, proof, search(proof, node, beta));
    atomic_store(&board->is_answered, true); /* or time is up */
    for (int i = 0; i < helpers; i++) {
        pthread_join(helper[i].thread, NULL);
        proof->nodes += helper[i].proof.nodes;
    }
    for (int i = 0; i < PROOF_BUSY; i++)
        atomic_store_explicit(&board->busy[i], 0, memory_order_relaxed);
    free(helper);
    if (verdict.is_known)
        proof->budget->stopped = false; /* it was a helper's answer that stopped us */
    return verdict.margin;
}

static int ask(void *state, const struct position *p, int wanted, struct budget *budget)
{
    struct proof_board *board = state;
    struct proof_node node = node_of(board, p);
    struct proof proof = {.board = board, .budget = budget, .nodes = budget->nodes};
    int beta = margin_for(board, wanted);
    board->asked_empties = grid_count(proof_empty(&proof, node.own, node.other));
    int margin = board->aid.threads > 1 ? search_together(&proof, &node, beta)
                                        : search(&proof, &node, beta);
    budget->nodes = proof.nodes;
    return reversi_end_value(margin);
}

static int guess(void *state, const struct position *p)
{
    struct proof_board *board = state;
    struct proof_node node = node_of(board, p);
    struct proof proof = {.board = board};
    bool passes = board->world->variant == REVERSI_OTHELLO;
    if (!board->patterns)
        return p->world->rules->evaluate(p);
    return reversi_end_value(passes ? proof_othello_guess(&proof, &node)
                                    : proof_bidding_guess(&proof, &node));
}

static void set_aid(void *state, const struct solving_aid *aid)
{
    struct proof_board *board = state;
    board->aid = *aid;
    if (board->aid.threads > PROOF_THREADS)
        board->aid.threads = PROOF_THREADS;
}

/* A line as keep() in proof.c writes it. */
static bool recall(void *state, const char *line)
{
    struct proof_board *board = state;
    uint64_t own, other, nodes;
    struct answer answer;
    int end = -1;
    if (sscanf(line, "%16" SCNx64 " %16" SCNx64 " %d %d %u %" SCNu64 "%n", &own, &other,
               &answer.low, &answer.high, &answer.move, &nodes, &end) != 6 ||
        line[end] != '\0')
        return false;
    if ((own & other) != 0 || ((own | other) & ~board->inside) != 0 || answer.low > answer.high ||
        answer.low < -board->squares || answer.high > board->squares ||
        answer.move > ANSWERS_NO_MOVE)
        return false;
    answers_put(&board->answers, answers_key(own, other), answer, nodes);
    return true;
}

/* Discs that stay are somebody's at the end. */
static void certain_bounds(uint64_t inside, uint64_t own, uint64_t other, int *low, int *high)
{
    struct stability_lines lines = stability_lines(inside, inside & ~(own | other));
    int squares = grid_count(inside);
    *low = reversi_end_value(2 * grid_count(stability_of(&lines, own)) - squares);
    *high = reversi_end_value(squares - 2 * grid_count(stability_of(&lines, other)));
}

static void position_bounds(const struct position *p, int *low, int *high)
{
    uint64_t own, other;
    reversi_boards(p, &own, &other);
    certain_bounds(reversi_world_of(p)->inside.word[0], own, other, low, high);
}

static void bounds(void *state, const struct position *p, int *low, int *high)
{
    (void)state;
    position_bounds(p, low, high);
}

static unsigned remembered(void *state, const struct position *p)
{
    struct proof_board *board = state;
    struct proof_node node = node_of(board, p);
    struct answer answer;
    unsigned way;
    int empties = board->squares - grid_count(node.own | node.other);
    struct answers_key key = proof_key(board, node.own, node.other, empties, &way);
    if (!proof_recalls(board, &node, key, way, &answer) || answer.move == ANSWERS_NO_MOVE)
        return SOLVER_NO_MOVE;
    return grid_code(answer.move);
}

static const struct own_solver solver = {
    .create = create,
    .destroy = destroy,
    .ask = ask,
    .guess = guess,
    .bounds = bounds,
    .remembered = remembered,
    .set_aid = set_aid,
    .recall = recall,
};

static bool is_near_end(const struct position *p)
{
    int squares = p->world->size * p->world->size;
    return squares - p->score[0] - p->score[1] <= NEAR_END;
}

/* Measured on random 8 x 8 positions of both rules: twice as many nodes as the median takes. */
static double proof_nodes(const struct position *p)
{
    int squares = p->world->size * p->world->size;
    return 800e3 * pow(2.5, squares - p->score[0] - p->score[1] - 16);
}

const struct solving reversi_solving = {
    .bounds = position_bounds,
    .is_near_end = is_near_end,
    .proof_nodes = proof_nodes,
    .own = &solver,
};
