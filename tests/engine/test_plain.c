/* The plain rules, by which proofs are checked, beside the slow twins and the fast rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tests/check.h"
#include "tests/engine/twin.h"
#include "verify/plain.h"

#if defined __SANITIZE_ADDRESS__
enum { GAMES_A_SETUP = 12 };
#else
enum { GAMES_A_SETUP = 60 };
#endif

/* The three implementations of one position. */
struct trio {
    const struct plain_rules *rules;
    struct plain_board board;
    struct plain_position plain;
    const struct twin *twin;
    void *state;
    struct problem *fast;
};

static char plain_names[PLAIN_MOVES][TWIN_NAME_MAX], twin_names[TWIN_MOVES_MAX][TWIN_NAME_MAX];

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Both list the same moves; returns their number. */
static int compare_moves(const struct trio *t, uint8_t moves[PLAIN_MOVES])
{
    int count = t->rules->moves(&t->board, &t->plain, moves);
    assert_int_equal(count, t->twin->moves(t->state, twin_names));
    for (int i = 0; i < count; i++)
        t->rules->name(&t->board, moves[i], plain_names[i]);
    qsort(plain_names, (size_t)count, sizeof *plain_names, by_name);
    qsort(twin_names, (size_t)count, sizeof *twin_names, by_name);
    for (int i = 0; i < count; i++)
        assert_string_equal(plain_names[i], twin_names[i]);
    return count;
}

/* A turned board has the turned moves, which gain the same and lead to the turned child. */
static void compare_turns(const struct trio *t, int move)
{
    int squares = t->board.size * t->board.size;
    for (int way = 0; way < PLAIN_TURNS; way++) {
        if (!(t->board.turns >> way & 1))
            continue;
        struct plain_position turned, after, child, turned_child;
        t->rules->turn(&t->board, &t->plain, way, &turned);
        int there = move < squares ? plain_turn(t->board.size, way, move) : move;
        int gain = t->rules->play(&t->board, &t->plain, move, &child);
        assert_int_equal(t->rules->play(&t->board, &turned, there, &after), gain);
        t->rules->turn(&t->board, &child, way, &turned_child);
        assert_memory_equal(&after, &turned_child, sizeof after);
        assert_int_equal(t->rules->left(&t->board, &turned), t->rules->left(&t->board, &t->plain));
    }
}

/* Makes a move three times; returns its gain. */
static int play_all(struct trio *t, int move)
{
    char name[PLAIN_NAME];
    struct notes notes = {0};
    unsigned code;
    t->rules->name(&t->board, move, name);
    t->twin->play(t->state, name);
    struct plain_position child;
    int gain = t->rules->play(&t->board, &t->plain, move, &child);
    t->plain = child;
    const struct world *world = t->fast->world;
    assert_true(world->game->move_parse(t->fast->position, name, &code, &notes));
    struct position *next = position_new(world);
    assert_int_equal(world->rules->play(t->fast->position, code, next), gain * world->game->unit);
    free(t->fast->position);
    t->fast->position = next;
    return gain;
}

static void play_one(const struct plain_rules *rules, const struct twin *twin,
                     const struct setup *setup)
{
    struct scenario scenario = {rules->game, *setup};
    struct trio t = {.rules = rules, .twin = twin, .fast = scenario_new(&scenario, setup->seed)};
    const struct world *world = t.fast->world;
    const char *variant = world->game->variants[world->variant].name;
    char *text = position_text(t.fast->position);
    assert_true(rules->read(text, variant, &t.board, &t.plain));
    t.state = twin->read(text, variant);
    free(text);
    struct random random = {setup->seed};
    uint8_t moves[PLAIN_MOVES];
    int count, gained[2] = {0}, side = 0, score[2];
    while ((count = compare_moves(&t, moves)) > 0) {
        for (int i = 0; i < count; i++)
            compare_turns(&t, moves[i]);
        int move = moves[random_below(&random, (unsigned)count)];
        gained[side] += play_all(&t, move);
        side = !side;
    }
    /* what was gained, and the end, make the final margin of the twin and of the fast rules */
    int end = rules->end(&t.board, &t.plain);
    twin->score(t.state, score);
    assert_int_equal(gained[side] - gained[!side] + end, score[side] - score[!side]);
    assert_true(position_is_over(t.fast->position));
    assert_int_equal(
        gained[side] - gained[!side] + end,
        (int)position_points(t.fast->position, world->rules->end_value(t.fast->position)));
    free(t.state);
    problem_free(t.fast);
}

struct pair {
    const struct plain_rules *rules;
    const struct twin *twin;
    int smallest, largest;  /* boards that the plain rules take */
    const char *variant[2]; /* NULL: none */
};

extern const struct plain_rules plain_fruit, plain_laser, plain_reversi;
static const struct pair fruit = {&plain_fruit, &twin_fruit, 1, 8, {"default", NULL}};
static const struct pair laser = {&plain_laser, &twin_laser, 1, 11, {"default", NULL}};
static const struct pair reversi = {&plain_reversi, &twin_reversi, 4, 8, {"bidding", "othello"}};

static void plays_like_its_twin(void **state)
{
    const struct pair *pair = *state;
    for (int size = pair->smallest; size <= pair->largest; size++)
        for (int v = 0; v < 2 && pair->variant[v]; v++)
            for (int seed = 1; seed <= rounds(GAMES_A_SETUP); seed++) {
                struct setup setup = SETUP_DEFAULT;
                setup.size = size;
                setup.variant = pair->variant[v];
                setup.seed = (uint64_t)seed;
                const struct game *game = game_by_name(pair->rules->game);
                if (game->options && seed % 4 != 0) /* every fourth has the default */
                    setup.option[0] = game->options[0].min + seed % 5;
                if (setup.option[0] > size * size)
                    continue;
                play_one(pair->rules, pair->twin, &setup);
            }
}

static void takes_no_larger_board(void **state)
{
    const struct pair *pair = *state;
    struct setup setup = SETUP_DEFAULT;
    setup.size = pair->largest + 1;
    struct scenario scenario = {pair->rules->game, setup};
    struct problem *problem = scenario_new(&scenario, 1);
    char *text = position_text(problem->position);
    struct plain_board board = {0};
    struct plain_position p;
    assert_false(pair->rules->read(text, pair->variant[0], &board, &p));
    free(text);
    problem_free(problem);
}

static void reads_nothing_but_positions(void **state)
{
    const struct pair *pair = *state;
    struct setup setup = SETUP_DEFAULT;
    setup.size = pair->largest;
    struct scenario scenario = {pair->rules->game, setup};
    struct problem *problem = scenario_new(&scenario, 1);
    char *text = position_text(problem->position);
    struct plain_board board = {0};
    struct plain_position p;
    assert_false(pair->rules->read(text, "unheard-of", &board, &p));
    for (size_t length = strlen(text) - 4; length > 0; length--) {
        text[length] = 0;
        board = (struct plain_board){0};
        assert_false(pair->rules->read(text, pair->variant[0], &board, &p));
    }
    free(text);
    problem_free(problem);
}

#define TESTS_OF(pair)                                                                       \
    {#pair ": like its twin", plays_like_its_twin, NULL, NULL, (void *)&pair},               \
        {#pair ": takes no larger board", takes_no_larger_board, NULL, NULL, (void *)&pair}, \
    {                                                                                        \
#pair ": reads nothing else", reads_nothing_but_positions, NULL, NULL, (void *)&pair \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS_OF(fruit), TESTS_OF(laser), TESTS_OF(reversi)};
    return cmocka_run_group_tests_name("plain", tests, NULL, NULL);
}
