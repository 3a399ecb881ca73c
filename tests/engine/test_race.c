/* Halma's race counts: against a slow search that knows nothing but the rules, and in play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/halma/halma.h"
#include "games/halma/least.h"
#include "games/halma/racer.h"
#include "games/halma/racing.h"
#include "search/player.h"
#include "tests/check.h"

enum { EDGE = HALMA_EDGE, TOO_LONG = 5 };

/* --- the slow twin: cells, and Black alone on the way to the bottom right ------------------- */

struct cells {
    char at[EDGE][EDGE];
};

static bool in_goal(int x, int y)
{
    return board16_has(&halma_camp[SIDE_SECOND], halma_square((unsigned)x, (unsigned)y));
}

static bool is_free(const struct cells *c, int x, int y)
{
    return x >= 0 && y >= 0 && x < EDGE && y < EDGE && c->at[y][x] == '.';
}

/* Marks what jumps reach. */
static void jump(const struct cells *c, int x, int y, bool reached[EDGE][EDGE])
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (is_free(c, x + 2 * dx, y + 2 * dy) && c->at[y + dy][x + dx] != '.' &&
                !reached[y + 2 * dy][x + 2 * dx]) {
                reached[y + 2 * dy][x + 2 * dx] = true;
                jump(c, x + 2 * dx, y + 2 * dy, reached);
            }
}

static int holes(const struct cells *c)
{
    int count = 0;
    for (int y = 0; y < EDGE; y++)
        for (int x = 0; x < EDGE; x++)
            count += in_goal(x, y) && c->at[y][x] == '.';
    return count;
}

static bool ends_within(const struct cells *c, int moves);

static bool piece_ends_within(const struct cells *c, int x, int y, int moves)
{
    bool reached[EDGE][EDGE] = {{false}};
    struct cells child = *c;
    child.at[y][x] = '.';
    jump(&child, x, y, reached);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (is_free(c, x + dx, y + dy))
                reached[y + dy][x + dx] = true;
    reached[y][x] = false;
    for (int v = 0; v < EDGE; v++)
        for (int u = 0; u < EDGE; u++) {
            if (!reached[v][u] || (in_goal(x, y) && !in_goal(u, v)))
                continue;
            child.at[v][u] = 'B';
            const bool ends = ends_within(&child, moves - 1);
            child.at[v][u] = '.';
            if (ends)
                return true;
        }
    return false;
}

/* A move fills one hole at most; nothing else is taken for granted. */
static bool ends_within(const struct cells *c, int moves)
{
    if (holes(c) == 0 || holes(c) > moves)
        return holes(c) == 0;
    for (int y = 0; y < EDGE; y++)
        for (int x = 0; x < EDGE; x++)
            if (c->at[y][x] == 'B' && piece_ends_within(c, x, y, moves))
                return true;
    return false;
}

static int slow_count(const struct halma *p)
{
    struct cells c;
    for (unsigned square = 0; square < HALMA_SQUARES; square++)
        c.at[halma_y(square)][halma_x(square)] = halma_glyph(p, square);
    for (int moves = 1; moves < TOO_LONG; moves++)
        if (ends_within(&c, moves))
            return moves;
    return TOO_LONG;
}

/* --- positions ------------------------------------------------------------------------------ */

static struct problem *fresh(int variant)
{
    struct problem *problem = halma_problem(variant);
    struct halma *p = (struct halma *)problem->position;
    p->piece[0] = halma_camp[0];
    p->piece[1] = halma_camp[1];
    halma_settle(p);
    return problem;
}

/* The same in the other's place. */
static struct halma turned(const struct halma *p)
{
    struct halma out = *p;
    for (int side = 0; side < 2; side++) {
        out.piece[1 - side] = board16_zero();
        for_each_square16 (square, p->piece[side])
            out.piece[1 - side] |= board16_square(HALMA_SQUARES - 1 - square);
    }
    out.head.side = !p->head.side;
    halma_settle(&out);
    return out;
}

