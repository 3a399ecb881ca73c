/* What a game offers beyond the required part, checked by the manuals of the facets: one piece of
 * code over all games. A facet that a game does not offer is passed over; that the estimate is what
 * struct tuning says is in test_tune.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "base/random.h"
#include "game/conversation.h"
#include "game/course.h"
#include "game/facts.h"
#include "game/guidance.h"
#include "game/looks.h"
#include "game/session.h"
#include "game/shortcuts.h"
#include "game/solving.h"
#include "search/player.h"
#include "search/solve.h"
#include "tests/check.h"

enum { PLIES_MAX = 500 };

/* The moves of a position and what they lead to. */
struct fan {
    const struct position *p;
    int count;
    struct move move[MOVES_MAX];
    int gain[MOVES_MAX];
    struct position *child;
};

static int play(struct fan *f, int i)
{
    return f->p->world->rules->play(f->p, f->move[i].code, f->child);
}

/* The value that a look at all moves finds, and what it says within a window. */
static void check_window(bool (*look)(const struct position *, int, int, struct last_ply *),
                         const struct fan *f, const int value[], int best, int alpha, int beta)
{
    struct last_ply found = {0};
    assert_int_equal(look(f->p, alpha, beta, &found), f->count > 0);
    if (f->count == 0)
        return;
    if (best <= alpha)
        assert_true(found.value <= alpha && found.value >= best);
    else if (best >= beta)
        assert_true(found.value >= beta && found.value <= best);
    else
        assert_int_equal(found.value, best);
    assert_in_range(found.tried, 0, f->count);
    if (best > alpha && best < beta) {
        int i = 0;
        while (i < f->count && f->move[i].code != found.move)
            i++;
        assert_true(i < f->count && value[i] == best);
    }
}

/* The best of the values, within windows around it and elsewhere. */
static void check_looks_ahead(bool (*look)(const struct position *, int, int, struct last_ply *),
                              const struct fan *f, const int value[])
{
    int best = -VALUE_MAX;
    for (int i = 0; i < f->count; i++)
        best = value[i] > best ? value[i] : best;
    int unit = f->p->world->game->unit;
    check_window(look, f, value, best, -VALUE_MAX, VALUE_MAX);
    for (int shift = -3; f->count > 0 && shift <= 3; shift++)
        check_window(look, f, value, best, best + shift * unit - 1, best + shift * unit + 1);
}

/* A code that can be played but is not listed is a listed move by another name. */
static void check_legality(struct fan *f, const uint64_t key[], unsigned code)
{
    const struct rules *rules = f->p->world->rules;
    bool legal = rules->shortcuts->is_legal(f->p, code), same = false;
    if (legal)
        (void)rules->play(f->p, code, f->child);
    for (int i = 0; i < f->count; i++) {
        assert_true(legal || f->move[i].code != code);
        same |= legal && key[i] == f->child->key;
    }
    assert_true(same || !legal);
}

/* Moves are ranked by what they lead to, or keep their hints, and keep their places; a prediction
 * rests on a shallower depth. */
static void check_guidance(struct fan *f)
{
    const struct rules *rules = f->p->world->rules;
    struct move ranked[MOVES_MAX];
    int value[MOVES_MAX];
    bool is_ranked = false;
    memcpy(ranked, f->move, (size_t)f->count * sizeof *ranked);
    rules->guidance->rank(f->p, ranked, f->count);
    for (int i = 0; i < f->count; i++) {
        int gain = play(f, i);
        value[i] = gain - rules->evaluate(f->child);
        assert_int_equal(ranked[i].code, f->move[i].code);
        is_ranked = is_ranked || ranked[i].hint != f->move[i].hint;
    }
    for (int i = 1; is_ranked && i < f->count; i++)
        assert_true((value[i] >= value[i - 1] && ranked[i].hint >= ranked[i - 1].hint) ||
                    (value[i] <= value[i - 1] && ranked[i].hint <= ranked[i - 1].hint));
    for (int depth = 1; depth <= 30; depth++) {
        struct probcut cut;
        if (!rules->guidance->probcut(f->p, depth, &cut))
            continue;
        assert_in_range(cut.depth, 1, depth - 1);
        assert_in_range(cut.error, 1, rules->guidance->limit);
    }
}

