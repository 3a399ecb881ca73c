/* halma_train - learns a net (net.h) from games against itself
 *
 * A game begins with some random moves, and a random one may come at any time later. Both sides
 * search, --nodes a move, until they have passed each other or one has won. From there on each side
 * needs as many moves as a beam search of its own finds; the positions on these ways teach too. So
 * of each position we know who was ahead in the end by how many moves: that, mixed with what the
 * position's own search said, is the lesson. A search sees many positions that no game comes to;
 * some of them, a few random moves away from the game, teach by what a search says of them.
 *
 * In the first round the players have the plain estimate of evaluate.c, in each further one what
 * was learned from the last four. What is built in plays no part. The same call gives the same net,
 * whatever --jobs is, as long as search, rules and the plain estimate are the same: --commit tells
 * of which commit they are, and the net says so.
 *
 * Exit status: 0; 2 if the call cannot be understood; 70 if the net cannot be written.
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
#include "games/halma/fitting.h"
#include "games/halma/net.h"
#include "games/halma/race.h"
#include "search/search.h"

enum {
    HASH_BYTES = 1 << 20,
    PLIES_MAX = 300, /* of a game; then the rest is left to the beams */
    STATUS_CALL = 2,
    STATUS_OURS = 70
};

/* How much of a lesson is the search's own word, and the largest lead that is learned. */
static const double searched_share = 0.6, lead_most = 30;

