#include "referee/course/syllabus.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/options.h"
#include "referee/course/prove.h"
#include "referee/match/conventions.h"

enum { BOARDS_TRIED = 300 };

/* Seeds have at most 53 bits, so that every JSON reader keeps them exact. */
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

static bool make_case(const struct syllabus *s, const struct grading *grading,
                      const struct syllabus_options *o, struct syllabus_case *c,
                      struct notes *notes)
{
    double time = o->time > 0 ? o->time : grading->time;
    bool per_move = s->game->game_seconds == 0;
    c->opponent = s->part[c->part].opponent;
    c->setup = o->setup;
    c->seconds = per_move ? 0 : time;
    c->cap = per_move ? time : 0;
    grading->fill_case(&o->setup, o->seed, c);
    c->setup.seed = draw_seed(o->seed, c, 0);
    int solved = s->game->size_solved;
    if (grading->winnable && solved > 0 && c->setup.size > solved) {
        notes_fault(
            notes, 0,
            "size: expected at most %d, found %d: only boards that the first player is shown to win are graded, and larger ones are not solved",
            solved, c->setup.size);
        return false;
    }
    for (int board = 1; grading->winnable && !is_winnable(s, c); board++) {
        if (board == BOARDS_TRIED) {
            notes_fault(
                notes, 0,
                "%d boards of size %d, and none that the first player is shown to win: choose another size or other options",
                board, c->setup.size);
            return false;
        }
        c->setup.seed = draw_seed(o->seed, c, board);
    }
    return true;
}

static bool make_cases(struct syllabus *s, const struct grading *grading,
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
            if (!make_case(s, grading, o, c, notes))
                return false;
        }
    return true;
}

/* Adds a case on a given board: a single move, or a game in which the agent moves first. */
static struct syllabus_case given_case(const struct syllabus *s, const struct grading *grading,
                                       const struct syllabus_options *o, int board)
{
    struct problem *problem = board_problem(&s->boards->board[board], s->game, o->setup.variant);
    bool is_game = grading->given_game.name && !(grading->given_move.name && problem->single);
    bool per_move = s->game->game_seconds == 0;
    double time = o->time > 0                         ? o->time
                  : problem->seconds > 0 && !per_move ? problem->seconds
                                                      : grading->time;
    struct syllabus_case c = {.part = is_game,
                              .setup = o->setup,
                              .board = board + 1,
                              .opponent = is_game ? grading->given_game.opponent : NULL,
                              .seconds = per_move ? 0 : time,
                              .cap = per_move ? time : 0};
    c.setup.size = problem->world->size;
    problem_free(problem);
    return c;
}

/* Makes the cases of the given boards, part by part; a part without cases is left out. */
static void take_boards(struct syllabus *s, const struct grading *grading,
                        const struct syllabus_options *o)
{
    const struct syllabus_part *const kinds[2] = {&grading->given_move, &grading->given_game};
    int total = o->boards->count;
    s->boards = o->boards;
    s->cases = memory_zero((size_t)total * sizeof *s->cases);
    for (int kind = 0; kind < 2; kind++) {
        struct syllabus_part *part = &s->part[s->part_count];
        *part = *kinds[kind];
        part->cases = 0;
        for (int board = 0; board < total; board++) {
            struct syllabus_case c = given_case(s, grading, o, board);
            if (c.part != kind)
                continue;
            c.part = s->part_count;
            c.number = ++part->cases;
            c.setup.seed = draw_seed(o->seed, &c, 0);
            s->cases[s->case_count++] = c;
        }
        part->points = 100.0 * part->cases / total;
        s->part_count += part->cases > 0;
    }
}