static void check_shortcuts(struct fan *f, struct random *random)
{
    static int value[MOVES_MAX];
    static uint64_t key[MOVES_MAX];
    static unsigned other[MOVES_MAX];
    const struct rules *rules = f->p->world->rules;
    const struct shortcuts *shortcuts = rules->shortcuts;
    int others = 0;
    for (int i = 0; i < f->count; i++) {
        int gain = play(f, i);
        key[i] = f->child->key;
        value[i] = gain - rules->evaluate(f->child);
        assert_int_equal(shortcuts->leaf(f->p, f->move[i].code), value[i]);
        struct move replies[MOVES_MAX];
        int count = rules->moves(f->child, replies);
        if (count > 0)
            other[others++] = replies[random_below(random, (unsigned)count)].code;
    }
    for (int i = 0; i < f->count; i++)
        check_legality(f, key, f->move[i].code);
    for (int i = 0; i < others; i++)
        check_legality(f, key, other[i]);
    check_looks_ahead(shortcuts->last_ply, f, value);
}

/* The value by its definition; false if that takes too many positions. */
static bool plain_value(const struct position *p, int *nodes, int *value)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves);
    *value = count == 0 ? rules->end_value(p) : -VALUE_MAX;
    struct position *child = position_new(p->world);
    bool done = (*nodes -= count) > 0;
    for (int i = 0; i < count && done; i++) {
        int gain = rules->play(p, moves[i].code, child), theirs = 0;
        done = plain_value(child, nodes, &theirs);
        *value = gain - theirs > *value ? gain - theirs : *value;
    }
    free(child);
    return done;
}

static void check_own_solver(const struct own_solver *own, const struct position *p, int value)
{
    void *solver = own->create(p->world, 1 << 16);
    struct limits none = {.source = CLOCK_OF_PROCESS};
    struct budget budget = budget_begin(&none, 1000);
    int low, high, unit = p->world->game->unit;
    own->bounds(solver, p, &low, &high);
    assert_true(low <= value && value <= high);
    int at_least = own->ask(solver, p, value, &budget);
    assert_true(at_least >= value && at_least <= value);
    assert_true(own->ask(solver, p, value + unit, &budget) < value + unit);
    unsigned move = own->remembered(solver, p);
    assert_true(move == SOLVER_NO_MOVE || position_has_move(p, move));
    own->destroy(solver);
}

static int check_solving(const struct fan *f)
{
    enum { TINY = 4000 };
    const struct solving *solving = f->p->world->rules->solving;
    int low, high, value, nodes = TINY;
    solving->bounds(f->p, &low, &high);
    assert_true(low <= high);
    (void)solving->is_near_end(f->p);
    if (!plain_value(f->p, &nodes, &value))
        return 0;
    assert_true(low <= value && value <= high);
    if (f->count == 0)
        return 1;
    struct solver *solver = solver_new(f->p->world, 1 << 16);
    struct limits none = {.source = CLOCK_OF_PROCESS};
    struct solution solution = solver_run(solver, f->p, &none);
    assert_int_equal(solution.low, value);
    assert_int_equal(solution.high, value);
    solver_free(solver);
    if (solving->own)
        check_own_solver(solving->own, f->p, value);
    return 1;
}

static void check_words(void (*const write)(struct text *, const void *), const void *about)
{
    struct text words = {0};
    write(&words, about);
    assert_true(words.length > 0 && !strchr(words.data, '\n'));
    text_free(&words);
}

static void write_scene(struct text *out, const void *scene)
{
    looks_describe(out, scene);
}

static void check_squares(const struct square *square, int count, int size)
{
    for (int i = 0; i < count; i++) {
        assert_in_range(square[i].row, 0, size - 1);
        assert_in_range(square[i].column, 0, size - 1);
    }
}

