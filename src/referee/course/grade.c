#include "referee/course/grade.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/foreign.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "referee/course/give_up.h"
#include "referee/course/grade_state.h"
#include "referee/course/kept_bundles.h"
#include "referee/course/schedule.h"
#include "referee/guest/submission.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/porter.h"

enum { PREPARATIONS = 3, ENTRY_NAME = SUBMISSION_NAME + 512 };
static const double stop_seconds = 3; /* how long jobs may take to end after an interrupt */

static const char not_yet[] = "not graded yet";
static const char why_interrupted[] = "the grading was interrupted";
static const char why_never_begun[] = "the time budget of the grading was used up before it";
static const char why_endless[] = "its time was used up, and it did not end";

/* An agent that is graded. The candidate exists from its first case to its last. */
struct entry {
    const char *spec;
    atomic_bool decided[SYLLABUS_PARTS];
    atomic_bool forfeited[2]; /* positions, games */
    atomic_bool over;         /* its time is up; cancels the threads that work for it (cancel.h) */
    _Atomic double begun;     /* by CLOCK_OF_WALL; 0: not begun */
    atomic_int latest;        /* the case begun last, plus 1; 0: none */
    pthread_mutex_t lock;     /* guards what follows */
    bool prepared, ours;      /* ours: it could not be prepared because of a failure of ours */
    bool left;                /* its time was up before it was prepared */
    struct candidate *candidate;
    int cases_left;
    char name[ENTRY_NAME], hash[17], rung[300], missing[500], trouble[240];
    char why_cut[160]; /* why its cases are cut; "" if none is cut */
    char calibration[CALIBRATED_WORDS], told[STARTUP_COST_TOLD];
    double idle; /* of its build and its calibrate command */
    /* used by the delivering thread alone */
    struct grade_result *result; /* NULL: no result yet, or the sheet has been delivered */
    int delivered;
    bool handed_out;
    struct give_up give_up;
    struct kept_bundles_of_agent kept_bundles;
};

struct grade_work {
    const struct grade_options *options;
    struct contender *opponent[SYLLABUS_PARTS];
    struct grade_state *state;
    struct entry *entry;
    int agents;
    int *order; /* of the cases (schedule.h) */
    double began, stopped_at;
    double last_done; /* when the last agent was done; 0: none is done yet */
    struct kept_bundles kept_bundles;
    struct grade_progress progress;
    const struct grade_listener *listener;
};

static bool is_stopped(const struct grade_work *g)
{
    return g->options->stop && atomic_load(g->options->stop);
}

/* When all agents must be done, so that there is time to end them and to write the results. */
static double last_moment(const struct grade_options *o)
{
    return o->end - time_budget_reserve(o->plan.seconds);
}

/* --- one case, in any thread --- */

/* Fills in what is shown about an agent. In a class its name is that of its file (name_all()), not
 * the one in its manifest. */
static void tell_candidate(const struct grade_work *g, struct entry *e)
{
    const char *told = candidate_told(e->candidate);
    const char *own = contender_name(candidate_contender(e->candidate));
    char usual[SUBMISSION_NAME] = "";
    if (submission_kind(e->spec) != SUBMISSION_NONE)
        submission_name(e->spec, usual);
    if (g->agents > 1 && usual[0] && strcmp(own, usual) != 0)
        snprintf(e->told, sizeof e->told, "%.100s%scalls itself \"%.60s\"", told, *told ? "; " : "",
                 own);
    else
        snprintf(e->told, sizeof e->told, "%s", told);
}

