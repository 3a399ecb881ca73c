#include "agents/teach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/looks.h"

enum {
    QUESTIONS = 4,        /* to whom answers by chance, few are enough to see it */
    CANDIDATES = 4,       /* moves that are looked at thoroughly */
    MATTERS_PARTS = 8,    /* an estimated loss matters from this part of a telling lead on */
    GOOD_QUICK = 1000000, /* nodes in all for the good moves of a position that is not solved */
};

static const double scan_share = 0.4, shrink_share = 0.85; /* of the time: until then */

/* A part of the time, counted from the same begin. */
static struct limits part(const struct limits *limits, double share)
{
    struct limits some = *limits;
    some.hard = limits->hard * share;
    return some;
}

/* An estimate is never exact, so small differences of two mean nothing. */
static bool matters(const struct position *p, const struct judged_move *m)
{
    const double least = looks_lead(p) * p->world->game->unit / MATTERS_PARTS;
    return m->cost > 0 && (m->certain || m->cost >= least);
}

/* --- which move it was --- */

struct candidate {
    int ply;
    int cost;
};

/* Keeps the costliest, the worst first. */
static void keep(struct candidate list[CANDIDATES], int *count, struct candidate one)
{
    int at = *count;
    while (at > 0 && list[at - 1].cost < one.cost)
        at--;
    if (at == CANDIDATES)
        return;
    *count += *count < CANDIDATES;
    for (int i = *count - 1; i > at; i--)
        list[i] = list[i - 1];
    list[at] = one;
}

/* From the end to the begin: what is proven there makes earlier positions easier. */
static int scan(const struct session *session, const struct teach_task *task,
                struct candidate list[CANDIDATES])
{
    const struct limits limits = part(&task->limits, scan_share);
    struct mistakes *judge = mistakes_new(session->world);
    int count = 0;
    for (int ply = session->count - 1; ply >= task->from; ply--) {
        const struct position *p = session->position[ply];
        struct judged_move m;
        if (p->side != task->side)
            continue;
        mistakes_judge(judge, p, session->move[ply], SHRINK_QUICK, &limits, &m);
        if (limits_are_reached(&limits, 0))
            break;
        if (matters(p, &m))
            keep(list, &count, (struct candidate){ply, m.cost});
    }
    mistakes_free(judge);
    return count;
}

/* The ply of the costliest move by a thorough look; -1: none. */
static int find_costliest(const struct session *session, const struct teach_task *task)
{
    struct candidate list[CANDIDATES];
    const int count = scan(session, task, list);
    struct mistakes *judge = mistakes_new(session->world);
    int found = -1, most = 0;
    for (int i = 0; i < count; i++) {
        struct judged_move m;
        mistakes_judge(judge, session->position[list[i].ply], session->move[list[i].ply],
                       SHRINK_THOROUGH, &task->limits, &m);
        if (matters(session->position[list[i].ply], &m) && m.cost > most) {
            most = m.cost;
            found = list[i].ply;
        }
    }
    mistakes_free(judge);
    return found;
}

/* --- the lesson --- */

double teach_same_move(void *context, const struct position *p, bool renamed, int *move)
{
    struct notes notes = {0};
    unsigned code;
    *move = !renamed && p->world->game->move_parse(p, context, &code, &notes) &&
                    position_has_move(p, code)
                ? (int)code
                : -1;
    return 0;
}

/* The position as its file tells it, and the move in it. */
static bool begin(const struct session *session, int ply, const struct teach_task *task,
                  struct taught *t, unsigned *move)
{
    const struct position *p = session->position[ply];
    const struct game *game = session->world->game;
    char name[MOVE_NAME_MAX];
    struct text file = {0};
    game->move_name(p, session->move[ply], name);
    game->write(p, task->seconds, false, &file);
    const bool begun = shrunk_begin(&t->lesson, game, game->variants[session->world->variant].name,
                                    &file);
    text_free(&file);
    if (!begun)
        return false;
    int code;
    teach_same_move(name, t->lesson.problem->position, false, &code);
    if (code < 0) { /* the file does not tell all of this position */
        shrunk_free(&t->lesson);
        return false;
    }
    *move = (unsigned)code;
    return true;
}

static const char by_chance[] = "asked again and again, it answers differently";

/* True if it answers with this move every time. */
static bool answers(struct shrink_task *task, const struct position *p, int move, int times)
{
    for (int i = 0; i < times; i++)
        if (shrink_answer(task, p, false) != move)
            return false;
    return true;
}

/* Asks whether it would err again, and sets the mistake to what it does. Returns why the position
 * must stay as it is; NULL: it can be shrunk. */
static const char *ask_again(struct shrink_task *task, struct taught *t)
{
    const struct position *p = t->lesson.problem->position;
    if (!task->ask)
        return "the loser cannot be asked again";
    const int move = shrink_answer(task, p, false);
    if (move < 0)
        return "asked again, it gives no legal answer";
    if (!answers(task, p, move, QUESTIONS - 1))
        return by_chance;
    if ((unsigned)move == t->lesson.mistake.played)
        return NULL;
    struct judged_move again;
    struct mistakes *judge = mistakes_new(p->world);
    mistakes_judge(judge, p, (unsigned)move, SHRINK_THOROUGH, &task->limits, &again);
    mistakes_free(judge);
    if (again.cost < task->wanted)
        return "asked again, it answers with a better move";
    t->lesson.mistake = again;
    return NULL;
}

