#include "referee/course/syllabus.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "referee/course/prove.h"

enum { BOARDS_TRIED = 300 };

struct course {
    const char *game;
    double time;   /* seconds of a game, or, if the rules limit that, of a move */
    bool winnable; /* only boards on which the first player is shown to win */
    struct syllabus_part part[SYLLABUS_PARTS];
    /* Sets what differs from case to case; all else is set, seconds to the game's time. */
    void (*vary)(const struct syllabus_options *, struct syllabus_case *);
};

/* --- how cases differ --- */

/* Of a table with so many entries, that of a case. */
#define OF(table, number) ((table)[((number)-1) % (int)(sizeof(table) / sizeof *(table))])

/* Boards from the smallest to the largest, full and half empty; times as late in a game. */
static void vary_fruit(const struct syllabus_options *o, struct syllabus_case *c)
{
    static const struct {
        int size, kinds, plies;
    } boards[] = {{10, 4, 0}, {2, 3, 0},  {3, 1, 0},   {3, 2, 2},   {3, 9, 0},
                  {1, 1, 0},  {5, 2, 3},  {6, 4, 0},   {8, 3, 10},  {10, 4, 20},
                  {26, 9, 0}, {4, 9, 12}, {7, 5, 8},   {12, 6, 0},  {15, 4, 30},
                  {16, 9, 0}, {17, 3, 0}, {20, 5, 40}, {26, 2, 10}, {26, 4, 60},
                  {9, 9, 60}, {11, 7, 0}, {13, 8, 50}, {14, 2, 5},  {26, 9, 250}};
    static const double part_of_time[] = {1.0 / 60, 1.0 / 300, 1.0 / 30, 1.0 / 150, 1.0 / 20};
    if (c->opponent) {
        c->first = (int)(hash64(o->seed + (uint64_t)c->part) & 1) ^ ((c->number - 1) & 1);
        return;
    }
    c->setup.size = OF(boards, c->number).size;
    c->setup.kinds = OF(boards, c->number).kinds;
    c->plies = OF(boards, c->number).plies;
    c->seconds *= OF(part_of_time, c->number);
}

/* Odd numbers of moves leave White to move. Five of nine games have the first move. */
static void vary_halma(const struct syllabus_options *o, struct syllabus_case *c)
{
    static const int plies[] = {0, 1, 10, 25, 40, 61, 80, 121, 160, 201};
    static const double part_for_move[] = {0.1, 0.05, 0.02, 0.01, 0.05};
    static const double part_of_time[] = {1, 0.6, 1.5, 0.8, 1.2, 1, 0.5, 0.75, 2};
    (void)o;
    if (c->opponent) {
        c->first = (c->number - 1) & 1;
        c->seconds *= OF(part_of_time, c->number);
        return;
    }
    c->plies = OF(plies, c->number);
    c->seconds *= OF(part_for_move, c->number);
}

static void vary_laser(const struct syllabus_options *o, struct syllabus_case *c)
{
    static const int sizes[] = {6, 7, 8, 9, 7, 8, 9};
    if (o->setup.size == 0)
        c->setup.size = OF(sizes, c->number);
}

/* Each size with both colours, first from the start, then after four random moves. */
static void vary_reversi(const struct syllabus_options *o, struct syllabus_case *c)
{
    static const int sizes[] = {6, 6, 8, 8, 10, 10};
    if (o->setup.size == 0)
        c->setup.size = OF(sizes, c->number);
    c->first = (c->number - 1) & 1;
    c->plies = c->number > (int)(sizeof sizes / sizeof *sizes) ? 4 : 0;
}

/* --- what the courses test --- */

static const struct course courses[] = {
    {"fruit", .time = 300,
     .part = {{"positions", "single positions", NULL, 25, 25, SCORING_EACH, false},
              {"random", "majority of games against random", "random", 11, 25, SCORING_MAJORITY,
               false},
              {"minimax", "majority of games against minimax of depth 3", "minimax:depth=3", 11, 50,
               SCORING_MAJORITY, false}},
     .vary = vary_fruit},
    {"halma", .time = 100,
     .part = {{"positions", "single moves", NULL, 10, 10, SCORING_EACH, false},
              {"minimax", "games against plain minimax", "minimax:depth=2", 9, 90, SCORING_EACH,
               false}},
     .vary = vary_halma},
    {"laser", .time = 60, .winnable = true,
     .part = {{"random", "boards that can be won, against random", "random", 6, 30, SCORING_EACH,
               false},
              {"greedy", "boards that can be won, against greedy", "greedy", 7, 35, SCORING_EACH,
               false},
              {"minimax", "boards that can be won, against minimax", "minimax:depth=3", 7, 35,
               SCORING_EACH, false}},
     .vary = vary_laser},
    {"reversi", .time = 10,
     .part = {{"randy", "games against Randy, who plays at random", "random", 12, 40, SCORING_EACH,
               true},
              {"minimax", "games against minimax of depth 3", "minimax:depth=3", 6, 30,
               SCORING_EACH, true},
              {"alphabeta", "games against alpha-beta of depth 4",
               "alphabeta:depth=4,caching,ordering", 6, 30, SCORING_EACH, true}},
     .vary = vary_reversi},
};

