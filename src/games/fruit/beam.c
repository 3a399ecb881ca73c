#include "games/fruit/beam.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/solving.h"

/* The widths of the first beam and of the widest. The widest takes at most about 120 MB, by
 * calculation, on the largest boards and with every array just doubled. */
enum { NARROWEST = 4, WIDEST = 1 << 13 };

/* A beam is at most GROWTH times wider than the one before. What a line costs is known from that
 * one, so that the last beam can be made to fit what is left: it is begun only if it can be wider
 * by least_growth. The estimate is high, since the first moves have fewer lines than the beam is
 * wide, so the beam may begin wider by the factor aim; it is narrowed on the way if need be. At 0.9
 * beams used 0.18 to 0.22 of 0.3 s, at 1.3 0.27 to 0.28, and ended 5 points higher against greedy
 * and 4 against depth 3, on the 60 boards by which 1.3 was chosen among four. */
enum { GROWTH = 8 };
static const double least_growth = 1.5, aim = 1.3;

/* A beam that is a little late is worth nothing, so this part of the limits is kept for its end. */
static const double reserve = 0.05;

/* How many of our moves are answered for each line of the beam. Where answers are cheap all are,
 * within reason; else those that look best to the eye, and more of them the wider the beam is: this
 * factor times the root of the width. Against depth 3, at 0.6 s 8 moves at width 250 are as good as
 * 12 at 170 (57 and 55 points on 40 boards) and better than 24 at 85 (43); of ten boards, chosen
 * because 8 moves at width 4000 do not win them, 30 at width 800 win four in no more time. The
 * factor itself is a guess between the two: at 0.5 s 0.4 is as good. */
enum { BREADTH_MIN = 8, BREADTH_MAX = 48 };
static const double breadth_of_root = 0.7;

/* One more line for every three of a beam may be kept for its first move's sake. */
enum { SPARE = 3 };

/* A move of some line; each knows the one before. */
struct trace {
    struct plan_step step;
    int before; /* -1: none */
};

/* A line of the beam: a position with us to move. */
struct beam_line {
    int lead;  /* what we are ahead by since the plan began */
    int root;  /* place of our first move in the root's list */
    int trace; /* the last of our moves; -1: none */
};

/* A way to go on with a line: our move, and later the answer. Positions are built for those that
 * are kept, so that a wide beam takes little room. */
struct option {
    uint64_t key; /* of the position after the answer */
    int promise;  /* our lead and what the position seems to be worth, in hundredths */
    int serial;   /* tells options of equal promise apart, so that nothing is left to chance */
    int line;
    int lead;
    uint16_t move, answer;
    bool is_spare; /* a better line, with another first move, leads to the same position */
};

/* A position that some option leads to, if the round is the present one. */
struct visited {
    int option;
    unsigned round;
};

/* The lines at one time, with their positions. */
struct generation {
    int count, capacity;
    struct beam_line *line;
    void *positions;
};

struct beam {
    struct model_memory *memory;
    const struct position *root;
    struct position *child, *grandchild; /* for trying moves */
    struct model_search models;
    double begun; /* when, by the limits' clock */
    int depth;    /* of the model */
    enum habit habit;
    int width, breadth;
    int proper;    /* of the lines; the others are there for their first moves */
    bool is_whole; /* no line was left out so far */
    struct generation now, next;
    struct option *option;
    int options, options_capacity;
    struct trace *trace;
    int trace_count, trace_capacity;
    int best, best_trace;
    struct move root_move[MOVES_MAX]; /* those that lines may begin with */
    int root_count, root_best[MOVES_MAX];
    unsigned round; /* of answering */
    struct visited *visited;
    size_t visited_count;    /* a power of 2 */
    double cost[PLAN_STEPS]; /* of an option from this move on to the end, by the last beam */
};

static struct position *position_at(const struct beam *beam, const struct generation *generation,
                                    int i)
{
    size_t bytes = beam->root->world->position_bytes;
    return (struct position *)((char *)generation->positions + (size_t)i * bytes);
}

