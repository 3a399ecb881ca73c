/* Opponents who do not play along in Halma: pieces kept at home, endless shuffling, sealed camps.
 */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "base/random.h"
#include "game/facts.h"
#include "game/session.h"
#include "games/halma/home.h"
#include "tests/check.h"

enum { NEAR = 9 }; /* Black's camp and all from where a jump leads into it */

static bool is_camp(int x, int y)
{
    static const int row[] = {5, 5, 4, 3, 2};
    return y < 5 && x < row[y];
}

/* The plain truth: squares outside the camp are reached, and so is whatever lies one step or one
 * jump over a piece that stays from there. Counts the squares that are not. */
static int count_sealed(char stays[NEAR][NEAR])
{
    bool reached[NEAR][NEAR], changed = true;
    for (int y = 0; y < NEAR; y++)
        for (int x = 0; x < NEAR; x++)
            reached[y][x] = !is_camp(x, y);
    while (changed) {
        changed = false;
        for (int i = 0; i < NEAR * NEAR * 9; i++) {
            int x = i % NEAR, y = i / NEAR % NEAR, d = i / NEAR / NEAR;
            int dx = d % 3 - 1, dy = d / 3 - 1;
            if (!reached[y][x] || (dx == 0 && dy == 0))
                continue;
            for (int length = 1; length <= 2; length++) {
                int tx = x + length * dx, ty = y + length * dy;
                bool is_inside = tx >= 0 && ty >= 0 && tx < NEAR && ty < NEAR;
                if (!is_inside || stays[ty][tx] || reached[ty][tx] ||
                    (length == 2 && !stays[y + dy][x + dx]))
                    continue;
                reached[ty][tx] = changed = true;
            }
        }
    }
    int sealed = 0;
    for (int y = 0; y < NEAR; y++)
        for (int x = 0; x < NEAR; x++)
            sealed += !reached[y][x] && !stays[y][x];
    return sealed;
}

/* The pieces that a set of bits puts into a camp, in the order of the squares. */
static void put_home(struct halma *p, int owner, unsigned set, char stays[NEAR][NEAR])
{
    int bit = 0;
    memset(stays, 0, NEAR * NEAR);
    p->piece[owner] = board16_zero();
    for_each_square16 (square, halma_camp[SIDE_FIRST]) {
        if (!(set >> bit++ & 1))
            continue;
        stays[halma_y(square)][halma_x(square)] = 1;
        p->piece[owner] |= board16_square(owner == SIDE_FIRST ? square : 255 - square);
    }
}

/* Of all sets of at most six pieces exactly one seals a hole; larger ones are drawn. */
static void seals_are_what_a_flood_finds(void **state)
{
    (void)state;
    struct problem *problem = halma_problem(0);
    struct halma *p = (struct halma *)problem->position;
    struct random random = {5};
    char stays[NEAR][NEAR];
    int small_seals = 0, large_seals = 0;
    for (unsigned set = 0; set < 1u << HALMA_PIECES; set++) {
        bool is_small = __builtin_popcount(set) <= 6;
        if (!is_small && random_below(&random, 64) > 0)
            continue;
        int owner = (int)(set & 1);
        put_home(p, owner, set, stays);
        board16 sealed;
        home_find_sealed(p, owner, &sealed);
        int truth = count_sealed(stays);
        assert_int_equal(board16_count(sealed), truth);
        small_seals += is_small && truth > 0;
        large_seals += !is_small && truth > 0;
    }
    assert_int_equal(small_seals, 1);
    assert_in_range(large_seals, 50, 8192);
    problem_free(problem);
}

/* White holds the seal and has the rest in its goal but for one, Black has filled all it can. */
static struct problem *dead_position(int variant)
{
    struct problem *problem = halma_problem(variant);
    struct halma *p = (struct halma *)problem->position;
    static const uint8_t guards[] = {0, 1, 2, 16, 17, 18, 32, 33, 34};
    p->piece[SIDE_SECOND] = board16_zero();
    for (size_t i = 1; i < sizeof guards; i++)
        p->piece[SIDE_SECOND] |= board16_square(255u - guards[i]);
    p->piece[SIDE_FIRST] = halma_camp[SIDE_SECOND] & ~p->piece[SIDE_SECOND] & ~board16_square(255);
    int missing = HALMA_PIECES - board16_count(p->piece[SIDE_FIRST]);
    for (unsigned i = 0; missing > 0; i += 2, missing--)
        p->piece[SIDE_FIRST] |= board16_square(halma_square(i, 8));
    for (unsigned i = 0; board16_count(p->piece[SIDE_SECOND]) < HALMA_PIECES; i++)
        p->piece[SIDE_SECOND] |= board16_square(halma_square(i, 5));
    halma_settle(p);
    return problem;
}

