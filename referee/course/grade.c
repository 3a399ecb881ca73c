#include "referee/course/grade.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/jobs.h"
#include "base/memory.h"
#include "referee/course/grade_state.h"
#include "referee/sandbox/porter.h"

enum { PREPARATIONS = 3 };

/* An agent while it is graded. The candidate lives from its first case to its last. */
struct entry {
    const char *spec;
    pthread_mutex_t lock; /* for what follows */
    bool prepared, ours;  /* ours: it could not be prepared, and that is our fault */
    struct candidate *candidate;
    int cases_left;
    char name[120], hash[17], rung[300], missing[500], trouble[240];
    char calibration[CALIBRATED_WORDS];
    atomic_bool decided[SYLLABUS_PARTS];
    /* of the thread that delivers */
    struct grade_result *result;
};

struct grade_work {
    const struct grade_options *options;
    struct contender *opponent[SYLLABUS_PARTS];
    struct grade_state *state;
    struct entry *entry;
    grade_listener *listener;
    void *context;
};

double grade_case_points(const struct syllabus_part *part)
{
    return part->scoring == SCORING_EACH ? part->points / part->cases : 0;
}

void grade_slug(const char *spec, char out[GRADE_SLUG])
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    enum { LONGEST = GRADE_SLUG - 16 }; /* leaves room for a number */
    size_t length = strlen(spec);
    while (length > 1 && spec[length - 1] == '/')
        length--;
    size_t start = length;
    while (start > 0 && spec[start - 1] != '/')
        start--;
    length = length - start < LONGEST ? length - start : LONGEST;
    snprintf(out, GRADE_SLUG, "%.*s", (int)length, spec + start);
    for (char *p = out; *p; p++)
        if (!strchr(plain, *p))
            *p = '-';
    if (!out[0] || out[0] == '.')
        out[0] = '-';
}

/* --- one case, in any thread --- */

static void prepare(const struct grade_work *g, struct entry *e)
{
    const struct grade_options *o = g->options;
    struct notes notes;
    for (int attempt = 0; attempt < PREPARATIONS && !e->candidate; attempt++) {
        notes = (struct notes){0};
        e->candidate = candidate_new(e->spec, o->syllabus->game, &o->contender, &notes, &e->ours);
        if (!e->ours)
            break;
    }
    e->prepared = true;
    snprintf(e->name, sizeof e->name, "%s", e->spec);
    if (e->candidate) {
        const struct contender *contender = candidate_contender(e->candidate);
        snprintf(e->name, sizeof e->name, "%s", contender_name(contender));
        snprintf(e->hash, sizeof e->hash, "%s", contender_hash(contender));
        snprintf(e->rung, sizeof e->rung, "%s", contender_rung(contender));
        snprintf(e->missing, sizeof e->missing, "%s", contender_missing(contender));
    } else {
        snprintf(e->trouble, sizeof e->trouble, "%s", notes_why(&notes));
    }
}

static void run_case(const struct grade_work *g, struct entry *e, const struct syllabus_case *k,
                     struct case_result *r)
{
    const struct syllabus *s = g->options->syllabus;
    struct text key = {0};
    char dir[600], slug[GRADE_SLUG];
    grade_slug(e->spec, slug);
    syllabus_key(s, k, &key);
    const struct contender_options *o = &g->options->contender;
    text_add(&key, ", sandbox %s, memory %zu, grace %g", o->sandbox == SANDBOX_ON ? "on" : "off",
             o->memory, o->grace);
    if (o->wall_ratio > 0)
        text_add(&key, ", wall %g", o->wall_ratio);
    if (o->exact)
        text_add(&key, ", exact");
    if (o->calibrate > 0)
        text_add(&key, ", calibrate %g", o->calibrate);
    if (o->disk)
        text_add(&key, ", disk %zu", o->disk);
    if (!grade_state_find(g->state, e->hash, key.data, r)) {
        if (g->options->bundles)
            snprintf(dir, sizeof dir, "%.400s/%s-%.6s-%s-%d", g->options->bundles, slug, e->hash,
                     s->part[k->part].name, k->number);
        candidate_take(e->candidate, s, k, g->opponent[k->part], g->options->bundles ? dir : NULL,
                       r);
        grade_state_add(g->state, e->hash, key.data, r);
    }
    text_free(&key);
}

static enum grade_status status_of(const struct case_result *r)
{
    if (r->verdict == VERDICT_OUR_FAILURE)
        return GRADE_VOID;
    return r->share == 1 ? GRADE_PASSED : r->share > 0 ? GRADE_HALF : GRADE_FAILED;
}

static void work(void *context, int number, void *result)
{
    struct grade_work *g = context;
    const struct syllabus *s = g->options->syllabus;
    struct entry *e = &g->entry[number / s->case_count];
    const struct syllabus_case *k = &s->cases[number % s->case_count];
    struct grade_result *r = result;
    pthread_mutex_lock(&e->lock);
    if (!e->prepared)
        prepare(g, e);
    pthread_mutex_unlock(&e->lock);
    if (!e->candidate) {
        r->status = e->ours ? GRADE_VOID : GRADE_FAILED;
        snprintf(r->result.detail, sizeof r->result.detail, "%s", e->trouble);
    } else if (atomic_load(&e->decided[k->part])) {
        r->status = GRADE_NEEDLESS;
    } else {
        run_case(g, e, k, &r->result);
        r->status = status_of(&r->result);
    }
    pthread_mutex_lock(&e->lock);
    if (--e->cases_left == 0) {
        bool failed;
        if (e->candidate)
            contender_calibration(candidate_contender(e->candidate), e->calibration, &failed);
        candidate_free(e->candidate);
        e->candidate = NULL;
    }
    pthread_mutex_unlock(&e->lock);
}