static void prepare(const struct grade_work *g, struct entry *e)
{
    const struct grade_options *o = g->options;
    struct notes notes = {0};
    for (int attempt = 0; attempt < PREPARATIONS && !e->candidate && !cancel_requested();
         attempt++) {
        notes = (struct notes){0};
        e->candidate = candidate_new(e->spec, o->syllabus->game, &o->contender, &notes, &e->ours);
        if (!e->ours)
            break;
    }
    e->prepared = true;
    e->left = !e->candidate && cancel_requested();
    if (e->candidate) {
        const struct contender *contender = candidate_contender(e->candidate);
        if (g->agents == 1)
            snprintf(e->name, sizeof e->name, "%s", contender_name(contender));
        snprintf(e->hash, sizeof e->hash, "%s", contender_hash(contender));
        snprintf(e->rung, sizeof e->rung, "%s", contender_rung(contender));
        snprintf(e->missing, sizeof e->missing, "%s", contender_missing(contender));
        tell_candidate(g, e);
    } else if (!e->left) {
        snprintf(e->trouble, sizeof e->trouble, "%s", notes_why(&notes));
    }
}

/* The key of a case: everything that its result depends on, but for the agent. */
static void make_key(const struct grade_work *g, const struct syllabus_case *k, struct text *key)
{
    const struct contender_options *o = &g->options->contender;
    syllabus_key(g->options->syllabus, k, key);
    text_add(key, ", sandbox %s, memory %zu, grace %g", o->sandbox == SANDBOX_ON ? "on" : "off",
             o->memory, o->grace);
    if (o->wall_ratio > 0)
        text_add(key, ", wall %g", o->wall_ratio);
    if (o->exact)
        text_add(key, ", exact");
    if (o->calibrate > 0)
        text_add(key, ", calibrate %g", o->calibrate);
    if (o->disk)
        text_add(key, ", disk %zu", o->disk);
}

static void run_case(struct grade_work *g, struct entry *e, const struct syllabus_case *k,
                     struct grade_result *r)
{
    const struct syllabus *s = g->options->syllabus;
    const char *bundles = g->options->bundles;
    struct text key = {0};
    char dir[600], slug[GRADE_SLUG];
    grade_slug(e->spec, slug);
    make_key(g, k, &key);
    r->result.known = grade_state_find(g->state, e->hash, e->spec, key.data, &r->result);
    if (!r->result.known) {
        if (bundles) {
            snprintf(dir, sizeof dir, "%.400s/%s-%.6s-%d-%s-%d", bundles, slug, e->hash,
                     (int)(e - g->entry) + 1, s->part[k->part].name, k->number);
            kept_bundles_clear(&g->kept_bundles, dir);
        }
        candidate_take(e->candidate, s, k, g->opponent[k->part], bundles ? dir : NULL, &r->result);
        if (!r->result.dropped)
            grade_state_add(g->state, e->hash, e->spec, key.data, &r->result);
    }
    text_free(&key);
}

/* Sets the reason for cut cases. The first thread that is cancelled sets it for all cases. */
static void tell_why_cut(const struct grade_work *g, struct entry *e)
{
    double seconds = clock_seconds(CLOCK_OF_WALL) - atomic_load(&e->begun);
    const char *doing = cancel_work();
    if (!*doing && atomic_load(&e->latest) > 0)
        doing = "running its cases";
    if (is_stopped(g))
        snprintf(e->why_cut, sizeof e->why_cut, "%s", why_interrupted);
    else if (*doing)
        snprintf(e->why_cut, sizeof e->why_cut, "its time was used up, %.1f s, while %s", seconds,
                 doing);
    else
        snprintf(e->why_cut, sizeof e->why_cut, "%s", why_never_begun);
}

/* A case that was cancelled: its idle time counts (grade_forfeit_idle()). */
static void cut(const struct grade_work *g, struct entry *e, struct grade_result *r)
{
    *r = (struct grade_result){.status = GRADE_CUT, .result.idle = r->result.idle};
    pthread_mutex_lock(&e->lock);
    if (!e->why_cut[0])
        tell_why_cut(g, e);
    snprintf(r->result.detail, sizeof r->result.detail, "not graded: %s", e->why_cut);
    pthread_mutex_unlock(&e->lock);
}