/* Shrinks, unless something speaks against it. */
static void shrink(const struct session *session, const struct teach_task *task, struct taught *t)
{
    struct shrink_task shrink = {.ask = task->ask,
                                 .context = task->context,
                                 .wanted = (t->original.cost + 1) / 2,
                                 .limits = part(&task->limits, shrink_share)};
    t->whole = session->world->game->reducing ? ask_again(&shrink, t)
                                              : "nothing can be taken from a position of this game";
    if (t->whole)
        return;
    struct shrunk whole = t->lesson;
    struct text file = {0};
    text_add_bytes(&file, whole.file.data, whole.file.length);
    shrunk_run(&t->lesson, &shrink);
    /* what one lucky answer has let pass is no lesson */
    const struct judged_move *m = &t->lesson.mistake;
    if (!answers(&shrink, t->lesson.problem->position, (int)m->played, QUESTIONS - 1)) {
        shrunk_free(&t->lesson);
        shrunk_begin(&t->lesson, session->world->game,
                     session->world->game->variants[session->world->variant].name, &file);
        t->lesson.mistake = whole.mistake;
        t->whole = by_chance;
    }
    text_free(&file);
}

/* --- the sentence --- */

static void add_move(struct text *out, const struct position *p, unsigned move)
{
    const struct rules *rules = p->world->rules;
    struct position *after = position_new(p->world);
    struct shape *shape = memory_zero(sizeof *shape);
    struct move *replies = memory_new(MOVES_MAX * sizeof *replies);
    char name[MOVE_NAME_MAX];
    rules->play(p, move, after);
    shape_of(p, move, shape);
    p->world->game->move_name(p, move, name);
    text_add(out, "%s, which ", name);
    looks_describe(out, &(struct move_context){p, after, shape,
                                               after->over ? 0 : rules->moves(after, replies)});
    free(replies);
    free(shape);
    free(after);
}

static void add_sentence(const struct teach_task *task, struct taught *t)
{
    const struct position *p = t->lesson.problem->position;
    const struct game *game = p->world->game;
    const struct judged_move *m = &t->lesson.mistake;
    struct text *out = &t->sentence;
    text_add(out, "%s plays ", task->name);
    add_move(out, p, m->played);
    if (m->line_length > 0) {
        struct position *after = position_new(p->world);
        p->world->rules->play(p, m->played, after);
        text_add(out, "; the other side then plays ");
        add_move(out, after, m->line[0]);
        free(after);
    }
    text_add(out, ". Better is ");
    add_move(out, p, m->best);
    text_add(out, ": from here on ");
    outlook_add_short(out, game, m->before);
    text_add(out, " instead of ");
    outlook_add_short(out, game, m->after);
    text_add(out, m->before.proven && m->after.proven ? " (proven)."
                  : m->certain                        ? " (certain)."
                                                      : " (by search).");
}

bool teach_move(const struct session *session, int ply, const struct teach_task *task,
                struct taught *t)
{
    unsigned move;
    *t = (struct taught){.ply = ply, .move = session->move[ply]};
    if (!begin(session, ply, task, t, &move))
        return false;
    struct mistakes *judge = mistakes_new(t->lesson.problem->world);
    mistakes_judge(judge, t->lesson.problem->position, move, SHRINK_THOROUGH, &task->limits,
                   &t->original);
    mistakes_free(judge);
    if (!matters(t->lesson.problem->position, &t->original)) {
        taught_free(t);
        return false;
    }
    t->lesson.mistake = t->original;
    t->size = t->lesson.problem->world->size;
    t->things = t->lesson.things;
    shrink(session, task, t);
    const struct position *p = t->lesson.problem->position;
    struct move *moves = memory_new(MOVES_MAX * sizeof *moves);
    const int count = p->world->rules->moves(p, moves);
    free(moves);
    judge = mistakes_new(t->lesson.problem->world);
    t->good_count = mistakes_good(judge, p, &t->lesson.mistake, (uint64_t)(GOOD_QUICK / count),
                                  &task->limits, t->good);
    mistakes_free(judge);
    add_sentence(task, t);
    return true;
}

bool teach_game(const struct session *session, const struct teach_task *task, struct taught *t)
{
    const int ply = find_costliest(session, task);
    return ply >= 0 && teach_move(session, ply, task, t);
}

void taught_free(struct taught *t)
{
    shrunk_free(&t->lesson);
    text_free(&t->sentence);
    *t = (struct taught){0};
}

void taught_add_good(const struct taught *t, const char *separator, struct text *out)
{
    const struct position *p = t->lesson.problem->position;
    for (int i = 0; i < t->good_count; i++) {
        char name[MOVE_NAME_MAX];
        p->world->game->move_name(p, t->good[i], name);
        text_add(out, "%s%s", i > 0 ? separator : "", name);
    }
}
