#include "core/beam.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/order.h"

/* A beam has room for so many lines before it is narrowed: more would take longer to sort, and to
 * get from the system, than the clock's last moves allow. */
enum { NARROWEST = 4, ROOM = 1 << 14 };

/* How many of our moves are tried in a position of the beam, by the model's depth. Where answers
 * are cheap all are, within reason; else those that look best to the eye. Against a greedy rival
 * all moves at width 10 win as often as 8 at width 100; against depth 3, with 4 moves 26 of 40
 * games, with 8 moves 34, with 16 moves 32, and 8 are half as dear. */
enum { BREADTH_MAX = 48 };
static const int breadths[MODEL_DEPTHS + 1] = {0, BREADTH_MAX, 8, 8, 8, 8};

/* How much of our estimate counts in a line's promise, in hundredths: the further a rival looks
 * ahead, the more of it is gone before our turn. At 60 the beams of width 130 against depth 3 end
 * 6 points higher than at 100, on two sets of 60 boards; at 30 and 75 they are between. */
static const int holds[MODEL_DEPTHS + 1] = {0, 100, 60, 60, 60, 60};

/* A move of some line; each knows the one before. */
struct link {
    struct step step;
    int before; /* -1: none */
};

/* A line of the beam: a position with us to move. */
struct strand {
    int banked;  /* what we are ahead by since the plan began */
    int promise; /* that and what the position seems to be worth, in hundredths */
    int serial;  /* tells lines of equal promise apart, so that sorting leaves nothing to chance */
    int root;    /* place of our first move in the root's list */
    struct link last; /* the last of our moves */
    int link;         /* its place among the links, once the line was kept; -1: none */
    struct position *position;
};

/* A position that is in the beam already, if the round is the present one. */
struct meeting {
    uint64_t key;
    unsigned round;
};

struct beam {
    struct model_memory *memory;
    const struct position *root;
    struct labour labour;
    int depth; /* of the model */
    enum habit habit;
    int breadth, width;
    bool is_whole; /* no line was left out so far */
    int count, next_count;
    struct strand *strand, *next; /* now, and a move later */
    void *positions[2];
    struct link *link;
    int links, links_capacity;
    int best, best_link;
    struct move root_move[MOVES_MAX];
    int root_count, root_best[MOVES_MAX];
    unsigned round; /* of narrowing */
    struct meeting *met;
    size_t met_count; /* a power of 2 */
};

static int add_link(struct beam *beam, struct link link)
{
    if (beam->links == beam->links_capacity) {
        beam->links_capacity = 2 * beam->links_capacity + 1024;
        beam->link = memory_resize(beam->link, (size_t)beam->links_capacity * sizeof *beam->link);
    }
    beam->link[beam->links] = link;
    return beam->links++;
}

static void finish_line(struct beam *beam, int banked, struct link last, int root)
{
    if (banked > beam->root_best[root])
        beam->root_best[root] = banked;
    if (banked > beam->best) {
        beam->best = banked;
        beam->best_link = add_link(beam, last);
    }
}

/* Puts the line that one of our moves leads to into the next beam. */
static void extend(struct beam *beam, const struct strand *strand, unsigned code, int root,
                   struct position *child)
{
    const struct rules *rules = child->world->rules;
    struct link last = {{strand->position->key, code, strand->banked}, strand->link};
    int banked = strand->banked + rules->play(strand->position, code, child);
    if (position_is_over(child)) {
        finish_line(beam, banked, last, root);
        return;
    }
    struct strand *to = &beam->next[beam->next_count];
    banked -= model_reply(beam->memory, child, beam->depth, beam->habit, to->position,
                          &beam->labour);
    if (beam->labour.stopped)
        return;
    if (position_is_over(to->position)) {
        finish_line(beam, banked, last, root);
        return;
    }
    to->banked = banked;
    to->promise = 100 * banked + holds[beam->depth] * rules->evaluate(to->position);
    to->serial = beam->next_count++;
    to->root = root;
    to->last = last;
}