static enum grade_status status_of(const struct case_result *r)
{
    if (r->verdict == VERDICT_OUR_FAILURE)
        return GRADE_VOID;
    return r->share == 1 ? GRADE_PASSED : r->share > 0 ? GRADE_HALF : GRADE_FAILED;
}

static void take_case(struct grade_work *g, struct entry *e, int index, struct grade_result *r)
{
    const struct syllabus_case *k = &g->options->syllabus->cases[index];
    pthread_mutex_lock(&e->lock);
    if (!e->prepared)
        prepare(g, e);
    pthread_mutex_unlock(&e->lock);
    if (e->left) { // NOLINT: the order counts, though two branches are alike
        cut(g, e, r);
    } else if (!e->candidate) {
        r->status = e->ours ? GRADE_VOID : GRADE_FAILED;
        snprintf(r->result.detail, sizeof r->result.detail, "%s", e->trouble);
    } else if (atomic_load(&e->decided[k->part])) {
        r->status = GRADE_NEEDLESS;
    } else if (atomic_load(&e->forfeited[k->opponent != NULL])) {
        r->status = GRADE_FORFEITED;
    } else if (cancel_requested()) {
        cut(g, e, r);
    } else {
        atomic_store(&e->latest, index + 1);
        run_case(g, e, k, r);
        r->status = status_of(&r->result);
        if (r->result
                .dropped) /* cancelled within its own limits; beyond them it would have failed */
            cut(g, e, r);
    }
}

static void work(void *context, int number, void *result)
{
    struct grade_work *g = context;
    int cases = g->options->syllabus->case_count;
    struct entry *e = &g->entry[number / cases];
    double never = 0;
    if (is_stopped(g))
        atomic_store(&e->over, true);
    atomic_compare_exchange_strong(&e->begun, &never, clock_seconds(CLOCK_OF_WALL));
    cancel_set_flag(&e->over);
    cancel_set_work("");
    take_case(g, e, g->order[number % cases], result);
    pthread_mutex_lock(&e->lock);
    if (--e->cases_left == 0) {
        bool failed;
        if (e->candidate) {
            contender_calibration(candidate_contender(e->candidate), e->calibration, &failed);
            e->idle = contender_idle(candidate_contender(e->candidate));
        }
        candidate_free(e->candidate);
        e->candidate = NULL;
    }
    pthread_mutex_unlock(&e->lock);
    cancel_set_flag(NULL);
}

/* --- the sheets, in the caller's thread --- */

/* Decides a part that needs a majority as soon as that is reached or can no longer be reached. */
static void decide(const struct syllabus *s, struct entry *e, int part)
{
    int cases = s->part[part].cases, passed = 0, failed = 0;
    if (s->part[part].scoring != SCORING_MAJORITY)
        return;
    for (int i = 0; i < s->case_count; i++) {
        passed += s->cases[i].part == part && e->result[i].status == GRADE_PASSED;
        failed += s->cases[i].part == part && e->result[i].status == GRADE_FAILED;
    }
    if (2 * passed > cases || 2 * failed > cases)
        atomic_store(&e->decided[part], true);
}

/* Notes the result of a case, and forfeits the rest if the agent is given up. */
static void check_give_up(const struct grade_work *g, struct entry *e, int index)
{
    const struct syllabus_case *k = &g->options->syllabus->cases[index];
    const struct grade_result *r = &e->result[index];
    if (r->status > GRADE_FAILED || e->trouble[0])
        return;
    double runaway = k->seconds + 0.9 * g->options->contender.grace;
    bool late = r->result.verdict == VERDICT_OUT_OF_TIME && k->seconds > 0 &&
                r->result.cpu < runaway;
    give_up_note(&e->give_up, k->opponent != NULL, r->result.verdict, r->status != GRADE_FAILED,
                 late);
    for (int games = 0; games < 2; games++)
        if (give_up_forfeits(&e->give_up, games))
            atomic_store(&e->forfeited[games], true);
}