static void generation_hold(const struct beam *beam, struct generation *generation, int count)
{
    generation->count = count;
    if (count <= generation->capacity)
        return;
    free(generation->positions);
    generation->capacity = 2 * count;
    generation->line = memory_resize(generation->line,
                                     (size_t)generation->capacity * sizeof *generation->line);
    generation->positions = memory_aligned(POSITION_ALIGN, (size_t)generation->capacity *
                                                               beam->root->world->position_bytes);
}

static int add_trace(struct beam *beam, struct trace trace)
{
    if (beam->trace_count == beam->trace_capacity) {
        beam->trace_capacity = 2 * beam->trace_capacity + 1024;
        beam->trace = memory_resize(beam->trace,
                                    (size_t)beam->trace_capacity * sizeof *beam->trace);
    }
    beam->trace[beam->trace_count] = trace;
    return beam->trace_count++;
}

/* Our move in a line, as a trace. */
static struct trace trace_of(const struct beam *beam, const struct option *o)
{
    const struct beam_line *line = &beam->now.line[o->line];
    uint64_t key = position_at(beam, &beam->now, o->line)->key;
    return (struct trace){{key, o->move, line->lead}, line->trace};
}

/* The first move's place in the root's list; options of the root have it as their serial. */
static int root_of(const struct beam *beam, const struct option *o)
{
    const struct beam_line *line = &beam->now.line[o->line];
    return line->trace < 0 ? o->serial : line->root;
}

static void finish_line(struct beam *beam, const struct option *o)
{
    int root = root_of(beam, o);
    if (o->lead > beam->root_best[root])
        beam->root_best[root] = o->lead;
    if (o->lead > beam->best) {
        beam->best = o->lead;
        beam->best_trace = add_trace(beam, trace_of(beam, o));
    }
}

static bool is_better(const struct option *a, const struct option *b)
{
    if (a->is_spare != b->is_spare)
        return b->is_spare;
    return a->promise != b->promise ? a->promise > b->promise : a->serial < b->serial;
}

static void swap_options(struct option *a, struct option *b)
{
    struct option swap = *a;
    *a = *b;
    *b = swap;
}

/* Brings the wanted number of the most promising options to the front, in no particular order
 * (Hoare's FIND). */
static void find_best(struct option *o, int count, int wanted)
{
    for (int low = 0, high = count - 1; low < high;) {
        swap_options(&o[low + (high - low) / 2], &o[high]);
        int place = low;
        for (int i = low; i < high; i++)
            if (is_better(&o[i], &o[high]))
                swap_options(&o[i], &o[place++]);
        swap_options(&o[place], &o[high]);
        if (place == wanted)
            return;
        if (place < wanted)
            low = place + 1;
        else
            high = place - 1;
    }
}

/* Keeps the wanted number of options from the first one on; true if any were left out. */
static bool keep_best(struct beam *beam, int first, int wanted)
{
    if (beam->options - first <= wanted)
        return false;
    find_best(beam->option + first, beam->options - first, wanted);
    beam->options = first + wanted;
    return true;
}

static struct option *add_option(struct beam *beam)
{
    if (beam->options == beam->options_capacity) {
        beam->options_capacity = 2 * beam->options_capacity + 1024;
        beam->option = memory_resize(beam->option,
                                     (size_t)beam->options_capacity * sizeof *beam->option);
    }
    return &beam->option[beam->options++];
}

/* Lists our moves in a line, all of them at the root, else those that look best to the eye. */
static void list_options(struct beam *beam, int line)
{
    const struct rules *rules = beam->root->world->rules;
    const struct position *p = position_at(beam, &beam->now, line);
    bool is_root = beam->now.line[line].trace < 0;
    struct move moves[MOVES_MAX];
    const struct move *move = is_root ? beam->root_move : moves;
    int count = is_root ? beam->root_count : rules->moves(p, moves);
    int first = beam->options;
    bool with_look = !is_root && count > beam->breadth;
    beam->models.budget.nodes += with_look ? (uint64_t)count : 1;
    for (int i = 0; i < count; i++) {
        struct option *o = add_option(beam);
        *o = (struct option){.serial = first + i, .line = line, .move = move[i].code};
        if (with_look) {
            int gain = rules->play(p, o->move, beam->child);
            o->promise = gain - rules->evaluate(beam->child);
        }
    }
    if (with_look && keep_best(beam, first, beam->breadth))
        beam->is_whole = false;
}