/* Of any game: without looks of its own the shape comes from its pictures. */
static void check_shape(struct fan *f, int i)
{
    static struct shape shape;
    int size = f->p->world->size, side = f->p->side;
    (void)play(f, i);
    shape_of(f->p, f->move[i].code, &shape);
    assert_true((shape.kind == SHAPE_NOWHERE) == (shape.cell_count == 0));
    check_squares(shape.cell, shape.cell_count, size);
    check_squares(shape.way, shape.way_count, size);
    check_squares(shape.effect, shape.effect_count, size);
    assert_true((shape.kind == SHAPE_WAY) == (shape.way_count >= 2));
    assert_int_equal(shape.gain, f->child->score[side] - f->p->score[side]);
    struct move replies[MOVES_MAX];
    struct move_context scene = {f->p, f->child, &shape,
                                 f->p->world->rules->moves(f->child, replies)};
    check_words(write_scene, &scene);
}

static uint8_t brush_of(const struct looks *looks, uint8_t paint)
{
    for (int i = 0; looks->brushes[i].name; i++)
        if (looks->brushes[i].paint == paint)
            return (uint8_t)i;
    return 0;
}

/* A board drawn by hand as the picture shows it is the same board. */
static void check_compose(const struct position *p)
{
    const struct game *game = p->world->game;
    const struct looks *looks = game->looks;
    if (!looks->has_mover && p->side != SIDE_FIRST)
        return;
    struct edited_board sketch = {.world = p->world, .side = p->side};
    struct picture before, after;
    game->draw(p, &before);
    for (int row = 0; row < before.rows; row++)
        for (int column = 0; column < before.columns; column++)
            sketch.brush[row][column] = brush_of(looks, before.cell[row][column].paint);
    struct text text = {0};
    looks->compose(&sketch, &text);
    struct problem *again = problem_from_text(text.data, game->variants[p->world->variant].name);
    game->draw(again->position, &after);
    assert_int_equal(again->position->side, p->side);
    for (int row = 0; row < before.rows; row++)
        for (int column = 0; column < before.columns; column++)
            assert_int_equal(after.cell[row][column].glyph, before.cell[row][column].glyph);
    problem_free(again);
    text_free(&text);
}

static void check_looks(struct fan *f)
{
    const struct game *game = f->p->world->game;
    for (int i = 0; i < f->count; i += 1 + f->count / 8)
        check_shape(f, i);
    for (int side = 0; side < 2; side++) {
        struct text words = {0};
        looks_standing(&words, f->p, side);
        assert_true(words.length > 0);
        text_clear(&words);
        looks_margin(&words, game, side ? 3 : -3);
        assert_true(words.length > 0);
        text_free(&words);
    }
    assert_in_range(looks_brushes(game), 0, BRUSHES_MAX);
    if (game->looks)
        check_compose(f->p);
}

/* An answer file's text, said as a line, is an answer in every dialect, and the same one in that
 * whose managers read lines like files. */
static void check_line(const struct fan *f)
{
    const struct game *game = f->p->world->game;
    const struct conversation *talk = game->conversation;
    struct text line = {0};
    bool same = false;
    game->answer_write(f->p, f->move[0].code, &line);
    line.data[--line.length] = 0;
    for (int dialect = 0; dialect < talk->dialects; dialect++) {
        struct text answer = {0};
        assert_non_null(talk->answer(line.data, line.length, dialect, &answer));
        assert_true(answer.length > 0);
        struct lines lines = lines_cut(answer.data, answer.length);
        unsigned code;
        struct notes notes = {0};
        same |= game->answer_read(f->p, &lines, &code, &notes) && code == f->move[0].code;
        lines_free(&lines);
        text_free(&answer);
    }
    assert_true(same);
    text_free(&line);
}