static void forfeit(const struct entry *e, bool is_game, struct grade_result *r)
{
    *r = (struct grade_result){.status = GRADE_FORFEITED};
    snprintf(r->result.detail, sizeof r->result.detail,
             "not run: %d cases in a row had ended by %s before it", e->give_up.limit,
             verdict_name(give_up_verdict(&e->give_up, is_game)));
}

static struct grade_sheet make_sheet(const struct grade_work *g, const struct entry *e)
{
    double begun = atomic_load(&e->begun);
    struct grade_sheet sheet = {.spec = e->spec,
                                .name = e->name,
                                .syllabus = g->options->syllabus,
                                .plan = &g->options->plan,
                                .rung = e->rung,
                                .missing = e->missing,
                                .calibration = e->calibration,
                                .told = e->told,
                                .again = g->options->again,
                                .whole = g->options->whole,
                                .result = e->result,
                                .unfinished = is_stopped(g),
                                .idle = e->idle,
                                .seconds = begun > 0 ? clock_seconds(CLOCK_OF_WALL) - begun : 0};
    memcpy(sheet.hash, e->hash, sizeof sheet.hash);
    memcpy(sheet.trouble, e->trouble, sizeof sheet.trouble);
    grade_sum(&sheet);
    sheet.unfinished = sheet.unfinished && sheet.cut > 0;
    sheet.untouched = sheet.unfinished && sheet.cut == sheet.syllabus->case_count;
    return sheet;
}

static void make_results(const struct grade_work *g, struct entry *e)
{
    int cases = g->options->syllabus->case_count;
    e->result = memory_zero((size_t)cases * sizeof *e->result);
    for (int i = 0; i < cases; i++) {
        e->result[i].status = GRADE_CUT;
        snprintf(e->result[i].result.detail, sizeof e->result[i].result.detail, "%s", not_yet);
    }
}

static void hand_out(struct grade_work *g, struct entry *e)
{
    struct grade_sheet sheet = make_sheet(g, e);
    if (!is_stopped(g))
        grade_forfeit_idle(&sheet);
    g->listener->sheet(g->listener->context, &sheet);
    e->handed_out = true;
    free(e->result);
    e->result = NULL;
}

static void hand_out_so_far(const struct grade_work *g, const struct entry *e)
{
    if (!g->listener->partial)
        return;
    struct grade_sheet sheet = make_sheet(g, e);
    sheet.unfinished = true;
    g->listener->partial(g->listener->context, &sheet);
}

/* --- progress --- */

static void count_progress(struct grade_progress *p, const struct grade_result *r)
{
    p->cases_done++;
    p->cases_known += r->result.known;
    p->voids += r->status == GRADE_VOID;
    p->forfeited += r->status == GRADE_FORFEITED;
    p->faults += r->status == GRADE_FAILED && verdict_kind(r->result.verdict) == VERDICT_IS_FAULT;
}

static void add_running(struct grade_work *g, const struct entry *e, double now)
{
    const struct syllabus *s = g->options->syllabus;
    struct grade_progress *p = &g->progress;
    int latest = atomic_load(&e->latest);
    if (p->running < GRADE_RUNNING) {
        struct grade_running *r = &p->now[p->running];
        *r = (struct grade_running){
            .spec = e->spec, .cases_done = e->delivered, .seconds = now - atomic_load(&e->begun)};
        if (latest > 0) {
            r->part = s->part[s->cases[latest - 1].part].name;
            r->number = s->cases[latest - 1].number;
        }
    }
    p->running++;
}

static void tell_progress(struct grade_work *g)
{
    struct grade_progress *p = &g->progress;
    double now = clock_seconds(CLOCK_OF_WALL);
    long run = p->cases_done - p->cases_known;
    p->elapsed = now - g->began;
    p->left = run > 0 ? p->elapsed / (double)run * (double)(p->cases - p->cases_done) : -1;
    if (g->options->end > 0 && p->left > last_moment(g->options) - now)
        p->left = last_moment(g->options) - now;
    p->running = 0;
    for (int i = p->agents_done; i < g->agents && atomic_load(&g->entry[i].begun) > 0; i++)
        add_running(g, &g->entry[i], now);
    if (g->listener->progress)
        g->listener->progress(g->listener->context, p);
}