struct call {
    int games, rounds, jobs, epochs, width;
    const char *write, *commit;
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

/* --- races --- */

/* A short line of one side from a position; false if none is found. */
static bool find_line(const struct halma *p, int side, int width, struct race_line *line)
{
    struct race race = race_of(p, side, false);
    struct race_line found;
    line->moves = -1;
    for (int table = 0; table < RACE_TABLES; table++) {
        struct limits none = {.source = CLOCK_OF_THREAD};
        struct budget budget = budget_begin(&none, 1);
        int below = line->moves < 0 ? RACE_MOVES_MAX : line->moves;
        if (race_beam(&race, table, width, below, &budget, &found))
            *line = found;
    }
    return line->moves >= 0;
}

/* --- a game --- */

struct round {
    const struct call *call;
    int number;
    const struct halma_net *net; /* of the players; NULL: the plain estimate */
};

struct play {
    const struct round *round;
    struct problem *problem;
    struct position *child;
    struct search *search;
    struct random random;
    uint32_t game;
    struct samples samples;
    int ply;
    struct {
        uint8_t side;
        size_t sample;
    } turn[PLIES_MAX]; /* the samples of the game itself */
    int turns;
};

static float within(double lead)
{
    return (float)fmax(-lead_most, fmin(lead, lead_most));
}

static void fill_squares(const struct halma *p, int side, struct fit_sample *s)
{
    for (int owner = 0; owner < 2; owner++) {
        uint8_t *out = owner == side ? s->own : s->other;
        for_each_square16 (square, p->piece[owner])
            *out++ = (uint8_t)(side == SIDE_SECOND ? square : HALMA_SQUARES - 1 - square);
    }
}

static void make_move(struct play *play, unsigned code)
{
    struct position *p = play->problem->position;
    p->world->rules->play(p, code, play->child);
    play->problem->position = play->child;
    play->child = p;
    play->ply++;
}

static void make_random_move(struct play *play)
{
    struct move moves[MOVES_MAX];
    const struct position *p = play->problem->position;
    int count = p->world->rules->moves(p, moves);
    make_move(play, moves[random_below(&play->random, (unsigned)count)].code);
}

static void take_sample(struct play *play, const struct position *p, double lead)
{
    struct fit_sample s = {.game = play->game, .lead = within(lead)};
    s.plain = (float)halma_cost_lead(halma_of(p)) / HALMA_UNIT;
    fill_squares(halma_of(p), p->side, &s);
    add_samples(&play->samples, &s, 1);
}

/* Searches a position, which becomes a sample. */
static struct search_result look_into(struct play *play, const struct position *p, uint64_t nodes)
{
    struct limits limits = {.source = CLOCK_OF_THREAD, .nodes = nodes};
    struct search_result result = search_run(play->search, p, &limits, NULL, NULL);
    take_sample(play, p, (double)result.value / HALMA_UNIT);
    return result;
}

/* A sample from beside the game. */
static void look_aside(struct play *play)
{
    const struct position *p = play->problem->position;
    struct position *now = position_copy(p), *next = position_new(p->world);
    for (unsigned plies = 1 + random_below(&play->random, 3); plies > 0 && !now->over; plies--) {
        struct move moves[MOVES_MAX];
        int count = p->world->rules->moves(now, moves);
        p->world->rules->play(now, moves[random_below(&play->random, (unsigned)count)].code, next);
        struct position *swap = now;
        now = next;
        next = swap;
    }
    if (!position_is_over(now))
        look_into(play, now, play->round->call->nodes / 2);
    free(now);
    free(next);
}

static void search_move(struct play *play)
{
    const struct position *p = play->problem->position;
    if (random_below(&play->random, 3) == 0)
        look_aside(play);
    play->turn[play->turns].sample = play->samples.count;
    play->turn[play->turns++].side = p->side;
    struct search_result result = look_into(play, p, play->round->call->nodes);
    make_move(play, result.move);
}

/* True if the sides have left each other behind. */
static bool have_passed(const struct halma *p)
{
    unsigned least = 99, most = 0;
    for_each_square16 (square, p->piece[SIDE_FIRST]) {
        unsigned sum = halma_x(square) + halma_y(square);
        least = sum < least ? sum : least;
    }
    for_each_square16 (square, p->piece[SIDE_SECOND]) {
        unsigned sum = halma_x(square) + halma_y(square);
        most = sum > most ? sum : most;
    }
    return least >= most + 3;
}

/* Half the lead of the side to move is that it moves. */
static double lead_of(const double left[2], int side)
{
    return left[1 - side] - left[side] + 0.5;
}

/* Mixes the outcome into the samples of the game. */
static void settle(struct play *play, const double left[2])
{
    const int last = play->problem->position->side;
    const double at_end = lead_of(left, last);
    for (int i = 0; i < play->turns; i++) {
        struct fit_sample *s = &play->samples.list[play->turn[i].sample];
        double outcome = (double)within(play->turn[i].side == last ? at_end : -at_end);
        s->lead = (float)(searched_share * (double)s->lead + (1 - searched_share) * outcome);
    }
}

/* The positions of the race that follows, both on their ways. */
static void take_race(struct play *play, const struct race_line line[2])
{
    struct halma p = *halma_of(play->problem->position), next;
    int made[2] = {0, 0};
    for (int step = 0; made[p.head.side] < line[p.head.side].moves; step++) {
        const int side = p.head.side;
        if (step > 0 && random_below(&play->random, 3) == 0) {
            double left[2] = {line[0].moves - made[0], line[1].moves - made[1]};
            take_sample(play, &p.head, lead_of(left, side));
        }
        halma_rules.play(&p.head, line[side].code[made[side]++], &next.head);
        p = next;
        if (p.head.over)
            return;
    }
}

/* What a game leaves: samples and the winner's moves. */
struct played {
    struct samples samples;
    double moves;
};

/* The game until the sides have passed each other. */
static void play_moves(struct play *play)
{
    enum { OPENING = 16, LEAST_RATE = 10, RATES = 200 };
    for (unsigned opening = random_below(&play->random, OPENING); opening > 0; opening--)
        make_random_move(play);
    unsigned rate = LEAST_RATE + random_below(&play->random, RATES);
    while (!position_is_over(play->problem->position) &&
           !have_passed(halma_of(play->problem->position)) && play->ply < PLIES_MAX)
        if (random_below(&play->random, rate) == 0)
            make_random_move(play);
        else
            search_move(play);
}

/* The rest, as a race; returns the winner's moves in all. A game that nobody can end teaches
 * nothing. */
static double finish(struct play *play)
{
    struct race_line line[2] = {{0}};
    double left[2] = {0, 0};
    const struct halma *end = halma_of(play->problem->position);
    for (int side = 0; side < 2; side++) {
        if (end->head.over && end->head.score[side])
            continue;
        struct halma p = *end;
        p.head.over = false;
        if (!find_line(&p, side, play->round->call->width, &line[side])) {
            play->samples.count = 0;
            return 0;
        }
        left[side] = line[side].moves;
    }
    settle(play, left);
    if (!end->head.over)
        take_race(play, line);
    int moves = play->ply / 2;
    return moves + fmin(left[0], left[1]);
}

static void play_game(void *context, int number, void *out)
{
    const struct round *round = context;
    const struct call *call = round->call;
    struct setup setup = SETUP_DEFAULT;
    struct notes notes = {0};
    struct play play = {.round = round, .problem = game_halma.create(&setup, &notes)};
    struct halma_world *world = (struct halma_world *)play.problem->world;
    world->net = round->net;
    halma_settle((struct halma *)play.problem->position);
    play.game = (uint32_t)(round->number * call->games + number);
    play.random.state = hash64(call->seed ^ (uint64_t)play.game << 20);
    play.child = position_new(&world->head);
    play.search = search_new(&world->head,
                             &(struct search_options){.hash_bytes = HASH_BYTES, .no_solver = true});
    play_moves(&play);
    double moves = finish(&play);
    *(struct played *)out = (struct played){play.samples, moves};
    search_free(play.search);
    free(play.child);
    problem_free(play.problem);
}

/* --- rounds --- */

struct collection {
    struct round round; /* first: the jobs see no more of it */
    struct samples *samples;
    double moves;
    int good;
};

static bool take_game(void *context, int number, const void *result)
{
    struct collection *collection = context;
    const struct played *game = result;
    struct samples played = game->samples;
    if (played.count > 0) {
        collection->good++;
        collection->moves += game->moves;
        add_samples(collection->samples, played.list, played.count);
    }
    free(played.list);
    int games = collection->round.call->games;
    if ((number + 1) % (games / 5 + 1) == 0 || number + 1 == games)
        fprintf(stderr, "round %d: %d of %d games, %zu positions, %d good, %.1f moves\n",
                collection->round.number + 1, number + 1, games, collection->samples->count,
                collection->good, collection->moves / collection->good);
    return true;
}

static void play_round(struct round round, struct samples *samples)
{
    struct collection collection = {round, samples, 0, 0};
    struct jobs jobs = {.count = round.call->games,
                        .threads = round.call->jobs,
                        .result_bytes = sizeof(struct played),
                        .work = play_game,
                        .deliver = take_game,
                        .context = &collection};
    jobs_run(&jobs);
}

static void write_net(const struct call *call, const struct fit_report *report,
                      const struct net_core *core)
{
    enum { WORDS = sizeof *core / sizeof(uint64_t), A_LINE = 5 };
    uint64_t words[WORDS];
    memcpy(words, core, sizeof words);
    struct text out = {0};
    text_add(&out, "// clang-format off\n");
    text_add(&out,
             "// halma_train --games %d --rounds %d --nodes %" PRIu64
             " --width %d --epochs %d --seed %" PRIu64 "\n// by the search of commit %s\n",
             call->games, call->rounds, call->nodes, call->width, call->epochs, call->seed,
             call->commit);
    text_add(&out, "// held out: leads are off by %.2f moves\n", report->held_out_off);
    for (size_t i = 0; i < WORDS; i++)
        text_add(&out, "0x%" PRIx64 ",%s", words[i],
                 i % A_LINE == A_LINE - 1 || i + 1 == WORDS ? "\n" : "");
    if (!file_replace(call->write, out.data, out.length)) {
        fprintf(stderr, "halma_train: %s cannot be written\n", call->write);
        exit(STATUS_OURS);
    }
    text_free(&out);
}

/* Only the last rounds teach. */
static void drop_old(const struct call *call, int number, struct samples *samples)
{
    enum { ROUNDS = 4 };
    size_t kept = 0;
    for (size_t i = 0; i < samples->count; i++)
        if ((int)(samples->list[i].game / (uint32_t)call->games) + ROUNDS > number)
            samples->list[kept++] = samples->list[i];
    samples->count = kept;
}

static void train(const struct call *call)
{
    struct net_core core;
    struct halma_net *net = memory_aligned(32, sizeof *net);
    struct samples samples = {0};
    struct fit_report report = {0};
    for (int number = 0; number < call->rounds; number++) {
        struct round round = {call, number, number > 0 ? net : NULL};
        play_round(round, &samples);
        drop_old(call, number, &samples);
        struct fit_options options = {call->epochs, call->seed};
        fit_net(samples.list, samples.count, &options, &core, &report);
        net_unfold(&core, net);
        fprintf(stderr, "round %d: %zu positions, off %.3f\n", number + 1, samples.count,
                report.held_out_off);
        if (call->write)
            write_net(call, &report, &core);
    }
    free(net);
    free(samples.list);
}

/* --- the call --- */

static void refuse(const char *option, const char *text)
{
    fprintf(stderr, "halma_train: --%s %s: cannot be\n", option, text);
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
    struct call call = {.games = 1000,
                        .rounds = 3,
                        .jobs = 1,
                        .epochs = 10,
                        .width = 40,
                        .nodes = 1000,
                        .seed = 1,
                        .commit = "unknown"};
    static const struct option options[] = {
        {"games", required_argument, NULL, 'g'},  {"rounds", required_argument, NULL, 'r'},
        {"nodes", required_argument, NULL, 'n'},  {"width", required_argument, NULL, 'W'},
        {"epochs", required_argument, NULL, 'e'}, {"seed", required_argument, NULL, 'S'},
        {"jobs", required_argument, NULL, 'j'},   {"write", required_argument, NULL, 'w'},
        {"commit", required_argument, NULL, 'c'}, {0}};
    int option, row;
    while ((option = getopt_long(argc, argv, "", options, &row)) != -1)
        switch (option) {
        case 'g': call.games = (int)number_of("games", optarg, 1, 10000000); break;
        case 'r': call.rounds = (int)number_of("rounds", optarg, 1, 100); break;
        case 'n': call.nodes = number_of("nodes", optarg, 1, UINT32_MAX); break;
        case 'W': call.width = (int)number_of("width", optarg, 1, 10000); break;
        case 'e': call.epochs = (int)number_of("epochs", optarg, 1, 1000); break;
        case 'S': call.seed = number_of("seed", optarg, 0, UINT64_MAX); break;
        case 'j': call.jobs = (int)number_of("jobs", optarg, 1, JOBS_THREADS_MAX); break;
        case 'w': call.write = optarg; break;
        case 'c': call.commit = commit_of(optarg); break;
        default: return STATUS_CALL;
        }
    if (optind < argc) {
        fprintf(stderr, "halma_train: %s: not an option\n", argv[optind]);
        return STATUS_CALL;
    }
    train(&call);
    return 0;
}