/* Black is home but for some pieces not far from it, White likewise but farther. */
static void nearly_home(struct halma *p, struct random *random, int outside)
{
    p->piece[0] = halma_camp[1];
    p->piece[1] = halma_camp[0];
    for (int i = 0; i < outside; i++) {
        unsigned from, to;
        do
            from = random_below(random, HALMA_SQUARES);
        while (!board16_has(&p->piece[0], from) || !board16_has(&halma_camp[1], from));
        do
            to = halma_square(9 + random_below(random, 7), 9 + random_below(random, 7));
        while (halma_glyph(p, to) != '.' || board16_has(&halma_camp[1], to));
        p->piece[0] ^= board16_square(from) ^ board16_square(to);
    }
    p->head.over = false;
    p->head.side = 0;
    halma_settle(p);
}

/* A game of moves that gain, more or less; the position after so many plies, or NULL. */
static struct position *noisy(const struct problem *problem, struct random *random, int plies)
{
    struct position *now = position_copy(problem->position);
    struct position *next = position_new(problem->world);
    for (int ply = 0; ply < plies; ply++) {
        struct move moves[MOVES_MAX];
        const int count = problem->world->rules->moves(now, moves);
        int best = 0, most = INT32_MIN;
        for (int i = 0; i < count; i++) {
            const int value = moves[i].hint + (int)random_below(random, 200);
            if (value > most) {
                most = value;
                best = i;
            }
        }
        if (count == 0)
            break;
        problem->world->rules->play(now, moves[best].code, next);
        struct position *swap = now;
        now = next;
        next = swap;
    }
    free(next);
    if (!position_is_over(now))
        return now;
    free(now);
    return NULL;
}

/* --- what is promised ----------------------------------------------------------------------- */

static void counts_equal_the_slow_search(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct halma *p = (struct halma *)problem->position;
    struct random random = {20};
    const struct limits limits = {.nodes = 100000};
    int seen[TOO_LONG + 1] = {0};
    for (int i = 0; i < 40; i++) { /* always: fewer do not show every length */
        nearly_home(p, &random, 1 + i % 3);
        const int exact = slow_count(p);
        seen[exact]++;
        for (int side = 0; side < 2; side++) {
            const struct halma q = side ? turned(p) : *p;
            const struct race race = race_of(&q, side, false);
            struct race_count count = {.moves = -1};
            assert_true(race_least_by_class(&race) <= race_least(&race));
            assert_true(exact == TOO_LONG || race_least(&race) <= exact);
            race_count_moves(&q.head, side, false, &limits, &count);
            assert_true(count.moves >= 0 && count.least <= count.moves);
            if (exact < TOO_LONG) {
                assert_true(count.least <= exact && exact <= count.moves);
                assert_true(race_is_proven(&count));
            } else {
                assert_true(count.moves >= TOO_LONG);
            }
        }
    }
    assert_true(seen[1] > 0 && seen[2] > 0 && seen[3] > 0);
    problem_free(problem);
}

