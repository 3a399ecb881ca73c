/* keepwins [BOARDS [AGENT]] - does our agent ever throw away a won position of Laser Checkmate?
 *
 * Plays AGENT (plywood, 1 s a move) on random 8 x 8 boards with up to 30 blocks, in both seats,
 * against each of the reference agents, and lets the solver judge every position in which AGENT is
 * to move and the one that it makes of it. A position is won if a final margin above 0 is sure.
 * Prints a line an opponent and seat; exit status 1 if a won position was thrown away. */
#include <stdio.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "base/random.h"
#include "game/registry.h"
#include "search/solve.h"

enum { SIZE = 8, BLOCKS_MOST = 30, HASH_BYTES = 64 << 20 };

struct tally {
    int games, won_games; /* won_games: those that AGENT won */
    int judged, won, thrown_away;
    int lost_wins; /* games with a won position on the way that AGENT did not win */
};

static const double move_seconds = 1;

static unsigned ask_agent(struct agent *agent, const struct position *p)
{
    struct turn turn = {.position = p,
                        .allowance = {.source = CLOCK_OF_PROCESS,
                                      .started = clock_seconds(CLOCK_OF_PROCESS),
                                      .move_cap = move_seconds}};
    struct report report;
    return agent_choose(agent, &turn, &report);
}

/* Is a margin above 0 sure for this side, whoever is to move? */
static bool is_won_for(struct solver *solver, const struct position *p, int side)
{
    struct limits none = {.source = CLOCK_OF_PROCESS};
    int banked = position_banked(p);
    if (p->side == side)
        return solver_ask(solver, p, 1 - banked, &none).low >= 1 - banked;
    return solver_ask(solver, p, -banked, &none).high < -banked;
}

static void play_game(struct problem *board, struct agent *agents[2], int ours,
                      struct solver *solver, struct tally *tally)
{
    struct position *p = position_copy(board->position), *child = position_new(p->world);
    bool had_win = false;
    agent_new_game(agents[0]);
    agent_new_game(agents[1]);
    while (!position_is_over(p)) {
        bool is_ours = p->side == ours, is_won = is_ours && is_won_for(solver, p, ours);
        p->world->rules->play(p, ask_agent(agents[p->side], p), child);
        tally->judged += is_ours;
        tally->won += is_won;
        tally->thrown_away += is_won && !is_won_for(solver, child, ours);
        had_win = had_win || is_won;
        struct position *swap = p;
        p = child;
        child = swap;
    }
    bool has_won = p->score[ours] > p->score[!ours];
    tally->games++;
    tally->won_games += has_won;
    tally->lost_wins += had_win && !has_won;
    free(p);
    free(child);
}

static struct agent *new_agent(const char *spec)
{
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    if (!agent) {
        fprintf(stderr, "keepwins: %s\n", notes_why(&notes));
        exit(2);
    }
    return agent;
}

static bool play_all(const char *spec, const char *opponent, int ours, int boards)
{
    struct tally tally = {0};
    struct agent *agents[2];
    agents[ours] = new_agent(spec);
    agents[!ours] = new_agent(opponent);
    for (int i = 0; i < boards; i++) {
        struct random random = {(uint64_t)i + 1};
        struct setup setup = {.size = SIZE,
                              .option = {(int)random_below(&random, BLOCKS_MOST + 1)},
                              .seed = random_next(&random)};
        struct notes notes = {0};
        struct problem *board = game_by_name("laser")->create(&setup, &notes);
        struct solver *solver = solver_new(board->world, HASH_BYTES);
        play_game(board, agents, ours, solver, &tally);
        solver_free(solver);
        problem_free(board);
    }
    agent_free(agents[0]);
    agent_free(agents[1]);
    printf("against %-17s as %-6s: %d boards, %d won; %d positions judged, %d of them won, "
           "%d thrown away\n",
           opponent, ours == SIDE_FIRST ? "first" : "second", tally.games, tally.won_games,
           tally.judged, tally.won, tally.thrown_away);
    fflush(stdout);
    return tally.thrown_away == 0 && tally.lost_wins == 0;
}

int main(int argc, char **argv)
{
    const char *opponents[] = {"greedy", "minimax:depth=3", "random"};
    int boards = argc > 1 ? atoi(argv[1]) : 200;
    const char *spec = argc > 2 ? argv[2] : "plywood";
    if (argc > 3 || boards < 1) {
        fprintf(stderr, "usage: keepwins [BOARDS [AGENT]]\n");
        return 2;
    }
    bool good = true;
    for (size_t i = 0; i < sizeof opponents / sizeof *opponents; i++)
        for (int ours = 0; ours < 2; ours++)
            good = play_all(spec, opponents[i], ours, boards) && good;
    return good ? 0 : 1;
}