/* The place for a position among those that were met; there is an option of it if the round is the
 * present one. */
static struct visited *find_visited(struct beam *beam, uint64_t key)
{
    size_t mask = beam->visited_count - 1, at = key & mask;
    while (beam->visited[at].round == beam->round &&
           beam->option[beam->visited[at].option].key != key)
        at = (at + 1) & mask;
    return &beam->visited[at];
}

static void begin_round(struct beam *beam)
{
    beam->round++;
    if (beam->visited_count >= 2 * (size_t)beam->options)
        return;
    beam->visited_count = 1024;
    while (beam->visited_count < 4 * (size_t)beam->options)
        beam->visited_count *= 2;
    free(beam->visited);
    beam->visited = memory_zero(beam->visited_count * sizeof *beam->visited);
}

/* Lets the model answer a move; false if the line ends there. */
static bool answer_option(struct beam *beam, struct option *o)
{
    const struct rules *rules = beam->root->world->rules;
    struct position *child = beam->child, *after = beam->grandchild;
    o->lead = beam->now.line[o->line].lead;
    o->lead += rules->play(position_at(beam, &beam->now, o->line), o->move, child);
    int answer = model_reply(beam->memory, &beam->models, child, beam->depth, beam->habit);
    if (beam->models.budget.stopped)
        return false;
    if (answer < 0) {
        finish_line(beam, o);
        return false;
    }
    o->answer = (uint16_t)answer;
    o->lead -= rules->play(child, o->answer, after);
    int worth = rules->evaluate(after);
    if (worth == 0 && position_is_over(after)) { /* where nothing is left, nothing is estimated */
        finish_line(beam, o);
        return false;
    }
    o->key = after->key;
    o->promise = 100 * o->lead + fruit_foresight.estimate_weight[beam->depth] * worth;
    if (rules->solving) {
        int least, most;
        rules->solving->bounds(after, &least, &most);
        o->promise += fruit_foresight.prospect_weight * most;
    }
    return true;
}

/* Lets the model answer all options. Of two that lead to one position the better is kept, and the
 * other as a spare one if it has another first move. */
static void answer_options(struct beam *beam)
{
    int count = beam->options;
    begin_round(beam);
    beam->options = 0;
    for (int i = 0; i < count && !budget_is_spent(&beam->models.budget); i++) {
        struct option o = beam->option[i];
        if (!answer_option(beam, &o))
            continue;
        struct visited *seen = find_visited(beam, o.key);
        if (seen->round != beam->round) {
            *seen = (struct visited){beam->options, beam->round};
            beam->option[beam->options++] = o;
            continue;
        }
        struct option *known = &beam->option[seen->option];
        bool is_other = root_of(beam, &o) != root_of(beam, known);
        if (is_better(&o, known))
            swap_options(&o, known);
        if (is_other) {
            o.is_spare = true;
            beam->option[beam->options++] = o;
        }
    }
}

/* Makes the options the lines of the next generation. */
static void advance(struct beam *beam)
{
    const struct rules *rules = beam->root->world->rules;
    generation_hold(beam, &beam->next, beam->options);
    for (int i = 0; i < beam->options; i++) {
        const struct option *o = &beam->option[i];
        rules->play(position_at(beam, &beam->now, o->line), o->move, beam->child);
        rules->play(beam->child, o->answer, position_at(beam, &beam->next, i));
        beam->next.line[i] = (struct beam_line){o->lead, root_of(beam, o),
                                                add_trace(beam, trace_of(beam, o))};
    }
    struct generation swap = beam->now;
    beam->now = beam->next;
    beam->next = swap;
}

/* Finds the best option of every first move, but takes any of the first options; -1: none. */
static void find_best_of_roots(const struct beam *beam, int first, int best[MOVES_MAX])
{
    for (int i = 0; i < beam->root_count; i++)
        best[i] = -1;
    for (int i = 0; i < beam->options; i++) {
        int *known = &best[root_of(beam, &beam->option[i])];
        if (*known < 0 || (*known >= first && is_better(&beam->option[i], &beam->option[*known])))
            *known = i;
    }
}

/* Keeps the wanted number of options. First moves that have none among them get one each, as far as
 * a few more lines allow, so that a plan knows what most first moves are worth: what is best
 * against one model is to be compared with what is best against another. */