/* What is said is understood again, in every dialect. */
static void check_conversation(struct fan *f, bool first)
{
    const struct game *game = f->p->world->game;
    const struct conversation *talk = game->conversation;
    unsigned unasked;
    if (talk->is_unasked(f->p, &unasked)) {
        assert_true(f->count == 1 && f->move[0].code == unasked);
        return;
    }
    assert_in_range(talk->dialects, 1, DIALECTS_MAX);
    for (int dialect = 0; dialect < talk->dialects; dialect++) {
        struct text kept = {0};
        talk->hello(f->p->side, dialect, &kept);
        talk->turn(f->p, first, &kept);
        assert_int_equal(talk->dialect_of(kept.data), dialect);
        assert_true((talk->later_turn_sign(kept.data) == NULL) == first);
        size_t length = kept.length;
        assert_true(talk->before_end(kept.data, length) == length);
        struct problem *again = problem_from_text(kept.data,
                                                  game->variants[f->p->world->variant].name);
        assert_true(again->position->key == f->p->key && again->position->side == f->p->side);
        problem_free(again);
        talk->end(f->p, &kept);
        assert_true(kept.length > length);
        assert_true(talk->before_end(kept.data, kept.length) == length);
        text_free(&kept);
    }
    check_line(f);
}

/* A mistake is not found in an answer that is read back as it was meant, or mending leaves a text.
 */
static void check_mistakes(const struct fan *f)
{
    const struct game *game = f->p->world->game;
    struct text answer = {0}, mended = {0};
    game->answer_write(f->p, f->move[0].code, &answer);
    struct lines lines = lines_cut(answer.data, answer.length);
    for (const struct mistake *m = game->course->mistakes; m->what; m++) {
        text_clear(&mended);
        assert_true(m->what[0] != 0);
        if (m->mend(f->p, &lines, &mended))
            assert_true(mended.length > 0);
    }
    lines_free(&lines);
    text_free(&answer);
    text_free(&mended);
}

/* A player never finds every move of a new game risky. */
static void check_playing(const struct fan *f)
{
    search_filter *admits = player_filter(f->p->world->game);
    int admitted = 0;
    for (int i = 0; i < f->count; i++)
        admitted += !admits || admits(NULL, f->p, f->move[i].code);
    assert_true(f->count == 0 || f->p->ply > 0 || admitted > 0);
}

/* What is proven is a number, and no number is less than the least. */
static void check_facts(const struct fan *f)
{
    struct fact_rows rows = {0};
    facts_look(f->p, &rows);
    assert_true(rows.count <= FACT_ROWS);
    for (int i = 0; i < rows.count; i++) {
        const struct fact_row *row = &rows.row[i];
        assert_true(row->name[0] && row->unit[0] && row->label[0]);
        for (int side = 0; side < 2; side++) {
            const struct fact_number *number = &row->side[side];
            assert_true(number->value == -1 || number->value >= number->least);
            assert_true(!number->proven || number->value == number->least);
        }
        assert_false(row->side[0].wins && row->side[1].wins);
    }
}

static int check_position(struct fan *f, bool first, struct random *random)
{
    const struct rules *rules = f->p->world->rules;
    const struct game *game = f->p->world->game;
    f->count = rules->moves(f->p, f->move);
    for (int i = 0; i < f->count; i++)
        f->gain[i] = play(f, i);
    if (rules->guidance)
        check_guidance(f);
    if (rules->shortcuts)
        check_shortcuts(f, random);
    check_playing(f);
    if (f->count > 0 && f->p->ply % 16 == 0)
        check_facts(f);
    int solved = rules->solving ? check_solving(f) : 0;
    if (f->count == 0)
        return solved;
    check_looks(f);
    if (game->conversation)
        check_conversation(f, first);
    if (game->course)
        check_mistakes(f);
    return solved;
}

static void facets_of_positions(void **state)
{
    const struct scenario *scenario = *state;
    static struct fan fan;
    int solved = 0;
    bool has_solving = false;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct problem *problem = scenario_new(scenario, seed);
        struct random random = {seed};
        struct session *session = session_new(problem->position, PLIES_MAX);
        fan.child = position_new(problem->world);
        has_solving = problem->world->rules->solving != NULL;
        for (int ply = 0;; ply++) {
            fan.p = session_now(session);
            bool over = session_ending(session) != ENDING_NONE;
            int left = problem->world->rules->moves_left(fan.p);
            if (over || ply % 5 < 2 || left < 4)
                solved += check_position(&fan, ply < 2, &random);
            if (over)
                break;
            int count = problem->world->rules->moves(fan.p, fan.move);
            session_play(session, fan.move[random_below(&random, (unsigned)count)].code);
        }
        free(fan.child);
        session_free(session);
        problem_free(problem);
    }
    assert_true(!has_solving || solved > 0);
}

