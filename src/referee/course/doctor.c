#include "referee/course/doctor.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "base/random.h"
#include "referee/course/mistakes.h"
#include "referee/course/prove.h"
#include "referee/course/traps.h"
#include "referee/guest/judge.h"
#include "referee/guest/probe.h"
#include "referee/guest/protocol.h"
#include "referee/guest/sabotage.h"
#include "referee/guest/startup_cost.h"

struct patient {
    char *spec;
    struct doctor_options options;
    struct program program;
    struct startup_cost startup;
    char told[STARTUP_COST_TOLD];
    unsigned ruled_out[DIALECTS_MAX]; /* by dialect: mistakes that it does not make (mistakes.h) */
};

/* A trap being tried. */
struct trial {
    struct patient *patient;
    const struct game *game;
    const struct trap *trap;
    struct contender_options options; /* with the trap's dialect */
    const char *bundle;               /* where to keep a fault; NULL: nowhere */
    struct finding *finding;
    int *warden_failures; /* in all attempts, for sabotage.h */
};

const char *finding_word(enum finding_kind kind)
{
    static const char *const word[] = {[FINDING_OK] = "ok",
                                       [FINDING_ODD] = "odd",
                                       [FINDING_SLOW] = "slow",
                                       [FINDING_WRONG] = "wrong",
                                       [FINDING_VOID] = "void"};
    return word[kind];
}

struct patient *patient_new(const char *spec, const struct doctor_options *options,
                            struct notes *notes)
{
    if (!program_is_meant(spec)) {
        notes_fault(
            notes, 0,
            "%.100s: expected a program, as cmd:COMMAND or as it is handed in: a directory, a source, an archive",
            spec);
        return NULL;
    }
    struct patient *patient = memory_zero(sizeof *patient);
    patient->spec = memory_string(spec);
    patient->options = *options;
    patient->options.contender.exact = true; /* as in grading */
    if (program_prepare(&patient->program, spec, &options->contender, notes)) {
        if (patient->program.calibrate[0])
            patient->program.calibrated = calibrated_new(options->contender.calibrate);
        patient->startup = startup_cost_of(&patient->program, &options->contender);
        startup_cost_tell(&patient->startup, &patient->program, patient->told);
        return patient;
    }
    patient_free(patient);
    return NULL;
}

void patient_free(struct patient *patient)
{
    if (!patient)
        return;
    calibrated_free(patient->program.calibrated);
    program_leave(&patient->program);
    free(patient->spec);
    free(patient);
}

const char *patient_name(const struct patient *patient)
{
    return patient->program.name;
}

const char *patient_told(const struct patient *patient)
{
    return patient->told;
}

void patient_calibration(const struct patient *patient, char words[CALIBRATED_WORDS], bool *failed)
{
    calibrated_tell(patient->program.calibrated, words, failed);
}

const char *patient_rung(const struct patient *patient)
{
    return patient->program.rung;
}

const char *patient_missing(const struct patient *patient)
{
    return patient->program.missing;
}

bool patient_can_try(const struct patient *patient, const struct game *game, struct notes *notes)
{
    if (!game->course)
        return notes_fault(notes, 0, "doctor knows no traps for %s", game->title) && false;
    return protocol_of(&patient->program, game, notes) != NULL;
}

/* --- what a trial shows --- */

static void tell_void(struct finding *f, const struct notes *notes)
{
    f->kind = FINDING_VOID;
    f->verdict = VERDICT_OUR_FAILURE;
    snprintf(f->what, sizeof f->what, "we could not try it: %s", notes_why(notes));
}

/* Advice about a fault in the plain question, which has no special difficulty. pipes: NULL if the
 * advice by pipes is the same. */
static const struct {
    enum verdict verdict;
    const char *files, *pipes;
} plain_advice[] = {
    {VERDICT_NO_ANSWER, "output.txt: write it in the directory you are started in, under this name",
     "a line with its name first, then a line for every turn; flush each of them"},
    {VERDICT_CRASHED,
     "the program itself, in a debugger: there is nothing unusual in this question", NULL},
    {VERDICT_EXIT_ERROR, "what it wrote to stderr: there is nothing unusual in this question",
     NULL},
    {VERDICT_MEMORY, "how much memory it takes before it begins to think", NULL},
    {VERDICT_PROCESSES, "what it starts, and whether that ends", NULL},
    {VERDICT_OUTPUT, "what it prints: an answer is all that is wanted", NULL},
    {VERDICT_SYSTEM_CALL, "what it wants from the system: an agent needs no network", NULL},
};

