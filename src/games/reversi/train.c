/* reversi_train - learns a set of pattern weights (patterns.h) from games against itself
 *
 * A game begins with random moves, a third of the board's squares at most. Then both sides search,
 * --nodes a move, until --solve squares are empty; from there on every position is solved, and the
 * game goes on by best moves or, half of the time, by random ones. A solved position teaches its
 * own value. One before teaches a mixture: the outcome of best play from where the solver came in,
 * or of the game if it ended before, and what its own search said. A win teaches more than the
 * margin, but a clear one more than a narrow one, since who leads by far is surer to win.
 *
 * In the first round the players have the estimate of evaluate.c, in each further one what was
 * learned from the rounds so far; all of them make the set. What is built in plays no part. The
 * same call gives the same set, whatever --jobs is, as long as search, solver, rules and the plain
 * estimate are the same: --commit tells of which commit they are, and the set says so.
 *
 * Exit status: 0; 2 if the call cannot be understood; 70 if the set cannot be written.
 */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "game/tuning.h"
#include "games/reversi/fitting.h"
#include "games/reversi/packing.h"
#include "games/reversi/reversi.h"
#include "search/search.h"
#include "search/solve.h"

extern const struct game game_reversi;

enum { HASH_BYTES = 1 << 18, PLIES_MAX = 128, STATUS_CALL = 2, STATUS_OURS = 70 };

/* How much of a mixture is the search's own word, and how far ahead is clearly ahead, in discs. */
static const double searched_share = 0.4, clear_lead = 6;

struct call {
    int size, games, rounds, solve, jobs;
    const char *rules, *write, *commit;
    uint64_t nodes, seed;
};

struct samples {
    struct fit_sample *list;
    size_t count, capacity;
};

static void add_samples(struct samples *to, const struct fit_sample *from, size_t count)
{
    if (to->count + count > to->capacity) {
        to->capacity = 2 * (to->count + count);
        to->list = memory_resize(to->list, to->capacity * sizeof *to->list);
    }
    memcpy(to->list + to->count, from, count * sizeof *from);
    to->count += count;
}

/* --- a game --- */

struct round {
    const struct call *call;
    int number;
    const struct pattern_set *players; /* NULL: the first round's */
};

/* A game being played. Its first samples, taken by search, are open until the outcome is known. */
struct play {
    const struct round *round;
    struct problem *problem;
    struct position *child;
    struct search *search;
    struct solver *solver;
    struct random random;
    uint32_t game;
    struct samples samples;
    size_t open;
    uint8_t mover[PLIES_MAX];    /* of each open sample, … */
    bool is_searched[PLIES_MAX]; /* … and whether its chance is a search's word */
};

static double chance_of_odds(double odds)
{
    return 1 / (1 + exp(-odds));
}

/* What an outcome teaches; margin: of the mover, in discs. */
static double lesson(double margin)
{
    double win = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    return 0.5 * win + 0.5 * chance_of_odds(margin / clear_lead);
}

static void take_sample(struct play *play, double chance)
{
    const struct position *p = play->problem->position;
    reversi_cells cells;
    struct fit_sample s = {.chance = (float)chance, .game = play->game};
    reversi_get(p, cells);
    for (int square = 0; square < 64; square++) {
        int owner = cells[square / 8][square % 8];
        if (owner != 0)
            *(owner - 1 == p->side ? &s.own : &s.other) |= UINT64_C(1) << square;
    }
    add_samples(&play->samples, &s, 1);
}

/* The outcome of what was played by search, as a margin of the side to move now. */
static void settle(struct play *play, double margin)
{
    for (size_t i = 0; i < play->open; i++) {
        float *chance = &play->samples.list[i].chance;
        bool same = play->mover[i] == play->problem->position->side;
        double share = play->is_searched[i] ? searched_share : 0;
        double outcome = lesson(same ? margin : -margin);
        *chance = (float)(share * (double)*chance + (1 - share) * outcome);
    }
    play->open = 0;
}

static void make_move(struct play *play, unsigned code)
{
    struct position *p = play->problem->position;
    p->world->rules->play(p, code, play->child);
    play->problem->position = play->child;
    play->child = p;
}

static void make_random_move(struct play *play)
{
    struct move moves[MOVES_MAX];
    const struct position *p = play->problem->position;
    int count = p->world->rules->moves(p, moves);
    make_move(play, moves[random_below(&play->random, (unsigned)count)].code);
}

