/* Random games on the fast rules and on the slow twin, compared move by move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tests/check.h"
#include "tests/engine/twin.h"

#if defined __SANITIZE_ADDRESS__
enum { POSITIONS_PER_GAME = 12000 }; /* slow; the other builds compare them all */
#else
enum { POSITIONS_PER_GAME = 110000 };
#endif

enum { EVERY_OF_LARGE = 64 };

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static char fast_names[MOVES_MAX][TWIN_NAME_MAX], slow_names[TWIN_MOVES_MAX][TWIN_NAME_MAX];

/* The board lines of a position file: what follows the header that the twin does not write. */
static bool board_ends_with(const char *file, const char *board)
{
    size_t whole = strlen(file), part = strlen(board);
    return part <= whole && strcmp(file + whole - part, board) == 0;
}

/* Compares one position; returns the number of moves. */
static int compare(const struct twin *twin, const struct position *p, const void *state,
                   const int start_score[2])
{
    const struct game *game = p->world->game;
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    assert_int_equal(count, twin->moves(state, slow_names));
    for (int i = 0; i < count; i++)
        game->move_name(p, moves[i].code, fast_names[i]);
    qsort(fast_names, (size_t)count, sizeof *fast_names, by_name);
    qsort(slow_names, (size_t)count, sizeof *slow_names, by_name);
    for (int i = 0; i < count; i++)
        assert_string_equal(fast_names[i], slow_names[i]);

    int score[2], told[2];
    twin->score(state, score);
    position_score(p, told);
    for (int side = 0; side < 2; side++)
        assert_int_equal(told[side] - start_score[side], score[side]);

    static char board[16384];
    twin->board(state, board);
    char *file = position_text(p);
    if (!board_ends_with(file, board))
        fail_msg("boards differ:\n%s\nthe twin says:\n%s", file, board);
    free(file);
    return count;
}

/* Random moves from the start hardly ever bring Halma's pieces home, where its rules bite: so
 * every other game starts with all pieces thrown on the board, most of them near the camps. */
static struct problem *scattered_halma(const struct scenario *scenario, uint64_t seed)
{
    struct random random = {~seed};
    char text[400] = "", *board = text + sizeof "GAME\nBLACK\n100.0\n" - 1;
    strcat(text, random_below(&random, 2) ? "GAME\nWHITE\n100.0\n" : "GAME\nBLACK\n100.0\n");
    for (int y = 0; y < 16; y++)
        strcat(board, "................\n");
    for (int piece = 0; piece < 38;) {
        unsigned corner = random_below(&random, 4) < 3 ? 6 : 16;
        unsigned x = random_below(&random, corner), y = random_below(&random, corner);
        bool far = random_below(&random, 2);
        char *cell = board + 17 * (far ? 15 - y : y) + (far ? 15 - x : x);
        if (*cell != '.')
            continue;
        *cell = piece % 2 ? 'W' : 'B';
        piece++;
    }
    return problem_from_text(text, scenario->setup.variant);
}

/* One random game; every so many positions one is compared. Returns how many were. */
static int play_one(const struct scenario *scenario, const struct twin *twin, uint64_t seed,
                    int every)
{
    bool halma = strcmp(scenario->game, "halma") == 0;
    struct problem *problem = halma && seed % 2 == 0 ? scattered_halma(scenario, seed)
                                                     : scenario_new(scenario, seed);
    struct random random = {seed};
    char *text = position_text(problem->position);
    void *state = twin->read(text, scenario->setup.variant);
    free(text);
    /* a twin that counts from what it read starts at what it can see */
    int start_score[2], seen = 0;
    twin->score(state, start_score);
    for (int side = 0; side < 2; side++)
        start_score[side] = problem->position->score[side] - start_score[side];

    /* Halma at random does not end by itself */
    int most = halma ? 100 : 1 << 20;
    for (int ply = 0; seen < most; ply++) {
        bool is_compared = ply % every == 0 || position_is_over(problem->position);
        int count = is_compared ? compare(twin, problem->position, state, start_score)
                                : twin->moves(state, slow_names);
        seen += is_compared;
        if (count == 0)
            break;
        const char *name = slow_names[random_below(&random, (unsigned)count)];
        struct notes notes = {0};
        unsigned code;
        assert_true(problem->world->game->move_parse(problem->position, name, &code, &notes));
        struct position *child = position_new(problem->world);
        problem->world->rules->play(problem->position, code, child);
        free(problem->position);
        problem->position = child;
        twin->play(state, name);
    }
    free(state);
    problem_free(problem);
    return seen;
}

static void compare_game(void **twin_state)
{
    const struct twin *twin = *twin_state;
    int positions = 0, rows = 0;
    for (int i = 0; i < scenario_count; i++)
        rows += strcmp(scenarios[i].game, twin->game) == 0;
    if (rows == 0)
        fail_msg("tests/check.c has no scenario of %s", twin->game);
    for (uint64_t seed = 1; positions < rounds(POSITIONS_PER_GAME); seed++)
        for (int i = 0; i < scenario_count; i++)
            if (strcmp(scenarios[i].game, twin->game) == 0)
                positions += play_one(&scenarios[i], twin, seed, 1);
    for (int i = 0; i < large_scenario_count; i++)
        if (strcmp(large_scenarios[i].game, twin->game) == 0)
            positions += play_one(&large_scenarios[i], twin, 1, EVERY_OF_LARGE);
    print_message("# %s: %d positions compared\n", twin->game, positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"fruit: like its twin", compare_game, NULL, NULL, (void *)&twin_fruit},
        {"halma: like its twin", compare_game, NULL, NULL, (void *)&twin_halma},
        {"reversi: like its twin", compare_game, NULL, NULL, (void *)&twin_reversi},
        {"laser: like its twin", compare_game, NULL, NULL, (void *)&twin_laser},
    };
    return cmocka_run_group_tests_name("twins", tests, NULL, NULL);
}