static bool is_talked_with(const struct trial *t)
{
    struct notes ignored = {0};
    return protocol_of(&t->patient->program, t->game, &ignored) == &protocol_pipes;
}

/* Advice about a fault; NULL if the fault has nothing to do with the trap's difficulty. */
static const char *advice_for(const struct trial *t, const struct finding *f)
{
    const struct trap *trap = t->trap;
    bool pipes = is_talked_with(t);
    for (size_t i = 0; i < sizeof plain_advice / sizeof *plain_advice; i++)
        if (trap == t->game->course->traps && plain_advice[i].verdict == f->verdict)
            return pipes && plain_advice[i].pipes ? plain_advice[i].pipes : plain_advice[i].files;
    if (f->kind == FINDING_SLOW && f->cpu < f->wall / 10)
        return pipes ? "what it waits for: flush after every answer; nothing is said before that"
                     : "what it waits for: there is nothing on its standard input";
    if (f->kind == FINDING_SLOW && !trap->about_time && trap->game_plies == 0)
        return "the clock: stop the search in time, however large the board is";
    bool elsewhere = trap->keeps_win || (trap->about_time && f->kind != FINDING_SLOW);
    return elsewhere ? NULL : trap->advice;
}

/* The part of an answer that is judged; by pipes the line after the name, or the only line. */
static void take_answer_text(bool pipes, const struct answer *answer, struct text *out)
{
    const char *text = answer->output.data ? answer->output.data : "";
    const char *at = pipes ? strchr(text, '\n') : NULL;
    at = at && at[1] ? at + 1 : text;
    text_add_bytes(out, at, pipes ? strcspn(at, "\n") : answer->output.length);
}

static void look_for_mistakes(const struct trial *t, const struct answer *answer,
                              const struct position *position)
{
    bool pipes = is_talked_with(t);
    int dialect = pipes ? t->trap->dialect : DIALECT_NONE;
    unsigned *ruled_out = &t->patient->ruled_out[t->trap->dialect];
    struct text text = {0};
    take_answer_text(pipes, answer, &text);
    if (answer->verdict == VERDICT_NONE && !t->trap->silent)
        *ruled_out |= mistakes_ruled_out(position, &text, dialect);
    else if (answer->verdict == VERDICT_ILLEGAL_MOVE || answer->verdict == VERDICT_WRONG_BOARD ||
             answer->verdict == VERDICT_BAD_FORMAT)
        t->finding->mistake = mistake_in(position, &text, dialect, *ruled_out);
    text_free(&text);
}

/* Makes a finding of an answer. ply: the plies played before it. */
static void tell_answer(const struct trial *t, const struct answer *answer,
                        const struct position *position, int ply)
{
    struct finding *f = t->finding;
    f->verdict = answer->verdict;
    f->cpu += answer->cpu;
    f->wall += answer->wall;
    look_for_mistakes(t, answer, position);
    if (answer->verdict == VERDICT_NONE)
        return;
    bool slow = answer->verdict == VERDICT_OUT_OF_TIME || answer->verdict == VERDICT_WALL_BUDGET;
    f->kind = answer->verdict == VERDICT_OUR_FAILURE ? FINDING_VOID
              : slow                                 ? FINDING_SLOW
                                                     : FINDING_WRONG;
    char after[40] = "";
    if (ply > 0)
        snprintf(after, sizeof after, " after %d plies", ply);
    snprintf(f->what, sizeof f->what, "%s%s: %s", verdict_meaning(answer->verdict), after,
             answer->detail);
    f->advice = advice_for(t, f);
    judge_last_words(&answer->complaint, f->complaint);
}

static bool wants_bundle(const struct trial *t)
{
    return t->bundle && (t->finding->kind == FINDING_WRONG || t->finding->kind == FINDING_SLOW);
}

static void took_bundle(const struct trial *t, bool written, const struct notes *notes)
{
    struct finding *f = t->finding;
    if (written) {
        snprintf(f->bundle, sizeof f->bundle, "%s", t->bundle);
        return;
    }
    size_t used = strlen(f->what);
    snprintf(f->what + used, sizeof f->what - used, "; no repro bundle: %s", notes_why(notes));
}

/* --- a question --- */

