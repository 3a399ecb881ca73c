#include "core/rival.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/order.h"

enum {
    POSITION_BYTES = 1024, /* no game's position is larger */
    POLL_NODES = 64,
    NARROWEST = 4,
    WIDEST = 4096,
    KNOWN = 1 << 15,
    MET = 4 * WIDEST, /* a power of 2 */
    STEPS = 1024
};

/* Before any move was seen. The course's own opponent looks three plies ahead. */
static const double at_first[RIVAL_MODELS] = {0.35, 0.2, 0.05, 0.3, 0.05, 0.05};

/* How likely a stranger makes just the move that was made, and a model one that is not its own. */
static const double stranger_hits = 0.25, model_errs = 0.02;

/* How many of our moves are tried in a position of the beam, by the model's depth. Where answers
 * are cheap all are, within reason; else those that look best to the eye. Against a greedy rival
 * all moves at width 10 win as often as 8 at width 100; against depth 3, with 4 moves 26 of 40
 * games, with 8 moves 34, with 16 moves 32, and 8 are half as dear. */
enum { BREADTH_MAX = 48 };
static const int breadths[RIVAL_MODELS] = {0, BREADTH_MAX, 8, 8, 8, 8};

/* How much of our estimate counts in a line's promise, in hundredths: the further a rival looks
 * ahead, the more of it is gone before our turn. At 60 the beams of width 130 against depth 3 end
 * 6 points higher than at 100, on two sets of 60 boards; at 30 and 75 they are between. */
static const int holds[RIVAL_MODELS] = {0, 100, 60, 60, 60, 60};

/* No share falls below that, so that a surprise can always revive it. */
static const double least_share = 0.002;

/* Which of several best moves a program makes. Hardly any leaves it to chance: it keeps the first
 * that it met or the last, in the order in which it reads the board or in which we list the moves.
 * Plans hang on it, as equal moves are common. */
enum habit { HABIT_NONE, HABIT_FIRST_LISTED, HABIT_FIRST_READ, HABIT_LAST_READ, HABITS };

static const double habits_at_first[HABITS] = {0.2, 0.35, 0.3, 0.15};

/* No habit's share falls below that. */
static const double least_habit = 0.01;

/* What a model answers in a position. */
struct known {
    uint64_t key;
    unsigned answer;
    uint16_t depth, habit;
};

/* One of our moves in a plan. */
struct step {
    uint64_t key; /* of the position in which it is made */
    unsigned move;
    int banked; /* what we are ahead by then, since the plan began */
    int before; /* index of the step before, while the plan is being made; -1: none */
};

/* The best line that was found against a model. */
struct course {
    int value;
    int steps; /* 0: none */
    struct step step[STEPS];
};

struct rival {
    const struct world *world;
    double belief[RIVAL_MODELS];
    double habit[HABITS]; /* the belief in habits */
    struct known *known;
    struct course course[RIVAL_MODELS];
};

bool rival_is_possible(const struct world *world)
{
    return world->rules->glance != NULL;
}

static void forget(struct rival *rival)
{
    memcpy(rival->belief, at_first, sizeof at_first);
    memcpy(rival->habit, habits_at_first, sizeof habits_at_first);
    memset(rival->course, 0, sizeof rival->course);
}

struct rival *rival_new(const struct world *world)
{
    struct rival *rival = memory_zero(sizeof *rival);
    rival->world = world;
    rival->known = memory_zero(KNOWN * sizeof *rival->known);
    forget(rival);
    return rival;
}

void rival_free(struct rival *rival)
{
    if (!rival)
        return;
    free(rival->known);
    free(rival);
}

double rival_belief(const struct rival *rival, int depth)
{
    assert(depth >= 0 && depth < RIVAL_MODELS);
    return rival->belief[depth];
}

void rival_remember(const struct rival *rival, struct text *out)
{
    text_add(out, "rival");
    for (int i = 0; i < RIVAL_MODELS; i++)
        text_add(out, " %.17g", rival->belief[i]);
    text_add(out, " habits");
    for (int i = 0; i < HABITS; i++)
        text_add(out, " %.17g", rival->habit[i]);
    for (int depth = 1; depth < RIVAL_MODELS; depth++) {
        const struct course *course = &rival->course[depth];
        if (course->steps == 0)
            continue;
        text_add(out, " plan %d %d %d", depth, course->value, course->steps);
        for (int i = 0; i < course->steps; i++)
            text_add(out, " %" PRIx64 " %u %d", course->step[i].key, course->step[i].move,
                     course->step[i].banked);
    }
    text_add(out, "\n");
}

