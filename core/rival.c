#include "core/rival.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/order.h"

enum {
    POSITION_BYTES = 1024, /* no game's position is larger */
    POLL_NODES = 64,
    BREADTH = 8, /* our moves that are tried in a position of the beam */
    NARROWEST = 4,
    WIDEST = 512,
    KNOWN = 1 << 15,
    STEPS = 1024
};

/* Before any move was seen. The course's own opponent looks three plies ahead. */
static const double at_first[RIVAL_MODELS] = {0.35, 0.2, 0.05, 0.3, 0.05, 0.05};

/* How likely a stranger makes just the move that was made, and a model one that is not its own. */
static const double stranger_hits = 0.25, model_errs = 0.02;

/* Below that no plan is made. */
static const double least_trust = 0.1;

/* No share falls below that, so that a surprise can always revive it. */
static const double least_share = 0.002;

/* What a model answers in a position. */
struct known {
    uint64_t key;
    unsigned answer;
    int depth;
};

/* One of our moves in a plan. */
struct step {
    uint64_t key; /* of the position in which it is made */
    unsigned move;
    int banked; /* what we are ahead by then, since the plan began */
    int before; /* index of the step before, while the plan is being made; -1: none */
};

struct rival {
    const struct world *world;
    double belief[RIVAL_MODELS];
    struct known *known;
    int depth; /* of the model that the last plan was made against */
    int value; /* of that plan */
    int steps;
    struct step step[STEPS];
};

bool rival_is_possible(const struct world *world)
{
    return world->rules->glance != NULL;
}

struct rival *rival_new(const struct world *world)
{
    struct rival *rival = memory_zero(sizeof *rival);
    rival->world = world;
    rival->known = memory_zero(KNOWN * sizeof *rival->known);
    memcpy(rival->belief, at_first, sizeof at_first);
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
    text_add(out, " plan %d %d %d", rival->depth, rival->value, rival->steps);
    for (int i = 0; i < rival->steps; i++)
        text_add(out, " %" PRIx64 " %u %d", rival->step[i].key, rival->step[i].move,
                 rival->step[i].banked);
    text_add(out, "\n");
}

/* Reads what a format with one or more fields and a final %n matches, and goes on behind it. */
#define TAKE(at, format, ...) \
    (used = 0, sscanf(at, format "%n", __VA_ARGS__, &used), used > 0 ? (at += used, true) : false)

static bool read_shares(const char **text, double belief[RIVAL_MODELS])
{
    const char *at = *text;
    double sum = 0;
    int used;
    for (int i = 0; i < RIVAL_MODELS; i++) {
        if (!TAKE(at, " %lf", &belief[i]) || !(belief[i] >= 0 && belief[i] <= 1))
            return false;
        sum += belief[i];
    }
    *text = at;
    return fabs(sum - 1) < 1e-6;
}

bool rival_recall(struct rival *rival, struct line line)
{
    static const char title[] = "rival";
    struct rival read = *rival;
    const char *at = line.start + strlen(title);
    int used;
    if (strncmp(line.start, title, strlen(title)) != 0 || !read_shares(&at, read.belief) ||
        !TAKE(at, " plan %d %d %d", &read.depth, &read.value, &read.steps) || read.steps < 0 ||
        read.steps > STEPS)
        return false;
    for (int i = 0; i < read.steps; i++)
        if (!TAKE(at, " %" SCNx64 " %u %d", &read.step[i].key, &read.step[i].move,
                  &read.step[i].banked))
            return false;
    if (*at)
        return false;
    *rival = read;
    return true;
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
        int gain = rules->play(p, moves[i].code, child);
        int value = gain - look_ahead(child, depth - 1, gain - beta, gain - floor, e);
        best = value > best ? value : best;
    }
    return best;
}

/* The best moves of a model, between which only chance decides. */
static int find_answers(const struct position *p, int depth, struct move out[MOVES_MAX],
                        struct effort_of_models *e)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(p, moves), best = -VALUE_MAX, answers = 0;
    _Alignas(POSITION_ALIGN) unsigned char memory[POSITION_BYTES];
    struct position *child = (struct position *)memory;
    for (int i = 0; i < count; i++)
        order[i] = moves[i].hint;
    for (int i = 0; i < count && !must_stop(e); i++) {
        order_pick(moves, order, i, count);
        int gain = rules->play(p, moves[i].code, child), value = gain;
        e->nodes++;
        if (depth > 1) /* the window lets ties through */
            value -= look_ahead(child, depth - 1, -VALUE_MAX, gain - best + 1, e);
        if (value > best) {
            best = value;
            answers = 0;
        }
        if (value == best)
            out[answers++] = moves[i];
    }
    return answers;
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

uint64_t rival_observe(struct rival *rival, const struct position *before,
                       const struct position *after, const struct limits *limits)
{
    struct move moves[MOVES_MAX], answer[MOVES_MAX];
    int count = rival->world->rules->moves(before, moves);
    int made = move_between(before, after, moves, count);
    if (made < 0) { /* another game has begun */
        memcpy(rival->belief, at_first, sizeof at_first);
        rival->steps = 0;
    }
    if (made < 0 || count == 1)
        return 0;
    struct effort_of_models effort = {.limits = limits};
    double sum = rival->belief[RIVAL_STRANGER] *= stranger_hits;
    for (int depth = 1; depth < RIVAL_MODELS; depth++) {
        int answers = find_answers(before, depth, answer, &effort);
        double likelihood = effort.stopped ? stranger_hits : model_errs / count;
        for (int i = 0; i < answers && !effort.stopped; i++)
            if (answer[i].code == made)
                likelihood = (1 - model_errs) / answers;
        sum += rival->belief[depth] *= likelihood;
    }
    const double spread = 1 - RIVAL_MODELS * least_share;
    for (int i = 0; i < RIVAL_MODELS; i++)
        rival->belief[i] = least_share + spread * rival->belief[i] / sum;
    return effort.nodes;
}