static void a_dead_position_is_told(void **state)
{
    (void)state;
    struct problem *problem = dead_position(0);
    struct text why = {0};
    assert_true(facts_is_dead(problem->position, &why));
    assert_string_equal(why.data,
                        "White's pieces at home seal 15,15: while they stay nobody can win "
                        "there");
    text_free(&why);
    assert_true(problem->world->rules->moves_left(problem->position) >= 1000);
    /* a piece that is still to come could change nothing, but the game is not over for it */
    struct halma *p = (struct halma *)problem->position;
    p->piece[SIDE_FIRST] |= board16_square(0);
    assert_false(facts_is_dead(problem->position, &why));
    problem_free(problem);
    problem = dead_position(HALMA_ADDENDUM); /* there nobody may stay */
    assert_false(facts_is_dead(problem->position, &why));
    text_free(&why);
    problem_free(problem);
}

/* Moves one piece to and fro; *last is the move before, none at first. */
static unsigned toggle(const struct position *p, unsigned *last)
{
    struct move list[MOVES_MAX];
    const int count = p->world->rules->moves(p, list);
    unsigned code = list[0].code;
    for (int i = 0; i < count; i++) {
        const unsigned from = halma_from(list[i].code), to = halma_to(list[i].code);
        const bool is_home = board16_has(&halma_camp[p->side], from) ||
                             board16_has(&halma_camp[p->side], to);
        if (*last != 0 ? from == halma_to(*last) && to == halma_from(*last) : !is_home)
            code = list[i].code;
    }
    return *last = code;
}

/* Where nobody can win no time is spent, and boards come again until the game is drawn. */
static void a_dead_position_is_waited_out(void **state)
{
    (void)state;
    struct problem *problem = dead_position(0);
    struct session *session = session_new(problem->position, game_halma.draws.ply_limit);
    const int spoiler = SIDE_SECOND;
    struct notes notes = {0};
    struct agent *agent = agent_new("plywood:nodes=100000", &notes);
    unsigned last = 0;
    while (session_ending(session) == ENDING_NONE) {
        const struct position *now = session_now(session);
        if (now->side == spoiler) {
            session_play(session, toggle(now, &last));
            continue;
        }
        uint64_t *past;
        struct turn turn = {.position = now,
                            .past_count = session_past(session, &past),
                            .ply_limit = session->ply_limit};
        turn.past = past;
        struct report report;
        session_play(session, agent_choose(agent, &turn, &report));
        assert_true(report.nodes < MOVES_MAX);
        free(past);
    }
    assert_int_equal(session_ending(session), ENDING_REPETITION);
    assert_true(session->count < 24);
    agent_free(agent);
    session_free(session);
    problem_free(problem);
}

/* Keeps 18 pieces at home. stays: these never move, and the one outside goes about there; else any
 * move that leaves 18 will do. */
static unsigned spoil(const struct position *p, bool stays, struct random *random)
{
    struct move list[MOVES_MAX], good[MOVES_MAX];
    const board16 *camp = &halma_camp[p->side], own = halma_of(p)->piece[p->side];
    int count = p->world->rules->moves(p, list), found = 0, home = board16_count(own & *camp);
    for (int strict = stays && home < HALMA_PIECES; found == 0; strict = 0)
        for (int i = 0; i < count; i++) {
            bool leaves = board16_has(camp, halma_from(list[i].code));
            bool enters = board16_has(camp, halma_to(list[i].code));
            if (home - leaves + enters >= HALMA_PIECES - 1 && (!strict || (!leaves && !enters)))
                good[found++] = list[i];
        }
    return good[random_below(random, (unsigned)found)].code;
}