/* Reads what a format with one or more fields and a final %n matches, and goes on behind it. */
#define TAKE(at, format, ...) \
    (used = 0, sscanf(at, format "%n", __VA_ARGS__, &used), used > 0 ? (at += used, true) : false)

/* Reads shares that add up to 1, after a title. */
static bool read_shares(const char **text, const char *title, int count, double *share)
{
    const char *at = *text;
    double sum = 0;
    int used;
    if (strncmp(at, title, strlen(title)) != 0)
        return false;
    at += strlen(title);
    for (int i = 0; i < count; i++) {
        if (!TAKE(at, " %lf", &share[i]) || !(share[i] >= 0 && share[i] <= 1))
            return false;
        sum += share[i];
    }
    *text = at;
    return fabs(sum - 1) < 1e-6;
}

static bool read_course(const char **text, struct course course[RIVAL_MODELS])
{
    const char *at = *text;
    int used, depth, value, steps;
    if (!TAKE(at, " plan %d %d %d", &depth, &value, &steps) || depth < 1 || depth >= RIVAL_MODELS ||
        steps < 1 || steps > STEPS)
        return false;
    struct course *c = &course[depth];
    c->value = value;
    c->steps = steps;
    for (int i = 0; i < steps; i++)
        if (!TAKE(at, " %" SCNx64 " %u %d", &c->step[i].key, &c->step[i].move, &c->step[i].banked))
            return false;
    *text = at;
    return true;
}

bool rival_recall(struct rival *rival, struct line line)
{
    struct rival *read = memory_zero(sizeof *read);
    const char *at = line.start;
    read->world = rival->world;
    read->known = rival->known;
    bool good = read_shares(&at, "rival", RIVAL_MODELS, read->belief) &&
                read_shares(&at, " habits", HABITS, read->habit);
    while (good && *at)
        good = read_course(&at, read->course);
    if (good)
        *rival = *read;
    free(read);
    return good;
}

/* --- models --- */

struct effort_of_models {
    const struct limits *limits;
    uint64_t nodes, next_poll;
    bool stopped;
};

static bool must_stop(struct effort_of_models *e)
{
    if (!e->stopped && e->nodes >= e->next_poll) {
        e->next_poll = e->nodes + POLL_NODES;
        e->stopped = limits_are_reached(e->limits, e->nodes);
    }
    return e->stopped;
}

/* How far ahead a textbook search of this depth believes the mover can come, from now on. */
static int look_ahead(const struct position *p, int depth, int alpha, int beta,
                      struct effort_of_models *e)
{
    const struct rules *rules = p->world->rules;
    e->nodes++;
    if (depth == 1)
        return rules->glance(p);
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves), best = -VALUE_MAX;
    if (count == 0)
        return 0;
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    assert(p->world->position_bytes <= sizeof memory);
    struct position *child = (struct position *)memory;
    for (int i = 0; i < count && best < beta && !must_stop(e); i++) {
        order_pick(moves, order, i, count);
        int floor = best > alpha ? best : alpha;
        /* a last look only takes away from what the move gains */
        if (depth == 2 && rules->ceiling && rules->ceiling(p, moves[i]) <= floor) {
            best = floor;
            continue;
        }
        int gain = rules->play(p, moves[i].code, child);
        int value = gain - look_ahead(child, depth - 1, gain - beta, gain - floor, e);
        best = value > best ? value : best;
    }
    return best;
}

/* The largest gains. Most moves need not be made to see that they are none of them. */
static int find_gains(const struct position *p, struct move out[MOVES_MAX],
                      struct effort_of_models *e)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves), best = rules->glance(p), answers = 0;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    struct position *child = (struct position *)memory;
    for (int i = 0; i < count; i++) {
        if (rules->ceiling && rules->ceiling(p, moves[i]) < best)
            continue;
        e->nodes++;
        if (rules->play(p, moves[i].code, child) == best)
            out[answers++] = moves[i];
    }
    return answers;
}

/* The best moves of a model, between which only chance decides. */
static int find_answers(const struct position *p, int depth, struct move out[MOVES_MAX],
                        struct effort_of_models *e)
{
    if (depth == 1)
        return must_stop(e) ? 0 : find_gains(p, out, e);
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves), best = -VALUE_MAX, answers = 0;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    struct position *child = (struct position *)memory;
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    for (int i = 0; i < count && !must_stop(e); i++) {
        order_pick(moves, order, i, count);
        int gain = rules->play(p, moves[i].code, child);
        e->nodes++; /* the window lets ties through */
        int value = gain - look_ahead(child, depth - 1, -VALUE_MAX, gain - best + 1, e);
        if (value > best) {
            best = value;
            answers = 0;
        }
        if (value == best)
            out[answers++] = moves[i];
    }
    return answers;
}