static int compare_codes(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static void moves_are_those_of_the_game(void **state)
{
    (void)state;
    struct random random = {21};
    for (int i = 0; i < rounds(160); i++) {
        struct problem *problem = fresh(i % 2);
        struct position *now = noisy(problem, &random, (int)random_below(&random, 160));
        if (now) {
            const struct race race = race_of(halma_of(now), now->side, false);
            struct move moves[MOVES_MAX];
            uint16_t expected[MOVES_MAX], found[SOLO_MOVES_MAX];
            struct solo solo;
            struct quarters own;
            solo_init(&solo, &race, &own);
            const int count = problem->world->rules->moves(now, moves);
            assert_int_equal(solo_moves(&solo, &own, found), count);
            for (int k = 0; k < count; k++) {
                expected[k] = moves[k].code;
                found[k] = solo_code(&solo, found[k]);
            }
            qsort(expected, (size_t)count, sizeof *expected, compare_codes);
            qsort(found, (size_t)count, sizeof *found, compare_codes);
            assert_memory_equal(expected, found, (size_t)count * sizeof *found);
        }
        free(now);
        problem_free(problem);
    }
}

/* One side's move by the game's own rules, the other's turn left out. */
static void move_again(struct position **now, unsigned code)
{
    struct position *next = position_new((*now)->world);
    assert_true(position_has_move(*now, code));
    (*now)->world->rules->play(*now, code, next);
    next->side = (*now)->side;
    halma_settle((struct halma *)next);
    free(*now);
    *now = next;
}

static void lines_win_and_bounds_hold_along_them(void **state)
{
    (void)state;
    struct random random = {22};
    const struct limits limits = {.nodes = 3000};
    int lines = 0;
    for (int i = 0; i < rounds(24); i++) {
        struct problem *problem = fresh(i % 2);
        struct position *now = noisy(problem, &random, 40 + (int)random_below(&random, 80));
        struct race_count count = {.moves = -1};
        if (now)
            race_count_moves(now, now->side, false, &limits, &count);
        for (int k = 0; k < count.moves; k++) {
            const struct race race = race_of(halma_of(now), now->side, false);
            assert_true(race_least(&race) <= count.moves - k);
            assert_false(now->over);
            move_again(&now, count.line[k]);
        }
        if (count.moves > 0)
            assert_true(now->over && now->score[now->side] == 1);
        lines += count.moves > 0;
        free(now);
        problem_free(problem);
    }
    assert_true(lines > 0);
}

/* Whatever the other does, at random or towards the winner, the line is played and is quicker. */
static void verdicts_hold_against_any_play(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct random random = {23};
    const struct limits limits = {.nodes = 3000};
    int verdicts = 0;
    for (int i = 0; i < rounds(80); i++) {
        struct halma *p = (struct halma *)problem->position;
        nearly_home(p, &random, 1 + (int)random_below(&random, 3));
        const board16 far = p->piece[0];
        nearly_home(p, &random, 1 + (int)random_below(&random, 6));
        const struct halma other = turned(p);
        p->piece[0] = far;
        p->piece[1] = other.piece[1];
        p->head.side = (uint8_t)random_below(&random, 2);
        halma_settle(p);
        struct race_count count = {.moves = -1};
        int by = 0;
        race_count_moves(&p->head, 0, false, &limits, &count);
        if (!race_is_won(&p->head, 0, &count, &limits, &by))
            continue;
        assert_true(by >= 1);
        verdicts++;
        struct position *now = position_copy(&p->head), *next = position_new(problem->world);
        for (int made = 0; !now->over;) {
            struct move moves[MOVES_MAX];
            const int total = problem->world->rules->moves(now, moves);
            unsigned code = count.line[made];
            if (now->side == 0) {
                made++;
                assert_true(position_has_move(now, code));
            } else {
                struct move pick = moves[random_below(&random, (unsigned)total)];
                for (int k = 0; k < 8 && i % 3 > 0; k++) { /* hastes, or comes back */
                    const struct move m = moves[random_below(&random, (unsigned)total)];
                    if (i % 3 == 1 ? m.hint > pick.hint : m.hint < pick.hint)
                        pick = m;
                }
                code = pick.code;
            }
            problem->world->rules->play(now, code, next);
            struct position *swap = now;
            now = next;
            next = swap;
        }
        assert_int_equal(now->score[0], 1);
        free(now);
        free(next);
    }
    assert_true(verdicts > rounds(80) / 8);
    problem_free(problem);
}

static bool admits_all(void *unused, const struct position *p, unsigned code)
{
    (void)unused;
    (void)p;
    (void)code;
    return true;
}

/* Once it is decoupled our player needs no more moves than its first look finds. */
static void the_player_races(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct random random = {24};
    const struct limits first_look = {.nodes = 400}, limits = {.nodes = 2000};
    for (int i = 0; i < rounds(8); i++) {
        struct halma *p = (struct halma *)problem->position;
        nearly_home(p, &random, 5);
        if (i % 2)
            *p = turned(p);
        const int side = p->head.side;
        struct race_count count = {.moves = -1};
        assert_true(race_is_decoupled(&p->head));
        const struct player_options options = {
            .search = {.hash_bytes = 1 << 20, .admits = admits_all}};
        struct player *player = player_new(problem->world, &options);
        struct position *now = position_copy(&p->head);
        int moves = 0;
        race_count_moves(now, side, false, &first_look, &count);
        while (!now->over && moves < 100) {
            move_again(&now, player_think(player,
                                          &(struct player_turn){.position = now, .limits = &limits})
                                 .move);
            moves++;
        }
        assert_true(moves <= count.moves);
        assert_true(moves >= count.least);
        player_free(player);
        free(now);
    }
    problem_free(problem);
}

/* Who starts anew for each move goes on with the line that was found when there was time for it,
 * and with nothing that was not written by itself. */
static void a_line_is_handed_on(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct random random = {31};
    const struct player_options options = {.search = {.hash_bytes = 1 << 20}};
    for (int i = 0; i < rounds(4); i++) {
        nearly_home((struct halma *)problem->position, &random, 7);
        struct position *now = position_copy(problem->position);
        struct text memory = {0};
        struct limits limits = {.nodes = 20000};
        int moves = 0, found = 0;
        while (!now->over) {
            struct player *player = player_new(problem->world, &options);
            struct lines lines = lines_cut(memory.data ? memory.data : "", memory.length);
            assert_int_equal(player_recall(player, &lines, NULL), moves > 0);
            struct search_result result = player_think(
                player, &(struct player_turn){.position = now, .limits = &limits});
            assert_int_equal(result.depth, moves == 0 ? result.depth : found - moves);
            found = moves == 0 ? result.depth : found;
            text_free(&memory);
            player_remember(player, &memory);
            move_again(&now, result.move);
            player_free(player);
            lines_free(&lines);
            limits.nodes = 8; /* too few to find a line again */
            moves++;
        }
        assert_int_equal(moves, found);
        assert_int_equal(memory.length, 0);
        free(now);
    }
    static const char *const bad[] = {"race",         "race 2 5",   "race 0",       "race 0 5 x",
                                      "race 0 70000", "rice 0 5 6", "race 0 5 6 -1"};
    struct racer *racer = racer_new();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(racer_recall(racer, line_from(bad[i])));
    assert_true(racer_recall(racer, line_from("race 0 5 6")));
    racer_free(racer);
    problem_free(problem);
}

struct heard {
    int answers;
    uint64_t nodes; /* before the first one */
};

static void hear(void *context, const struct search_result *result)
{
    struct heard *heard = context;
    if (heard->answers++ == 0)
        heard->nodes = result->nodes;
}

/* There is an answer before anything is counted, since the process may be killed at any time. */
static void an_answer_is_heard_at_once(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct halma *p = (struct halma *)problem->position;
    struct racer *racer = racer_new();
    struct random random = {27};
    struct search_result result;
    struct heard heard = {0};
    nearly_home(p, &random, 4);
    assert_true(racer_run(racer, &p->head, 0, &(struct limits){.nodes = 2000}, NULL, NULL, hear,
                          &heard, &result));
    assert_true(heard.answers >= 2);
    assert_int_equal(heard.nodes, 0);
    racer_free(racer);
    problem_free(problem);
}

/* With a piece too few, or too many, a race has no end that anybody knows; the search is asked, and
 * most of the time is left for it. */
static void a_race_without_an_end_is_left_to_the_search(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct halma *p = (struct halma *)problem->position;
    struct racer *racer = racer_new();
    struct random random = {28};
    const struct limits limits = {.nodes = 20000};
    for (int more = 0; more < 2; more++) {
        struct search_result result = {0};
        nearly_home(p, &random, 0);
        const unsigned inside = halma_square(15, 15), outside = halma_square(9, 9);
        p->piece[0] ^= more ? board16_square(outside) : board16_square(inside);
        halma_settle(p);
        assert_true(race_is_decoupled(&p->head));
        assert_false(racer_run(racer, &p->head, 0, &limits, NULL, NULL, NULL, NULL, &result));
        assert_in_range(result.nodes, 0, limits.nodes / 3);
    }
    racer_free(racer);
    problem_free(problem);
}

/* A race that comes home after the cap on moves is not won. */
static void the_cap_wins_no_race(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct halma *p = (struct halma *)problem->position;
    struct racer *racer = racer_new();
    struct random random = {29};
    const struct limits limits = {.nodes = 20000};
    int decided = 0;
    for (int i = 0; i < 100 && decided < 3; i++) {
        struct search_result result;
        nearly_home(p, &random, 2);
        /* one white piece is far from home */
        p->piece[1] ^= board16_square(0) | board16_square(halma_square(2, 6));
        halma_settle(p);
        assert_true(racer_run(racer, &p->head, 0, &limits, NULL, NULL, NULL, NULL, &result));
        if (!result.won)
            continue;
        const int plies = 2 * result.depth - 1;
        decided++;
        assert_true(racer_run(racer, &p->head, plies, &limits, NULL, NULL, NULL, NULL, &result));
        assert_true(result.won);
        assert_true(
            racer_run(racer, &p->head, plies - 1, &limits, NULL, NULL, NULL, NULL, &result));
        assert_false(result.won);
    }
    assert_int_equal(decided, 3);
    racer_free(racer);
    problem_free(problem);
}

/* Among pieces that touch there is a plan, once the other camp has opened, and it begins with a
 * move. */
static void a_plan_is_a_move_of_the_game(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct halma *p = (struct halma *)problem->position;
    struct racer *racer = racer_new();
    struct random random = {26};
    const struct limits limits = {.nodes = 50000};
    for (int i = 0; i < rounds(20); i++) {
        uint64_t nodes = 0;
        unsigned code = 0;
        bool found = false;
        struct move list[MOVES_MAX];
        nearly_home(p, &random, 6);
        const board16 all = p->piece[0] | p->piece[1];
        const unsigned behind = halma_square(board16_has(&all, halma_square(14, 10)) ? 13 : 14, 10);
        p->piece[1] ^= board16_square(0) | board16_square(behind);
        halma_settle(p);
        assert_false(race_is_decoupled(&p->head));
        assert_true(racer_plan(racer, &p->head, &limits, &nodes, &code));
        assert_in_range(nodes, 1, 1100);
        const int count = halma_rules.moves(&p->head, list);
        for (int k = 0; k < count; k++)
            found = found || list[k].code == code;
        assert_true(found);
    }
    racer_free(racer);
    problem_free(problem);
}

static void contact_is_no_race(void **state)
{
    (void)state;
    struct problem *problem = fresh(0);
    struct halma *p = (struct halma *)problem->position;
    const struct limits limits = {.nodes = 1000};
    struct race_count count = {.moves = -1};
    assert_false(race_is_decoupled(&p->head));
    race_count_moves(&p->head, 0, false, &limits, &count); /* the goal is full of White's */
    assert_int_equal(count.moves, -1);
    for (unsigned gap = 0; gap < 6; gap++) { /* a white piece behind Black's last one */
        struct random random = {25};
        nearly_home(p, &random, 0);
        p->piece[0] ^= board16_square(halma_square(15, 15)) | board16_square(halma_square(8, 8));
        p->piece[1] ^= board16_square(0) | board16_square(halma_square(8, 8 - gap - (gap == 0)));
        halma_settle(p);
        assert_int_equal(race_is_decoupled(&p->head), gap >= 3);
    }
    problem_free(problem);
}

/* The best crossing that is known: each move is judged as an answer of an agent. */
static void the_known_crossing_is_judged_good(void **state)
{
    (void)state;
    FILE *file = fopen("tests/data/halma-crossing.txt", "r");
    assert_non_null(file);
    struct problem *problem = fresh(0);
    struct position *now = position_copy(problem->position);
    ((struct halma *)now)->piece[1] = board16_zero();
    halma_settle((struct halma *)now);
    char line[64];
    int moves = 0;
    while (fgets(line, sizeof line, file)) {
        struct notes notes = {0};
        struct text answer = {0};
        unsigned code, judged;
        line[strcspn(line, "\n")] = 0;
        assert_false(now->over);
        assert_true(halma_move_parse(now, line, &code, &notes));
        halma_answer_write(now, code, &answer);
        struct lines lines = lines_cut(answer.data, answer.length);
        assert_true(halma_answer_read(now, &lines, &judged, &notes));
        assert_int_equal(code, judged);
        lines_free(&lines);
        text_free(&answer);
        move_again(&now, code);
        moves++;
    }
    fclose(file);
    assert_true(now->over && now->score[SIDE_FIRST] == 1);
    assert_true(moves <= 43);
    free(now);
    problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_the_slow_search),
        cmocka_unit_test(moves_are_those_of_the_game),
        cmocka_unit_test(lines_win_and_bounds_hold_along_them),
        cmocka_unit_test(verdicts_hold_against_any_play),
        cmocka_unit_test(the_player_races),
        cmocka_unit_test(a_line_is_handed_on),
        cmocka_unit_test(an_answer_is_heard_at_once),
        cmocka_unit_test(a_race_without_an_end_is_left_to_the_search),
        cmocka_unit_test(the_cap_wins_no_race),
        cmocka_unit_test(a_plan_is_a_move_of_the_game),
        cmocka_unit_test(contact_is_no_race),
        cmocka_unit_test(the_known_crossing_is_judged_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
