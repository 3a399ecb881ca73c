#include "agents/shrink.h"

#include <stdlib.h>

#include "base/memory.h"
#include "game/reducing.h"

static int count_things(const struct position *p)
{
    const struct reducing *reducing = p->world->game->reducing;
    if (!reducing)
        return 0;
    struct reduction *r = memory_new(sizeof *r);
    reduction_of(p, r);
    const int things = reducing->count(r);
    free(r);
    return things;
}

bool shrunk_begin(struct shrunk *s, const struct game *game, const char *variant,
                  const struct text *file)
{
    struct lines lines = lines_cut(file->data, file->length);
    struct notes notes = {0};
    struct problem *problem = game->read(&lines, variant, &notes);
    lines_free(&lines);
    if (!problem)
        return false;
    *s = (struct shrunk){.problem = problem, .things = count_things(problem->position)};
    text_add_bytes(&s->file, file->data, file->length);
    return true;
}

void shrunk_free(struct shrunk *s)
{
    problem_free(s->problem);
    text_free(&s->file);
    *s = (struct shrunk){0};
}

int shrink_answer(struct shrink_task *task, const struct position *p, bool renamed)
{
    int move = -1;
    const double elsewhere = task->ask(task->context, p, renamed, &move);
    if (task->limits.hard > 0) /* 0 would mean no limit */
        task->limits.hard = task->limits.hard > elsewhere ? task->limits.hard - elsewhere : 1e-9;
    return move;
}

static bool is_time_over(const struct shrink_task *task)
{
    return limits_are_reached(&task->limits, 0);
}

/* True if the person errs in this position by as much as is wanted. */
static bool errs(struct shrink_task *task, const struct problem *problem, bool renamed,
                 struct judged_move *mistake)
{
    const int move = shrink_answer(task, problem->position, renamed);
    if (move < 0)
        return false;
    struct mistakes *judge = mistakes_new(problem->world);
    mistakes_judge(judge, problem->position, (unsigned)move, SHRINK_QUICK, &task->limits, mistake);
    if (mistake->cost >= task->wanted && !mistake->certain)
        mistakes_judge(judge, problem->position, (unsigned)move, SHRINK_THOROUGH, &task->limits,
                       mistake);
    mistakes_free(judge);
    /* what was judged when the time had run out is not trusted */
    return mistake->cost >= task->wanted && !is_time_over(task);
}

/* Goes one way from here. True if the error still shows there, and then there it is. */
static bool go(struct shrunk *s, struct shrink_task *task, struct reduction *now,
               struct reduction *next, int way)
{
    const struct reducing *reducing = now->world.game->reducing;
    reduction_copy(next, now);
    if (!reducing->reduce(next, way))
        return false;
    struct text file = {0};
    struct judged_move mistake;
    struct problem *problem = reduction_read(next, &file);
    s->tried++;
    if (!problem || !errs(task, problem, next->renames, &mistake)) {
        problem_free(problem);
        text_free(&file);
        return false;
    }
    problem_free(s->problem);
    text_free(&s->file);
    s->problem = problem;
    s->file = file;
    s->mistake = mistake;
    s->kept++;
    reduction_copy(now, next);
    return true;
}

void shrunk_run(struct shrunk *s, struct shrink_task *task)
{
    const struct reducing *reducing = s->problem->world->game->reducing;
    if (!reducing)
        return;
    struct reduction *now = memory_new(sizeof *now), *next = memory_new(sizeof *next);
    reduction_of(s->problem->position, now);
    /* round and round: once all ways in a row have failed there is none left */
    int failed = 0, way = 0;
    while (failed < reducing->ways(now) && !is_time_over(task)) {
        const bool gone = go(s, task, now, next, way);
        failed = gone ? 0 : failed + 1;
        way = gone ? way : way + 1;
        way = way < reducing->ways(now) ? way : 0;
    }
    s->minimal = failed >= reducing->ways(now) && !is_time_over(task);
    s->things = reducing->count(now);
    free(now);
    free(next);
}