struct syllabus *syllabus_new(const struct syllabus_options *o, struct notes *notes)
{
    if (!o->game->course) {
        notes_fault(notes, 0, "%s: there is no course that grades it", o->game->title);
        return NULL;
    }
    const struct grading *grading = o->game->course->grading;
    struct problem *trial = o->game->create(&o->setup, notes);
    if (!trial)
        return NULL;
    problem_free(trial);
    struct syllabus *s = memory_zero(sizeof *s);
    s->game = o->game;
    s->seed = o->seed;
    if (o->boards) {
        take_boards(s, grading, o);
        return s;
    }
    for (; s->part_count < SYLLABUS_PARTS && grading->part[s->part_count].name; s->part_count++) {
        struct syllabus_part *part = &s->part[s->part_count];
        *part = grading->part[s->part_count];
        int wanted = part->opponent ? o->games : o->positions;
        part->cases = wanted > 0 ? wanted : part->cases;
    }
    if (make_cases(s, grading, o, notes))
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

bool syllabus_read_choice(const char *text, struct syllabus_choice *choice)
{
    *choice = (struct syllabus_choice){0};
    size_t name = strcspn(text, ":");
    const char *at = text + name + 1;
    long number = 0;
    if (text[name] != ':' || name == 0 || name >= sizeof choice->part ||
        !string_integer(&at, 1, 1000000, &number))
        return false;
    memcpy(choice->part, text, name);
    choice->number = (int)number;
    return !*at ||
           (*at == '@' && line_number(line_from(at + 1), &choice->seconds) && choice->seconds > 0);
}

static const struct syllabus_choice *chosen(const struct syllabus *s, const struct syllabus_case *c,
                                            const struct syllabus_choice *choices, int count)
{
    for (int i = 0; i < count; i++)
        if (choices[i].number == c->number && strcmp(choices[i].part, s->part[c->part].name) == 0)
            return &choices[i];
    return NULL;
}

/* Removes parts without cases, and renumbers the others. */
static void close_up(struct syllabus *s, const int kept[SYLLABUS_PARTS])
{
    int place[SYLLABUS_PARTS], parts = 0;
    for (int part = 0; part < s->part_count; part++) {
        struct syllabus_part p = s->part[part];
        place[part] = parts;
        if (kept[part] == 0)
            continue;
        p.points *= p.scoring == SCORING_EACH ? (double)kept[part] / p.cases : 1;
        p.cases = kept[part];
        s->part[parts++] = p;
    }
    s->part_count = parts;
    for (int i = 0; i < s->case_count; i++)
        s->cases[i].part = place[s->cases[i].part];
}

bool syllabus_keep(struct syllabus *s, const struct syllabus_choice *choices, int count,
                   struct notes *notes)
{
    int kept[SYLLABUS_PARTS] = {0}, cases = 0;
    for (int i = 0; i < s->case_count; i++) {
        struct syllabus_case *c = &s->cases[i];
        const struct syllabus_choice *choice = chosen(s, c, choices, count);
        if (!choice)
            continue;
        if (choice->seconds > 0)
            *(c->seconds > 0 ? &c->seconds : &c->cap) = choice->seconds;
        kept[c->part]++;
        s->cases[cases++] = *c;
    }
    s->case_count = cases;
    if (cases < count) {
        notes_fault(notes, 0, "expected cases of this grading, each once, such as %s:1",
                    s->part[0].name);
        return false;
    }
    close_up(s, kept);
    return true;
}

struct problem *syllabus_problem(const struct syllabus *s, const struct syllabus_case *c)
{
    struct notes notes = {0};
    if (c->board)
        return board_problem(&s->boards->board[c->board - 1], s->game, c->setup.variant);
    for (int plies = c->plies;; plies--) { /* fewer if the game ends before */
        struct problem *problem = s->game->create(&c->setup, &notes);
        assert(problem); /* syllabus_new() has tried it, and the courses' own boards are in range */
        problem_play_random(problem, c->setup.seed, plies);
        if (plies == 0 || !position_is_over(problem->position))
            return problem;
        problem_free(problem);
    }
}

/* Adds the options of all games, "kinds 4, blocks -1", so that the keys of all states are alike. */
static void add_options(const struct game *game, const struct setup *setup, struct text *out)
{
    struct setup_option names[OPTION_NAMES_MAX];
    int count = option_names(names);
    for (int i = 0; i < count; i++) {
        int row = option_row(game, names[i].name);
        bool is_set = row >= 0 && setup->option[row] >= game->options[row].min;
        int unset = names[i].standard < 0 ? -1 : 0;
        text_add(out, "%s %d, ", names[i].name, is_set ? setup->option[row] : unset);
    }
}

void syllabus_key(const struct syllabus *s, const struct syllabus_case *c, struct text *out)
{
    const char *variant = c->setup.variant ? c->setup.variant : s->game->variants[0].name;
    text_add(out, "%s %s %d: ", s->game->name, s->part[c->part].name, c->number);
    text_add(out, "%s, size %d, ", c->opponent ? c->opponent : "a position", c->setup.size);
    add_options(s->game, &c->setup, out);
    text_add(out, "rules %s, ", variant);
    text_add(out, "seed %" PRIu64 ", plies %d, first %d, time %g, cap %g", c->setup.seed, c->plies,
             c->first, c->seconds, c->cap);
    if (c->board)
        text_add(out, ", board %016" PRIx64, board_hash(&s->boards->board[c->board - 1]));
    else if (c->opponent && convention_of(s->game)->draws_opener)
        text_add(out, ", opener %d", convention_opener(s->game, c->setup.seed));
}
