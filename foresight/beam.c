#include "foresight/beam.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The first beam is that narrow; none is wider than the widest, which takes some 120 MB at most, by
 * reckoning, on the largest boards and with every room doubled just before. */
enum { NARROWEST = 4, WIDEST = 1 << 13 };

/* A beam is up to so many times wider than the one before. What a line costs is known from that
 * one, so that the last beam can be made to fit what is left: it is begun only if it can be wider
 * by so much. The estimate is high, since the first moves have fewer lines than the beam is wide,
 * so the beam may begin wider by this factor; it is narrowed on the way if need be. At 0.9 beams
 * used 0.18 to 0.22 of 0.3 s, at 1.3 0.27 to 0.28, and ended 5 points higher against greedy and 4
 * against depth 3, on the 60 boards by which 1.3 was chosen among four. */
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

/* How much counts in a line's promise, in hundredths: of our estimate, by the model's depth, since
 * the further a rival looks ahead, the more of it is gone before our turn; and of the most that can
 * still be gained, since who can foresee the other gains more from what is left. Against depth 3,
 * 0.5 s, two sets of 60 boards: 60 and 0 end at 46 and 49 points, 40 and 0 at 53 (one set), 40 and
 * 6 at 54 and 59, 40 and 9 at 57 (one set). Against greedy, 60 boards at 0.15 s: 100 and 0 end at
 * 77, 70 and 6 at 79. */
static const int holds[MODEL_DEPTHS + 1] = {0, 70, 40, 40, 40, 40}, prospect = 6;

/* For so many lines of a beam, one more may be kept for its first move's sake. */
enum { SPARE = 3 };

/* A move of some line; each knows the one before. */
struct link {
    struct stride step;
    int before; /* -1: none */
};

/* A line of the beam: a position with us to move. */
struct strand {
    int banked; /* what we are ahead by since the plan began */
    int root;   /* place of our first move in the root's list */
    int link;   /* the last of our moves; -1: none */
};

/* A way to go on with a line: our move, and later the answer. Positions are built for those that
 * are kept, so that a wide beam takes little room. */
struct option {
    uint64_t key; /* of the position after the answer */
    int promise;  /* what is banked and what the position seems to be worth, in hundredths */
    int serial;   /* tells options of equal promise apart, so that nothing is left to chance */
    int strand;
    int banked;
    uint16_t move, answer;
    bool is_spare; /* a better line, with another first move, leads to the same position */
};

/* A position that some option leads to, if the round is the present one. */
struct meeting {
    int option;
    unsigned round;
};

/* The lines at one time, with their positions. */
struct front {
    int count, capacity;
    struct strand *strand;
    void *positions;
};

struct beam {
    struct model_memory *memory;
    const struct position *root;
    struct position *child, *grandchild; /* for trying moves */
    struct labour labour;
    int depth; /* of the model */
    enum habit habit;
    int width, breadth;
    int proper;    /* of the lines; the others are there for their first moves */
    bool is_whole; /* no line was left out so far */
    struct front now, next;
    struct option *option;
    int options, options_capacity;
    struct link *link;
    int links, links_capacity;
    int best, best_link;
    struct move root_move[MOVES_MAX]; /* those that lines may begin with */
    int root_count, root_best[MOVES_MAX];
    unsigned round; /* of answering */
    struct meeting *met;
    size_t met_count;          /* a power of 2 */
    double cost[COURSE_STEPS]; /* of an option from this move on to the end, by the last beam */
};

static struct position *position_at(const struct beam *beam, const struct front *front, int i)
{
    size_t bytes = beam->root->world->position_bytes;
    return (struct position *)((char *)front->positions + (size_t)i * bytes);
}

static void front_hold(const struct beam *beam, struct front *front, int count)
{
    front->count = count;
    if (count <= front->capacity)
        return;
    free(front->positions);
    front->capacity = 2 * count;
    front->strand = memory_resize(front->strand, (size_t)front->capacity * sizeof *front->strand);
    front->positions = memory_aligned(POSITION_ALIGN,
                                      (size_t)front->capacity * beam->root->world->position_bytes);
}

static int add_link(struct beam *beam, struct link link)
{
    if (beam->links == beam->links_capacity) {
        beam->links_capacity = 2 * beam->links_capacity + 1024;
        beam->link = memory_resize(beam->link, (size_t)beam->links_capacity * sizeof *beam->link);
    }
    beam->link[beam->links] = link;
    return beam->links++;
}

/* Our move in a line, as a link. */
static struct link link_of(const struct beam *beam, const struct option *o)
{
    const struct strand *strand = &beam->now.strand[o->strand];
    uint64_t key = position_at(beam, &beam->now, o->strand)->key;
    return (struct link){{key, o->move, strand->banked}, strand->link};
}

/* The first move's place in the root's list; options of the root have it as their serial. */
static int root_of(const struct beam *beam, const struct option *o)
{
    const struct strand *strand = &beam->now.strand[o->strand];
    return strand->link < 0 ? o->serial : strand->root;
}