static int empty_squares(const struct position *p)
{
    return p->world->size * p->world->size - p->score[0] - p->score[1];
}

static void search_move(struct play *play)
{
    const struct position *p = play->problem->position;
    struct limits limits = {.source = CLOCK_OF_THREAD, .nodes = play->round->call->nodes};
    struct search_result result = search_run(play->search, p, &limits, NULL, NULL);
    play->mover[play->open] = p->side;
    play->is_searched[play->open++] = result.depth > 0;
    take_sample(play, chance_of_odds((double)result.value / PATTERN_SPREAD));
    make_move(play, result.move);
}

static void solve_move(struct play *play)
{
    const struct position *p = play->problem->position;
    struct limits none = {.source = CLOCK_OF_THREAD};
    struct solution solution = solver_run(play->solver, p, &none);
    double margin = position_points(p, solution.low);
    settle(play, margin);
    take_sample(play, lesson(margin));
    unsigned best;
    if (random_below(&play->random, 2) == 0 ||
        !solver_best(play->solver, p, solution.low, &none, &best))
        make_random_move(play);
    else
        make_move(play, best);
}

/* The world of this round's players. */
static struct problem *create(const struct round *round)
{
    const struct call *call = round->call;
    struct setup setup = SETUP_DEFAULT;
    struct notes notes = {0};
    setup.size = call->size;
    setup.variant = call->rules;
    struct problem *problem = game_reversi.create(&setup, &notes);
    ((struct reversi_world *)problem->world)->patterns = round->players;
    reversi_cells cells;
    reversi_get(problem->position, cells);
    reversi_kind(call->size)->set(problem->position, cells); /* indices and all */
    return problem;
}

static void play_game(void *context, int number, void *out)
{
    const struct round *round = context;
    const struct call *call = round->call;
    struct play play = {.round = round, .problem = create(round)};
    play.game = (uint32_t)(round->number * call->games + number);
    play.random.state = hash64(call->seed ^ (uint64_t)play.game << 20);
    const struct world *world = play.problem->world;
    play.child = position_new(world);
    play.search = search_new(world,
                             &(struct search_options){.hash_bytes = HASH_BYTES, .no_solver = true});
    play.solver = solver_new(world, HASH_BYTES);
    unsigned opening = random_below(&play.random, (unsigned)(call->size * call->size / 3));
    while (opening-- > 0 && !position_is_over(play.problem->position))
        make_random_move(&play);
    while (!position_is_over(play.problem->position))
        if (empty_squares(play.problem->position) > call->solve)
            search_move(&play);
        else
            solve_move(&play);
    const struct position *end = play.problem->position;
    settle(&play, position_points(end, world->rules->end_value(end)));
    *(struct samples *)out = play.samples;
    search_free(play.search);
    solver_free(play.solver);
    free(play.child);
    problem_free(play.problem);
}

/* --- rounds --- */

struct collection {
    struct round round; /* first: the jobs see no more of it */
    struct samples *samples;
};

static bool take_game(void *context, int number, const void *result)
{
    struct collection *collection = context;
    struct samples played = *(const struct samples *)result;
    add_samples(collection->samples, played.list, played.count);
    free(played.list);
    int games = collection->round.call->games;
    if ((number + 1) % (games / 10 + 1) == 0)
        fprintf(stderr, "round %d: %d of %d games, %zu positions\n", collection->round.number + 1,
                number + 1, games, collection->samples->count);
    return true;
}

static void play_round(struct round round, struct samples *samples)
{
    struct collection collection = {round, samples};
    struct jobs jobs = {.count = round.call->games,
                        .threads = round.call->jobs,
                        .result_bytes = sizeof *samples,
                        .work = play_game,
                        .deliver = take_game,
                        .context = &collection};
    jobs_run(&jobs);
}

static uint64_t hash_of(const struct samples *samples)
{
    uint64_t hash = samples->count;
    for (size_t i = 0; i < samples->count; i++) {
        const struct fit_sample *s = &samples->list[i];
        hash = hash64(hash ^ s->own);
        hash = hash64(hash ^ s->other);
        hash = hash64(hash ^ (uint64_t)lrintf(s->chance * 0x1p20f));
    }
    return hash;
}