/* How the 19th piece is moved while 18 are at home. */
enum manner { ALONE, ANYHOW, TO_AND_FRO, MANNERS };

/* Returns how many moves our player took to win. */
static int moves_to_beat(enum manner manner, int seat, uint64_t seed)
{
    static const char *const name[MANNERS] = {"18 stay", "18 at home", "one to and fro"};
    unsigned last = 0;
    struct problem *problem = scenario_new(&(struct scenario){"halma", SETUP_DEFAULT}, 1);
    struct session *session = session_new(problem->position, game_halma.draws.ply_limit);
    struct notes notes = {0};
    struct agent *agent = agent_new("plywood:nodes=4000", &notes);
    struct random random = {seed};
    while (session_ending(session) == ENDING_NONE) {
        const struct position *now = session_now(session);
        if (now->side != seat) {
            session_play(session, manner == TO_AND_FRO ? toggle(now, &last)
                                                       : spoil(now, manner == ALONE, &random));
            continue;
        }
        uint64_t *past;
        struct turn turn = {.position = now,
                            .past_count = session_past(session, &past),
                            .ply_limit = session->ply_limit};
        turn.past = past;
        struct report report;
        session_play(session, agent_choose(agent, &turn, &report));
        free(past);
    }
    assert_int_equal(session_ending(session), ENDING_RULE);
    assert_int_equal(session_winner(session), seat);
    int moves = (session->count + 1) / 2;
    print_message("%s, seat %d: %d moves\n", name[manner], seat, moves);
    agent_free(agent);
    session_free(session);
    problem_free(problem);
    return moves;
}

/* Its second move shows that nobody judges by the addendum, so our pieces need not come out first.
 */
static void who_stays_at_home_is_beaten(void **state)
{
    (void)state;
    for (int seat = 0; seat < 2; seat++) {
        assert_in_range(moves_to_beat(ALONE, seat, 3), 1, 18);
        assert_in_range(moves_to_beat(ANYHOW, seat, 3), 1, 35);
        assert_in_range(moves_to_beat(TO_AND_FRO, seat, 3), 1, 35);
    }
}

/* A random move that the addendum forbids, or one that it does not; either if there is no such. */
static unsigned stray(const struct position *p, bool forbidden, struct random *random)
{
    struct move list[MOVES_MAX], good[MOVES_MAX];
    int count = p->world->rules->moves(p, list), found = 0;
    for (int i = 0; i < count; i++)
        if ((halma_forbidding_readings(p, list[i].code) != 0) == forbidden)
            good[found++] = list[i];
    return found > 0 ? good[random_below(random, (unsigned)found)].code
                     : list[random_below(random, (unsigned)count)].code;
}

/* Returns how many of our first moves the addendum forbids. */
static int count_bold(bool breaks_addendum, uint64_t seed)
{
    struct problem *problem = scenario_new(&(struct scenario){"halma", SETUP_DEFAULT}, seed);
    struct position *now = problem->position, *next = position_new(problem->world);
    struct notes notes = {0};
    struct agent *agent = agent_new("plywood:nodes=500,hash=1M", &notes);
    struct random random = {seed};
    int bold = 0;
    for (int i = 0; i < 36 && !now->over; i++) {
        struct turn turn = {.position = now};
        struct report report;
        unsigned code = i % 2 ? stray(now, breaks_addendum, &random)
                              : agent_choose(agent, &turn, &report);
        bold += i % 2 == 0 && halma_forbidding_readings(now, code) != 0;
        now->world->rules->play(now, code, next);
        struct position *swap = now;
        now = next;
        next = swap;
    }
    agent_free(agent);
    problem->position = now;
    free(next);
    problem_free(problem);
    return bold;
}

/* We keep to the addendum, in case somebody judges by it, as long as the opponent does. */
static void caution_ends_when_the_opponent_shows_it_vain(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        assert_int_equal(count_bold(false, seed), 0);
        assert_true(count_bold(true, seed) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seals_are_what_a_flood_finds),
        cmocka_unit_test(a_dead_position_is_told),
        cmocka_unit_test(a_dead_position_is_waited_out),
        cmocka_unit_test(who_stays_at_home_is_beaten),
        cmocka_unit_test(caution_ends_when_the_opponent_shows_it_vain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