/* The position was won; it must still be won after the move. */
static void look_at_win(const struct trial *t, const struct position *position, unsigned code)
{
    struct position *child = position_new(position->world);
    position->world->rules->play(position, code, child);
    if (prove_loss(child) != PROOF_YES) {
        char name[MOVE_NAME_MAX];
        position->world->game->move_name(position, code, name);
        t->finding->kind = FINDING_ODD;
        t->finding->advice = t->trap->advice;
        snprintf(t->finding->what, sizeof t->finding->what,
                 "legal, but %s lets a certain win go: the other side can now get a tie or more",
                 name);
    }
    free(child);
}

static void look_at_form(const struct trial *t, const struct answer *answer)
{
    const char *oddity = is_talked_with(t) ? NULL : oddity_in(&answer->output);
    if (!oddity || t->finding->kind != FINDING_OK)
        return;
    t->finding->kind = FINDING_ODD;
    snprintf(t->finding->what, sizeof t->finding->what,
             "we read the answer, a stricter grader might not: %s", oddity);
}

/* Looks for a file that the course's text does not name, in the directory of a question or of a
 * game; the other one is NULL. */
static void look_at_files(const struct trial *t, const struct probe *probe, const struct seat *seat)
{
    struct finding *f = t->finding;
    const char *const *files = t->game->course->files;
    char name[FOLDER_NAME];
    if (!files || is_talked_with(t) || (f->kind != FINDING_OK && f->kind != FINDING_ODD))
        return;
    if (!(probe ? probe_find_other(probe, files, name) : seat_find_other(seat, files, name)))
        return;
    f->kind = FINDING_ODD;
    size_t used = strlen(f->what);
    snprintf(f->what + used, sizeof f->what - used,
             "%sit leaves a file that the text does not name: %.200s", used ? "; " : "",
             shown(name));
}

/* The time for a move, with these seconds left for this many moves. If the program starts now, its
 * startup cost is added. */
static struct move_time time_for(const struct trial *t, double seconds, int moves, bool starts)
{
    static const struct startup_cost none;
    double cap = t->game->move_seconds;
    if (cap > 0 && t->patient->options.move_seconds > 0)
        cap = t->patient->options.move_seconds;
    const struct startup_cost *cost = starts ? &t->patient->startup : &none;
    seconds = seconds > 0 ? seconds : 0;
    cap += startup_cost_granted(t->game->clock == CLOCK_WALL ? cost->wall : cost->cpu, cap, 1);
    return (struct move_time){
        .remaining = seconds + startup_cost_granted(cost->cpu, seconds, moves), .cap = cap};
}

static void ask(const struct trial *t)
{
    const struct trap *trap = t->trap;
    struct notes notes = {0};
    struct probe *probe = probe_new(&t->patient->program, &t->options, t->game, &notes);
    if (!probe) {
        tell_void(t->finding, &notes);
        return;
    }
    struct problem *problem = trap_problem(t->game, trap);
    struct text input = {0};
    trap_input(trap, problem, &input);
    struct question question = {.position = problem->position,
                                .input = input.data,
                                .input_length = input.length,
                                .playdata = trap->playdata,
                                .calibration = trap->calibration,
                                .stale_output = trap->stale_output,
                                .time = time_for(t, problem->seconds, 1, true),
                                .uncalibrated = trap->uncalibrated,
                                .keeps_quiet = trap->silent};
    struct answer answer;
    probe_ask(probe, &question, &answer);
    sabotage_judge(&answer, &t->patient->program, t->warden_failures);
    tell_answer(t, &answer, problem->position, 0);
    if (answer.verdict == VERDICT_NONE && trap->keeps_win)
        look_at_win(t, problem->position, answer.code);
    if (answer.verdict == VERDICT_NONE)
        look_at_form(t, &answer);
    look_at_files(t, probe, NULL);
    if (wants_bundle(t))
        took_bundle(t, probe_write_bundle(probe, &answer, t->patient->spec, t->bundle, &notes),
                    &notes);
    text_free(&input);
    problem_free(problem);
    probe_free(probe);
}

/* --- a game --- */

static void play_at_random(struct session *session, struct random *random)
{
    struct move list[MOVES_MAX];
    const struct position *now = session_now(session);
    int count = now->world->rules->moves(now, list);
    session_play(session, list[random_below(random, (unsigned)count)].code);
}

