/* Books of openings: what they offer is legal and careful, and a game's clock is spared by it. */
#include <stdlib.h>

#include "base/random.h"
#include "games/halma/book.h"
#include "search/player.h"
#include "tests/check.h"

static struct problem *fresh(int variant)
{
    struct setup setup = SETUP_DEFAULT;
    struct notes notes = {0};
    setup.variant = game_halma.variants[variant].name;
    return game_halma.create(&setup, &notes);
}

/* The position turned half round with the sides exchanged, or mirrored in its diagonal. */
static void image_of(const struct halma *p, bool turns, struct halma *out)
{
    *out = *p;
    for (int side = 0; side < 2; side++) {
        out->piece[side] = board16_zero();
        for_each_square16 (square, p->piece[turns ? 1 - side : side])
            out->piece[side] |= board16_square(
                turns ? HALMA_SQUARES - 1 - square
                      : halma_square(halma_y(square), halma_x(square)));
    }
    if (turns)
        out->head.side = (uint8_t)(1 - p->head.side);
    halma_settle(out);
}

static bool is_legal(const struct position *p, unsigned code)
{
    struct move list[MOVES_MAX];
    const int count = p->world->rules->moves(p, list);
    for (int i = 0; i < count; i++)
        if (list[i].code == code)
            return true;
    return false;
}

/* Both sides by the book until it ends; returns the plies. */
static int follow_book(int variant)
{
    struct problem *problem = fresh(variant);
    struct halma p = *halma_of(problem->position), next, image;
    unsigned move, again;
    int plies = 0;
    while (book_find(&p.head, &move)) {
        assert_true(is_legal(&p.head, move));
        assert_int_equal(halma_forbidding_readings(&p.head, move), 0);
        for (int turns = 0; turns < 2; turns++) {
            image_of(&p, turns, &image);
            assert_true(book_find(&image.head, &again));
            assert_true(is_legal(&image.head, again));
        }
        assert_true(p.head.side != image.head.side);
        halma_rules.play(&p.head, move, &next.head);
        p = next;
        plies++;
    }
    problem_free(problem);
    return plies;
}

static void the_book_begins_games_of_both_rule_sets(void **state)
{
    (void)state;
    for (int variant = 0; variant < 2; variant++)
        assert_true(follow_book(variant) >= 3);
}

/* Moves and views undo each other. */
static void a_view_is_its_own_way_back(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct random random = {4};
    for (int i = 0; i < 40; i++) {
        struct move list[MOVES_MAX];
        const struct halma *p = halma_of(problem->position);
        const struct book_view view = book_view_of(p);
        struct halma image, both;
        image_of(p, true, &image);
        image_of(&image, false, &both);
        assert_true(book_view_of(&image).key == view.key && book_view_of(&both).key == view.key);
        const int count = halma_rules.moves(&p->head, list);
        const unsigned code = list[random_below(&random, (unsigned)count)].code;
        assert_int_equal(book_code(&view, book_code(&view, code)), code);
        problem_play_random(problem, (uint64_t)i, 1);
    }
    problem_free(problem);
}

static bool refuses_all_but(void *code, const struct position *p, unsigned move)
{
    (void)p;
    return move == *(const unsigned *)code;
}

/* The nodes that the first move of a game takes; 0: none was searched. */
static uint64_t nodes_of_first(const struct player_options *options, const struct limits *limits,
                               unsigned *move)
{
    struct problem *problem = fresh(0);
    struct player *player = player_new(problem->world, options);
    const struct search_result result = player_think(
        player, &(struct player_turn){.position = problem->position, .limits = limits});
    *move = result.move;
    player_free(player);
    problem_free(problem);
    return result.nodes;
}

/* Time that is saved serves later moves; a move that has time of its own is searched. */
static void a_games_clock_is_spared(void **state)
{
    (void)state;
    const struct limits game = {.soft = 1000, .hard = 2500, .nodes = 500};
    const struct limits single = {.hard = 1000, .nodes = 500};
    struct problem *problem = fresh(0);
    unsigned move, known;
    assert_true(book_find(problem->position, &known));
    struct player_options options = {.search.hash_bytes = 1 << 20};
    assert_int_equal(nodes_of_first(&options, &game, &move), 0);
    assert_int_equal(move, known);
    assert_true(nodes_of_first(&options, &single, &move) > 0);
    options.without = " book ";
    assert_true(nodes_of_first(&options, &game, &move) > 0);
    /* nor does the book break a filter */
    unsigned only = halma_code(halma_square(4, 1), halma_square(5, 2));
    options = (struct player_options){
        .search = {.hash_bytes = 1 << 20, .admits = refuses_all_but, .admits_context = &only}};
    only = only == known ? halma_code(halma_square(1, 4), halma_square(2, 5)) : only;
    nodes_of_first(&options, &game, &move);
    assert_int_equal(move, only);
    problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_book_begins_games_of_both_rule_sets),
        cmocka_unit_test(a_view_is_its_own_way_back),
        cmocka_unit_test(a_games_clock_is_spared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
