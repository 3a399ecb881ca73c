/* libreversi.so - the functions that the course's text asks for, for games/reversi/agent.py
 *
 * Each has the name and the parameters of the text with reversi_ before it; a board is n * n
 * numbers, row by row: 0 empty, 1 the first company's, 2 the second's. The searches themselves are
 * those of agents/textbook.h; here boards become positions and squares become rows and columns.
 * The cached states are one table for all calls, as the text's global dictionary is. Whoever calls
 * has checked the arguments: n is 3 to reversi_size_max(), cells are 0 to 2, colors 1 or 2.
 */
#include "agents/textbook.h"
#include "games/reversi/reversi.h"

#define OFFERED __attribute__((visibility("default")))

int reversi_size_max(void);
void reversi_get_score(const int *board, int n, int score[2]);
int reversi_get_possible_moves(const int *board, int n, int color, int *rows, int *columns);
int reversi_compute_utility(const int *board, int n, int color);
double reversi_compute_heuristic(const int *board, int n, int color);
int reversi_mm_max_node(const int *board, int n, int color, int limit, int caching);
int reversi_mm_min_node(const int *board, int n, int color, int limit, int caching);
int reversi_ab_max_node(const int *board, int n, int color, int alpha, int beta, int limit,
                        int caching, int ordering);
int reversi_ab_min_node(const int *board, int n, int color, int alpha, int beta, int limit,
                        int caching, int ordering);
int reversi_claim_mm(const int *board, int n, int color, int limit, int caching, int claim[3]);
int reversi_claim_ab(const int *board, int n, int color, int limit, int caching, int ordering,
                     int claim[3]);
void reversi_forget_states(void);

static struct problem *problem_of(const int *board, int n, int color)
{
    reversi_cells cells = {{0}};
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            cells[row][column] = (unsigned char)board[n * row + column];
    return reversi_problem(n, cells, color - 1, REVERSI_BIDDING);
}

/* Two searchers for all calls: one without cached states, one that keeps them. */
static struct textbook *searchers[2];

static struct textbook *searcher(bool caching, bool ordering)
{
    struct textbook **place = &searchers[caching];
    if (!*place)
        *place = textbook_new(&(struct textbook_options){.depth = 1, .caching = caching});
    textbook_set_ordering(*place, ordering);
    return *place;
}

OFFERED void reversi_forget_states(void)
{
    if (searchers[1])
        textbook_forget(searchers[1]);
}

OFFERED int reversi_size_max(void)
{
    return REVERSI_EDGE_MAX;
}

OFFERED void reversi_get_score(const int *board, int n, int score[2])
{
    struct problem *problem = problem_of(board, n, 1);
    score[0] = problem->position->score[0];
    score[1] = problem->position->score[1];
    problem_free(problem);
}

OFFERED int reversi_get_possible_moves(const int *board, int n, int color, int *rows, int *columns)
{
    struct problem *problem = problem_of(board, n, color);
    struct move moves[MOVES_MAX];
    int count = get_possible_moves(problem->position, moves);
    for (int i = 0; i < count; i++) {
        rows[i] = reversi_row(problem->world, moves[i].code);
        columns[i] = reversi_column(problem->world, moves[i].code);
    }
    problem_free(problem);
    return count;
}

OFFERED int reversi_compute_utility(const int *board, int n, int color)
{
    struct problem *problem = problem_of(board, n, color);
    int utility = compute_utility(problem->position, color - 1);
    problem_free(problem);
    return utility / REVERSI_UNIT;
}

/* In hectares, a win being worth many of them. */
OFFERED double reversi_compute_heuristic(const int *board, int n, int color)
{
    struct problem *problem = problem_of(board, n, color);
    const struct position *p = problem->position;
    int value = position_is_over(p) ? p->world->rules->end_value(p)
                                    : compute_heuristic(p, color - 1);
    problem_free(problem);
    return (double)value / REVERSI_UNIT;
}

static int limit_of(int limit)
{
    return limit < 0 || limit > LIMIT_MAX ? LIMIT_NONE : limit;
}

OFFERED int reversi_mm_max_node(const int *board, int n, int color, int limit, int caching)
{
    struct problem *problem = problem_of(board, n, color);
    int utility = mm_max_node(searcher(caching, false), problem->position, color - 1,
                              limit_of(limit));
    problem_free(problem);
    return utility / REVERSI_UNIT;
}

OFFERED int reversi_mm_min_node(const int *board, int n, int color, int limit, int caching)
{
    struct problem *problem = problem_of(board, n, 3 - color);
    int utility = mm_min_node(searcher(caching, false), problem->position, color - 1,
                              limit_of(limit));
    problem_free(problem);
    return utility / REVERSI_UNIT;
}

OFFERED int reversi_ab_max_node(const int *board, int n, int color, int alpha, int beta, int limit,
                                int caching, int ordering)
{
    struct problem *problem = problem_of(board, n, color);
    int utility = ab_max_node(searcher(caching, ordering), problem->position, color - 1,
                              REVERSI_UNIT * alpha, REVERSI_UNIT * beta, limit_of(limit));
    problem_free(problem);
    return utility / REVERSI_UNIT;
}

OFFERED int reversi_ab_min_node(const int *board, int n, int color, int alpha, int beta, int limit,
                                int caching, int ordering)
{
    struct problem *problem = problem_of(board, n, 3 - color);
    int utility = ab_min_node(searcher(caching, ordering), problem->position, color - 1,
                              REVERSI_UNIT * alpha, REVERSI_UNIT * beta, limit_of(limit));
    problem_free(problem);
    return utility / REVERSI_UNIT;
}

typedef struct claim claimer(struct textbook *, const struct position *, const struct move *,
                             int count, int limit);

/* Fills in column, row and utility; false if there is no legal claim. */
static bool make_claim(claimer *search, struct textbook *t, const int *board, int n, int color,
                       int limit, bool ordering, int claim[3])
{
    struct problem *problem = problem_of(board, n, color);
    struct move moves[MOVES_MAX];
    int count = get_possible_moves(problem->position, moves);
    if (ordering)
        order_moves(t, problem->position, moves, count);
    if (count > 0) {
        struct claim best = search(t, problem->position, moves, count, limit_of(limit));
        claim[0] = reversi_column(problem->world, best.move);
        claim[1] = reversi_row(problem->world, best.move);
        claim[2] = best.utility / REVERSI_UNIT;
    }
    problem_free(problem);
    return count > 0;
}

OFFERED int reversi_claim_mm(const int *board, int n, int color, int limit, int caching,
                             int claim[3])
{
    return make_claim(claim_mm, searcher(caching, false), board, n, color, limit, false, claim);
}

OFFERED int reversi_claim_ab(const int *board, int n, int color, int limit, int caching,
                             int ordering, int claim[3])
{
    return make_claim(claim_ab, searcher(caching, ordering), board, n, color, limit, ordering,
                      claim);
}