/* --- the constants --- */

static struct problem *made(const struct game *game, struct setup setup, int plies)
{
    struct notes notes = {0};
    struct problem *problem = game->create(&setup, &notes);
    if (!problem)
        fail_msg("%s: %s", game->name, notes_why(&notes));
    problem_play_random(problem, setup.seed, plies);
    return problem;
}

static void check_agent(const struct game *game, const char *spec)
{
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    if (!agent || !agent_suits(agent, game, &notes))
        fail_msg("%s: %s: %s", game->name, spec, notes_why(&notes));
    agent_free(agent);
}

static void check_traps(const struct game *game)
{
    const struct trap *traps = game->course->traps;
    for (const struct trap *trap = traps; trap->id; trap++) {
        for (const struct trap *other = traps; other != trap; other++)
            assert_string_not_equal(other->id, trap->id);
        assert_true(trap->name[0] && trap->advice && trap->advice[0]);
        struct problem *problem = trap->text ? problem_from_text(trap->text, NULL)
                                             : made(game, trap->setup, trap->plies);
        assert_ptr_equal(problem->world->game, game);
        assert_false(position_is_over(problem->position));
        if (trap->pipe_script) {
            struct text bytes = {0};
            assert_non_null(game->course->write_trap);
            game->course->write_trap(trap, problem->position, &bytes);
            assert_true(bytes.length > 0);
            text_free(&bytes);
        }
        problem_free(problem);
    }
}

static void check_grading(const struct game *game)
{
    const struct grading *grading = game->course->grading;
    const struct setup wanted = SETUP_DEFAULT;
    double points = 0;
    for (int part = 0; part < SYLLABUS_PARTS && grading->part[part].name; part++) {
        const struct syllabus_part *row = &grading->part[part];
        points += row->points;
        if (row->opponent)
            check_agent(game, row->opponent);
        for (int number = 1; number <= row->cases; number++) {
            struct syllabus_case c = {.part = part,
                                      .number = number,
                                      .opponent = row->opponent,
                                      .setup = wanted,
                                      .seconds = grading->time};
            grading->fill_case(&wanted, 7, &c);
            c.setup.seed = (uint64_t)number;
            problem_free(made(game, c.setup, c.plies)); /* a game that ends sooner is cut short */
        }
    }
    assert_true(points > 99.999 && points < 100.001);
}

static void facets_of_games(void **state)
{
    (void)state;
    for (int i = 0; games[i]; i++) {
        const struct course *course = games[i]->course;
        const struct setup usual = SETUP_DEFAULT;
        struct problem *problem = made(games[i], usual, 0);
        problem_free(problem);
        if (!course)
            continue;
        assert_true(course->convention->games > 0 && course->convention->words[0]);
        check_traps(games[i]);
        check_grading(games[i]);
        for (int level = 0; level < LEVELS; level++)
            check_agent(games[i], course->levels[level].spec);
        for (const struct bench_row *row = course->bench; row->depth > 0; row++)
            problem_free(made(games[i], row->setup, row->plies));
        problem_free(made(games[i], course->demo->setup, 0));
        check_agent(games[i], course->demo->opponent);
        for (const char *const *stem = course->naming->stems; *stem; stem++)
            assert_true((*stem)[0] && !strchr(*stem, '.') && !strchr(*stem, '/'));
    }
}

int main(void)
{
    enum { MOST = 64 };
    static struct scenario all[MOST];
    static char names[MOST][80];
    struct CMUnitTest tests[MOST + 1];
    size_t count = 0;
    for (int n = all_scenarios(all, MOST); count < (size_t)n; count++) {
        snprintf(names[count], sizeof names[count], "%s", scenario_name(&all[count]));
        tests[count] = (struct CMUnitTest){names[count], facets_of_positions, NULL, NULL,
                                           &all[count]};
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(facets_of_games);
    return _cmocka_run_group_tests("facets", tests, count, NULL, NULL);
}