/* Plays until the end of the game or the patient's first fault. */
static void play_turns(const struct trial *t, struct seat *seat, struct session *session, int side)
{
    struct random random = {t->trap->setup.seed + 1};
    double left = t->trap->seconds;
    double wall = left > 0 ? judge_wall_budget(&t->options, left) : 0;
    bool starts = true;
    struct notes notes = {0};
    while (session_ending(session) == ENDING_NONE) {
        const struct position *now = session_now(session);
        if (now->side != side) {
            play_at_random(session, &random);
            continue;
        }
        struct answer answer;
        struct move_time time = time_for(t, left, STARTUP_COST_MOVES, starts);
        starts = !is_talked_with(t); /* by pipes the same run continues */
        double cost = time.remaining - (left > 0 ? left : 0);
        time.wall = wall;
        seat_ask(seat, session, &time, &answer);
        sabotage_judge(&answer, &t->patient->program, t->warden_failures);
        left -= answer.cpu > cost ? answer.cpu - cost : 0;
        wall = wall > 0 ? judge_wall_left(wall, &answer) : 0;
        tell_answer(t, &answer, now, session->count);
        if (wants_bundle(t))
            took_bundle(t, seat_write_bundle(seat, &answer, t->bundle, &notes), &notes);
        if (answer.verdict != VERDICT_NONE)
            return;
        session_play(session, answer.code);
    }
    seat_tell_final(seat, session);
    look_at_files(t, NULL, seat);
}

static void play(const struct trial *t)
{
    struct notes notes = {0};
    struct contender *contender = contender_of(&t->patient->program, t->patient->spec, t->game,
                                               &t->options, &notes);
    struct problem *problem = trap_problem(t->game, t->trap);
    struct session *session = session_new(problem->position, t->trap->game_plies);
    int side = problem->position->side ^ t->trap->second;
    struct seat *seat = contender ? seat_new(contender, session, side, 1, &notes) : NULL;
    if (seat)
        play_turns(t, seat, session, side);
    else
        tell_void(t->finding, &notes);
    seat_free(seat);
    session_free(session);
    problem_free(problem);
    contender_free(contender);
}

/* --- all of them --- */

static void try_trap(struct patient *patient, const struct game *game, const struct trap *trap,
                     const char *bundle, struct finding *f)
{
    int warden_failures = 0;
    struct trial trial = {patient,         game, trap, patient->options.contender, bundle, f,
                          &warden_failures};
    trial.options.dialect = trap->dialect;
    for (int retries = 0; retries <= OUR_FAILURE_RETRIES; retries++) {
        *f = (struct finding){.trap = trap->name};
        if (trap->game_plies > 0)
            play(&trial);
        else
            ask(&trial);
        if (f->kind != FINDING_VOID)
            break;
    }
}

void patient_try(struct patient *patient, const struct game *game, struct finding *f)
{
    try_trap(patient, game, game->course->traps, NULL, f);
}

bool finding_shows_skill(const struct finding *f)
{
    return f->verdict == VERDICT_NONE || f->verdict == VERDICT_ILLEGAL_MOVE ||
           f->verdict == VERDICT_WRONG_BOARD || f->mistake;
}

void patient_examine(struct patient *patient, const struct game *game, finding_listener *listener,
                     void *context)
{
    const struct doctor_options *o = &patient->options;
    struct finding plain = {0}, last = {0}; /* last: the last finding that was not ok */
    memset(patient->ruled_out, 0, sizeof patient->ruled_out);
    if (o->bundles)
        mkdir(o->bundles, 0777); /* if this fails, writing the first bundle reports it */
    for (const struct trap *trap = game->course->traps; trap->id; trap++) {
        char dir[500];
        struct finding f;
        snprintf(dir, sizeof dir, "%.400s/doctor-%s-%s", o->bundles ? o->bundles : "", game->name,
                 trap->id);
        try_trap(patient, game, trap, o->bundles ? dir : NULL, &f);
        if (trap == game->course->traps)
            plain = f;
        else if (f.kind == FINDING_ODD && plain.kind == FINDING_ODD && !trap->keeps_win)
            f.kind = FINDING_OK; /* the form was reported with the plain question */
        else
            f.repeated = f.kind == plain.kind && f.kind != FINDING_OK &&
                         f.verdict == plain.verdict && f.mistake == plain.mistake;
        if (f.kind != FINDING_OK &&
            (f.mistake ? f.mistake == last.mistake : strcmp(f.what, last.what) == 0))
            f.repeated = true;
        if (f.kind != FINDING_OK)
            last = f;
        listener(context, &f);
    }
    if (o->bundles)
        rmdir(o->bundles); /* stays unless it is empty */
}