static void keep_lines(struct beam *beam, int wanted)
{
    int best[MOVES_MAX], count = beam->options, proper = 0;
    for (int i = 0; i < count; i++)
        proper += !beam->option[i].is_spare;
    if (proper > wanted) {
        proper = wanted;
        beam->is_whole = false;
    }
    find_best(beam->option, count, proper);
    find_best_of_roots(beam, proper, best);
    beam->proper = beam->options = proper;
    for (int i = proper; i < count; i++)
        if (best[root_of(beam, &beam->option[i])] == i)
            beam->option[beam->options++] = beam->option[i];
    if (keep_best(beam, proper, beam->width / SPARE))
        beam->is_whole = false;
}

/* How many options can be answered from this move on, if each costs as much as in the last beam. */
static double affordable(const struct beam *beam, int move)
{
    double rest = fmax(0, 1 - reserve - budget_share(&beam->models.budget, beam->begun));
    double all = (double)WIDEST * BREADTH_MAX;
    double options = beam->cost[move] > 0 ? rest / beam->cost[move] : all;
    return options > all ? all : options;
}

static int bounded(double number, int least, int most)
{
    return number <= least ? least : number >= most ? most : (int)number;
}

static int breadth_for(const struct beam *beam, int width)
{
    return beam->depth == 1 ? BREADTH_MAX
                            : bounded(breadth_of_root * sqrt(width), BREADTH_MIN, BREADTH_MAX);
}

/* The widest beam whose lines have this many options each time. */
static int width_for(const struct beam *beam, double options)
{
    int width = bounded(pow(options / breadth_of_root, 2. / 3), NARROWEST, WIDEST);
    return bounded(options / breadth_for(beam, width), NARROWEST, WIDEST);
}

/* From what an option cost at each move to what it costs from there on. */
static void sum_costs(double cost[PLAN_STEPS], int moves)
{
    for (int i = moves - 2; i >= 0; i--)
        cost[i] += cost[i + 1];
    for (int i = moves; i < PLAN_STEPS; i++)
        cost[i] = 0;
}

/* One beam to the end of the game; false if the limits were reached first. */
static bool run_beam(struct beam *beam)
{
    for (int i = 0; i < beam->root_count; i++)
        beam->root_best[i] = -VALUE_MAX;
    beam->best = -VALUE_MAX;
    beam->trace_count = 0;
    beam->is_whole = true;
    beam->proper = 1;
    generation_hold(beam, &beam->now, 1);
    memcpy(beam->now.positions, beam->root, beam->root->world->position_bytes);
    beam->now.line[0] = (struct beam_line){.trace = -1};
    int move = 0;
    for (; beam->now.count > 0; move++) {
        assert(move < PLAN_STEPS);
        int count = beam->now.count, proper = beam->proper;
        int width = bounded(affordable(beam, move) / beam->breadth, NARROWEST, beam->width);
        double share = budget_share(&beam->models.budget, beam->begun);
        beam->options = 0;
        for (int i = 0; i < count && !budget_is_spent(&beam->models.budget); i++)
            list_options(beam, i);
        answer_options(beam);
        if (beam->models.budget.stopped)
            return false;
        keep_lines(beam, width);
        advance(beam);
        beam->cost[move] = (budget_share(&beam->models.budget, beam->begun) - share) /
                           ((double)proper * beam->breadth);
    }
    sum_costs(beam->cost, move);
    return true;
}

/* Keeps the best line of a beam. */
static void keep_line(struct plan_line *best_line, const struct beam *beam)
{
    int count = 0;
    for (int i = beam->best_trace; i >= 0; i = beam->trace[i].before)
        count++;
    assert(count <= PLAN_STEPS);
    best_line->habit = beam->habit;
    best_line->value = beam->best;
    best_line->steps = count;
    for (int i = beam->best_trace; i >= 0; i = beam->trace[i].before)
        best_line->step[--count] = beam->trace[i].step;
}

/* Goes on with the last line if it foresaw this position; else there is none. The line may have
 * been recalled, so it is not believed blindly. */