/* A comment for people; the errors are among the words. */
static void add_errors(const struct pattern_set *set, struct text *out)
{
    for (int stage = 0; stage < set->layout->stages; stage++) {
        text_add(out, "// stage %d, errors by depth:", stage);
        for (int row = 0; row < PATTERN_DEPTHS; row++)
            text_add(out, " %d", set->error[stage][row]);
        text_add(out, "\n");
    }
}

static void write_set(const struct call *call, const struct samples *samples,
                      const struct fit_report *report, const struct pattern_set *set,
                      const uint64_t *words, size_t count)
{
    struct text out = {0};
    text_add(&out, "// clang-format off\n");
    text_add(&out,
             "// reversi_train --size %d --rules %s --games %d --rounds %d --nodes %" PRIu64
             " --solve %d --seed %" PRIu64 "\n",
             call->size, call->rules, call->games, call->rounds, call->nodes, call->solve,
             call->seed);
    text_add(&out, "// by the search and the solver of commit %s\n", call->commit);
    text_add(&out, "// data: %zu positions to train with, %zu held out, hash %016" PRIx64 "\n",
             report->trained, report->held_out, hash_of(samples));
    text_add(&out, "// loss in training: %.6f, held out: %.6f; of a coin: %.6f\n",
             report->train_loss, report->held_out_loss, report->constant);
    text_add(&out, "// %zu bytes\n", count * sizeof *words);
    add_errors(set, &out);
    for (size_t i = 0; i < count; i++)
        text_add(&out, "0x%" PRIx64 ",%s", words[i], i % 5 == 4 || i + 1 == count ? "\n" : "");
    if (!file_replace(call->write, out.data, out.length)) {
        fprintf(stderr, "reversi_train: %s cannot be written\n", call->write);
        exit(STATUS_OURS);
    }
    text_free(&out);
}

/* --- how far shallow searches are off --- */

/* Samples of a stage that are searched, at most; and one sample in this many, at most. */
enum { MEASURED = 150, MEASURED_PART = 8, DEPTH_MAX = PATTERN_DEPTH_MIN + PATTERN_DEPTHS - 1 };

/* The values of one search, by depth; 0: not known. */
struct values {
    int at[DEPTH_MAX + 1];
};

static void note_value(void *context, const struct search_result *result)
{
    struct values *values = context;
    if (!result->proven && abs(result->value) < REVERSI_WIN / 2)
        values->at[result->depth] = result->value;
}

static void search_sample(struct search *search, const struct world *world,
                          const struct fit_sample *s, struct values *values)
{
    reversi_cells cells = {{0}};
    for (int square = 0; square < 64; square++)
        cells[square / 8][square % 8] = (unsigned char)(s->own >> square & 1     ? 1
                                                        : s->other >> square & 1 ? 2
                                                                                 : 0);
    struct position *p = position_new(world);
    p->world = world;
    reversi_kind(world->size)->set(p, cells);
    struct limits limits = {.source = CLOCK_OF_THREAD, .depth = DEPTH_MAX};
    if (!position_is_over(p))
        search_run(search, p, &limits, note_value, values);
    free(p);
}

/* Searches some samples of each stage to all depths. The set has no errors yet, so ProbCut is off.
 */
static void measure(const struct call *call, const struct samples *samples, struct pattern_set *set)
{
    struct round round = {call, 0, set};
    struct problem *problem = create(&round);
    struct search *search = search_new(
        problem->world, &(struct search_options){.hash_bytes = HASH_BYTES, .no_solver = true});
    struct random random = {call->seed};
    double sum[PATTERN_STAGES][PATTERN_DEPTHS] = {{0}};
    int count[PATTERN_STAGES][PATTERN_DEPTHS] = {{0}}, taken[PATTERN_STAGES] = {0};
    for (size_t i = 0; i < samples->count / MEASURED_PART; i++) {
        const struct fit_sample *s = &samples->list[random_next(&random) % samples->count];
        int stage = pattern_stage(set->layout, __builtin_popcountll(s->own | s->other));
        if (taken[stage]++ >= MEASURED)
            continue;
        struct values values = {{0}};
        search_sample(search, problem->world, s, &values);
        for (int row = 0; row < PATTERN_DEPTHS; row++) {
            int depth = PATTERN_DEPTH_MIN + row;
            int deep = values.at[depth], shallow = values.at[pattern_shallow(depth)];
            if (deep == 0 || shallow == 0)
                continue;
            sum[stage][row] += (double)(deep - shallow) * (deep - shallow);
            count[stage][row]++;
        }
    }
    for (int i = 0; i < PATTERN_STAGES * PATTERN_DEPTHS; i++) {
        int stage = i / PATTERN_DEPTHS, row = i % PATTERN_DEPTHS, n = count[stage][row];
        set->error[stage][row] = (uint16_t)(n > 1 ? lround(sqrt(sum[stage][row] / n)) : 0);
    }
    search_free(search);
    problem_free(problem);
}