/* Which of a model's best moves a habit makes; 0 if it has none, as the first is as good as any. */
static int pick_by_habit(const struct position *p, const struct move *answer, int answers,
                         enum habit habit)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int picked = 0, count = rules->moves(p, moves), best = INT_MAX;
    for (int i = 0; i < answers && habit != HABIT_NONE; i++) {
        int place = 0;
        if (habit != HABIT_FIRST_LISTED && rules->place)
            place = rules->place(p, answer[i].code);
        else
            while (place < count && moves[place].code != answer[i].code)
                place++;
        if (habit == HABIT_LAST_READ)
            place = -place;
        if (place < best) {
            best = place;
            picked = i;
        }
    }
    return picked;
}

/* --- belief --- */

/* The move that led from one position to the other; -1 if none did. */
static int move_between(const struct position *before, const struct position *after,
                        const struct move *moves, int count)
{
    struct position *child = position_new(before->world);
    int made = -1;
    for (int i = 0; i < count && made < 0; i++) {
        before->world->rules->play(before, moves[i].code, child);
        if (child->key == after->key)
            made = moves[i].code;
    }
    free(child);
    return made;
}

/* How likely a model with a habit makes the move that was made, one of so many. */
static double likelihood_of(const struct position *p, unsigned made, int count,
                            const struct move *answer, int answers, enum habit habit)
{
    if (habit != HABIT_NONE && answers > 1)
        answer += pick_by_habit(p, answer, answers, habit), answers = 1;
    for (int i = 0; i < answers; i++)
        if (answer[i].code == made)
            return (1 - model_errs) / answers;
    return model_errs / count;
}

/* Makes shares add up to 1, none of them below the least. */
static void share_out(double *share, int count, double least)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += share[i];
    for (int i = 0; i < count; i++)
        share[i] = least + (1 - count * least) * share[i] / sum;
}

uint64_t rival_observe(struct rival *rival, const struct position *before,
                       const struct position *after, const struct limits *limits)
{
    struct move moves[MOVES_MAX], answer[MOVES_MAX];
    int count = rival->world->rules->moves(before, moves);
    int made = move_between(before, after, moves, count);
    if (made < 0) /* another game has begun */
        forget(rival);
    if (made < 0 || count == 1)
        return 0;
    struct effort_of_models effort = {.limits = limits};
    double likelihood[HABITS], habit[HABITS] = {0};
    rival->belief[RIVAL_STRANGER] *= stranger_hits;
    for (int depth = 1; depth < RIVAL_MODELS; depth++) {
        int answers = find_answers(before, depth, answer, &effort);
        double mean = 0;
        for (int h = 0; h < HABITS; h++) {
            likelihood[h] = effort.stopped ? stranger_hits
                                           : likelihood_of(before, (unsigned)made, count, answer,
                                                           answers, (enum habit)h);
            habit[h] += rival->belief[depth] * likelihood[h];
            mean += rival->habit[h] * likelihood[h];
        }
        rival->belief[depth] *= mean;
    }
    for (int h = 0; h < HABITS; h++)
        rival->habit[h] *= habit[h] + rival->belief[RIVAL_STRANGER];
    share_out(rival->belief, RIVAL_MODELS, least_share);
    share_out(rival->habit, HABITS, least_habit);
    return effort.nodes;
}

/* --- plans --- */

/* A line of the beam: a position with us to move. */
struct strand {
    int banked;  /* what we are ahead by since the plan began */
    int promise; /* that and what the position seems to be worth, in hundredths */
    int step;    /* the last of our moves so far; -1: none */
    int root;    /* place of our first move in the root's list */
    struct position *position;
};

/* A position that is in the beam already, if the round is the present one. */
struct meeting {
    uint64_t key;
    unsigned round;
};

struct beam {
    struct rival *rival;
    const struct position *root;
    struct effort_of_models effort;
    int depth; /* of the model */
    enum habit habit;
    int breadth, width;
    int count, next_count;
    struct strand *strand, *next; /* now, and a move later */
    void *memory[2];
    struct step *step; /* of all lines; each knows the one before */
    int steps, steps_capacity;
    int best, best_step;
    struct move root_move[MOVES_MAX];
    int root_count, root_best[MOVES_MAX];
    unsigned round; /* of narrowing */
    struct meeting met[MET];
};