/* --- the sheets, in the caller's thread --- */

/* How many cases of a part have this status, of those delivered. */
static int count(const struct syllabus *s, const struct grade_result *result, int part,
                 enum grade_status status)
{
    int found = 0;
    for (int i = 0; i < s->case_count; i++)
        found += s->cases[i].part == part && result[i].status == status;
    return found;
}

/* Decides a part that needs the majority as soon as the majority is reached or out of reach. */
static void decide(const struct syllabus *s, struct entry *e, int index)
{
    int part = s->cases[index].part, cases = s->part[part].cases;
    int passed = 0, failed = 0;
    if (s->part[part].scoring != SCORING_MAJORITY)
        return;
    for (int i = 0; i <= index; i++) {
        passed += s->cases[i].part == part && e->result[i].status == GRADE_PASSED;
        failed += s->cases[i].part == part && e->result[i].status == GRADE_FAILED;
    }
    if (2 * passed > cases || 2 * failed > cases)
        atomic_store(&e->decided[part], true);
}

static double part_points(const struct syllabus *s, const struct grade_result *result, int part)
{
    int passed = count(s, result, part, GRADE_PASSED);
    if (s->part[part].scoring == SCORING_MAJORITY)
        return 2 * passed > s->part[part].cases ? s->part[part].points : 0;
    double share = passed + 0.5 * count(s, result, part, GRADE_HALF);
    return share * grade_case_points(&s->part[part]);
}

static void hand_out(const struct grade_work *g, const struct entry *e)
{
    const struct syllabus *s = g->options->syllabus;
    struct grade_sheet sheet = {.spec = e->spec,
                                .name = e->name,
                                .syllabus = s,
                                .rung = e->rung,
                                .missing = e->missing,
                                .calibration = e->calibration,
                                .result = e->result};
    memcpy(sheet.hash, e->hash, sizeof sheet.hash);
    memcpy(sheet.trouble, e->trouble, sizeof sheet.trouble);
    for (int part = 0; part < s->part_count; part++) {
        sheet.points[part] = part_points(s, e->result, part);
        sheet.total += sheet.points[part];
        sheet.maximum += s->part[part].points;
        sheet.voids += count(s, e->result, part, GRADE_VOID);
    }
    g->listener(g->context, &sheet);
}

static bool deliver(void *context, int number, const void *result)
{
    struct grade_work *g = context;
    const struct syllabus *s = g->options->syllabus;
    struct entry *e = &g->entry[number / s->case_count];
    int index = number % s->case_count;
    if (!e->result)
        e->result = memory_zero((size_t)s->case_count * sizeof *e->result);
    e->result[index] = *(const struct grade_result *)result;
    /* a case that was run before the part was decided counts no more than one that was not run */
    if (atomic_load(&e->decided[s->cases[index].part]))
        e->result[index] = (struct grade_result){.status = GRADE_NEEDLESS};
    decide(s, e, index);
    if (index == s->case_count - 1) {
        hand_out(g, e);
        free(e->result);
        e->result = NULL;
    }
    return true;
}

/* --- all of it --- */

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

static void grade_all(struct grade_work *g, const char *const *specs, int agents)
{
    const struct grade_options *o = g->options;
    g->entry = memory_zero((size_t)agents * sizeof *g->entry);
    for (int i = 0; i < agents; i++) {
        g->entry[i].spec = specs[i];
        g->entry[i].cases_left = o->syllabus->case_count;
        pthread_mutex_init(&g->entry[i].lock, NULL);
    }
    struct jobs jobs = {.count = agents * o->syllabus->case_count,
                        .threads = o->jobs,
                        .result_bytes = sizeof(struct grade_result),
                        .work = work,
                        .deliver = deliver,
                        .context = g};
    jobs_run(&jobs);
    for (int i = 0; i < agents; i++)
        pthread_mutex_destroy(&g->entry[i].lock);
    free(g->entry);
}

bool grade_run(const struct grade_options *o, const char *const *specs, int agents,
               grade_listener *listener, void *context, struct notes *notes)
{
    assert(agents > 0);
    struct grade_work g = {.options = o, .listener = listener, .context = context};
    bool good = !o->resume || (g.state = grade_state_open(o->resume, notes));
    if (good && o->bundles && mkdir(o->bundles, 0777) != 0 && errno != EEXIST)
        good = notes_fault(notes, 0, "%.150s: cannot be made: %s", o->bundles, strerror(errno)) &&
               false;
    struct notes ignored = {0};
    porter_call(&ignored); /* before there are threads; each agent's grade tells if it failed */
    if (good && (good = make_opponents(&g, notes)))
        grade_all(&g, specs, agents);
    for (int part = 0; part < SYLLABUS_PARTS; part++)
        contender_free(g.opponent[part]);
    if (o->bundles)
        rmdir(o->bundles); /* stays unless it is empty */
    return grade_state_close(g.state, notes) && good;
}