/* Tries our moves that look best to the eye; all of them at the root. */
static void extend_strand(struct beam *beam, const struct strand *strand, struct position *child)
{
    const struct rules *rules = child->world->rules;
    bool is_root = strand->position == beam->root;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(strand->position, moves);
    int breadth = is_root || count < beam->breadth ? count : beam->breadth;
    if (breadth < count)
        beam->is_whole = false;
    for (int i = 0; i < count && breadth < count; i++) {
        int gain = rules->play(strand->position, moves[i].code, child);
        order[i] = gain - rules->evaluate(child);
    }
    for (int i = 0; i < breadth && !labour_must_stop(&beam->labour); i++) {
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
    return one->serial < two->serial ? -1 : 1;
}

/* True if the position was met before in this narrowing; takes note of it otherwise. */
static bool was_met(struct beam *beam, uint64_t key)
{
    size_t mask = beam->met_count - 1, at = key & mask;
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
    for (int i = 0; i < beam->next_count; i++) {
        if (was_met(beam, beam->next[i].position->key))
            continue;
        if (kept == beam->width) {
            beam->is_whole = false;
            break;
        }
        struct strand strand = beam->next[kept];
        beam->next[kept] = beam->next[i];
        beam->next[i] = strand;
        beam->next[kept].link = add_link(beam, beam->next[kept].last);
        kept++;
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
        beam->positions[i] = memory_aligned(POSITION_ALIGN, strands * bytes);
        for (size_t j = 0; j < strands; j++)
            (*side[i])[j].position = (struct position *)((char *)beam->positions[i] + j * bytes);
    }
    beam->met_count = 1;
    while (beam->met_count < 2 * strands)
        beam->met_count *= 2;
    beam->met = memory_zero(beam->met_count * sizeof *beam->met);
    beam->round = 0;
}

static void free_room(struct beam *beam)
{
    free(beam->strand);
    free(beam->next);
    free(beam->positions[0]);
    free(beam->positions[1]);
    free(beam->met);
}

/* One beam to the end of the game; false if the limits were reached first. */
static bool run_beam(struct beam *beam)
{
    for (int i = 0; i < beam->root_count; i++)
        beam->root_best[i] = -VALUE_MAX;
    beam->best = -VALUE_MAX;
    beam->links = beam->next_count = 0;
    beam->is_whole = true;
    make_room(beam);
    struct position *child = position_new(beam->root->world);
    struct strand root = {.position = (struct position *)beam->root, .link = -1};
    extend_strand(beam, &root, child);
    while (!beam->labour.stopped && beam->next_count > 0) {
        narrow(beam);
        struct strand *swap = beam->strand;
        beam->strand = beam->next;
        beam->next = swap;
        beam->count = beam->next_count;
        beam->next_count = 0;
        for (int i = 0; i < beam->count && !beam->labour.stopped; i++)
            extend_strand(beam, &beam->strand[i], child);
    }
    free(child);
    free_room(beam);
    return !beam->labour.stopped;
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
static void resume_line(struct course *course, const struct position *p, enum habit habit)
{
    int past = 0;
    while (past < course->steps && course->step[past].key != p->key)
        past++;
    if (past < course->steps && (course->habit != habit || !is_legal(p, course->step[past].move)))
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

void beam_plan(struct model_memory *memory, const struct position *p, int depth, enum habit habit,
               const struct limits *limits, struct course *course, struct plan *plan)
{
    assert(depth > 0 && depth <= MODEL_DEPTHS);
    resume_line(course, p, habit);
    struct beam *beam = memory_zero(sizeof *beam);
    *beam = (struct beam){.memory = memory,
                          .root = p,
                          .labour.limits = limits,
                          .depth = depth,
                          .habit = habit,
                          .breadth = breadths[depth],
                          .width = NARROWEST};
    beam->root_count = p->world->rules->moves(p, beam->root_move);
    plan->count = 0;
    for (; beam->width * beam->breadth <= ROOM && run_beam(beam); beam->width *= 2) {
        if (course->steps == 0 || beam->best > course->value)
            keep_line(course, beam);
        for (int i = 0; i < beam->root_count; i++)
            if (beam->root_best[i] > -VALUE_MAX)
                offer(plan, beam->root_move[i].code, beam->root_best[i]);
        if (beam->is_whole)
            break;
    }
    if (course->steps > 0)
        offer(plan, course->step[0].move, course->value);
    plan->nodes = beam->labour.nodes;
    free(beam->link);
    free(beam);
}

int plan_value(const struct plan *plan, unsigned move, int otherwise)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->best[i].move == move)
            return plan->best[i].value;
    return otherwise;
}