/* Delivers all sheets, because some jobs do not end, and leaves the process to the listener. The
 * jobs go on until the process has ended. */
static void give_up(struct grade_work *g)
{
    for (int i = 0; i < g->agents; i++) {
        struct entry *e = &g->entry[i];
        if (e->handed_out)
            continue;
        if (!e->result)
            make_results(g, e);
        for (int k = 0; k < g->options->syllabus->case_count; k++)
            if (strcmp(e->result[k].result.detail, not_yet) == 0)
                snprintf(e->result[k].result.detail, sizeof e->result[k].result.detail,
                         "not graded: %s",
                         is_stopped(g)                ? why_interrupted
                         : atomic_load(&e->begun) > 0 ? why_endless
                                                      : why_never_begun);
        hand_out(g, e);
    }
    g->listener->give_up(g->listener->context);
}

/* The deadline runs for the first agent that is not done. It starts with the agent's first case,
 * but not before the previous agent is done: while that one takes long to end, the next ones have
 * to wait for it (base/jobs.c). */
static bool is_time_up(const struct grade_work *g, double now)
{
    const struct grade_options *o = g->options;
    int first = g->progress.agents_done;
    double begun = first < g->agents ? atomic_load(&g->entry[first].begun) : 0;
    if (o->end == 0 || begun == 0)
        return false;
    return now >= time_budget_end(fmax(begun, g->last_done), last_moment(o), g->agents - first);
}

/* Ends the agents whose time is up. */
static void watch(void *context)
{
    struct grade_work *g = context;
    const struct grade_options *o = g->options;
    double now = clock_seconds(CLOCK_OF_WALL);
    int first = g->progress.agents_done;
    for (int i = first; i < g->agents; i++)
        if (is_stopped(g) || (i == first && is_time_up(g, now)))
            atomic_store(&g->entry[i].over, true);
    if (is_stopped(g) && g->stopped_at == 0)
        g->stopped_at = now;
    bool late = (g->stopped_at > 0 && now > g->stopped_at + stop_seconds) ||
                (o->end > 0 && now > o->end - time_budget_reserve(o->plan.seconds) / 3);
    if (late && g->listener->give_up)
        give_up(g);
    tell_progress(g);
}

static bool deliver(void *context, int number, const void *result)
{
    struct grade_work *g = context;
    const struct syllabus *s = g->options->syllabus;
    struct entry *e = &g->entry[number / s->case_count];
    int index = g->order[number % s->case_count];
    const struct syllabus_case *k = &s->cases[index];
    if (!e->result)
        make_results(g, e);
    struct grade_result *r = &e->result[index];
    *r = *(const struct grade_result *)result;
    /* a case that was run anyway, before its part was decided or forfeited, counts like one that
     * was not run */
    bool decided = atomic_load(&e->decided[k->part]), run = r->status <= GRADE_FAILED;
    bool forfeited = atomic_load(&e->forfeited[k->opponent != NULL]) && !e->trouble[0];
    if (g->options->bundles)
        kept_bundles_take(&g->kept_bundles, &e->kept_bundles, &r->result,
                          run && !decided && !forfeited);
    if (decided)
        *r = (struct grade_result){.status = GRADE_NEEDLESS};
    else if (forfeited)
        forfeit(e, k->opponent != NULL, r);
    check_give_up(g, e, index);
    decide(s, e, k->part);
    count_progress(&g->progress, r);
    bool last = ++e->delivered == s->case_count;
    if (last) {
        g->progress.agents_done++;
        g->last_done = clock_seconds(CLOCK_OF_WALL);
    }
    watch(g);
    if (last)
        hand_out(g, e);
    else
        hand_out_so_far(g, e);
    return true;
}