/* All rounds. */
static void train(const struct call *call)
{
    const struct pattern_layout *layout = pattern_layout(call->size);
    struct pattern_set set = {.layout = layout};
    set.weights = memory_zero((size_t)layout->stages * (size_t)layout->cells);
    struct samples samples = {0};
    struct fit_report report;
    for (int number = 0; number < call->rounds; number++) {
        struct round round = {call, number, number > 0 ? &set : NULL};
        play_round(round, &samples);
        fit_patterns(layout, samples.list, samples.count, set.weights, &report);
        fprintf(stderr, "round %d: loss %.6f in training, %.6f held out\n", number + 1,
                report.train_loss, report.held_out_loss);
    }
    uint64_t *words;
    measure(call, &samples, &set);
    size_t count = pack_set(&set, &words);
    printf("%zu positions, loss %.6f in training, %.6f held out, %zu bytes\n",
           report.trained + report.held_out, report.train_loss, report.held_out_loss,
           count * sizeof *words);
    if (call->write)
        write_set(call, &samples, &report, &set, words, count);
    free(words);
    free(set.weights);
    free(samples.list);
}

/* --- the call --- */

static void refuse(const char *option, const char *text)
{
    fprintf(stderr, "reversi_train: --%s %s: cannot be\n", option, text);
    exit(STATUS_CALL);
}

static uint64_t number_of(const char *option, const char *text, uint64_t low, uint64_t high)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != 0 || value < low || value > high)
        refuse(option, text);
    return value;
}

static const char *commit_of(const char *text)
{
    enum { SHORTEST = 7, LONGEST = 40 };
    size_t length = strlen(text);
    if (length < SHORTEST || length > LONGEST || strspn(text, "0123456789abcdef") != length)
        refuse("commit", text);
    return text;
}

int main(int argc, char **argv)
{
    struct call call = {
        .size = 8, .games = 1000, .rounds = 3, .solve = 12, .jobs = 1, .nodes = 300, .seed = 1};
    call.rules = game_reversi.variants[0].name;
    call.commit = "unknown";
    static const struct option options[] = {{"size", required_argument, NULL, 's'},
                                            {"rules", required_argument, NULL, 'v'},
                                            {"games", required_argument, NULL, 'g'},
                                            {"rounds", required_argument, NULL, 'r'},
                                            {"nodes", required_argument, NULL, 'n'},
                                            {"solve", required_argument, NULL, 'e'},
                                            {"seed", required_argument, NULL, 'S'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"write", required_argument, NULL, 'w'},
                                            {"commit", required_argument, NULL, 'c'},
                                            {0}};
    int option, row;
    while ((option = getopt_long(argc, argv, "", options, &row)) != -1)
        switch (option) {
        case 's': call.size = (int)number_of("size", optarg, 1, 64); break;
        case 'v': call.rules = optarg; break;
        case 'g': call.games = (int)number_of("games", optarg, 1, 10000000); break;
        case 'r': call.rounds = (int)number_of("rounds", optarg, 1, 100); break;
        case 'n': call.nodes = number_of("nodes", optarg, 1, UINT32_MAX); break;
        case 'e': call.solve = (int)number_of("solve", optarg, 0, 24); break;
        case 'S': call.seed = number_of("seed", optarg, 0, UINT64_MAX); break;
        case 'j': call.jobs = (int)number_of("jobs", optarg, 1, JOBS_THREADS_MAX); break;
        case 'w': call.write = optarg; break;
        case 'c': call.commit = commit_of(optarg); break;
        default: return STATUS_CALL;
        }
    if (optind < argc) {
        fprintf(stderr, "reversi_train: %s: not an option\n", argv[optind]);
        return STATUS_CALL;
    }
    if (!pattern_layout(call.size))
        refuse("size", "of boards without patterns");
    if (game_variant(&game_reversi, call.rules) < 0)
        refuse("rules", call.rules);
    train(&call);
    return 0;
}
