/* endgames - how many nodes and how much time the solver needs for end games of land bidding
 *
 *   endgames SIZE RULES EMPTIES COUNT [SEED]   positions from random play: in all, and the median
 *   endgames ffo                               FFO 40 to 44, with their published scores
 *
 * One thread, 256 MiB. Seeds up to 1000 are for trying ideas; those from 1001 on are for judging
 * them. Exits with 1 if a published score is missed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "games/reversi/reversi.h"
#include "search/solve.h"

extern const struct game game_reversi;

enum { HASH_BYTES = 256 << 20 };

static const struct published {
    const char *cells;
    char to_move;
    int score;
} ffo[] = {
    {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 'X', 38},
    {"-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", 'X', 0},
    {"--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", 'X', 6},
    {"--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", 'O', -12},
    {"--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", 'O', -14},
};

static struct solution solve(const struct problem *problem)
{
    struct solver *solver = solver_new(problem->world, HASH_BYTES);
    struct limits limits = {.source = CLOCK_OF_PROCESS, .started = clock_seconds(CLOCK_OF_PROCESS)};
    struct solution solution = solver_run(solver, problem->position, &limits);
    solver_free(solver);
    return solution;
}

static struct problem *problem_of(const struct published *p)
{
    reversi_cells cells = {{0}};
    for (int i = 0; i < 64; i++)
        cells[i / 8][i % 8] = p->cells[i] == 'X' ? 1 : p->cells[i] == 'O' ? 2 : 0;
    return reversi_problem(8, cells, p->to_move == 'O', REVERSI_OTHELLO);
}

static int solve_published(void)
{
    int missed = 0;
    double nodes = 0, seconds = 0;
    for (size_t i = 0; i < sizeof ffo / sizeof *ffo; i++) {
        struct problem *problem = problem_of(&ffo[i]);
        struct solution s = solve(problem);
        double margin = position_points(problem->position, s.low);
        printf("FFO %zu: %+g, %.1f M nodes, %.2f s\n", 40 + i, margin, (double)s.nodes / 1e6,
               s.seconds);
        fflush(stdout);
        missed += s.low != s.high || s.low != reversi_end_value(ffo[i].score);
        nodes += (double)s.nodes;
        seconds += s.seconds;
        problem_free(problem);
    }
    printf("in all %.1f M nodes, %.2f s, %.1f M nodes/s; %d missed\n", nodes / 1e6, seconds,
           nodes / 1e6 / seconds, missed);
    return missed > 0;
}

/* A position of random play with this many empty squares in which there is a move. */
static struct problem *random_endgame(int size, const char *rules, int empties, uint64_t seed)
{
    for (;; seed += 1000000007) {
        struct setup setup = SETUP_DEFAULT;
        struct notes notes = {0};
        setup.size = size;
        setup.variant = rules;
        struct problem *problem = game_reversi.create(&setup, &notes);
        while (!position_is_over(problem->position) &&
               size * size - problem->position->score[0] - problem->position->score[1] > empties)
            problem_play_random(problem, seed * 64 + problem->position->ply, 1);
        if (!position_is_over(problem->position))
            return problem;
        problem_free(problem);
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int solve_random(int size, const char *rules, int empties, int count, uint64_t seed)
{
    double *nodes = memory_new((size_t)count * sizeof *nodes), all = 0;
    double *seconds = memory_new((size_t)count * sizeof *seconds), spent = 0;
    int64_t sum = 0; /* of the values: two programs that agree on them all show the same */
    for (int i = 0; i < count; i++) {
        struct problem *problem = random_endgame(size, rules, empties, seed + (uint64_t)i);
        struct solution s = solve(problem);
        nodes[i] = (double)s.nodes;
        seconds[i] = s.seconds;
        all += nodes[i];
        spent += seconds[i];
        sum = (31 * sum + s.low) % 1000003;
        problem_free(problem);
    }
    qsort(nodes, (size_t)count, sizeof *nodes, by_size);
    qsort(seconds, (size_t)count, sizeof *seconds, by_size);
    printf("%d x %d %s, %d empty, %d positions from seed %d: %.1f M nodes, %.2f s, "
           "%.1f M nodes/s; median %.2f M nodes, %.3f s; values %d\n",
           size, size, rules, empties, count, (int)seed, all / 1e6, spent, all / 1e6 / spent,
           nodes[count / 2] / 1e6, seconds[count / 2], (int)sum);
    free(nodes);
    free(seconds);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "ffo") == 0)
        return solve_published();
    if (argc < 5) {
        fprintf(stderr, "usage: endgames ffo | endgames SIZE RULES EMPTIES COUNT [SEED]\n");
        return 2;
    }
    return solve_random(atoi(argv[1]), argv[2], atoi(argv[3]), atoi(argv[4]),
                        argc > 5 ? (uint64_t)atoi(argv[5]) : 1);
}