static void finish_line(struct beam *beam, const struct option *o)
{
    int root = root_of(beam, o);
    if (o->banked > beam->root_best[root])
        beam->root_best[root] = o->banked;
    if (o->banked > beam->best) {
        beam->best = o->banked;
        beam->best_link = add_link(beam, link_of(beam, o));
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

/* Brings so many of the options, the most promising ones, to the front, in no particular order
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

/* Keeps so many of the options from the first one on; true if any were left out. */
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
static void list_options(struct beam *beam, int strand)
{
    const struct rules *rules = beam->root->world->rules;
    const struct position *p = position_at(beam, &beam->now, strand);
    bool is_root = beam->now.strand[strand].link < 0;
    struct move moves[MOVES_MAX];
    const struct move *move = is_root ? beam->root_move : moves;
    int count = is_root ? beam->root_count : rules->moves(p, moves);
    int first = beam->options;
    bool with_look = !is_root && count > beam->breadth;
    beam->labour.nodes += with_look ? (uint64_t)count : 1;
    for (int i = 0; i < count; i++) {
        struct option *o = add_option(beam);
        *o = (struct option){.serial = first + i, .strand = strand, .move = move[i].code};
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
static struct meeting *meet(struct beam *beam, uint64_t key)
{
    size_t mask = beam->met_count - 1, at = key & mask;
    while (beam->met[at].round == beam->round && beam->option[beam->met[at].option].key != key)
        at = (at + 1) & mask;
    return &beam->met[at];
}

static void begin_meeting(struct beam *beam)
{
    beam->round++;
    if (beam->met_count >= 2 * (size_t)beam->options)
        return;
    beam->met_count = 1024;
    while (beam->met_count < 4 * (size_t)beam->options)
        beam->met_count *= 2;
    free(beam->met);
    beam->met = memory_zero(beam->met_count * sizeof *beam->met);
}

/* Lets the model answer a move; false if the line ends there. */
static bool answer_option(struct beam *beam, struct option *o)
{
    const struct rules *rules = beam->root->world->rules;
    struct position *child = beam->child, *after = beam->grandchild;
    o->banked = beam->now.strand[o->strand].banked;
    o->banked += rules->play(position_at(beam, &beam->now, o->strand), o->move, child);
    int answer = model_reply(beam->memory, child, beam->depth, beam->habit, &beam->labour);
    if (beam->labour.stopped)
        return false;
    if (answer < 0) {
        finish_line(beam, o);
        return false;
    }
    o->answer = (uint16_t)answer;
    o->banked -= rules->play(child, o->answer, after);
    int worth = rules->evaluate(after);
    if (worth == 0 && position_is_over(after)) { /* where nothing is left, nothing is estimated */
        finish_line(beam, o);
        return false;
    }
    o->key = after->key;
    o->promise = 100 * o->banked + holds[beam->depth] * worth;
    if (rules->bounds) {
        int least, most;
        rules->bounds(after, &least, &most);
        o->promise += prospect * most;
    }
    return true;
}

/* Lets the model answer all options. Of two that lead to one position the better is kept, and the
 * other as a spare one if it has another first move. */
static void answer_options(struct beam *beam)
{
    int count = beam->options;
    begin_meeting(beam);
    beam->options = 0;
    for (int i = 0; i < count && !labour_must_stop(&beam->labour); i++) {
        struct option o = beam->option[i];
        if (!answer_option(beam, &o))
            continue;
        struct meeting *met = meet(beam, o.key);
        if (met->round != beam->round) {
            *met = (struct meeting){beam->options, beam->round};
            beam->option[beam->options++] = o;
            continue;
        }
        struct option *known = &beam->option[met->option];
        bool is_other = root_of(beam, &o) != root_of(beam, known);
        if (is_better(&o, known))
            swap_options(&o, known);
        if (is_other) {
            o.is_spare = true;
            beam->option[beam->options++] = o;
        }
    }
}

/* Makes the options the lines of the next front. */
static void advance(struct beam *beam)
{
    const struct rules *rules = beam->root->world->rules;
    front_hold(beam, &beam->next, beam->options);
    for (int i = 0; i < beam->options; i++) {
        const struct option *o = &beam->option[i];
        rules->play(position_at(beam, &beam->now, o->strand), o->move, beam->child);
        rules->play(beam->child, o->answer, position_at(beam, &beam->next, i));
        beam->next.strand[i] = (struct strand){o->banked, root_of(beam, o),
                                               add_link(beam, link_of(beam, o))};
    }
    struct front swap = beam->now;
    beam->now = beam->next;
    beam->next = swap;
}

/* Finds the best option of every first move, but takes any of the first so many; -1: none. */
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

/* Keeps so many of the options. First moves that have none among them get one each, as far as a
 * few more lines allow, so that a plan knows what most first moves are worth: what is best against
 * one model is to be compared with what is best against another. */
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
    double rest = fmax(0, 1 - reserve - labour_share(&beam->labour));
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

/* The widest beam whose lines have so many options each time. */
static int width_for(const struct beam *beam, double options)
{
    int width = bounded(pow(options / breadth_of_root, 2. / 3), NARROWEST, WIDEST);
    return bounded(options / breadth_for(beam, width), NARROWEST, WIDEST);
}

/* From what an option cost at each move to what it costs from there on. */
static void sum_costs(double cost[COURSE_STEPS], int moves)
{
    for (int i = moves - 2; i >= 0; i--)
        cost[i] += cost[i + 1];
    for (int i = moves; i < COURSE_STEPS; i++)
        cost[i] = 0;
}

/* One beam to the end of the game; false if the limits were reached first. */
static bool run_beam(struct beam *beam)
{
    for (int i = 0; i < beam->root_count; i++)
        beam->root_best[i] = -VALUE_MAX;
    beam->best = -VALUE_MAX;
    beam->links = 0;
    beam->is_whole = true;
    beam->proper = 1;
    front_hold(beam, &beam->now, 1);
    memcpy(beam->now.positions, beam->root, beam->root->world->position_bytes);
    beam->now.strand[0] = (struct strand){.link = -1};
    int move = 0;
    for (; beam->now.count > 0; move++) {
        assert(move < COURSE_STEPS);
        int count = beam->now.count, proper = beam->proper;
        int width = bounded(affordable(beam, move) / beam->breadth, NARROWEST, beam->width);
        double share = labour_share(&beam->labour);
        beam->options = 0;
        for (int i = 0; i < count && !labour_must_stop(&beam->labour); i++)
            list_options(beam, i);
        answer_options(beam);
        if (beam->labour.stopped)
            return false;
        keep_lines(beam, width);
        advance(beam);
        beam->cost[move] = (labour_share(&beam->labour) - share) / ((double)proper * beam->breadth);
    }
    sum_costs(beam->cost, move);
    return true;
}

/* Keeps the best line of a beam. */
static void keep_line(struct course *course, const struct beam *beam)
{
    int count = 0;
    for (int i = beam->best_link; i >= 0; i = beam->link[i].before)
        count++;
    assert(count <= COURSE_STEPS);
    course->habit = beam->habit;
    course->value = beam->best;
    course->steps = count;
    for (int i = beam->best_link; i >= 0; i = beam->link[i].before)
        course->step[--count] = beam->link[i].step;
}

/* Goes on with the last line if it foresaw this position; else there is none. The line may have
 * been recalled, so it is not believed blindly. */
static void resume_line(struct course *course, const struct position *p, enum habit habit)
{
    int past = 0;
    while (past < course->steps && course->step[past].key != p->key)
        past++;
    if (past < course->steps &&
        (course->habit != habit || !position_has_move(p, course->step[past].move)))
        past = course->steps;
    int banked = past < course->steps ? course->step[past].banked : 0;
    course->steps -= past;
    course->value -= banked;
    memmove(course->step, course->step + past, (size_t)course->steps * sizeof *course->step);
    for (int i = 0; i < course->steps; i++)
        course->step[i].banked -= banked;
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
                          .labour = {.limits = limits, .begun = limits_elapsed(limits)},
                          .depth = depth,
                          .habit = habit};
    return beam;
}

static void free_beam(struct beam *beam)
{
    free(beam->child);
    free(beam->grandchild);
    free(beam->now.strand);
    free(beam->now.positions);
    free(beam->next.strand);
    free(beam->next.positions);
    free(beam->option);
    free(beam->link);
    free(beam->met);
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

/* Wider and wider beams; the best line of all is kept in the course unless that is NULL. */
static void widen(struct beam *beam, struct course *course, struct plan *plan)
{
    for (beam->width = NARROWEST; beam->width > 0; beam->width = next_width(beam)) {
        beam->breadth = breadth_for(beam, beam->width);
        if (!run_beam(beam))
            break;
        if (course && (course->steps == 0 || beam->best > course->value))
            keep_line(course, beam);
        for (int i = 0; i < beam->root_count; i++)
            if (beam->root_best[i] > -VALUE_MAX)
                offer(plan, beam->root_move[i].code, beam->root_best[i]);
    }
    plan->nodes += beam->labour.nodes;
}

void beam_plan(struct model_memory *memory, const struct position *p, int depth, enum habit habit,
               const struct limits *limits, struct course *course, struct plan *plan)
{
    struct beam *beam = new_beam(memory, p, depth, habit, limits);
    beam->root_count = p->world->rules->moves(p, beam->root_move);
    resume_line(course, p, habit);
    plan->count = 0;
    plan->nodes = 0;
    widen(beam, course, plan);
    if (course->steps > 0)
        offer(plan, course->step[0].move, course->value);
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