/* --- plans --- */

/* A line of the beam: a position with us to move. */
struct strand {
    int banked;  /* what we are ahead by since the plan began */
    int promise; /* that and what the position seems to be worth */
    int step;    /* the last of our moves so far; -1: none */
    int root;    /* place of our first move in the root's list */
    struct position *position;
};

struct beam {
    struct rival *rival;
    const struct position *root;
    struct effort_of_models effort;
    int depth; /* of the model */
    int width;
    int count, next_count;
    struct strand *strand, *next; /* now, and a move later */
    void *memory[2];
    struct step *step; /* of all lines; each knows the one before */
    int steps, steps_capacity;
    int best, best_step;
    struct move root_move[MOVES_MAX];
    int root_count, root_best[MOVES_MAX];
};

/* The model's answer that is the worst for us, as which of its best moves it makes is chance. */
static int answer_of_model(struct beam *beam, const struct position *p, struct position *out)
{
    const struct rules *rules = p->world->rules;
    struct known *known = &beam->rival->known[p->key % KNOWN];
    if (known->key == p->key && known->depth == beam->depth)
        return rules->play(p, known->answer, out);
    struct move answer[MOVES_MAX];
    int answers = find_answers(p, beam->depth, answer, &beam->effort);
    if (beam->effort.stopped)
        return 0;
    int worst = 0, most = -VALUE_MAX;
    for (int i = 0; i < answers && answers > 1; i++) {
        int value = rules->play(p, answer[i].code, out);
        value -= rules->evaluate(out);
        if (value > most) {
            most = value;
            worst = i;
        }
    }
    *known = (struct known){p->key, answer[worst].code, beam->depth};
    return rules->play(p, answer[worst].code, out);
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
    to->promise = banked + rules->evaluate(to->position);
    beam->next_count++;
}

/* Tries our moves that look best to the eye; all of them at the root. */
static void extend_strand(struct beam *beam, const struct strand *strand, struct position *child)
{
    const struct rules *rules = child->world->rules;
    bool is_root = strand->position == beam->root;
    struct move moves[MOVES_MAX];
    int order[MOVES_MAX], count = rules->moves(strand->position, moves);
    for (int i = 0; i < count && !is_root; i++) {
        int gain = rules->play(strand->position, moves[i].code, child);
        order[i] = gain - rules->evaluate(child);
    }
    int breadth = is_root || count < BREADTH ? count : BREADTH;
    for (int i = 0; i < breadth && !must_stop(&beam->effort); i++) {
        if (!is_root)
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

/* Keeps the most promising lines, one for each position. */
static void narrow(struct beam *beam)
{
    qsort(beam->next, (size_t)beam->next_count, sizeof *beam->next, by_promise);
    int kept = 0;
    for (int i = 0; i < beam->next_count && kept < beam->width; i++) {
        bool known = false;
        for (int j = 0; j < kept && !known; j++)
            known = beam->next[j].position->key == beam->next[i].position->key;
        if (known)
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
    size_t strands = (size_t)(beam->width * BREADTH + beam->root_count);
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
static void keep_line(struct rival *rival, const struct beam *beam)
{
    int count = 0;
    for (int i = beam->best_step; i >= 0; i = beam->step[i].before)
        count++;
    assert(count <= STEPS);
    rival->depth = beam->depth;
    rival->value = beam->best;
    rival->steps = count;
    for (int i = beam->best_step; i >= 0; i = beam->step[i].before)
        rival->step[--count] = beam->step[i];
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
static void resume_line(struct rival *rival, const struct position *p, int depth)
{
    int past = 0;
    while (past < rival->steps && rival->step[past].key != p->key)
        past++;
    if (rival->depth != depth || (past < rival->steps && !is_legal(p, rival->step[past].move)))
        past = rival->steps;
    int banked = past < rival->steps ? rival->step[past].banked : 0;
    rival->steps -= past;
    rival->value -= banked;
    memmove(rival->step, rival->step + past, (size_t)rival->steps * sizeof *rival->step);
    for (int i = 0; i < rival->steps; i++)
        rival->step[i].banked -= banked;
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

void rival_plan(struct rival *rival, const struct position *p, const struct limits *limits,
                struct plan *plan)
{
    int depth = 1;
    for (int i = 2; i < RIVAL_MODELS; i++)
        if (rival->belief[i] > rival->belief[depth])
            depth = i;
    *plan = (struct plan){.trust = rival->belief[depth]};
    if (plan->trust < least_trust)
        return;
    resume_line(rival, p, depth);
    struct beam *beam = memory_zero(sizeof *beam);
    *beam = (struct beam){
        .rival = rival, .root = p, .effort.limits = limits, .depth = depth, .width = NARROWEST};
    for (; beam->width <= WIDEST && run_beam(beam); beam->width *= 2) {
        if (rival->steps == 0 || beam->best > rival->value)
            keep_line(rival, beam);
        for (int i = 0; i < beam->root_count; i++)
            if (beam->root_best[i] > -VALUE_MAX)
                offer(plan, beam->root_move[i].code, beam->root_best[i]);
    }
    if (rival->steps > 0)
        offer(plan, rival->step[0].move, rival->value);
    plan->nodes = beam->effort.nodes;
    free(beam->step);
    free(beam);
}