/* --- the whole grading --- */

static bool make_opponents(struct grade_work *g, struct notes *notes)
{
    const struct syllabus *s = g->options->syllabus;
    struct contender_options plain = {0};
    for (int part = 0; part < s->part_count; part++)
        if (s->part[part].opponent &&
            !(g->opponent[part] = contender_new(s->part[part].opponent, s->game, &plain, notes)))
            return false;
    return true;
}

/* Names all agents by their specs alone, so that a name does not depend on the progress. */
static void name_all(struct grade_work *g)
{
    char(*own)[SUBMISSION_NAME] = memory_new((size_t)g->agents * sizeof *own);
    for (int i = 0; i < g->agents; i++)
        if (submission_kind(g->entry[i].spec) != SUBMISSION_NONE)
            submission_name(g->entry[i].spec, own[i]);
        else
            foreign_put(own[i], sizeof own[i], g->entry[i].spec);
    for (int i = 0; i < g->agents; i++) {
        int namesakes = 0;
        for (int k = 0; k < g->agents; k++)
            namesakes += k != i && strcmp(own[k], own[i]) == 0;
        if (namesakes > 0)
            snprintf(g->entry[i].name, sizeof g->entry[i].name, "%s (%s)", own[i],
                     shown(g->entry[i].spec));
        else
            snprintf(g->entry[i].name, sizeof g->entry[i].name, "%s", own[i]);
    }
    free(own);
}

static void grade_all(struct grade_work *g, const char *const *specs)
{
    const struct grade_options *o = g->options;
    int cases = o->syllabus->case_count;
    g->entry = memory_zero((size_t)g->agents * sizeof *g->entry);
    for (int i = 0; i < g->agents; i++) {
        g->entry[i].spec = specs[i];
        g->entry[i].cases_left = cases;
        g->entry[i].give_up.limit = o->give_up;
        pthread_mutex_init(&g->entry[i].lock, NULL);
    }
    name_all(g);
    g->order = memory_new((size_t)cases * sizeof *g->order);
    schedule_make(o->syllabus, g->order);
    g->progress.agents = g->agents;
    g->progress.cases = (long)g->agents * cases;
    struct jobs jobs = {.count = g->agents * cases,
                        .threads = o->jobs,
                        .result_bytes = sizeof(struct grade_result),
                        .work = work,
                        .deliver = deliver,
                        .idle = watch,
                        .context = g};
    jobs_run(&jobs);
    for (int i = 0; i < g->agents; i++)
        pthread_mutex_destroy(&g->entry[i].lock);
    free(g->order);
    free(g->entry);
}

bool grade_run(const struct grade_options *o, const char *const *specs, int agents,
               const struct grade_listener *listener, struct notes *notes)
{
    assert(agents > 0);
    struct grade_work g = {.options = o,
                           .agents = agents,
                           .listener = listener,
                           .began = clock_seconds(CLOCK_OF_WALL)};
    bool good = !o->resume || (g.state = grade_state_open(o->resume, o->plan.processors, notes));
    if (good && o->bundles && mkdir(o->bundles, 0777) != 0 && errno != EEXIST)
        good = notes_fault(notes, 0, "%.150s: cannot be made: %s", o->bundles, strerror(errno)) &&
               false;
    if (good && o->bundles)
        kept_bundles_begin(&g.kept_bundles, o->bundles);
    struct notes ignored = {0};
    porter_call(&ignored); /* before there are threads; if it fails, each agent's sheet says so */
    if (good && (good = make_opponents(&g, notes)))
        grade_all(&g, specs);
    for (int part = 0; part < SYLLABUS_PARTS; part++)
        contender_free(g.opponent[part]);
    if (o->bundles)
        rmdir(o->bundles); /* stays unless it is empty */
    return grade_state_close(g.state, notes) && good;
}