static const struct course *course_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof courses / sizeof *courses; i++)
        if (strcmp(courses[i].game, game->name) == 0)
            return &courses[i];
    return NULL;
}

/* --- making it --- */

/* Seeds are short enough for every reader of JSON. */
static uint64_t draw_seed(uint64_t seed, const struct syllabus_case *c, int board)
{
    return hash64(hash64(hash64(seed) + (uint64_t)(c->part << 16 | c->number)) + (uint64_t)board) >>
           11;
}

static bool is_winnable(const struct syllabus *s, const struct syllabus_case *c)
{
    struct problem *problem = syllabus_problem(s, c);
    bool yes = prove_win(problem->position) == PROOF_YES;
    problem_free(problem);
    return yes;
}

static bool make_case(const struct syllabus *s, const struct course *course,
                      const struct syllabus_options *o, struct syllabus_case *c,
                      struct notes *notes)
{
    double time = o->time > 0 ? o->time : course->time;
    bool per_move = s->game->game_seconds == 0;
    c->opponent = s->part[c->part].opponent;
    c->setup = o->setup;
    c->seconds = per_move ? 0 : time;
    c->cap = per_move ? time : 0;
    course->vary(o, c);
    c->setup.seed = draw_seed(o->seed, c, 0);
    for (int board = 1; course->winnable && !is_winnable(s, c); board++) {
        if (board == BOARDS_TRIED) {
            notes_fault(notes, 0,
                        "%d boards of size %d, and none that the first player is shown "
                        "to win: choose another size or another number of blocks",
                        board, c->setup.size);
            return false;
        }
        c->setup.seed = draw_seed(o->seed, c, board);
    }
    return true;
}

static bool make_cases(struct syllabus *s, const struct course *course,
                       const struct syllabus_options *o, struct notes *notes)
{
    for (int part = 0; part < s->part_count; part++)
        s->case_count += s->part[part].cases;
    s->cases = memory_zero((size_t)s->case_count * sizeof *s->cases);
    struct syllabus_case *c = s->cases;
    for (int part = 0; part < s->part_count; part++)
        for (int number = 1; number <= s->part[part].cases; number++, c++) {
            c->part = part;
            c->number = number;
            if (!make_case(s, course, o, c, notes))
                return false;
        }
    return true;
}

struct syllabus *syllabus_new(const struct syllabus_options *o, struct notes *notes)
{
    const struct course *course = course_of(o->game);
    if (!course) {
        notes_fault(notes, 0, "%s: there is no course that grades it", o->game->title);
        return NULL;
    }
    struct problem *trial = o->game->create(&o->setup, notes);
    if (!trial)
        return NULL;
    problem_free(trial);
    struct syllabus *s = memory_zero(sizeof *s);
    s->game = o->game;
    s->seed = o->seed;
    for (; s->part_count < SYLLABUS_PARTS && course->part[s->part_count].name; s->part_count++) {
        struct syllabus_part *part = &s->part[s->part_count];
        *part = course->part[s->part_count];
        int wanted = part->opponent ? o->games : o->positions;
        part->cases = wanted > 0 ? wanted : part->cases;
    }
    if (make_cases(s, course, o, notes))
        return s;
    syllabus_free(s);
    return NULL;
}

void syllabus_free(struct syllabus *s)
{
    if (!s)
        return;
    free(s->cases);
    free(s);
}

struct problem *syllabus_problem(const struct syllabus *s, const struct syllabus_case *c)
{
    struct notes notes = {0};
    for (int plies = c->plies;; plies--) { /* fewer, if the game has ended by then */
        struct problem *problem = s->game->create(&c->setup, &notes);
        assert(problem); /* syllabus_new() has tried it, and every course's boards are in range */
        problem_play_random(problem, c->setup.seed, plies);
        if (plies == 0 || !position_is_over(problem->position))
            return problem;
        problem_free(problem);
    }
}

void syllabus_key(const struct syllabus *s, const struct syllabus_case *c, struct text *out)
{
    const char *variant = c->setup.variant ? c->setup.variant : s->game->variants[0];
    text_add(out, "%s %s %d: ", s->game->name, s->part[c->part].name, c->number);
    text_add(out, "%s, size %d, kinds %d, blocks %d, rules %s, ",
             c->opponent ? c->opponent : "a position", c->setup.size, c->setup.kinds,
             c->setup.blocks, variant);
    text_add(out, "seed %" PRIu64 ", plies %d, first %d, time %g, cap %g", c->setup.seed, c->plies,
             c->first, c->seconds, c->cap);
}