/* The best move of a model that is the worst for us, where nothing is known about its habits. */
static int pick_worst(const struct position *p, const struct move *answer, int answers,
                      struct position *child)
{
    const struct rules *rules = p->world->rules;
    int worst = 0, most = -VALUE_MAX;
    for (int i = 0; i < answers; i++) {
        int value = rules->play(p, answer[i].code, child);
        value -= rules->evaluate(child);
        if (value > most) {
            most = value;
            worst = i;
        }
    }
    return worst;
}

static int answer_of_model(struct beam *beam, const struct position *p, struct position *out)
{
    const struct rules *rules = p->world->rules;
    struct known *known = &beam->rival->known[p->key % KNOWN];
    if (known->key == p->key && known->depth == beam->depth && known->habit == beam->habit)
        return rules->play(p, known->answer, out);
    struct move answer[MOVES_MAX];
    int answers = find_answers(p, beam->depth, answer, &beam->effort), picked = 0;
    if (beam->effort.stopped)
        return 0;
    if (answers > 1)
        picked = beam->habit == HABIT_NONE ? pick_worst(p, answer, answers, out)
                                           : pick_by_habit(p, answer, answers, beam->habit);
    *known = (struct known){p->key, answer[picked].code, (uint16_t)beam->depth,
                            (uint16_t)beam->habit};
    return rules->play(p, answer[picked].code, out);
}

static int add_step(struct beam *beam, const struct strand *strand, unsigned code)
{
    if (beam->steps == beam->steps_capacity) {
        beam->steps_capacity = 2 * beam->steps_capacity + 1024;
        beam->step = memory_resize(beam->step, (size_t)beam->steps_capacity * sizeof *beam->step);
    }
    beam->step[beam->steps] = (struct step){strand->position->key, code, strand->banked,
                                            strand->step};
    return beam->steps++;
}

static void finish_line(struct beam *beam, int banked, int step, int root)
{
    if (banked > beam->root_best[root])
        beam->root_best[root] = banked;
    if (banked > beam->best) {
        beam->best = banked;
        beam->best_step = step;
    }
}

/* Puts the line that one of our moves leads to into the next beam. */
static void extend(struct beam *beam, const struct strand *strand, unsigned code, int root,
                   struct position *child)
{
    const struct rules *rules = child->world->rules;
    int step = add_step(beam, strand, code);
    int banked = strand->banked + rules->play(strand->position, code, child);
    if (position_is_over(child)) {
        finish_line(beam, banked, step, root);
        return;
    }
    struct strand *to = &beam->next[beam->next_count];
    banked -= answer_of_model(beam, child, to->position);
    if (beam->effort.stopped)
        return;
    if (position_is_over(to->position)) {
        finish_line(beam, banked, step, root);
        return;
    }
    to->banked = banked;
    to->step = step;
    to->root = root;
    to->promise = 100 * banked + holds[beam->depth] * rules->evaluate(to->position);
    beam->next_count++;
}

/* Tries our moves that look best to the eye; all of them at the root. */
static void extend_strand(struct beam *beam, const struct strand *strand, struct position *child)
{
    const struct rules *rules = child->world->rules;
    bool is_root = strand->position == beam->root;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(strand->position, moves);
    int breadth = is_root || count < beam->breadth ? count : beam->breadth;
    for (int i = 0; i < count && breadth < count; i++) {
        int gain = rules->play(strand->position, moves[i].code, child);
        order[i] = gain - rules->evaluate(child);
    }
    for (int i = 0; i < breadth && !must_stop(&beam->effort); i++) {
        if (breadth < count)
            order_pick(moves, order, i, count);
        extend(beam, strand, moves[i].code, is_root ? i : strand->root, child);
    }
}

static int by_promise(const void *a, const void *b)
{
    const struct strand *one = a, *two = b;
    if (one->promise != two->promise)
        return one->promise < two->promise ? 1 : -1;
    return one->step < two->step ? -1 : 1;
}

/* True if the position was met before in this narrowing; takes note of it otherwise. */
static bool was_met(struct beam *beam, uint64_t key)
{
    size_t mask = MET - 1, at = key & mask;
    while (beam->met[at].round == beam->round && beam->met[at].key != key)
        at = (at + 1) & mask;
    bool met = beam->met[at].round == beam->round;
    beam->met[at] = (struct meeting){key, beam->round};
    return met;
}