static void resume_line(struct plan_line *best_line, const struct position *p, enum habit habit)
{
    int past = 0;
    while (past < best_line->steps && best_line->step[past].key != p->key)
        past++;
    if (past < best_line->steps &&
        (best_line->habit != habit || !position_has_move(p, best_line->step[past].move)))
        past = best_line->steps;
    int lead = past < best_line->steps ? best_line->step[past].lead : 0;
    best_line->steps -= past;
    best_line->value -= lead;
    memmove(best_line->step, best_line->step + past,
            (size_t)best_line->steps * sizeof *best_line->step);
    for (int i = 0; i < best_line->steps; i++)
        best_line->step[i].lead -= lead;
}

/* Puts a first move into the plan, at its place. */
static void offer(struct plan *plan, unsigned move, int value)
{
    int place = 0;
    while (place < plan->count && plan->best[place].move != move)
        place++;
    if (place < plan->count && plan->best[place].value >= value)
        return;
    if (place == PLAN_MOVES && plan->best[--place].value >= value)
        return;
    if (place == plan->count)
        plan->count++;
    for (; place > 0 && plan->best[place - 1].value < value; place--)
        plan->best[place] = plan->best[place - 1];
    plan->best[place].move = move;
    plan->best[place].value = value;
}

static struct beam *new_beam(struct model_memory *memory, const struct position *p, int depth,
                             enum habit habit, const struct limits *limits)
{
    assert(depth > 0 && depth <= MODEL_DEPTHS);
    struct beam *beam = memory_zero(sizeof *beam);
    *beam = (struct beam){.memory = memory,
                          .root = p,
                          .child = position_new(p->world),
                          .grandchild = position_new(p->world),
                          .begun = limits_elapsed(limits),
                          .depth = depth,
                          .habit = habit};
    model_search_init(&beam->models, p->world, limits);
    return beam;
}

static void free_beam(struct beam *beam)
{
    model_search_destroy(&beam->models);
    free(beam->child);
    free(beam->grandchild);
    free(beam->now.line);
    free(beam->now.positions);
    free(beam->next.line);
    free(beam->next.positions);
    free(beam->option);
    free(beam->trace);
    free(beam->visited);
    free(beam);
}

/* The width of the next beam; 0 if there is not enough left for a wider one. */
static int next_width(const struct beam *beam)
{
    int lines = width_for(beam, aim * affordable(beam, 0));
    if (beam->is_whole || beam->width == WIDEST || lines < least_growth * beam->width)
        return 0;
    return lines < 2 * GROWTH * beam->width ? lines : GROWTH * beam->width;
}

/* Wider and wider beams; the best line of all is kept there unless that is NULL. */
static void widen(struct beam *beam, struct plan_line *best_line, struct plan *plan)
{
    for (beam->width = NARROWEST; beam->width > 0; beam->width = next_width(beam)) {
        beam->breadth = breadth_for(beam, beam->width);
        if (!run_beam(beam))
            break;
        if (best_line && (best_line->steps == 0 || beam->best > best_line->value))
            keep_line(best_line, beam);
        for (int i = 0; i < beam->root_count; i++)
            if (beam->root_best[i] > -VALUE_MAX)
                offer(plan, beam->root_move[i].code, beam->root_best[i]);
    }
    plan->nodes += beam->models.budget.nodes;
}

void beam_plan(struct model_memory *memory, const struct position *p, int depth, enum habit habit,
               const struct limits *limits, struct plan_line *best_line, struct plan *plan)
{
    struct beam *beam = new_beam(memory, p, depth, habit, limits);
    beam->root_count = p->world->rules->moves(p, beam->root_move);
    resume_line(best_line, p, habit);
    plan->count = 0;
    plan->nodes = 0;
    widen(beam, best_line, plan);
    if (best_line->steps > 0)
        offer(plan, best_line->step[0].move, best_line->value);
    free_beam(beam);
}

void beam_follow(struct model_memory *memory, const struct position *p, int depth, enum habit habit,
                 unsigned move, const struct limits *limits, struct plan *plan)
{
    struct beam *beam = new_beam(memory, p, depth, habit, limits);
    beam->root_count = 1;
    beam->root_move[0].code = (uint16_t)move;
    widen(beam, NULL, plan);
    free_beam(beam);
}

int plan_value(const struct plan *plan, unsigned move, int otherwise)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->best[i].move == move)
            return plan->best[i].value;
    return otherwise;
}