/* Keeps the most promising lines, one for each position. */
static void narrow(struct beam *beam)
{
    qsort(beam->next, (size_t)beam->next_count, sizeof *beam->next, by_promise);
    beam->round++;
    int kept = 0;
    for (int i = 0; i < beam->next_count && kept < beam->width; i++) {
        if (was_met(beam, beam->next[i].position->key))
            continue;
        struct strand strand = beam->next[kept];
        beam->next[kept++] = beam->next[i];
        beam->next[i] = strand;
    }
    beam->next_count = kept;
}

static void make_room(struct beam *beam)
{
    size_t bytes = beam->root->world->position_bytes;
    size_t strands = (size_t)(beam->width * beam->breadth + beam->root_count);
    struct strand **side[2] = {&beam->strand, &beam->next};
    for (int i = 0; i < 2; i++) {
        *side[i] = memory_zero(strands * sizeof **side[i]);
        beam->memory[i] = memory_aligned(POSITION_ALIGN, strands * bytes);
        for (size_t j = 0; j < strands; j++)
            (*side[i])[j].position = (struct position *)((char *)beam->memory[i] + j * bytes);
    }
}

static void free_room(struct beam *beam)
{
    free(beam->strand);
    free(beam->next);
    free(beam->memory[0]);
    free(beam->memory[1]);
}

/* One beam to the end of the game; false if the limits were reached first. */
static bool run_beam(struct beam *beam)
{
    beam->root_count = beam->root->world->rules->moves(beam->root, beam->root_move);
    for (int i = 0; i < beam->root_count; i++)
        beam->root_best[i] = -VALUE_MAX;
    beam->best = -VALUE_MAX;
    beam->steps = beam->next_count = 0;
    make_room(beam);
    struct position *child = position_new(beam->root->world);
    struct strand root = {.position = (struct position *)beam->root, .step = -1};
    extend_strand(beam, &root, child);
    while (!beam->effort.stopped && beam->next_count > 0) {
        narrow(beam);
        struct strand *swap = beam->strand;
        beam->strand = beam->next;
        beam->next = swap;
        beam->count = beam->next_count;
        beam->next_count = 0;
        for (int i = 0; i < beam->count && !beam->effort.stopped; i++)
            extend_strand(beam, &beam->strand[i], child);
    }
    free(child);
    free_room(beam);
    return !beam->effort.stopped;
}

/* Keeps the best line of a beam. */
static void keep_line(struct course *course, const struct beam *beam)
{
    int count = 0;
    for (int i = beam->best_step; i >= 0; i = beam->step[i].before)
        count++;
    assert(count <= STEPS);
    course->value = beam->best;
    course->steps = count;
    for (int i = beam->best_step; i >= 0; i = beam->step[i].before)
        course->step[--count] = beam->step[i];
}

static bool is_legal(const struct position *p, unsigned code)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].code == code)
            return true;
    return false;
}

/* Goes on with the last line if it foresaw this position; else there is none. The line may have
 * been recalled, so it is not believed blindly. */
static void resume_line(struct course *course, const struct position *p)
{
    int past = 0;
    while (past < course->steps && course->step[past].key != p->key)
        past++;
    if (past < course->steps && !is_legal(p, course->step[past].move))
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

void rival_plan(struct rival *rival, int depth, const struct position *p,
                const struct limits *limits, struct plan *plan)
{
    assert(depth > RIVAL_STRANGER && depth < RIVAL_MODELS);
    struct course *course = &rival->course[depth];
    enum habit habit = HABIT_NONE;
    for (int i = 0; i < HABITS; i++)
        if (rival->habit[i] > rival->habit[habit])
            habit = (enum habit)i;
    resume_line(course, p);
    struct beam *beam = memory_zero(sizeof *beam);
    *beam = (struct beam){.rival = rival,
                          .root = p,
                          .effort.limits = limits,
                          .depth = depth,
                          .habit = habit,
                          .breadth = breadths[depth],
                          .width = NARROWEST};
    plan->count = 0;
    for (; beam->width <= WIDEST && run_beam(beam); beam->width *= 2) {
        if (course->steps == 0 || beam->best > course->value)
            keep_line(course, beam);
        for (int i = 0; i < beam->root_count; i++)
            if (beam->root_best[i] > -VALUE_MAX)
                offer(plan, beam->root_move[i].code, beam->root_best[i]);
    }
    if (course->steps > 0)
        offer(plan, course->step[0].move, course->value);
    plan->nodes = beam->effort.nodes;
    free(beam->step);
    free(beam);
}

int plan_value(const struct plan *plan, unsigned move, int otherwise)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->best[i].move == move)
            return plan->best[i].value;
    return otherwise;
}
